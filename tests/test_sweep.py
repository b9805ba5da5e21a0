"""The sweep along the anti-diagonals, on rows of many tiles: its totals, its line, what it counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from twoends.kernels import rules, sweep

TILE = sweep.TILE
REPLIES = {
    rules.Generous: lambda left, right, after_left, after_right: np.maximum(after_left, after_right),
    rules.GreedyLeft: lambda left, right, after_left, after_right: np.where(
        left >= right, after_left, after_right
    ),
    rules.ModestRight: lambda left, right, after_left, after_right: np.where(
        left < right, after_left, after_right
    ),
}


def totals_by_diagonals(row: np.ndarray, reply: Any) -> tuple[int, int]:
    """Your totals when you move first and second: whole diagonals in int64, F and G beside each other."""
    n = len(row)
    yours, theirs = row.astype(np.int64), np.zeros(n, np.int64)
    for length in range(2, n + 1):
        left, right = row[: n + 1 - length], row[length - 1 :]
        yours, theirs = (
            np.maximum(left + theirs[1:], right + theirs[:-1]),
            reply(left, right, yours[1:], yours[:-1]),
        )
    return int(yours[0]), int(theirs[0])


@pytest.mark.parametrize("rule", REPLIES)
@pytest.mark.parametrize("n", [TILE - 1, TILE, TILE + 1, 2 * TILE + 2, 3 * TILE - 63])
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_a_sweep_in_tiles_finds_what_whole_diagonals_find(rule: Any, n: int, dtype: Any) -> None:
    row = np.random.default_rng(n).integers(-99, 100, n).astype(dtype)
    totals = totals_by_diagonals(row, REPLIES[rule])
    for you_first, expected in zip((True, False), totals, strict=True):
        swept = sweep.sweep(row, rule(), None, you_first, with_line=True)
        assert swept.total == expected, (n, rule, you_first, expected, swept.total)
        assert swept.sides is not None
        start, stop, taken = 0, n, []
        for side in swept.sides:
            taken.append(row[start] if side == rules.LEFT else row[stop - 1])
            start, stop = (start + 1, stop) if side == rules.LEFT else (start, stop - 1)
        yours = sum(taken[0 if you_first else 1 :: 2])
        assert yours == expected, (n, rule, you_first, expected, yours)


def test_a_sweep_counts_the_cells_that_it_fills() -> None:
    for n in (1, 2, 3, 64, 65, 200):
        row = np.arange(n)
        for you_first in (True, False):
            got = sweep.sweep(row, rules.Generous(), None, you_first).touched
            # Your turns on every second diagonal, but for those with at most one card; and the whole row.
            turns = [length for length in range(2, n) if (n - length) % 2 == (0 if you_first else 1)]
            assert got == 1 + sum(n + 1 - length for length in turns), (n, you_first, got)
