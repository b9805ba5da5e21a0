"""Well-known tasks, each with the limits of its source (docs/judge.md says which limits we chose)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from twoends.judge.tasks import Task, TaskError
from twoends.rules.opponents import opponent
from twoends.rules.rules import Rules


def _stones(numeral: str, number: str, asks: str, rules: str, **limits: Any) -> Task:
    """A Stone Game problem of LeetCode, as a program instead of a function."""
    name, source = f"stone-game-{numeral.lower()}", f"LeetCode {number}, Stone Game {numeral}, as a program"
    return replace(Task(name, source, opponent("optimal"), asks, "values", rules=Rules.of(rules)), **limits)


TASKS = {
    task.name: task
    for task in (
        Task(
            "removal-game", "CSES 1097", opponent("optimal"), "first", "count-then-values",
            most=5000, low=-(10**9), high=10**9, seconds=1, memory=512 << 20,
        ),
        Task(
            "deque", "AtCoder Educational DP Contest, L", opponent("optimal"), "margin", "count-then-values",
            most=3000, low=1, high=10**9, memory=1024 << 20,
        ),
        Task(
            "two-ends", "ACM East Central North America 2005, H", opponent("greedy left"), "margin",
            "counted-lines", least=2, most=1000, low=1, high=10**6, even_only=True, most_sum=10**6, seconds=1,
            sentence="In game {game}, the greedy strategy might lose by as many as {answer} points.",
        ),
        Task(
            "predict-the-winner", "LeetCode 486, as a program", opponent("optimal"), "not-beaten", "values",
            most=20, low=0, high=10**7,
        ),
        Task(
            "stone-game", "LeetCode 877, as a program", opponent("optimal"), "wins", "values",
            least=2, most=500, low=1, high=500, even_only=True, odd_sum=True,
        ),
        Task(
            "handout-281", "Winning Games, a handout of EECS 281", opponent("greedy"), "first",
            "count-then-values", low=0, ties_open=True,
        ),
        Task("dumb-smart", "2 player game on a row of coins", opponent("optimal"), "cases", "cases", low=1),
        Task(
            "usaco-game", "IOI 1996 and USACO training, A Game", opponent("optimal"), "both",
            "count-then-lines", least=2, low=1, high=200, seconds=1,
        ),
        _stones("II", "1140", "first", "take 1-2M left", most=100, low=1, high=10**4),
        _stones("III", "1406", "alice", "take 1-3 left", most=50_000, low=-1000, high=1000),
        _stones("VII", "1690", "margin", "score rest", least=2, most=1000, low=1, high=1000, seconds=4),
        _stones(
            "VIII", "1872", "margin", "take 2-any left, merge", least=2, most=10**5, low=-10_000, high=10_000,
        ),
        Task(
            "game-of-sum", "UVa 10891, Game of Sum", opponent("optimal"), "margin", "cases-then-0",
            rules=Rules.of("take any either"), seconds=3,
        ),
        Task(
            "max-cards", "LeetCode 1423, Maximum Points from Cards, as a program", opponent("optimal"),
            "first", "values-then-stop", most=10**5, low=1, high=10**4, rules=Rules.of("turns A"),
        ),
        Task(
            "treats", "USACO 2006 February, Treats for the Cows", opponent("optimal"), "first",
            "count-then-column", most=2000, low=1, rules=Rules.of("turns A, score turn"), seconds=1,
        ),
    )
}  # fmt: skip
"""The tasks by name."""


def task(name: str) -> Task:
    """Find a task by its name. Raises TaskError.

    >>> task("two-ends").opponent.ties
    'left'
    """
    if name not in TASKS:
        raise TaskError(f"there is no task '{name}': choose {', '.join(TASKS)}")
    return TASKS[name]
