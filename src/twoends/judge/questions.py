"""Questions: input formats, limits on rows, and what programs are asked about them.

This module imports nothing from twoends, because exports/kattis.py copies it into the programs of a problem
package, where Python may be as old as 3.9.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

# --- input formats -----------------------------------------------------------------------------


class Form(NamedTuple):
    """An input format.

    text   a description
    row    a template of one row: its number of {values}, {n}; these on a line, in a {column}, or twenty on
           each of {lines}; or its {cards}, and {k}, the last value
    many   whether one input holds several rows
    cases  whether the input begins with the number of rows
    ends   the text after the last row
    """

    text: str
    row: str
    many: bool = False
    cases: bool = False
    ends: str = ""

    def write(self, rows: Sequence[Sequence[int]]) -> str:
        """Write rows as one input."""
        return f"{len(rows)}\n" * self.cases + "".join(map(self._write_row, rows)) + self.ends

    def _write_row(self, row: Sequence[int]) -> str:
        words = list(map(str, row))
        return self.row.format(
            n=len(words),
            values=" ".join(words),
            cards=" ".join(words[:-1]),
            k="".join(words[-1:]),
            column="".join(f"{word}\n" for word in words),
            lines="".join(f"{' '.join(words[at : at + 20])}\n" for at in range(0, len(words), 20)),
        )

    def read(self, text: str) -> list[list[int]]:
        """Read the rows of an input in this format. Raises ValueError for words that are not numbers."""
        lines = [list(map(int, line.split())) for line in text.replace("|", " ").splitlines()]
        words = [value for line in lines for value in line][self.cases :]
        if not self.row.startswith("{n}"):
            return lines if self.many else [words]
        rows: list[list[int]] = []
        at = 0
        while at < len(words) and (n := words[at]) > 0 and (self.many or not rows):
            rows.append(words[at + 1 : at + 1 + n])
            at += 1 + n
        return rows


FORMS = {
    "count-then-values": Form("n, then the values on the next line", "{n}\n{values}\n"),
    "count-then-lines": Form("n, then the values, twenty on a line", "{n}\n{lines}"),
    "values": Form("the values on one line", "{values}\n"),
    "lines": Form("a row on each line, to the end of the input", "{values}\n", many=True),
    "counted-lines": Form(
        "n and the values on each line, then a line with 0", "{n} {values}\n", many=True, ends="0\n"
    ),
    "cases": Form(
        "the number of cases; for each one n, then the values on the next line", "{n}\n{values}\n",
        many=True, cases=True,
    ),
    "count-then-column": Form("n, then one value a line", "{n}\n{column}"),
    "values-then-stop": Form("the values on one line, then K on the next", "{cards}\n{k}\n"),
    "values-stop-lines": Form(
        "on each line the values of a row, a bar and K", "{cards} | {k}\n", many=True
    ),
    "cases-then-0": Form(
        "for each case n, then the values on the next line; then a line with 0", "{n}\n{values}\n",
        many=True, ends="0\n",
    ),
}  # fmt: skip


# --- limits on rows ----------------------------------------------------------------------------


class Bounds(NamedTuple):
    """The limits on the rows of a task: number of cards, values and sum."""

    form: str
    least: int
    most: int
    low: int
    high: int
    even_only: bool
    odd_sum: bool
    most_sum: int | None

    @property
    def text(self) -> str:
        """The limits in words."""
        parts = [
            f"{self.least} to {self.most} cards",
            f"values from {self.low} to {self.high}",
            "an even number of cards" * self.even_only,
            "an odd sum" * self.odd_sum,
            f"a sum of at most {self.most_sum}" if self.most_sum is not None else "",
        ]
        return ", ".join(part for part in parts if part)

    def objection(self, values: Sequence[int]) -> str:
        """Describe the limit that a row breaks; empty if it breaks none. O(n)."""
        if "stop" in self.form:
            if not (values and 1 <= values[-1] < len(values)):
                return "no K from 1 to the number of cards at its end"
            values = values[:-1]
        n = len(values)
        if not self.least <= n <= self.most:
            return f"{several(n, 'card')}, but {self.least} to {self.most} are allowed"
        if self.even_only and n % 2:
            return f"{several(n, 'card')}, but the number must be even"
        if outside := [value for value in values if not self.low <= value <= self.high]:
            return f"the value {outside[0]}, but {self.low} to {self.high} are allowed"
        if self.odd_sum and sum(values) % 2 == 0:
            return f"the sum {sum(values)}, but it must be odd"
        if self.most_sum is not None and sum(values) > self.most_sum:
            return f"the sum {sum(values)}, but at most {self.most_sum} is allowed"
        return ""


def several(count: int, noun: str) -> str:
    """A count with its noun, as in "3 rows"."""
    return f"{count} {noun}{'s' * (count != 1)}"


# --- what is asked -----------------------------------------------------------------------------


class Totals(NamedTuple):
    """Your totals moving first and moving second, and both players' combined when you move first."""

    first: int
    second: int
    combined: int

    @property
    def margin(self) -> int:
        """Your margin moving first."""
        return 2 * self.first - self.combined


class Ask(NamedTuple):
    """A question.

    text     a description of the answer
    answer   the words to print for the totals of a row
    choices  the words allowed; empty: whole numbers
    size     the number of words
    """

    text: str
    answer: Callable[[Totals], str]
    choices: tuple[str, ...] = ()
    size: int = 1


def _by_sign(text: str, above: str, below: str, zero: str) -> Ask:
    """A question whose answer is a word for the sign of your margin moving first."""
    words = (zero, above, below)
    return Ask(
        text, lambda t: words[(t.margin > 0) - (t.margin < 0)], tuple(dict.fromkeys((above, below, zero)))
    )


ASKS = {
    "first": Ask("your total moving first", lambda t: str(t.first)),
    "second": Ask("your total moving second", lambda t: str(t.second)),
    "margin": Ask("your margin moving first", lambda t: str(t.margin)),
    "both": Ask(
        "your total moving first, and the opponent's", lambda t: f"{t.first} {t.combined - t.first}", size=2
    ),
    "winner": _by_sign("who wins: first, second or draw", "first", "second", "draw"),
    "alice": _by_sign("who wins: Alice, who moves first, Bob, or a Tie", "Alice", "Bob", "Tie"),
    "not-beaten": _by_sign("whether you, moving first, win or draw", "true", "false", "true"),
    "wins": _by_sign("whether you, moving first, win", "true", "false", "false"),
    "cases": Ask(
        "your totals against a generous and against an optimal opponent", lambda t: str(t.first), size=2
    ),
}
"""The questions by name. `cases` has two opponents, and is answered for each of them."""
