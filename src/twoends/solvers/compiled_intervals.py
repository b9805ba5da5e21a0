"""Intervals of a row between two optimal players, and circles, in compiled code.

`compiled` checks which numbers fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import intervals
from twoends.rules.rows import Interval
from twoends.solvers import PositionValues
from twoends.solvers.compiled import bounds, fits, frozen, integers, range_fits
from twoends.solvers.oracle import Oracle


def oracle(values: Sequence[int]) -> Oracle | None:
    """Return what `solvers.oracle.oracle` returns, as views of arrays; None if that does not fit."""
    array = integers(values)
    if array is None or not fits(array):
        return None
    table = intervals.end_coins(frozen(array))
    left, right = intervals.urgencies(table)
    return Oracle(_view(left), _view(right), values, [_view(row) for row in table])


def _view(array: NDArray[np.int64]) -> Sequence[int]:
    """Return a read-only view whose items are read as Python integers."""
    return array.data.toreadonly()


def prospects(values: Sequence[Any], you_first: bool, within: Sequence[Interval]) -> PositionValues | None:
    """Return what `solvers.end_coins.prospects` returns; None if that does not fit."""
    array = integers(values)
    if array is None or not fits(array):
        return None
    pairs = np.fromiter(
        (place for interval in within for place in interval), np.int64, 2 * len(within)
    ).reshape(-1, 2)
    starts, stops = pairs.T
    return PositionValues(
        *(column.tolist() for column in prospects_of(frozen(array), you_first, starts, stops))
    )


def prospects_of(
    cards: NDArray[np.int64], you_first: bool, starts: NDArray[np.int64], stops: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the columns of `PositionValues`, shape (m,), for cards that fit; empty intervals come last."""
    over = np.zeros(np.count_nonzero(starts == stops), np.int64)
    starts, stops = starts[: len(starts) - len(over)], stops[: len(stops) - len(over)]
    coins = intervals.end_coins(cards)
    sums = np.concatenate((np.zeros(1, np.int64), cards.cumsum()))
    total = sums[stops] - sums[starts]
    after_left, after_right = (
        intervals.margins(coins, frozen(i), frozen(j)) for i, j in ((starts + 1, stops), (starts, stops - 1))
    )
    # The mover's margin after a move is its card minus the other player's margin on the rest.
    left = (total + cards[starts] - after_left) // 2
    right = (total + cards[stops - 1] - after_right) // 2
    your_turn = ((len(cards) - (stops - starts)) % 2 == 0) == you_first
    yours, by_left, by_right = (
        np.concatenate((np.where(your_turn, movers, total - movers), over))
        for movers in (np.maximum(left, right), left, right)
    )
    return yours, by_left, by_right


def margins_around(values: Sequence[Any]) -> list[int] | None:
    """Return what `circles._margins_around` returns; None if that does not fit."""
    array = integers(values)
    if array is None or not range_fits(2 * len(array), *bounds(array)):
        return None
    n, coins = len(array), intervals.end_coins(frozen(np.concatenate((array, array))))
    starts = np.arange(1, n + 1)
    margins: list[int] = intervals.margins(coins, frozen(starts), frozen(starts + n - 1)).tolist()
    return margins
