"""Whole rows of two optimal players: `engine.records`, compiled for arrays of integers that fit."""

from __future__ import annotations

import numpy as np

from twoends.engine import records
from twoends.engine.kernels.compiling import Integers, compiled_copy, kernel

_compiled = compiled_copy(records)


def walk(values: Integers) -> tuple[int, int, Integers]:
    """The first mover's margin, the number of coins, and the runs of a line as in `records`; O(n)."""
    runs = np.empty(len(values), np.int64)
    margin, coins, count = _compiled.walk(values, *_scratch(len(values)), runs)
    return int(margin), int(coins), runs[:count]


def margin(values: Integers) -> int:
    """The first mover's margin; O(n)."""
    return int(_compiled.walk(values, *_scratch(len(values)), None)[0])


def margins_of_rows(rows: Integers, margin: Integers) -> None:
    """Fill in the margin of the first mover, shape (m,), for every row of shape (m, n); O(m n)."""
    _compiled.margins_of_rows(rows, *_scratch(rows.shape[1]), margin)


def coin_counts(rows: Integers) -> Integers:
    """The number of coins of every reduced row of shape (m, n); O(m n)."""
    counts = np.empty(len(rows), np.int64)
    _compiled.coin_counts(rows, *_scratch(rows.shape[1]), counts)
    return counts


@kernel
def summary(values: Integers) -> tuple[int, int, int]:
    """The sum, the smallest and the largest value of a row in one pass, n > 0; a sum may wrap around."""
    low, high = values[0], values[0]
    total = low - low
    for k in range(len(values)):  # a loop over the values would not be vectorised, and take 2.5 times as long
        low, high, total = min(low, values[k]), max(high, values[k]), total + values[k]
    return int(total), int(low), int(high)


def _scratch(n: int) -> Integers:
    return np.zeros((2, n + 3), np.int64)
