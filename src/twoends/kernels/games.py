"""Whole games between two players, on many rows of the same length.

There are three kinds of players. One has a *key* for each end and prefers the larger one, like greedy and
modest. One is *optimal* and prefers the exactly optimal sides, which follow from the end coins of the row.
One looks up what it prefers in *decisions*, computed for every position. If a player prefers both ends, a
tie-breaking rule decides, and any player may move at random: one draw per move decides both.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.engine.coins import TABLE_ROWS
from twoends.kernels import intervals
from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.diagonals import decide_theirs, decide_yours, theirs, yours
from twoends.kernels.lanes import LANES, interleave, interleaved
from twoends.kernels.rules import BOTH, LEFT, RIGHT, Chance, Keys, Rule, settled

ROUNDING = 1e-12
"""Expectations count as equal if they differ by at most this times the sum of absolute values of the row. A
sweep in floats rounds by about a hundredth of that (measured on 900 cards)."""


class Player(NamedTuple):
    """How one of the two players moves on m rows of n cards.

    keys         the key of each card, shape (m, n); ignored for the other kinds
    optimal      whether the player prefers what is exactly optimal
    decisions    the result of `decide`; shape (m, 0, 1) for the other kinds
    ties         the side taken if both are preferred: LEFT, RIGHT, or BOTH for either with probability 1/2
    epsilon      the probability that a move is random
    """

    keys: Integers
    optimal: bool
    decisions: NDArray[np.uint8]
    ties: int
    epsilon: float


def play(rows: Integers, first: Player, second: Player, draws: NDArray[np.float64]) -> Integers:
    """Play every row to its end; return the totals of the first and of the second player, shape (m, 2).

    draws  uniform in [0, 1), one for each move of each row, shape (m, n); (m, 0) if no move is random
    """
    totals = np.zeros((len(rows), 2), np.int64)
    _play(rows, first, second, draws, totals)
    return totals


@kernel
def _play(
    rows: Integers, first: Player, second: Player, draws: NDArray[np.float64], totals: Integers
) -> None:
    m, n = rows.shape
    end_coins = np.zeros((TABLE_ROWS, n + 1), np.int64)
    optimal = (first.optimal, second.optimal)
    for k in range(m):
        start, stop = 0, n
        row = rows[k]
        if optimal[0] or optimal[1]:
            intervals.fill(end_coins, row)
        decided_by_first, decided_by_second = _of_row(first.decisions, k), _of_row(second.decisions, k)
        for turn in range(n):
            draw = draws[k, turn] if draws.shape[1] else 1.0
            # Not in `_goes_left`, where a call would count references to all arrays of both players.
            best = intervals.best_sides(end_coins, start, stop) if optimal[turn % 2] else 0
            if turn % 2 == 0:
                goes_left = _goes_left(first, decided_by_first, best, k, start, stop, draw)
            else:
                goes_left = _goes_left(second, decided_by_second, best, k, start, stop, draw)
            totals[k, turn % 2] += row[start if goes_left else stop - 1]
            start += goes_left  # without a branch: half of them would be mispredicted
            stop -= not goes_left


@kernel
def _of_row(decisions: NDArray[np.uint8], k: int) -> NDArray[np.uint8]:
    """The decisions of row k, shape (n(n+1)/2,), so that its block and lane are computed only once."""
    lanes = decisions.shape[2]
    return decisions[k // lanes, :, k % lanes]


@kernel
def _goes_left(
    player: Player, decided: NDArray[np.uint8], best: int, k: int, start: int, stop: int, draw: float
) -> bool:
    """Whether a player moves left; `best` is the sum of the optimal sides for an optimal player, else 0."""
    if draw < player.epsilon:
        return draw < 0.5 * player.epsilon
    preferred = best if best else _preferred(player, decided, k, start, stop)
    if preferred == BOTH and player.ties == BOTH:
        return draw < player.epsilon + 0.5 * (1.0 - player.epsilon)
    return settled(preferred, player.ties) == LEFT


@kernel
def _preferred(player: Player, decided: NDArray[np.uint8], k: int, start: int, stop: int) -> Any:
    """The sum of the sides that a player with keys or decisions prefers."""
    if len(decided):
        return np.int64(decided[offset(stop - start, player.keys.shape[1]) + start])
    left, right = player.keys[k, start], player.keys[k, stop - 1]
    return LEFT * (left >= right) + RIGHT * (right >= left)


@kernel
def offset(length: int, n: int) -> int:
    """The index of the first position of `length` cards among all n(n+1)/2 positions, shorter ones first."""
    return (length - 1) * (2 * n - length + 2) // 2


def decide(
    rows: NDArray[Any], rule: Rule, chance: Chance, keys: Keys, you_first: bool, totals: Any = None
) -> NDArray[np.uint8]:
    """The sum of the sides preferred at every position of every row, by you or by an opponent with this rule.

    You prefer your best responses. Up to LANES rows are swept at once and stay interleaved: shape (blocks,
    n(n+1)/2, lanes), row k in lane k % lanes of block k // lanes, its interval [start, stop) at `offset` of
    its length + start. Expectations that are nearly equal count as equal. O(m n²) time, a byte for each
    position of each lane.

    totals  None, or an array of `decisions_shape`, in the dtype of the rows, that is filled in with your
            total from every position on
    """
    decisions = np.zeros(decisions_shape(*rows.shape), np.uint8)
    _decide(rows, rule, chance, keys, you_first, decisions, totals)
    return decisions


def decisions_shape(m: int, n: int) -> tuple[int, int, int]:
    """The shape of the decisions on m rows of n cards: blocks, positions, lanes."""
    lanes = max(1, min(m, LANES))
    return -(-m // lanes), n * (n + 1) // 2, lanes


@kernel
def _decide(
    rows: NDArray[Any],
    rule: Rule,
    chance: Chance,
    keys: Keys,
    you_first: bool,
    decisions: NDArray[np.uint8],
    totals: NDArray[Any] | None,
) -> None:
    n, lanes = rows.shape[1], decisions.shape[2]
    cards = np.zeros(n * lanes, rows.dtype)
    room = None if keys is None else np.zeros_like(cards)
    diagonal = np.zeros((n + 1) * lanes, rows.dtype)
    before = np.zeros_like(diagonal)
    near = None if chance is None else np.zeros_like(cards, np.float64)
    for block in range(len(decisions)):
        block_rows = rows[block * lanes : (block + 1) * lanes]
        interleave(block_rows, cards, lanes)
        block_keys = interleaved(keys, room, block * lanes, lanes)
        if near is not None:
            for lane in range(len(block_rows)):
                near[lane::lanes] = ROUNDING * np.abs(block_rows[lane]).sum()
        before[:] = 0
        block_decisions = decisions[block].reshape(-1)
        for length in range(1, n + 1):
            decided = block_decisions[offset(length, n) * lanes :]
            if ((n - length) % 2 == 0) == you_first:
                yours(diagonal, before, cards, length, lanes)
                decide_yours(decided, before, cards, length, lanes, near)
            else:
                theirs(diagonal, before, cards, length, lanes, rule, chance, block_keys)
                decide_theirs(decided, before, cards, length, lanes, rule, block_keys, near)
            if totals is not None:
                cells = (n + 1 - length) * lanes
                totals[block].reshape(-1)[offset(length, n) * lanes :][:cells] = diagonal[:cells]
            diagonal, before = before, diagonal
