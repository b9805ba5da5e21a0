"""What is read from lines, words, contests, frames and arrays, and the errors of what is not."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from expected import is_expected
from twoends import Row, parse
from twoends.kernels import compiling
from twoends.kernels.compiling import Wait
from twoends.kernels.digits import whole_numbers
from twoends.reading import sources
from twoends.reading.contests import read_cases, read_gaps, read_two_rows
from twoends.reading.frames import rows_of
from twoends.reading.sources import (
    games_in,
    lines_of,
    looks_like_a_path,
    plain_rows,
    read,
    read_games,
    read_rows,
    shapes_in,
)
from twoends.rules.errors import RowError, TwoEndsError
from twoends.rules.rows import LONG_ARRAY
from twoends.solvers import costs

# --- lines -------------------------------------------------------------------------------------


Reader = Callable[[list[str], str], Iterable[object]]

TEXTS: dict[str, tuple[Reader, tuple[str, ...]]] = {
    "lines": (
        read,
        (
            "8\n\n15 # remark\n#\n3", "# a remark\n\n8\n15", "# a remark\n8\n15 3", "8\n3\n7 5\n5", "[8]\n15",
            "(8)\n15", "{8}\n15", "8\n3]", "8\nBOARD", "8\nCircle", "8,15\n3,7", "8;15\n3;7", "8\t15",
            "1 | 2\ncircle 3 1\n8 15 / first / L", "8 15\n1 x", "# a remark\n8\n\nx", "x\n1 2", "8\nx\n1 2",
            "8 15\n\0", "\n# 8", "",
        ),
    ),
    "lines, each a row": (partial(read, columns=False), ("8\n15", "\n#")),
    "rows": (read_rows, ("\n3 1", "3 1\n1 | 2", "3 1\ncircle 1", "3 1\n8 15 / first / L")),
    "games": (read_games, ("\n8 15 / first / L", "8 15 / first / L\n8", "8 15 / first / L\n1 | 2", "")),
    "cases": (
        read_cases,
        (
            "3\n3 1 2\n1/3\n0 2 -1\nA", "1\n2 007 5", "0", "x", "-1", "٣", "1" + 17 * "0", "1\n" + 50 * "x",
            "1" + 16 * "0", "", "1 1 5 7", "2 1 5\n2 8\nx", "1 2 8,15 3", "1 1 ٣",
        ),
    ),
    "two rows": (read_two_rows, ("2 2 1 2 3 4\n0", "1 1 5 7\n3", "1 2 1 2 3", "1 2 1")),
    "gaps": (lambda lines, source: map(read_gaps, [lines], [source]), ("5 3 0 1\n2 4", "x", "2 1", "1 5\n7")),
}  # fmt: skip
"""Readers and texts; data/reading.txt has what is read before an error, and its message."""


def test_texts_are_read_up_to_an_error_that_is_named() -> None:
    lines = []
    for how, (reader, texts) in TEXTS.items():
        for text in texts:
            got, error = until_error(reader(text.split("\n"), "in"))
            lines += [f"{how} of {text!r}:", *(f"  {each!r}" for each in got)]
            lines += [f"  {error}"] if error else []
    is_expected("reading.txt", "\n".join(lines) + "\n")


WORDS = (["x"], ["x-"], ["x", "y"], ["deck", "8"], ["no.txt"], ["."], ["no.npy"], ["text.npy"], ["empty.npy"])


def test_words_that_are_not_a_shape_are_refused_with_what_they_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deck").write_text("1 2")
    Path("text.npy").write_text("text")
    Path("empty.npy").write_text("")
    errors = [f"{' '.join(words)}: {until_error(shapes_in(words))[1]}" for words in WORDS]
    is_expected("words.txt", "\n".join(errors) + "\n")


NOT_TEXT = "this is not text: give a text file with a row on each line"


def until_error(things: Iterable[object]) -> tuple[list[object], str]:
    """What comes before an error, and its message."""
    got: list[object] = []
    try:
        got.extend(each for each in things)
    except TwoEndsError as fault:
        return got, str(fault)
    return got, ""


# --- words and files ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("rows.txt", True), ("rows.csv", True), ("a.tsv", True), ("a.dat", True), ("a.npy", True),
        ("rows.TXT", False), ("rows", False), ("a/b", True), ("8/first", False), ("8/second/L", False),
        ("a b.txt", False), ("a b/c", False), (".", True), ("8.5", False), ("", False),
    ],
)  # fmt: skip
def test_a_word_with_a_slash_or_a_known_ending_looks_like_a_path(word: str, expected: bool) -> None:
    assert looks_like_a_path(word) is expected


def test_a_single_word_may_name_a_file_but_a_value_never_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("8").write_text("1 2")
    Path("deck").write_text("1 2\n3")
    Path("deck two").write_text("5 6")
    assert list(shapes_in(["8"])) == [Row.of([8])]
    assert list(shapes_in(["deck"])) == [Row.of([1, 2]), Row.of([3])]
    assert list(shapes_in(["deck two"])) == [Row.of([5, 6])]
    assert list(shapes_in([], "8")) == [Row.of([1, 2])]
    assert list(shapes_in(["8", "deck two"], "deck")) == [Row.of([1, 2]), Row.of([3])]


def test_a_numpy_file_is_one_row_or_many(tmp_path: Path) -> None:
    file = str(tmp_path / "rows.npy")
    np.save(file, np.array([8, 15, 3]))
    assert [list(row) for row in shapes_in([file]) if isinstance(row, Row)] == [[8, 15, 3]]
    np.save(file, np.array([[8, 15], [3, 7]]))
    assert [list(row) for row in shapes_in([], file) if isinstance(row, Row)] == [[8, 15], [3, 7]]
    np.save(file, np.array([1.5, np.nan]))
    assert until_error(shapes_in([file]))[1].startswith(f"{file}: ")
    np.save(file, np.zeros((2, 3, 4)))
    wanted = "give one row as (n,), or many as (m, n)"
    assert until_error(shapes_in([file])) == ([], f"{file} is an array of shape (2, 3, 4): {wanted}")


def test_games_come_from_words_or_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    games = [parse("8 15 / first / L"), parse("3 1 / second / -")]
    Path("games").write_text("8 15 / first / L\n\n3 1 / second / -\n")
    assert list(games_in(["8", "15", "/", "first", "/", "L"])) == games[:1]
    assert list(games_in(["games"])) == games
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path("games").read_bytes())))
    assert list(games_in(["-"])) == games
    assert until_error(games_in(["1 " * 30])) == (
        [],
        f"'{'1 ' * 20}' is not a game: write who moved first and the moves, as in 8 15 3 7 / first / LLRL",
    )
    for words in (["x / first / L"], ["no", "games"]):
        with pytest.raises(RowError, match="is not a value"):
            list(games_in(words))
    with pytest.raises(RowError, match="no/games cannot be read: No such file"):
        list(games_in(["no/games"]))


def test_lines_end_as_on_any_system_and_lose_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_bytes("\ufeff8 15\r\n3\r7 1\n\n5".encode())
    assert list(lines_of(str(file))) == ["8 15", "3", "7 1", "", "5"]
    file.write_bytes(b"8\n\xef\xbb\xbf9\n")
    assert list(lines_of(str(file))) == ["8", "\ufeff9"]
    file.write_bytes(b"8\n\xff\n")
    assert until_error(lines_of(str(file))) == (["8"], f"{file}, line 2: {NOT_TEXT}")


def test_standard_input_that_is_closed_or_not_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"8\n\xff")))
    assert until_error(lines_of("-")) == (["8"], f"standard input, line 2: {NOT_TEXT}")
    monkeypatch.setattr(sys, "stdin", None)
    assert until_error(lines_of("-")) == ([], "standard input is closed: give values or a file")


# --- plain digits ------------------------------------------------------------------------------


def test_only_large_files_wait_for_a_kernel_that_is_being_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rows.txt"
    file.write_bytes(b"8 15\n3\n")
    monkeypatch.setattr(costs, "SECONDS_TO_WAIT", (0, 0, 8 * sources.SECONDS_A_BYTE))
    calls: list[tuple[Any, ...]] = []
    for answer, expected in ((Wait.COMPILING, None), (Wait.NOTHING, [[8, 15], [3]])):

        def wait(*call: Any, answer: Wait = answer) -> Wait:
            calls.append(call)
            return answer

        monkeypatch.setattr(compiling, "wait", wait)
        rows = plain_rows(str(file))
        assert (None if rows is None else [list(row) for row in rows]) == expected
    kernel, text, values, stops = calls[0]
    assert kernel is whole_numbers
    assert (bytes(text), values.dtype, stops.dtype) == (b"8 15\n3\n", np.int64, np.int64)
    assert (len(values), len(stops)) == (4, 3)
    monkeypatch.setattr(compiling, "wait", lambda *call: Wait.COMPILING)
    file.write_bytes(b"8 15\n3 \n")
    assert plain_rows(str(file)) is not None, "the file is as large as is worth it"
    assert plain_rows(str(tmp_path)) is None
    assert plain_rows(str(tmp_path / "none")) is None


@pytest.mark.usefixtures("always_compiled")
def test_a_long_row_read_from_digits_is_read_only(tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_text("\n".join(map(str, range(LONG_ARRAY))))
    row = next(plain_rows(str(file)) or iter(()))
    assert (len(row), row[0], row[-1]) == (LONG_ARRAY, 0, LONG_ARRAY - 1)
    values: Any = row.values
    assert memoryview(values).readonly


# --- frames ------------------------------------------------------------------------------------

pl = pytest.importorskip("polars", reason="needs Polars: pip install 'twoends[study]'")
pd = pytest.importorskip("pandas", reason="needs pandas, of the development group")
pa = pytest.importorskip("pyarrow", reason="needs pyarrow, of the development group")


def plain(rows: Any) -> Any:
    return rows.tolist() if isinstance(rows, np.ndarray) else [list(row) for row in rows]


@pytest.mark.parametrize("frame", [pl.DataFrame, pd.DataFrame, pa.table], ids=["polars", "pandas", "arrow"])
@pytest.mark.parametrize(
    ("columns", "array"),
    [
        ({"a": [1, 2], "b": [3, 4]}, True),
        ({"a": [1, 2], "b": [3.0, 4.5]}, False),
        ({"a": [1, 2], "b": ["3", "4"]}, False),
        ({"a": [2**63 - 1, 0], "b": [-1, -2]}, True),
        ({"a": [1], "b": [2]}, True),
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
    assert isinstance(
        rows_of(pl.DataFrame({"a": [1], "b": [2]}, schema=dict.fromkeys("ab", pl.UInt8))), np.ndarray
    )
    missing = pl.DataFrame({"a": [1, None], "b": [3, 4]})
    assert plain(rows_of(missing)) == [[1, 3], [None, 4]]
    assert plain(rows_of(pa.table({"a": [1, None], "b": [3, 4]}))) == [[1, 3], [None, 4]]
    assert isinstance(rows_of(pa.table({"a": pa.array([1], pa.uint8()), "b": [2]})), np.ndarray)
    assert plain(rows_of(pd.DataFrame({"a": [1, 2], "b": [3, 4]}, dtype="UInt16"))) == [[1, 3], [2, 4]]
    assert plain(rows_of(pd.DataFrame({"a": [True, False], "b": [3, 4]}))) == [[True, 3], [False, 4]]


def test_other_tables_stay_as_they_are() -> None:
    rows, array = [[1, 2], [3]], np.array([[1, 2, 3], [4, 5, 6]])
    assert rows_of(rows) is rows
    assert rows_of(rows, "rows") is rows
    assert rows_of(array) is array
    assert rows_of(array, "rows") is array
    assert rows_of(array, "columns").tolist() == [[1, 4], [2, 5], [3, 6]]
    assert rows_of(array[0], "columns").tolist() == [1, 2, 3]
