"""Intervals of a row of two optimal players: `engine.coins`, compiled for arrays of integers that fit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from twoends.engine import coins
from twoends.engine.kernels.compiling import Integers, compiled_copy

_compiled = compiled_copy(coins)
fill = _compiled.fill_coins


def end_coins(values: Integers) -> Integers:
    """The table of the end coins of a row, shape (3, n + 1); O(n)."""
    table = np.zeros((coins.TABLE_ROWS, len(values) + 1), np.int64)
    fill(table, values)
    return table


def urgencies(table: Integers) -> tuple[Integers, Integers]:
    """The values of the left and of the right end coins, shape (n,) each; O(n)."""
    left, right = np.empty((2, table.shape[1] - 1), np.int64)
    _compiled.urgencies(table, left, right)
    return left, right


def margins_of_intervals(table: Integers, intervals: Sequence[tuple[int, int]]) -> list[int]:
    """The mover's margin on m intervals [start, stop); O(k) each for k reduced coins."""
    places = np.fromiter(chain.from_iterable(intervals), np.int64, 2 * len(intervals))
    margin = np.empty(len(intervals), np.int64)
    _compiled.margins_of_intervals(table, places[::2].copy(), places[1::2].copy(), margin)
    found: list[int] = margin.tolist()
    return found
