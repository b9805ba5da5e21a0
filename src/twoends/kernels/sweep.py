"""One row against any opponent but an optimal one: a sweep along the anti-diagonals, O(n²) time, O(n) memory.

A line needs n²/4 decisions. Instead of storing them, the sweep keeps some diagonals as checkpoints. A line
recomputes the decisions between two checkpoints, for those positions only that the game can still reach,
which costs a twentieth of a long sweep.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import gcd, isqrt
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel
from twoends.kernels.diagonals import both, theirs, yours
from twoends.kernels.rules import LEFT, RIGHT, Chance, Keys, Rule, reply_in_python, settled
from twoends.kernels.rules import sides as sides_liked
from twoends.kernels.threads import parts, team_of

CHECKPOINTS = 128
"""The number of diagonals kept for a line, together as large as 64 rows."""

SHORTEST_LEG = 256
"""The smallest number of diagonals between two checkpoints."""

CELLS_AT_ONCE = 2**22
"""Legs of this many positions, a millisecond, are worth several threads."""

SECONDS_PER_TURN = 0.1
"""How long a sweep in a thread of its own runs before it waits for the other one, reports its progress and
responds to Ctrl-C. Waiting after each leg would take a tenth of the time (measured)."""

BAND_TO_LEG = 8
"""The smallest ratio of the width of a band to the height of its leg if each band has its own thread: at most
a sixteenth of the positions is then computed twice."""

TILE = 1024
"""Positions of a diagonal that climb together: their totals and the cards at both ends fit the L1 cache."""


@dataclass(frozen=True)
class SweepResult:
    """The result of a sweep.

    total    your total
    after    your totals after the first move, whoever makes it: of the left card, of the right card
    touched  the number of positions at which your total was computed, without those recomputed for a line
    sides    computes the moves of one best game, shape (n,): LEFT or RIGHT, and 0 from the first position
             on at which their rule mixes both; there is no line if they move at random
    """

    total: Any
    after: tuple[Any, Any]
    touched: int
    sides: Callable[[], NDArray[np.uint8]]


class _Task(NamedTuple):
    """A row and the opponent's reply rule: the constants of a sweep.

    cards  shape (n,), in the dtype of totals
    keys   as `rules` explains, in the same dtype
    ties   the side that a line takes if they prefer both: LEFT or RIGHT
    """

    cards: NDArray[Any]
    rule: Rule
    chance: Chance
    keys: Keys | None
    ties: int


def sweep(
    cards: NDArray[Any],
    rule: Rule,
    chance: Chance,
    *,
    players: tuple[bool, ...] = (True, False),
    keys: Keys | None = None,
    ties: int = LEFT,
    progress: Callable[[int, int], object] | None = None,
    threads: int = 1,
) -> list[SweepResult]:
    """Solve a row of shape (n,), in its dtype, once for each of `players`: whether you move first.

    keys      as `rules` explains, in the dtype of the row
    ties      the side that a line takes if they prefer both: LEFT or RIGHT
    progress  is called with (diagonals done, n); two sweeps that run at the same time report as if one
              followed the other
    """
    task, n = _Task(cards, rule, chance, keys, ties), len(cards)
    if _team_size(n, _leg_height(n), len(players), threads) == 1:
        return [result for you_first in players for result in _sweep(task, (you_first,), progress, 1)]
    return _sweep(task, players, _merged_progress(progress) if len(players) == 2 else progress, threads)


def _merged_progress(
    progress: Callable[[int, int], object] | None,
) -> Callable[[int, int], object] | None:
    """Report two concurrent sweeps as if the second one began when the first one ends."""
    if progress is None:
        return None
    first_reported = False

    def report(done: int, n: int) -> None:
        nonlocal first_reported
        cells = 2 * (n * n - (n - done) ** 2)  # of both sweeps, each of which has n * n
        if cells >= n * n and not first_reported:
            progress(n, n)
            first_reported = True
        progress(n - isqrt(n * n - (cells - n * n if first_reported else cells)), n)

    return report


def _leg_height(n: int) -> int:
    """The number of diagonals from one checkpoint to the next."""
    return max(SHORTEST_LEG, -(-n // CHECKPOINTS)) // 2 * 2


def _team_size(n: int, leg: int, sweeps: int, threads: int) -> int:
    """How many threads pay: all if each leg is large enough, one for each sweep if only the sweep is."""
    if n * min(n, leg) >= 4 * CELLS_AT_ONCE:
        return threads
    return min(threads, sweeps) if n * n >= 16 * CELLS_AT_ONCE else 1


def _sweep(
    task: _Task,
    players: tuple[bool, ...],
    progress: Callable[[int, int], object] | None,
    threads: int,
) -> list[SweepResult]:
    """Run the sweeps of `players` side by side, leg by leg."""
    n = len(task.cards)
    leg = _leg_height(n)
    sweeps = [_Sweep.begin(task, you_first) for you_first in players]
    with team_of(_team_size(n, leg, len(sweeps), threads)) as team:
        bands_per_sweep = team.size // gcd(team.size, len(sweeps))
        while any(each.low < each.top for each in sweeps):
            if bands_per_sweep == 1:
                team.do(partial(each.climb_for_a_turn, leg) for each in sweeps)
            else:
                legs = [(each, each.begin_leg(leg, bands_per_sweep)) for each in sweeps]
                team.do(partial(each.climb, band) for each, bands in legs for band in bands)
                for each, bands in legs:
                    each.end_leg(bands)
            if progress is not None:
                progress(sweeps[0].low, n)
        if progress is not None:
            progress(n, n)
        return team.do(each.result for each in sweeps)


class _Band(NamedTuple):
    """Neighbouring positions of a leg that climb independently: their starts, totals, cards and keys."""

    starts: slice
    totals: NDArray[Any]
    cards: NDArray[Any]
    keys: Keys | None


@dataclass
class _Sweep:
    """A sweep in progress, on its way from the diagonal of `low` cards to that of `high`.

    totals       F on the diagonal of `low` cards by start; the array may be longer
    top          the last diagonal, from which the first move is computed
    checkpoints  diagonals for a line, each with its number of cards; only the first one if there is chance
    touched      the number of positions at which F was computed, including the whole row
    """

    task: _Task
    you_first: bool
    totals: NDArray[Any]
    low: int
    top: int
    checkpoints: list[tuple[int, NDArray[Any]]]
    high: int = 0
    touched: int = 1

    @classmethod
    def begin(cls, task: _Task, you_first: bool) -> _Sweep:
        """Start from the diagonal of no card or of one: F is computed on every second diagonal."""
        n, cards = len(task.cards), task.cards
        low, top = (n if you_first else n + 1) % 2, n - 2 if you_first else n - 1
        totals = np.zeros(n + 2, cards.dtype)
        if low == 1:
            totals[:n] = cards
        return cls(task, you_first, totals, low, top, [(0, np.zeros(n + 1, cards.dtype))])

    def begin_leg(self, length: int, most: int) -> list[_Band]:
        """Set the end of the next leg, and cut the leg into at most `most` bands.

        A band is a row of its own, up to the last card of its intervals. It also computes what it needs
        beyond its last position, a triangle as high as the leg, which the next band computes too.
        """
        self.high = min(self.low + length, self.top)
        cards, keys = self.task.cards, self.task.keys
        positions, height = max(0, len(cards) + 1 - self.high), self.high - self.low
        cuts = parts(positions, min(most, max(1, positions // (BAND_TO_LEG * height or 1))))
        if len(cuts) < 2:
            return [_Band(slice(0, positions), self.totals, cards, keys)]
        bands = []
        for starts in cuts:
            reach = slice(starts.start, starts.stop - 1 + self.high)
            band_keys = None if keys is None else Keys(*(side[reach] for side in keys))
            totals = self.totals[starts.start : starts.stop + height].copy()
            bands.append(_Band(starts, totals, cards[reach], band_keys))
        return bands

    def climb(self, band: _Band) -> None:
        """Climb to the end of the leg in one band."""
        rule, chance = self.task.rule, self.task.chance
        _climb(band.totals, band.cards, self.low, self.high, rule, chance, band.keys)

    def end_leg(self, bands: list[_Band]) -> None:
        """Collect the totals of the bands and keep a checkpoint."""
        for band in bands:
            if band.totals is not self.totals:
                self.totals[band.starts] = band.totals[: band.starts.stop - band.starts.start]
        n = len(self.task.cards)
        self.touched += _cells(n, self.low, self.high)
        self.low = self.high
        if self.task.chance is None:
            self.checkpoints.append((self.low, self.totals[: n + 1 - self.low].copy()))

    def climb_for_a_turn(self, length: int) -> None:
        """Climb leg after leg in one thread, to the top or for SECONDS_PER_TURN."""
        until = monotonic() + SECONDS_PER_TURN
        while self.low < self.top:
            bands = self.begin_leg(length, 1)
            for band in bands:
                self.climb(band)
            self.end_leg(bands)
            if monotonic() > until:
                break

    def result(self) -> SweepResult:
        """The result of a sweep that has reached its top."""
        total, *after = _first_move(self.totals, self.task, self.you_first)
        sides = partial(_descend, self.task, self.checkpoints, self.you_first)
        return SweepResult(total, (after[0], after[1]), self.touched, sides)


def _cells(n: int, low: int, high: int) -> int:
    """The number of positions on every second diagonal above that of `low` cards, up to `high`."""
    steps = max(0, high - low) // 2
    return steps * (n + 1 - low) - steps * (steps + 1)


@kernel
def _climb(
    totals: NDArray[Any],
    cards: NDArray[Any],
    low: int,
    high: int,
    rule: Rule,
    chance: Chance,
    keys: Keys | None,
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


def _first_move(totals: NDArray[Any], task: _Task, you_first: bool) -> tuple[Any, Any, Any]:
    """Your total and those after either first move, given F on the last diagonal.

    In Python, because a single move is not worth a compilation for each rule.
    """
    cards, rule, chance, keys, _ = task
    n = len(cards)
    nothing = totals.dtype.type(0).item()
    if n < 2:
        return (cards[0].item() if n and you_first else nothing), nothing, nothing
    left, right = cards[0].item(), cards[n - 1].item()
    left_keys, right_keys = (cards, cards) if keys is None else keys
    here, one_on, two_on = (total.item() for total in totals[:3])
    if not you_first:
        total = reply_in_python(rule, chance, left_keys[0].item(), right_keys[n - 1].item(), one_on, here)
        return total, one_on, here
    if n == 2:
        return max(left, right), nothing, nothing
    after_left = reply_in_python(rule, chance, left_keys[1].item(), right_keys[n - 1].item(), two_on, one_on)
    after_right = reply_in_python(rule, chance, left_keys[0].item(), right_keys[n - 2].item(), one_on, here)
    return max(left + after_left, right + after_right), after_left, after_right


def _descend(task: _Task, checkpoints: list[tuple[int, NDArray[Any]]], you_first: bool) -> NDArray[np.uint8]:
    """Play from the whole row to the last card, one leg after the other."""
    cards, n = task.cards, len(task.cards)
    sides = np.zeros(n, np.uint8)
    start, stop = 0, n
    for low, diagonal in reversed(checkpoints):
        steps = stop - start - low
        # No move reaches the cards in the middle: without them a leg costs the same in a row of any length.
        middle = max(0, low - steps - 1)
        near_ends = np.r_[start : start + low - middle, start + low : stop]
        # A leg is narrow: 64 bits cost nothing there, and each rule is compiled only once.
        diagonals = np.zeros((2, steps + 2), np.int64)
        diagonals[(low - middle) % 2, : steps + 1] = diagonal[start : start + steps + 1]
        keys = None
        if task.keys is not None:
            keys = Keys(
                task.keys.left[near_ends].astype(np.int64), task.keys.right[near_ends].astype(np.int64)
            )
        ends = cards[near_ends].astype(np.int64)
        moves = _leg(diagonals, ends, low - middle, n - middle, you_first, task.rule, keys, task.ties)
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
    keys: Keys | None,
    ties: int,
) -> NDArray[np.uint8]:
    """The moves on `cards` until `low` of them are left, given the diagonal of F there.

    `cards` are the remaining cards of a row of n: whose turn it is depends on how many are gone.
    """
    left_keys = cards if keys is None else keys.left
    right_keys = cards if keys is None else keys.right
    steps = len(cards) - low
    decisions = np.zeros((steps, steps), np.uint8)
    for length in range(low + 1, len(cards) + 1):
        diagonal, before = diagonals[length % 2], diagonals[(length - 1) % 2]
        decided = decisions[length - low - 1]
        your_turn = ((n - length) % 2 == 0) == you_first
        if your_turn:
            yours(diagonal, before, cards, length, 1)
        else:
            theirs(diagonal, before, cards, length, 1, rule, None, keys)
        last, one = np.uint64(length - 1), np.uint64(1)
        for i in range(np.uint64(len(cards)) - last):
            if your_turn:
                decided[i] = LEFT if cards[i] + before[i + one] == diagonal[i] else RIGHT
            elif length == 1:  # they take the single card: there is no reply to compute
                decided[i] = LEFT
            else:
                left, right = left_keys[i], right_keys[i + last]
                decided[i] = settled(sides_liked(rule, left, right, before[i + one], before[i]), ties)
    moves = np.zeros(steps, np.uint8)
    start = 0
    for move in range(steps):
        moves[move] = decisions[steps - 1 - move, start]
        start += moves[move] == LEFT
    return moves
