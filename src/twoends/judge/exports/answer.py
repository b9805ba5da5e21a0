"""A program for one task, to be taken along in a problem package: its first line says which task."""

from __future__ import annotations

import sys
from typing import Any

TASK: dict[str, Any] = {
    "form": "count-then-values",
    "asks": "first",
    "opponents": [["optimal", None]],
    "sentence": None,
}
PLAYS = "best"  # or greedily, or one answer to everything


def rows() -> list[list[int]]:
    """Read every row of the input."""
    text = sys.stdin.read()
    words = list(map(int, text.split()))
    if TASK["form"] == "values":
        return [words]
    if TASK["form"] == "lines":
        return [list(map(int, line.split())) for line in text.splitlines()]
    if TASK["form"] in ("count-then-values", "count-then-lines", "count-then-column"):
        return [words[1:]]
    if TASK["form"] == "cases":
        words = [*words[1:], 0]
    found, at = [], 0
    while words[at]:
        found.append(words[at + 1 : at + 1 + words[at]])
        at += 1 + words[at]
    return found


def reply(opponent: str, ties: str | None, left: int, right: int, after_left: int, after_right: int) -> int:
    """What an opponent leaves you, who could take either end."""
    if opponent in ("optimal", "generous"):
        return (min if opponent == "optimal" else max)(after_left, after_right)
    takes_left = ties == "left" if left == right else (left > right) == (opponent == "greedy")
    return after_left if takes_left else after_right


def totals(values: list[int], opponent: str, ties: str | None, plays: str) -> tuple[int, int]:
    """Your total moving first, and moving second."""
    n = len(values)
    yours, theirs = [0] * (n + 1), [0] * (n + 1)
    for length in range(1, n + 1):
        mine, theirs_now = [], []
        for i in range(n + 1 - length):
            left, right = values[i], values[i + length - 1]
            one, other = left + theirs[i + 1], right + theirs[i]
            mine.append((one if left > right else other) if plays == "greedily" else max(one, other))
            theirs_now.append(reply(opponent, ties, left, right, yours[i + 1], yours[i]))
        yours, theirs = mine, theirs_now
    return yours[0], theirs[0]


def answer(values: list[int], task: dict[str, Any] = TASK, plays: str = PLAYS) -> str:
    """What to print for a row."""
    if plays == "one answer to everything":
        values = []
    both = [totals(values, opponent, ties, plays) for opponent, ties in task["opponents"]]
    first, second = both[0]
    margin = 2 * first - sum(values)
    said = {
        "first": str(first),
        "second": str(second),
        "margin": str(margin),
        "both": f"{first} {sum(values) - first}",
        "winner": "first" if margin > 0 else "second" if margin < 0 else "draw",
        "not-beaten": str(margin >= 0).lower(),
        "wins": str(margin > 0).lower(),
        "cases": " ".join(str(each) for each, _ in both),
    }
    return said[task["asks"]]


if __name__ == "__main__":
    for game, row in enumerate(rows(), 1):
        sentence: str = TASK["sentence"] or "{answer}"
        print(sentence.format(game=game, answer=answer(row)))
