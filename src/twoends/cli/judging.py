"""The options that the judge commands share: tasks, scores, games and reports."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from twoends.answers.questions import QUESTIONS
from twoends.cli import arguments
from twoends.cli.arguments import FILE, Decorated, Name
from twoends.judge import TASKS, BotJudgement, Judgement, Supervisor, exercises, games, gradescope
from twoends.judge.classes import Assignment
from twoends.judge.reports import json_judgement, text
from twoends.judge.scores import BYS, Scoring
from twoends.judge.tasks import Task, TaskError, Values
from twoends.judge.trials import OWN, group_names, trials
from twoends.programs.sandbox import Sandbox
from twoends.reading.formats import FORMATS
from twoends.reading.sources import lines_of, read_rows, source_of
from twoends.rules.errors import TwoEndsError
from twoends.rules.preferences import names
from twoends.views.files import write_whole


class Finite(click.FloatRange):
    """A range without inf and nan, which Click's comparisons let through."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> float:
        """Parse a finite number within the range."""
        number = float(super().convert(value, parameter, context))
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", parameter, context)
        return number


SECONDS = Finite(*exercises.SECONDS)
MEGABYTES = click.IntRange(*exercises.MEGABYTES)
MEGABYTES_OF_MEMORY = click.IntRange(*exercises.MEGABYTES_OF_MEMORY)


readable_option = click.option(
    "--readable", multiple=True, type=FILE, metavar="PATH",
    help="Let the program read this file or folder too; may be repeated.",
)  # fmt: skip
"""The option for what a program may access; every command that runs one has it."""


def warn_about(sandbox: Sandbox) -> None:
    """Warn on standard error about what a hostile program could still do."""
    if sandbox.weakness:
        click.echo(f"twoends: {sandbox.weakness}", err=True)


@contextmanager
def with_warning(supervisor: Supervisor) -> Iterator[Supervisor]:
    """Open a supervisor, and warn about its sandbox."""
    with supervisor:
        warn_about(supervisor.sandbox)
        yield supervisor


# --- tasks -------------------------------------------------------------------------------------


class TaskName(click.Choice[str]):
    """A known task, or a TOML file with an exercise."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> str:
        """Return a known name, or any name that ends in .toml."""
        return str(value) if str(value).endswith(".toml") else super().convert(value, parameter, context)


def task_options(rows: int) -> Callable[[Decorated], Decorated]:
    """The options for what a program must do; every command that judges answers has them.

    `rows` is the default of `--tests`.
    """
    return arguments.together(
        click.option("--task", "name", type=TaskName(list(TASKS)),
                     help="A known task, or FILE.toml with your own; the options below override it."),
        click.option("-o", "--opponent", type=Name(names()), help="Whom to solve against [optimal]."),
        arguments.ties(),
        arguments.rules,
        click.option("--question", type=click.Choice(list(QUESTIONS)),
                     help="What the program prints for a row [first]."),
        click.option("--format", type=click.Choice(list(FORMATS)),
                     help="The format of a row [count-then-values]."),
        click.option("--even-only", is_flag=True, help="Only rows of even length."),
        click.option("--positive-only", is_flag=True, help="Only values above 0."),
        click.option("--max-n", type=click.IntRange(min=1), help="Most cards in a row [100]."),
        click.option("--max-value", type=click.IntRange(min=1), help="Largest absolute value [1000]."),
        click.option("--time", type=SECONDS,
                     help="Seconds of processor time for a run [2]."),
        click.option("--language-factor", type=Finite(min=0.01, max=1000), default=1.0,
                     help="Multiply the time limit, for a slow language [1]."),
        click.option("--memory", type=MEGABYTES_OF_MEMORY, help="Megabytes for a run [256]."),
        click.option("--stack", type=MEGABYTES, help="Megabytes of stack [as much as memory]."),
        click.option("--tests", type=click.IntRange(min=1), default=rows,
                     help=f"The number of rows to try [{rows}]."),
        click.option("-s", "--seed", type=int, default=0,
                     help="Seed of the rows: choose your own [0]."),
        click.option("-f", "--file", type=FILE,
                     help="Try the rows of a file, or of standard input if it is -."),
    )  # fmt: skip


def task_of(options: dict[str, Any]) -> tuple[Task, list[Values]]:
    """Return the task that the options describe, and the rows of --file. Raises TaskError."""
    name, file = options["name"] or "", options["file"]
    opponent, ties = options["opponent"], options["ties"]
    source = source_of(file or "")
    numbered = exercises.rows_of(lines_of(file), source) if file else []
    rows = [row for _, row in numbered]
    if name.endswith(".toml"):
        task = exercises.read_exercise(Path(name))
    else:
        task = TASKS[name] if name else exercises.CUSTOM
    if task.groups and rows:
        raise TaskError(f"{name} has its own rows: remove --file")
    if opponent or ties:
        chosen = [opponent] if opponent else [who.name for who in task.opponents]
        task = replace(task, opponents=tuple(arguments.opponents(chosen, ties, None)), ties_open=False)
    task = replace(
        task,
        question=options["question"] or task.question,
        rules=options["rules"] or task.rules,
        format=options["format"] or task.format,
        seconds=(options["time"] or task.seconds) * options["language_factor"],
        memory=options["memory"] << 20 if options["memory"] else task.memory,
        stack=options["stack"] << 20 if options["stack"] else task.stack,
    )
    if rows and not name:
        wide = exercises.as_wide_as(task, rows)
        task = replace(
            task, most=max(task.most, wide.most), low=min(task.low, wide.low), high=max(task.high, wide.high)
        )
    most_value, low = options["max_value"] or task.high, task.low
    if low < 0 and options["max_value"]:
        low = -most_value
    task = replace(
        task,
        most=options["max_n"] or task.most,
        low=max(low, 1) if options["positive_only"] else low,
        high=most_value,
        even_only=options["even_only"] or task.even_only,
    )
    if not trials(task, 1, seed=0):
        raise TaskError(f"the limits of the task leave no rows: {task.bounds.text}")
    for line, row in numbered:
        if objection := task.objection(row):
            raise TaskError(f"{source}, line {line}: {objection}")
    return task, rows


function_option = click.option(
    "--function", metavar="NAME",
    help="Judge this function, from a list of values to the answer, instead of a program.",
)  # fmt: skip


def folder_to_write(name: str) -> Path:
    """Return a folder, and create it if it does not exist. Raises UsageError."""
    folder = Path(name)
    if folder.exists() and not folder.is_dir():
        raise click.UsageError(f"{name} is not a folder: name another one")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise click.UsageError(f"{name} cannot be created ({fault.strerror}): name another folder") from None
    return folder


# --- scores ------------------------------------------------------------------------------------


score_options = arguments.together(
    click.option("--score", "by", type=click.Choice(BYS), default="groups",
                 help="What scores: whole groups of rows, single runs, or all or nothing [groups]."),
    click.option("--cap", type=Finite(min=0, max=100),
                 help="Highest score of 100 if more than long rows fail [50; 100 for your own groups]."),
    click.option("--weight", "weights", multiple=True, metavar="GROUP=NUMBER",
                 help="Weight of a group [1; longer and longest 2]; may be repeated."),
)  # fmt: skip
"""The options for scoring."""


def scoring_of(options: dict[str, Any], task: Task, groups: Sequence[str]) -> Scoring:
    """Read the options for scoring a judgement with these groups. Raises TwoEndsError."""
    weights: dict[str, Fraction] = {}
    for word in options["weights"]:
        group, _, number = word.partition("=")
        try:
            weights[group] = Fraction(number)
        except (ValueError, ZeroDivisionError):
            raise TwoEndsError(
                f"'{word}' is not GROUP=NUMBER: write a weight as in --weight longest=3"
            ) from None
        if weights[group] < 0:
            raise TwoEndsError(f"'{word}' has a weight below 0: give 0 or more")
    if weights and options["by"] != "groups":
        raise TwoEndsError(f"--weight is for --score groups: remove it, or remove --score {options['by']}")
    gradescope.require_groups(weights, groups)
    default, cap = exercises.default_scoring(task), options["cap"]
    share = default.cap if cap is None else Fraction(str(cap)) / 100
    return Scoring(options["by"], share, {**default.weights, **weights})


def assignment_options(rows: int) -> Callable[[Decorated], Decorated]:
    """The options for what a submission must do, what it may access and how it is scored.

    `rows` is the default of `--tests`.
    """
    return arguments.together(
        task_options(rows), function_option, score_options, readable_option,
        click.option("--entry", metavar="PATTERN", default="", help="The file of a submission that is the "
                     "program, as in 'src/*.py' [chosen by name and content]."),
    )  # fmt: skip


def assignment_of(options: dict[str, Any]) -> Assignment:
    """Build the assignment that the options describe."""
    task, rows = task_of(options)
    groups = [OWN] if rows else group_names(task)
    check_reports(options, groups)
    points = Assignment.full if options["points"] is None else options["points"]
    return Assignment(
        task, tuple(rows), options["tests"], options["seed"], scoring_of(options, task, groups),
        options["function"], tuple(options["readable"]), options.get("entry", ""),
        points, options["visibility"],
    )  # fmt: skip


# --- reports -----------------------------------------------------------------------------------


points_options = arguments.together(
    click.option("--points", type=Finite(min=0), help="Gradescope: the maximum score [100]."),
    click.option("--visibility", multiple=True, metavar="GROUP=WHEN",
                 callback=lambda context, option, words: gradescope.read_visibility(words),
                 help="Gradescope: visible, hidden, after_due_date or after_published; may be repeated."),
)  # fmt: skip
"""Gradescope's options."""


report_options = arguments.together(
    click.option("-j", "--json", "as_json", is_flag=True, help="Print one JSON object."),
    click.option("--gradescope", type=FILE, help="Write Gradescope's results.json."),
    points_options,
)  # fmt: skip
"""The options for reports; every kind of judgement has them."""


def check_reports(options: dict[str, Any], groups: Sequence[str]) -> None:
    """Check the options for reports before anything is judged. Raises TwoEndsError, UsageError."""
    if options.get("gradescope"):
        gradescope.require_writable(Path(options["gradescope"]))
    for name in ("points", "visibility"):
        if options[name] not in (None, {}) and not options.get("gradescope", True):
            raise click.UsageError(f"--{name} is for --gradescope: remove it, or add --gradescope FILE")
    gradescope.require_groups(options["visibility"], groups)


def report(judgement: Judgement | BotJudgement, options: dict[str, Any]) -> int:
    """Write the requested file, print the judgement, and return the exit status, 0 or 1."""
    if options["gradescope"]:
        points = Assignment.full if options["points"] is None else options["points"]
        results = gradescope.gradescope_json(judgement, points, options["visibility"])
        write_whole(Path(options["gradescope"]), results.encode())
    click.echo(arguments.json_line(json_judgement(judgement)) if options["as_json"] else text(judgement))
    return 0 if judgement.accepted else 1


# --- games -------------------------------------------------------------------------------------


game_options = arguments.together(
    click.option("-o", "--opponent", "names", multiple=True, type=Name(names()),
                 help="An opponent that it meets [all]; may be repeated."),
    arguments.ties(),
    click.option("--games", type=click.IntRange(min=1), default=games.ROWS,
                 help=f"The number of rows, each played twice against each opponent [{games.ROWS}]."),
    click.option("-s", "--seed", type=int, default=0, help="Seed of the rows and of random moves [0]."),
    click.option("--time", "seconds", type=SECONDS, default=2.0,
                 help="Seconds for a move [2]."),
    click.option("-f", "--file", type=FILE,
                 help="Play the rows of a file, or of standard input if it is -."),
    click.option("--perfect", is_flag=True, help="Count every move that gives something away as wrong."),
)  # fmt: skip
"""The options of judged games."""


def games_of(options: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of judge_bot that these options give."""
    names, file = options["names"], options["file"]
    opponents = arguments.opponents(names, options["ties"], None) if names else games.OPPONENTS
    check_reports(options, gradescope.game_groups(opponents))
    return {
        "opponents": opponents,
        "rows": [row for _, row in read_rows(lines_of(file), source_of(file))] if file else (),
        "games": options["games"],
        "seed": options["seed"],
        "perfect": options["perfect"],
    }
