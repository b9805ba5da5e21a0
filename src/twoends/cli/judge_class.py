"""twoends judge class and hand-in: hand-ins as they lie in a folder, found, compiled and judged."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from twoends.cli.arguments import FILE
from twoends.cli.command import Command
from twoends.cli.judging import (
    Decorated,
    Finite,
    entry_option,
    folder_to_write,
    function_option,
    report,
    report_options,
    sandbox_options,
    score_options,
    scoring_of,
    task_of,
    task_options,
    warn_of,
)
from twoends.cli.progress import progress_of
from twoends.judge.answers import ROWS, choose
from twoends.judge.classes import ROWS as CLASS_ROWS
from twoends.judge.classes import Assignment, Line, by_mistake, judge_hand_in, supervisor_of
from twoends.judge.classes import judge_class as judge_all
from twoends.judge.containment.sandbox import ROOM
from twoends.judge.containment.sandbox import sandbox as best_sandbox
from twoends.judge.formats import read_visibility, require_groups
from twoends.judge.hand_ins import HandIn, HandInError, hand_ins, suffixes
from twoends.judge.languages import require_right
from twoends.judge.trials import group_names


def assignment_of(options: dict[str, Any], default: int) -> Assignment:
    """What the options say that was to be done."""
    task, rows = task_of(options)
    require_groups(options["visibility"], group_names(task))
    scoring = scoring_of(options, task)
    tests = options["tests"] or default
    choose(task, rows, tests, options["seed"])  # says now what is wrong with them, or with a reference
    return Assignment(
        task, tuple(rows), tests, options["seed"], scoring, options["function"], options["sandbox"],
        tuple(options["readable"]), options["entry"], options["points"], options["visibility"],
    )  # fmt: skip


def points_options(command: Decorated) -> Decorated:
    """Gradescope's options where its report is always written."""
    words = "Gradescope: visible, hidden, after_due_date or after_published; may be repeated."
    visibility = click.option(
        "--visibility",
        multiple=True,
        metavar="GROUP=WHEN",
        callback=lambda context, option, given: read_visibility(given),
        help=words,
    )
    full = "Gradescope: the full score [100]."
    return click.option("--points", type=Finite(min=0), default=100.0, help=full)(visibility(command))


@click.command("class", cls=Command)
@click.argument("folder", type=FILE)
@click.option("--out", type=FILE, help="Where the reports go [FOLDER-judged].")
@click.option("--jobs", type=click.IntRange(min=1, max=64), default=2, help="How many at a time [2].")
@task_options
@function_option
@score_options
@sandbox_options
@entry_option
@points_options
def judge_class(folder: str, out: str | None, jobs: int, **options: Any) -> None:
    """Judge every hand-in of a folder: a table, a page, and a report for each.

    A hand-in is a file or a folder, by itself or as Moodle, Canvas and Gradescope export it: Python,
    JavaScript, C, C++, Java, Rust, Go, or a program. What is done is kept: run it again to go on.

    \b
    Examples:
      twoends judge class hand-ins --task removal-game --jobs 2  # reports in hand-ins-judged
    """
    here = Path(folder)
    assignment = assignment_of(options, CLASS_ROWS)
    hand_ins(here)  # says now what is not there
    there = folder_to_write(out or str(here.with_name(f"{here.absolute().name}-judged")))
    found = [each for each in hand_ins(here) if there.absolute() not in [p.absolute() for p in each.paths]]
    warn_of(best_sandbox(bubblewrap=assignment.sandbox))
    with progress_of("hand-ins") as progress:
        lines = judge_all(found, assignment, there, jobs, progress)
    _show(lines)
    click.echo(f"class.csv, class.html and a folder for each hand-in are in {there}")


def _show(lines: list[Line]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    accepted = sum(line.verdict == "AC" for line in lines)
    click.echo(f"{len(lines)} hand-ins, {accepted} accepted")
    shown = Table("how many", "verdict", "mistake", "the smallest row", box=None, pad_edge=False)
    for same in by_mistake(lines):
        one = min(same, key=lambda line: (not line.smallest_failure, len(line.smallest_failure)))
        what = one.mistake or (one.note if len(same) == 1 else "not known by name")
        shown.add_row(str(len(same)), one.verdict, escape(what), escape(one.smallest_failure))
    if accepted < len(lines):
        Console(markup=True, highlight=False).print(shown)


@click.command("hand-in", cls=Command)
@click.argument("path", type=FILE)
@task_options
@function_option
@score_options
@sandbox_options
@entry_option
@report_options
@click.pass_context
def hand_in(context: click.Context, /, path: str, **options: Any) -> None:
    """Judge one hand-in: a file, or a folder with a program in it, compiled where it must be.

    \b
    Examples:
      twoends judge hand-in answer.cpp --task removal-game  # compiled, then judged
    """
    one = Path(path)
    if not one.exists():
        raise HandInError(f"there is no {path}: name a file, or a folder with a program in it")
    assignment = assignment_of(options, ROWS)
    handed = HandIn(path, one.stem, "", False, (one.resolve(),))
    with (
        supervisor_of(assignment) as supervisor,
        TemporaryDirectory(prefix=ROOM) as room,
    ):
        warn_of(supervisor.sandbox)
        require_right(suffixes(handed), Path(room), supervisor, assignment.task.memory)
        judgement = judge_hand_in(handed, assignment, supervisor)
    report(context, judgement, options)
