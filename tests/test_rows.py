"""Rows keep the numbers that they are given exactly, from any container or from text."""

from __future__ import annotations

import copy
import pickle
from array import array
from decimal import Decimal
from fractions import Fraction
from typing import Any
from unittest.mock import ANY

import numpy as np
import pytest

from twoends import Row, oracle, solve
from twoends.rules.rows import LONG_ARRAY


def test_a_row_over_an_array_equals_the_same_row_of_a_list_and_can_be_copied() -> None:
    array = np.arange(LONG_ARRAY) % 7
    of_array, of_list = Row.of(array), Row.of(array.tolist())
    assert isinstance(of_array.values, memoryview)
    assert of_array == of_list
    assert hash(of_array) == hash(of_list)
    assert pickle.loads(pickle.dumps(of_array)) == copy.deepcopy(of_array) == of_list
    assert of_array != of_list[1:]
    assert of_array != array.tolist()
    for each in (of_list, of_array):
        restored = pickle.loads(pickle.dumps(each))
        assert restored.values is restored.given, "the same numbers are kept once"
    decimal = pickle.loads(pickle.dumps(Row.of([Decimal("0.5"), 1])))
    assert (decimal.given, repr(decimal.values)) == ((Decimal("0.5"), 1), "(Fraction(1, 2), 1)")
    assert decimal.scaled == Row.of([Decimal("0.5"), 1]).scaled


def test_rows_and_oracles_equal_only_their_own_kind_and_defer_to_other_types() -> None:
    makers: tuple[Any, ...] = Row.of, oracle
    for make in makers:
        one, *others = (make(map(kind, [8, 15])) for kind in (int, float, Fraction, Decimal))
        others += [make([15, 8]), make([Decimal("8.0"), Decimal(15)])]
        assert one == ANY
        assert one not in (*others, [8, 15], 5)
        assert len({one, copy.deepcopy(one), *others}) == 6, "a cache would show numbers of another kind"


def test_a_part_of_a_row_shows_totals_like_the_whole_row() -> None:
    row = Row.of([1, Decimal("2.50"), 3])
    assert (row[:1].kind, str(row[:1].show(2))) == ("decimal", "2.00")
    assert row.rest(row.initial) is row
    assert row.rest((1, 3)) == row[1:]


@pytest.mark.parametrize("kind", [np.int64, float])
@pytest.mark.parametrize("n", [4, LONG_ARRAY])
def test_a_row_of_a_writable_array_with_nothing_masked_does_not_change_with_it(n: int, kind: Any) -> None:
    array = (np.arange(n) % 7).astype(kind)
    masked = [np.ma.array(array, mask=mask) for mask in (np.ma.nomask, np.zeros(n, bool))]
    rows, expected = list(map(Row.of, (array, *masked))), Row.of(array.tolist())
    array[:] = 9
    for row in rows:
        assert (row, tuple(row.given)) == (expected, expected.given)


def test_a_long_column_with_the_dtype_but_not_the_memory_of_numpy_is_a_row() -> None:
    class Column:
        """As pandas has them."""

        dtype, shape = np.dtype(int), (LONG_ARRAY,)

        def __len__(self) -> int:
            return LONG_ARRAY

        def tolist(self) -> list[int]:
            return list(range(LONG_ARRAY))

    column: Any = Column()
    assert Row.of(column) == Row.of(range(LONG_ARRAY))


def test_containers_with_tolist_are_rows() -> None:
    assert Row.of(array("i", [8, 15])) == Row.of(memoryview(array("i", [8, 15]))) == Row.of([8, 15])
    assert Row.of(np.array([True, False])) == Row.of([np.True_, 0]) == Row.of([1, 0])


@pytest.mark.parametrize("dtype", [np.int64, ">i8"])
def test_a_read_only_array_of_any_layout_is_used_in_place(dtype: Any) -> None:
    n = LONG_ARRAY + 3
    values = (np.arange(2 * n) % 100).astype(dtype)
    for view in (values[:n], values[::2], values[::-2]):
        assert not np.shares_memory(np.asarray(Row.of(view).values), values)
        view.flags.writeable = False
        assert not np.shares_memory(np.asarray(Row.of(view).values), values), "what is behind can be written"
    values.flags.writeable = False
    for view in (values, values[:n], values[::2], values[::-2]):
        row = Row.of(view)
        assert np.shares_memory(np.asarray(row.values), values) == np.dtype(dtype).isnative
        assert (solve(row).first, solve(row).line) == (solve(view.tolist()).first, solve(view.tolist()).line)
        assert {*map(type, row)} == {int}


# --- the text ----------------------------------------------------------------------------------


SUITS = {"♠": "♠♤Ss", "♥": "♥♡Hh", "♦": "♦♢Dd", "♣": "♣♧Cc"}
