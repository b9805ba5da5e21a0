"""Contraction with a stack: two optimal players, O(n) a row, whatever the row looks like.

The same algorithms as solvers/contraction.py, which explains them, on arrays of many rows. A coin is
kept by its value and by the place where it ends; it begins where the coin below it ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Integers = NDArray[np.int64]


@njit(cache=True, nogil=True)
def reduce(values: NDArray[Any], coins: NDArray[Any], stops: Integers) -> int:
    """Fold all peaks of a row; fill in the coins of the reduced row and where each ends, return how many."""
    top = 0
    for k in range(len(values)):
        coin = values[k]
        while top > 1 and coins[top - 2] < coins[top - 1] and coins[top - 1] >= coin:
            coin = coins[top - 2] - coins[top - 1] + coin
            top -= 2
        coins[top] = coin
        stops[top] = k + 1
        top += 1
    return top


@njit(cache=True, nogil=True)
def alternating(coins: NDArray[Any], count: int) -> Any:
    """Sum up a reduced row, larger end first, with alternating signs: the margin of who moves first."""
    left, right = 0, count - 1
    gain, sign = coins.dtype.type(0), coins.dtype.type(1)
    for _ in range(count):
        left_is_larger = coins[left] >= coins[right]
        gain += sign * (coins[left] if left_is_larger else coins[right])
        sign = -sign
        left += left_is_larger
        right -= not left_is_larger
    return gain


@njit(cache=True, nogil=True)
def margins(rows: NDArray[Any]) -> NDArray[Any]:
    """The margin of who moves first on every row of shape (m, n), in O(m n)."""
    m, n = rows.shape
    coins, stops = np.empty(n, rows.dtype), np.empty(n, np.int64)
    margin = np.zeros(m, rows.dtype)
    for k in range(m):
        margin[k] = alternating(coins, reduce(rows[k], coins, stops))
    return margin


@njit(cache=True, nogil=True)
def coin_counts(rows: NDArray[Any]) -> Integers:
    """How many coins are left of every row of shape (m, n) when it is reduced, in O(m n)."""
    m, n = rows.shape
    coins, stops = np.empty(n, rows.dtype), np.empty(n, np.int64)
    count = np.zeros(m, np.int64)
    for k in range(m):
        count[k] = reduce(rows[k], coins, stops)
    return count


@njit(cache=True, nogil=True)
def urgencies(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The urgencies of the left and of the right end, both of shape (m, n), in O(m n)."""
    m, n = rows.shape
    left, right = np.empty((m, n), rows.dtype), np.empty((m, n), rows.dtype)
    stack = np.empty(n, rows.dtype)
    for k in range(m):
        top = 0
        for i in range(n):
            coin = rows[k, i]
            while top > 1 and stack[top - 2] < stack[top - 1] and stack[top - 1] >= coin:
                coin = stack[top - 2] - stack[top - 1] + coin
                top -= 2
            stack[top] = coin
            top += 1
            right[k, i] = coin
        top = 0
        for i in range(n - 1, -1, -1):
            coin = rows[k, i]
            # The mirror image with the same strict and non-strict tests: `coin` is the left of the three.
            while top > 1 and coin < stack[top - 1] and stack[top - 1] >= stack[top - 2]:
                coin = coin - stack[top - 1] + stack[top - 2]
                top -= 2
            stack[top] = coin
            top += 1
            left[k, i] = coin
    return left, right
