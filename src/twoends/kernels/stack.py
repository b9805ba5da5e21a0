"""Contraction with a stack: two optimal players, O(n) a row, whatever the row looks like.

The same algorithms as solvers/contraction.py, which explains them, on arrays. A peak is a < b >= c:
`a` and `b` are the two uppermost coins of the stack, kept at hand, and `c` is the card that comes. A coin
is known by its value and by the place where it ends; it begins where the coin below it ends.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.rules import LEFT, RIGHT
from twoends.kernels.threads import team_of

LONG_ROWS = 2**17
"""So many cards are worth a thread for each pass: a millisecond."""


class Urgencies(NamedTuple):
    """The urgencies of m rows of n cards.

    left   of the left ends, shape (m, n)
    right  of the right ends, shape (m, n)
    low    the smallest of all values and 0
    high   the largest of all values and 0

    Numbers that leave int64 wrap around; low and high tell whether any did.
    """

    left: Integers
    right: Integers
    low: int
    high: int


@kernel
def reduce(values: Integers, coins: Integers, stops: Integers) -> int:
    """Fold all peaks of a row: the coins that are left, where each ends, and how many they are.

    `coins` and `stops` have room for every card.
    """
    return int(_fold(values, coins, stops, None, None)[0])


@kernel
def _fold(
    values: Integers, coins: Integers, stops: Integers | None, ends: Integers | None, mirrored: bool | None
) -> tuple[Any, Any, Any]:
    """Fold all peaks with a stack of coins: how many are left, and with `ends` the bounds of values and 0.

    stops     if not None, where each coin on the stack ends
    ends      if not None, what the coin is worth that each card ends, when it comes: shape (n,)
    mirrored  not None if the row is given from right to left: the tests stay what they are, so that the
              strict one is at the other end

    What is None is known when this is compiled, and left out.
    """
    top = np.uint64(0)
    one, two = np.uint64(1), np.uint64(2)
    a: Any = np.int64(0)
    b: Any = a
    low, high = a, a
    for k in range(np.uint64(len(values))):
        c = values[k]
        if ends is not None:  # another read of the row would take longer
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
def alternating(coins: Integers) -> Any:
    """Sum up a reduced row, larger end first, with alternating signs: the margin of who moves first."""
    left, right = 0, len(coins) - 1
    gain = coins.dtype.type(0)
    for _ in range(len(coins)):
        goes_left = coins[left] >= coins[right]
        gain = (coins[left] if goes_left else coins[right]) - gain
        left += goes_left
        right -= not goes_left
    return gain if len(coins) % 2 else -gain  # the last coin was added


def margins_call() -> tuple[Any, ...]:
    """The kernel that finds margins of rows, with sample arguments."""
    rows = np.empty((0, 0), np.int64)
    rows.setflags(write=False)
    return margins, rows, np.empty(0, np.int64)


@kernel
def margins(rows: Integers, margin: Integers) -> None:
    """Fill in the margin of who moves first on every row of shape (m, n), shape (m,), in O(m n)."""
    m, n = rows.shape
    coins, stops = np.empty(n, np.int64), np.empty(n, np.int64)
    for k in range(m):
        margin[k] = alternating(coins[: reduce(rows[k], coins, stops)])


@kernel
def coin_counts(rows: Integers) -> Integers:
    """How many coins are left of every row of shape (m, n) when it is reduced, in O(m n)."""
    m, n = rows.shape
    coins, stops = np.empty(n, np.int64), np.empty(n, np.int64)
    count = np.zeros(m, np.int64)
    for k in range(m):
        count[k] = reduce(rows[k], coins, stops)
    return count


@kernel
def lines(rows: Integers, sides: NDArray[np.uint8]) -> None:
    """Fill in the sides of one best game on every row, shape (m, n), in O(m n).

    The larger end of the reduced row is taken first, each coin whole, as `contraction.take_larger_end` does.
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
        sides[k, n - 1 :] = LEFT  # as which the last card counts


def two_arrays(shape: tuple[int, ...]) -> tuple[Integers, Integers]:
    """Room for the results of a kernel.

    NumPy makes the arrays, and not the kernel, because it asks for large pages: that halves the cost.
    """
    return np.empty(shape, np.int64), np.empty(shape, np.int64)


def urgencies(rows: Integers, threads: int = 1) -> Urgencies:
    """The urgencies of rows of shape (m, n), in O(m n). The two passes do not wait for each other."""
    left, right = two_arrays(rows.shape)
    n = rows.shape[1]
    with team_of(min(threads, 2) if rows.size >= LONG_ROWS else 1) as team:
        (low, high), _ = team.do(
            partial(one_pass, rows, ends, np.empty(n, np.int64))
            for one_pass, ends in ((_urgencies_right, right), (_urgencies_left, left))
        )
    return Urgencies(left, right, int(low), int(high))


def urgencies_call() -> tuple[Any, ...]:
    """The kernel that finds urgencies, with sample arguments."""
    rows = np.empty((0, 0), np.int64)
    kept = rows.copy()
    kept.setflags(write=False)
    return _urgencies_left, kept, rows, rows.reshape(-1)


@kernel
def _urgencies_right(rows: Integers, right: Integers, stack: Integers) -> tuple[Any, Any]:
    lowest, highest = np.int64(0), np.int64(0)
    for k in range(len(rows)):
        _, low, high = _fold(rows[k], stack, None, right[k], None)
        lowest, highest = min(lowest, low), max(highest, high)
    return lowest, highest


@kernel
def _urgencies_left(rows: Integers, left: Integers, stack: Integers) -> tuple[Any, Any]:
    lowest, highest = np.int64(0), np.int64(0)
    for k in range(len(rows)):
        _, low, high = _fold(rows[k][::-1], stack, None, left[k][::-1], True)
        lowest, highest = min(lowest, low), max(highest, high)
    return lowest, highest
