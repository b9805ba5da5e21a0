"""Contraction with a stack: two optimal players, O(n) a row, whatever the row looks like.

The same algorithms as solvers/contraction.py, which explains them, on arrays. A peak is a < b >= c:
`a` and `b` are the two uppermost coins of the stack, kept at hand, and `c` is the card that comes. A coin
is known by its value and by the place where it ends; it begins where the coin below it ends.

The loop that folds stands three times. As a function of its own it ran at half the speed (measured), for
the two coins at hand were no longer kept in registers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel

Integers = NDArray[np.int64]


@kernel
def reduce(values: Integers, coins: Integers, stops: Integers) -> int:
    """Fold all peaks of a row: the coins that are left, where each ends, and how many they are.

    `coins` and `stops` have room for every card.
    """
    top = np.uint64(0)
    one, two = np.uint64(1), np.uint64(2)
    a: Any = np.int64(0)
    b: Any = a
    for k in range(np.uint64(len(values))):
        c = values[k]
        while a < b and b >= c and top > one:
            c += a - b
            top -= two
            b = coins[top - one] if top else 0
            a = coins[top - two] if top > one else 0
        coins[top], stops[top] = c, k + one
        top += one
        a, b = b, c
    return int(top)


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


@kernel
def margins(rows: Integers) -> Integers:
    """The margin of who moves first on every row of shape (m, n), in O(m n)."""
    m, n = rows.shape
    coins, stops = np.empty(n, np.int64), np.empty(n, np.int64)
    margin = np.zeros(m, np.int64)
    for k in range(m):
        margin[k] = alternating(coins[: reduce(rows[k], coins, stops)])
    return margin


@kernel
def coin_counts(rows: Integers) -> Integers:
    """How many coins are left of every row of shape (m, n) when it is reduced, in O(m n)."""
    m, n = rows.shape
    coins, stops = np.empty(n, np.int64), np.empty(n, np.int64)
    count = np.zeros(m, np.int64)
    for k in range(m):
        count[k] = reduce(rows[k], coins, stops)
    return count


def urgencies(rows: Integers) -> tuple[Integers, Integers]:
    """The urgencies of the left and of the right end, both of shape (m, n), in O(m n)."""
    # NumPy makes the arrays, and not the kernel, for it asks for large pages: that halves what new ones cost.
    left, right = np.empty(rows.shape, np.int64), np.empty(rows.shape, np.int64)
    _urgencies(rows, left, right, np.empty(rows.shape[1], np.int64))
    return left, right


@kernel
def _urgencies(rows: Integers, left: Integers, right: Integers, stack: Integers) -> None:
    for k in range(len(rows)):
        _urgencies_of_right_ends(rows[k], right[k], stack)
        _urgencies_of_left_ends(rows[k], left[k], stack)


@kernel
def _urgencies_of_right_ends(values: Integers, urgency: Integers, stack: Integers) -> None:
    top = np.uint64(0)
    one, two = np.uint64(1), np.uint64(2)
    a: Any = np.int64(0)
    b: Any = a
    for k in range(np.uint64(len(values))):
        c = values[k]
        while a < b and b >= c and top > one:
            c += a - b
            top -= two
            b = stack[top - one] if top else 0
            a = stack[top - two] if top > one else 0
        stack[top] = urgency[k] = c
        top += one
        a, b = b, c


@kernel
def _urgencies_of_left_ends(values: Integers, urgency: Integers, stack: Integers) -> None:
    """The mirror image, with the same strict and non-strict tests: here the peak is c < b >= a."""
    top = np.uint64(0)
    one, two = np.uint64(1), np.uint64(2)
    a: Any = np.int64(0)
    b: Any = a
    n = np.uint64(len(values))
    for k in range(n):
        c = values[n - one - k]
        while c < b and b >= a and top > one:
            c += a - b
            top -= two
            b = stack[top - one] if top else 0
            a = stack[top - two] if top > one else 0
        stack[top] = urgency[n - one - k] = c
        top += one
        a, b = b, c
