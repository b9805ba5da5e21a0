"""Two optimal players on intervals of a row, compiled; `compiled` says which numbers fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import intervals, stack
from twoends.kernels.compiling import Pays, always
from twoends.rules.rows import Interval
from twoends.solvers import PositionValues
from twoends.solvers.compiled import fits, frozen, integers, range_fits
from twoends.solvers.end_coins import EndCoins, end_coins
from twoends.solvers.oracle import Oracle
from twoends.solvers.threads import thread_count


def oracle(values: Sequence[int], pays: Pays = always) -> Oracle | None:
    """What `solvers.oracle.oracle` finds, as views of arrays; None if that does not pay or does not fit."""
    array = integers(values)
    if array is None or not pays(*stack.urgencies_call()):
        return None
    found = stack.urgencies(frozen(array)[np.newaxis], thread_count())
    if not range_fits(len(array), found.low, found.high):
        return None
    return Oracle(_view(found.left[0]), _view(found.right[0]), values, partial(_end_coins, pays, values))


def _end_coins(pays: Pays, values: Sequence[Any]) -> EndCoins:
    """What `solvers.end_coins.end_coins` finds, of values that fit."""
    cards = frozen(np.asarray(values))
    if not pays(intervals.end_coins, cards):
        return end_coins(values)
    prefix, stops, starts, _ = intervals.end_coins(cards)
    return EndCoins(_view(prefix), _view(stops[:-1]), _view(starts))


def _view(array: NDArray[np.int64]) -> Sequence[int]:
    """The numbers as Python's own, which they become when they are read."""
    return array.data.toreadonly()


def prospects(
    values: Sequence[Any], you_first: bool, within: Sequence[Interval], pays: Pays = always
) -> PositionValues | None:
    """What `solvers.intervals.prospects` finds; None if that does not pay or does not fit."""
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
    """The columns of the same, each of shape (m,), of cards that fit; intervals without a card come last."""
    over = np.zeros(np.count_nonzero(starts == stops), np.int64)
    starts, stops = starts[: len(starts) - len(over)], stops[: len(stops) - len(over)]
    coins = intervals.end_coins(cards)
    sums = np.concatenate((np.zeros(1, np.int64), cards.cumsum()))
    total = sums[stops] - sums[starts]
    after_left, after_right = (
        intervals.margins(coins, frozen(i), frozen(j), intervals.STEPS_PER_CARD)
        for i, j in ((starts + 1, stops), (starts, stops - 1))
    )
    # What each first move brings the mover: its card, and the rest less the other's margin there.
    left = (total + cards[starts] - after_left) // 2
    right = (total + cards[stops - 1] - after_right) // 2
    best = np.maximum(left, right)
    yours = ((len(cards) - (stops - starts)) % 2 == 0) == you_first
    held, by_left, by_right = (
        np.concatenate((np.where(yours, mover, total - mover), over)) for mover in (best, left, right)
    )
    return held, by_left, by_right
