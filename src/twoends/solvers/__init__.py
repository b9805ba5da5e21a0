"""The methods: pure Python on exact numbers, each a lesson and each the others' check.

Every method answers the same question, `best_response(values, opponent, you_first)`, with an
`Answer`.
"""

from __future__ import annotations

from dataclasses import dataclass

from twoends.game import Line, Side
from twoends.opponents import Total
from twoends.rows import TwoEndsError


class MethodError(TwoEndsError):
    """Something that the chosen method cannot do."""


@dataclass(frozen=True)
class Answer:
    """What one method found out for one row, one opponent and one player to start.

    total    your total under your best response
    brings   your total if your first move takes the left, the right end; None: the opponent moves
             first, the row is empty, or the method does not work it out
    line     one best game; None: not asked for, or the opponent's moves are random
    touched  how many positions the method looked at (contraction: how many cards and folds)
    """

    total: Total
    brings: tuple[Total, Total] | None
    line: Line | None
    touched: int


Tail = tuple[Side | None, "Tail"] | None
"""The moves from a position on: the side played, and the moves after it; None at the end.

The side is None where the opponent's move is random or mixes both sides.
"""


def walk(tail: Tail) -> Line | None:
    """Follow the links of a tail to its end, in O(n); None if a move on the way is random."""
    sides = []
    while tail is not None:
        side, tail = tail
        if side is None:
            return None
        sides.append(side)
    return Line.of(sides)
