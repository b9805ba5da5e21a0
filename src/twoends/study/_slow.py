"""Stand-ins for the batch kernels, with the same results: slow and plain."""

from __future__ import annotations

from typing import Any

import numpy as np

from twoends.play import match
from twoends.solution import solve
from twoends.solvers.contraction import reduce


def solve_rows(rows: Any, opponent: Any) -> tuple[Any, Any]:
    solutions = [solve(row, opponent) for row in rows]
    return (
        np.array([int(s.first) for s in solutions], np.int64),
        np.array([int(s.second) for s in solutions], np.int64),
    )


def play_rows(rows: Any, first: Any, second: Any, *, seed: int | None = None) -> Any:
    """First mover's total."""
    totals = []
    for k, row in enumerate(rows):
        taken = match(row, first, second, seed=hash((seed, k))).game.taken
        totals.append(sum(taken[::2]))
    return np.array(totals, np.int64)


def reduced_coins(rows: Any) -> Any:
    return np.array([len(reduce(row)[0]) for row in rows.tolist()], np.int64)
