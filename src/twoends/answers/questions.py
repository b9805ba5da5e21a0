"""Questions: what a program is asked about a row, and the words that answer it.

This module imports nothing from twoends, because judge/exports/kattis.py copies it into the programs of a
problem package, where Python may be as old as 3.9.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Totals(NamedTuple):
    """Your totals moving first and moving second, and both players' combined when you move first."""

    first: int
    second: int
    combined: int

    @property
    def margin(self) -> int:
        """Your margin moving first."""
        return 2 * self.first - self.combined


class Question(NamedTuple):
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


def _by_sign(text: str, above: str, below: str, zero: str) -> Question:
    """A question whose answer is a word for the sign of your margin moving first."""
    words = (zero, above, below)
    return Question(
        text, lambda t: words[(t.margin > 0) - (t.margin < 0)], tuple(dict.fromkeys((above, below, zero)))
    )


QUESTIONS = {
    "first": Question("your total moving first", lambda t: str(t.first)),
    "second": Question("your total moving second", lambda t: str(t.second)),
    "margin": Question("your margin moving first", lambda t: str(t.margin)),
    "both": Question(
        "your total moving first, and the opponent's", lambda t: f"{t.first} {t.combined - t.first}", size=2
    ),
    "winner": _by_sign("who wins: first, second or draw", "first", "second", "draw"),
    "alice": _by_sign("who wins: Alice, who moves first, Bob, or a Tie", "Alice", "Bob", "Tie"),
    "not-beaten": _by_sign("whether you, moving first, win or draw", "true", "false", "true"),
    "wins": _by_sign("whether you, moving first, win", "true", "false", "false"),
}
"""The questions by name."""
