"""Read shapes and games from the words of a command line, text files, NumPy files or standard input.

In a text each line is a row, a board, a circle or a game, except in the input formats of contests.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from twoends.engine.counters import DIGITS
from twoends.reading.formats import FORMATS
from twoends.reading.lines import NEEDED, Item, hint_at_column, hint_at_contest, not_text, read
from twoends.rules.errors import (
    NotationError,
    RowError,
    RulesError,
    TwoEndsError,
    has_fast,
    require_fast,
    shortened,
)
from twoends.rules.games import Game
from twoends.rules.notation import parse
from twoends.rules.rows import LONG_ARRAY, Row
from twoends.rules.rules import Rules, weights_text
from twoends.rules.shapes import Shape
from twoends.rules.text import parse_value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGE_FILE = 2**20
"""The size in bytes from which loading the compiled reader takes less time than reading in Python."""

FILE_ENDINGS = (".txt", ".csv", ".tsv", ".dat", ".npy")


def items_in(words: Sequence[str], *, rules: object = None, needed: str = NEEDED) -> Iterator[Item]:
    """Parse the words, or read the file that they name; - is standard input.

    `rules` apply to games whose text has none. Raises TwoEndsError for words that cannot be read, and for a
    file that cannot, or has nothing `needed`; a line that cannot be read is an item.
    """
    if (given := _parse_words(words, rules)) is not None:
        yield Item("", given)
        return
    file = words[0]
    rows: Iterator[Row] | None = None
    if file.endswith(".npy"):
        yield from _rows_of_array(file)
        return
    if os.path.isfile(file) and os.path.getsize(file) >= LARGE_FILE and has_fast():
        rows = plain_rows(file)
    if rows is None:
        yield from read(lines_of(file), source_of(file), rules=rules, needed=needed)
    else:
        yield from (Item(file, row) for row in rows)


def games_in(words: Sequence[str], *, rules: object = None) -> Iterator[Item]:
    """Like `items_in`, but anything other than a game is an error."""
    needed = "game: give at least one, such as 8 15 3 7 / first / LLRL"
    for item in items_in(words, rules=rules, needed=needed):
        if isinstance(item.what, Game | TwoEndsError):
            yield item
            continue
        where = item.where or f"'{shortened(' '.join(words))}'"
        sentence = f"{where} is a {item.what.name} and not a game: write who moved first and the moves"
        yield Item(item.where, NotationError(f"{sentence}, as in 8 15 3 7 / first / LLRL"))


def _parse_words(words: Sequence[str], rules: object) -> Shape | Game | None:
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
        or ("/" in word and re.search("/first|/second|^[-+]?[0-9]+/[-+]?[0-9]+$", word) is None)
    )


# --- files -------------------------------------------------------------------------------------


def _rows_of_array(file: str) -> Iterator[Item]:
    """The rows of a NumPy file: one of shape (n,), which is memory-mapped, or many of shape (m, n)."""
    require_fast(f"{file}, a NumPy array,")
    import numpy as np

    try:
        array = np.load(file, mmap_mode="r", allow_pickle=False)
    except OSError as fault:
        raise RowError(f"{file} cannot be read: {fault.strerror}") from None
    except (ValueError, EOFError):
        raise RowError(f"{file} is not a NumPy array of numbers: write it with numpy.save") from None
    if array.ndim not in (1, 2) or (array.ndim == 2 and array.shape[1] == 1 < len(array)):
        raise RowError(f"{file} is an array of shape {array.shape}: give one row as (n,), or many as (m, n)")
    for number, row in enumerate(array if array.ndim == 2 else [array], 1):
        where = f"{file}, row {number}" if array.ndim == 2 else file
        try:
            yield Item(where, Row.of(row))
        except RowError as fault:
            yield Item(where, fault).with_fault(fault)


def source_of(file: str) -> str:
    """The name of a file in a message."""
    return "standard input" if file == "-" else file


def lines_of(file: str) -> Iterator[str]:
    """Read the lines of a text file, or of standard input for -; lines end with LF, CR LF or CR.

    Raises RowError if the file cannot be read and, after the lines before it, for a line that is not UTF-8.
    """
    number = 0
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as stream:
            for number, line in enumerate(iter(stream.readline, b""), 1):
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                yield from text.removesuffix("\n").removesuffix("\r").split("\r")
    except OSError as fault:
        raise RowError(f"{source_of(file)} cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise not_text(source_of(file), number) from None


def plain_rows(file: str) -> Iterator[Row] | None:
    """The rows of a file of plain integers, as `read` gives them, by a compiled kernel in O(bytes).

    None if Python reads it before the kernel could be compiled, or if the file has more than digits, signs,
    spaces, commas and line ends, such as a card, a comment or a mistake, which `read` reports.
    """
    import numpy as np

    from twoends.engine.kernels import digits

    try:
        text = np.fromfile(file, np.uint8)
    except OSError:
        return None
    if (text[1:] == digits.TAB)[text[:-1] == digits.TAB].any():
        return None  # an empty cell, which `read` reports
    values = np.empty(len(text) // 2 + 1, np.int64)
    stops = np.empty(np.count_nonzero(text == digits.NEWLINE) + 1, np.int64)
    rows = DIGITS.compiled(len(text), lambda: digits.whole_numbers(text, values, stops))
    if rows is None or rows < 1:
        return None
    values.setflags(write=False)  # so that a long row is used in place
    if stops[rows - 1] == rows:  # one value a line: one row
        hint_at_column(values[0], rows)
        return iter([Row.of(values[:rows])])
    ends = stops[:rows].tolist()
    single = next(k for k in range(rows) if ends[k] > k + 1)  # rows of one value precede the first longer one
    hint_at_contest([*map(str, values[:single][:3])], str(values[single]), ends[single] - single)
    return (_row_of_integers(values[start:stop]) for start, stop in pairwise([0, *ends]))


def _row_of_integers(values: NDArray[np.int64]) -> Row:
    """The same as `Row.of`, in half the time for a short row, because the types are known."""
    if len(values) >= LONG_ARRAY:
        return Row.of(values)
    given = tuple(values.tolist())
    return Row(given, given)


# --- the inputs of contests --------------------------------------------------------------------


def read_format(
    format: str, lines: Iterable[str], source: str, rules: Rules | None = None
) -> Iterator[Row | Game]:
    """Read rows in a format of contests. Raises RowError with `source` and the line.

    A row with K is a game that you play alone, by `rules` apart from that, and that stops after K moves; one
    with weights is a game that you play alone, scored by them.
    Raises RulesError if `rules` say otherwise.

    >>> (game,) = read_format("values-then-stop", ["1 2 3 4 5 6 1", "3"], "in")
    >>> game.rules
    Rules('turns A, stop 3')
    """
    form, own = FORMATS[format], Rules.of(rules)
    stops, weighs = form.stops, form.weighs
    if stops and (own.stop is not None or own.turns not in ("AB", "A")):
        raise RulesError(f"{format} gives turns A and stop K: leave turns and stop out of the rules")
    if weighs and (own.stop is not None or own.turns not in ("AB", "A") or own.score != "cards"):
        raise RulesError(f"{format} gives turns A and score: leave turns, score and stop out of the rules")
    try:
        for values in form.read(lines, source, parse_value):
            if stops:
                *cards, k = values
                yield Game(Row.of(cards), rules=replace(own, turns="A", stop=k))
            elif weighs:
                row = form.cards(values)
                score = weights_text(values[len(row) : -1])
                yield Game(Row.of(row), rules=replace(own, turns="A", score=score))
            else:
                yield Row.of(values)
    except TwoEndsError:
        raise
    except ValueError as fault:
        raise RowError(str(fault)) from None
