"""Read shapes and games from the words of a command line, text files, NumPy files or standard input."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext

from twoends.reading.lines import read, read_games
from twoends.rules.errors import NotationError, RowError, TwoEndsError
from twoends.rules.extras import has_fast, require_fast
from twoends.rules.games import Game
from twoends.rules.notation import parse
from twoends.rules.rows import Row
from twoends.rules.shapes import Shape

LARGE_FILE = 2**20
"""The size in bytes from which loading the compiled reader takes less time than reading in Python."""

FILE_ENDINGS = (".txt", ".csv", ".tsv", ".dat", ".npy")


def shapes_in(
    words: Sequence[str], file: str | None = None, *, rules: object = None
) -> Iterator[Shape | Game]:
    """Parse the words, or read the file that they or `file` name; - is standard input.

    `rules` apply to games whose text has none. Raises TwoEndsError, after yielding the items before it.
    """
    if file is None:
        if (item := _parsed(words, rules)) is not None:
            yield item
            return
        file = words[0]
    if file.endswith(".npy"):
        yield from _rows_of_array(file)
        return
    if os.path.isfile(file) and os.path.getsize(file) >= LARGE_FILE and has_fast():
        from twoends.reading.digits import plain_rows

        if (rows := plain_rows(file)) is not None:
            yield from rows
            return
    yield from (item for _, item in read(lines_of(file), source_of(file), rules=rules))


def games_in(words: Sequence[str], *, rules: object = None) -> Iterator[Game]:
    """Parse the words as a game, or read the games of the file that they name. Raises TwoEndsError.

    `rules` apply to games whose text has none.
    """
    item = _parsed(words, rules)
    if item is None:
        file = words[0]
        yield from (game for _, game in read_games(lines_of(file), source_of(file), rules=rules))
    elif isinstance(item, Game):
        yield item
    else:
        raise NotationError(
            f"'{' '.join(words)[:40]}' is not a game: "
            "write who moved first and the moves, as in 8 15 3 7 / first / LLRL"
        )


def _parsed(words: Sequence[str], rules: object) -> Shape | Game | None:
    """Parse the words; None if they name a file or standard input. Raises TwoEndsError."""
    if list(words) == ["-"]:
        return None
    try:
        return parse(" ".join(words), rules=rules)
    except TwoEndsError as fault:
        if len(words) == 1 and looks_like_a_path(words[0]):
            return None
        raise _with_a_hint(fault, words) from None


def looks_like_a_path(word: str) -> bool:
    """Whether a single word that is not a value names a file: it exists, or it looks like a path."""
    if os.path.exists(word):
        return True
    return " " not in word and (
        os.path.splitext(word)[1] in FILE_ENDINGS
        or ("/" in word and re.search("/first|/second|^[-+]?[0-9]+/[0-9]+$", word) is None)
    )


def _with_a_hint(fault: TwoEndsError, words: Sequence[str]) -> TwoEndsError:
    """Add to an error what the words may have been meant as."""
    if len(words) == 1 and words[0].isidentifier():
        return type(fault)(f"{fault}; nor is there a file of that name")
    if len(words) > 1 and any(map(os.path.isfile, words)):
        return type(fault)(f"{fault}; give one file and nothing else")
    return fault


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
    for number, line in enumerate(_bytes_of(file), 1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise RowError(
                f"{source_of(file)}, line {number}: this is not text: "
                "give a text file with a row on each line"
            ) from None
        yield from text.removesuffix("\n").removesuffix("\r").split("\r")


def _bytes_of(file: str) -> Iterator[bytes]:
    if file == "-" and sys.stdin is None:
        raise RowError("standard input is closed: give values or a file")
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as stream:
            while line := stream.readline():
                yield line
    except OSError as fault:
        raise RowError(f"{source_of(file)} cannot be read: {fault.strerror}") from None
