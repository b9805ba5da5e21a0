"""What is read from lines, words, contests, arrays and large files of plain numbers, and the errors."""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from expected import DATA, calls_are_expected
from twoends import parse
from twoends.reading import sources
from twoends.reading.formats import FORMATS
from twoends.reading.lines import Item, read, read_rows
from twoends.reading.sources import games_in, items_in, lines_of, plain_rows, read_format
from twoends.rules.errors import RowError, TwoEndsError
from twoends.rules.numbers import Exact
from twoends.rules.rows import LONG_ARRAY
from twoends.rules.rules import Rules

# --- lines -------------------------------------------------------------------------------------


def test_texts_and_words_are_read_up_to_an_error_that_says_what_they_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deck").write_text("1 2")
    Path("text.npy").write_text("text")

    def form(name: str, text: str, rules: str | None = None) -> list[str]:
        return read_of(read_format(name, text.split("\n"), "in", Rules.of(rules)))

    assert all(f'form("{name}", ' in (DATA / "reading.txt").read_text("utf-8") for name in FORMATS)
    readers = {
        "lines": lambda text: read_of(read(text.split("\n"), "in")),
        "rows": lambda text: read_of(read_rows(text.split("\n"), "in")),
        "form": form,
        "words": lambda *words: read_of(items_in(words)),
    }
    calls_are_expected("reading.txt", readers)


NOT_TEXT = "this is not UTF-8: save it as UTF-8 text, with a row on each line"


def read_of(things: Iterable[object]) -> list[str]:
    """What was read, each item with its place, and at the end what is wrong."""
    got, error = until_error(map(as_text, things))
    return [*map(str, got), *[error] * bool(error)]


def as_text(thing: object) -> str:
    if not isinstance(thing, Item):
        return repr(thing)
    return str(thing.what) if isinstance(thing.what, TwoEndsError) else f"{thing.where}: {thing.what!r}"


def until_error(things: Iterable[object]) -> tuple[list[object], str]:
    """What comes before an error, and its message."""
    got: list[object] = []
    try:
        got.extend(each.content if isinstance(each, Item) else each for each in things)
    except TwoEndsError as fault:
        return got, str(fault)
    return got, ""


# --- words and files ---------------------------------------------------------------------------


def test_a_single_word_may_name_a_file_but_a_value_never_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("8").write_text("1 2")
    Path("deck").write_text("1 2\n3")
    Path("deck two").write_text("5 6")
    for word, rows in {"8": ["8"], "deck": ["1 2", "3"], "deck two": ["5 6"], "./8": ["1 2"]}.items():
        assert until_error(items_in([word])) == ([*map(parse, rows)], ""), word


def test_a_numpy_file_is_one_row_or_many(tmp_path: Path) -> None:
    file = str(tmp_path / "rows.npy")
    np.save(file, np.array([8, 15, 3]))
    assert until_error(items_in([file])) == ([parse("8 15 3")], "")
    np.save(file, np.array([[8, 15], [3, 7]]))
    assert until_error(items_in([file])) == ([parse("8 15"), parse("3 7")], "")
    assert [each.where for each in items_in([file])] == [f"{file}, row 1", f"{file}, row 2"]
    np.save(file, np.array([[8]]))
    assert until_error(items_in([file])) == ([parse("[8]")], "")
    np.save(file, np.array([1.5, np.nan]))
    assert until_error(items_in([file]))[1].startswith(f"{file}: ")
    np.save(file, np.zeros((2, 3, 4)))
    advice = "give one row as (n,), or many as (m, n)"
    assert until_error(items_in([file])) == ([], f"{file} is an array of shape (2, 3, 4): {advice}")


def test_a_numpy_file_never_runs_a_pickle(tmp_path: Path) -> None:
    class Harmful:
        def __reduce__(self) -> tuple[object, ...]:
            return (tmp_path / "run").touch, ()

    file = tmp_path / "rows.npy"
    np.save(file, np.array([Harmful()], object), allow_pickle=True)
    file.with_name("pickle.npy").write_bytes(pickle.dumps(Harmful()))
    for name in ("rows.npy", "pickle.npy"):
        with pytest.raises(RowError, match=f"{name} is not a NumPy array of numbers"):
            list(items_in([str(tmp_path / name)]))
    assert not (tmp_path / "run").exists()


def test_games_come_from_words_or_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    games = [parse("8 15 / first / L"), parse("3 1 / second / -")]
    Path("games").write_text("8 15 / first / L\n\n3 1 / second / -\n")
    assert until_error(games_in(["8", "15", "/", "first", "/", "L"])) == (games[:1], "")
    assert until_error(games_in(["games"])) == (games, "")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path("games").read_bytes())))
    assert until_error(games_in(["-"])) == (games, "")
    _, error = until_error(games_in(["1 " * 30]))
    assert error.startswith(f"'{'1 ' * 18}1...' is a row and not a game: "), error
    Path("mixed.txt").write_text("8 15 / first / L\n1 | 2\n")
    got, error = until_error(games_in(["mixed.txt"]))
    assert (got, error.partition(":")[0]) == (games[:1], "mixed.txt, line 2 is a board and not a game")


def test_lines_end_as_on_any_system_and_lose_a_byte_order_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rows.txt"
    file.write_bytes("\ufeff8 15\r\n3\r7 1\n\n5".encode())
    assert list(lines_of(str(file))) == ["8 15", "3", "7 1", "", "5"]
    file.write_bytes(b"8\n\xef\xbb\xbf9\n")
    assert list(lines_of(str(file))) == ["8", "\ufeff9"]
    file.write_bytes(b"8\n\xff\n")
    assert until_error(lines_of(str(file))) == (["8"], f"{file}, line 2: {NOT_TEXT}")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"8\n\xff")))
    assert until_error(lines_of("-")) == (["8"], f"standard input, line 2: {NOT_TEXT}")


# --- plain digits ------------------------------------------------------------------------------

PIECES = ["8", "15", "-3", "+4", "007", "0", "123456789012345678", "-999999999999999999"]
SEPARATORS = [" ", "  ", "\t", "\n", "\r\n", "\r", "\n\n", ",", ", ", " , "]
UNUSUAL = [
    "1234567890123456789", "2.5", "1e3", "3/4", "K", "10h", "A♠", "1_000", "٣", "−5", "--3", "3-4",
    "+", "-", "#8", ":", ";", "[", "]", '"', "|", "x", ",,", "\0", "\x0b", "\x1c", "\u2003", "\ufeff",
]  # fmt: skip


def rows_of(text: bytes, file: Path) -> list[list[Exact]] | None:
    file.write_bytes(text)
    rows = plain_rows(str(file))
    return None if rows is None else [list(row.values) for row in rows]


def rows_read_exactly(text: bytes, file: Path) -> list[list[Exact]] | None:
    """What the exact reader reads; None for an error."""
    file.write_bytes(text)
    try:
        return [list(row.values) for row in read_rows(lines_of(str(file)), "file")]
    except RowError:
        return None


@pytest.mark.usefixtures("always_compiled")
@given(
    words=st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(SEPARATORS)), max_size=9),
    unusual=st.none() | st.tuples(st.sampled_from(UNUSUAL), st.integers(0, 30)),
)
@example(words=[], unusual=None)
@example(words=[("8", ",")], unusual=None)
@example(words=[("8", "\n\n")], unusual=("[", 1))
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
    ends_with_a_comma = any(line.rstrip().endswith(",") for line in text.splitlines())
    is_plain = unusual is None and "\r" not in text.replace("\r\n", "") and not ends_with_a_comma
    if is_plain:
        assert got == expected, (text, expected, got)
    else:
        assert got is None or got == expected, (text, expected, got)


NOT_PLAIN = [
    *(f"8 15\n3 {word} 7\n" for word in UNUSUAL),
    *("1,000\n8 15", "8 15\n-1,05", "1,5 2,5", "1 2,5\n8 15", "0,00", "9,00", "0,5 2", "9,5 2", "8,\n15"),
    *(",8", "8 15\t\t3", "8 15\n,3", "8, ,3", "+", "8 15\n-", "8 15\n3\r7", "8-\n", "9223372036854775808"),
]


@pytest.mark.usefixtures("always_compiled")
def test_only_plain_text_is_read_by_compiled_code(tmp_path: Path) -> None:
    for text in NOT_PLAIN:
        assert rows_of(text.encode(), tmp_path / "rows.txt") is None, text


@pytest.mark.usefixtures("always_compiled")
def test_a_large_file_gives_the_same_rows_and_errors_as_a_small_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "column": "\n".join(map(str, range(LONG_ARRAY + 1))),
        "rows": "8 15 3 7\r\n\r\n1,30,100\n5\n",
        "mixed": "5\n8 15 3 7\n",
        "empty": "\n\n",
    }

    for name, text in files.items():
        (tmp_path / name).write_text(text, newline="")
    small = [until_error(items_in([str(tmp_path / name)])) for name in files]
    assert plain_rows(str(tmp_path / "rows")) is not None
    monkeypatch.setattr(sources, "LARGE_FILE", 1)
    assert [until_error(items_in([str(tmp_path / name)])) for name in files] == small
    assert {each.where for each in items_in([str(tmp_path / "rows")])} == {str(tmp_path / "rows")}


# --- what the judge writes ---------------------------------------------------------------------


values = st.integers(-(10**20), 10**20)
rows = st.lists(st.lists(values, min_size=1, max_size=9), min_size=1, max_size=4)


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=10)
@given(rows, st.data())
@example([[0]], None)
@example([[7] * 20, [7] * 21, [7] * 40], None)
def test_every_format_reads_the_rows_that_it_writes(
    name: str, several: list[list[int]], data: st.DataObject | None
) -> None:
    each = FORMATS[name]
    if each.stops:
        several = [[*row, data.draw(st.integers(1, len(row))) if data else 1] for row in several]
    if each.weighs:
        several = [[*row, *row[::-1], len(row)] for row in several]
    for written in [several] if each.many else [[row] for row in several]:
        text = each.write(written)
        assert list(each.read(text.splitlines(), "in")) == written
        assert text.endswith("\n")
