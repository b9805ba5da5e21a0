"""A solution program for a problem package; kattis.py replaces TASK by the task of the package."""

from __future__ import annotations

import sys
from typing import Any

from twoends.answers.questions import QUESTIONS, Totals
from twoends.reading.formats import FORMATS

TASK: dict[str, Any] = {}
PLAYS = "as asked"  # or a mistake: "greedily", "one answer to everything"


def move(player: list[Any], left: int, right: int, by_left: int, by_right: int) -> int:
    """Your total after a move of yours or theirs, given the end cards and your totals by either move."""
    who, ties = player
    if who in ("best", "optimal", "generous"):
        return min(by_left, by_right) if who == "optimal" else max(by_left, by_right)
    takes_left = ties == "left" if left == right or who == ties else (left > right) == (who == "greedy")
    return by_left if takes_left else by_right


def totals(values: list[int], player: list[Any], opponent: list[Any]) -> Totals:
    """Your totals moving first and moving second."""
    n = len(values)
    yours, theirs = [0] * (n + 1), [0] * (n + 1)
    for length in range(1, n + 1):
        new_yours, new_theirs = [], []
        for i in range(n + 1 - length):
            left, right = values[i], values[i + length - 1]
            new_yours.append(move(player, left, right, left + theirs[i + 1], right + theirs[i]))
            new_theirs.append(move(opponent, left, right, yours[i + 1], yours[i]))
        yours, theirs = new_yours, new_theirs
    return Totals(yours[0], theirs[0], sum(values))


def answer(values: list[int], task: dict[str, Any] = TASK, plays: str = PLAYS) -> str:
    """The answer to print for a row."""
    if plays == "one answer to everything":
        values = []
    player = ["greedy", "right"] if plays == "greedily" else task["player"]
    question = QUESTIONS[task["question"]]
    return " ".join(question.answer(totals(values, player, who)) for who in task["opponents"])


if __name__ == "__main__":
    for game, row in enumerate(FORMATS[TASK["format"]].read(sys.stdin, "the input"), 1):
        sentence: str = TASK["sentence"] or "{answer}"
        print(sentence.format(game=game, answer=answer(row)))
