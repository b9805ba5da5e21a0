"""Tasks that people come with, each with the limits of its source (docs/judge.md says which are ours)."""

from __future__ import annotations

from twoends.judge.tasks import Task, TaskError
from twoends.rules.opponents import opponent

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
    )
}  # fmt: skip
"""Every task by its name."""


def task(name: str) -> Task:
    """Find a task by its name. Raises TaskError.

    >>> task("two-ends").opponent.ties
    'left'
    """
    if name not in TASKS:
        raise TaskError(f"there is no task '{name}': choose {', '.join(TASKS)}")
    return TASKS[name]
