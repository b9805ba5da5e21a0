"""Contraction with a stack: two optimal players, O(n) for any row.

The algorithms of solvers/contraction.py, which explains them, on arrays. A peak is a < b >= c: `a` and `b`
are copies of the two topmost coins of the stack, and `c` is the next card. A coin has a value and a place
where it ends; it begins where the coin below it ends.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import valley
from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.rules import LEFT, RIGHT
from twoends.kernels.threads import run_jobs

LONG_ROW = 2**17
"""This many cards, a millisecond, are worth a thread for each pass."""


@kernel
def reduce(values: Integers, coins: Integers, stops: Integers) -> int:
    """Fold all peaks of a row: write the reduced coins and where each ends, return their number.

    `coins` and `stops` have room for every card.
    """
    return int(_fold(values, coins, stops, None, None)[0])


@kernel
def _fold(
    values: Integers, coins: Integers, stops: Integers | None, ends: Integers | None, mirrored: bool | None
) -> tuple[Any, Any, Any]:
    """Fold all peaks with a stack of coins; return the number of coins left and the range of values.

    stops     None, or filled in with where each coin on the stack ends
    ends      None, or filled in with the value of the coin that ends with each card when it arrives, shape
              (n,); the lowest and the highest value, 0 or beyond, are only computed with `ends`
    mirrored  not None if the row is given from right to left: the strict comparison is then at the other end

    Code for arguments that are None is not compiled.
    """
    top = np.uint64(0)
    one, two = np.uint64(1), np.uint64(2)
    a: Any = np.int64(0)
    b: Any = a
    low, high = a, a
    for k in range(np.uint64(len(values))):
        c = values[k]
        if ends is not None:  # another pass over the row would take longer
            low, high = min(low, c), max(high, c)
        while _is_peak(a, b, c, mirrored) and top > one:
            c += a - b
            top -= two
            b = coins[top - one] if top else 0
            a = coins[top - two] if top > one else 0
        coins[top] = c
        if stops is not None:
            stops[top] = k + one
        if ends is not None:
            ends[k] = c
        top += one
        a, b = b, c
    return top, low, high


@kernel
def _is_peak(a: Any, b: Any, c: Any, mirrored: bool | None) -> bool:
    if mirrored is None:
        return bool(a < b and b >= c)
    return bool(c < b and b >= a)


@kernel
def margins(rows: Integers, margin: Integers) -> None:
    """Fill in the margin of the first mover, shape (m,), for every row of shape (m, n), in O(m n)."""
    m, n = rows.shape
    coins, stops = np.empty(n, np.int64), np.empty(n, np.int64)
    for k in range(m):
        margin[k] = valley.merge(coins[: reduce(rows[k], coins, stops)], None)


@kernel
def coin_counts(rows: Integers) -> Integers:
    """The number of coins of every row of shape (m, n) after reduction, in O(m n)."""
    m, n = rows.shape
    coins, stops = np.empty(n, np.int64), np.empty(n, np.int64)
    count = np.zeros(m, np.int64)
    for k in range(m):
        count[k] = reduce(rows[k], coins, stops)
    return count


@kernel
def lines(rows: Integers, sides: NDArray[np.uint8]) -> None:
    """Fill in the sides of one best game on every row, shape (m, n), in O(m n).

    As in `contraction.take_larger_end`, the larger end coin is taken first, with all its cards.
    """
    m, n = rows.shape
    coins, stops = np.empty(n, np.int64), np.empty(n, np.int64)
    for k in range(m):
        left, right = 0, reduce(rows[k], coins, stops) - 1
        start, stop = 0, n
        while left <= right:
            goes_left = coins[left] >= coins[right]
            bound = stops[left] if goes_left else stops[right - 1] if right else 0
            taken = bound - start if goes_left else stop - bound
            turn = n - (stop - start)
            sides[k, turn : turn + taken] = LEFT if goes_left else RIGHT
            start += taken * goes_left
            stop -= taken * (not goes_left)
            left += goes_left
            right -= not goes_left
        sides[k, n - 1 :] = LEFT  # the last card counts as the left end


def urgencies(values: Integers, threads: int = 1) -> tuple[Integers, Integers, int, int]:
    """The urgencies of the left and of the right ends of a row, shape (n,), by two independent passes, O(n).

    Then the smallest and the largest of all values and 0: numbers that overflow int64 wrap around, and these
    tell whether any did.
    """
    left, right = np.empty((2, len(values)), np.int64)  # NumPy requests large pages, which halves the cost
    passes = (
        partial(_fold, row, np.empty(len(values), np.int64), None, ends, mirrored)
        for row, ends, mirrored in ((values, right, None), (values[::-1], left[::-1], True))
    )
    (_, low, high), _ = run_jobs(passes, threads if len(values) >= LONG_ROW else 1)
    return left, right, int(low), int(high)
