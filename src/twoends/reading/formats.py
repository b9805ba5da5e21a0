"""Formats: the inputs of contests, which the judge writes and `twoends solve --format` reads.

This module imports nothing from twoends, because judge/exports/kattis.py copies it into the programs of a
problem package, where Python may be as old as 3.9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice
from typing import Any, NamedTuple

MAX_DIGITS_OF_A_COUNT = 17


def whole_number(word: str) -> int:
    """Read a value, as the judge writes it. Raises ValueError."""
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"'{word[:40]}' is not a whole number") from None


class Format(NamedTuple):
    """An input format.

    text   a description
    row    a template of one row: its number of {values}, {n}; these on a line, in a {column}, or twenty on
           each of {lines}; or its {cards}, and {k}, the last value; or its {cards} and {weights}, whose
           number is the last value
    many   whether one input holds several rows
    cases  whether the input begins with the number of rows
    ends   the text after the last row
    """

    text: str
    row: str
    many: bool = False
    cases: bool = False
    ends: str = ""

    @property
    def stops(self) -> bool:
        """Whether the last value of each row is K, the number of moves after which play stops."""
        return "{k}" in self.row

    @property
    def weighs(self) -> bool:
        """Whether each row ends in the weights of the moves, and their number."""
        return "{weights}" in self.row

    def cards(self, row: Sequence[Any]) -> Sequence[Any]:
        """The cards of a row, without what follows them."""
        return row[: len(row) - 1 - self.weighs * row[-1]] if self.stops or self.weighs else row

    def write(self, rows: Sequence[Sequence[int]]) -> str:
        """Write rows as one input."""
        return f"{len(rows)}\n" * self.cases + "".join(map(self._write_row, rows)) + self.ends

    def _write_row(self, row: Sequence[int]) -> str:
        words = list(map(str, row))
        n = len(self.cards(row))
        return self.row.format(
            n=len(words),
            values=" ".join(words),
            cards=" ".join(words[:n]),
            weights=" ".join(words[n:-1]),
            k="".join(words[-1:]),
            column="".join(f"{word}\n" for word in words),
            lines="".join(f"{' '.join(words[at : at + 20])}\n" for at in range(0, len(words), 20)),
        )

    def read(
        self, lines: Iterable[str], source: str, value: Callable[[str], Any] = whole_number
    ) -> Iterator[list[Any]]:
        """Read rows, each as soon as it is complete; `value` reads one value.

        If counts say how many values a row has, any white space separates them; otherwise a row is a line,
        and blank lines are skipped. Raises ValueError: one sentence with `source` and the line.

        >>> list(FORMATS["cases"].read(["2", "4", "8 15 3 7", "1 6"], "in"))
        [[8, 15, 3, 7], [6]]
        """
        words = Words(lines, source, value)
        return self._read_counted(words) if self.row.startswith("{n}") else self._read_lines(words)

    def _read_counted(self, words: Words) -> Iterator[list[Any]]:
        cases = words.count("the number of cases") if self.cases else None
        last = f"the last of {cases} cases" if self.cases else "the 0 at the end"
        for at in islice(count(1), cases if self.many else 1):
            end = f" of {cases}" if self.cases else ", or 0 at the end"
            n = words.count(f"the number of values{f' of case {at}{end}' if self.many else ''}")
            if self.ends and not n:
                break
            yield words.values(n, f"case {at}" if self.many else "the row")
            if not self.many:
                last = f"the last of {n} values"
        words.end(last)

    def _read_lines(self, words: Words) -> Iterator[list[Any]]:
        line: tuple[int, str] | None = words.line("a row", "its values")
        while line is not None:
            number, text = line
            if "|" in self.row:
                cards, _, rest = text.partition("|")
                row = words.read(number, cards.split())
                row += words.weights(number, rest) if self.weighs else []
                row += [words.whole(number, rest.strip(), STOP, least=1)] if self.stops else []
            else:
                row = words.read(number, text.split())
                row += [words.count(STOP, least=1)] if self.stops else []
                row += words.weights(*words.line("the weights", "whole numbers")) if self.weighs else []
            yield row
            line = words.next_line() if self.many else None
        words.end("the row")


STOP = "K, the number of moves"


class Words:
    """The words of a text, read one after the other. Every method raises ValueError with the line."""

    def __init__(self, lines: Iterable[str], source: str, value: Callable[[str], Any]) -> None:
        self._lines = ((number, text) for number, text in enumerate(lines, 1) if text.strip())
        self._words = ((number, word) for number, text in self._lines for word in text.split())
        self._source, self._value = source, value

    def next_line(self) -> tuple[int, str] | None:
        """Read a line that is not blank; None at the end."""
        return next(self._lines, None)

    def line(self, part: str, what: str) -> tuple[int, str]:
        """Read a line that is not blank, a part of the input; `what` is to be written on it."""
        line = self.next_line()
        if line is None:
            raise ValueError(f"{self._source} ends before {part}: write {what} there")
        return line

    def count(self, expected: str, least: int = 0) -> int:
        """Read a whole number of at least `least`; `expected` says what it is."""
        number, word = next(self._words, (0, ""))
        if not number:
            raise ValueError(f"{self._source} ends before {expected}: write a whole number there")
        return self.whole(number, word, expected, least)

    def whole(self, number: int, word: str, expected: str, least: int = 0) -> int:
        """The whole number that a word of a line is."""
        if not word:
            raise ValueError(
                f"{self._source}, line {number} ends before {expected}: write a bar and a whole number there"
            )
        digits = word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS_OF_A_COUNT
        if not digits or int(word) < least:
            from_least = f", from {least} up" * bool(least)
            raise ValueError(
                f"{self._source}, line {number}: '{word[:40]}' should be {expected}: "
                f"write it with 1 to {MAX_DIGITS_OF_A_COUNT} digits{from_least}"
            )
        return int(word)

    def values(self, n: int, part: str) -> list[Any]:
        """Read n values of a part of the input, such as `case 2`."""
        given = list(islice(self._words, n))
        values = [self._read(number, word, f", {part}") for number, word in given]
        if len(values) < n:
            raise ValueError(f"{self._source} ends in {part}: value {len(values) + 1} of {n} is missing")
        return values

    def read(self, number: int, words: Iterable[str]) -> list[Any]:
        """The values of words of a line."""
        return [self._read(number, word) for word in words]

    def weights(self, number: int, text: str) -> list[int]:
        """The weights in a line, and their number."""
        try:
            weights = list(map(whole_number, text.split()))
        except ValueError as fault:
            raise ValueError(f"{self._source}, line {number}, the weights: {fault}") from None
        if not weights:
            raise ValueError(
                f"{self._source}, line {number} ends before the weights: write a bar and whole numbers there"
            )
        return [*weights, len(weights)]

    def _read(self, number: int, word: str, part: str = "") -> Any:
        try:
            return self._value(word)
        except ValueError as fault:
            hint = "; in this format blanks separate values" if "," in word else ""
            raise ValueError(f"{self._source}, line {number}{part}: {fault}{hint}") from None

    def end(self, last: str) -> None:
        """Check that all words are read; `last` names the part before the end."""
        number, word = next(self._words, (0, ""))
        if number:
            raise ValueError(
                f"{self._source}, line {number}: '{word[:40]}' follows {last}: correct the count or remove it"
            )


FORMATS = {
    "count-then-values": Format("n, then the values on the next line", "{n}\n{values}\n"),
    "count-then-lines": Format("n, then the values, twenty on a line", "{n}\n{lines}"),
    "values": Format("the values on one line", "{values}\n"),
    "lines": Format("a row on each line, to the end of the input", "{values}\n", many=True),
    "counted-lines": Format(
        "n and the values on each line, then a line with 0", "{n} {values}\n", many=True, ends="0\n"
    ),
    "cases": Format(
        "the number of cases; for each one n, then the values on the next line", "{n}\n{values}\n",
        many=True, cases=True,
    ),
    "count-then-column": Format("n, then one value a line", "{n}\n{column}"),
    "values-then-stop": Format("the values on one line, then K on the next", "{cards}\n{k}\n"),
    "values-stop-lines": Format(
        "on each line the values of a row, a bar and K", "{cards} | {k}\n", many=True
    ),
    "values-then-weights": Format(
        "the values on one line, then the weights of the moves on the next", "{cards}\n{weights}\n"
    ),
    "values-weights-lines": Format(
        "on each line the values of a row, a bar and the weights", "{cards} | {weights}\n", many=True
    ),
    "cases-then-0": Format(
        "for each case n, then the values on the next line; then a line with 0", "{n}\n{values}\n",
        many=True, ends="0\n",
    ),
}  # fmt: skip
