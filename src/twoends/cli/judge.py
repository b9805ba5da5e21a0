"""twoends judge: try somebody's program, shrink the failure, name the mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from glob import escape as glob_escape
from pathlib import Path
from typing import Any

import click

from twoends.cli.arguments import FILE
from twoends.cli.command import Commands
from twoends.cli.judge_class import judge_class, submission
from twoends.cli.judge_export import judge_export
from twoends.cli.judge_scores import judge_scores
from twoends.cli.judge_selftest import judge_selftest
from twoends.cli.judge_variant import judge_variant
from twoends.cli.judging import (
    MEGABYTES_OF_MEMORY,
    assignment_of,
    function_option,
    game_options,
    games_of,
    report,
    report_options,
    sandbox_options,
    score_options,
    task_options,
    warn_of,
)
from twoends.cli.progress import progress_of
from twoends.judge import Limits, Supervisor, judge_answers, judge_bot
from twoends.judge.answers import ROWS
from twoends.judge.classes import judge_submission
from twoends.judge.functions import require_name
from twoends.judge.shrink import MOST_SECONDS
from twoends.judge.submissions import Submission
from twoends.judge.tasks import TaskError


@click.group(cls=Commands)
def judge() -> None:
    """Judge somebody's program: the verdict, the smallest failure, and the mistake.

    It runs within limits, leaves no process behind, and reaches nothing but its own files and its
    language: what holds it on this machine, the report says.
    """


@judge.command()
@click.argument("command", nargs=-1, required=True, metavar="-- COMMAND...", type=FILE)
@task_options
@function_option
@score_options
@sandbox_options
@report_options
@click.pass_context
def answers(context: click.Context, /, command: Sequence[str], **options: Any) -> None:
    """Judge a program that reads rows and prints answers.

    \b
    Examples:
      twoends judge answers --task removal-game -- python3 answer.py     # a known task
      twoends judge answers --opponent greedy --asks margin -- ./answer  # one of your own
      twoends judge answers --function solve -- answer.py                # a function of a file
      twoends judge answers --reference ./solution -- ./answer           # an exercise of your own
    """
    assignment = assignment_of(options, ROWS)
    if assignment.function:
        require_name(assignment.function)
    with assignment.supervisor() as supervisor, progress_of("runs") as progress:
        warn_of(supervisor.sandbox)
        if assignment.function:
            handed = _file_of(command, assignment.function)
            assignment = replace(assignment, entry=glob_escape(Path(command[0]).name))
            judgement = judge_submission(handed, assignment, supervisor, MOST_SECONDS, progress)
        else:
            tried = assignment.rows_and_scoring
            judgement = judge_answers(
                command, assignment.task, supervisor=supervisor, progress=progress, **tried
            )
    report(context, judgement, options)


def _file_of(command: Sequence[str], function: str) -> Submission:
    """The one file of a function, with the plain files beside it, which it may import. Raises TaskError."""
    if len(command) > 1:
        raise TaskError(f"--function is for one file, and {len(command)} words are given")
    file = Path(command[0]).resolve()
    if not file.is_file():
        raise TaskError(f"there is no file {command[0]}: name the one that has {function}")
    ends = {file.suffix, ".h", ".hpp"}
    beside = [each for each in file.parent.iterdir() if each.suffix in ends and not each.is_symlink()]
    return Submission(command[0], file.stem, "", False, tuple(sorted({file, *filter(Path.is_file, beside)})))


@judge.command()
@click.argument("command", nargs=-1, required=True, metavar="-- COMMAND...", type=FILE)
@game_options
@click.option("--memory", type=MEGABYTES_OF_MEMORY, default=256, help="Megabytes [256].")
@sandbox_options
@report_options
@click.pass_context
def bot(context: click.Context, /, command: Sequence[str], **options: Any) -> None:
    """Judge a program that plays whole games over a line protocol.

    \b
    Examples:
      twoends judge bot -- python3 examples/bots/larger_end.py  # against everybody
      twoends judge bot --opponent optimal --perfect -- ./best  # and every move has to be best
    """
    limits = Limits(seconds=options["seconds"], memory=options["memory"] << 20)
    games = games_of(options)
    with (
        Supervisor(bubblewrap=options["sandbox"], readable=options["readable"]) as supervisor,
        progress_of("games") as progress,
    ):
        warn_of(supervisor.sandbox)
        judgement = judge_bot(command, **games, limits=limits, supervisor=supervisor, progress=progress)
    report(context, judgement, options)


for each in (judge_class, submission, judge_scores, judge_variant, judge_export, judge_selftest):
    judge.add_command(each)
