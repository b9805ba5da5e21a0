"""twoends judge class and hand-in: hand-ins as they lie in a folder, found, compiled and judged."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from twoends.cli.arguments import FILE
from twoends.cli.colour import width_of_terminal
from twoends.cli.command import Command
from twoends.cli.judging import (
    assignment_options,
    folder_to_write,
    points_options,
    report,
    report_options,
    scoring_of,
    task_of,
    warn_of,
)
from twoends.cli.progress import progress_of
from twoends.judge import Supervisor
from twoends.judge.answers import ROWS
from twoends.judge.classes import ROWS as CLASS_ROWS
from twoends.judge.classes import Assignment, Line, by_mistake, judge_hand_in
from twoends.judge.classes import judge_class as judge_all
from twoends.judge.containment.sandbox import ROOM
from twoends.judge.containment.sandbox import sandbox as best_sandbox
from twoends.judge.formats import require_groups
from twoends.judge.hand_ins import HandIn, HandInError, hand_ins, suffixes
from twoends.judge.languages import require_right
from twoends.judge.trials import group_names
from twoends.views.columns import columns


def assignment_of(options: dict[str, Any], default: int) -> Assignment:
    """What the options say that was to be done."""
    task, rows = task_of(options)
    require_groups(options["visibility"], group_names(task))
    scoring = scoring_of(options, task)
    tests = options["tests"] or default
    return Assignment(
        task, tuple(rows), tests, options["seed"], scoring, options["function"], options["sandbox"],
        tuple(options["readable"]), options["entry"], options["points"], options["visibility"],
    )  # fmt: skip


@click.command("class", cls=Command)
@click.argument("folder", type=FILE)
@click.option("--out", type=FILE, help="Where the reports go [FOLDER-judged].")
@click.option("--jobs", type=click.IntRange(min=1, max=64), default=2, help="How many at a time [2].")
@assignment_options
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
    accepted = sum(line.verdict == "AC" for line in lines)
    click.echo(f"{len(lines)} hand-ins, {accepted} accepted")
    cells = []
    for same in by_mistake(lines):
        one = min(same, key=lambda line: (not line.smallest_failure, len(line.smallest_failure)))
        what = one.mistake or (one.note if len(same) == 1 else "not known by name")
        cells.append((str(len(same)), one.verdict, what, one.smallest_failure))
    if accepted < len(lines):
        header = ("how many", "verdict", "mistake", "the smallest row")
        click.echo("\n".join(columns(header, cells, "<<<<", width_of_terminal())))


@click.command("hand-in", cls=Command)
@click.argument("path", type=FILE)
@assignment_options
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
        Supervisor(bubblewrap=assignment.sandbox, readable=assignment.readable) as supervisor,
        TemporaryDirectory(prefix=ROOM) as room,
    ):
        warn_of(supervisor.sandbox)
        require_right(suffixes(handed), Path(room), supervisor, assignment.task.memory)
        judgement = judge_hand_in(handed, assignment, supervisor)
    report(context, judgement, options)
