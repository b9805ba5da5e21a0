"""twoends judge class and submission: find the submissions in a folder, compile and judge them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import click

from twoends.cli import judging
from twoends.cli.arguments import FILE
from twoends.cli.command import Command, width_of_terminal
from twoends.cli.progress import progress_of
from twoends.judge import answers, classes
from twoends.judge.exports.autograder import read_trials
from twoends.judge.grades import Gradebook, System, fill, read_gradebook
from twoends.judge.submissions import Submission, submissions
from twoends.programs.sandbox import sandbox
from twoends.rules.errors import TwoEndsError
from twoends.views.columns import columns
from twoends.views.files import write_whole


@click.command("class", cls=Command)
@click.argument("folder", type=FILE)
@click.option("--out", type=FILE, help="The folder for the reports [FOLDER-judged].")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, help="Submissions judged at a time [2].")
@click.option("--moodle", type=FILE, help="Fill in this grading worksheet: moodle.csv and feedback.zip.")
@click.option("--canvas", type=FILE, help="Fill in this gradebook: canvas.csv.")
@click.option("--column", metavar="NAME", default="", help="Canvas: the assignment, if there are several.")
@judging.assignment_options(classes.ROWS)
@judging.points_options
def judge_class(folder: str, out: str | None, jobs: int, **options: Any) -> None:
    """Judge every submission in a folder.

    Writes a table, a page, and a report for each submission. A submission is a file or a folder, possibly
    as exported by Moodle, Canvas or Gradescope: Python, JavaScript, C, C++, Java, Rust, Go, or a program.
    Results are kept: run the command again to resume.

    \b
    Examples:
      twoends judge class submissions --task removal-game --jobs 2  # reports in submissions-judged
    """
    here = Path(folder)
    assignment = judging.assignment_of(options)
    named = here if here.name not in ("", "..") else here.resolve()
    there = Path(out or named.with_name(f"{named.name}-judged"))
    found = [each for each in submissions(here) if there.absolute() not in map(Path.absolute, each.paths)]
    if options["column"] and not options["canvas"]:
        raise click.UsageError("--column is for --canvas: remove it, or add --canvas FILE")
    systems = [system for system in get_args(System) if options[system]]
    books = [read_gradebook(Path(options[each]), each, options["column"]) for each in systems]
    judging.folder_to_write(str(there))
    judging.warn_about(sandbox())
    if not (assignment.seed or assignment.task.groups):
        click.echo("twoends: anyone can print the rows of seed 0: grade with a --seed of your own", err=True)
    with progress_of("submissions", resumed_by="the same command resumes") as show:
        lines = classes.judge_class(found, assignment, there, jobs, show, judging.prepared)
    _show(lines)
    click.echo(
        f"class.csv, class.html and {classes.REPORTS}, with a folder for each submission, are in {there}"
    )
    for book in books:
        _grade(book, found, lines, there)


def _grade(book: Gradebook, found: list[Submission], lines: list[classes.Line], there: Path) -> None:
    """Write the grades of a class for Moodle or Canvas, and print who is missing."""
    reports = there / classes.REPORTS
    texts = [(reports / submission.key / "report.txt").read_text("utf-8") for submission in found]
    filled = fill(book, list(zip(found, lines, texts, strict=True)))
    path = there / f"{book.system}.csv"
    write_whole(path, filled.text)
    summary = f"{path}: {filled.graded} graded, {filled.ungraded} without a submission"
    if filled.unmatched:
        summary += f"; not among its students: {', '.join(filled.unmatched)}"
    click.echo(summary)
    if book.system == "moodle":
        write_whole(there / "feedback.zip", filled.feedback)


def _show(lines: list[classes.Line]) -> None:
    accepted = sum(line.verdict == "AC" for line in lines)
    click.echo(f"{accepted} of {len(lines)} submissions accepted")
    cells = []
    for group in classes.by_mistake(lines):
        line = group[0]
        mistake = classes.cause(group)
        cells.append((str(len(group)), line.verdict, mistake, line.smallest_failure, line.expected, line.got))
    if accepted < len(lines):
        header = ("count", "verdict", "mistake", "smallest row", "expected", "got")
        click.echo("\n".join(columns(header, cells, "<<<<<<", width_of_terminal())))


@click.command("submission", cls=Command)
@click.argument("path", type=FILE)
@judging.assignment_options(answers.ROWS)
@judging.report_options
@click.option("--rows", type=FILE, hidden=True, help="Rows and answers, as an exported autograder has them.")
def submission(path: str, rows: str | None, **options: Any) -> int:
    """Judge one submission: a file, or a folder with a program.

    A program is compiled if necessary. A submission that defines the function of the task and reads no input
    is judged as a function.

    \b
    Examples:
      twoends judge submission answer.cpp --task removal-game       # compiled, then judged
      twoends judge submission answer.py --task predict-the-winner  # a function predictTheWinner
    """
    if not Path(path).exists():
        raise TwoEndsError(f"{path} does not exist: give a file, or a folder with a program")
    assignment = judging.assignment_of(options)
    if rows is not None:
        assignment = replace(assignment, planned=read_trials(Path(rows)))
    submitted = Submission(path, (Path(path).resolve(),))
    with judging.with_warning(assignment.supervisor()) as supervisor:
        classes.require_sandbox([submitted], assignment, supervisor)
        judgement = classes.judge_submission(submitted, judging.prepared(assignment), supervisor)
    return judging.report(judgement, options)
