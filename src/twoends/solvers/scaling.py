"""The numbers that a method computes on."""

from __future__ import annotations

from fractions import Fraction

from twoends.rules.errors import RowError
from twoends.rules.numbers import Scaled
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row

MOST_CARDS_EXACT_BY_CHANCE = 200
"""Expectations of longer rows are floats: exact fractions grow by a digit every few cards."""


def scaled_for(row: Row, against: Opponent) -> Scaled:
    """Return the row's values in the form that methods compute on.

    Integers over a common denominator, the fastest exact numbers; the values themselves for custom functions,
    which may inspect them; floats for expectations of long rows. Raises RowError if totals overflow floats.
    """
    if against.stochastic and len(row) > MOST_CARDS_EXACT_BY_CHANCE:
        try:
            return Scaled.approximate(row.values, row.scale)
        except OverflowError:
            raise RowError(
                f"an expectation over more than {MOST_CARDS_EXACT_BY_CHANCE} cards is computed in floats, "
                "and the values leave their range: give a shorter row or smaller values"
            ) from None
    if row.kind != "integer" and against.custom:  # division in the custom function stays exact
        return Scaled(tuple(map(Fraction, row.values)), row.scale)
    return row.scaled
