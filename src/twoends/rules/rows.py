"""Rows: the values in order, as exact numbers of Python's own types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from typing import Any, ClassVar, overload

from twoends.rules.errors import RowError, shortened
from twoends.rules.moves import LEFT, RIGHT, Lane, Move
from twoends.rules.numbers import (
    AnyNumber,
    Exact,
    First,
    Given,
    Kind,
    Number,
    Scale,
    Scaled,
    Total,
    in_units,
    kind_of,
    number_of,
    places_of_all,
    scaled_floats,
)

INTEGER_SCALE = Scale()
"""The scale of a row of integers."""

_NUMBER_TYPES = {int, float, Fraction, Decimal}

Interval = tuple[int, int]
"""The remaining cards of a row: [start, stop)."""

MAX_COUNT = 10**100
"""Counts of positions and games are capped here; a larger count is reported as "more than"."""

LONG_ARRAY = 10_000
"""An array of at least this many numbers stays an array; a tuple would take five times the memory."""

_HOW = "a Row is built by Row.of: write Row.of([8, 15, 3, 7])"


@dataclass(frozen=True, repr=False, eq=False)
class Row(Sequence[First]):
    """The values in order; build one with `Row.of`.

    given   shape (n,), the values as the user gave them
    units   shape (n,), the same numbers as integers, `scale.unit` of which make 1

    Both are tuples, except that a long array of machine numbers stays an array: used in place if it is
    read-only, otherwise copied, so that the row cannot change.

    scale   the unit, and how totals of the values are shown

    >>> Row.of([8, 15, 3, 7])
    Row(8 15 3 7)
    """

    given: Sequence[First]
    units: Sequence[int] = ()
    scale: Scale = INTEGER_SCALE

    def __new__(cls, *fields: Any, **_: Any) -> Row:
        """Explain Row.of to a caller of Row(8, 15, 3, 7), who would otherwise get a TypeError."""
        if len(fields) > 3:
            raise RowError(_HOW)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        if not isinstance(self.given, tuple | memoryview) or len(self.given) != len(self.units):
            raise RowError(_HOW)

    @overload
    @classmethod
    def of(cls, values: Iterable[Given]) -> Row[Given]: ...
    @overload
    @classmethod
    def of(cls, values: Iterable[AnyNumber]) -> Row: ...
    @classmethod
    def of(cls, values: Iterable[Any]) -> Row:
        """Make a row of any numbers in O(n), or of a long read-only array of integers in O(1).

        Raises RowError for text, an array whose shape is not (n,), masked values, NaN, infinities, anything
        that is not a real number, a float beside a Fraction or a Decimal (one of them would have to be
        converted), and floats whose sum overflows.

        >>> Row.of(["8"])
        Traceback (most recent call last):
        twoends.rules.errors.RowError: value 1, '8', is a str: give an int, Fraction, Decimal or float
        """
        if isinstance(values, Row):
            return values
        if isinstance(values, str | bytes | bytearray):
            raise RowError(f"{values[:40]!r} is text: read it first, as in parse('8 15 3 7')")
        if hasattr(values, "columns"):
            raise RowError("a frame has many rows: give frame.to_numpy() to solve_rows, or a column to solve")
        if hasattr(values, "tolist"):
            if len(shape := getattr(values, "shape", (0,))) != 1:
                raise RowError(
                    f"the array has shape {shape}: give one row as (n,), or many rows to solve_rows"
                )
            dtype = getattr(values, "dtype", None)
            if getattr(dtype, "kind", None) in ("m", "M"):
                raise RowError(f"the array has times, {dtype}: give numbers, such as days")
            _require_unmasked(values)
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
        if {*map(type, given)} <= {int}:
            return cls(given, given)
        types = {type(value): value for value in given}
        if not types.keys() <= _NUMBER_TYPES:
            given = tuple(number_of(value, place) for place, value in enumerate(given, 1))
            types = {type(value): value for value in given}
        kinds = {kind_of(value) for value in types.values()}
        if "float" in kinds and not kinds <= {"float", "integer"}:
            raise RowError(
                "a float is mixed with a Fraction or a Decimal: give them all as one kind, "
                "for instance Fraction(0.5) or Decimal('0.5')"
            )
        try:
            units, unit = in_units(given)
        except (OverflowError, ValueError):  # an infinity or a NaN
            for place, value in enumerate(given, 1):
                number_of(value, place)
            raise
        ranked: tuple[Kind, ...] = ("float", "fraction", "decimal")
        kind: Kind = next((each for each in ranked if each in kinds), "integer")
        if kind == "float":
            try:
                sum(map(abs, units)) / unit
            except OverflowError:
                raise RowError("the sum leaves the range of a float: give the values as Fractions") from None
        return cls(given, units, Scale(unit, kind, places_of_all(given) if kind == "decimal" else 0))

    @property
    def kind(self) -> Kind:
        """The kind of number that totals are: integer, fraction, decimal or float."""
        return self.scale.kind

    @cached_property
    def values(self) -> Sequence[Exact]:
        """The same numbers, each an int or a Fraction; shape (n,), O(n) when they are first read."""
        if self.kind == "integer":
            return self.units
        return tuple(map(_exact, self.given))

    def exact(self, place: int) -> Exact:
        """One of `values` in O(1), without making the others."""
        return _exact(self.given[place])

    @property
    def scaled(self) -> Scaled:
        """The values as integers over one common denominator."""
        return Scaled(self.units, self.scale)

    def show(self, total: Total) -> Any:
        """Convert an exact total to the row's kind of number, in O(1).

        A total that this kind cannot represent, such as a third of a Decimal, stays a Fraction.

        >>> from decimal import Decimal
        >>> Row.of([Decimal("2.50"), 1]).show(Fraction(7, 2))
        Decimal('3.50')
        """
        return self.scale.show_exact(total)

    def words(self) -> list[str]:
        """Every value as text that `parse` reads back."""
        return [str(value) for value in self.given]

    # --- the methods of `Shape`; `remaining` is the cards [start, stop) ---

    name: ClassVar[str] = "row"
    around: ClassVar[bool] = False

    @property
    def cards(self) -> Row:
        """All cards in one row: this row."""
        return self

    @classmethod
    def of_deck(cls, cards: Row) -> Row:
        """The row dealt for a game: the whole deck."""
        return cards

    @property
    def initial(self) -> Interval:
        """The remaining cards before the first move: all of them."""
        return 0, len(self)

    def rest(self, remaining: Interval) -> Row:
        """The remaining cards as a row of their own."""
        return self if remaining == self.initial else self[remaining[0] : remaining[1]]

    def ends(self, remaining: Interval) -> tuple[Move, ...]:
        """The ends with a card: both sides, LEFT alone for a single card, none for no card."""
        return (LEFT, RIGHT)[: remaining[1] - remaining[0]]

    def every_end(self) -> tuple[Move, ...]:
        """All ends that any move can take from."""
        return LEFT, RIGHT

    def place(self, remaining: Interval, move: Move) -> int:
        """The index in `cards` of the first card that a move takes."""
        return remaining[0] if move.end == "L" else remaining[1] - 1

    def after(self, remaining: Interval, move: Move) -> Interval:
        """The remaining cards after a move."""
        start, stop = remaining
        return (start + move.cards, stop) if move.end == "L" else (start, stop - move.cards)

    def lanes(self, remaining: Interval) -> tuple[Lane, ...]:
        """The layout: one lane, open at both ends."""
        return (Lane(range(*remaining), (LEFT, RIGHT)),)

    def interval(self, remaining: Interval) -> Interval | None:
        """The remaining cards as an interval [start, stop)."""
        return remaining

    def sizes(self, remaining: Interval) -> tuple[int, int]:
        """The number of reachable positions, this one included, and of different games.

        n cards have 2^(n-1) games, because every move but the last has two sides.
        """
        n = remaining[1] - remaining[0]
        return n * (n + 1) // 2 + max(n, 1), capped_product(repeat(2, n - 1))

    # A view of an array never equals a tuple and cannot be hashed or pickled, so rows compare as tuples.

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Row) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return tuple(self.given), self.kind, self.scale.places

    def __reduce__(self) -> tuple[type[Row], tuple[object, ...]]:
        given = tuple(self.given)
        return Row, (given, given if self.units is self.given else tuple(self.units), self.scale)

    def __len__(self) -> int:
        return len(self.given)

    @overload
    def __getitem__(self, at: int) -> First: ...
    @overload
    def __getitem__(self, at: slice) -> Row[First]: ...
    def __getitem__(self, at: int | slice) -> First | Row[First]:
        if isinstance(at, slice):
            return Row(self.given[at], self.units[at], self.scale)
        return self.given[at]

    def __str__(self) -> str:
        return " ".join(self.words())

    def __repr__(self) -> str:
        return f"Row({self if len(self) <= 40 else f'{self[:20]} … {self[-5:]}, {len(self)} values'})"


def _exact(value: Any) -> Exact:
    return int(value) if isinstance(value, int) else Fraction(value)


def _require_unmasked(array: Any) -> None:
    """Raise RowError for an array with a masked value, which would count with the value under the mask."""
    if hasattr(array, "compressed") and array.mask.any():  # only NumPy's masked arrays have this method
        raise RowError(
            f"value {array.mask.argmax() + 1} is masked: give the row as .compressed() to leave "
            "masked values out, or as .filled(0) to count them as 0"
        )


def _in_place(array: Any) -> Row | None:
    """The row of a long NumPy array of machine numbers, kept as an array; None for any other array."""
    kind = getattr(getattr(array, "dtype", None), "kind", None)
    if kind not in ("i", "u", "f") or len(array) < LONG_ARRAY:
        return None
    if not isinstance(getattr(array, "data", None), memoryview):  # a column of pandas, for instance
        return None
    if not (array.dtype.isnative and is_read_only(array)):
        array = array.astype(array.dtype.newbyteorder("="))
    if kind != "f":
        view = array.data.toreadonly()
        return Row(view, view)
    if array.dtype != "float64":
        return None
    (integers,), (exponent,), (fits,) = scaled_floats(array.reshape(1, -1))
    if not fits or exponent > 0:
        return None
    return Row(array.data.toreadonly(), integers.data.toreadonly(), Scale(2 ** -int(exponent), "float"))


def is_read_only(array: Any) -> bool:
    """Whether neither a NumPy array nor any array that it is a view of can be written to."""
    while (flags := getattr(array, "flags", None)) is not None:
        if flags.writeable:
            return False
        array = array.base
    return True


def list_text(numbers: Sequence[Number]) -> str:
    """Numbers as a tuple, without the middle of a long one."""
    if len(numbers) <= 40:
        return str(tuple(numbers))
    begin, end = (", ".join(map(repr, part)) for part in (numbers[:20], numbers[-5:]))
    return f"({begin}, …, {end})"


def capped_product(factors: Iterable[int]) -> int:
    """The product of positive integers, at most MAX_COUNT, so that it fits a float.

    >>> capped_product([2, 3]), capped_product([10] * 100) == capped_product([10] * 101)
    (6, True)
    """
    product = 1
    for factor in factors:
        product *= factor
        if product >= MAX_COUNT:
            return MAX_COUNT
    return product
