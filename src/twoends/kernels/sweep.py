"""One row against any opponent but an optimal one: a sweep along the anti-diagonals, O(n²) time, O(n) memory.

The line needs decisions, of which there are n²/4. They are not kept: some diagonals are, and the
decisions between two of them are worked out again, for the positions only that the game can reach from
where it stands. That costs a few hundredths of the sweep.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel
from twoends.kernels.diagonals import both, theirs, yours
from twoends.kernels.rules import LEFT, RIGHT, Chance, Rule, reply_in_python, side

CHECKPOINTS = 256
"""Diagonals kept for a line: together as large as 128 rows."""

SHORTEST_LEG = 64
"""At least so many diagonals lie between two checkpoints."""

TILE = 1024
"""Positions of a diagonal that climb together: the totals and the cards at either end fit the first cache."""


@dataclass(frozen=True)
class Swept:
    """What a sweep found.

    total    your total
    after    your totals after the first move, whoever makes it: of the left card, of the right card
    sides    the moves of one best game, shape (n,): LEFT or RIGHT, 0 from where their rule mixes both
             on; None if no line was asked for
    touched  at how many positions your total was worked out, those of the line not counted again
    """

    total: Any
    after: tuple[Any, Any]
    sides: NDArray[np.uint8] | None
    touched: int


def sweep(
    cards: NDArray[Any],
    rule: Rule,
    chance: Chance,
    you_first: bool,
    *,
    with_line: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Swept:
    """Solve one row of shape (n,); every total has its dtype. `progress` is told (diagonals done, n)."""
    n = len(cards)
    leg = max(SHORTEST_LEG, -(-n // CHECKPOINTS)) // 2 * 2
    # F stands on every second diagonal, of `low` cards and up; it stops short of the move that comes first.
    low, top = (n if you_first else n + 1) % 2, n - 2 if you_first else n - 1
    totals = np.zeros(n + 2, cards.dtype)
    if low == 1:
        totals[:n] = cards
    kept = [(0, np.zeros(n + 1, cards.dtype))]
    touched = 1  # the whole row, at the end
    while low < top:
        high = min(low + leg, top)
        touched += _climb(totals, cards, low, high, rule, chance)
        low = high
        if with_line:
            kept.append((low, totals[: n + 1 - low].copy()))
        if progress is not None:
            progress(low, n)
    if progress is not None:
        progress(n, n)
    total, after_left, after_right = _first_move(totals, cards, rule, chance, you_first)
    sides = _descend(cards, kept, rule, you_first) if with_line else None
    return Swept(total, (after_left, after_right), sides, touched)


def climbing(cards: NDArray[Any], rule: Rule, chance: Chance) -> tuple[Any, ...]:
    """The kernel that solves such a row, and arguments of the kinds that it gets: what `wait` asks."""
    return _climb, np.empty(0, cards.dtype), cards, 0, 0, rule, chance


def descending(rule: Rule) -> tuple[Any, ...]:
    """The same for the kernel that finds a line."""
    return _leg, np.empty((0, 0), np.int64), np.empty(0, np.int64), 0, 0, True, rule


@kernel
def _climb(totals: NDArray[Any], cards: NDArray[Any], low: int, high: int, rule: Rule, chance: Chance) -> int:
    """Bring F from the diagonal of `low` cards to that of `high`: how many positions lie between.

    A tile climbs all the way before the next one begins, so that its totals stay in the first cache. An
    interval needs those that begin up to two cards further right: with every two cards of length the
    tiles, as the diagonals, end two places earlier, and what lies between a tile and the next one
    stands where the next one needs it.
    """
    cells, end = 0, len(cards) + 1 - low
    for edge in range(0, end, TILE):
        for length in range(low + 2, high + 1, 2):
            shift = length - low
            start, stop = max(0, edge - shift), max(0, min(edge + TILE, end) - shift)
            both(totals, cards, length, start, stop, rule, chance)
            cells += stop - start
    return cells


def _first_move(
    totals: NDArray[Any], cards: NDArray[Any], rule: Rule, chance: Chance, you_first: bool
) -> tuple[Any, Any, Any]:
    """Your total, and those after either first move, from the last F below the whole row.

    In Python: one move is not worth a compilation for each rule.
    """
    n = len(cards)
    nothing = totals.dtype.type(0).item()
    if n < 2:
        return (cards[0].item() if n and you_first else nothing), nothing, nothing
    left, right = cards[0].item(), cards[n - 1].item()
    here, one_on, two_on = (total.item() for total in totals[:3])
    if not you_first:
        return reply_in_python(rule, chance, left, right, one_on, here), one_on, here
    if n == 2:
        return max(left, right), nothing, nothing
    after_left = reply_in_python(rule, chance, cards[1].item(), right, two_on, one_on)
    after_right = reply_in_python(rule, chance, left, cards[n - 2].item(), one_on, here)
    return max(left + after_left, right + after_right), after_left, after_right


def _descend(
    cards: NDArray[Any],
    kept: list[tuple[int, NDArray[Any]]],
    rule: Rule,
    you_first: bool,
) -> NDArray[np.uint8]:
    """Play from the whole row to the last card, one leg after the other; uses up what was kept."""
    n = len(cards)
    sides = np.zeros(n, np.uint8)
    start, stop = 0, n
    while kept:
        low, diagonal = kept.pop()
        # A leg is narrow: in 64 bits it costs nothing, and is compiled once for each rule.
        diagonals = np.zeros((2, stop - start + 2), np.int64)
        diagonals[low % 2, : stop - start + 1 - low] = diagonal[start : stop - low + 1]
        moves = _leg(diagonals, cards[start:stop].astype(np.int64), low, n, you_first, rule)
        made = n - (stop - start)
        sides[made : made + len(moves)] = moves
        if not moves.all():
            break
        start += int((moves == LEFT).sum())
        stop -= int((moves == RIGHT).sum())
    return sides


@kernel
def _leg(
    diagonals: NDArray[Any],
    cards: NDArray[Any],
    low: int,
    n: int,
    you_first: bool,
    rule: Rule,
) -> NDArray[np.uint8]:
    """The moves from all the cards given down to `low` of them, whose diagonal of F is given.

    `cards` is what is left of a row of n cards: who is to move follows from how many are gone.
    """
    steps = len(cards) - low
    decisions = np.zeros((steps, steps), np.uint8)
    for length in range(low + 1, len(cards) + 1):
        diagonal, before = diagonals[length % 2], diagonals[(length - 1) % 2]
        decided = decisions[length - low - 1]
        your_turn = ((n - length) % 2 == 0) == you_first
        if your_turn:
            yours(diagonal, before, cards, length, 1)
        else:
            theirs(diagonal, before, cards, length, 1, rule, None)
        for i in range(len(cards) + 1 - length):
            left, right = cards[i], cards[i + length - 1]
            if your_turn:
                decided[i] = LEFT if left + before[i + 1] == diagonal[i] else RIGHT
            else:
                decided[i] = side(rule, left, right, before[i + 1], before[i])
    moves = np.zeros(steps, np.uint8)
    start = 0
    for move in range(steps):
        moves[move] = decisions[steps - 1 - move, start]
        start += moves[move] == LEFT
    return moves
