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


@kernel
def bottom(values: Integers) -> Any:
    """The index where the descent of a valley ends; -1 as soon as the row turns out not to be one. O(n)."""
    one = np.uint64(1)
    place, last = np.uint64(0), np.uint64(max(len(values) - 1, 0))
    while place < last and values[place] >= values[place + one]:
        place += one
    for k in range(place, last):
        if values[k] > values[k + one]:
            return -1
    return np.int64(place)


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
