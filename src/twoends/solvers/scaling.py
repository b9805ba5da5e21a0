"""The numbers that a method sees."""

from __future__ import annotations

from fractions import Fraction

from twoends.rules.errors import RowError
from twoends.rules.numbers import Scaled
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row

MOST_CARDS_EXACT_BY_CHANCE = 200
"""Expectations of longer rows are floats: exact fractions grow by a digit every few cards."""


def scaled_for(row: Row, against: Opponent) -> Scaled:
    """The numbers that a method sees.

    Integers over a common denominator, because they are the fastest exact numbers; the values as they
    are for the user's own functions, which may look at them; floats for long expectations. Raises
    RowError where floats cannot hold the totals.
    """
    if against.stochastic and len(row) > MOST_CARDS_EXACT_BY_CHANCE:
        try:
            return Scaled.approximate(row.values, row.scale)
        except OverflowError:
            raise RowError(
                f"an expectation over more than {MOST_CARDS_EXACT_BY_CHANCE} cards is computed in floats, "
                "and the values leave their range: give a shorter row or smaller values"
            ) from None
    if row.kind != "integer" and against.custom:  # whose division is exact then
        return Scaled(tuple(map(Fraction, row.values)), row.scale)
    return row.scaled
