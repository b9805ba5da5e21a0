"""A circle against any opponent but an optimal one: the sweep of one row, around it.

There are n intervals of each length, and what follows the last card is the first one again: the cards are
written down twice, and each diagonal ends with its first total once more.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel
from twoends.kernels.diagonals import theirs, yours
from twoends.kernels.rules import Chance, Keys, Rule


@kernel
def rests(
    twice: NDArray[Any], rule: Rule, chance: Chance, keys: Keys | None, your_turn: bool, found: NDArray[Any]
) -> None:
    """Fill in your total on the row of n - 1 cards that each card leaves, shape (n,); O(n²) time.

    twice      the cards of the circle, written down twice, shape (2n,), in the dtype of totals
    keys       of the cards written down twice
    your_turn  whether you are to move on these rows
    """
    n = len(found)
    diagonal, before = np.zeros(n + 1, twice.dtype), np.zeros(n + 1, twice.dtype)
    for length in range(1, n):
        cards = twice[: n + length - 1]
        if ((n - 1 - length) % 2 == 0) == your_turn:
            yours(diagonal, before, cards, length, 1)
        else:
            theirs(diagonal, before, cards, length, 1, rule, chance, keys)
        diagonal[n] = diagonal[0]
        diagonal, before = before, diagonal
    found[:] = before[1:]
