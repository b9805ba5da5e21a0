"""What is read from lines, words, pasted texts, contests, arrays and large files, and the errors."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from command_line import run
from expected import DATA, calls_are_expected
from twoends import parse
from twoends.reading import sources
from twoends.reading.formats import FORMATS
from twoends.reading.lines import Item, read, read_rows
from twoends.reading.sources import games_in, items_in, lines_of, plain_rows, read_format
from twoends.rules.errors import RowError, TwoEndsError
from twoends.rules.numbers import Exact
from twoends.rules.rules import Rules

CALLS = (DATA / "reading.txt").read_text("utf-8")

PASTED, REFUSED = (
    [str(eval(text)) for text in re.findall(rf"^>>> pasted\((.*)\)\n\[.{answer}", CALLS, re.MULTILINE)]
    for answer in (r"(?:Row|Game|Board|Circle)\(", r"(?!(?:Row|Game|Board|Circle)\()")
)
"""Pasted texts that are read, and others."""

ARRAYS: dict[str, Any] = {
    "row": [8, 15, 3],
    "rows": [[8, 15], [3, 7]],
    "one": [[8]],
    "column": [[8], [15]],
    "half": [[1.5, 2], [np.nan, 1]],
    "cube": np.zeros((2, 3, 4)),
}


@pytest.mark.usefixtures("always_compiled")
def test_texts_words_and_files_are_read_up_to_an_error_that_says_what_they_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {
        "8": "1 2",
        "nothing": "# 8",
        "deck": "1 2\n3",
        "deck two": "5 6",
        "text.npy": "text",
        "ends": "\ufeff8 15\r\n3\r7 1\n\n5",
        "games": "8 15 / first / L\n\n3 1 / second / -\n",
        "mixed.txt": "8 15\n1 y\ncircle 2 8 1\n[3 4\n5 6 / first / LL",
    }
    for name, text in files.items():
        Path(name).write_text(text, "utf-8", newline="")
    for name, array in ARRAYS.items():
        np.save(f"{name}.npy", array)

    def form(name: str, text: str, rules: str | None = None) -> list[str]:
        return read_of(read_format(name, text.split("\n"), "in", Rules.of(rules)))

    assert all(f'form("{name}", ' in CALLS for name in FORMATS)
    readers = {
        "lines": lambda text: read_of(read(text.split("\n"), "in")),
        "rows": lambda text: read_of(read_rows(text.split("\n"), "in")),
        "form": form,
        "words": lambda *words: read_of(items_in(words)),
        "pasted": lambda text: read_of(items_in([text])),
        "games": lambda *words: read_of(games_in(words)),
        "solved": solved,
    }
    monkeypatch.setattr(sources, "LARGE_FILE", 1)
    calls_are_expected("reading.txt", readers | {"BLANKS": 300_000 * " "})


def read_of(things: Iterable[object]) -> list[str]:
    """What was read, each item with its place, and at the end what is wrong."""
    got: list[str] = []
    try:
        got.extend(map(as_text, things))
    except TwoEndsError as fault:
        return [*got, str(fault)]
    return got


def as_text(thing: object) -> str:
    if not isinstance(thing, Item):
        return repr(thing)
    if isinstance(thing.what, TwoEndsError):
        return str(thing.what)
    return f"{thing.where}: {thing.what!r}" if thing.where else repr(thing.what)


def solved(text: str | bytes) -> tuple[str, ...]:
    """The totals of the rows of a text, and what is said about them: from a pipe and a large file alike."""
    content = text.encode() if isinstance(text, str) else text
    Path("large.txt").write_bytes(content)
    piped = run("solve", "-", "--question", "first", stdin=content)
    large = run("solve", "large.txt", "--question", "first")
    said = piped.err.replace("twoends: ", "")
    as_file = large.err.replace("twoends: ", "").replace("large.txt", "standard input")
    assert (large.status, large.out, as_file) == (piped.status, piped.out, said), text
    status = [f"exit status {piped.status}"] * bool(piped.status)
    return " ".join(piped.out.split()), *said.replace("standard input, ", "").splitlines(), *status


def test_a_list_of_any_language_is_the_row_of_its_values() -> None:
    texts = [variable + each.format("8, -15, 3") for variable, each in product(VARIABLES, LISTS)]
    for text in (*texts, *(f"x = [8, -15, 3]{count}" for count in COUNTS)):
        assert parse(text) == parse("8 -15 3"), text


VARIABLES = (
    *("", "x = ", "piles := ", "Input: nums = ", "example : ", "let x = ", "var x = ", "val x = ", "a[] = "),
    *("const int x[3] = ", "final long[] x = ", "static double x[] = ", "float x[n] = ", "auto x = "),
    *("vector<int> x = ", "std::vector<float> x = ", "List<Integer> x = ", "nums: List[int] = "),
)
LISTS = (
    *("[{}]", "({})", "{{{}}}", "[[{}]]", "new int[]{{{}}}", "new int[3] {{{}}}", "Row({})", "Row.of([{}])"),
    *("np.array([ {}])", "numpy.array([{}])", "jnp.asarray([{}])", "torch.tensor([{}])", "tf.array([{}])"),
    *("pd.Series([{}])", "array([{}], dtype=int64)", "tensor([{}], device='cuda:0')", "tuple([{}])"),
    *("deque([{}], maxlen=9)", "list(({}))", "c({})", "vec![{}]", "List.of({})", "Arrays.asList({})"),
    *("Array.of({})", "listOf({})", "arrayOf({})", "intArrayOf({})", "[]int{{{}}}", "[3]float32{{{}}}"),
    *("[...]long{{{}}}", "[]double{{{}}}", "std::vector<int>{{{}}}", "vector<int> v{{{}}}", "vector{{{}}}"),
)
COUNTS = ("", ";", ", n = 3;", "; m = 3", "; int size = 3;", "\nlength = 3", "; len = 3", ", count = 3")
"""What programs and problems write before, around and after the values of a list."""


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
