"""Large files of plain numbers are read by compiled code, with the results of the exact reader."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from twoends import RowError
from twoends.reading import sources
from twoends.reading.sources import plain_rows, read_rows
from twoends.rules.numbers import Exact
from twoends.rules.rows import LONG_ARRAY, Row
from twoends.solvers import costs

PIECES = ["8", "15", "-3", "+4", "007", "0", "123456789012345678", "-999999999999999999"]
SEPARATORS = [" ", "  ", "\t", "\n", "\r\n", "\r", "\n\n", ",", ", ", " , "]
UNUSUAL = [
    "1234567890123456789", "2.5", "1e3", "3/4", "K", "10h", "A♠", "1_000", "٣", "−5", "--3", "3-4",
    "+", "-", "#8", ":", ";", "[", "]", '"', "|", "x", ",,", "\0", "\x0b", "\x1c", "\u2003", "\ufeff",
]  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def compiled_however_small() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(costs, "SECONDS_TO_WAIT", (0, 0, 0))
        yield


def rows_of(text: bytes, file: Path) -> list[list[Exact]] | None:
    file.write_bytes(text)
    rows = plain_rows(str(file))
    return None if rows is None else [list(row.values) for row in rows]


def rows_read_exactly(text: bytes, file: Path) -> list[list[Exact]] | None:
    """What the exact reader reads; None for an error."""
    file.write_bytes(text)
    try:
        return [list(row.values) for _, row in read_rows(sources.lines_of(str(file)), "file")]
    except RowError:
        return None


@given(
    words=st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(SEPARATORS)), max_size=9),
    unusual=st.none() | st.tuples(st.sampled_from(UNUSUAL), st.integers(0, 30)),
)
@example(words=[], unusual=None)
@example(words=[("8", ",")], unusual=None)
@example(words=[("8", "\n"), ("15", "\n"), ("3", " "), ("7", "\n")], unusual=None)
@settings(max_examples=50)
def test_plain_text_is_read_like_the_exact_reader_reads_it(
    words: list[tuple[str, str]], unusual: tuple[str, int] | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.getbasetemp() / "rows.txt"
    text = "".join(word + separator for word, separator in words)
    if unusual is not None:
        word, at = unusual
        text = text[:at] + word + text[at:]
    got, expected = rows_of(text.encode(), file), rows_read_exactly(text.encode(), file)
    is_plain = unusual is None and "\r" not in text.replace("\r\n", "")
    if is_plain:
        assert got == expected, (text, expected, got)
    else:
        assert got is None or got == expected, (text, expected, got)


@pytest.mark.parametrize(
    "text",
    [
        *(f"8 15\n3 {word} 7\n" for word in UNUSUAL),
        *("1,000\n8 15", "1,00", "8 15\n-1,05", "1,5 2,5", "1 2,5\n8 15", "1,5\t2"),
        *("0,00", "9,00", "1,09", "0,5 2", "9,5 2", "1,9 2"),
        *(",8", "8 15\n,3", "8, ,3", "8,\n15"),
        *("+", "8 15\n-", "8 15\n3\r7", "8-\n", "9223372036854775808"),
    ],
)  # fmt: skip
def test_text_that_is_not_plain_is_left_to_the_exact_reader(text: str, tmp_path: Path) -> None:
    assert rows_of(text.encode(), tmp_path / "rows.txt") is None


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1,0\n", [[1, 0]]),
        ("1,0", [[1, 0]]),
        ("1, 000\n", [[1, 0]]),
        ("1 ,000\n", [[1, 0]]),
        ("1,-5 2\n", [[1, -5, 2]]),
        ("1,5\n2 5\n-3,+4 7", [[1, 5], [2, 5], [-3, 4, 7]]),
        ("1 5\n2,5\n", [[1, 5], [2, 5]]),
        ("-8 15\r\n\r\n \t\n3\r", [[-8, 15], [3]]),
        ("-999999999999999999 999999999999999999", [[-(10**18) + 1, 10**18 - 1]]),
        ("8\n\n-15\n", [[8, -15]]),
        ("8\n15 3\n", [[8], [15, 3]]),
    ],
)
def test_plain_text_is_read_by_compiled_code(text: str, rows: list[list[int]], tmp_path: Path) -> None:
    assert rows_of(text.encode(), tmp_path / "rows.txt") == rows
    assert rows_read_exactly(text.encode(), tmp_path / "rows.txt") == rows


def test_a_large_file_gives_the_same_rows_and_errors_as_a_small_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "column": "\n".join(map(str, range(LONG_ARRAY + 1))),
        "rows": "8 15 3 7\r\n\r\n1,30,100\n5\n",
        "mixed": "5\n8 15 3 7\n",
        "wrong": "8 15 3 7\n8 15 x 7\n",
        "empty": "\n\n",
    }

    def read(name: str) -> list[object]:
        """The rows up to an error, and its message."""
        read: list[object] = []
        try:
            shapes: Iterator[Any] = sources.shapes_in([], str(tmp_path / name))
            read.extend(list(row.values) for row in shapes)
        except RowError as fault:
            read.append(str(fault))
        return read

    for name, text in files.items():
        (tmp_path / name).write_text(text, newline="")
    small = {name: read(name) for name in files}
    compiled = []

    def watched(file: str) -> Iterator[Row] | None:
        compiled.append(Path(file).name)
        return plain_rows(file)

    monkeypatch.setattr(sources, "LARGE_FILE", 1)
    monkeypatch.setattr(sources, "plain_rows", watched)
    assert {name: read(name) for name in files} == small
    assert compiled == list(files)
    assert small["wrong"][0] == [8, 15, 3, 7]
    assert str(small["wrong"][1]).startswith(f"{tmp_path / 'wrong'}, line 2: 'x' is not a value")


def test_a_numpy_file_never_runs_a_pickle(tmp_path: Path) -> None:
    class Harmful:
        def __reduce__(self) -> tuple[object, ...]:
            return (tmp_path / "run").touch, ()

    file = tmp_path / "rows.npy"
    np.save(file, np.array([Harmful()], object), allow_pickle=True)
    file.with_name("pickle.npy").write_bytes(pickle.dumps(Harmful()))
    for name in ("rows.npy", "pickle.npy"):
        with pytest.raises(RowError, match=f"{name} is not a NumPy array of numbers"):
            list(sources.shapes_in([], str(tmp_path / name)))
    assert not (tmp_path / "run").exists()
