"""Rows: the values in order as exact numbers, in Python's own kinds.

Glossary
    Number   what a user gives and gets back: int, Fraction, Decimal or float
    Exact    the same number as int or Fraction: what every method computes on
    row      the values in order; empty rows, negatives, zeros and ties are all allowed

A float is the exact binary fraction that it stores. Totals of a float row are computed exactly
and rounded once, when they are shown, so that every method gives the same float.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any, Literal, overload

Exact = int | Fraction
Number = int | Fraction | Decimal | float
Kind = Literal["integer", "fraction", "decimal", "float"]

LONG_ARRAY = 10_000
"""From so many integers on an array is used in place; as a tuple it would take five times its memory."""


class TwoEndsError(ValueError):
    """Something that the user can mend; the message is one sentence that says how.

    >>> issubclass(RowError, TwoEndsError), issubclass(TwoEndsError, ValueError)
    (True, True)
    """


class RowError(TwoEndsError):
    """A row that cannot be read or used.

    >>> Row.of([1, float("nan")])
    Traceback (most recent call last):
    twoends.rules.rows.RowError: value 2, nan, has no place in a sum: give finite numbers
    """


@dataclass(frozen=True, repr=False, eq=False)
class Row(Sequence[Number]):
    """The values in order; build one with `Row.of`.

    given   shape (n,), the values as the user gave them
    values  shape (n,), the same numbers, each an int or a Fraction

    Both are tuples, but for a long array of whole numbers, which is not copied: `given` is a view of it
    then, so leave the array as it is while you use the row.

    kind    how totals are shown: as int, Fraction, Decimal or float
    places  for decimals: digits after the point in a total

    >>> Row.of([8, 15, 3, 7])
    Row(8 15 3 7)
    """

    given: Sequence[Number]
    values: Sequence[Exact] = ()
    kind: Kind = "integer"
    places: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.given, tuple | memoryview) or len(self.given) != len(self.values):
            raise RowError("a Row is built by Row.of: write Row.of([8, 15, 3, 7])")

    @classmethod
    def of(cls, values: Iterable[Any]) -> Row:
        """Make a row of any numbers in O(n), of a long array of integers in O(1).

        A long array is not copied: leave it as it is while you use the row, or a solution of it.
        Raises RowError for an array of another shape than (n,), for masked values, NaN, infinities, things
        that are no real numbers, a float beside a Fraction or a Decimal (one of them would have to change its
        nature), and floats whose sum leaves the range of a float.

        >>> Row.of(["8"])
        Traceback (most recent call last):
        twoends.rules.rows.RowError: value 1, '8', is a str: give an int, Fraction, Decimal or float
        """
        if isinstance(values, Row):
            return values
        if hasattr(values, "tolist"):
            if len(shape := getattr(values, "shape", (0,))) != 1:
                raise RowError(
                    f"the array has shape {shape}: give one row as (n,), or many rows to solve_rows"
                )
            _refuse_masked(values)
            if (row := _in_place(values)) is not None:
                return row
            values = values.tolist()
        if isinstance(values, set | frozenset | dict):
            raise RowError(f"a {type(values).__name__} has no order from left to right: give a list")
        try:
            given = tuple(values)
        except TypeError:
            raise RowError(
                f"{values!r} is not a row: give the values in order, as in [8, 15, 3, 7]"
            ) from None
        if all(type(value) is int for value in given):
            return cls(given, given)
        given = tuple(_plain(value) for value in given)
        exact = tuple(_exact(value, place) for place, value in enumerate(given, 1))
        kinds = {_kind(value) for value in given}
        if "float" in kinds and not kinds <= {"float", "integer"}:
            raise RowError(
                "a float stands beside a Fraction or a Decimal: give them all as one kind, "
                "for instance Fraction(0.5) or Decimal('0.5')"
            )
        for kind in ("float", "fraction", "decimal"):
            if kind in kinds:
                break
        else:
            kind = "integer"
        if kind == "float":
            try:
                float(sum(max(value, -value) for value in exact))
            except OverflowError:
                raise RowError("the sum leaves the range of a float: give the values as Fractions") from None
        places = 0
        if kind == "decimal":
            places = max(_places(value) for value in given if isinstance(value, Decimal))
        return cls(given, exact, kind, places)  # type: ignore[arg-type]  # the loop keeps no Literal

    def show(self, total: Exact | float) -> Number:
        """Turn an exact total into the kind of number that the row has, in O(1).

        A total that its kind cannot hold, such as a third of a Decimal, stays a Fraction.

        >>> Row.of([Decimal("2.50"), 1]).show(Fraction(7, 2))
        Decimal('3.50')
        """
        if isinstance(total, float) or (self.kind == "integer" and type(total) is int):
            return total
        if self.kind == "float":
            return float(total)
        if self.kind == "decimal":
            return as_decimal(Fraction(total), self.places)
        return int(total) if total.denominator == 1 else total

    def words(self) -> list[str]:
        """Every value as text that `parse_row` reads back."""
        return [str(value) for value in self.given]

    # A view of an array equals no tuple and cannot be hashed or pickled; a row can, however it is stored.

    def __eq__(self, other: object) -> bool:
        return self.__reduce__() == other.__reduce__() if isinstance(other, Row) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    def __reduce__(self) -> tuple[type[Row], tuple[object, ...]]:
        given = tuple(self.given)
        values = given if self.values is self.given else tuple(self.values)
        return Row, (given, values, self.kind, self.places)

    def __len__(self) -> int:
        return len(self.given)

    @overload
    def __getitem__(self, at: int) -> Number: ...
    @overload
    def __getitem__(self, at: slice) -> Row: ...
    def __getitem__(self, at: int | slice) -> Number | Row:
        if isinstance(at, slice):
            return Row(self.given[at], self.values[at], self.kind, self.places)
        return self.given[at]

    def __str__(self) -> str:
        return " ".join(self.words())

    def __repr__(self) -> str:
        return f"Row({self if len(self) <= 40 else f'{self[:20]} … {self[-5:]}, {len(self)} values'})"


def _refuse_masked(array: Any) -> None:
    """Raise RowError for an array with a masked value, which would count as what it hides."""
    if hasattr(array, "compressed") and array.mask.any():  # NumPy's masked arrays alone have it
        raise RowError(
            f"value {array.mask.argmax() + 1} is masked: give the row as .compressed() to leave "
            "masked values out, or as .filled(0) to count them as 0"
        )


def _in_place(array: Any) -> Row | None:
    """The row of a long NumPy array of whole numbers, which shares its memory; None for any other array."""
    kind = getattr(getattr(array, "dtype", None), "kind", None)
    if kind not in ("i", "u", "f") or len(array) < LONG_ARRAY:
        return None
    if not isinstance(getattr(array, "data", None), memoryview):  # a column of pandas, for instance
        return None
    if kind != "f":
        if not array.dtype.isnative:
            array = array.astype(array.dtype.newbyteorder("="))
        view = array.data.toreadonly()
        return Row(view, view)
    if array.dtype == "float64" and (abs(array) < 2.0**63).all():
        whole = array.astype("int64")
        if (whole == array).all():
            return Row(array.data.toreadonly(), whole.data.toreadonly(), "float")
    return None


def _kind(value: object) -> Kind:
    if isinstance(value, Integral):
        return "integer"
    if isinstance(value, Decimal):
        return "decimal"
    return "float" if isinstance(value, float) else "fraction"


def _plain(value: Any) -> Any:
    """A number of another library, such as NumPy's, as Python's own; anything else as it is."""
    if isinstance(value, int | Fraction | Decimal | float):
        return int(value) if isinstance(value, bool) else value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return float(value) if isinstance(value, Real) else value


def _exact(value: Any, place: int) -> Exact:
    if isinstance(value, Decimal | float) and not _is_finite(value):
        raise RowError(f"value {place}, {value}, has no place in a sum: give finite numbers")
    if not isinstance(value, int | Fraction | Decimal | float):
        raise RowError(
            f"value {place}, {value!r}, is a {type(value).__name__}: give an int, Fraction, Decimal or float"
        )
    return int(value) if isinstance(value, int) else Fraction(value)


def _is_finite(value: Decimal | float) -> bool:
    return value.is_finite() if isinstance(value, Decimal) else math.isfinite(value)


def exact_number(value: Any) -> Exact | float:
    """A number of any kind as one to compute with; a float stays a float. Raises RowError.

    >>> exact_number(Decimal("2.50"))
    Fraction(5, 2)
    """
    value = _plain(value)
    exact = _exact(value, 1)
    return value if isinstance(value, float) else exact


def _places(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def as_decimal(total: Fraction, places: int = 0) -> Number:
    """The Decimal equal to `total`, with at least `places` digits after the point; else `total` itself.

    >>> as_decimal(Fraction(5, 2), places=2), as_decimal(Fraction(1, 3))
    (Decimal('2.50'), Fraction(1, 3))
    """
    rest, twos, fives = total.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest > 1:
        return total
    places = max(places, twos, fives)
    scaled = total.numerator * 10**places // total.denominator
    # Built from its digits: Decimal arithmetic would round to the context's precision.
    return Decimal((int(scaled < 0), tuple(map(int, str(abs(scaled)))), -places))


def common_unit(values: Sequence[Exact]) -> tuple[Sequence[int], int]:
    """Write the values as integers over one common denominator, in O(n).

    Totals, margins and moves scale with the values, so that every method may run on integers.

    >>> common_unit([Fraction(1, 2), Fraction(2, 3), 1])
    ((3, 4, 6), 6)
    """
    if isinstance(values, memoryview):
        return values, 1  # a row over an array is one of integers
    unit = math.lcm(*(value.denominator for value in values))
    return tuple(value.numerator * (unit // value.denominator) for value in values), unit
