"""The judgement of single moves: best ends, stake, loss and mark. The terms are defined in reviews.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from twoends.rules.numbers import Exact, Number, Total
from twoends.rules.shapes import Shape
from twoends.rules.sides import AnyMove

Mark = Literal["best", "inaccuracy", "blunder"]

BLUNDER = Fraction(1, 4)
"""A loss of at least this share of the spread is a blunder; so is any loss of the promised win or draw."""


class JudgedMoves(NamedTuple):
    """The m judged moves of a game, in columns.

    best      all best ends, shape (m,)
    stake     shape (m,)
    loss      shape (m,)
    mark      shape (m,)
    promised  shape (m + 1,)
    show      converts a column of amounts to the shape's own kind of number
    error     0 for exact amounts, else a bound on the rounding error of each total
    """

    best: Sequence[tuple[AnyMove, ...]]
    stake: Sequence[Any]
    loss: Sequence[Any]
    mark: Sequence[Mark]
    promised: Sequence[Any]
    show: Callable[[Sequence[Any]], Sequence[Number]]
    error: float = 0


def judge(
    values: dict[Any, Total], taken: AnyMove, margin: Total, spread: Exact, error: float
) -> tuple[tuple[AnyMove, ...], Total, Total, Mark]:
    """All best ends, stake, loss and mark of a move, given the value of each end for the mover, in O(ends).

    `margin` is the mover's promised margin before the move.
    """
    most = max(values.values())
    best = tuple(end for end, total in values.items() if most - total <= 2 * error)
    stake, loss = (
        0 if lost <= 2 * error else lost for lost in (most - min(values.values()), most - values[taken])
    )
    return best, stake, loss, mark(loss, spread, margin, error)


def mark(loss: Total, spread: Exact, margin: Total, error: float) -> Mark:
    """The mark for a loss, given the spread of all cards and the mover's promised margin before the move."""
    if not loss:
        return "best"
    # In integers, because a Fraction for each move would dominate the running time.
    large = loss * BLUNDER.denominator >= spread * BLUNDER.numerator
    turned = sign(margin, error) != sign(margin - 2 * loss, error)
    return "blunder" if large or turned else "inaccuracy"


def spread(shape: Shape) -> Exact:
    """The largest card minus the smallest; 0 if there are none. O(n)."""
    values = shape.cards.values
    return max(values, default=0) - min(values, default=0)


def sign(margin: Total, error: float) -> int:
    """The sign of a margin, 0 within its rounding error, which is twice that of a total."""
    return 1 if margin > 2 * error else -1 if margin < -2 * error else 0
