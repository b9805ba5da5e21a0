"""A game as one line of text that round-trips.

    8 15 3 7 / first / RLLL
    8 15 3 7 / second / LRLL / greedy right

The row, who moved first (`first`: you did, `second`: the opponent did), the sides taken so far (-
for none) and, unless he is optimal, the opponent. A slash between two digits belongs to a value, as
in 3/4; any other one is a separator, with or without blanks. Floats come back as the decimals that
they print as.
"""

from __future__ import annotations

import re

from twoends.game import Game, IllegalMoveError
from twoends.opponents import Opponent, opponent
from twoends.rows import Row, TwoEndsError
from twoends.sides import Side
from twoends.text import parse_row

_SEPARATOR = re.compile(r"(?<![0-9])/|/(?![0-9])")
_NOTHING = "-"
_SIDES = {str(side): side for side in Side}


class NotationError(TwoEndsError):
    """Text that is no game.

    >>> parse_game("8 15 / third / -")
    Traceback (most recent call last):
    twoends.notation.NotationError: 'third' does not say who moved first: write first (you) or second
    """


def write_game(game: Game, against: Opponent) -> str:
    """Write a game; O(n).

    >>> write_game(Game(Row.of([8, 15, 3, 7])), opponent("greedy"))
    '8 15 3 7 / first / - / greedy right'
    """
    parts = [
        str(game.row) or _NOTHING,
        "first" if game.you_first else "second",
        "".join(map(str, game.sides)) or _NOTHING,
    ]
    if str(against) != "optimal":
        parts.append(str(against))
    return " / ".join(parts)


def parse_game(text: str) -> tuple[Game, Opponent]:
    """Read what `write_game` writes; O(n). Moves may have blanks between them and be in small letters.

    Raises NotationError, RowError, OpponentError, or IllegalMoveError with the number of the wrong move.

    >>> game, against = parse_game("8 15 3 7 / first / RL")
    >>> game.yours, game.theirs, str(against)
    (7, 8, 'optimal')
    """
    parts = [part.strip() for part in _SEPARATOR.split(text.strip())]
    if not 3 <= len(parts) <= 4:
        raise NotationError(
            f"a game has 3 or 4 parts between slashes, here are {len(parts)}: "
            "write ROW / first / MOVES, as in 8 15 3 7 / first / RLLL"
        )
    row = Row.of([]) if parts[0] == _NOTHING else parse_row(parts[0])
    if parts[1] not in ("first", "second"):
        raise NotationError(f"'{parts[1]}' does not say who moved first: write first (you) or second")
    sides = _parse_sides("" if parts[2] == _NOTHING else parts[2])
    return Game(row, parts[1] == "first", sides), opponent(parts[3] if parts[3:] else "optimal")


def _parse_sides(text: str) -> tuple[Side, ...]:
    letters = "".join(text.split()).upper()
    if wrong := set(letters) - set(_SIDES):
        number, letter = next(each for each in enumerate(letters, 1) if each[1] in wrong)
        raise IllegalMoveError(
            f"move {number} is '{letter}': write L for the left end or R for the right one"
        )
    return tuple(map(_SIDES.__getitem__, letters))
