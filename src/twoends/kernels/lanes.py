"""Many rows of the same length at once, each in one lane of the vector instructions.

LANES rows (twice as many in 16 bits) are interleaved and swept together, which makes the innermost loop long
even for short rows. Two optimal players need no sweep: see `whole_rows`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel
from twoends.kernels.diagonals import decide_yours, theirs, yours
from twoends.kernels.rules import Chance, Keys, Rule

NEAR = 1e-9
"""Rounded totals count as equal if their difference is at most this times the sum of absolute values."""

LANES = 32
"""With 52 cards in int32, this many rows and two diagonals of totals just fit the L1 cache."""


@kernel
def interleave(rows: NDArray[Any], cards: NDArray[Any], lanes: int) -> None:
    """Lay out at most `lanes` rows: card i of row k at i * lanes + k."""
    # Writing in order takes half the time of reading in order, or a quarter in 16 bits (measured).
    for i in range(rows.shape[1]):
        for lane in range(len(rows)):
            cards[np.uint64(i * lanes + lane)] = rows[lane, i]


@kernel
def interleaved(keys: Keys, room: Keys, start: int, lanes: int) -> Keys:
    """The keys of `lanes` rows from `start` on, laid out like their cards, written into `room`."""
    if keys is None or room is None:
        return None
    laid_out = room[: lanes * keys.shape[1]]
    interleave(keys[start : start + lanes], laid_out, lanes)
    return laid_out


@kernel
def totals(
    rows: NDArray[Any],
    rule: Rule,
    chance: Chance,
    keys: Keys,
    first: NDArray[Any],
    second: NDArray[Any],
    best: NDArray[np.uint8],
) -> None:
    """Fill in both totals of every row of shape (m, n), and all your best sides if you move first; O(m n²).

    first, second  shape (m,), in the dtype of the rows, which is float64 if there is chance
    best           shape (m,), zeros: the sum of the best sides, both if expectations are NEAR each other
    """
    m, n = rows.shape
    at_once = 2 * LANES if rows.itemsize == 2 else LANES
    most_lanes = min(m, at_once)
    cards = np.zeros(n * most_lanes, rows.dtype)
    room = None if keys is None else np.zeros_like(cards)
    diagonal = np.zeros((n + 1) * most_lanes, rows.dtype)
    before = np.zeros_like(diagonal)
    for start in range(0, m, at_once):
        block = rows[start : start + at_once]
        lanes = len(block)
        block_cards = cards[: n * lanes]
        interleave(block, block_cards, lanes)
        block_keys = interleaved(keys, room, start, lanes)
        near = None if chance is None else NEAR * np.abs(block).sum(axis=1)
        for you_first in (True, False):
            before[:] = 0
            for length in range(1, n + 1):
                if ((n - length) % 2 == 0) == you_first:
                    if length == n:
                        decide_yours(best[start:], before, block_cards, length, lanes, near)
                    yours(diagonal, before, block_cards, length, lanes)
                else:
                    theirs(diagonal, before, block_cards, length, lanes, rule, chance, block_keys)
                diagonal, before = before, diagonal
            if you_first:
                first[start : start + lanes] = before[:lanes]
            else:
                second[start : start + lanes] = before[:lanes]
