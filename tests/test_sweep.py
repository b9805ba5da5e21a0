"""The sweep along the anti-diagonals, on rows of several tiles: totals, lines and counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from kernel_rows import keyed
from twoends.kernels import rules, sweep

TILE = sweep.TILE
Reply = Callable[[Any, Any, Any, Any], Any]

REPLIES: dict[type, Reply] = {
    rules.Most: lambda left, right, after_left, after_right: np.maximum(after_left, after_right),
    rules.LargerLeft: lambda left, right, after_left, after_right: np.where(
        left >= right, after_left, after_right
    ),
    rules.LargerRight: lambda left, right, after_left, after_right: np.where(
        left > right, after_left, after_right
    ),
}


def diagonals(
    row: np.ndarray, reply: Reply, keys: rules.Keys | None = None
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """F and G of the intervals of 1, 2, ... cards, whole diagonals in int64."""
    n = len(row)
    left_keys, right_keys = keys or (row, row)
    yours, theirs = row.astype(np.int64), np.zeros(n, np.int64)
    yield yours, theirs
    for length in range(2, n + 1):
        left, right = row[: n + 1 - length], row[length - 1 :]
        yours, theirs = (
            np.maximum(left + theirs[1:], right + theirs[:-1]),
            reply(left_keys[: n + 1 - length], right_keys[length - 1 :], yours[1:], yours[:-1]),
        )
        yield yours, theirs


@pytest.mark.parametrize("has_keys", [False, True], ids=["cards", "keys"])
@pytest.mark.parametrize("rule", REPLIES)
@pytest.mark.parametrize("n", [TILE + 1, 2 * TILE + 2])
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_a_sweep_in_tiles_agrees_with_whole_diagonals(rule: Any, n: int, dtype: Any, has_keys: bool) -> None:
    row = np.random.default_rng(n).integers(-99, 100, n).astype(dtype)
    keys = keyed(row) if has_keys else None
    *_, (first, second) = diagonals(row, REPLIES[rule], keys)
    both = sweep.sweep(row, rule(), None, keys=keys)
    for you_first, swept, expected in zip((True, False), both, (int(first[0]), int(second[0])), strict=True):
        assert swept.total == expected, (n, rule, you_first, expected, swept.total)
        start, stop, taken = 0, n, []
        for side in swept.sides():
            taken.append(row[start] if side == rules.LEFT else row[stop - 1])
            start, stop = (start + 1, stop) if side == rules.LEFT else (start, stop - 1)
        yours = sum(taken[0 if you_first else 1 :: 2])
        assert yours == expected, (n, rule, you_first, expected, yours)


@pytest.mark.parametrize("low", [0, 1])
@pytest.mark.parametrize("steps", [1, 32, TILE // 2 + 9])
@pytest.mark.parametrize("n", [TILE, TILE + 1, 2 * TILE + 40])
def test_every_total_of_a_diagonal_is_right_after_a_climb(n: int, steps: int, low: int) -> None:
    """At the edge of a tile, too; and a leg may be longer than a tile."""
    high = low + 2 * min(steps, (n - low) // 2)
    row = np.random.default_rng(n).integers(-99, 100, n)
    totals = np.zeros(n + 2, np.int64)
    if low == 1:
        totals[:n] = row
    sweep._climb(totals, row, low, high, rules.LargerLeft(), None, None)
    (yours, _), *_ = islice(diagonals(row, REPLIES[rules.LargerLeft]), high - 1, None)
    wrong = np.flatnonzero(totals[: n + 1 - high] != yours)
    assert not len(wrong), f"{len(wrong)} totals, the first for the interval that begins at {wrong[0]}"
    assert sweep._cells(n, low, high) == sum(n + 1 - length for length in range(low + 2, high + 1, 2))


@pytest.mark.parametrize("n", [1, 2, 3, 64, 65, TILE + 1])
def test_a_sweep_counts_the_cells_that_it_fills(n: int) -> None:
    row = np.arange(n)
    for you_first, swept in zip((True, False), sweep.sweep(row, rules.Most(), None), strict=True):
        got = swept.touched
        # Your turns on every second diagonal, but for those with at most one card; and the whole row.
        turns = [length for length in range(2, n) if (n - length) % 2 == (0 if you_first else 1)]
        assert got == 1 + sum(n + 1 - length for length in turns), (n, you_first, got)
