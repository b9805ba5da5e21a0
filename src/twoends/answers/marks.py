"""What is found out about moves: their best ends, stake, loss and mark; reviews.py says the words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from twoends.rules.numbers import Exact, Number, Total
from twoends.rules.shapes import Shape
from twoends.rules.sides import AnyMove

Mark = Literal["best", "inaccuracy", "blunder"]

BLUNDER = Fraction(1, 4)
"""From this share of the spread on, a loss is a blunder; so is any loss of the promised win or draw."""


class Judged(NamedTuple):
    """What is found out about the m moves of a game, in columns.

    best      all best ends, shape (m,)
    stake     shape (m,)
    loss      shape (m,)
    mark      shape (m,)
    promised  shape (m + 1,)
    show      turns a column of amounts into the shape's own kind of number
    error     0 for exact amounts, else a bound on the rounding of each total
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
    """All best ends, stake, loss and mark of a move, given what each end brings its mover.

    `margin` is what was promised to the mover before it. O(ends).
    """
    best = max(values.values())
    equal = tuple(end for end, total in values.items() if best - total <= 2 * error)
    stake, loss = (
        0 if lost <= 2 * error else lost for lost in (best - min(values.values()), best - values[taken])
    )
    return equal, stake, loss, mark(loss, spread, margin, error)


def mark(loss: Total, spread: Exact, margin: Total, error: float) -> Mark:
    """What a loss is called, given the spread of all cards and the margin promised to the mover before it."""
    if not loss:
        return "best"
    # Integers are compared as integers: a Fraction for each move would take longest of all.
    large = loss * BLUNDER.denominator >= spread * BLUNDER.numerator
    turned = sign(margin, error) != sign(margin - 2 * loss, error)
    return "blunder" if large or turned else "inaccuracy"


def spread(shape: Shape) -> Exact:
    """The largest card minus the smallest one; 0 without a card. O(n)."""
    values = shape.cards.values
    return max(values, default=0) - min(values, default=0)


def sign(margin: Total, error: float) -> int:
    """Who is promised to win; a margin is twice a total, and so is its rounding."""
    return 1 if margin > 2 * error else -1 if margin < -2 * error else 0
