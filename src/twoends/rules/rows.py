"""Rows: the values in order as exact numbers, in Python's own kinds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from typing import Any, ClassVar, overload

from twoends.rules.errors import RowError, shortened
from twoends.rules.numbers import (
    Exact,
    Kind,
    Number,
    Scale,
    Scaled,
    Total,
    exact_number,
    kind_of,
    number_of,
    places_of_all,
)
from twoends.rules.sides import LEFT, RIGHT, Lane, Side
from twoends.rules.units import InUnits, in_units, scaled_floats

WHOLE = Scale()
"""Of a row of integers."""

_OURS = {int, float, Fraction, Decimal}

Interval = tuple[int, int]
"""What is left of a row: the cards [start, stop)."""

MOST_COUNTED = 10**100
"""Positions and games are counted up to here; where there are more, it is said that they are more."""

LONG_ARRAY = 10_000
"""From so many numbers on an array stays one; as a tuple it would take five times its memory."""

NARROW_ARRAY = 2**21
"""From so many integers on a copy has 16 bits for each, if they fit: new memory costs more than to look at
them. Python would take longer than a second to solve such a row, so kernels for 16 bits always pay."""

COPIED_AT_ONCE = 2**16
"""So many values are looked at and then copied from the cache."""

_HOW = "a Row is built by Row.of: write Row.of([8, 15, 3, 7])"


@dataclass(frozen=True, repr=False, eq=False)
class Row(Sequence[Number]):
    """The values in order; build one with `Row.of`.

    given   shape (n,), the values as the user gave them
    values  shape (n,), the same numbers, each an int or a Fraction

    Both are tuples, but a long array of machine numbers stays an array: one that is read-only is used in
    place, any other one is copied, so that nobody changes the row, into 16 bits where many integers fit. The
    values of a long row that are not whole numbers become Fractions when they are read.

    scale   how totals of the values are shown

    >>> Row.of([8, 15, 3, 7])
    Row(8 15 3 7)
    """

    given: Sequence[Number]
    values: Sequence[Exact] = ()
    scale: Scale = WHOLE

    def __new__(cls, *fields: Any, **_: Any) -> Row:
        """Tell whoever gives the cards one by one how a row is built, before Python counts arguments."""
        if len(fields) > 3:
            raise RowError(_HOW)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        if not isinstance(self.given, tuple | memoryview) or len(self.given) != len(self.values):
            raise RowError(_HOW)

    @classmethod
    def of(cls, values: Iterable[Any]) -> Row:
        """Make a row of any numbers in O(n), of a long read-only array of integers in O(1).

        Raises RowError for text, an array of another shape than (n,), masked values, NaN, infinities, things
        that are not real numbers, a float beside a Fraction or a Decimal (one of them would have to change
        its nature), and floats whose sum leaves the range of a float.

        >>> Row.of(["8"])
        Traceback (most recent call last):
        twoends.rules.errors.RowError: value 1, '8', is a str: give an int, Fraction, Decimal or float
        """
        if isinstance(values, Row):
            return values
        if isinstance(values, str | bytes):
            raise RowError(f"{values[:40]!r} is text: read it first, as in parse('8 15 3 7')")
        if hasattr(values, "columns"):
            raise RowError("a frame has many rows: give it to solve_rows, or one of its columns to solve")
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
                f"{shortened(repr(values))} is not a row: give the values in order, as in [8, 15, 3, 7]"
            ) from None
        types = {type(value): value for value in given}
        if types.keys() <= {int}:
            return cls(given, given)
        if not types.keys() <= _OURS:
            given = tuple(number_of(value, place) for place, value in enumerate(given, 1))
            types = {type(value): value for value in given}
        kinds = {kind_of(value) for value in types.values()}
        if "float" in kinds and not kinds <= {"float", "integer"}:
            raise RowError(
                "a float is mixed with a Fraction or a Decimal: give them all as one kind, "
                "for instance Fraction(0.5) or Decimal('0.5')"
            )
        try:
            scaled = in_units(given)
        except (OverflowError, ValueError):  # an infinity or a NaN
            for place, value in enumerate(given, 1):
                number_of(value, place)
            raise
        ranked: tuple[Kind, ...] = ("float", "fraction", "decimal")
        kind: Kind = next((each for each in ranked if each in kinds), "integer")
        if kind == "float":
            try:
                sum(map(abs, scaled.units)) / scaled.unit
            except OverflowError:
                raise RowError("the sum leaves the range of a float: give the values as Fractions") from None
        exact = scaled if len(given) >= LONG_ARRAY else tuple(map(exact_of, given))
        return cls(given, exact, Scale(1, kind, places_of_all(given) if kind == "decimal" else 0))

    @property
    def kind(self) -> Kind:
        """Which kind of number totals are: integer, fraction, decimal or float."""
        return self.scale.kind

    @cached_property
    def scaled(self) -> Scaled:
        """The values as integers over one common denominator, in O(n)."""
        return Scaled.of(self.values, self.scale)

    def show(self, total: Total) -> Number:
        """Turn an exact total into the kind of number that the row has, in O(1).

        A total that its kind cannot hold, such as a third of a Decimal, stays a Fraction.

        >>> from decimal import Decimal
        >>> Row.of([Decimal("2.50"), 1]).show(Fraction(7, 2))
        Decimal('3.50')
        """
        return self.scale.show(total)

    def words(self) -> list[str]:
        """Every value as text that `parse` reads back."""
        return [str(value) for value in self.given]

    # --- the verbs that all shapes have; what is left is the cards [start, stop) ---

    name: ClassVar[str] = "row"

    @property
    def cards(self) -> Row:
        """All cards in one row, which knows what kind of number totals are: this row."""
        return self

    @classmethod
    def of_deck(cls, cards: Row) -> Row:
        """A row as it is dealt for a game: the whole deck."""
        return cards

    @property
    def initial(self) -> Interval:
        """What is left before the first move."""
        return 0, len(self)

    def rest(self, remaining: Interval) -> Row:
        """What is left, as a row of its own."""
        return self if remaining == self.initial else self[remaining[0] : remaining[1]]

    def ends(self, remaining: Interval) -> tuple[Side, ...]:
        """Where a card may be taken: both sides, LEFT alone for a single card, none at the end."""
        return (LEFT, RIGHT)[: remaining[1] - remaining[0]]

    def every_end(self) -> tuple[Side, ...]:
        """Every end that may ever be taken from."""
        return LEFT, RIGHT

    def place(self, remaining: Interval, end: Side) -> int:
        """Which card an end shows, as an index of `cards`."""
        return remaining[0] if end is LEFT else remaining[1] - 1

    def after(self, remaining: Interval, end: Side, count: int = 1) -> Interval:
        """What is left once so many cards are gone there."""
        start, stop = remaining
        return (start + count, stop) if end is LEFT else (start, stop - count)

    def lanes(self, remaining: Interval) -> tuple[Lane, ...]:
        """What is left as it is laid out: one lane, open at both ends."""
        return (Lane(range(*remaining), (LEFT, RIGHT)),)

    def interval(self, remaining: Interval) -> Interval | None:
        """What is left as cards [start, stop) of `around(values)`, if it is one row open at both ends."""
        return remaining

    def around(self, values: Sequence[Any]) -> Sequence[Any]:
        """The values that `interval` speaks of, in its order: of a row, the row itself."""
        return values

    def sizes(self, remaining: Interval) -> tuple[int, int]:
        """How many positions follow from what is left, itself included, and how many different games.

        The games of n cards are 2^(n-1), because every move but the last one has two sides.
        """
        n = remaining[1] - remaining[0]
        return n * (n + 1) // 2 + max(n, 1), capped_product(repeat(2, n - 1))

    # A view of an array equals no tuple and cannot be hashed or pickled; a row can, however it is stored.

    def __eq__(self, other: object) -> bool:
        return self.__reduce__() == other.__reduce__() if isinstance(other, Row) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    def __reduce__(self) -> tuple[type[Row], tuple[object, ...]]:
        given = tuple(self.given)
        values = given if self.values is self.given else tuple(self.values)
        return Row, (given, values, self.scale)

    def __len__(self) -> int:
        return len(self.given)

    @overload
    def __getitem__(self, at: int) -> Number: ...
    @overload
    def __getitem__(self, at: slice) -> Row: ...
    def __getitem__(self, at: int | slice) -> Number | Row:
        if isinstance(at, slice):
            return Row(self.given[at], self.values[at], self.scale)
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
    """The row of a long NumPy array of machine numbers, as an array; None for any other array."""
    kind = getattr(getattr(array, "dtype", None), "kind", None)
    if kind not in ("i", "u", "f") or len(array) < LONG_ARRAY:
        return None
    if not isinstance(getattr(array, "data", None), memoryview):  # a column of pandas, for instance
        return None
    if not (array.dtype.isnative and is_read_only(array)):
        narrow = _narrowed(array) if kind != "f" and len(array) >= NARROW_ARRAY else None
        array = array.astype(array.dtype.newbyteorder("=")) if narrow is None else narrow
    if kind != "f":
        view = array.data.toreadonly()
        return Row(view, view)
    if array.dtype != "float64":
        return None
    (integers,), (exponent,), (fits,) = scaled_floats(array.reshape(1, -1))
    if not fits or exponent > 0 or not math.isfinite(float(abs(array).sum())):
        return None
    values: Any = integers.data.toreadonly()
    if exponent:
        values = InUnits(values, 2 ** -int(exponent))
    return Row(array.data.toreadonly(), values, Scale(1, "float"))


def _narrowed(array: Any) -> Any | None:
    """A copy of an array of integers in 16 bits; None where one does not fit."""
    import numpy as np  # which is loaded, because its array is here

    narrow = np.empty(len(array), np.int16)
    for start in range(0, len(array), COPIED_AT_ONCE):
        part = array[start : start + COPIED_AT_ONCE]
        if part.min() < -(2**15) or part.max() >= 2**15:
            return None
        narrow[start : start + COPIED_AT_ONCE] = part
    return narrow


def is_read_only(array: Any) -> bool:
    """Whether nobody can write to a NumPy array: neither to it nor to the array that it is a view of."""
    while (flags := getattr(array, "flags", None)) is not None:
        if flags.writeable:
            return False
        array = array.base
    return True


def capped_product(factors: Iterable[int]) -> int:
    """The product of whole numbers from 1 on, or MOST_COUNTED if that is less: it fits a float.

    >>> capped_product([2, 3]), capped_product([10] * 100) == capped_product([10] * 101)
    (6, True)
    """
    product = 1
    for factor in factors:
        product *= factor
        if product >= MOST_COUNTED:
            return MOST_COUNTED
    return product


def exact_of(value: Number) -> Exact:
    """A number as an int or a Fraction."""
    exact = exact_number(value)
    return int(exact) if isinstance(exact, int) else Fraction(exact)
