"""twoends study and tournament: measure many rows, store them chunk by chunk, and print statistics.

A tournament is a round robin in which each pair plays every row twice, each moving first once.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from twoends.answers.matches import players as every_player
from twoends.cli import arguments
from twoends.cli.arguments import Name
from twoends.cli.command import Command, one_at_most, width_of_terminal
from twoends.cli.progress import progress_of
from twoends.rules.opponent_names import require_known
from twoends.rules.opponents import BY_END
from twoends.views.columns import columns, wrapped
from twoends.views.files import write_whole

if TYPE_CHECKING:
    from twoends.study import Results, Study

# Studies import NumPy and more inside the functions, so that help pages stay fast.

DEFAULT_PLAYERS = tuple(name for name in every_player() if name not in BY_END)
PLAYERS_OF_BOTS = ("optimal", "greedy", "random")

ROWS_OF_A_TOURNAMENT = 1000


def _named_folder(context: click.Context, option: click.Parameter, out: str | None) -> str | None:
    """Refuse an empty name, which would be the current folder."""
    if out == "":
        raise click.BadParameter("the name is empty: give a folder, or . for the current one")
    return out


running_options = arguments.combine(
    click.option(
        "--out",
        type=click.Path(file_okay=False),
        callback=_named_folder,
        help="Folder of results and pictures; run again to resume.",
    ),
    click.option("--workers", type=click.IntRange(1), default=1, help="Processes on this machine [1]."),
    click.option("--dask", metavar="ADDRESS", help="Run on a Dask cluster, such as tcp://host:8786."),
    click.option("--csv", "as_csv", is_flag=True, help="Print all statistics as CSV."),
    click.option("-j", "--json", "as_json", is_flag=True, help="Print all statistics as one JSON object."),
)
"""The options for where the work runs and in which form the results are printed."""


def print_example(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Print the example of a description and end the command, as --help does."""
    from twoends.study.description import EXAMPLE

    if wanted and not context.resilient_parsing:
        click.echo(EXAMPLE.read_text("utf-8"), nl=False)
        context.exit()


@click.command(cls=Command)
@click.argument("file", required=False, metavar="[FILE]", type=click.Path(dir_okay=False))
@click.option(
    "--example",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_example,
    help="Print an example of FILE and stop.",
)
@click.option("--rows", help='deck, "uniform LOW HIGH", permutation, "walk STEP" or "file PATH" [deck].')
@click.option("--length", "lengths", metavar="N", help="Cards in a row: 52, or 8,16,32, or 2..64 [52].")
@click.option("-n", "--count", type=int, help="Rows of each length [100000].")
@click.option("-s", "--seed", type=int, help="Seed of the rows [1].")
@click.option(
    "--pairing",
    "pairings",
    multiple=True,
    metavar="TEXT",
    help='Pair of players, such as "best against greedy left"; may be repeated.',
)
@arguments.rules
@click.option("--moves-first", type=click.Choice(["both", "you", "opponent"]), help="First mover [both].")
@click.option("--reduced", is_flag=True, default=None, help="Also count the coins of each contracted row.")
@click.option("--keep-rows", is_flag=True, default=None, help="Also store every row with its results.")
@running_options
def study(
    file: str | None,
    out: str | None,
    workers: int,
    dask: str | None,
    as_csv: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Measure many rows: who wins how often, and by how much.

    FILE describes the study in TOML; options override it. Results are exact and reproducible. With --out,
    they are also stored as tables and pictures, and the same command resumes an interrupted study. When
    output is not a terminal, the tables are printed as Markdown.

    \b
    Examples:
      twoends study --pairing "greedy against optimal"  # 100,000 decks
      twoends study studies/decks.toml --out decks      # stored, and resumed by the same command
      twoends study --out decks --json                  # print its results again
    """
    from twoends.study.description import describe, read
    from twoends.study.folder import DESCRIPTION, read_description

    form = _form(as_csv, as_json)
    arguments.allow_local_modules()
    given = {name: value for name, value in options.items() if value not in (None, ())}
    resumed = out is not None and (Path(out) / DESCRIPTION).exists()
    base = read(file) if file is not None else read_description(Path(out)) if out and resumed else None
    described = describe(given, base)
    if out is not None and not (file or given or resumed):
        # Said because the user may have meant to resume a study and mistyped its folder.
        lengths, pairings = ", ".join(map(str, described.lengths)), ", ".join(map(str, described.pairings))
        click.echo(
            f"twoends: a new study begins in {out}: rows {described.rows}, lengths {lengths}, "
            f"count {described.count:,}, {pairings}",
            err=True,
        )
    if described.keep_rows and out is None:
        raise click.UsageError("--keep-rows needs a folder: give --out FOLDER")
    carry_out(described, out, workers, dask, form)


@click.command(cls=Command)
@click.argument("players", nargs=-1, metavar="[PLAYER]...", type=Name(every_player()))
@click.option(
    "--bot", "bots", multiple=True, metavar="COMMAND", help="A program that plays; may be repeated."
)
@click.option("--rows", help='deck, "uniform LOW HIGH", permutation, "walk STEP" or "file PATH" [deck].')
@arguments.rules
@click.option("--length", "lengths", metavar="N", help="Cards in a row [52].")
@click.option("-n", "--count", type=int, help="Rows for each pair, played twice each [1000].")
@click.option("-s", "--seed", type=int, help="Seed of the rows [1].")
@running_options
def tournament(
    players: tuple[str, ...],
    bots: tuple[str, ...],
    out: str | None,
    workers: int,
    dask: str | None,
    as_csv: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Let every player meet every other, and rank them.

    A player is best (the best response to the other player), an opponent, or with --bot a program that
    speaks the protocol of `twoends judge bot`. By default best and the built-in opponents but
    left and right play; if only bots are given, they meet optimal, greedy and random. A tournament is a
    study and reports its results as one.

    \b
    Examples:
      twoends tournament                                        # six players on decks
      twoends tournament best "greedy left" "greedy right"      # these three
      twoends tournament --bot "python3 mine.py" --bot ./yours  # two programs
    """
    from twoends.study import round_robin
    from twoends.study.description import describe
    from twoends.study.pairings import BOT

    form = _form(as_csv, as_json)
    arguments.allow_local_modules()
    for name in players:
        require_known(name, "player", every_player())
    given = {name: value for name, value in options.items() if value is not None}
    if not str(given.get("rows")).startswith("file "):
        given.setdefault("count", ROWS_OF_A_TOURNAMENT)
    meeting = [*(players or (PLAYERS_OF_BOTS if bots else DEFAULT_PLAYERS)), *(f"{BOT}{bot}" for bot in bots)]
    pairings = [str(pairing) for pairing in round_robin(meeting)]
    carry_out(describe(given | {"pairings": pairings}), out, workers, dask, form)


def _form(as_csv: bool, as_json: bool) -> str | None:
    """The form in which the results are printed; None: as tables or Markdown."""
    one_at_most({"--csv": as_csv, "--json": as_json})
    return "csv" if as_csv else "json" if as_json else None


def carry_out(study: Study, out: str | None, workers: int, dask: str | None, form: str | None) -> None:
    """Run a study with progress, store its results in its folder, and print them.

    By default they are printed as tables on a terminal and as Markdown elsewhere.
    """
    from twoends.study import run
    from twoends.study.tables import FORMS

    hint = "with --out FOLDER it could be resumed"
    if out is not None:
        hint = f"twoends study --out {shlex.quote(out)} resumes it"
    with progress_of("rows", resumed_by=hint) as show:
        try:
            results = run(study, out, workers=workers, dask=dask, progress=show)
            if out is not None:
                store(results, Path(out))
        except KeyboardInterrupt:
            try:  # noqa: SIM105 - suppress would be interrupted as it is entered
                time.sleep(0.01)  # Polars raises this itself; Python's own, which follows, is raised here
            except KeyboardInterrupt:
                pass
            raise
    if form is None and sys.stdout.isatty():
        _show_tables(results)
    else:
        click.echo(FORMS[form or "md"](results), nl=False)


def store(results: Results, folder: Path) -> None:
    """Store the results in the study's folder as tables and pictures, unless it is read-only."""
    from twoends.study.tables import FORMS

    if not os.access(folder, os.W_OK):
        click.echo(f"{folder} is read-only: its tables and pictures are not updated", err=True)
        return
    for form, write in FORMS.items():
        write_whole(folder / f"results.{form}", write(results).encode())
    from twoends.study.charts import save  # after the tables, because it raises if Matplotlib is missing

    pictures = save(results, folder)
    stored = ", ".join(path.name for path in [folder / "results.md", *pictures])
    click.echo(f"{folder}: {stored}, and the same as CSV, JSON and SVG", err=True)


def _show_tables(results: Results) -> None:
    from twoends.study.tables import subject, tables

    width = width_of_terminal()
    click.echo(wrapped(subject(results.study), width))
    for each in tables(results):
        numbers = [
            all(re.match(r"[-+\d]", cell) for cell in column if cell)
            for column in zip(*each.rows, strict=True)
        ]
        keys = len(numbers) - numbers[::-1].index(False) if False in numbers else 1
        aligned = "".join(">" if each else "<" for each in numbers)
        click.echo("\n" + wrapped(click.style(each.title, bold=True), width) + "\n")
        click.echo("\n".join(columns(each.header, each.rows, aligned, width, keys)))
