"""twoends record: the games played on this terminal."""

from __future__ import annotations

from datetime import date

import click

from twoends.answers.outcomes import winner_of
from twoends.cli.arguments import json_line, json_option
from twoends.cli.colour import width_of_terminal
from twoends.cli.command import Command
from twoends.terminal import records
from twoends.views.columns import wrapped


@click.command(cls=Command)
@click.option("--delete", is_flag=True, help="Delete all records, including the rows of the day.")
@json_option("game")
def record(delete: bool, as_json: bool) -> None:
    """Show your results: for each opponent, and for the rows of the day.

    Finished games of `twoends play` against a program are recorded in $XDG_DATA_HOME/twoends
    or ~/.local/share/twoends, the rows of the day of `twoends puzzle --daily` in
    $XDG_STATE_HOME/twoends or ~/.local/state/twoends. They are sent nowhere; --no-record leaves a game out.

    \b
    Examples:
      twoends record           # results, accuracy, streaks
      twoends record --delete  # delete them
    """
    if delete and as_json:
        raise click.UsageError("--delete and --json are both given: choose one")
    if delete:
        games, known = len(records.records()), len(records.read_days())
        records.delete(records.games_file())
        records.delete(records.days_file())
        rows = f" and {known} row{'s' * (known > 1)} of the day" if known else ""
        click.echo(f"{games} game{'s' * (games != 1)}{rows} deleted")
    elif as_json:
        for each in records.records():
            fields = {
                "opponent": each.opponent,
                "winner": winner_of(each.result),
                "accuracy": each.accuracy,
                "aided": each.aided,
                "guessed": each.guessed,
            }
            click.echo(json_line(fields))
    else:
        width = width_of_terminal()
        parts = [
            records.record_text(records.records(), width)
            or "No game is recorded yet: finish one with twoends play.",
            records.days_text(records.read_days(), date.today()),
        ]
        click.echo("\n\n".join(wrapped(part, width) for part in parts if part))
