"""The options that the judge commands share: tasks, games and reports."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from twoends.cli import arguments
from twoends.cli.arguments import FILE, Decorated, Name
from twoends.cli.progress import progress_of
from twoends.judge import TASKS, BotJudgement, Judgement, Supervisor, games, gradescope, task_files
from twoends.judge.classes import Assignment
from twoends.judge.reports import json_judgement, text
from twoends.judge.tasks import Task
from twoends.judge.trials import group_names
from twoends.programs.sandbox import Sandbox
from twoends.reading.lines import read_rows
from twoends.reading.sources import lines_of, source_of
from twoends.rules.opponents import NAMES
from twoends.views.files import write_whole


class Finite(click.FloatRange):
    """A range without inf and nan, which Click's comparisons let through."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> float:
        """Parse a finite number within the range."""
        number = float(super().convert(value, parameter, context))
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", parameter, context)
        return number


SECONDS = Finite(*task_files.SECONDS)
MEGABYTES_OF_MEMORY = click.IntRange(*task_files.MEGABYTES_OF_MEMORY)


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
    """The name of a built-in task or of a TOML file; the shell completes those that are built in."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> str:
        """Return any name: `task_of` checks it."""
        return str(value)


def task_options(rows: int) -> Callable[[Decorated], Decorated]:
    """The options for what a program must do; every command that judges answers has them.

    `rows` is the default of `--tests`.
    """
    return arguments.combine(
        click.option("--task", "name", type=TaskName(list(TASKS)), required=True, metavar="NAME|FILE.toml",
                     help="A built-in task, such as removal-game, or a file with your own."),
        click.option("--language-factor", type=Finite(min=0.01, max=1000), default=1.0,
                     help="Multiply the time limit, for a slow language [1]."),
        click.option("--tests", type=click.IntRange(min=1), default=rows,
                     help=f"The number of rows to try, unless the task lists its own [{rows}]."),
        click.option("-s", "--seed", type=int, default=0,
                     help="Seed of the rows: choose your own [0]."),
    )  # fmt: skip


def task_of(options: dict[str, Any]) -> Task:
    """Return the task that the options describe. Raises TaskError."""
    task = task_files.task(options["name"])
    return replace(task, seconds=task.seconds * options["language_factor"])


def folder_to_write(name: str) -> Path:
    """Return a folder, and create it if it does not exist. Raises UsageError."""
    folder = Path(name)
    if folder.exists() and not folder.is_dir():
        raise click.UsageError(f"{name} is not a folder: choose another one")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise click.UsageError(
            f"{name} cannot be created ({fault.strerror}): choose another folder"
        ) from None
    return folder


def assignment_options(rows: int) -> Callable[[Decorated], Decorated]:
    """The options for what a submission must do and what it may access.

    `rows` is the default of `--tests`.
    """
    return arguments.combine(
        task_options(rows), readable_option,
        click.option("--entry", metavar="PATTERN", default="", help="The file of a submission that is the "
                     "program, as in 'src/*.py' [chosen by name and content]."),
    )  # fmt: skip


def assignment_of(options: dict[str, Any]) -> Assignment:
    """Build the assignment that the options describe."""
    task = task_of(options)
    check_reports(options, group_names(task))
    points = Assignment.full if options["points"] is None else options["points"]
    return Assignment(
        task, options["tests"], options["seed"], tuple(options["readable"]), options.get("entry", ""),
        points, options["visibility"],
    )  # fmt: skip


def prepared(assignment: Assignment) -> Assignment:
    """Work out the rows of an assignment and their answers, and show the progress."""
    with progress_of("rows") as progress:
        return assignment.prepared(progress)


# --- reports -----------------------------------------------------------------------------------


points_options = arguments.combine(
    click.option("--points", type=Finite(min=0), help="Gradescope: the maximum score [100]."),
    click.option("--visibility", multiple=True, metavar="GROUP=WHEN",
                 callback=lambda context, option, words: gradescope.read_visibility(words),
                 help="Gradescope: visible, hidden, after_due_date or after_published; may be repeated."),
)  # fmt: skip
"""Gradescope's options."""


report_options = arguments.combine(
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


game_options = arguments.combine(
    click.option("-o", "--opponent", "names", multiple=True, type=Name(NAMES),
                 help="An opponent that it meets [all]; may be repeated."),
    arguments.ties,
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
    ties = options["ties"]  # refused without a name, because not all opponents have ties
    opponents = arguments.opponents(names, ties) if names or ties else games.OPPONENTS
    check_reports(options, gradescope.game_groups(opponents))
    return {
        "opponents": opponents,
        "rows": list(read_rows(lines_of(file), source_of(file))) if file else (),
        "games": options["games"],
        "seed": options["seed"],
        "perfect": options["perfect"],
    }
