"""twoends check-player: judge a Python player in this process."""

from __future__ import annotations

from typing import Any

import click

from twoends.answers.matches import BEST, players
from twoends.cli.arguments import opponents_named
from twoends.cli.command import Command
from twoends.cli.judging import game_options, games_of, report, report_options
from twoends.cli.progress import progress_of
from twoends.judge import judge_player
from twoends.rules.errors import OpponentError, one_of


@click.command(cls=Command)
@click.argument("name", metavar="MODULE:FUNCTION")
@game_options
@report_options
@click.pass_context
def check_player(context: click.Context, /, name: str, **options: Any) -> None:
    """Let a Python player play, and report what its moves give away.

    A player is a function from a position to a side. It runs in this process: for code
    that you do not trust, use `twoends judge bot`.

    \b
    Examples:
      twoends check-player my_players:cautious --opponent optimal  # def cautious(position)
    """
    chosen = opponents_named([name], None, None)[0] if ":" in name else None
    if chosen is None or chosen.player is None or chosen.stochastic:
        raise OpponentError(
            f"{name} is not a player of your own: name a function of one argument, as in "
            "my_players:cautious, "
            f"or see {one_of(players())} judged: twoends judge bot -- twoends bot --player {BEST}"
        )
    games = games_of(options)
    with progress_of("games") as progress:
        seconds = options["seconds"]
        judgement = judge_player(name, chosen.player, **games, seconds=seconds, progress=progress)
    report(context, judgement, options)
