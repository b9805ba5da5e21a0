"""twoends play: play on this terminal, with hints and a review."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from twoends import terminal
from twoends.cli import arguments
from twoends.cli.arguments import Name
from twoends.cli.command import Command
from twoends.rules.cards import deal, fresh_seed
from twoends.rules.errors import RowError
from twoends.rules.games import Game
from twoends.rules.notation import write
from twoends.rules.opponent_names import opponent
from twoends.rules.opponents import HUMAN, NAMES
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape
from twoends.terminal.session import Session
from twoends.views.words import face_values, rule_text


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="VALUES...", type=click.UNPROCESSED)
@click.option(
    "-o",
    "--opponent",
    "name",
    type=Name([*NAMES, HUMAN]),
    help=f"{', '.join(NAMES)}, or human for two people at this screen [optimal].",
)
@arguments.ties
@arguments.rules
@click.option("--second", is_flag=True, help="Let the opponent move first.")
@click.option("-s", "--seed", type=int, help="Seed for the deck and for random moves.")
def play(
    words: Sequence[str],
    name: str | None,
    ties: str | None,
    rules: Rules | None,
    second: bool,
    seed: int | None,
) -> None:
    """Play a game on this terminal, with hints, undo and a review.

    Without a row, a deck is dealt; the word circle alone deals a circle of 12 cards, board three rows of 5.
    A game in notation continues where it stopped; - reads it from standard input. When you quit, the game is
    printed as such a text. Without a terminal, you play at plain prompts.

    \b
    Examples:
      twoends play                                      # a deck against an optimal opponent
      twoends play 8 15 3 7 --opponent greedy --second  # your row; they move first
      twoends play --rules 'take 1-3 left'              # under other rules
      twoends play circle                               # a circle of 12 cards
      twoends play '[1 2 | 3 7 4 | 9]'                  # a board of three rows
      twoends play '8 15 3 7 / first / RL'              # continue a game
    """
    if name == HUMAN and ties:
        raise click.UsageError("--ties is for computer opponents: remove it")
    if seed is None:
        seed = fresh_seed()
    given = _shape_or_game(words, seed, rules)
    if isinstance(given, Game):
        if second or ties or (name not in (None, HUMAN)):
            raise click.UsageError(
                "the notation gives the cards, the first player and the opponent: remove the options for them"
            )
        game, name = given, name or str(given.opponent)
    else:
        game, name = Game(given, not second, rules=rules), name or "optimal"
    if name == HUMAN:
        against = opponent(HUMAN)
    else:
        (against,) = arguments.opponents([name], ties)
    game = replace(game, opponent=against)
    if "-" in words and sys.stdout.isatty() and os.name == "posix":
        # The game came from a pipe; the keys come from the terminal.
        os.dup2(os.open("/dev/tty", os.O_RDONLY), sys.stdin.fileno())
    has_dealt = not words or arguments.bare_shape(words) is not None
    game.check_single_player(game.opponent)
    rules_and_values = " ".join([rule_text(game), *face_values(game.shape)])
    last = opening = Session(game, seed, has_dealt, message=rules_and_values)
    try:
        for session in terminal.play(opening):
            last = session
    except KeyboardInterrupt:
        raise click.Abort from None
    finally:
        click.echo(write(last.game))  # even after an error, so that no game is lost


def _shape_or_game(words: Sequence[str], seed: int, rules: Rules | None = None) -> Shape | Game:
    """Return what to play. Raises RowError for several rows."""
    if not words:
        return deal(seed=seed)
    if shape := arguments.bare_shape(words):
        return shape.of_deck(deal(seed=seed))
    given = list(arguments.items(words, rules=rules))
    if len(given) != 1:
        raise RowError(f"there are {len(given):,} rows: play one of them")
    return given[0].content
