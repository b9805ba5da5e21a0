"""Two optimal players on intervals of a row, in compiled code; `compiled` checks which numbers fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import intervals, stack
from twoends.kernels.compiling import Pays, always
from twoends.rules.rows import Interval
from twoends.solvers import PositionValues, thread_count
from twoends.solvers.compiled import fits, frozen, integers, range_fits
from twoends.solvers.end_coins import EndCoins, end_coins
from twoends.solvers.oracle import Oracle


def oracle(values: Sequence[int], pays: Pays = always) -> Oracle | None:
    """Return what `solvers.oracle.oracle` returns, as views of arrays; None if that does not pay or fit."""
    array = integers(values)
    if array is None or not pays(*stack.urgencies_call()):
        return None
    urgencies = stack.urgencies(frozen(array)[np.newaxis], thread_count())
    if not range_fits(len(array), urgencies.low, urgencies.high):
        return None
    left, right = _view(urgencies.left[0]), _view(urgencies.right[0])
    return Oracle(left, right, values, partial(_end_coins, pays, values))


def _end_coins(pays: Pays, values: Sequence[Any]) -> EndCoins:
    """Find the end coins of values that fit, compiled if that pays."""
    cards = frozen(np.asarray(values))
    if not pays(intervals.end_coins, cards):
        return end_coins(values)
    prefix, stops, starts, _ = intervals.end_coins(cards)
    return EndCoins(_view(prefix), _view(stops[:-1]), _view(starts))


def _view(array: NDArray[np.int64]) -> Sequence[int]:
    """Return a read-only view whose items are read as Python integers."""
    return array.data.toreadonly()


def prospects(
    values: Sequence[Any], you_first: bool, within: Sequence[Interval], pays: Pays = always
) -> PositionValues | None:
    """Return what `solvers.intervals.prospects` returns; None if that does not pay or fit."""
    array = integers(values)
    if array is None or not fits(array):
        return None
    if not all(pays(*call) for call in intervals.margins_calls()):
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
        intervals.margins(coins, frozen(i), frozen(j), intervals.STEPS_PER_CARD)
        for i, j in ((starts + 1, stops), (starts, stops - 1))
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
