"""One row against any opponent but an optimal one: a sweep along the anti-diagonals, O(n²) time, O(n) memory.

A line needs n²/4 decisions. Instead of storing them, the sweep keeps some diagonals as checkpoints. A line
recomputes the decisions between two checkpoints, for those positions only that the game can still reach,
which costs a twentieth of a long sweep.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel
from twoends.kernels.diagonals import both, decide_theirs, decide_yours, theirs, yours
from twoends.kernels.rules import LEFT, RIGHT, Chance, Keys, Rule, reply_in_python, settled
from twoends.kernels.threads import run_jobs

CHECKPOINTS = 128
"""The number of diagonals kept for a line, together as large as 64 rows."""

SHORTEST_LEG = 256
"""The smallest number of diagonals between two checkpoints."""

CELLS_FOR_THREADS = 2**26
"""Sweeps of rows whose length squared is at least this, some milliseconds, are worth a thread each."""

SECONDS_PER_TURN = 0.1
"""How long a sweep in a thread of its own runs before it waits for the other one, reports its progress and
responds to Ctrl-C. Waiting after each leg would take a tenth of the time (measured)."""

TILE = 1024
"""Positions of a diagonal that climb together: their totals and the cards at both ends fit the L1 cache."""


def sweep(
    cards: NDArray[Any],
    rule: Rule,
    chance: Chance,
    *,
    players: tuple[bool, ...] = (True, False),
    keys: Keys = None,
    ties: int = LEFT,
    progress: Callable[[int, int], object] | None = None,
    threads: int = 1,
) -> list[Sweep]:
    """Solve a row of shape (n,), in its dtype, once for each of `players`: whether you move first.

    keys      as `rules` explains, in the dtype of the row
    ties      the side that a line takes if they prefer both: LEFT, or RIGHT, as with LargerRight
    progress  is called with (diagonals done, n); two sweeps that run at the same time report as if one
              followed the other
    """
    n, sweeps = len(cards), [Sweep(cards, rule, chance, keys, ties, you_first) for you_first in players]
    at_once = len(sweeps) if threads > 1 and n * n >= CELLS_FOR_THREADS else 1
    for first in range(0, len(sweeps), at_once):
        climbing = sweeps[first : first + at_once]
        while any(each.low < each.top for each in climbing):
            run_jobs((each.climb for each in climbing), at_once)
            if progress is not None:
                progress(_done(climbing[0].low, n, at_once), n)
        if progress is not None:
            progress(n, n)
    return sweeps


def _done(low: int, n: int, at_once: int) -> int:
    """How many diagonals to report as done when one sweep, or each of two at once, is at that of `low` cards.

    Two report the diagonals of a first sweep that does half of their work, then those of a second one.
    """
    cells = at_once * (n * n - (n - low) ** 2)  # each sweep has n * n
    return n - isqrt(n * n - cells % (n * n))


class Sweep:
    """A sweep of a row, which has reached the diagonal of `low` cards; arguments as those of `sweep`.

    totals       F on this diagonal by start; the array may be longer
    top          the last diagonal, from which the first move is computed
    checkpoints  diagonals for a line, each with its number of cards; only the first one if there is chance
    touched      the number of positions at which your total is computed, without those recomputed for a line
    """

    def __init__(
        self, cards: NDArray[Any], rule: Rule, chance: Chance, keys: Keys, ties: int, you_first: bool
    ) -> None:
        """Start from the diagonal of no card or of one: F is computed on every second diagonal."""
        self.cards, self.rule, self.chance, self.keys, self.ties = cards, rule, chance, keys, ties
        self.you_first, n = you_first, len(cards)
        self.low, self.top = (n if you_first else n + 1) % 2, n - 2 if you_first else n - 1
        steps = max(0, self.top - self.low) // 2
        self.touched = 1 + steps * (n - self.low - steps)
        self.totals = np.zeros(n + 2, cards.dtype)
        if self.low == 1:
            self.totals[:n] = cards
        self.checkpoints = [(0, np.zeros(n + 1, cards.dtype))]

    def climb(self) -> None:
        """Climb leg after leg, each up to a checkpoint, to the top or for SECONDS_PER_TURN."""
        n, until = len(self.cards), monotonic() + SECONDS_PER_TURN
        leg = max(SHORTEST_LEG, -(-n // CHECKPOINTS)) // 2 * 2
        while self.low < self.top:
            high = min(self.low + leg, self.top)
            _climb(self.totals, self.cards, self.low, high, self.rule, self.chance, self.keys)
            self.low = high
            if self.chance is None:
                self.checkpoints.append((high, self.totals[: n + 1 - high].copy()))
            if monotonic() > until:
                break

    def first_move(self) -> tuple[Any, Any, Any]:
        """Your total, and those after the first move, whoever makes it: of the left card, of the right card.

        In Python, because a single move is not worth a compilation for each rule.
        """
        cards, n = self.cards, len(self.cards)
        nothing = self.totals.dtype.type(0).item()
        if n < 2:
            return (cards[0].item() if n and self.you_first else nothing), nothing, nothing
        left, right = cards[0].item(), cards[n - 1].item()
        ranked = cards if self.keys is None else self.keys
        here, one_on, two_on = (total.item() for total in self.totals[:3])

        def reply(i: int, j: int, after_left: Any, after_right: Any) -> Any:
            """Your total if the opponent is to move on [i, j)."""
            ends = ranked[i].item(), ranked[j - 1].item()
            return reply_in_python(self.rule, self.chance, *ends, after_left, after_right)

        if not self.you_first:
            return reply(0, n, one_on, here), one_on, here
        if n == 2:
            return max(left, right), nothing, nothing
        after_left, after_right = reply(1, n, two_on, one_on), reply(0, n - 1, one_on, here)
        return max(left + after_left, right + after_right), after_left, after_right

    def sides(self) -> NDArray[np.uint8]:
        """The moves of one best game, shape (n,), from the whole row to the last card, leg by leg.

        LEFT or RIGHT; there is no line if they move at random.
        """
        n, rule, ties = len(self.cards), self.rule, self.ties
        sides = np.zeros(n, np.uint8)
        start, stop = 0, n
        for low, diagonal in reversed(self.checkpoints):
            steps = stop - start - low
            # No move reaches the cards in the middle: without them a leg costs the same in any row.
            middle = max(0, low - steps - 1)
            near_ends = np.r_[start : start + low - middle, start + low : stop]
            # A leg is narrow: 64 bits cost nothing there, and each rule is compiled only once.
            diagonals = np.zeros((2, steps + 2), np.int64)
            diagonals[(low - middle) % 2, : steps + 1] = diagonal[start : start + steps + 1]
            keys = None if self.keys is None else self.keys[near_ends].astype(np.int64)
            ends = self.cards[near_ends].astype(np.int64)
            moves = _leg(diagonals, ends, low - middle, n - middle, self.you_first, rule, keys, ties)
            made = n - (stop - start)
            sides[made : made + len(moves)] = moves
            start += int((moves == LEFT).sum())
            stop -= int((moves == RIGHT).sum())
        return sides


@kernel
def _climb(
    totals: NDArray[Any],
    cards: NDArray[Any],
    low: int,
    high: int,
    rule: Rule,
    chance: Chance,
    keys: Keys,
) -> None:
    """Replace F on the diagonal of `low` cards by F on that of `high`, in place.

    Each tile climbs all the way before the next one begins, so its totals stay in the L1 cache. An interval
    needs totals that start up to two cards further right. So with each step of two cards the tiles, like the
    diagonals, end two places earlier, and leave the totals between two tiles as the next tile needs them.
    """
    end = len(cards) + 1 - low
    for edge in range(0, end, TILE):
        for length in range(low + 2, high + 1, 2):
            shift = length - low
            start, stop = max(0, edge - shift), max(0, min(edge + TILE, end) - shift)
            both(totals, cards, length, start, stop, rule, chance, keys)


@kernel
def _leg(
    diagonals: NDArray[Any],
    cards: NDArray[Any],
    low: int,
    n: int,
    you_first: bool,
    rule: Rule,
    keys: Keys,
    ties: int,
) -> NDArray[np.uint8]:
    """The moves on `cards` until `low` of them are left, given the diagonal of F there.

    `cards` are the remaining cards of a row of n: whose turn it is depends on how many are gone.
    """
    steps = len(cards) - low
    decisions = np.zeros((steps, steps), np.uint8)
    for length in range(low + 1, len(cards) + 1):
        diagonal, before = diagonals[length % 2], diagonals[(length - 1) % 2]
        decided = decisions[length - low - 1]
        if ((n - length) % 2 == 0) == you_first:
            yours(diagonal, before, cards, length, 1)
            decide_yours(decided, before, cards, length, 1, None)
        else:
            theirs(diagonal, before, cards, length, 1, rule, None, keys)
            decide_theirs(decided, before, cards, length, 1, rule, keys, None)
    moves = np.zeros(steps, np.uint8)
    start = 0
    for move in range(steps):
        your_turn = ((n - len(cards) + move) % 2 == 0) == you_first
        moves[move] = settled(decisions[steps - 1 - move, start], LEFT if your_turn else ties)
        start += moves[move] == LEFT
    return moves
