"""A valley, a row that descends and then ascends: two optimal players take the larger end each time.

Every row reduces to a valley of coins, and a sorted row is one as it stands (docs/theory.md). A game on a
valley is the merge of its two arms, and where a part of the game begins is found by bisection, so that
several threads play a part each.
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
"""So many cards are looked at before it is asked whether the row may still be a valley."""

LONG_GAME = 2**18
"""So many moves are worth several threads: half a millisecond."""


@kernel
def bottom(values: Integers) -> int:
    """Where the descent of a valley ends; -1 of a row that is none, which soon shows. O(n)."""
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
    """The same, each part by a thread: it shares a card with the next one.

    All parts descend up to the one that has the bottom, and ascend after it.
    """
    if team.size == 1 or bottom(values[: 4 * STRETCH]) < 0:
        return int(bottom(values)) if team.size == 1 else -1
    cut = parts(len(values), team.size)
    bottoms = team.do(partial(bottom, values[of.start : of.stop + 1]) for of in cut)
    place = len(values) - 1
    for of, lowest in zip(cut, bottoms, strict=True):
        part = values[of.start : of.stop + 1]
        if lowest < 0 or (place < len(values) - 1 and part[0] != part[lowest]):
            return -1
        if place == len(values) - 1 and lowest < len(part) - 1:
            place = of.start + int(lowest)
    return place


@kernel
def _steps(values: Integers) -> tuple[int, int]:
    """How many steps from card to card go down, and how many go up."""
    downs, ups = 0, 0
    for k in range(np.uint64(len(values) - 1)):
        downs += values[k] > values[k + np.uint64(1)]
        ups += values[k] < values[k + np.uint64(1)]
    return downs, ups


def merge(coins: Integers, low: int, sides: NDArray[np.uint8], threads: int = 1) -> int:
    """Play on a valley whose bottom is at `low`: the side of each move, shape (n,), and the margin. O(n).

    The left one of two equal ends is taken.
    """
    n = len(coins)
    with team_of(threads if n >= LONG_GAME else 1) as team:
        margins = team.do(
            partial(_merge, coins, low, sides, of.start, of.stop) for of in parts(n, team.size, 2)
        )
    return int(np.sum(margins, dtype=np.int64))


def merge_call(coins: Integers, sides: NDArray[np.uint8]) -> tuple[Any, ...]:
    """The kernel that plays, with sample arguments."""
    return _merge, coins, 0, sides, 0, 0


@kernel
def _merge(coins: Integers, low: int, sides: NDArray[np.uint8], begin: int, end: int) -> Any:
    """Make the moves from `begin`, an even number, up to `end`: what they bring the first player."""
    left = _lefts(coins, low, begin)
    gain = np.int64(0)  # the card taken last, less the one before it, and so on
    for move in range(begin, end):
        at, to = np.uint64(left), np.uint64(len(coins) - 1 - move + left)
        goes_left = coins[at] >= coins[to]
        sides[np.uint64(move)] = LEFT if goes_left else RIGHT
        gain = (coins[at] if goes_left else coins[to]) - gain
        left += goes_left
    return gain if (end - begin) % 2 else -gain


@kernel
def _lefts(coins: Integers, low: int, moves: int) -> int:
    """How many of the first so many moves go left, O(log n): they take the largest cards of either arm."""
    least, most = max(0, moves - (len(coins) - 1 - low)), min(moves, low + 1)
    while least < most:
        lefts = (least + most) // 2
        if coins[lefts] >= coins[len(coins) - moves + lefts]:
            least = lefts + 1
        else:
            most = lefts
    return least
