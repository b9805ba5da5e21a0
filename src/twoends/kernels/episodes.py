"""Episodes that are played side by side, one move of yours and the reply at a time: for agents who learn.

Every row has n cards, so that all episodes are at the same move. What every position is worth is worked
out when the rows are laid out; a step then looks its losses up and takes O(1).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel
from twoends.kernels.diagonals import theirs, yours
from twoends.kernels.games import offset
from twoends.kernels.lanes import LANES, interleave, interleaved
from twoends.kernels.rules import BOTH, LEFT, Chance, Keys, Rule, settled, sides


class Chances(NamedTuple):
    """How the opponent chooses where their rule leaves it open.

    ties        what they take where they like both ends: LEFT, RIGHT, or either as often: BOTH
    stray       probability that a move goes by chance, left or right
    stray_left  probability that a move goes left by chance
    near        by how much totals of each row may differ that count as equal, because they are rounded, or 0;
                one for each row
    """

    ties: int
    stray: float
    stray_left: float
    near: NDArray[np.float64]


def prospects(
    rows: NDArray[Any], rule: Rule, chance: Chance, keys: Keys | None, you_first: bool
) -> NDArray[Any]:
    """Your total from every position of every row on, with whoever is then to move.

    LANES rows, or the few there are, are swept at once and stay interleaved, as the decisions of
    `games.decide` do: shape (blocks, n(n+1)/2, lanes), in the dtype of the rows. O(m n²) time and memory.
    """
    m, n = rows.shape
    lanes = max(1, min(m, LANES))
    totals = np.empty((-(-m // lanes), n * (n + 1) // 2, lanes), rows.dtype)
    _prospects(rows, rule, chance, keys, you_first, totals)
    return totals


@kernel
def _prospects(
    rows: NDArray[Any], rule: Rule, chance: Chance, keys: Keys | None, you_first: bool, totals: NDArray[Any]
) -> None:
    n, lanes = rows.shape[1], totals.shape[2]
    cards = np.zeros(n * lanes, rows.dtype)
    room = None if keys is None else Keys(np.zeros_like(cards), np.zeros_like(cards))
    for block in range(len(totals)):
        interleave(rows[block * lanes : (block + 1) * lanes], cards, lanes)
        of_keys = interleaved(keys, room, block * lanes, lanes)
        of_block = totals[block].reshape(-1)
        before = np.zeros((n + 1) * lanes, rows.dtype)
        for length in range(1, n + 1):
            diagonal = of_block[offset(length, n) * lanes : offset(length + 1, n) * lanes]
            if ((n - length) % 2 == 0) == you_first:
                yours(diagonal, before, cards, length, lanes)
            else:
                theirs(diagonal, before, cards, length, lanes, rule, chance, of_keys)
            before = diagonal


@kernel
def begin(
    rows: NDArray[Any],
    totals: NDArray[Any],
    you_first: bool,
    rule: Rule,
    keys: Keys | None,
    chances: Chances,
    draws: NDArray[np.float64],
    starts: NDArray[np.int64],
    best: NDArray[Any],
    values: NDArray[np.float64],
    seen: NDArray[np.float32],
) -> bool:
    """Lay the rows out, and let the opponent make the first move unless you do.

    rows    shape (m, n), or (1, n) if every episode has the same row; totals  their `prospects`
    draws   uniform in [0, 1), shape (m,), or (0,) if chance decides nothing
    starts  filled in: where what is left of each row starts, shape (m,)
    best    filled in: your total to come, shape (m,)
    values  filled in: your total to come after either end, shape (m, 2); minus infinity where it is illegal
    seen    filled in: the values that are left, 1 for each card left, the moves made; shape (m, 2n + 1)

    Whether every reply was one side: a rule of the user's may mix the two.
    """
    n = rows.shape[1]
    decided = True
    for k in range(len(starts)):
        row, of_row = rows[k % len(rows)], _of_row(totals, k % len(rows))
        starts[k] = 0
        for at in range(n):
            seen[k, at] = row[at]
            seen[k, n + at] = 1
        seen[k, 2 * n] = 0
        if not you_first:
            draw = draws[k] if len(draws) else 1.0
            liked = _liked(row, of_row, 0, n, rule, keys, chances.near, k % len(rows))
            starts[k], replied = _reply(0, n, liked, chances, draw, seen[k])
            decided &= replied
        left = n if you_first else n - 1
        best[k] = _total(of_row, n, left, starts[k])
        _value(values[k], row, of_row, left, starts[k])
    return decided


@kernel
def step(
    rows: NDArray[Any],
    totals: NDArray[Any],
    length: int,
    actions: NDArray[np.int64],
    rule: Rule,
    keys: Keys | None,
    chances: Chances,
    draws: NDArray[np.float64],
    starts: NDArray[np.int64],
    best: NDArray[Any],
    values: NDArray[np.float64],
    seen: NDArray[np.float32],
    rewards: NDArray[np.float64],
    losses: NDArray[Any],
) -> bool:
    """Make your move in every episode, 0 for the left end and 1 for the right, and the opponent's reply.

    length   how many cards are left before it, at least 1
    rewards  filled in: the card that you take, shape (m,)
    losses   filled in: what your move gives away, shape (m,)

    The others are those of `begin`; `starts`, `best`, `values` and `seen` are brought up to date.
    """
    n = rows.shape[1]
    decided = True
    for k in range(len(starts)):
        row, of_row = rows[k % len(rows)], _of_row(totals, k % len(rows))
        start = starts[k]
        goes_left = actions[k] == 0
        at = start if goes_left else start + length - 1
        start += goes_left
        rewards[k] = row[at]
        losses[k] = best[k] - (row[at] + _total(of_row, n, length - 1, start))
        _take(seen[k], at)
        if length > 1:
            draw = draws[k] if len(draws) else 1.0
            liked = _liked(row, of_row, start, length - 1, rule, keys, chances.near, k % len(rows))
            start, replied = _reply(start, length - 1, liked, chances, draw, seen[k])
            decided &= replied
        best[k] = _total(of_row, n, length - 2, start)
        _value(values[k], row, of_row, length - 2, start)
        starts[k] = start
    return decided


@kernel
def _value(
    values: NDArray[np.float64], row: NDArray[Any], of_row: NDArray[Any], length: int, start: int
) -> None:
    """Fill in your total to come after either end of [start, start + length)."""
    n = len(row)
    values[:] = -np.inf
    if length > 0:
        values[0] = row[start] + _total(of_row, n, length - 1, start + 1)
    if length > 1:
        values[1] = row[start + length - 1] + _total(of_row, n, length - 1, start)


@kernel
def _liked(
    row: NDArray[Any],
    of_row: NDArray[Any],
    start: int,
    length: int,
    rule: Rule,
    keys: Keys | None,
    near: NDArray[np.float64],
    place: int,
) -> Any:
    """The sides that the opponent likes best, added up; expectations that are nearly equal count as equal."""
    if length == 1:
        return LEFT
    n, last = len(row), start + length - 1
    left, right = row[start], row[last]
    if keys is not None:
        left, right = keys.left[place, start], keys.right[place, last]
    after_left, after_right = _total(of_row, n, length - 1, start + 1), _total(of_row, n, length - 1, start)
    if abs(after_left - after_right) <= near[place]:
        after_left = after_right
    return np.int64(sides(rule, left, right, after_left, after_right))


@kernel
def _reply(
    start: int, length: int, liked: int, chances: Chances, draw: float, seen: NDArray[np.float32]
) -> tuple[int, bool]:
    """Let the opponent take an end: where the rest starts, and whether they chose; else their rule mixes."""
    stray = chances.stray
    if draw < stray:
        goes_left, chosen = draw < chances.stray_left, True
    else:
        side = settled(liked, chances.ties)
        goes_left, chosen = side == LEFT, side != 0
        if side == BOTH:
            goes_left = draw < stray + 0.5 * (1.0 - stray)
    _take(seen, start if goes_left else start + length - 1)
    return start + goes_left, chosen


@kernel
def _of_row(totals: NDArray[Any], place: int) -> NDArray[Any]:
    """The totals of one row, shape (n(n+1)/2,): where they begin is worked out once, by division."""
    lanes = totals.shape[2]
    return totals[place // lanes, :, place % lanes]


@kernel
def _total(of_row: NDArray[Any], n: int, length: int, start: int) -> Any:
    """Your total from [start, start + length) on."""
    return of_row[offset(length, n) + start] if length > 0 else of_row.dtype.type(0)


@kernel
def _take(seen: NDArray[np.float32], at: int) -> None:
    n = len(seen) // 2
    seen[at] = 0
    seen[n + at] = 0
    seen[2 * n] += 1
