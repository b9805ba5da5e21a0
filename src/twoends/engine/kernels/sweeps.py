"""Anyone against your best response: `engine.sweep`, compiled for arrays of numbers that fit.

Many short rows are interleaved, `lanes_of` at a time, which makes the innermost loops long.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.engine import sweep as text
from twoends.engine.kernels.compiling import compiled_copy, kernel

compiled = compiled_copy(text)
sweep = compiled.sweep

Weights = tuple[float, float, float, float] | None


NEAR = 1e-9
"""Rounded totals count as equal if their difference is at most this times the sum of absolute values."""

ROUNDING = 1e-12
"""The same for the moves of a game. A sweep in floats rounds by about a hundredth of that (measured on 900
cards)."""

LANES = 32
"""With 52 cards in 32 bits, this many rows and two levels of totals just fit the L1 cache."""


def lanes_of(rows: NDArray[Any]) -> int:
    """How many of these rows to interleave."""
    return max(1, min(len(rows), 2 * LANES if rows.itemsize == 2 else LANES))


@kernel
def interleave(rows: NDArray[Any], cards: NDArray[Any], lanes: int) -> None:
    """Lay out at most `lanes` rows: card i of row k at i * lanes + k."""
    # Writing in order takes half the time of reading in order, or a quarter in 16 bits (measured).
    for i in range(rows.shape[1]):
        for lane in range(len(rows)):
            cards[np.uint64(i * lanes + lane)] = rows[lane, i]


@kernel
def totals(
    rows: NDArray[Any],
    keys: NDArray[Any],
    kind: int,
    weights: Weights,
    near: NDArray[np.float64] | None,
    lanes: int,
    first: NDArray[Any],
    second: NDArray[Any],
    best: NDArray[np.uint8],
) -> None:
    """Fill in both totals of every row of shape (m, n), and all your best sides if you move first; O(m n²).

    keys           shape (m, n), in the dtype of the rows
    near           None, or for each row the largest difference at which two totals count as equal, shape (m,)
    lanes          how many rows to interleave
    first, second  shape (m,), in the dtype of the rows
    best           shape (m,), the sum of the best sides
    """
    # Loops, because assignments of slices took longer to compile than all the rest.
    m, n = rows.shape
    for start in range(0, m, lanes):
        block = slice(start, min(start + lanes, m))
        count = block.stop - start
        cards, ranked, levels = _interleaved(rows[block], keys[block], count)
        equal = None if near is None else _of_cards(near[block], n, count)
        sides = np.zeros((n + 1, count), np.uint8)
        before = max(n - 1, 0)
        for you_first in (True, False):
            for k in range((n + 1) * count):
                levels[0, k] = 0
            sweep(
                levels, cards, ranked, n, count, False, kind, weights, you_first, 0, before, None, None, None
            )
            sweep(
                levels,
                cards,
                ranked,
                n,
                count,
                False,
                kind,
                weights,
                you_first,
                before,
                n,
                sides,
                equal,
                None,
            )
            for k in range(count):
                if you_first:
                    first[start + k], best[start + k] = levels[n % 2, k], sides[n, k]
                else:
                    second[start + k] = levels[n % 2, k]


@kernel
def decide(
    rows: NDArray[Any],
    keys: NDArray[Any],
    kind: int,
    weights: Weights,
    near: NDArray[np.float64] | None,
    you_first: bool,
    sides: NDArray[np.uint8],
    totals: NDArray[Any] | None,
) -> None:
    """Fill in the sum of the sides that the mover prefers on every interval of every row; O(m n²).

    sides   shape of `decisions`: block, length, start * lanes + lane
    totals  None, or filled in with your total on every interval, in the same shape
    """
    m, n = rows.shape
    lanes = sides.shape[2] // max(n, 1)
    for number in range(len(sides)):
        start = number * lanes
        block = slice(start, min(start + lanes, m))
        cards, ranked, levels = _interleaved(rows[block], keys[block], lanes)
        equal = None if near is None else _of_cards(near[block], n, lanes)
        kept = None if totals is None else totals[number]
        sweep(
            levels, cards, ranked, n, lanes, False, kind, weights, you_first, 0, n, sides[number], equal, kept
        )  # fmt: skip


def lanes_of_decisions(m: int) -> int:
    """How many of m rows `decide` interleaves."""
    return max(1, min(m, LANES))


def decisions(m: int, n: int, dtype: Any = np.uint8) -> NDArray[Any]:
    """Room for a number for each interval of m rows of n cards.

    Row k is in lane k % lanes of block k // lanes.
    """
    lanes = lanes_of_decisions(m)
    return np.zeros((-(-m // lanes), n + 1, n * lanes), dtype)


@kernel
def _interleaved(rows: Any, keys: Any, lanes: int) -> Any:
    n = rows.shape[1]
    cards, ranked = np.zeros(n * lanes, rows.dtype), np.zeros(n * lanes, rows.dtype)
    interleave(rows, cards, lanes)
    interleave(keys, ranked, lanes)
    return cards, ranked, np.zeros((2, (n + 1) * lanes), rows.dtype)


@kernel
def _of_cards(near: Any, n: int, lanes: int) -> Any:
    """What counts as equal in each row, for each of its interleaved cards."""
    of_cards = np.zeros(n * lanes)
    for i in range(n):
        for lane in range(len(near)):
            of_cards[i * lanes + lane] = near[lane]
    return of_cards
