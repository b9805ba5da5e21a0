"""End coins: the reduced row of any interval without new folds (docs/theory.md, Theorem 3).

An interval's reduced row consists of left end coins of the full row, then at most one coin in the middle,
then right end coins. Walking along its k coins takes O(k).

Glossary
    P               alternating prefix sums, P[k] = v[0] - v[1] + v[2] - … (k terms)
    left end coin   the first coin of the reduced suffix from card i on
    right end coin  the last coin of the reduced prefix of j cards
    chain           successive end coins, each starting where the one before stops
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from twoends.rules.numbers import Exact


class EndCoins(NamedTuple):
    """All end coins of a row of n cards.

    prefix  P, shape (n+1,): the coin [start, stop) is worth (-1)^start (P[stop] - P[start])
    stops   stops[i] is where the left end coin that starts at i stops; shape (n,)
    starts  starts[j] is where the right end coin that stops at j starts; shape (n+1,), starts[0] unused
    """

    prefix: Sequence[Exact]
    stops: Sequence[int]
    starts: Sequence[int]

    @property
    def left(self) -> list[Exact]:
        """The values of the left end coins, by first card; shape (n,), in O(n)."""
        return [self.coin(start, stop) for start, stop in enumerate(self.stops)]

    @property
    def right(self) -> list[Exact]:
        """The values of the right end coins, by last card; shape (n,), in O(n)."""
        return [self.coin(self.starts[stop], stop) for stop in range(1, len(self.starts))]

    def coin(self, start: int, stop: int) -> Exact:
        """Return the alternating sum of the cards [start, stop), in O(1)."""
        value = self.prefix[stop] - self.prefix[start]
        return -value if start % 2 else value

    def reduced(self, start: int, stop: int) -> list[Exact]:
        """Return the reduced row of [start, stop), left to right, in O(k) for its k coins."""
        left: list[Exact] = []
        while start < stop and self.stops[start] <= stop:
            left.append(self.coin(start, self.stops[start]))
            start = self.stops[start]
        right: list[Exact] = []
        while start < stop and self.starts[stop] >= start:
            right.append(self.coin(self.starts[stop], stop))
            stop = self.starts[stop]
        if start < stop:
            left.append(self.coin(start, stop))
        return left + right[::-1]

    def margin(self, start: int, stop: int) -> Exact:
        """Return the mover's total minus the other's on [start, stop), in O(k)."""
        return alternating_sum(self.reduced(start, stop))

    def left_is_worse(self, start: int, stop: int) -> bool:
        """Whether the left card of [start, stop) is a coin and the right end coin the only largest one; O(1).

        Taking the left card then loses s1 - s2 + s3 - … over an even number of the largest coins (Theorem 1),
        which is positive because s1 > s2. False does not mean that taking it is optimal.
        """
        if self.stops[start] != start + 1 or (peak := self.starts[stop]) <= start:
            return False
        before = self.starts[peak]
        if before < start:
            return False
        return max(self.coin(start, start + 1), self.coin(before, peak)) < self.coin(peak, stop)

    def right_is_worse(self, start: int, stop: int) -> bool:
        """The mirror image of `left_is_worse`."""
        if self.starts[stop] != stop - 1 or (peak := self.stops[start]) >= stop:
            return False
        after = self.stops[peak]
        if after > stop:
            return False
        return max(self.coin(stop - 1, stop), self.coin(peak, after)) < self.coin(start, peak)


def alternating_sum(coins: Iterable[Exact]) -> Exact:
    """Return the largest coin minus the second plus the third and so on, in O(k log k).

    >>> alternating_sum([1, 5, 3])
    3
    """
    ranked = sorted(coins, reverse=True)
    return sum(ranked[::2]) - sum(ranked[1::2])


def end_coins(values: Sequence[Exact]) -> EndCoins:
    """Find all end coins in two passes, O(n).

    >>> end_coins([8, 15, 3, 7]).margin(0, 4)
    11
    """
    n = len(values)
    signed = (-value if place % 2 else value for place, value in enumerate(values))
    prefix = list(accumulate(signed, initial=0))
    stops, starts = [0] * n, [0] * (n + 1)
    coins = EndCoins(prefix, stops, starts)
    # The chain serves as the stack of the contraction: a fold joins a coin with the next two.
    for i in range(n - 1, -1, -1):
        stop = i + 1
        while stop < n and (peak_stop := stops[stop]) < n:
            peak = coins.coin(stop, peak_stop)
            if not coins.coin(i, stop) < peak >= coins.coin(peak_stop, stops[peak_stop]):
                break
            stop = stops[peak_stop]
        stops[i] = stop
    for j in range(1, n + 1):
        start = j - 1
        while start > 0 and (peak_start := starts[start]) > 0:
            peak = coins.coin(peak_start, start)
            if not coins.coin(starts[peak_start], peak_start) < peak >= coins.coin(start, j):
                break
            start = starts[peak_start]
        starts[j] = start
    return coins
