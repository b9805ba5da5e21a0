"""The methods: pure Python on exact numbers, each a lesson and each the others' check.

Every method answers the same question, `best_response(values, opponent, you_first)`, with an
`Answer`, and counts the positions that it touches. The two that `solve` picks also answer
`prospects`: what the positions of a game hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from twoends.rules.replies import Total
from twoends.rules.rows import TwoEndsError
from twoends.rules.sides import Line, Side


class MethodError(TwoEndsError):
    """Something that the chosen method cannot do.

    >>> from twoends.answers.solution import solve
    >>> solve([8, 15], "greedy", method="contraction")
    Traceback (most recent call last):
    twoends.solvers.MethodError: contraction solves two optimal players, not greedy right: ...
    """


class Answer(NamedTuple):
    """What one method found out for one row, one opponent and one player to start.

    total    your total under your best response
    brings   your total if your first move takes the left, the right end; None: the opponent moves
             first, the row is empty, or the method does not work it out
    line     one best game; None: not asked for, or the opponent's moves are random
    touched  how many positions the method looked at, counted where it does: calls of a search, cells of
             a memo or a diagonal; contraction: cards pushed and peaks folded
    """

    total: Total
    brings: tuple[Total, Total] | None
    line: Line | None
    touched: int


class Prospects(NamedTuple):
    """What m positions of a game hold for you from there on, when you play the best response.

    total  your total over the cards that are left, shape (m,)
    left   the same if the left end is taken now, by whoever is to move, shape (m,)
    right  the same if the right end is taken; the single last card is both ends, shape (m,)
    error  0 for exact totals, else a bound on the rounding of each
    """

    total: list[Total]
    left: list[Total]
    right: list[Total]
    error: float = 0


Interval = tuple[int, int]
"""A position's cards [start, stop); who is to move there follows from its length."""


class Found(NamedTuple):
    """Both totals of one row against one opponent, and how to find the rest when it is asked for.

    first      your total when you move first
    second     your total when the opponent moves first
    positions  how many positions were looked at for both totals
    brings     works out your totals if your first move takes the left, the right end of a row with cards
    line       works out one best game, given whether you move first; None where moves are random or
               the opponent's rule mixes both sides
    """

    first: Total
    second: Total
    positions: int
    brings: Callable[[], tuple[Total, Total]]
    line: Callable[[bool], Line | None]


Tail = tuple[Side | None, "Tail"] | None
"""The moves from a position on: the side played, and the moves after it; None at the end.

The side is None where the opponent's move is random or mixes both sides.
"""


def any_of(sides: tuple[Side, ...]) -> Side | None:
    """One of the sides that a player may take: the left one of both, None where a rule mixes them."""
    return sides[0] if sides else None


def walk(tail: Tail) -> Line | None:
    """Follow the links of a tail to its end, in O(n); None if a move on the way is random."""
    sides = []
    while tail is not None:
        side, tail = tail
        if side is None:
            return None
        sides.append(side)
    return Line.of(sides)
