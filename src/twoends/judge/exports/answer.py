"""A solution program for a problem package; kattis.py replaces TASK by the task of the package."""

from __future__ import annotations

import sys
from typing import Any

from twoends.answers.questions import QUESTIONS, Totals
from twoends.reading.formats import FORMATS

TASK: dict[str, Any] = {}
PLAYS = "best"  # or a mistake: "greedily", "one answer to everything"


def reply(opponent: str, ties: str | None, left: int, right: int, after_left: int, after_right: int) -> int:
    """Your total after the opponent's move, given the end cards and your totals after either move."""
    if opponent in ("optimal", "generous"):
        return (min if opponent == "optimal" else max)(after_left, after_right)
    takes_left = ties == "left" if left == right else (left > right) == (opponent == "greedy")
    return after_left if takes_left else after_right


def totals(values: list[int], opponent: str, ties: str | None, plays: str) -> Totals:
    """Your totals moving first and moving second."""
    n = len(values)
    yours, theirs = [0] * (n + 1), [0] * (n + 1)
    for length in range(1, n + 1):
        new_yours, new_theirs = [], []
        for i in range(n + 1 - length):
            left, right = values[i], values[i + length - 1]
            by_left, by_right = left + theirs[i + 1], right + theirs[i]
            greedily = by_left if left > right else by_right
            new_yours.append(greedily if plays == "greedily" else max(by_left, by_right))
            new_theirs.append(reply(opponent, ties, left, right, yours[i + 1], yours[i]))
        yours, theirs = new_yours, new_theirs
    return Totals(yours[0], theirs[0], sum(values))


def answer(values: list[int], task: dict[str, Any] = TASK, plays: str = PLAYS) -> str:
    """The answer to print for a row."""
    if plays == "one answer to everything":
        values = []
    question = QUESTIONS[task["question"]]
    return " ".join(question.answer(totals(values, who, ties, plays)) for who, ties in task["opponents"])


if __name__ == "__main__":
    for game, row in enumerate(FORMATS[TASK["format"]].read(sys.stdin, "the input"), 1):
        sentence: str = TASK["sentence"] or "{answer}"
        print(sentence.format(game=game, answer=answer(row)))
