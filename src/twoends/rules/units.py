"""Sequences of exact numbers, stored as integers over one unit.

A float is an integer times a power of two, a decimal an integer over a power of ten. A long row is stored as
these integers, because making a Fraction of each value would take longer than solving the row.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from numpy.typing import NDArray

BITS_OF_A_FLOAT = 53
"""A float is an integer of this many bits times a power of two."""

MOST_BITS = 62
"""Integers of more bits are not stored in an array."""

VALUES_AT_ONCE = 2**15
"""Number of values scaled at a time, so that they stay in the cache."""


class InUnits(Sequence[Fraction]):
    """Exact numbers stored as integers, `unit` of which make 1; reading one gives a Fraction.

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
    """Convert finite ints, floats, Fractions and Decimals to their least common denominator; O(n).

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
    """Convert the rows of a float64 array of shape (m, n) to integers times a power of two per row; O(m n).

    Returns the integers, int64 of shape (m, n); the exponents, shape (m,), so that a row is
    integers * 2**exponent, with exponent 0 for whole values; and which rows could be converted, shape (m,).
    The others, whose integers are 0, contain an infinity, a NaN, or values too far apart for MOST_BITS.

    >>> import numpy as np
    >>> integers, exponents, fits = scaled_floats(np.array([[0.5, 3.0], [2.0**-1074, 1.0]]))
    >>> integers.tolist(), exponents.tolist(), fits.tolist()
    ([[1, 6], [0, 0]], [-1, 0], [True, False])
    """
    import numpy as np  # already loaded, since the caller has an array

    m, n = rows.shape
    integers = np.empty((m, n), np.int64)
    exponents, fits = np.zeros(m, np.int64), np.empty(m, np.bool_)
    at_once = max(1, VALUES_AT_ONCE // max(n, 1))
    with np.errstate(
        invalid="ignore"
    ):  # a value that is not finite or too large differs after the conversion
        for start in range(0, m, at_once):
            stop = start + at_once
            integers[start:stop] = rows[start:stop]
            # If the conversion saturates instead of wrapping around, 2.0**63 does not differ.
            small = np.abs(rows[start:stop]) < 2.0**63
            whole = (small & (integers[start:stop] == rows[start:stop])).all(axis=1)
            fits[start:stop] = whole
            if not whole.all():
                others = start + np.flatnonzero(~whole)
                integers[others], exponents[others], fits[others] = _by_exponents(rows[others])
    return integers, exponents, fits


def _by_exponents(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """`scaled_floats` for rows that are not whole; the unit of a row is the lowest bit set in its values."""
    import numpy as np

    finite = np.isfinite(rows).all(axis=1)
    rows = np.where(finite[:, np.newaxis], rows, 0.0)
    fractions, tops = np.frexp(rows)  # value = fraction * 2**top, 1/2 <= |fraction| < 1
    bits = np.ldexp(fractions, BITS_OF_A_FLOAT).astype(np.int64)
    lowest = np.frexp((bits & -bits).astype(np.float64))[1] - 1  # the place of the lowest bit, -1 for 0
    bottoms = tops - BITS_OF_A_FLOAT + lowest
    nonzero = rows != 0
    exponents = bottoms.min(axis=1, where=nonzero, initial=1100).astype(np.int64)
    highest = tops.max(axis=1, where=nonzero, initial=-1100)
    fits = finite & (highest - exponents <= MOST_BITS)
    exponents[~fits] = 0
    scaled = np.ldexp(np.where(fits[:, np.newaxis], rows, 0.0), -exponents[:, np.newaxis])
    return scaled.astype(np.int64), exponents, fits
