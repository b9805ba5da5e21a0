"""Group many rows by length into tables of machine integers, and keep the rows that do not fit.

Arrays and lists of plain numbers are converted at once; any other row is read one by one, as by `solve`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain
from numbers import Real
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.engine import compiled
from twoends.rules.errors import RowError, shortened
from twoends.rules.numbers import Number, scaled_floats
from twoends.rules.rows import Row, is_read_only

Totals = NDArray[Any]

LARGEST_EXPONENT = 900
"""Rows of floats scaled by a larger power of two are solved one by one: their sum may overflow a float."""


class Group(NamedTuple):
    """Rows of one length as machine integers whose totals fit 62 bits.

    rows       shape (m, n)
    places     the index of each row in the input, shape (m,)
    bounds     bounds of all values, if known
    exponents  for floats: a row is its integers times 2**exponent, shape (m,)
    own        rows that were read one by one, each of its own kind of number, shape (m,)
    """

    rows: NDArray[np.int64]
    places: NDArray[np.int64]
    bounds: compiled.Bounds | None = None
    exponents: NDArray[np.int64] | None = None
    own: Sequence[Row] | None = None

    def show(self, totals: Totals) -> Totals:
        """Convert totals, integers or floats of shape (..., m), to the rows' own kind of number."""
        if self.own is not None:
            return _in_kinds(self.own, totals)
        return totals if self.exponents is None else _as_floats(self.exponents, totals)

    def given(self, at: int) -> Row:
        """The row with this number in the group, in its own kind of number."""
        if self.own is not None:
            return self.own[at]
        integers = self.rows[at]
        return Row.of(integers if self.exponents is None else _as_floats(self.exponents[at], integers))

    def take(self, at: NDArray[np.int64], places: NDArray[np.int64]) -> Group:
        """The rows with these numbers in the group, at other places."""
        exponents = None if self.exponents is None else self.exponents[at]
        own = None if self.own is None else [self.own[k] for k in at.tolist()]
        return Group(self.rows[at], places, self.bounds, exponents, own)


Groups = tuple[Sequence[Group], Sequence[tuple[int, Row]], NDArray[Any] | list[Any]]
"""Many rows: groups, the other rows with their places, and all rows in order, readable by `Row.of`."""


def group_rows(rows: Any, *, scale: bool = True, most_cards: float = math.inf) -> Groups:
    """Group the rows of at most `most_cards` cards that fit, by length; below 0 they are only read.

    Rows of floats, fractions and decimals are grouped only if `scale`. Raises RowError that names the row.
    """
    rows = _plain(rows)
    given: Any = rows if isinstance(rows, np.ndarray) else _list_rows(rows)
    arrays = [(np.arange(len(given)), given)] if isinstance(rows, np.ndarray) else _arrays(given)
    tables: list[Group] = []
    rest = np.ones(len(given), np.bool_)
    for places, array in arrays:
        if array.shape[1] > most_cards:
            continue
        table = _of_integers(array, places) or (_of_floats(array, places) if scale else None)
        if table is not None:
            tables.append(table)
            rest[table.places] = False
    read = [(place, _row(given[place], place)) for place in np.flatnonzero(rest).tolist()]
    if isinstance(given, list):
        for place, row in read:
            given[place] = row  # a row that is an iterator can be read only once
    more, leftovers = _by_length(read, scale=scale, most_cards=most_cards)
    return tables + more, leftovers, given


# --- arrays ------------------------------------------------------------------------------------


def _plain(rows: Any) -> Any:
    """Convert memory views and arrays of any class to plain arrays of shape (m, n); keep anything else.

    An array with masked values becomes the list of its rows, so that reading them names the first such row.
    A frame is refused, because NumPy would silently make integers beside a column of floats inexact.
    """
    if hasattr(type(rows), "columns"):
        raise RowError("a frame may mix kinds of number: give an array, such as frame.to_numpy()")
    if isinstance(rows, memoryview) or hasattr(type(rows), "__array__"):
        rows = np.asanyarray(rows)
    if not isinstance(rows, np.ndarray):
        return rows
    if rows.ndim == 1 and rows.dtype == object:
        return list(rows)  # its elements are rows of any lengths
    if rows.ndim != 2:
        raise RowError(
            f"the array has shape {rows.shape}: give many rows as (m, n), or one row of shape (n,) to solve"
        )
    return list(rows) if np.ma.is_masked(rows) else np.asarray(rows)


def _arrays(rows: Sequence[Any]) -> Iterator[tuple[NDArray[np.int64], NDArray[Any]]]:
    """The lists and tuples of each length as an array with their places, if all int or all float."""
    lengths: dict[int, list[int]] = {}
    for place, row in enumerate(rows):
        if type(row) in (list, tuple):
            lengths.setdefault(len(row), []).append(place)
    for length, places in lengths.items():
        group = [rows[place] for place in places]
        types = set(map(type, chain.from_iterable(group)))
        if length and types in ({int}, {float}):
            try:
                array = np.array(group, np.int64 if types == {int} else np.float64)
            except OverflowError:  # an int does not fit 64 bits
                continue
            array.setflags(write=False)
            yield np.array(places), array


def _of_integers(array: NDArray[Any], places: NDArray[np.int64]) -> Group | None:
    """The rows of an array of machine integers, if all fit; without a copy if the array is read-only."""
    if array.dtype.kind not in "iu":
        return None
    bounds = compiled.bounds(array)
    if not compiled.range_fits(array.shape[1], *bounds):
        return None
    # As int64, because subtraction wraps around in unsigned and short integers.
    integers = array.astype(np.int64, copy=not is_read_only(array))
    return Group(integers, places, bounds)


def _of_floats(array: NDArray[Any], places: NDArray[np.int64]) -> Group | None:
    """The rows of an array of floats that fit as integers, each scaled by its own power of two."""
    if array.dtype.kind != "f" or array.dtype.itemsize > 8 or array.size == 0:
        return None
    integers, exponents, fits = scaled_floats(np.asarray(array, np.float64))
    if not (fits.all() and compiled.fits(integers)):
        fits &= compiled.rows_that_fit(integers)
    fits &= exponents < LARGEST_EXPONENT
    if not fits.all():
        integers, exponents, places = integers[fits], exponents[fits], places[fits]
    if not len(places):
        return None
    return Group(integers, places, exponents=exponents)


def _as_floats(exponents: NDArray[np.int64], totals: Totals) -> Totals:
    """Totals times powers of two, rounded at most once: a result that a float can hold is exact."""
    floats: Totals = np.ldexp(totals, exponents)
    return floats


# --- any other rows ----------------------------------------------------------------------------


def _list_rows(rows: Any) -> list[Any]:
    if isinstance(rows, str | dict):
        raise RowError(f"the rows are a {type(rows).__name__}: give a list of rows, or one row to solve")
    try:
        return list(rows)
    except TypeError:
        raise RowError(
            f"{shortened(repr(rows))} is not a list of rows: give an array of shape (m, n) or a list of rows"
        ) from None


def _row(row: Any, place: int) -> Row:
    """Read a row. Raises RowError that gives its number."""
    if isinstance(row, Real | Decimal):
        raise RowError(
            f"row {place + 1} is the number {shortened(str(row))}: give a list of rows, or one row to solve"
        )
    try:
        return Row.of(row)
    except RowError as fault:
        raise RowError(f"row {place + 1}: {fault}") from None


def _by_length(
    rows: Iterable[tuple[int, Row]], *, scale: bool, most_cards: float
) -> tuple[list[Group], list[tuple[int, Row]]]:
    """The rows that scale to machine integers as groups, and the other rows."""
    groups: dict[int, list[tuple[int, Row]]] = {}
    others, tables = [], []
    for place, row in rows:
        if (scale or row.kind == "integer") and len(row) <= most_cards:
            groups.setdefault(len(row), []).append((place, row))
        else:
            others.append((place, row))
    for group in groups.values():
        array, fits = _stacked([row for _, row in group])
        if not compiled.fits(array):
            fits &= compiled.rows_that_fit(array)
        others += [group[at] for at in np.flatnonzero(~fits).tolist()]
        if fits.any():
            places, of_group = zip(*(group[at] for at in np.flatnonzero(fits).tolist()), strict=True)
            tables.append(Group(array[fits], np.array(places), own=of_group))
    return tables, sorted(others, key=itemgetter(0))


def _stacked(rows: Sequence[Row]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Rows of one length as an array, and a mask of those that fit 64 bits; the others are zeros."""
    integers = [row.units for row in rows]
    if not any(isinstance(values, memoryview) for values in integers):  # it may be unsigned
        try:
            return np.array(integers, np.int64), np.ones(len(rows), np.bool_)
        except OverflowError:
            pass
    arrays = [compiled.integers(values) for values in integers]
    zeros = np.zeros(len(rows[0]), np.int64)
    stacked = np.array([zeros if array is None else array for array in arrays], np.int64)
    return stacked, np.array([array is not None for array in arrays])


def _in_kinds(rows: Sequence[Row], totals: Totals) -> Totals:
    """Totals in each row's own kind of number."""
    shown = []
    for line in np.atleast_2d(totals).tolist():
        for row, total in zip(rows, line, strict=True):
            shown.append(row.scale.show(total))
    return array_of(shown).reshape(totals.shape)


def array_of(totals: Sequence[Number]) -> Totals:
    """Totals as an array of int64 or float64 if that is exact, else of objects."""
    if all(isinstance(total, float) for total in totals):
        return np.array(totals, np.float64 if totals else np.int64)
    if all(isinstance(total, int) for total in totals):
        array = compiled.integers(totals)
        if array is not None:
            return array
    return np.array(totals, object)
