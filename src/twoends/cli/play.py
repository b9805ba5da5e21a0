"""twoends play: play on this terminal, with hints and a review."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from random import randrange

import click

from twoends.cli.arguments import (
    VALUES,
    Name,
    games_given,
    is_notation,
    opponent_tweaks,
    opponents_named,
    row_words,
    rows_given,
)
from twoends.rules.cards import deal
from twoends.rules.games import Game
from twoends.rules.notation import parse_game, write_game
from twoends.rules.opponents import NAMES, optimal
from twoends.rules.rows import RowError
from twoends.terminal.session import Session

HUMAN = "human"


@click.command(context_settings=VALUES)
@row_words
@click.option("--deck", is_flag=True, help="Play a shuffled deck of 52 cards; so it is without a row.")
@click.option(
    "--opponent",
    "name",
    type=Name(*NAMES, HUMAN),
    help="optimal, greedy, modest, generous, random, module:function for your own, "
    "or human for two people at this screen [optimal].",
)
@opponent_tweaks
@click.option("--second", is_flag=True, help="Let the opponent move first.")
@click.option("--seed", type=int, help="Seed for the deck and for random moves.")
@click.pass_context
def play(
    context: click.Context,
    words: Sequence[str],
    deck: bool,
    name: str | None,
    ties: str | None,
    epsilon: str | None,
    second: bool,
    seed: int | None,
) -> None:
    """Play a game on this terminal, with hints, undo and a review.

    Without a row a deck is dealt. A game in notation goes on where it stopped. On leaving, the
    game is printed in notation. Where there is no terminal the game is played by plain prompts.

    \b
    twoends play
    twoends play 8 15 3 7 --opponent greedy --second
    twoends play '8 15 3 7 / first / RL'
    """
    human = name == HUMAN
    if seed is None:
        seed = randrange(10**6)
    if is_notation(" ".join(words)):
        if deck or second or ties or epsilon or (name and not human):
            raise click.UsageError(
                "the notation names the row, who is first and the opponent: leave the options for them out"
            )
        ((game, against),) = games_given(words, parse_game, "8 15 3 7 / first / RL")
    else:
        if deck and words:
            raise click.UsageError("a row and --deck are both given: choose one")
        if human and (ties or epsilon):
            raise click.UsageError(
                "--ties and --epsilon are for opponents that a program plays: leave them out"
            )
        rows = [deal(seed)] if not words else list(rows_given(context, words, None))
        if len(rows) != 1:
            raise RowError(f"there are {len(rows):,} rows: play one of them")
        against = optimal() if human else opponents_named([name or "optimal"], ties, epsilon)[0]
        game = Game(rows[0], not second)
    opening = Session(game, against, seed, human, dealt=not words)
    notation = write_game(game, against)
    try:
        if _on_a_terminal():
            from twoends.terminal.screen import play as sessions
        else:
            from twoends.terminal.prompts import play as sessions
        for session in sessions(opening):
            notation = write_game(session.game, session.against)
    except KeyboardInterrupt:
        raise click.Abort from None
    finally:
        click.echo(notation)  # however it ends, so that no game is lost


def _on_a_terminal() -> bool:
    """Whether whole screens can be drawn and single keys read."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")
        and "utf" in sys.stdout.encoding.lower()  # for the boxes and suits
        and os.name == "posix"
    )
