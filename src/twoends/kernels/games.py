"""Whole games between two players, on many rows of the same length.

A player is one of two kinds. One holds a *key* for each end: he takes the left end if its key is the
larger one. Greedy's keys are the values, modest's the negated values, and those of a player who
plays optimally are the urgencies. The other kind looks his move up among *decisions* that were worked
out for every position. Either may stray: one draw a move decides whether, and where to.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel
from twoends.kernels.diagonals import theirs, yours
from twoends.kernels.rules import LEFT, RIGHT, Chance, Rule, side


class Player(NamedTuple):
    """How one of the two moves on m rows of n cards.

    left, right  keys of the left and of the right end, shape (m, n)
    ties_left    whether he takes the left end if both keys are equal
    decisions    shape (m, n(n+1)/2), as `decide` gives them; shape (m, 0) for a player with keys
    stray_left   probability that a move goes left by chance
    stray        probability that a move goes by chance, left or right
    """

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    ties_left: bool
    decisions: NDArray[np.uint8]
    stray_left: float
    stray: float


@kernel
def play(
    rows: NDArray[np.int64], first: Player, second: Player, draws: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Play every row to its end: the totals of the first and of the second player, shape (m, 2).

    draws  uniform in [0, 1), one for each move of each row, shape (m, n); (m, 0) if nobody strays
    """
    m, n = rows.shape
    totals = np.zeros((m, 2), np.int64)
    for k in range(m):
        start, stop = 0, n
        for turn in range(n):
            draw = draws[k, turn] if draws.shape[1] else 1.0
            if turn % 2 == 0:
                goes_left = _goes_left(first, k, start, stop, n, draw)
            else:
                goes_left = _goes_left(second, k, start, stop, n, draw)
            if goes_left:
                totals[k, turn % 2] += rows[k, start]
                start += 1
            else:
                stop -= 1
                totals[k, turn % 2] += rows[k, stop]
    return totals


@kernel
def _goes_left(player: Player, k: int, start: int, stop: int, n: int, draw: float) -> bool:
    if draw < player.stray:
        return draw < player.stray_left
    if player.decisions.shape[1]:
        return bool(player.decisions[k, offset(stop - start, n) + start] == LEFT)
    left, right = player.left[k, start], player.right[k, stop - 1]
    return bool(left > right or (player.ties_left and left == right))


@kernel
def offset(length: int, n: int) -> int:
    """Where the diagonal of `length` cards begins among the decisions of n cards, the shortest one first."""
    return (length - 1) * (2 * n - length + 2) // 2


@kernel
def decide(rows: NDArray[Any], rule: Rule, chance: Chance, you_first: bool) -> NDArray[np.uint8]:
    """The side that is played at every position of every row, by you or by an opponent with this rule.

    Shape (m, n(n+1)/2): that of the interval [start, stop) is at offset(stop - start, n) + start. You
    give your best response and the opponent does what he intends, left where both sides are as good;
    0 where his rule mixes them. O(m n²).
    """
    m, n = rows.shape
    decisions = np.zeros((m, n * (n + 1) // 2), np.uint8)
    diagonal = np.zeros(n + 1, rows.dtype)
    before = np.zeros_like(diagonal)
    for k in range(m):
        cards = np.ascontiguousarray(rows[k])
        before[:] = 0
        for length in range(1, n + 1):
            decided = decisions[k, offset(length, n) :]
            if ((n - length) % 2 == 0) == you_first:
                yours(diagonal, before, cards, length, 1)
                for i in range(n + 1 - length):
                    decided[i] = LEFT if cards[i] + before[i + 1] == diagonal[i] else RIGHT
            else:
                theirs(diagonal, before, cards, length, 1, rule, chance)
                for i in range(n + 1 - length):
                    decided[i] = side(rule, cards[i], cards[i + length - 1], before[i + 1], before[i])
            diagonal, before = before, diagonal
    return decisions
