"""Two optimal players on a long row whose sums or coins may leave 64 bits: the stack in two limbs.

A number is upper * 2**LIMB + lower, with 0 <= lower < 2**LIMB: two of them compare by their upper limbs, and
by their lower ones where these are equal. The upper limb of any coin of fewer than 2**30 cards fits int64.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import Integers, kernel

LIMB = 32


def reduce(values: Integers) -> tuple[list[int], NDArray[np.int64]]:
    """Fold all peaks of a row, O(n): the coins that are left, in Python's integers, and where each ends."""
    upper, lower, stops = (np.empty(len(values), np.int64) for _ in range(3))
    count = _reduce(values, upper, lower, stops)
    coins = zip(upper[:count].tolist(), lower[:count].tolist(), strict=True)
    return [(above << LIMB) + below for above, below in coins], stops[:count]


def reduce_call() -> tuple[Any, ...]:
    """The kernel, with sample arguments."""
    numbers = np.empty(0, np.int64)
    kept = numbers.copy()
    kept.setflags(write=False)
    return _reduce, kept, numbers, numbers, numbers


@kernel
def _reduce(values: Integers, upper: Integers, lower: Integers, stops: Integers) -> int:
    """Fill in both limbs of each coin, and where it ends: how many coins there are."""
    top = 0
    for k in range(len(values)):
        c_upper, c_lower = values[k] >> LIMB, values[k] & (2**LIMB - 1)
        while top > 1:
            a_upper, a_lower = upper[top - 2], lower[top - 2]
            b_upper, b_lower = upper[top - 1], lower[top - 1]
            if not (a_upper < b_upper or (a_upper == b_upper and a_lower < b_lower)):
                break
            if not (b_upper > c_upper or (b_upper == c_upper and b_lower >= c_lower)):
                break
            below = c_lower + a_lower - b_lower
            c_upper += a_upper - b_upper + (below >> LIMB)
            c_lower = below & (2**LIMB - 1)
            top -= 2
        upper[top], lower[top], stops[top] = c_upper, c_lower, k + 1
        top += 1
    return top


def sum_of(values: Integers) -> int:
    """The sum of a row, in Python's integers; O(n)."""
    return (int((values >> LIMB).sum()) << LIMB) + int((values & (2**LIMB - 1)).sum())
