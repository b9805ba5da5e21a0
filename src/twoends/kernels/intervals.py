"""Two optimal players: margins on intervals of one long row that shrink, as in a game, or slide.

The functions of `coins`, which explains them, compiled for arrays. A walk along the reduced coins needs no
storage and no sorting; for long reduced rows, a tree over all end coins takes over.
"""

from __future__ import annotations

import numpy as np

from twoends.kernels import coins
from twoends.kernels.compiling import Integers, compiled_copy, kernel

STEPS_PER_CARD = 64
"""The tree takes over after this many steps of the walk for each card; ordinary rows need about 15."""

_compiled = compiled_copy(coins)
best_sides, fill = _compiled.best_sides, _compiled.fill
_coin, _margin, _move, _plant, _walk = (
    getattr(_compiled, name) for name in ("coin", "margin", "move", "plant", "walk")
)


@kernel
def end_coins(values: Integers) -> Integers:
    """The table of the end coins of a row, shape (4, n + 1); O(n)."""
    table = np.zeros((4, len(values) + 1), np.int64)
    fill(table, values)
    return table


@kernel
def margins(table: Integers, starts: Integers, stops: Integers, steps_per_card: int) -> Integers:
    """The mover's margin on m intervals [start, stop), shape (m,).

    Each interval lies within the one before, or they slide: neither end ever decreases. O(m k) while there
    are few reduced coins, k, and O((n + m) log n) at worst.
    """
    margin = np.zeros(len(starts), np.int64)
    steps_left = steps_per_card * table.shape[1]
    for at in range(len(starts)):
        if steps_left < 0:
            _margins_by_tree(table, starts[at:], stops[at:], margin[at:])
            break
        margin[at], steps = _walk(table, starts[at], stops[at])
        steps_left -= steps
    return margin


@kernel
def _margins_by_tree(end_coins: Integers, starts: Integers, stops: Integers, margin: Integers) -> None:
    """Fill in the margins on at least one interval; they shrink or slide."""
    n = end_coins.shape[1] - 1
    table = np.zeros((coins.TREE_ROWS, n + 1), np.int64)
    table[:4] = end_coins
    worth, leaves = np.empty(2 * n, np.int64), 1
    for k in range(n):
        worth[k] = _coin(table, k, table[coins.STOPS, k])
        worth[n + k] = _coin(table, table[coins.STARTS, k + 1], k + 1)
    while leaves < 2 * n:
        leaves *= 2
    tree = np.zeros(4 * leaves, np.int64)
    _plant(table, tree, np.argsort(worth, kind="mergesort")[::-1], starts[0], stops[0])
    start, stop = starts[0], stops[0]
    for at in range(len(starts)):
        _move(table, tree, start, stop, starts[at], stops[at])
        start, stop = starts[at], stops[at]
        margin[at] = _margin(table, tree, start, stop)
