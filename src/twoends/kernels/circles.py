"""A circle against any opponent but an optimal one: the sweep of one row, around the circle.

There are n intervals of each length, and the first card follows the last: the cards are given twice in a row,
and each diagonal ends with a copy of its first total.
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
    twice: NDArray[Any], rule: Rule, chance: Chance, keys: Keys | None, your_turn: bool, totals: NDArray[Any]
) -> None:
    """Fill in your total on the row of n - 1 cards that remains after each first card, shape (n,); O(n²).

    twice      the cards of the circle, twice in a row, shape (2n,), in the dtype of totals
    keys       the keys of these 2n cards
    your_turn  whether you move first on these rows
    """
    n = len(totals)
    diagonal, before = np.zeros(n + 1, twice.dtype), np.zeros(n + 1, twice.dtype)
    for length in range(1, n):
        cards = twice[: n + length - 1]
        if ((n - 1 - length) % 2 == 0) == your_turn:
            yours(diagonal, before, cards, length, 1)
        else:
            theirs(diagonal, before, cards, length, 1, rule, chance, keys)
        diagonal[n] = diagonal[0]
        diagonal, before = before, diagonal
    totals[:] = before[1:]
