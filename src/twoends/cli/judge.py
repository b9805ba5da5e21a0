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
    function_option,
    game_options,
    games_of,
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
from twoends.judge import Limits, Supervisor, judge_answers, judge_bot
from twoends.judge.answers import ROWS
from twoends.judge.classes import Assignment, judge_submission
from twoends.judge.formats import require_groups
from twoends.judge.functions import require_name
from twoends.judge.shrink import MOST_SECONDS
from twoends.judge.submissions import Submission
from twoends.judge.tasks import TaskError
from twoends.judge.trials import group_names


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
def answers(
    context: click.Context,
    /,
    command: Sequence[str],
    sandbox: bool,
    readable: Sequence[str],
    **options: Any,
) -> None:
    """Judge a program that reads rows and prints answers.

    \b
    Examples:
      twoends judge answers --task removal-game -- python3 answer.py     # a known task
      twoends judge answers --opponent greedy --asks margin -- ./answer  # one of your own
      twoends judge answers --function solve -- answer.py                # a function of a file
      twoends judge answers --reference ./solution -- ./answer           # an exercise of your own
    """
    task, rows = task_of(options)
    require_groups(options["visibility"], group_names(task))
    scoring = scoring_of(options, task)
    with (
        Supervisor(bubblewrap=sandbox, readable=readable, hidden=task.hidden) as supervisor,
        progress_of("runs") as progress,
    ):
        warn_of(supervisor.sandbox)
        count, seed = options["tests"] or ROWS, options["seed"]
        if options["function"]:
            require_name(options["function"])
            assignment = Assignment(task, tuple(rows), count, seed, scoring, options["function"])
            assignment = replace(assignment, entry=glob_escape(Path(command[0]).name))
            judgement = judge_submission(
                _file_of(command, options["function"]), assignment, supervisor, MOST_SECONDS, progress
            )
        else:
            judgement = judge_answers(
                command, task, rows=rows, count=count, seed=seed, scoring=scoring,
                supervisor=supervisor, progress=progress,
            )  # fmt: skip
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
def bot(
    context: click.Context,
    /,
    command: Sequence[str],
    memory: int,
    sandbox: bool,
    readable: Sequence[str],
    **options: Any,
) -> None:
    """Judge a program that plays whole games over a line protocol.

    \b
    Examples:
      twoends judge bot -- python3 examples/bots/larger_end.py  # against everybody
      twoends judge bot --opponent optimal --perfect -- ./best  # and every move has to be best
    """
    limits = Limits(seconds=options["seconds"], memory=memory << 20)
    games = games_of(options)
    with Supervisor(bubblewrap=sandbox, readable=readable) as supervisor, progress_of("games") as progress:
        warn_of(supervisor.sandbox)
        judgement = judge_bot(command, **games, limits=limits, supervisor=supervisor, progress=progress)
    report(context, judgement, options)


judge.add_command(judge_class)
judge.add_command(submission)
judge.add_command(judge_scores)
judge.add_command(judge_variant)
judge.add_command(judge_export)
judge.add_command(judge_selftest)
