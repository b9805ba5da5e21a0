"""Many rows grouped by length into tables of machine integers, and what is left of them.

Arrays, and lists of plain numbers, are taken whole. Any other row is read as `solve` reads it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import chain
from numbers import Real
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.rules.errors import RowError, shortened
from twoends.rules.numbers import Number
from twoends.rules.rows import Row, is_read_only
from twoends.rules.units import scaled_floats
from twoends.solvers import compiled

Totals = NDArray[Any]

LARGEST_EXPONENT = 900
"""Rows of floats in larger powers of two go one by one: their sum may leave the range of a float."""


class Group(NamedTuple):
    """Rows of one length as machine integers that fit.

    rows    shape (m, n)
    places  where each row was, shape (m,)
    show    turns their totals, integers or floats of shape (..., m), into their own kind of number
    bounds  the smallest and the largest value, where they are known
    """

    rows: NDArray[np.int64]
    places: NDArray[np.int64]
    show: Callable[[Totals], Totals]
    bounds: compiled.Bounds | None = None


class Groups(NamedTuple):
    """Many rows: those in groups, the others with their places, and all in order, as `Row.of` reads them."""

    groups: Sequence[Group]
    rest: Sequence[tuple[int, Row]]
    given: NDArray[Any] | list[Any]


def snapshot(given: NDArray[Any] | list[Any]) -> NDArray[Any] | list[Any]:
    """The same rows, which stay as they are whatever becomes of what was given."""
    if isinstance(given, np.ndarray):
        return given if is_read_only(given) else given.copy()
    return [tuple(row) if isinstance(row, list) else row for row in given]


def separate(rows: Any) -> Groups:
    """Read every row by itself. Raises RowError that names the row."""
    each = [_row(row, place) for place, row in enumerate(_listed(_plain(rows)))]
    return Groups([], list(enumerate(each)), each)


def group_rows(rows: Any, *, scale: bool = True, most_cards: float = math.inf, threads: int = 1) -> Groups:
    """Group rows by length, as far as they fit: floats, fractions, decimals if `scale`, no longer ones.

    `threads` look at the numbers of an array. Raises RowError that names the row.
    """
    rows = _plain(rows)
    each: Any = rows if isinstance(rows, np.ndarray) else _listed(rows)
    whole = [(np.arange(len(each)), each)] if isinstance(rows, np.ndarray) else _arrays(each)
    tables: list[Group] = []
    rest = np.ones(len(each), np.bool_)
    for places, array in whole:
        if array.shape[1] > most_cards:
            continue
        table = _of_integers(array, places, threads) or (_of_floats(array, places) if scale else None)
        if table is not None:
            tables.append(table)
            rest[table.places] = False
    read = [(place, _row(each[place], place)) for place in np.flatnonzero(rest).tolist()]
    if isinstance(each, list):
        for place, row in read:
            each[place] = row  # an iterator is read only once
    more, leftovers = by_length(read, scale=scale, most_cards=most_cards)
    return Groups(tables + more, leftovers, each)


# --- arrays ------------------------------------------------------------------------------------


def _plain(rows: Any) -> Any:
    """An array, or a view of memory, as a plain array; anything else as it is.

    A part of a matrix is always a matrix again, so a matrix is converted.
    An array with masked values comes as its rows: when they are read, they name the first one.
    """
    if isinstance(rows, memoryview):
        rows = np.asarray(rows)
    if not isinstance(rows, np.ndarray):
        return rows
    if rows.ndim == 1 and rows.dtype == object:
        return list(rows)  # of rows of any lengths
    if rows.ndim != 2:
        raise RowError(
            f"the array has shape {rows.shape}: give many rows as (m, n), or one row of shape (n,) to solve"
        )
    return list(rows) if np.ma.is_masked(rows) else np.asarray(rows)


def _arrays(rows: Sequence[Any]) -> Iterator[tuple[NDArray[np.int64], NDArray[Any]]]:
    """Lists and tuples of one length as an array, with their places: of ints alone, or of floats alone."""
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
            except OverflowError:  # an int of more than 64 bits
                continue
            array.setflags(write=False)
            yield np.array(places), array


def _of_integers(array: NDArray[Any], places: NDArray[np.int64], threads: int) -> Group | None:
    """The rows of an array of machine integers, if all fit.

    A read-only array comes in place, any other one is copied, so that nobody changes the answer.
    """
    if array.dtype.kind not in "iu":
        return None
    bounds = compiled.bounds(array, threads)
    if not compiled.range_fits(array.shape[1], *bounds):
        return None
    # Of int64, because what is subtracted from unsigned or short integers wraps around.
    return Group(array.astype(np.int64, copy=not is_read_only(array)), places, identity, bounds)


def _of_floats(array: NDArray[Any], places: NDArray[np.int64]) -> Group | None:
    """Those rows of an array of floats that fit as integers, each in its own power of two."""
    if array.dtype.kind != "f" or array.dtype.itemsize > 8 or array.size == 0:
        return None
    integers, exponents, fits = scaled_floats(np.asarray(array, np.float64))
    if not (fits.all() and compiled.fits(integers)):
        fits &= compiled.rows_that_fit(integers)
    fits &= exponents < LARGEST_EXPONENT
    if not fits.all():
        integers, exponents, places = integers[fits], exponents[fits], places[fits]
    return Group(integers, places, partial(_as_floats, exponents)) if len(places) else None


def identity(totals: Totals) -> Totals:
    """Totals of integers, which are their own kind."""
    return totals


def _as_floats(exponents: NDArray[np.int64], totals: Totals) -> Totals:
    """Totals times a power of two each, rounded once: where the result has few bits, so has the total."""
    floats: Totals = np.ldexp(totals, exponents)
    return floats


# --- any other rows ----------------------------------------------------------------------------


def _listed(rows: Any) -> list[Any]:
    if isinstance(rows, str | dict):
        raise RowError(f"the rows are a {type(rows).__name__}: give a list of rows, or one row to solve")
    try:
        return list(rows)
    except TypeError:
        raise RowError(
            f"{shortened(repr(rows))} is not a list of rows: give an array of shape (m, n) or a list of rows"
        ) from None


def _row(row: Any, place: int) -> Row:
    """Read a row. Raises RowError that names it."""
    if isinstance(row, Real | Decimal):
        raise RowError(f"row {place + 1} is the number {row}: give a list of rows, or one row to solve")
    try:
        return Row.of(row)
    except RowError as fault:
        raise RowError(f"row {place + 1}: {fault}") from None


def by_length(
    rows: Iterable[tuple[int, Row]], *, scale: bool = True, most_cards: float = math.inf
) -> tuple[list[Group], list[tuple[int, Row]]]:
    """Tables of the rows that come down to machine integers, and the others."""
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
            tables.append(Group(array[fits], np.array(places), partial(_in_kinds, of_group)))
    return tables, sorted(others, key=itemgetter(0))


def _stacked(rows: Sequence[Row]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Rows of one length as an array, and which of them are of 64 bits: the others are zeros."""
    # Of integers the values themselves: to make a Scaled for each row takes longer than to solve it.
    each = [row.values if row.kind == "integer" else row.scaled.values for row in rows]
    if not any(isinstance(values, memoryview) for values in each):  # which may be one of unsigned integers
        try:
            return np.array(each, np.int64), np.ones(len(rows), np.bool_)
        except OverflowError:
            pass
    arrays = [compiled.integers(values) for values in each]
    zeros = np.zeros(len(rows[0]), np.int64)
    stacked = np.array([zeros if array is None else array for array in arrays], np.int64)
    return stacked, np.array([array is not None for array in arrays])


def _in_kinds(rows: Sequence[Row], totals: Totals) -> Totals:
    """Totals of each row in its own kind of number."""
    of_rows = [zip(rows, each, strict=True) for each in np.atleast_2d(totals).tolist()]
    return array_of([_show(row, total) for row, total in chain.from_iterable(of_rows)]).reshape(totals.shape)


def _show(row: Row, total: int | float) -> Number:
    unit = row.scaled.scale.unit
    if unit == 1:
        return row.show(total)
    return row.show(total / unit if isinstance(total, float) else Fraction(total, unit))


def array_of(totals: Sequence[Number]) -> Totals:
    """Totals as int64 or float64 where that is what they are, else as objects."""
    if all(isinstance(total, float) for total in totals):
        return np.array(totals, np.float64 if totals else np.int64)
    if all(isinstance(total, int) for total in totals):
        array = compiled.integers(totals)
        if array is not None:
            return array
    return np.array(totals, object)
