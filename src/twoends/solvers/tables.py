"""Every position of a row by whole diagonals of arrays: what `bottom_up.table` finds, without a compiler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import rules
from twoends.rules.preferences import Opponent
from twoends.solvers import compiled

Diagonals = list[NDArray[Any]]


def table(values: Sequence[Any], against: Opponent) -> tuple[Diagonals, Diagonals, Diagonals] | None:
    """Your totals when you are to move and when they are, and your best sides: 1 left, 2 right, 3 both.

    Diagonals of lengths 0 to n, each of shape (n + 1 - length,). None for who moves at random or by a
    function of yours, and where the numbers do not fit. O(n²).
    """
    array = compiled.integers(values)
    if (
        against.custom
        or against.stochastic
        or not compiled.serves(against)
        or array is None
        or not compiled.fits(array)
    ):
        return None
    cards: NDArray[np.int64] = array.astype(np.int64)
    n = len(cards)
    replies = compiled.replies_of(against, cards, np.int64)
    if replies is None:
        return None
    left_keys, right_keys = replies.keys or (cards, cards)
    nothing = np.zeros(n + 1, np.int64)
    yours, theirs, best = [nothing], [nothing], [np.zeros(n + 1, np.uint8)]
    for length in range(1, n + 1):
        lefts, rights = slice(0, n + 1 - length), slice(length - 1, n)
        f, g = yours[-1], theirs[-1]
        take_left, take_right = cards[lefts] + g[1:], cards[rights] + g[:-1]
        yours.append(np.maximum(take_left, take_right))
        best.append(((take_left >= take_right) + 2 * (take_right >= take_left)).astype(np.uint8))
        if against.looks_at_cards:
            left, right = left_keys[lefts], right_keys[rights]
            theirs.append(np.where(left >= right if against.ties == "left" else left > right, f[1:], f[:-1]))
        else:
            theirs.append(
                (np.minimum if replies.rule is rules.BY_TOTALS["optimal"] else np.maximum)(f[1:], f[:-1])
            )
    best[1:2] = [np.ones(n, np.uint8)][: n > 0]  # the last card counts as LEFT
    return yours, theirs, best
