"""Valleys, rows that descend and then ascend: two optimal players always take the larger end.

Every row reduces to a valley of coins, and a sorted row is one already (docs/theory.md). A game on a valley
merges its two arms. Bisection finds the position after any number of moves, so several threads can each play
a part of the game.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.rules import LEFT, RIGHT
from twoends.kernels.threads import Team, parts, team_of

STRETCH = 512
"""The number of cards between two checks whether the row may still be a valley."""

LONG_GAME = 2**18
"""Games of this many moves, half a millisecond, are worth several threads."""


@kernel
def bottom(values: Integers) -> int:
    """The index where the descent of a valley ends; -1 as soon as the row turns out not to be one. O(n)."""
    place = len(values) - 1
    for start in range(0, len(values), STRETCH):
        downs, ups = _steps(values[start : start + STRETCH + 1])
        if ups and place == len(values) - 1:
            place = start
            while values[place] >= values[place + 1]:
                place += 1
            downs, _ = _steps(values[place : start + STRETCH + 1])
        if downs and place < len(values) - 1:
            return -1
    return max(place, 0)


def bottom_by(team: Team, values: Integers) -> int:
    """`bottom` by a team: each job reads one part, and one more card to share with the next part.

    In a valley, all parts descend up to the one with the bottom, and ascend after it.
    """
    if team.size == 1:
        return int(bottom(values))
    if bottom(values[: 4 * STRETCH]) < 0:
        return -1
    cuts = parts(len(values), team.size)
    bottoms = team.do(partial(bottom, values[cut.start : cut.stop + 1]) for cut in cuts)
    place = len(values) - 1
    for cut, lowest in zip(cuts, bottoms, strict=True):
        part = values[cut.start : cut.stop + 1]
        if lowest < 0 or (place < len(values) - 1 and part[0] != part[lowest]):
            return -1
        if place == len(values) - 1 and lowest < len(part) - 1:
            place = cut.start + int(lowest)
    return place


@kernel
def _steps(values: Integers) -> tuple[int, int]:
    """The numbers of steps from card to card that go down and that go up."""
    downs, ups = 0, 0
    for k in range(np.uint64(len(values) - 1)):
        downs += values[k] > values[k + np.uint64(1)]
        ups += values[k] < values[k + np.uint64(1)]
    return downs, ups


def merge(coins: Integers, low: int, sides: NDArray[np.uint8], threads: int = 1) -> int:
    """Play on a valley with its bottom at `low`: fill in the side of each move, and return the margin.

    O(n); `sides` has shape (n,). The left of two equal ends is taken.
    """
    n = len(coins)
    with team_of(threads if n >= LONG_GAME else 1) as team:
        margins = team.do(
            partial(_merge, coins, low, sides, part.start, part.stop) for part in parts(n, team.size, 2)
        )
    return int(np.sum(margins, dtype=np.int64))


def merge_call(coins: Integers, sides: NDArray[np.uint8]) -> tuple[Any, ...]:
    """The kernel of `merge` with sample arguments."""
    return _merge, coins, 0, sides, 0, 0


@kernel
def _merge(coins: Integers, low: int, sides: NDArray[np.uint8], begin: int, end: int) -> Any:
    """Make the moves [begin, end), `begin` even; return what they add to the first player's margin."""
    left = _moves_to_left(coins, low, begin)
    gain = np.int64(0)  # the card taken last minus the one before it, and so on
    for move in range(begin, end):
        first, last = np.uint64(left), np.uint64(len(coins) - 1 - move + left)
        goes_left = coins[first] >= coins[last]
        sides[np.uint64(move)] = LEFT if goes_left else RIGHT
        gain = (coins[first] if goes_left else coins[last]) - gain
        left += goes_left
    return gain if (end - begin) % 2 else -gain


@kernel
def _moves_to_left(coins: Integers, low: int, moves: int) -> int:
    """How many of the first `moves` moves go left, O(log n): together they take the largest cards."""
    least, most = max(0, moves - (len(coins) - 1 - low)), min(moves, low + 1)
    while least < most:
        lefts = (least + most) // 2
        if coins[lefts] >= coins[len(coins) - moves + lefts]:
            least = lefts + 1
        else:
            most = lefts
    return least
