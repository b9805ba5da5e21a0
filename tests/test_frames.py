"""Frames, Arrow tables and arrays are read and returned; a library that is not needed is not imported."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import twoends
from twoends.reading.frames import rows_of

pl = pytest.importorskip("polars", reason="needs Polars: pip install 'twoends[study]'")
pd = pytest.importorskip("pandas", reason="needs pandas, of the development group")
pa = pytest.importorskip("pyarrow", reason="needs pyarrow, of the development group")

FRAMES: list[Callable[[dict[str, list[Any]]], Any]] = [
    pl.DataFrame,
    pd.DataFrame,
    pa.table,
    pa.RecordBatch.from_pydict,
]
COLUMNS: list[Callable[[list[Any]], Any]] = [
    pl.Series,
    pd.Series,
    pa.array,
    lambda values: pa.chunked_array([values[:1], values[1:]]),
]
each_frame = pytest.mark.parametrize("frame", FRAMES, ids=["polars", "pandas", "arrow", "batch"])
each_column = pytest.mark.parametrize("column", COLUMNS, ids=["polars", "pandas", "arrow", "chunked"])


def plain(rows: Any) -> Any:
    return rows.tolist() if isinstance(rows, np.ndarray) else [list(row) for row in rows]


@each_frame
@pytest.mark.parametrize(
    ("columns", "array"),
    [
        ({"a": [1, 2], "b": [3, 4]}, True),
        ({"a": [1, 2], "b": [3.0, 4.5]}, False),
        ({"a": [1, 2], "b": ["3", "4"]}, False),
        ({"a": [2**63 - 1, 0], "b": [-1, -2]}, True),
        ({"a": [1], "b": [2]}, True),
        ({"collect": [1, 2], "columns": [3, 4]}, True),
        ({"a": [Decimal("0.10")], "b": [Decimal("0.30")], "c": [1]}, False),
    ],
)
def test_a_frame_of_integers_becomes_an_array_and_any_other_frame_rows(
    frame: Any, columns: Any, array: bool
) -> None:
    rows, turned = rows_of(frame(columns)), rows_of(frame(columns), "columns")
    assert plain(rows) == [list(row) for row in zip(*columns.values(), strict=True)]
    assert plain(rows_of(frame(columns), "rows")) == plain(rows)
    assert plain(turned) == list(columns.values())
    assert [isinstance(each, np.ndarray) for each in (rows, turned)] == [array, array]


def test_columns_are_not_joined_if_that_would_change_values() -> None:
    unsigned = pl.DataFrame({"a": [2**63 + 1], "b": [-1]}, schema={"a": pl.UInt64, "b": pl.Int64})
    assert plain(rows_of(unsigned)) == [[2**63 + 1, -1]]
    wide = pl.DataFrame({"a": [2**100], "b": [-1]}, schema={"a": pl.Int128, "b": pl.Int64})
    assert plain(rows_of(wide)) == [[2**100, -1]]
    small = pl.DataFrame({"a": [1], "b": [2]}, schema=dict.fromkeys("ab", pl.UInt8))
    assert isinstance(rows_of(small), np.ndarray)
    missing = pl.DataFrame({"a": [1, None], "b": [3, 4]})
    assert plain(rows_of(missing)) == [[1, 3], [None, 4]]
    assert plain(rows_of(pa.table({"a": [1, None], "b": [3, 4]}))) == [[1, 3], [None, 4]]
    assert isinstance(rows_of(pa.table({"a": pa.array([1], pa.uint8()), "b": [2]})), np.ndarray)
    assert plain(rows_of(pd.DataFrame({"a": [1, 2], "b": [3, 4]}, dtype="UInt16"))) == [[1, 3], [2, 4]]
    assert plain(rows_of(pd.DataFrame({"a": [True, False], "b": [3, 4]}))) == [[True, 3], [False, 4]]


def test_other_tables_stay_as_they_are() -> None:
    rows, array = [[1, 2], [3]], np.array([[1, 2, 3], [4, 5, 6]])
    for table in (rows, array):
        assert rows_of(table) is rows_of(table, "rows") is table
    assert rows_of(array, "columns").tolist() == [[1, 4], [2, 5], [3, 6]]
    assert rows_of(array[0], "columns").tolist() == [1, 2, 3]


def test_a_frame_is_solved_and_played_by_rows_or_by_columns() -> None:
    table = pl.DataFrame({"a": [8, 5], "b": [15, 3], "c": [3, 7]})
    ways: list[tuple[Any, Any]] = [(None, [[8, 15, 3], [5, 3, 7]]), ("columns", [[8, 5], [15, 3], [3, 7]])]
    for by, rows in ways:
        solved = twoends.solve_rows(table, "random", by=by)
        assert solved.first.tolist() == twoends.solve_rows(rows, "random").first.tolist()
        played = twoends.play_rows(table, "best", "greedy", by=by)
        assert played.tolist() == twoends.play_rows(rows, "best", "greedy").tolist()


@each_column
def test_a_column_of_lists_has_a_row_in_each_place(column: Any) -> None:
    rows = [[8, 15, 3, 7], [5], [1, 30, 100, 15, 2]]
    solved = twoends.solve_rows(column(rows), "greedy")
    assert solved.first.tolist() == [22, 5, 103]


@each_frame
def test_a_frame_of_one_column_of_lists_is_that_column(frame: Any) -> None:
    assert twoends.solve_rows(frame({"cards": [[8, 15, 3, 7], [5]]})).first.tolist() == [22, 5]


@each_column
def test_a_column_of_numbers_is_one_row_or_many(column: Any) -> None:
    values = column([8, 15, 3, 7])
    assert twoends.solve_rows(values, by="columns").first.tolist() == [22]
    assert twoends.solve_rows(values, by="rows").first.tolist() == [8, 15, 3, 7]
    with pytest.raises(twoends.RowError, match="give by='columns'"):
        twoends.solve_rows(values)


# --- out ---------------------------------------------------------------------------------------

KINDS: list[Any] = [
    np.array([[8, 15, 3, 7], [1, 3, 100, 2]]),
    [[8, 15, 3, 7], [5], []],
    [[0.5, 1.5, 2.0], [0.1, 0.2, 0.3, 0.4]],
    [[Decimal("0.10"), Decimal("2.5"), 1], [Fraction(1, 3), 2, 5]],
    [[2**80, 1, 5, 2**81]],
]


@pytest.mark.parametrize("rows", KINDS, ids=str)
def test_frames_of_solutions_have_their_values(rows: Any) -> None:
    solved = twoends.solve_rows(rows, "greedy")
    names = ["first", "second", "margin_first", "margin_second", "go_first", "best"]
    for frame in (solved.to_polars(), solved.to_pandas()):
        assert list(frame.columns) == names
        for name in names:
            values = list(frame[name])
            want = getattr(solved, name).tolist()
            assert values == want, f"{name}: expected {want}, got {values}"


def test_only_the_library_of_the_table_is_imported() -> None:
    script = """
import sys, numpy, twoends
twoends.solve_rows([[8, 15, 3, 7]]), twoends.solve_rows(numpy.ones((2, 3), int)).go_first
print(*{"polars", "pandas"} & set(sys.modules))
import pandas
twoends.solve_rows(pandas.DataFrame({'a': [1], 'b': [2]})).to_pandas()
print(*{"polars", "pandas"} & set(sys.modules))
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "\npandas\n"
