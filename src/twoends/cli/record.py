"""twoends record: the games that were played on this terminal."""

from __future__ import annotations

import click

from twoends.answers.solution import winner_of
from twoends.cli.colour import width_of_terminal
from twoends.cli.command import Command
from twoends.terminal import records
from twoends.views.columns import wrapped


@click.command(cls=Command)
@click.option("--delete", is_flag=True, help="Delete all that is recorded.")
@click.option("-j", "--json", "as_json", is_flag=True, help="Print one JSON object per game, a line each.")
def record(delete: bool, as_json: bool) -> None:
    """Show how your games went: results, accuracy and best streak, for each opponent.

    Finished games of `twoends play` against a program are recorded in your data folder, in
    $XDG_DATA_HOME/twoends or ~/.local/share/twoends, and go nowhere else; --no-record leaves one out.

    \b
    twoends record
    twoends record --delete
    """
    if delete and as_json:
        raise click.UsageError("--delete and --json are both given: choose one")
    if delete:
        count = records.delete()
        click.echo(f"{count} game{'s' * (count != 1)} deleted")
    elif as_json:
        from json import dumps

        for each in records.records():
            told = {
                "opponent": each.opponent,
                "winner": winner_of(each.result),
                "accuracy": each.accuracy,
                "aided": each.aided,
                "guessed": each.guessed,
            }
            click.echo(dumps(told, ensure_ascii=False))
    else:
        width = width_of_terminal()
        click.echo(wrapped(records.told(records.records(), width), width))
