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
from numba import njit
from numpy.typing import NDArray

from twoends.kernels.diagonals import theirs, yours
from twoends.kernels.rules import LEFT, RIGHT, Chance, Rule, side

CHECKPOINTS = 256
"""Diagonals kept for a line: together as large as 128 rows."""

SHORTEST_LEG = 64
"""At least so many diagonals lie between two checkpoints."""

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Swept:
    """What a sweep found.

    total    your total
    after    your totals after the first move, whoever makes it: of the left card, of the right card
    sides    the moves of one best game, shape (n,): LEFT or RIGHT, 0 from where his rule mixes both
             on; None if there was no need of a line
    """

    total: Any
    after: tuple[Any, Any]
    sides: NDArray[np.uint8] | None


def sweep(
    cards: NDArray[Any],
    rule: Rule,
    chance: Chance,
    you_first: bool,
    *,
    with_line: bool = False,
    progress: Progress | None = None,
) -> Swept:
    """Solve one row of shape (n,); every total has its dtype. `progress` is told (diagonals done, n)."""
    n = len(cards)
    leg = max(SHORTEST_LEG, -(-n // CHECKPOINTS))
    diagonals = np.zeros((2, n + 2), cards.dtype)
    kept = []
    for low in range(0, n, leg):
        if with_line:
            kept.append((low, diagonals[low % 2, : n + 1 - low].copy()))
        _climb(diagonals, cards, low, min(low + leg, n), n, you_first, rule, chance)
        if progress is not None:
            progress(min(low + leg, n), n)
    before = diagonals[(n - 1) % 2]
    after = (before[1].item(), before[0].item()) if n else (0, 0)
    sides = _descend(cards, kept, rule, chance, you_first) if with_line else None
    return Swept(diagonals[n % 2, 0].item(), after, sides)


@njit(cache=True, nogil=True)
def _climb(
    diagonals: NDArray[Any],
    cards: NDArray[Any],
    low: int,
    high: int,
    n: int,
    you_first: bool,
    rule: Rule,
    chance: Chance,
) -> None:
    """From the diagonal of `low` cards fill those up to `high`; that of k cards is diagonals[k % 2].

    `cards` may be a part of the row of n cards: who is to move follows from the cards that are gone.
    """
    for length in range(low + 1, high + 1):
        if ((n - length) % 2 == 0) == you_first:
            yours(diagonals[length % 2], diagonals[(length - 1) % 2], cards, length, 1)
        else:
            theirs(diagonals[length % 2], diagonals[(length - 1) % 2], cards, length, 1, rule, chance)


def _descend(
    cards: NDArray[Any],
    kept: list[tuple[int, NDArray[Any]]],
    rule: Rule,
    chance: Chance,
    you_first: bool,
) -> NDArray[np.uint8]:
    """Play from the whole row to the last card, one leg after the other; uses up what was kept."""
    n = len(cards)
    sides = np.zeros(n, np.uint8)
    start, stop = 0, n
    while kept:
        low, diagonal = kept.pop()
        diagonals = np.zeros((2, stop - start + 2), cards.dtype)
        diagonals[low % 2, : stop - start + 1 - low] = diagonal[start : stop - low + 1]
        moves = _leg(diagonals, cards[start:stop], low, n, you_first, rule, chance)
        made = n - (stop - start)
        sides[made : made + len(moves)] = moves
        if not moves.all():
            break
        start += int((moves == LEFT).sum())
        stop -= int((moves == RIGHT).sum())
    return sides


@njit(cache=True, nogil=True)
def _leg(
    diagonals: NDArray[Any],
    cards: NDArray[Any],
    low: int,
    n: int,
    you_first: bool,
    rule: Rule,
    chance: Chance,
) -> NDArray[np.uint8]:
    """The moves from all the cards given down to `low` of them, whose diagonal is given."""
    steps = len(cards) - low
    decisions = np.zeros((steps, steps), np.uint8)
    for length in range(low + 1, len(cards) + 1):
        _climb(diagonals, cards, length - 1, length, n, you_first, rule, chance)
        diagonal, before = diagonals[length % 2], diagonals[(length - 1) % 2]
        decided = decisions[length - low - 1]
        your_turn = ((n - length) % 2 == 0) == you_first
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
