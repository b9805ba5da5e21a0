"""twoends judge: try somebody's program, shrink the failure, name the mistake."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from twoends.cli.arguments import FILE, Name, lines_of, opponents_named, source_of
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
from twoends.judge.games import OPPONENTS
from twoends.judge.games import ROWS as GAME_ROWS
from twoends.judge.reports import (
    ReportError,
    gradescope,
    json_judgement,
    junit,
    read_visibility,
    text,
    write_whole,
)
from twoends.judge.tasks import ASKS, FORMS, Values
from twoends.opponents import NAMES, optimal
from twoends.rows import Row
from twoends.text import read_rows

Command = TypeVar("Command", bound=Callable[..., object])


def _in_a_folder(context: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """Refuse a report that could not be written, before anything is judged."""
    if path is None:
        return None
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        raise ReportError(f"{path} cannot be written: there is no folder {Path(path).parent}")
    if Path(path).exists() and not Path(path).is_file():
        raise ReportError(f"{path} cannot be written: it is no file; name one in a folder of yours")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ReportError(f"{path} cannot be written: you may not write in the folder {Path(path).parent}")
    return path


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
                     callback=lambda context, option, words: read_visibility(words),
                     help="Gradescope: visible, hidden, after_due_date or after_published; may be repeated."),
        click.option("--points", type=Finite(min=0), default=100.0, help="Gradescope: the full score [100]."),
        click.option("--gradescope", type=FILE, callback=_in_a_folder,
                     help="Write Gradescope's results.json."),
        click.option("--junit", type=FILE, callback=_in_a_folder, help="Write JUnit XML."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
    ):  # fmt: skip
        command = option(command)
    return command


def report(context: click.Context, judgement: Judgement | PlayerJudgement, options: dict[str, Any]) -> None:
    """Print the judgement, write the files that are asked for, and exit with 0 or 1."""
    if options["junit"]:
        write_whole(Path(options["junit"]), junit(judgement))
    if options["gradescope"]:
        results = gradescope(judgement, options["points"], options["visibility"])
        write_whole(Path(options["gradescope"]), results)
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
@click.option("--opponent", type=Name(*NAMES), help="Whom a row is solved against [optimal].")
@click.option(
    "--ties", type=click.Choice(["left", "right"]), help="Which of two equal ends he takes [right]."
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
@click.option("--memory", type=click.IntRange(min=16), help="Megabytes for a run [256].")
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
    task = TASKS[name] if name else Task("custom", "your own", optimal(), "first", "count-then-values")
    if asks == "cases" and (opponent or ties):
        raise TaskError("--asks cases has its own two opponents: leave --opponent and --ties out")
    if opponent or ties:
        (chosen,) = opponents_named([opponent or task.opponent.name], ties, None)
        if chosen.by_chance:
            raise TaskError(f"answers against a {chosen.name} opponent are expectations: choose another one")
        task = replace(task, opponent=chosen, ties_open=False)
    changes = {
        "asks": asks,
        "form": form,
        "most": max_n,
        "low": max_value and -max_value,
        "high": max_value,
        "seconds": time,
        "memory": memory and memory << 20,
        "even_only": even_only or None,
    }
    task = replace(task, **{key: value for key, value in changes.items() if value is not None})  # type: ignore[arg-type]  # each value has its field's type
    if positive_only:
        task = replace(task, low=max(task.low, 1))
    fewest = task.least + (task.even_only and task.least % 2)
    if task.most < fewest:
        raise TaskError(f"--max-n {task.most} leaves no rows: this task has rows of at least {fewest} cards")
    rows = _whole_rows(file) if file else ()
    with Supervisor(sandbox=sandbox) as supervisor, progress_of("runs") as progress:
        judgement = judge_answers(
            command, task, rows=rows, count=tests, seed=seed, supervisor=supervisor, progress=progress
        )
    report(context, judgement, reports)


def _whole_rows(file: str) -> list[Values]:
    rows: list[Values] = []
    for row in _rows(file):
        if row.kind != "integer" or not len(row):
            raise TaskError(f"'{row}' is no row for a program: give whole numbers, at least one")
        rows.append(tuple(int(value) for value in row.given))
    return rows


def _rows(file: str) -> list[Row]:
    return list(read_rows(lines_of(file), source_of(file)))


def game_options(command: Command) -> Command:
    """The options of judged games, alike for bots and for Python players."""
    for option in (
        click.option("--perfect", is_flag=True, help="Count any move that gives something away as wrong."),
        click.option("--file", type=FILE, help="Play the rows of a file, or of standard input: -."),
        click.option("--seed", type=int, default=0, help="Seed of the rows and of random moves [0]."),
        click.option("--games", type=click.IntRange(min=1), default=GAME_ROWS,
                     help=f"How many rows, each played twice against each opponent [{GAME_ROWS}]."),
        click.option("--ties", type=click.Choice(["left", "right"]),
                     help="Which of two equal ends greedy and modest take [right]."),
        click.option("--opponent", "names", multiple=True, type=Name(*NAMES),
                     help="Whom it meets [all]; may be repeated."),
    ):  # fmt: skip
        command = option(command)
    return command


def game_rows_of(file: str | None) -> Sequence[Row]:
    """The rows of a file; none: the judge chooses."""
    return _rows(file) if file else ()


@judge.command()
@click.argument("command", nargs=-1, required=True, metavar="-- COMMAND...", type=FILE)
@game_options
@click.option("--time", type=Finite(min=0.01, max=A_DAY), default=2.0, help="Seconds for a move [2].")
@click.option("--memory", type=click.IntRange(min=16), default=256, help="Megabytes [256].")
@click.option("--sandbox", is_flag=True, help="Run the program in bubblewrap, without network.")
@report_options
@click.pass_context
def bot(
    context: click.Context,
    /,
    command: Sequence[str],
    time: float,
    memory: int,
    sandbox: bool,
    names: Sequence[str],
    ties: str | None,
    games: int,
    seed: int,
    file: str | None,
    perfect: bool,
    **reports: Any,
) -> None:
    """Judge a program that plays whole games over a line protocol.

    \b
    twoends judge bot -- python3 examples/bots/larger_end.py
    twoends judge bot --opponent optimal --perfect -- ./best
    """
    opponents = opponents_named(names, ties, None) if names else OPPONENTS
    with Supervisor(sandbox=sandbox) as supervisor, progress_of("games") as progress:
        judgement = judge_bot(
            command,
            opponents=opponents,
            rows=game_rows_of(file),
            games=games,
            seed=seed,
            limits=Limits(seconds=time, memory=memory << 20),
            perfect=perfect,
            supervisor=supervisor,
            progress=progress,
        )
    report(context, judgement, reports)
