"""One row against any opponent but an optimal one: a sweep along the anti-diagonals, O(n²) time, O(n) memory.

A line needs decisions, of which there are n²/4. They are not kept: some diagonals are, and when a line is
asked for, the decisions between two of them are worked out again, for the positions only that the game can
reach from where it stands. That costs a twentieth of a long sweep.
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
from twoends.kernels.rules import LEFT, RIGHT, Chance, Keys, Rule, keys_within, reply_in_python, settled
from twoends.kernels.rules import sides as sides_liked
from twoends.kernels.threads import parts, team_of

CHECKPOINTS = 128
"""Diagonals kept for a line: together as large as 64 rows."""

SHORTEST_LEG = 256
"""At least so many diagonals lie between two checkpoints."""

CELLS_AT_ONCE = 2**22
"""A leg of so many positions, a millisecond, is worth several threads."""

SECONDS_BY_ITSELF = 0.1
"""A sweep with a thread of its own climbs so long before it waits for the other one, tells its progress and
hears Ctrl-C. To wait after each leg takes a tenth of the time (measured)."""

BAND_TO_LEG = 8
"""A band for a thread of its own is at least so many times as wide as the leg is high: it then works out at
most a sixteenth of its positions twice."""

TILE = 1024
"""Positions of a diagonal that climb together: the totals and the cards at either end fit the first cache."""


@dataclass(frozen=True)
class Swept:
    """What a sweep found.

    total    your total
    after    your totals after the first move, whoever makes it: of the left card, of the right card
    touched  at how many positions your total was worked out, those of the line not counted again
    sides    works out the moves of one best game, shape (n,): LEFT or RIGHT, 0 from where their rule
             mixes both on; there is no line where chance moves
    """

    total: Any
    after: tuple[Any, Any]
    touched: int
    sides: Callable[[], NDArray[np.uint8]]


class Row(NamedTuple):
    """A row and who replies: what stays as it is during a sweep.

    cards  shape (n,), in the dtype of totals; keys  the same, or None
    ties   the side of the line where they like both
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
) -> list[Swept]:
    """Solve one row of shape (n,); every total has its dtype. `progress` is told (diagonals done, n).

    players  who moves first, you or not, in each sweep; two go on at the same time where there are threads
             for it, and `progress` is told of one after the other, as far as both together are
    keys     as `rules` has them, in the dtype of the row
    ties     the side of the line where they like both: LEFT or RIGHT
    """
    row, n = Row(cards, rule, chance, keys, ties), len(cards)
    if _team_size(n, _leg_of(n), len(players), threads) == 1:
        return [swept for you_first in players for swept in _sweep(row, (you_first,), progress, 1)]
    return _sweep(row, players, _told_of_both(progress) if len(players) == 2 else progress, threads)


def _told_of_both(
    progress: Callable[[int, int], object] | None,
) -> Callable[[int, int], object] | None:
    """Tell of two sweeps that go on together as if the second one began when the first one ends."""
    if progress is None:
        return None
    told_of_first = False

    def tell(done: int, n: int) -> None:
        nonlocal told_of_first
        cells = 2 * (n * n - (n - done) ** 2)  # half the positions of both
        if cells >= n * n and not told_of_first:
            progress(n, n)
            told_of_first = True
        progress(n - isqrt(n * n - (cells - n * n if told_of_first else cells)), n)

    return tell


def _leg_of(n: int) -> int:
    """How many diagonals are climbed at once: each leg ends at a checkpoint."""
    return max(SHORTEST_LEG, -(-n // CHECKPOINTS)) // 2 * 2


def _team_size(n: int, leg: int, sweeps: int, threads: int) -> int:
    """How many threads are worth it: all of them if each leg is, one for each sweep if only the whole is."""
    if n * min(n, leg) >= 4 * CELLS_AT_ONCE:
        return threads
    return min(threads, sweeps) if n * n >= 16 * CELLS_AT_ONCE else 1


def _sweep(
    row: Row,
    players: tuple[bool, ...],
    progress: Callable[[int, int], object] | None,
    threads: int,
) -> list[Swept]:
    """Solve one row, for you or the opponent to move first, or for either side by side, leg by leg."""
    n = len(row.cards)
    leg = _leg_of(n)
    sweeps = [_Sweep.begin(row, you_first) for you_first in players]
    with team_of(_team_size(n, leg, len(sweeps), threads)) as team:
        at_once = team.size // gcd(team.size, len(sweeps))
        while any(each.low < each.top for each in sweeps):
            if at_once == 1:
                team.do(partial(each.climb_by_itself, leg) for each in sweeps)
            else:
                legs = [(each, each.begin_leg(leg, at_once)) for each in sweeps]
                team.do(partial(each.climb, band) for each, bands in legs for band in bands)
                for each, bands in legs:
                    each.end_leg(bands)
            if progress is not None:
                progress(sweeps[0].low, n)
        if progress is not None:
            progress(n, n)
        return team.do(each.found for each in sweeps)


class _Band(NamedTuple):
    """Positions of a leg that climb by themselves: where they are, their totals, their cards and keys."""

    place: slice
    totals: NDArray[Any]
    cards: NDArray[Any]
    keys: Keys | None


@dataclass
class _Sweep:
    """A sweep under way, from the diagonal of `low` cards to that of `high`.

    row      as it is given; so is who moves first
    totals   F of the diagonal of `low` cards, by their start, with room for more
    top      the last diagonal, which stops short of the move that comes first
    kept     diagonals for the line, each with its number of cards; none where chance moves
    touched  at how many positions F was worked out, the whole row included
    """

    row: Row
    you_first: bool
    totals: NDArray[Any]
    low: int
    top: int
    kept: list[tuple[int, NDArray[Any]]]
    high: int = 0
    touched: int = 1

    @classmethod
    def begin(cls, row: Row, you_first: bool) -> _Sweep:
        """F stands on every second diagonal, of no card or of one and up."""
        n, cards = len(row.cards), row.cards
        low, top = (n if you_first else n + 1) % 2, n - 2 if you_first else n - 1
        totals = np.zeros(n + 2, cards.dtype)
        if low == 1:
            totals[:n] = cards
        return cls(row, you_first, totals, low, top, [(0, np.zeros(n + 1, cards.dtype))])

    def begin_leg(self, length: int, most: int) -> list[_Band]:
        """Say how far the next leg goes, and cut it into at most so many bands."""
        self.high = min(self.low + length, self.top)
        return _bands(self, most)

    def climb(self, band: _Band) -> None:
        """Bring a band up."""
        rule, chance = self.row.rule, self.row.chance
        _climb(band.totals, band.cards, self.low, self.high, rule, chance, band.keys)

    def end_leg(self, bands: list[_Band]) -> None:
        """Stand where the leg has led to."""
        for band in bands:
            if band.totals is not self.totals:
                self.totals[band.place] = band.totals[: band.place.stop - band.place.start]
        n = len(self.row.cards)
        self.touched += _cells(n, self.low, self.high)
        self.low = self.high
        if self.row.chance is None:
            self.kept.append((self.low, self.totals[: n + 1 - self.low].copy()))

    def climb_by_itself(self, length: int) -> None:
        """Climb leg after leg in one thread, up to the top or until it is time to listen for Ctrl-C."""
        until = monotonic() + SECONDS_BY_ITSELF
        while self.low < self.top:
            bands = self.begin_leg(length, 1)
            for band in bands:
                self.climb(band)
            self.end_leg(bands)
            if monotonic() > until:
                break

    def found(self) -> Swept:
        """What a sweep that has come to its top found."""
        total, *after = _first_move(self.totals, self.row, self.you_first)
        sides = partial(_descend, self.row, self.kept, self.you_first)
        return Swept(total, (after[0], after[1]), self.touched, sides)


def _bands(each: _Sweep, most: int) -> list[_Band]:
    """Cut a leg into bands.

    A band that begins at some cards is a row of its own, as far as its longest intervals reach. It works out
    what it needs beyond its last position once more: a triangle as high as the leg, of which there are few.
    """
    cards, keys = each.row.cards, each.row.keys
    positions, height = max(0, len(cards) + 1 - each.high), each.high - each.low
    places = parts(positions, min(most, max(1, positions // (BAND_TO_LEG * height or 1))))
    if len(places) < 2:
        return [_Band(slice(0, positions), each.totals, cards, keys)]
    return [
        _Band(
            place,
            each.totals[place.start : place.stop + height].copy(),
            cards[place.start : place.stop - 1 + each.high],
            keys_within(keys, slice(place.start, place.stop - 1 + each.high)),
        )
        for place in places
    ]


def _cells(n: int, low: int, high: int) -> int:
    """How many positions lie on every second diagonal above that of `low` cards, up to `high`."""
    steps = max(0, high - low) // 2
    return steps * (n + 1 - low) - steps * (steps + 1)


def climb_call(cards: NDArray[Any], rule: Rule, chance: Chance, keys: Keys | None) -> tuple[Any, ...]:
    """The kernel that solves such a row, with sample arguments."""
    return _climb, np.empty(0, cards.dtype), cards, 0, 0, rule, chance, keys


def leg_call(rule: Rule, keys: Keys | None) -> tuple[Any, ...]:
    """The same for the kernel that finds a line."""
    of_ends = np.empty(0, np.int64)
    of_keys = None if keys is None else Keys(of_ends, of_ends)
    return _leg, np.empty((0, 0), np.int64), of_ends, 0, 0, True, rule, of_keys, LEFT


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
    """Bring F from the diagonal of `low` cards to that of `high`.

    A tile climbs all the way before the next one begins, so that its totals stay in the first cache. An
    interval needs those that begin up to two cards further right: with every two cards of length the
    tiles, as the diagonals, end two places earlier, and what lies between a tile and the next one
    stands where the next one needs it.
    """
    end = len(cards) + 1 - low
    for edge in range(0, end, TILE):
        for length in range(low + 2, high + 1, 2):
            shift = length - low
            start, stop = max(0, edge - shift), max(0, min(edge + TILE, end) - shift)
            both(totals, cards, length, start, stop, rule, chance, keys)


def _first_move(totals: NDArray[Any], row: Row, you_first: bool) -> tuple[Any, Any, Any]:
    """Your total, and those after either first move, from the last F below the whole row.

    In Python: one move is not worth a compilation for each rule.
    """
    cards, rule, chance, keys, _ = row
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


def _descend(row: Row, kept: list[tuple[int, NDArray[Any]]], you_first: bool) -> NDArray[np.uint8]:
    """Play from the whole row to the last card, one leg after the other."""
    cards, n = row.cards, len(row.cards)
    sides = np.zeros(n, np.uint8)
    start, stop = 0, n
    for low, diagonal in reversed(kept):
        steps = stop - start - low
        # No move comes to the cards in the middle: without them a leg costs the same in a row of any length.
        middle = max(0, low - steps - 1)
        of_ends = np.r_[start : start + low - middle, start + low : stop]
        # A leg is narrow: in 64 bits it costs nothing, and is compiled once for each rule.
        diagonals = np.zeros((2, steps + 2), np.int64)
        diagonals[(low - middle) % 2, : steps + 1] = diagonal[start : start + steps + 1]
        keys = None
        if row.keys is not None:
            keys = Keys(row.keys.left[of_ends].astype(np.int64), row.keys.right[of_ends].astype(np.int64))
        ends = cards[of_ends].astype(np.int64)
        moves = _leg(diagonals, ends, low - middle, n - middle, you_first, row.rule, keys, row.ties)
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
    """The moves from all the cards given down to `low` of them, whose diagonal of F is given.

    `cards` is what is left of a row of n cards: who is to move follows from how many are gone.
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
            else:
                left, right = left_keys[i], right_keys[i + last]
                decided[i] = settled(sides_liked(rule, left, right, before[i + one], before[i]), ties)
    moves = np.zeros(steps, np.uint8)
    start = 0
    for move in range(steps):
        moves[move] = decisions[steps - 1 - move, start]
        start += moves[move] == LEFT
    return moves
