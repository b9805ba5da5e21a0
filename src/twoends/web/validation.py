"""Validation: read the row, the opponent or the game of a question within bounds.

Every input has a bound, and slow work is refused before it starts. On the shared 2-core machine where
the bounds were chosen, the longest permitted request took 4 seconds.
"""

from __future__ import annotations

import re
from fractions import Fraction

from twoends.rules.errors import NotationError, OpponentError, TwoEndsError
from twoends.rules.games import Game
from twoends.rules.notation import parse
from twoends.rules.opponent_names import computer_opponent
from twoends.rules.opponents import NAMES, Opponent
from twoends.rules.pasted import notation_in
from twoends.rules.rows import Row
from twoends.rules.shapes import row_of
from twoends.rules.text import parse_row

MAX_CARDS = 1_000
"""Any opponent but the optimal one costs n²/2 positions for each total."""

MAX_DIGITS = 100
"""The digits of a value, and of the denominator of a fraction."""

FINEST_CHANCE = 1_000
"""The largest denominator of a probability: expectations grow by its digits with every two cards."""

MAX_CARDS_BY_ONE, MAX_CARDS_BY_FEW, MAX_CARDS_BY_ANY = 60, 30, 20
MAX_POSITIONS = 8_000
"""Limits for the general search, which takes a few seconds: by cards per move, and by positions."""


def read_row(text: str) -> Row:
    """Read a row. Raises TwoEndsError."""
    return _require_digits(parse_row(notation_in(text)))


def read_opponent(name: str) -> Opponent:
    """Read a built-in opponent. Raises TwoEndsError."""
    _require_builtin(name)
    return _require_coarse(computer_opponent(name))


def read_game(text: str) -> Game:
    """Read a game, or a row, board or circle as people paste it: nothing has been played then.

    Raises TwoEndsError.
    """
    text = notation_in(text)
    _require_builtin(_BOARD_MOVES.sub(r"\1", text))
    _require_length(len(text.partition(" / ")[0].split()))
    read = parse(text)
    game = read if isinstance(read, Game) else Game(read)
    if game.rules.merge:
        raise NotationError("the page does not show merged cards: leave merge out, or use twoends play")
    _require_digits(game.shape.cards)
    if not (game.rules.plain and row_of(game.shape)):
        _require_small(game)
    _require_coarse(computer_opponent(game.opponent))
    return game


def _require_small(game: Game) -> None:
    """Refuse games that need a long general search: boards, circles, and other rules."""
    shape, rules = game.shape, game.rules
    if rules.one_card:
        most = MAX_CARDS_BY_ONE
    else:
        most = MAX_CARDS_BY_ANY if rules.most is None else MAX_CARDS_BY_FEW
    if len(shape) > most:
        raise TwoEndsError(
            f"{len(shape):,} cards are too many for the page here: give at most {most}, or use twoends solve"
        )
    positions, _ = shape.sizes(shape.initial)
    if positions > MAX_POSITIONS:
        raise TwoEndsError(
            f"a {shape.name} of {positions:,} positions is too large for the page: "
            "give three rows of five cards at most, or use twoends solve"
        )


def _require_digits(row: Row) -> Row:
    _require_length(len(row))
    for place, value in enumerate(row.values, 1):
        exact = Fraction(value)
        if max(abs(exact.numerator), exact.denominator) >= 10**MAX_DIGITS:
            raise TwoEndsError(
                f"value {place} has more than {MAX_DIGITS} digits, too many for the page: "
                "give a shorter number"
            )
    return row


def _require_coarse(against: Opponent) -> Opponent:
    if against.epsilon.denominator > FINEST_CHANCE:
        raise TwoEndsError(
            "the denominator of a probability is too large for the page: "
            f"give one of at most {FINEST_CHANCE:,}"
        )
    return against


def _require_length(cards: int) -> None:
    if cards > MAX_CARDS:
        raise TwoEndsError(
            f"a row of {cards:,} cards is too long for the page: give at most {MAX_CARDS:,}, "
            "or use twoends solve"
        )


_BOARD_MOVES = re.compile(r"(/\s*(?:first|second)\s*/)[\s0-9:LRx]+(?=/|$)", re.IGNORECASE)
"""The moves of a game, in which a colon separates a component and a side."""


def _require_builtin(text: str) -> None:
    """Refuse module:function, because a server must not load code that a request names."""
    if ":" in text:
        raise OpponentError(
            "the page plays only the built-in opponents: choose one of "
            f"{', '.join(NAMES)}, or play against your own on the command line"
        )
