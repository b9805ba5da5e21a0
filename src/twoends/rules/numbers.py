"""Numbers: the kinds that users give and get back, as exact numbers, and as integers over one unit.

Glossary
    Number   a number that a user gives or gets back: int, Fraction, Decimal or float
    Exact    the same number as int or Fraction, on which the rules compute
    Total    an intermediate sum: exact, or a float if an expectation is approximate
    Pair     your total and the opponent's
    Scaled   the numbers that a method computes on, with their unit and the kind that totals are shown as

A float counts as the exact binary fraction that it stores. Totals of floats are computed exactly and rounded
once, when they are shown, so that every method gives the same float. A float is an integer times a power of
two, a decimal an integer over a power of ten: methods compute on these integers, because making a Fraction of
each value would take longer than solving the row.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from decimal import Context, Decimal, Inexact, Rounded
from fractions import Fraction
from functools import reduce
from numbers import Integral, Rational, Real
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsFloat, SupportsIndex

from twoends.rules.errors import RowError, shortened

if TYPE_CHECKING:
    from numpy.typing import NDArray

Exact = int | Fraction
Number = int | Fraction | Decimal | float
Total = int | Fraction | float
Pair = tuple[Total, Total]
if TYPE_CHECKING:
    from typing_extensions import TypeVar  # part of every type checker; Python 3.11 knows no defaults

    First = TypeVar("First", default=Any, covariant=True)
    Second = TypeVar("Second", default=First, covariant=True)
else:
    from typing import TypeVar

    First, Second = TypeVar("First"), TypeVar("Second")
"""The types of your total when you move first, and when the opponent does, which may be None."""

Given = TypeVar("Given", int, Fraction, Decimal, float)
"""The one kind of number that a user gives."""

AnyNumber = SupportsFloat | SupportsIndex
"""Any number, also of NumPy."""

Kind = Literal["integer", "fraction", "decimal", "float"]

BITS_OF_A_FLOAT = 53
"""A float is an integer of this many bits times a power of two."""

MAX_BITS = 62
"""Integers of more bits are not stored in an array."""

VALUES_AT_ONCE = 2**15
"""Number of values scaled at a time, so that they stay in the cache."""


class Scale(NamedTuple):
    """The unit of totals, and the kind of number that they are shown as.

    unit    the number of units in 1
    kind    the kind that totals are shown as: int, Fraction, Decimal or float
    places  for decimals: the digits after the point in a total

    >>> Scale(100, "decimal", 2).show(350)
    Decimal('3.50')
    """

    unit: int = 1
    kind: Kind = "integer"
    places: int = 0

    def exact(self, total: Total) -> Total:
        """Divide a total by the unit, in O(1)."""
        if self.unit == 1:
            return total
        return total / self.unit if isinstance(total, float) else Fraction(total) / self.unit

    def show(self, total: Total) -> Number:
        """Convert a total to the user's kind of number, in O(1); see `show_exact`."""
        return self.show_exact(self.exact(total))

    def show_exact(self, total: Total) -> Number:
        """Convert a total that is not in units to the user's kind of number, in O(1).

        A total that this kind cannot represent, such as a third of a Decimal, stays a Fraction.
        """
        if isinstance(total, float):
            return total
        if self.kind == "float":
            return float(total)
        if self.kind == "decimal":
            return as_decimal(Fraction(total), self.places)
        if self.kind == "fraction":
            return Fraction(total)
        return int(total) if total.denominator == 1 else total


class Scaled(NamedTuple):
    """The numbers that a method computes on, and the scale of its totals.

    values  shape (n,): integers in units of `scale`, exact numbers, or floats
    scale   converts totals of these numbers back
    error   0, or a bound on the rounding error of a total of floats, not in units

    >>> Scaled((3, 4, 6), Scale(6, "fraction")).sum
    13
    """

    values: Sequence[Any]
    scale: Scale
    error: float = 0

    @property
    def sum(self) -> Total:
        """The sum of the values, O(n); floats are rounded once."""
        total: Total = math.fsum(self.values) if self.error else sum(self.values)
        return total

    def in_floats(self) -> Scaled:
        """Convert the numbers to floats. Raises OverflowError if a total could overflow.

        They stay in units if floats hold all of their sums exactly: opponents compare sums, and equal ones
        have to stay equal. The error bounds at most 4 operations on each of n diagonals, none above the sum
        of magnitudes.
        """
        rounding, units = 4.0 * len(self.values) * 2.0**-53, sum(map(abs, self.values))
        if self.scale.unit != 1 and units < 1 << BITS_OF_A_FLOAT:
            return Scaled(tuple(map(float, self.values)), self.scale, rounding * (units / self.scale.unit))
        floats = tuple(value / self.scale.unit for value in self.values)
        magnitudes = math.fsum(map(abs, floats))
        if not 2 * magnitudes < math.inf:  # bounds twice any total
            raise OverflowError
        return Scaled(floats, self.scale._replace(unit=1), rounding * magnitudes)


def number_of(value: Any, place: int = 1) -> Number:
    """Convert a number of any library, such as NumPy, to one of Python's own types without loss.

    Raises RowError with the place for anything but a finite real number, and for a float with more precision
    than Python's.

    >>> number_of(True), number_of(Decimal("2.50"))
    (1, Decimal('2.50'))
    """
    if isinstance(value, int):
        return int(value) if isinstance(value, bool) else value
    if isinstance(value, Fraction):
        return value
    is_time = type(value).__name__ == "timedelta64"  # which NumPy says is an Integral
    if (isinstance(value, Integral) and not is_time) or type(value).__name__ == "bool":  # NumPy's is none
        return int(value)
    if isinstance(value, Rational) and not is_time:
        return Fraction(int(value.numerator), int(value.denominator))
    if not isinstance(value, Decimal | Real) or is_time:
        raise RowError(
            f"value {place}, {shortened(repr(value))}, is a {type(value).__name__}: "
            "give an int, Fraction, Decimal or float"
        )
    number = value if isinstance(value, Decimal | float) else float(value)
    if not (number.is_finite() if isinstance(number, Decimal) else math.isfinite(number)):
        raise RowError(f"value {place} is {number}: values must be finite")
    if number != value:  # a longdouble, for instance
        raise RowError(
            f"value {place}, {value}, is more precise than a float: give it as a Fraction or a Decimal"
        )
    return number


def exact_number(value: Any) -> Total:
    """Convert a number of any kind to an int, a Fraction or a float, which stays a float. Raises RowError.

    >>> exact_number(Decimal("2.50"))
    Fraction(5, 2)
    """
    number = number_of(value)
    return Fraction(number) if isinstance(number, Decimal) else number


def kind_of(value: Number) -> Kind:
    """The kind of a number."""
    if isinstance(value, int):
        return "integer"
    if isinstance(value, Decimal):
        return "decimal"
    return "float" if isinstance(value, float) else "fraction"


_ADDING = Context(prec=60, traps=[Inexact, Rounded])


def places_of_all(values: Sequence[Number]) -> int:
    """The most digits after the point in any of these decimals and integers; O(n), n > 0.

    >>> places_of_all([Decimal("2.50"), 1])
    2
    """
    with suppress(Inexact, Rounded):  # an exact sum has as many digits, and takes a fifth of the time
        values = [reduce(_ADDING.add, values)]  # type: ignore[arg-type]  # add also takes ints
    return max(0, *(-int(each.as_tuple().exponent) for each in values if isinstance(each, Decimal)))


def as_decimal(total: Fraction, places: int = 0) -> Number:
    """The Decimal equal to `total`, with at least `places` digits after the point; `total` if none is equal.

    >>> as_decimal(Fraction(5, 2), places=2), as_decimal(Fraction(1, 3))
    (Decimal('2.50'), Fraction(1, 3))
    """
    rest, twos, fives = total.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return total
    places = max(places, twos, fives)
    scaled = total.numerator * 10**places // total.denominator
    # Built from digits, because Decimal arithmetic would round to the context's precision.
    return Decimal((int(scaled < 0), Decimal(abs(scaled)).as_tuple().digits, -places))


def magnitude(number: Number) -> Number:
    """The absolute value of a number; Decimal's own minus and abs would round it.

    >>> magnitude(Decimal("-100000000000000000000000000000.5"))
    Decimal('100000000000000000000000000000.5')
    """
    if isinstance(number, Decimal):
        return number.copy_abs()
    return -number if number < 0 else number


# --- integers over one unit ----------------------------------------------------------------------


def in_units(numbers: Sequence[Any]) -> tuple[tuple[int, ...], int]:
    """Convert finite numbers of any kind to integers, and the unit: how many of them make 1; O(n).

    The unit is the least common denominator. Raises OverflowError or ValueError for an infinity or a NaN.

    >>> in_units([0.5, 3]), in_units([Fraction(1, 2), Fraction(2, 3)])
    (((1, 6), 2), ((3, 4), 6))
    """
    ratios = [number.as_integer_ratio() for number in numbers]
    denominators = {denominator for _, denominator in ratios}
    unit = math.lcm(*denominators)
    factor = {denominator: unit // denominator for denominator in denominators}
    return tuple([numerator * factor[denominator] for numerator, denominator in ratios]), unit


def scaled_floats(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Convert the rows of a float64 array of shape (m, n) to integers times a power of two per row; O(m n).

    Returns the integers, int64 of shape (m, n); the exponents, shape (m,), so that a row is
    integers * 2**exponent, with exponent 0 for whole values; and which rows could be converted, shape (m,).
    The others, whose integers are 0, contain an infinity, a NaN, or values too far apart for MAX_BITS.

    >>> import numpy as np
    >>> integers, exponents, fits = scaled_floats(np.array([[0.5, 3.0], [2.0**-1074, 1.0]]))
    >>> integers.tolist(), exponents.tolist(), fits.tolist()
    ([[1, 6], [0, 0]], [-1, 0], [True, False])
    """
    import numpy as np  # already loaded, since the caller has an array

    m, n = rows.shape
    integers, exponents, fits = np.empty((m, n), np.int64), np.empty(m, np.int64), np.empty(m, np.bool_)
    at_once = max(1, VALUES_AT_ONCE // max(n, 1))
    with np.errstate(invalid="ignore"):  # what is not finite or too large differs after the conversion
        for start in range(0, m, at_once):
            part = slice(start, start + at_once)
            integers[part], exponents[part], fits[part] = _scaled_floats(rows[part])
    return integers, exponents, fits


def _scaled_floats(rows: NDArray[Any]) -> tuple[NDArray[Any], Any, NDArray[Any]]:
    """`scaled_floats` at once. The unit of a row that is not whole is the lowest bit set in its values."""
    import numpy as np

    integers = rows.astype(np.int64)
    # If the conversion saturates instead of wrapping around, 2.0**63 does not differ.
    whole = ((np.abs(rows) < 2.0**63) & (integers == rows)).all(axis=1)
    if whole.all():
        return integers, 0, whole
    finite = np.isfinite(rows).all(axis=1)
    rows = np.where(finite[:, np.newaxis], rows, 0.0)
    fractions, tops = np.frexp(rows)  # value = fraction * 2**top, 1/2 <= |fraction| < 1
    bits = np.ldexp(fractions, BITS_OF_A_FLOAT).astype(np.int64)
    lowest = np.frexp((bits & -bits).astype(np.float64))[1] - 1  # the place of the lowest bit, -1 for 0
    bottoms, nonzero = tops - BITS_OF_A_FLOAT + lowest, rows != 0
    exponents = np.where(whole, 0, bottoms.min(axis=1, where=nonzero, initial=1100))
    highest = tops.max(axis=1, where=nonzero, initial=-1100)
    fits = whole | (finite & (highest - exponents <= MAX_BITS))
    exponents[~fits] = 0
    scaled = np.ldexp(np.where(fits[:, np.newaxis], rows, 0.0), -exponents[:, np.newaxis])
    return scaled, exponents, fits  # whole numbers, which the caller converts where it stores them
