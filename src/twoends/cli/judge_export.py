"""twoends judge export: write a task for Gradescope or Kattis."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from twoends.cli.arguments import FILE
from twoends.cli.command import Commands
from twoends.cli.judging import (
    assignment_of,
    assignment_options,
    folder_to_write,
    points_options,
    task_of,
    task_options,
)
from twoends.judge.answers import ROWS
from twoends.judge.exports.autograder import autograder
from twoends.judge.exports.kattis import ROWS as KATTIS_ROWS
from twoends.judge.exports.kattis import package
from twoends.judge.result_files import require_writable
from twoends.views.files import write_whole


@click.group("export", cls=Commands)
def judge_export() -> None:
    """Write a task for another judge."""


@judge_export.command()
@click.argument("folder", type=FILE)
@assignment_options(ROWS)
@points_options
@click.pass_context
def gradescope(context: click.Context, /, folder: str, **options: Any) -> None:
    """Write autograder.zip into a folder, ready to upload.

    \b
    Examples:
      twoends judge export gradescope homework --task removal-game  # homework/autograder.zip
    """
    path = Path(folder) / "autograder.zip"
    if path.exists():
        raise click.UsageError(f"{path} exists: remove it, or name another folder")
    assignment = assignment_of(options)
    assignment.check()
    if assignment.task.own is not None and not (options["name"] or "").endswith(".toml"):
        raise click.UsageError(
            "an autograder needs the reference in a file: write FILE.toml and give --task FILE.toml"
        )
    words, files = _words(context), _exercise_files(options["name"] or "")
    if assignment.rows:
        words += ["--file", "rows.txt"]
        files["rows.txt"] = "".join(f"{' '.join(map(str, row))}\n" for row in assignment.rows).encode()
    folder_to_write(folder)
    require_writable(path)
    write_whole(path, autograder(words, files))
    click.echo(f"{path}: upload it to Gradescope as the autograder")


EXERCISE = "exercise"
MOST_BYTES = 20 << 20


def _exercise_files(name: str) -> dict[str, bytes]:
    """Read the files beside an exercise, which its programs may need, by name in the autograder."""
    if not name.endswith(".toml"):
        return {}
    here = Path(name).parent
    paths = [path for path in sorted(here.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    if sum(path.stat().st_size for path in paths) > MOST_BYTES:
        raise click.UsageError(
            f"an autograder contains the folder of {name}, which has more than {MOST_BYTES >> 20} MB: "
            "put the exercise into a folder of its own"
        )
    return {f"{EXERCISE}/{path.relative_to(here).as_posix()}": path.read_bytes() for path in paths}


def _words(context: click.Context) -> list[str]:
    """Return the options of this command line, rewritten for the autograder."""
    words: list[str] = []
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is not ParameterSource.DEFAULT
        if not isinstance(option, click.Option) or not given or option.name in ("file", "generator"):
            continue
        value = context.params[option.name or ""]
        if option.name == "name" and value.endswith(".toml"):
            value = f"{EXERCISE}/{Path(value).name}"
        if option.is_flag:
            words.append(option.opts[-1])
        elif isinstance(value, dict):
            words += [word for pair in value.items() for word in (option.opts[-1], "=".join(pair))]
        else:
            for each in value if isinstance(value, tuple) else (value,):
                words += [option.opts[-1], str(each)]
    return words


@judge_export.command()
@click.argument("folder", type=FILE)
@task_options(KATTIS_ROWS)
def kattis(folder: str, **options: Any) -> None:
    """Write a problem package for Kattis.

    It has a statement, rows, validators, and right and wrong submissions.

    \b
    Examples:
      twoends judge export kattis removalgame --task removal-game  # the package removalgame
    """
    task, rows = task_of(options)
    name = Path(folder).absolute().name
    if not re.fullmatch("[a-z0-9]+", name):
        short = re.sub("[^a-z0-9]", "", name.lower()) or "removalgame"
        raise click.UsageError(
            f"the name of a package has only a-z and 0-9, unlike '{name}': name the folder {short}"
        )
    if rows:
        raise click.UsageError("a package generates its own rows: replace --file by --tests and --seed")
    if task.own is None and (not task.rules.plain or task.stops):
        refused = "rows that end in K" if task.stops else f"'{task.rules}'"
        raise click.UsageError(f"a package supports only one card from either end, not {refused}")
    if Path(folder).is_dir() and any(Path(folder).iterdir()):
        raise click.UsageError(f"{folder} is not empty: name a new folder for the package")
    files = dict(package(task, options["tests"], options["seed"]))
    for path, content in files.items():
        (there := folder_to_write(folder) / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(there, content)
    click.echo(f"{folder}: {len(files)} files; try it with verifyproblem {folder}")
