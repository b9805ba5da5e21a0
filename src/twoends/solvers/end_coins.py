"""Intervals of a row between two optimal players: `engine.coins` on exact numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from twoends.engine import coins
from twoends.rules.numbers import Exact
from twoends.rules.rows import Interval
from twoends.solvers import PositionValues
from twoends.solvers.contraction import half, walk

Table = Sequence[Sequence[Any]]
"""The end coins of a row, as `coins` lays them out."""

STEPS_OF_AN_INTERVAL = 24
"""What an interval takes besides the steps along its coins (measured)."""


def steps_of_intervals(values: Sequence[Exact]) -> int:
    """Estimate the steps to solve about n intervals of a row, each with as many coins as the row; O(n)."""
    return len(values) * (STEPS_OF_AN_INTERVAL + walk(values).coins)


def end_coins(values: Sequence[Exact]) -> Table:
    """Find all end coins in two passes, O(n).

    >>> end_coins([1, 30, 100, 15, 2])[coins.STOPS]
    [1, 4, 3, 4, 5, 0]
    """
    table: list[list[Any]] = [[0] * (len(values) + 1) for _ in range(coins.TABLE_ROWS)]
    coins.fill(table, values)
    return table


def margins(table: Table, intervals: Sequence[Interval]) -> list[Exact]:
    """Return the mover's margin on each interval, O(k) each for k reduced coins."""
    margins: list[Any] = [0] * len(intervals)
    starts, stops = ([interval[side] for interval in intervals] for side in (0, 1))
    coins.margins(table, starts, stops, margins)
    return margins


def prospects(values: Sequence[Exact], you_first: bool, intervals: Sequence[Interval]) -> PositionValues:
    """Return the values of positions of a game when both play optimally, O(k) each for k reduced coins."""
    table, sums = end_coins(values), [0, *accumulate(values)]
    result = PositionValues([], [], [])
    for i, j in intervals:
        total = sums[j] - sums[i]
        # The mover's margin after a move is its card minus the other player's margin on the rest.
        left, right = (
            half(total + margin) for margin in (coins.after_moves(table, i, j) if i < j else (0, 0))
        )
        your_turn = ((len(values) - (j - i)) % 2 == 0) == you_first
        for column, movers in zip(result, (max(left, right), left, right), strict=True):
            column.append(movers if your_turn else total - movers)
    return result
