"""What a request asks for: a row, an opponent, a game, each read within bounds.

Whoever can reach the server can ask it to work, so that every input has a bound, and work that
would take long is refused before it starts. On the shared 2-core machine that the bounds were set
on, the longest permitted request took 4 seconds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from twoends.rules.errors import NotationError, OpponentError, RowError, TwoEndsError
from twoends.rules.games import Game
from twoends.rules.notation import parse_game
from twoends.rules.opponents import independent, replying
from twoends.rules.preferences import Opponent, names
from twoends.rules.rows import Row
from twoends.rules.shapes import row_of
from twoends.rules.text import parse_row, split_words

MOST_BYTES = 64 * 1024
"""The body of a request."""

MOST_CARDS = 1_000
"""Any opponent but the optimal one costs n²/2 positions for each total."""

MOST_DIGITS = 100
"""The digits of a value, and of the denominator of a fraction."""

FINEST_CHANCE = 1_000
"""The largest denominator of a probability: expectations grow by its digits with every two cards."""


MOST_CARDS_BY_ONE, MOST_CARDS_BY_FEW, MOST_CARDS_BY_ANY = 60, 30, 20
MOST_POSITIONS = 8_000
"""What the general search answers within a few seconds: one card a move, some cards, any number; boards."""


class TooMuchError(TwoEndsError):
    """More than the server is willing to work on; over HTTP the answer is 413."""


def row_asked(row: str | Sequence[int | float | str]) -> Row:
    """Read a row from text or from JSON values. Raises RowError, TooMuchError.

    >>> row_asked([8, 2.5, "10h"])
    Row(8 2.5 10♥)
    """
    # A JSON number becomes the decimal that the client wrote, not the nearest binary fraction.
    text = row if isinstance(row, str) else " ".join(map(str, row))
    _refuse_decimal_commas(text)
    _refuse_long(len(split_words(text)))
    return _bounded(parse_row(text))


def opponent_asked(name: str, ties: str | None = None, epsilon: str | None = None) -> Opponent:
    """Read an opponent: a built-in one only. Raises OpponentError, TooMuchError."""
    _refuse_own_code(name)
    return _coarse(replying(name, ties=ties, epsilon=epsilon))


def game_asked(text: str) -> Game:
    """Read a game's notation. Raises what `notation.parse_game` raises, OpponentError, and TooMuchError."""
    _refuse_own_code(_BOARD_MOVES.sub(r"\1", text))
    dealt = text.partition(" / ")[0]
    _refuse_decimal_commas(dealt)
    _refuse_long(len(dealt.split()))
    game = parse_game(text)
    if game.rules.merge:
        raise NotationError("the page does not show merged cards: leave merge out, or use twoends play")
    _bounded(game.shape.cards)
    if not (game.rules.plain and row_of(game.shape)):
        _refuse_large(game)
    _coarse(independent(game.opponent))
    return game


def _refuse_large(game: Game) -> None:
    """Refuse what only the general search can answer, and not soon: boards, circles, and other rules."""
    shape, rules = game.shape, game.rules
    counts = 1 if rules.one_card else 2 if rules.most is not None else 3
    most = {1: MOST_CARDS_BY_ONE, 2: MOST_CARDS_BY_FEW, 3: MOST_CARDS_BY_ANY}[counts]
    if len(shape) > most:
        raise TooMuchError(
            f"{len(shape):,} cards are too many for the page here: give at most {most}, or use twoends solve"
        )
    positions, _ = shape.sizes(shape.whole)
    if positions > MOST_POSITIONS:
        raise TooMuchError(
            f"a {shape.name} of {positions:,} positions is too large for the page: "
            "give three rows of five cards at most, or use twoends solve"
        )


def _bounded(row: Row) -> Row:
    _refuse_long(len(row))
    for place, value in enumerate(row.values, 1):
        exact = Fraction(value)
        if max(abs(exact.numerator), exact.denominator) >= 10**MOST_DIGITS:
            raise TooMuchError(
                f"value {place} has more than {MOST_DIGITS} digits, too many for the page: "
                "give a shorter number"
            )
    return row


def _coarse(against: Opponent) -> Opponent:
    for chance in (against.stray, against.stray_left):
        if chance.denominator > FINEST_CHANCE:
            raise TooMuchError(
                "a probability is too fine for the page: give one with a denominator "
                f"of at most {FINEST_CHANCE:,}"
            )
    return against


_COMMA_NUMBER = re.compile(r"[+-]?[0-9]+,[0-9]+")


def _refuse_decimal_commas(text: str) -> None:
    """Refuse `1,5 2,5`: two decimals for half of Europe, four integers for the others."""
    words = text.split()
    doubtful = next(filter(_COMMA_NUMBER.fullmatch, words), None)
    if doubtful and len(words) > 1 and not any(word.endswith((",", ";")) for word in words):
        point, apart = doubtful.replace(",", "."), doubtful.replace(",", " ")
        raise RowError(f"'{doubtful}' may be one value or two: write {point} for one, {apart} for two")


def _refuse_long(cards: int) -> None:
    if cards > MOST_CARDS:
        raise TooMuchError(
            f"a row of {cards:,} cards is too long for the page: give at most {MOST_CARDS:,}, "
            "or use twoends solve"
        )


_BOARD_MOVES = re.compile(r"(/\s*(?:first|second)\s*/)[\s0-9:LRx]+(?=/|$)", re.IGNORECASE)
"""The moves of a game, where a colon is between a component and a side."""


def _refuse_own_code(text: str) -> None:
    """On the command line module:function names code of the user's; a server loads none for a stranger."""
    if ":" in text:
        raise OpponentError(
            "the page plays only opponents that it knows: choose one of "
            f"{', '.join(names())}, and play against your own on the command line"
        )
