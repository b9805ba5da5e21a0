"""Sweeps for other rules in compiled code: the numbers that fit, and many rows at once.

Each move earns at most n max |v| times its factor, so totals are at most that times the number of moves; for
score cards and its multiples, in all, n max |v| times the largest factor.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.engine import turns
from twoends.kernels.compiling import compiled_copy
from twoends.rules.numbers import Scale, Scaled
from twoends.rules.opponents import Opponent, opponent
from twoends.rules.rules import Rules
from twoends.solvers import compiled, other_rules
from twoends.solvers.other_rules import Numbers, Task


@cache
def arrays(dtype: type[np.generic]) -> Numbers:
    """Return the compiled text, and the arrays that it runs on, for totals of a dtype."""
    return Numbers(
        compiled_copy(turns, "wants", "wants_then", "memory_place"),
        lambda count, entry: np.full(count, entry, np.int64),
        lambda count: np.zeros(count, dtype),
        lambda numbers: np.array(numbers, np.int64),
        lambda numbers: np.array(numbers, dtype),
        lambda row, times: np.broadcast_to(row, (times, len(row))),
        lambda values: np.concatenate((np.zeros(1, dtype), np.cumsum(values, dtype=dtype))),
        lambda entry: entry.item(),
    )


def fits(rules: Rules, n: int, largest: int, number: int) -> bool:
    """Whether totals of n cards of at most this size fit int64, `number` moves into a game."""
    last = number + n if rules.stop is None else min(number + n, rules.stop)
    factor = max(map(abs, rules.weights)) if rules.weights else rules.factor(max(last - 1, 0))
    moves = n if rules.score == "rest" or rules.merge else 1
    return n * largest * factor * moves < 2**58


def prepare(task: Task) -> tuple[Task, Numbers] | None:
    """Return the task and the text on arrays; None if the row does not fit."""
    rules, against, n, scaled = task.rules, task.against, len(task.values), task.scaled
    if n < rules.least or not other_rules.fits_memory(task):
        return None
    values: Any = None
    if scaled.error:
        values = np.array(task.values, np.float64)
    elif not against.stochastic:
        values = compiled.integers(task.values)
        low, high = (0, 0) if values is None else compiled.bounds(values)
        if not fits(rules, n, max(high, -low), task.number):
            return None
    if values is None:
        return None
    on = arrays(values.dtype.type if scaled.error else np.int64)
    return task._replace(scaled=scaled._replace(values=values)), on


def serves_rows(rules: Rules, against: Opponent) -> bool:
    """Whether `margins_of_rows` supports these rules: two optimal players in turn."""
    return rules.turns == "AB" and not rules.numbered and against.is_optimal


def totals_of_rows(
    rules: Rules, rows: NDArray[np.int64], yours: NDArray[np.int64], theirs: NDArray[np.int64]
) -> None:
    """Fill in both totals on each row of a table that fits, if you move first."""
    n, on = rows.shape[1], arrays(np.int64)
    task = Task(Scaled((0,) * n, Scale()), rules, opponent())
    ordered = compiled.frozen(rows if rules.ends != "right" else rows[:, ::-1])
    on.text.solve_rows(ordered, *other_rules.arguments(task, on), yours, theirs)
