"""twoends check-player: judge a Python player in this process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from twoends.cli.arguments import opponents_named
from twoends.cli.judge import game_options, game_rows_of, report, report_options
from twoends.cli.progress import progress_of
from twoends.judge import judge_player
from twoends.judge.games import OPPONENTS
from twoends.opponents import OpponentError


@click.command()
@click.argument("name", metavar="MODULE:FUNCTION")
@game_options
@report_options
@click.pass_context
def check_player(
    context: click.Context,
    /,
    name: str,
    names: Sequence[str],
    ties: str | None,
    games: int,
    seed: int,
    file: str | None,
    perfect: bool,
    **reports: Any,
) -> None:
    """Let a Python player play, and say what its moves give away.

    A player is a function from a position to a side. It runs in this process: for the code of
    people whom you do not trust use `twoends judge bot`.

    \b
    twoends check-player my_players:cautious --opponent optimal
    """
    (player,) = opponents_named([name], None, None)
    if player.player is None:
        raise OpponentError(
            f"{name} is no player: name a function of one argument, as in my_players:cautious"
        )
    opponents = opponents_named(names, ties, None) if names else OPPONENTS
    with progress_of("games") as progress:
        judgement = judge_player(
            name,
            player.player,
            opponents=opponents,
            rows=game_rows_of(file),
            games=games,
            seed=seed,
            perfect=perfect,
            progress=progress,
        )
    report(context, judgement, reports)
