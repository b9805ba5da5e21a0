"""Read the input formats of programming contests: counts and values separated by any white space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from twoends.rules.boards import Board
from twoends.rules.errors import RowError
from twoends.rules.numbers import Number
from twoends.rules.rows import Row
from twoends.rules.text import parse_value

MOST_DIGITS_OF_A_COUNT = 17


def read_cases(lines: Iterable[str], source: str) -> Iterator[Row]:
    """Read T, then n and n values per case. Raises RowError with the line."""
    words = Words(lines, source)
    cases = words.count("the number of cases")
    for case in range(1, cases + 1):
        n = words.count(f"the number of values of case {case} of {cases}")
        yield Row.of(words.values(n, f"case {case}"))
    words.end(f"the last of {cases} cases")


def read_two_rows(lines: Iterable[str], source: str) -> Iterator[Board]:
    """Read T, then n and two rows of n values per case. Raises RowError with the line."""
    words = Words(lines, source)
    cases = words.count("the number of cases")
    for case in range(1, cases + 1):
        n = words.count(f"the number of values of a row of case {case} of {cases}")
        rows = [words.values(n, f"case {case}, {which} row") for which in ("first", "second")]
        yield Board.of(*rows) if n else Board.of()
    words.end(f"the last of {cases} cases")


def read_gaps(lines: Iterable[str], source: str) -> Board:
    """Read n, then n values of a line between two walls, 0 for a gap. Raises RowError with the line."""
    words = Words(lines, source)
    n = words.count("the number of values")
    values = words.values(n, "the line")
    words.end(f"the last of {n} values")
    return Board.with_gaps(values)


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
