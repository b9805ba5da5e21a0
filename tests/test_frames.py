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


@each_frame
@pytest.mark.parametrize("opponent", ["optimal", "random"])
def test_a_frame_is_read_by_rows_or_by_columns(frame: Any, opponent: str) -> None:
    table = frame({"a": [8, 5], "b": [15, 3], "c": [3, 7]})
    ways: list[tuple[Any, list[list[int]]]] = [
        (None, [[8, 15, 3], [5, 3, 7]]),
        ("columns", [[8, 5], [15, 3], [3, 7]]),
    ]
    for by, rows in ways:
        solved, expected = twoends.solve_rows(table, opponent, by=by), twoends.solve_rows(rows, opponent)
        for name in ("first", "second", "best"):
            got, want = getattr(solved, name).tolist(), getattr(expected, name).tolist()
            assert got == want, f"{by}, {name}: expected {want}, got {got}"
        played = twoends.play_rows(table, "best", "greedy", by=by).tolist()
        assert played == twoends.play_rows(rows, "best", "greedy").tolist()


@each_frame
def test_exact_numbers_of_a_frame_stay_exact(frame: Any) -> None:
    solved = twoends.solve_rows(frame({"a": [Decimal("0.10")], "b": [Decimal("0.30")], "c": [1]}))
    assert solved.first.tolist() == [Decimal("1.10")]
    assert isinstance(solved.first[0], Decimal)


def test_integers_beyond_64_bits_and_of_two_dtypes_stay_exact() -> None:
    wide = pl.DataFrame({"a": [2**100], "b": [-1]}, schema={"a": pl.Int128, "b": pl.Int64})
    mixed = pl.DataFrame({"a": [2**63 + 5], "b": [-1]}, schema={"a": pl.UInt64, "b": pl.Int64})
    assert twoends.solve_rows(wide).first.tolist() == [2**100]
    assert twoends.solve_rows(mixed).first.tolist() == [2**63 + 5]
    assert twoends.solve_rows(pd.DataFrame({"a": [1], "b": [4]}, dtype="Int64")).first.tolist() == [4]


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


def test_object_arrays_of_numpy_are_rows_of_exact_numbers() -> None:
    table = np.array([[Fraction(1, 3), 1, Fraction(1, 2)], [2**80, 1, 5]], object)
    assert twoends.solve_rows(table).first.tolist() == [Fraction(5, 6), 2**80 + 1]
    assert twoends.solve_rows(table, by="columns").first.tolist() == [2**80, 1, 5]


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
