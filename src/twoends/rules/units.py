"""Many exact numbers at once, as integers over one unit.

A float is an integer times a power of two, a decimal an integer over a power of ten. A long row of them is
kept as these integers: a Fraction for each value would take longer than to solve the row.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from numpy.typing import NDArray

BITS_OF_A_FLOAT = 53
"""A float is an integer of so many bits, times a power of two."""

MOST_BITS = 62
"""Integers of more bits are not put into an array."""

VALUES_AT_ONCE = 2**15
"""Rows are scaled so many values at a time, which stay in the cache."""


class InUnits(Sequence[Fraction]):
    """Exact numbers, stored as integers: so many units make 1. They become Fractions when they are read.

    >>> InUnits((50, 75), 100)[1]
    Fraction(3, 4)
    """

    def __init__(self, units: Sequence[int], unit: int) -> None:
        self.units, self.unit = units, unit

    def __len__(self) -> int:
        return len(self.units)

    @overload
    def __getitem__(self, at: int) -> Fraction: ...
    @overload
    def __getitem__(self, at: slice) -> InUnits: ...
    def __getitem__(self, at: int | slice) -> Fraction | InUnits:
        if isinstance(at, slice):
            return InUnits(self.units[at], self.unit)
        return Fraction(self.units[at], self.unit)

    def __iter__(self) -> Iterator[Fraction]:
        return (Fraction(units, self.unit) for units in self.units)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if isinstance(other, InUnits) else other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return InUnits, (tuple(self.units), self.unit)  # a view of an array cannot be pickled


def in_units(numbers: Sequence[Any]) -> InUnits:
    """Write finite ints, floats, Fractions and Decimals over their least common denominator, O(n).

    Raises OverflowError or ValueError for an infinity or a NaN.

    >>> in_units([0.5, 3]).units, in_units([Fraction(1, 2), Fraction(2, 3)]).unit
    ((1, 6), 6)
    """
    ratios = [number.as_integer_ratio() for number in numbers]
    denominators = {denominator for _, denominator in ratios}
    unit = math.lcm(*denominators)
    factor = {denominator: unit // denominator for denominator in denominators}
    return InUnits(tuple([numerator * factor[denominator] for numerator, denominator in ratios]), unit)


def scaled_floats(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Write the rows of a float64 array of shape (m, n) as integers, each row in its own power of two.

    Gives the integers, int64 of shape (m, n); the exponents, shape (m,): a row is its integers * 2**exponent,
    0 where its values are whole; and which rows are written so, shape (m,). The others, whose integers are
    0, hold an infinity, a NaN, or values too far apart for MOST_BITS. O(m n).

    >>> import numpy as np
    >>> integers, exponents, fits = scaled_floats(np.array([[0.5, 3.0], [2.0**-1074, 1.0]]))
    >>> integers.tolist(), exponents.tolist(), fits.tolist()
    ([[1, 6], [0, 0]], [-1, 0], [True, False])
    """
    import numpy as np  # which is loaded, because its array is here

    m, n = rows.shape
    integers = np.empty((m, n), np.int64)
    exponents, fits = np.zeros(m, np.int64), np.empty(m, np.bool_)
    at_once = max(1, VALUES_AT_ONCE // max(n, 1))
    with np.errstate(invalid="ignore"):  # what is not finite or too large does not come back as it was
        for start in range(0, m, at_once):
            stop = start + at_once
            integers[start:stop] = rows[start:stop]
            # Where a conversion saturates instead of wrapping around, 2.0**63 comes back as it was.
            small = np.abs(rows[start:stop]) < 2.0**63
            whole = (small & (integers[start:stop] == rows[start:stop])).all(axis=1)
            fits[start:stop] = whole
            if not whole.all():
                others = start + np.flatnonzero(~whole)
                integers[others], exponents[others], fits[others] = _by_exponents(rows[others])
    return integers, exponents, fits


def _by_exponents(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """`scaled_floats`, row by row in the lowest bit that any of its values has."""
    import numpy as np

    finite = np.isfinite(rows).all(axis=1)
    rows = np.where(finite[:, np.newaxis], rows, 0.0)
    fractions, tops = np.frexp(rows)  # value = fraction * 2**top, 1/2 <= |fraction| < 1
    bits = np.ldexp(fractions, BITS_OF_A_FLOAT).astype(np.int64)
    lowest = np.frexp((bits & -bits).astype(np.float64))[1] - 1  # the place of the lowest bit, -1 of 0
    bottoms = tops - BITS_OF_A_FLOAT + lowest
    some = rows != 0
    exponents = bottoms.min(axis=1, where=some, initial=1100).astype(np.int64)
    highest = tops.max(axis=1, where=some, initial=-1100)
    fits = finite & (highest - exponents <= MOST_BITS)
    exponents[~fits] = 0
    scaled = np.ldexp(np.where(fits[:, np.newaxis], rows, 0.0), -exponents[:, np.newaxis])
    return scaled.astype(np.int64), exponents, fits
