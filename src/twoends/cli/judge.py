"""twoends judge: try somebody's program, shrink the failure, name the mistake."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from twoends.cli.arguments import FILE, Name, opponents_named
from twoends.cli.progress import progress_of
from twoends.judge import (
    TASKS,
    Judgement,
    Limits,
    PlayerJudgement,
    Supervisor,
    Task,
    TaskError,
    judge_answers,
    judge_bot,
)
from twoends.judge.answers import ROWS
from twoends.judge.bots import A_DAY
from twoends.judge.formats import (
    gradescope,
    junit,
    player_groups,
    read_visibility,
    require_groups,
    require_writable,
)
from twoends.judge.games import OPPONENTS
from twoends.judge.games import ROWS as GAME_ROWS
from twoends.judge.reports import json_judgement, text
from twoends.judge.tasks import ASKS, FORMS, Values
from twoends.judge.trials import group_names, trials
from twoends.reading.lines import numbered_rows, read_rows
from twoends.reading.sources import lines_of, source_of
from twoends.rules.opponents import opponent
from twoends.rules.replies import names
from twoends.views.files import write_whole

Command = TypeVar("Command", bound=Callable[..., object])

MOST_MEGABYTES = 1 << 20
"""A terabyte: the kernel does not count address spaces far beyond it."""


def _writable(context: click.Context, option: click.Parameter, path: str | None) -> Path | None:
    """Refuse a report that could not be written, before anything is judged."""
    if path is None:
        return None
    require_writable(Path(path))
    return Path(path)


def _of_gradescope(context: click.Context, option: click.Parameter, given: Any) -> Any:
    """Refuse an option of Gradescope's report where no such report is to be written."""
    chosen = context.get_parameter_source(option.name or "") is not ParameterSource.DEFAULT
    if chosen and not context.params.get("gradescope"):
        name = option.opts[0]
        raise click.UsageError(f"{name} is for --gradescope: leave it out, or add --gradescope FILE")
    return given


class Finite(click.FloatRange):
    """A range that leaves out inf and nan, which compare as if they were inside."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> float:
        """Read a finite number within the range."""
        number = float(super().convert(value, parameter, context))
        if not math.isfinite(number):
            self.fail(f"{value} is no finite number.", parameter, context)
        return number


def report_options(command: Command) -> Command:
    """The options for reports, alike for every kind of judgement."""
    for option in (
        click.option("--visibility", multiple=True, metavar="GROUP=WHEN",
                     callback=lambda *given: read_visibility(_of_gradescope(*given)),
                     help="Gradescope: visible, hidden, after_due_date or after_published; may be repeated."),
        click.option("--points", type=Finite(min=0), default=100.0, callback=_of_gradescope,
                     help="Gradescope: the full score [100]."),
        click.option("--gradescope", type=FILE, callback=_writable, is_eager=True,  # before the two above
                     help="Write Gradescope's results.json."),
        click.option("--junit", type=FILE, callback=_writable, help="Write JUnit XML."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
    ):  # fmt: skip
        command = option(command)
    return command


def report(context: click.Context, judgement: Judgement | PlayerJudgement, options: dict[str, Any]) -> None:
    """Write the files that are asked for, print the judgement, and exit with 0 or 1."""
    if options["junit"]:
        write_whole(options["junit"], junit(judgement).encode())
    if options["gradescope"]:
        results = gradescope(judgement, options["points"], options["visibility"])
        write_whole(options["gradescope"], results.encode())
    if options["as_json"]:
        click.echo(json.dumps(json_judgement(judgement), ensure_ascii=False))
    else:
        click.echo(text(judgement))
    context.exit(0 if judgement.accepted else 1)


@click.group()
def judge() -> None:
    """Judge somebody's program: the verdict, the smallest failure, and the mistake.

    It runs within limits and leaves nothing behind, but as you: it may read what you may read.
    --sandbox adds bubblewrap, where it is installed.
    """


@judge.command()
@click.argument("command", nargs=-1, required=True, metavar="-- COMMAND...", type=FILE)
@click.option(
    "--task", "name", type=click.Choice(list(TASKS)), help="A known task; the options below change it."
)
@click.option("--opponent", type=Name(*names()), help="Whom a row is solved against [optimal].")
@click.option(
    "--ties", type=click.Choice(["left", "right"]), help="Which of two equal ends they take [right]."
)
@click.option("--asks", type=click.Choice(list(ASKS)), help="What the program prints for a row [first].")
@click.option(
    "--input", "form", type=click.Choice(list(FORMS)), help="How rows are written [count-then-values]."
)
@click.option("--even-only", is_flag=True, help="Only rows of even length.")
@click.option("--positive-only", is_flag=True, help="Only values above 0.")
@click.option("--max-n", type=click.IntRange(min=1), help="Most cards in a row [100].")
@click.option("--max-value", type=click.IntRange(min=1), help="Largest size of a value [1000].")
@click.option("--time", type=Finite(min=0.01, max=A_DAY), help="Seconds of processor time for a run [2].")
@click.option("--memory", type=click.IntRange(min=16, max=MOST_MEGABYTES), help="Megabytes for a run [256].")
@click.option("--tests", type=click.IntRange(min=1), default=ROWS, help=f"How many rows to try [{ROWS}].")
@click.option("--seed", type=int, default=0, help="Seed of the rows [0].")
@click.option("--file", type=FILE, help="Try the rows of a file, or of standard input if it is -.")
@click.option("--sandbox", is_flag=True, help="Run the program in bubblewrap, without network.")
@report_options
@click.pass_context
def answers(
    context: click.Context,
    /,
    command: Sequence[str],
    name: str | None,
    opponent: str | None,
    ties: str | None,
    asks: str | None,
    form: str | None,
    even_only: bool,
    positive_only: bool,
    max_n: int | None,
    max_value: int | None,
    time: float | None,
    memory: int | None,
    tests: int,
    seed: int,
    file: str | None,
    sandbox: bool,
    **reports: Any,
) -> None:
    """Judge a program that reads rows and prints answers.

    \b
    twoends judge answers --task removal-game -- python3 answer.py
    twoends judge answers --opponent greedy --ties left --asks margin -- ./answer
    """
    if asks == "cases" and (opponent or ties):
        raise TaskError("--asks cases has its own two opponents: leave --opponent and --ties out")
    own = _own_rows(file) if file else []
    task = TASKS[name] if name else _wide_enough(own)
    if opponent or ties:
        (chosen,) = opponents_named([opponent or task.opponent.name], ties, None)
        if chosen.stochastic:
            raise TaskError(f"answers against a {chosen.name} opponent are expectations: choose another one")
        task = replace(task, opponent=chosen, ties_open=False)
    task = replace(
        task,
        asks=asks or task.asks,
        form=form or task.form,
        seconds=time or task.seconds,
        memory=memory << 20 if memory else task.memory,
    )
    task = _narrowed(task, max_n, max_value, even_only=even_only, positive_only=positive_only)
    for line, row in own:
        if objection := task.objection(row):
            raise TaskError(f"{source_of(file or '')}, line {line}: {objection}")
    rows = [row for _, row in own]
    require_groups(reports["visibility"], group_names(task))
    with Supervisor(sandbox=sandbox) as supervisor, progress_of("runs") as progress:
        judgement = judge_answers(
            command, task, rows=rows, count=tests, seed=seed, supervisor=supervisor, progress=progress
        )
    report(context, judgement, reports)


def _own_rows(file: str) -> list[tuple[int, Values]]:
    """The rows of a file, each with its line."""
    rows: list[tuple[int, Values]] = []
    for line, row in numbered_rows(lines_of(file), source_of(file)):
        if row.kind != "integer" or not len(row):
            raise TaskError(
                f"{source_of(file)}, line {line}: '{row}' is no row for a program: give whole numbers"
            )
        rows.append((line, tuple(int(value) for value in row.given)))
    return rows


def _wide_enough(own: Sequence[tuple[int, Values]]) -> Task:
    """No known task: limits of ours, as wide as somebody's own rows need."""
    task = Task("custom", "your own", opponent("optimal"), "first", "count-then-values")
    rows = [row for _, row in own]
    return replace(
        task,
        most=max([task.most, *map(len, rows)]),
        low=min([task.low, *map(min, rows)]),
        high=max([task.high, *map(max, rows)]),
    )


def _narrowed(
    task: Task, max_n: int | None, max_value: int | None, *, even_only: bool, positive_only: bool
) -> Task:
    """The task within the limits that are given. Raises TaskError if they leave no rows."""
    if max_n is not None:
        task = replace(task, most=max_n)
    if max_value is not None:
        task = replace(task, high=max_value, low=-max_value if task.low < 0 else task.low)
    if even_only:
        task = replace(task, even_only=True)
    if positive_only:
        task = replace(task, low=max(task.low, 1))
    if not trials(task, 1, seed=0):
        given = {
            f"--max-n {max_n}": max_n is not None,
            f"--max-value {max_value}": max_value is not None,
            "--even-only": even_only,
            "--positive-only": positive_only,
        }
        options = " with ".join(option for option, chosen in given.items() if chosen)
        raise TaskError(f"{options} leaves no rows of this task: {task.limits}")
    return task


def game_options(command: Command) -> Command:
    """The options of judged games, alike for bots and for Python players."""
    for option in (
        click.option("--perfect", is_flag=True, help="Count any move that gives something away as wrong."),
        click.option("--file", type=FILE, help="Play the rows of a file, or of standard input: -."),
        click.option("--time", "seconds", type=Finite(min=0.01, max=A_DAY), default=2.0,
                     help="Seconds for a move [2]."),
        click.option("--seed", type=int, default=0, help="Seed of the rows and of random moves [0]."),
        click.option("--games", type=click.IntRange(min=1), default=GAME_ROWS,
                     help=f"How many rows, each played twice against each opponent [{GAME_ROWS}]."),
        click.option("--ties", type=click.Choice(["left", "right"]),
                     help="Which of two equal ends greedy and modest take [right]."),
        click.option("--opponent", "names", multiple=True, type=Name(*names()),
                     help="Whom it meets [all]; may be repeated."),
    ):  # fmt: skip
        command = option(command)
    return command


def games_of(options: dict[str, Any]) -> dict[str, Any]:
    """What judge_bot and judge_player are told alike, from the options of judged games."""
    named, file = options["names"], options["file"]
    opponents = opponents_named(named, options["ties"], None) if named else OPPONENTS
    require_groups(options["visibility"], player_groups(opponents))
    return {
        "opponents": opponents,
        "rows": list(read_rows(lines_of(file), source_of(file))) if file else (),
        "games": options["games"],
        "seed": options["seed"],
        "perfect": options["perfect"],
    }


@judge.command()
@click.argument("command", nargs=-1, required=True, metavar="-- COMMAND...", type=FILE)
@game_options
@click.option(
    "--memory", type=click.IntRange(min=16, max=MOST_MEGABYTES), default=256, help="Megabytes [256]."
)
@click.option("--sandbox", is_flag=True, help="Run the program in bubblewrap, without network.")
@report_options
@click.pass_context
def bot(
    context: click.Context,
    /,
    command: Sequence[str],
    memory: int,
    sandbox: bool,
    **options: Any,
) -> None:
    """Judge a program that plays whole games over a line protocol.

    \b
    twoends judge bot -- python3 examples/bots/larger_end.py
    twoends judge bot --opponent optimal --perfect -- ./best
    """
    limits = Limits(seconds=options["seconds"], memory=memory << 20)
    games = games_of(options)
    with Supervisor(sandbox=sandbox) as supervisor, progress_of("games") as progress:
        judgement = judge_bot(command, **games, limits=limits, supervisor=supervisor, progress=progress)
    report(context, judgement, options)
