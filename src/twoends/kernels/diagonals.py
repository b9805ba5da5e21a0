"""One anti-diagonal of the recurrence, from the one before it: the innermost loops of every sweep.

    F(i,j) = your total when you are to move     = max(v[i] + G(i+1,j), v[j-1] + G(i,j-1))
    G(i,j) = your total when the opponent moves  = reply(v[i], v[j-1], F(i+1,j), F(i,j-1))

A diagonal holds the intervals of one length by their start. Rows of the same length may be
interleaved, as the lanes of a vector instruction are: card i of row k stands at i * lanes + k, and so do
the totals. One row is the case of one lane, and the loops are the same.

Indices are unsigned, for Numba would check signed ones for negative values, and sums are brought
back to the dtype of the row, for it would widen them: either keeps the loop from being vectorised.
Each diagonal is written to another array than the one read, so that they cannot overlap.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from twoends.kernels.rules import Chance, Rule, reply


@njit(cache=True, nogil=True)
def yours(diagonal: NDArray[Any], before: NDArray[Any], cards: NDArray[Any], length: int, lanes: int) -> None:
    """Fill the diagonal of `length` cards with F, from G on the diagonal before."""
    total = diagonal.dtype.type
    last, step = np.uint64((length - 1) * lanes), np.uint64(lanes)
    for at in range(np.uint64(cards.size) - last):
        take_left = total(cards[at] + before[at + step])
        take_right = total(cards[at + last] + before[at])
        diagonal[at] = max(take_left, take_right)


@njit(cache=True, nogil=True)
def theirs(
    diagonal: NDArray[Any],
    before: NDArray[Any],
    cards: NDArray[Any],
    length: int,
    lanes: int,
    rule: Rule,
    chance: Chance,
) -> None:
    """Fill the diagonal of `length` cards with G, from F on the diagonal before."""
    last, step = np.uint64((length - 1) * lanes), np.uint64(lanes)
    if length == 1:  # a single card is his, and nobody is asked
        diagonal[:] = 0
        return
    for at in range(np.uint64(cards.size) - last):
        diagonal[at] = reply(rule, chance, cards[at], cards[at + last], before[at + step], before[at])
