"""Read shapes and games from the words of a command line, text files, NumPy files or standard input.

In a text each line is a row, a board, a circle or a game, except in the input formats of contests.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from twoends.rules.boards import Board
from twoends.rules.errors import NotationError, RowError, TwoEndsError, has_fast, require_fast, shortened
from twoends.rules.games import Game
from twoends.rules.notation import parse
from twoends.rules.numbers import Number
from twoends.rules.rows import LONG_ARRAY, Row
from twoends.rules.shapes import Shape, every_shape, row_of
from twoends.rules.text import parse_row, parse_value
from twoends.solvers.costs import call_within

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGE_FILE = 2**20
"""The size in bytes from which loading the compiled reader takes less time than reading in Python."""

SECONDS_A_BYTE = 5e-7
"""The time that reading takes in Python."""

MOST_DIGITS_OF_A_COUNT = 17

NEEDED = "values: give at least one row, such as 8 15 3 7"
"""What a text without any item lacks, as an error says it."""

FILE_ENDINGS = (".txt", ".csv", ".tsv", ".dat", ".npy")


def shapes_in(
    words: Sequence[str], file: str | None = None, *, rules: object = None
) -> Iterator[Shape | Game]:
    """Parse the words, or read the file that they or `file` name; - is standard input.

    `rules` apply to games whose text has none. Raises TwoEndsError, after yielding the items before it.
    """
    return (item for _, item in _items(words, file, rules))


def games_in(words: Sequence[str], *, rules: object = None) -> Iterator[Game]:
    """Like `shapes_in`, but raise NotationError for anything but a game."""
    needed = "game: give at least one, such as 8 15 3 7 / first / LLRL"
    for where, item in _items(words, None, rules, needed):
        if not isinstance(item, Game):
            raise NotationError(
                f"{where} is a {item.name} and not a game: "
                "write who moved first and the moves, as in 8 15 3 7 / first / LLRL"
            )
        yield item


def _items(
    words: Sequence[str], file: str | None, rules: object, needed: str = NEEDED
) -> Iterator[tuple[str, Shape | Game]]:
    """Each item of `shapes_in`, after the place where it was read, for errors."""
    if file is None:
        if (item := _parsed(words, rules)) is not None:
            yield f"'{shortened(' '.join(words))}'", item
            return
        file = words[0]
    rows: Iterator[Row] | None = None
    if file.endswith(".npy"):
        rows = _rows_of_array(file)
    elif os.path.isfile(file) and os.path.getsize(file) >= LARGE_FILE and has_fast():
        rows = plain_rows(file)
    if rows is not None:
        yield from ((file, row) for row in rows)
        return
    for line, item in read(lines_of(file), source_of(file), rules=rules, needed=needed):
        yield f"{source_of(file)}, line {line}", item


def _parsed(words: Sequence[str], rules: object) -> Shape | Game | None:
    """Parse the words; None if they name a file or standard input. Raises TwoEndsError."""
    if list(words) == ["-"]:
        return None
    try:
        return parse(" ".join(words), rules=rules)
    except TwoEndsError as fault:
        if len(words) == 1 and looks_like_a_path(words[0]):
            return None
        hint = ""
        if len(words) == 1 and words[0].isidentifier():
            hint = "; nor is there a file of that name"
        elif len(words) > 1 and any(map(os.path.isfile, words)):
            hint = "; give one file and nothing else"
        raise type(fault)(f"{fault}{hint}") from None


def looks_like_a_path(word: str) -> bool:
    """Whether a single word that is not a value names a file: it exists, or it looks like a path."""
    if os.path.exists(word):
        return True
    return " " not in word and (
        os.path.splitext(word)[1] in FILE_ENDINGS
        or ("/" in word and re.search("/first|/second|^[-+]?[0-9]+/[0-9]+$", word) is None)
    )


# --- files -------------------------------------------------------------------------------------


def _rows_of_array(file: str) -> Iterator[Row]:
    """The rows of a NumPy file: one of shape (n,), which is memory-mapped, or many of shape (m, n)."""
    require_fast(f"{file}, a NumPy array,")
    import numpy as np

    try:
        array = np.load(file, mmap_mode="r", allow_pickle=False)
    except OSError as fault:
        raise RowError(f"{file} cannot be read: {fault.strerror}") from None
    except (ValueError, EOFError):
        raise RowError(f"{file} is not a NumPy array of numbers: write it with numpy.save") from None
    if array.ndim not in (1, 2):
        raise RowError(f"{file} is an array of shape {array.shape}: give one row as (n,), or many as (m, n)")
    try:
        yield from map(Row.of, array) if array.ndim == 2 else [Row.of(array)]
    except RowError as fault:
        raise RowError(f"{file}: {fault}") from None


def source_of(file: str) -> str:
    """The name of a file in a message."""
    return "standard input" if file == "-" else file


def lines_of(file: str) -> Iterator[str]:
    """Read the lines of a text file, or of standard input for -; lines end with LF, CR LF or CR.

    Raises RowError if the file cannot be read and, after the lines before it, for a line that is not UTF-8.
    """
    if file == "-" and sys.stdin is None:
        raise RowError("standard input is closed: give values or a file")
    number = 0
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as stream:
            for number, line in enumerate(iter(stream.readline, b""), 1):
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                yield from text.removesuffix("\n").removesuffix("\r").split("\r")
    except OSError as fault:
        raise RowError(f"{source_of(file)} cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise _not_text(source_of(file), number) from None


def _not_text(source: str, line: int) -> RowError:
    return RowError(f"{source}, line {line}: this is not text: give a text file with a row on each line")


def plain_rows(file: str) -> Iterator[Row] | None:
    """The rows of a file of plain integers, as `read` gives them, by a compiled kernel in O(bytes).

    None if Python reads it before the kernel could be compiled, or if the file has more than digits, signs,
    spaces, commas and line ends, such as a card, a comment or a mistake, which `read` reports.
    """
    import numpy as np

    from twoends.kernels import digits

    try:
        text = np.fromfile(file, np.uint8)
    except OSError:
        return None
    values = np.empty(len(text) // 2 + 1, np.int64)
    stops = np.empty(np.count_nonzero(text == digits.NEWLINE) + 1, np.int64)
    rows = call_within(SECONDS_A_BYTE * len(text), digits.whole_numbers, text, values, stops)
    if rows is None or rows < 1:
        return None
    values.setflags(write=False)  # so that a long row is used in place
    if stops[rows - 1] == rows:  # one value a line: one row
        return iter([Row.of(values[:rows])])
    ends = stops[:rows].tolist()
    return (_row_of_integers(values[start:stop]) for start, stop in pairwise([0, *ends]))


def _row_of_integers(values: NDArray[np.int64]) -> Row:
    """The same as `Row.of`, in half the time for a short row, because the types are known."""
    if len(values) >= LONG_ARRAY:
        return Row.of(values)
    given = tuple(values.tolist())
    return Row(given, given)


# --- lines of text -----------------------------------------------------------------------------


def read_rows(lines: Iterable[str], source: str) -> Iterator[tuple[int, Row]]:
    """Read rows as pairs (line number, row). Raises RowError with `source` and the line for anything else.

    >>> list(read_rows(["8 15", "3,7"], "deck.txt"))
    [(1, Row(8 15)), (2, Row(3 7))]
    """
    for number, item in read(lines, source):
        row = None if isinstance(item, Game) else row_of(item)
        if row is None:
            kind = "game" if isinstance(item, Game) else item.name
            raise RowError(f"{source}, line {number} is a {kind}: give rows, such as 8 15 3 7")
        yield number, row


def read(
    lines: Iterable[str], source: str, *, rules: object = None, needed: str = NEEDED
) -> Iterator[tuple[int, Shape | Game]]:
    """Read a row, board, circle or game from each line, as pairs (line number, item); # begins a comment.

    A text with one value on every line is one row; brackets make a line a row of its own. `rules` apply to
    games whose text has none. Yields each item at once, so that the lines before a mistake are still used.
    Raises the errors of `parse` with `source` and the line.

    >>> list(read(["8 15", "circle 3 7 1"], "deck.txt"))
    [(1, Row(8 15)), (2, Circle(3 7 1))]
    >>> list(read(["8", "15", "3"], "deck.txt"))
    [(1, Row(8 15 3))]
    """
    column: list[tuple[int, str]] = []  # the lines of one value, as long as there are no others
    any_other = False
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if "\0" in text:
            raise _not_text(source, number)
        if text and not any_other and _is_one_word(text):
            column.append((number, text))
        elif text:
            yield from ((at, _parse_line(source, at, single)) for at, single in column)
            column, any_other = [], True
            yield number, _parse_line(source, number, text, rules)
    if column:
        try:
            yield column[0][0], parse_row(" ".join(text for _, text in column))
        except RowError:
            for at, single in column:
                _parse_line(source, at, single)  # raises with the number of the wrong line
            raise
    elif not any_other:
        raise RowError(f"{source} has no {needed}")


def _is_one_word(text: str) -> bool:
    """Whether a line may be a value of a column: one word without brackets, not the name of a shape."""
    return (
        len(re.split(r"[,;\s]+", text)) == 1
        and text[0] not in "[({"
        and text[-1] != "]"
        and text.lower() not in {shape.name for shape in every_shape()}
    )


def _parse_line(source: str, line: int, text: str, rules: object = None) -> Shape | Game:
    """Parse a line; its errors name the source and the line."""
    try:
        return parse(text, rules=rules)
    except TwoEndsError as fault:
        raise type(fault)(f"{source}, line {line}: {fault}") from None


# --- the inputs of contests: counts and values separated by any white space --------------------


def read_cases(lines: Iterable[str], source: str) -> Iterator[Row]:
    """Read T, then n and n values per case. Raises RowError with the line."""
    return (Row.of(words.values(n, case)) for case, n, words in _cases(lines, source, "values"))


def read_two_rows(lines: Iterable[str], source: str) -> Iterator[Board]:
    """Read T, then n and two rows of n values per case. Raises RowError with the line."""
    for case, n, words in _cases(lines, source, "values of a row"):
        rows = [words.values(n, f"{case}, {which} row") for which in ("first", "second")]
        yield Board.of(*rows) if n else Board.of()


def _cases(lines: Iterable[str], source: str, counted: str) -> Iterator[tuple[str, int, Words]]:
    """The name and the count of each case, and the words of the text, from which its values are read."""
    words = Words(lines, source)
    cases = words.count("the number of cases")
    for case in range(1, cases + 1):
        yield f"case {case}", words.count(f"the number of {counted} of case {case} of {cases}"), words
    words.end(f"the last of {cases} cases")


def read_gaps(lines: Iterable[str], source: str) -> Iterator[Board]:
    """Read n, then n values of a line between two walls, 0 for a gap. Raises RowError with the line."""
    words = Words(lines, source)
    n = words.count("the number of values")
    values = words.values(n, "the line")
    words.end(f"the last of {n} values")
    yield Board.with_gaps(values)


class Words:
    """The words of a text, read one after the other; errors have the line."""

    def __init__(self, lines: Iterable[str], source: str) -> None:
        self._words = ((line, word) for line, text in enumerate(lines, 1) for word in text.split())
        self._source = source

    def count(self, expected: str) -> int:
        """Read a whole number of at least 0."""
        line, word = next(self._words, (None, ""))
        if line is None:
            raise RowError(f"{self._source} ends before {expected}: write a whole number there")
        if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS_OF_A_COUNT):
            raise RowError(
                f"{self._source}, line {line}: '{word[:40]}' should be {expected}: "
                f"write it with 1 to {MOST_DIGITS_OF_A_COUNT} digits"
            )
        return int(word)

    def values(self, n: int, part: str) -> list[Number]:
        """Read n values of a part of the input, such as `case 2`."""
        given = list(islice(self._words, n))
        values = []
        for line, word in given:
            try:
                values.append(parse_value(word))
            except RowError as fault:
                hint = "; in this format spaces separate values" if "," in word else ""
                raise RowError(f"{self._source}, line {line}, {part}: {fault}{hint}") from None
        if len(given) < n:
            raise RowError(f"{self._source} ends in {part}: value {len(given) + 1} of {n} is missing")
        return values

    def end(self, last: str) -> None:
        """Raise RowError unless all words are read; `last` names the part before the end."""
        line, word = next(self._words, (None, ""))
        if line is not None:
            raise RowError(
                f"{self._source}, line {line}: '{word}' follows {last}: correct the count or remove it"
            )
