"""twoends judge: run a program or a function, shrink its failure, name the mistake.

A task can be written for Gradescope and Kattis, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from twoends.cli import judging
from twoends.cli.arguments import FILE
from twoends.cli.command import Commands
from twoends.cli.judge_class import judge_class, submission
from twoends.cli.progress import progress_of
from twoends.judge import Limits, Supervisor, judge_answers, judge_bot
from twoends.judge.answers import ROWS
from twoends.judge.exports import kattis as packages
from twoends.judge.exports.autograder import autograder
from twoends.rules.rules import DEFAULT
from twoends.views.files import write_whole


@click.group(cls=Commands)
def judge() -> None:
    """Judge a program: its verdict, smallest failure, and mistake.

    The program runs within limits, leaves no process behind, and can access only its own files and its
    language; the report says what confines it on this machine.
    """


@judge.command()
@click.argument("command", nargs=-1, required=True, metavar="-- COMMAND...", type=FILE)
@judging.task_options(ROWS)
@judging.readable_option
@judging.report_options
def answers(command: Sequence[str], **options: Any) -> int:
    """Judge a program that reads rows and prints answers.

    \b
    Examples:
      twoends judge answers --task removal-game -- python3 answer.py  # a built-in task
      twoends judge answers --task homework.toml -- ./answer          # your own task
    """
    assignment = judging.prepared(judging.assignment_of(options))
    with judging.with_warning(assignment.supervisor()) as supervisor, progress_of("runs") as progress:
        judgement = judge_answers(
            command, assignment.task, **assignment.rows, supervisor=supervisor, progress=progress
        )
    return judging.report(judgement, options)


@judge.command()
@click.argument("command", nargs=-1, required=True, metavar="-- COMMAND...", type=FILE)
@judging.game_options
@click.option("--memory", type=judging.MEGABYTES_OF_MEMORY, default=256, help="Megabytes [256].")
@judging.readable_option
@judging.report_options
def bot(command: Sequence[str], **options: Any) -> int:
    """Judge a program that plays whole games over a line protocol.

    \b
    Examples:
      twoends judge bot -- python3 examples/bots/larger_end.py  # against every opponent
      twoends judge bot --opponent optimal --perfect -- ./best  # every move must be a best one
    """
    limits = Limits(seconds=options["seconds"], memory=options["memory"] << 20)
    games = judging.games_of(options)
    supervisor = Supervisor(readable=options["readable"])
    with judging.with_warning(supervisor), progress_of("games") as progress:
        judgement = judge_bot(command, **games, limits=limits, supervisor=supervisor, progress=progress)
    return judging.report(judgement, options)


for each in (judge_class, submission):
    judge.add_command(each)


# --- export ------------------------------------------------------------------------------------


@judge.group("export", cls=Commands)
def export() -> None:
    """Write a task for another judge."""


@export.command()
@click.argument("folder", type=FILE)
@judging.assignment_options(ROWS)
@judging.points_options
@click.pass_context
def gradescope(context: click.Context, /, folder: str, **options: Any) -> None:
    """Write autograder.zip into a folder, ready to upload.

    \b
    Examples:
      twoends judge export gradescope homework --task removal-game  # homework/autograder.zip
    """
    path = Path(folder) / "autograder.zip"
    if path.exists():
        raise click.UsageError(f"{path} exists: remove it, or choose another folder")
    assignment = judging.prepared(judging.assignment_of(options))
    file = Path(options["name"])
    files = {_in_autograder(file): file.read_bytes()} if file.suffix else {}
    judging.folder_to_write(folder)
    write_whole(path, autograder(_words(context), files, assignment.planned))
    click.echo(f"{path}: upload it to Gradescope as the autograder")


def _in_autograder(file: Path) -> str:
    """The path of a task file in the autograder."""
    return f"task/{file.name}"


def _words(context: click.Context) -> list[str]:
    """Return the options of this command line, rewritten for the autograder."""
    words: list[str] = []
    for option in context.command.params:
        name = option.name or ""
        given = context.get_parameter_source(name) is not ParameterSource.DEFAULT
        if not isinstance(option, click.Option) or not given:
            continue
        value = context.params[name]
        if name == "name" and (file := Path(value)).suffix:
            value = _in_autograder(file)
        if isinstance(value, dict):
            value = tuple(map("=".join, value.items()))
        for each in value if isinstance(value, tuple) else (value,):
            words += [option.opts[-1], str(each)]
    return words


@export.command()
@click.argument("folder", type=FILE)
@judging.task_options(packages.ROWS)
def kattis(folder: str, **options: Any) -> None:
    """Write a problem package for Kattis.

    It has a statement, rows, validators, and right and wrong submissions. Tasks under other rules than one
    card from either end, in turn, are refused.

    \b
    Examples:
      twoends judge export kattis removalgame --task removal-game  # the package removalgame
    """
    task = judging.task_of(options)
    name = Path(folder).absolute().name
    if not re.fullmatch("[a-z0-9]+", name):
        short = re.sub("[^a-z0-9]", "", name.lower()) or "removalgame"
        raise click.UsageError(
            f"a package name has only a-z and 0-9, unlike '{name}': call the folder {short}"
        )
    if not task.rules.plain or task.by_row:
        rules = f"{task.rules}{task.by_row}"
        raise click.UsageError(f"a package supports only the rules '{DEFAULT}', not '{rules}'")
    if Path(folder).is_dir() and any(Path(folder).iterdir()):
        raise click.UsageError(f"{folder} is not empty: choose a new folder for the package")
    files = dict(packages.package(task, options["tests"], options["seed"]))
    there = judging.folder_to_write(folder)
    for path, content in files.items():
        write_whole(there / path, content)
    click.echo(f"{folder}: {len(files)} files; try it with verifyproblem {folder}")
