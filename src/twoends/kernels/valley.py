"""Valleys, rows that descend and then ascend: two optimal players always take the larger end.

Every row reduces to a valley of coins, and a sorted row is one already (docs/theory.md). A game on a valley
merges its two arms.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.rules import LEFT, RIGHT

STRETCH = 512
"""The number of cards between two checks whether the row may still be a valley."""


@kernel
def bottom(values: Integers) -> int:
    """The index where the descent of a valley ends; -1 as soon as the row turns out not to be one. O(n)."""
    place = len(values) - 1
    for start in range(0, len(values), STRETCH):
        downs, ups = _steps(values[start : start + STRETCH + 1])
        if ups and place == len(values) - 1:
            place = start
            while values[place] >= values[place + 1]:
                place += 1
            downs, _ = _steps(values[place : start + STRETCH + 1])
        if downs and place < len(values) - 1:
            return -1
    return max(place, 0)


@kernel
def _steps(values: Integers) -> tuple[int, int]:
    """The numbers of steps from card to card that go down and that go up."""
    downs, ups = 0, 0
    for k in range(np.uint64(len(values) - 1)):
        downs += values[k] > values[k + np.uint64(1)]
        ups += values[k] < values[k + np.uint64(1)]
    return downs, ups


@kernel
def merge(coins: Integers, sides: NDArray[np.uint8] | None) -> Any:
    """The margin of the first mover on a valley, taking the left of two equal ends, O(n).

    sides  None, or filled in with the side of each move
    """
    n = np.uint64(len(coins))
    left = np.uint64(0)
    gain = np.int64(0)  # the card taken last minus the one before it, and so on
    for move in range(n):
        last = n - np.uint64(1) - move + left
        goes_left = coins[left] >= coins[last]
        if sides is not None:
            sides[move] = LEFT if goes_left else RIGHT
        gain = (coins[left] if goes_left else coins[last]) - gain
        left += np.uint64(goes_left)
    return gain if len(coins) % 2 else -gain
