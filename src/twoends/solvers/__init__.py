"""The methods: pure Python on exact numbers, each a lesson and each the others' check.

Every method answers the same question, `best_response(values, opponent, you_first)`, with an
`Answer`, and counts the positions that it touches. The two that `solve` picks for rows also answer
`prospects`: what the positions of a game hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from twoends.rules.numbers import Total
from twoends.rules.sides import AnyMove, Line, Side

Progress = Callable[[int, int], object]
"""Called with (diagonals done, diagonals in all) while a long row is being solved."""


class Answer(NamedTuple):
    """What one method found out for one row or board, one opponent and one player to start.

    total    your total under your best response
    values   action values: what each of your first moves brings in all, in the order of the ends; None: the
             opponent moves first, there is no card, or the method does not work it out
    line     one best game; None: not asked for, or the opponent's moves are random
    touched  how many positions the method looked at, counted where it does: calls of a search, cells of
             a memo or a diagonal; contraction: cards pushed and peaks folded
    theirs   the opponent's total, and theirs_after theirs after each of your moves, where rules leave the sum
             of both open; None: what is left, less what is yours
    """

    total: Total
    values: Sequence[Total] | None
    line: Line | None
    touched: int
    theirs: Total | None = None
    theirs_after: Sequence[Total] | None = None


class Columns(NamedTuple):
    """What m positions of a row hold for you, when you play the best response from there on.

    total  your total over the cards that are left, shape (m,)
    left   the same if the left end is taken now, by whoever is to move, shape (m,)
    right  the same if the right end is taken; the single last card is both ends, shape (m,)
    """

    total: list[Total]
    left: list[Total]
    right: list[Total]


class Found(NamedTuple):
    """Both totals of what lies on the table against one opponent, and how to find the rest.

    first      your total when you move first
    second     your total when the opponent moves first; None: nobody knows what they would take
    positions  how many positions were looked at for both totals
    values     works out the action values: your total after each of your moves, in the order of the ends
    line       works out one best game, given whether you move first; None where moves are random,
               the opponent's rule mixes both sides, or `second` is None
    theirs     the opponent's totals for `first`, for `second`, and after each of your moves, where rules
               leave the sum of both open; None: what is left, less what is yours
    reply      works out what the opponent takes after each of your moves; None: their policy says it
    """

    first: Total
    second: Total | None
    positions: int
    values: Callable[[], Sequence[Total]]
    line: Callable[[bool], Line | None]
    theirs: tuple[Total, Total | None, Sequence[Total]] | None = None
    reply: Callable[[Any], AnyMove] | None = None


def any_of(sides: tuple[Side, ...]) -> Side | None:
    """One of the sides that a player may take: the left one of both, None where a rule mixes them."""
    return sides[0] if sides else None
