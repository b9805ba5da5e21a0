"""Whole games between two players, on many rows of the same length.

A player is one of two kinds. One holds a *key* for each end: they take the left end if its key is
the larger one. Greedy's keys are the values, modest's the negated values, and those of a player who
plays optimally are the urgencies. The other kind looks their move up among *decisions* that were worked
out for every position. Either may stray: one draw a move decides whether, and where to.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel
from twoends.kernels.diagonals import theirs, yours
from twoends.kernels.lanes import LANES, interleave
from twoends.kernels.rules import LEFT, RIGHT, Chance, Rule, side


class Player(NamedTuple):
    """How one of the two moves on m rows of n cards.

    left, right  keys of the left and of the right end, shape (m, n)
    ties_left    whether they take the left end if both keys are equal
    decisions    as `decide` gives them; shape (m, 0, 1) for a player with keys
    stray_left   probability that a move goes left by chance
    stray        probability that a move goes by chance, left or right
    """

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    ties_left: bool
    decisions: NDArray[np.uint8]
    stray_left: float
    stray: float


def play(
    rows: NDArray[np.int64], first: Player, second: Player, draws: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Play every row to its end: the totals of the first and of the second player, shape (m, 2).

    draws  uniform in [0, 1), one for each move of each row, shape (m, n); (m, 0) if nobody strays
    """
    totals = np.zeros((len(rows), 2), np.int64)
    _play(rows, first, second, draws, totals)
    return totals


def playing() -> tuple[Any, ...]:
    """The kernel that plays, and arguments of the kinds that it gets: what `wait` asks."""
    totals = np.empty((0, 0), np.int64)
    keys = totals.copy()
    keys.setflags(write=False)
    player = Player(keys, keys, True, np.empty((0, 0, 0), np.uint8), 0.0, 0.0)
    return _play, keys, player, player, np.empty((0, 0), np.float64), totals


def deciding(rows: NDArray[Any], rule: Rule, chance: Chance) -> tuple[Any, ...]:
    """The same for the kernel that works decisions out."""
    return _decide, rows, rule, chance, True, np.empty((0, 0, 0), np.uint8)


@kernel
def _play(
    rows: NDArray[np.int64],
    first: Player,
    second: Player,
    draws: NDArray[np.float64],
    totals: NDArray[np.int64],
) -> None:
    m, n = rows.shape
    for k in range(m):
        start, stop = 0, n
        decided_by_first, decided_by_second = _of_row(first.decisions, k), _of_row(second.decisions, k)
        for turn in range(n):
            draw = draws[k, turn] if draws.shape[1] else 1.0
            if turn % 2 == 0:
                goes_left = _goes_left(first, decided_by_first, k, start, stop, draw)
            else:
                goes_left = _goes_left(second, decided_by_second, k, start, stop, draw)
            totals[k, turn % 2] += rows[k, start if goes_left else stop - 1]
            start += goes_left  # no branch: half of them would be guessed wrong
            stop -= not goes_left


@kernel
def _of_row(decisions: NDArray[np.uint8], k: int) -> NDArray[np.uint8]:
    """The decisions of one row, shape (n(n+1)/2,): where they begin is worked out once, by division."""
    lanes = decisions.shape[2]
    return decisions[k // lanes, :, k % lanes]


@kernel
def _goes_left(
    player: Player, decided: NDArray[np.uint8], k: int, start: int, stop: int, draw: float
) -> bool:
    if draw < player.stray:
        return draw < player.stray_left
    if len(decided):
        return bool(decided[offset(stop - start, player.left.shape[1]) + start] == LEFT)
    left, right = player.left[k, start], player.right[k, stop - 1]
    return bool(left >= right) if player.ties_left else bool(left > right)


@kernel
def offset(length: int, n: int) -> int:
    """Where the diagonal of `length` cards begins among the decisions of n cards, the shortest one first."""
    return (length - 1) * (2 * n - length + 2) // 2


def decide(rows: NDArray[Any], rule: Rule, chance: Chance, you_first: bool) -> NDArray[np.uint8]:
    """The side that is played at every position of every row, by you or by an opponent with this rule.

    You give your best response and the opponent does what they intend, left where both sides are as
    good; 0 where their rule mixes them. LANES rows, or the few there are, are swept at once and stay
    interleaved: shape (blocks, n(n+1)/2, lanes), row k in lane k % lanes of block k // lanes, its interval
    [start, stop) at `offset` of its length + start. O(m n²) time, a byte for each position of each lane.
    """
    m, n = rows.shape
    lanes = max(1, min(m, LANES))
    decisions = np.zeros((-(-m // lanes), n * (n + 1) // 2, lanes), np.uint8)
    _decide(rows, rule, chance, you_first, decisions)
    return decisions


@kernel
def _decide(
    rows: NDArray[Any], rule: Rule, chance: Chance, you_first: bool, decisions: NDArray[np.uint8]
) -> None:
    n, lanes = rows.shape[1], decisions.shape[2]
    cards = np.zeros(n * lanes, rows.dtype)
    diagonal = np.zeros((n + 1) * lanes, rows.dtype)
    before = np.zeros_like(diagonal)
    step = np.uint64(lanes)
    for block in range(len(decisions)):
        interleave(rows[block * lanes : (block + 1) * lanes], cards, lanes)
        before[:] = 0
        of_block = decisions[block].reshape(-1)
        for length in range(1, n + 1):
            decided = of_block[offset(length, n) * lanes :]
            last = np.uint64((length - 1) * lanes)
            cells = np.uint64(cards.size) - last
            if ((n - length) % 2 == 0) == you_first:
                yours(diagonal, before, cards, length, lanes)
                for at in range(cells):
                    decided[at] = LEFT if cards[at] + before[at + step] == diagonal[at] else RIGHT
            else:
                theirs(diagonal, before, cards, length, lanes, rule, chance)
                for at in range(cells):
                    decided[at] = side(rule, cards[at], cards[at + last], before[at + step], before[at])
            diagonal, before = before, diagonal
