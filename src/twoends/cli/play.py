"""twoends play: play on this terminal, with hints and a review."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from random import randrange

import click

from twoends.cli.arguments import Name, opponent_tweaks, opponents_named, row_words, shapes_given
from twoends.cli.command import Command
from twoends.rules.cards import deal
from twoends.rules.errors import RowError
from twoends.rules.games import Game
from twoends.rules.notation import write
from twoends.rules.opponents import opponent
from twoends.rules.replies import HUMAN, names
from twoends.rules.rows import Row
from twoends.terminal.session import Session


@click.command(cls=Command)
@row_words
@click.option("--deck", is_flag=True, help="Play a shuffled deck of 52 cards; so it is without a row.")
@click.option(
    "-o",
    "--opponent",
    "name",
    type=Name(*names(), HUMAN),
    help=f"{', '.join(names())}, module:function for your own, "
    "or human for two people at this screen [optimal].",
)
@opponent_tweaks
@click.option("--second", is_flag=True, help="Let the opponent move first.")
@click.option("-s", "--seed", type=int, help="Seed for the deck and for random moves.")
def play(
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
    what = [deal(seed=seed)] if not words else list(shapes_given(words))
    if deck and words:
        raise click.UsageError("a row and --deck are both given: choose one")
    if len(what) != 1:
        raise RowError(f"there are {len(what):,} rows: play one of them")
    (dealt,) = what
    if isinstance(dealt, Game):
        if second or ties or epsilon or (name and not human):
            raise click.UsageError(
                "the notation names the row, who is first and the opponent: leave the options for them out"
            )
        game = dealt
    else:
        if human and (ties or epsilon):
            raise click.UsageError(
                "--ties and --epsilon are for opponents that a program plays: leave them out"
            )
        against = opponent(HUMAN) if human else opponents_named([name or "optimal"], ties, epsilon)[0]
        game = Game(dealt, not second, (), against)
    if not isinstance(game.shape, Row):
        raise RowError("this terminal shows rows: play a row, and solve or review boards and circles")
    opening = Session(game, seed, game.opponent.is_person, dealt=not words)
    notation = write(game)
    try:
        if on_a_terminal():
            from twoends.terminal.screen import play as sessions
        else:
            from twoends.terminal.prompts import play as sessions
        for session in sessions(opening):
            notation = write(session.game)
    except KeyboardInterrupt:
        raise click.Abort from None
    finally:
        click.echo(notation)  # however it ends, so that no game is lost


def on_a_terminal() -> bool:
    """Whether whole screens can be drawn and single keys read."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")
        and "utf" in sys.stdout.encoding.lower()  # for the boxes and suits
        and os.name == "posix"
    )
