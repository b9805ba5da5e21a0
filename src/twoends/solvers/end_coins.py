"""End coins: the reduced row of any interval without folding anything again (docs/theory.md, Theorem 3).

The coins of an interval's reduced row are end coins of the whole row, seen from the left, then at
most one coin in the middle, then end coins seen from the right. Walking along them costs O(k) for k
reduced coins.

Glossary
    P         alternating prefix sums, P[k] = v[0] - v[1] + v[2] - … (k terms)
    end coin  the coin that card i begins when everything from i on is reduced (a left one), or that
              card j-1 ends when everything before j is reduced (a right one)
    chain     the end coins that follow each other from a card on
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from twoends.rules.numbers import Exact


class EndCoins(NamedTuple):
    """All end coins of a row of n cards, as the places where they stop and start.

    prefix  P, shape (n+1,): the coin [start, stop) is worth (-1)^start (P[stop] - P[start])
    stops   stops[i]: where the left end coin stops that starts at i; shape (n,)
    starts  starts[j]: where the right end coin starts that stops at j; shape (n+1,), starts[0] unused
    """

    prefix: Sequence[Exact]
    stops: Sequence[int]
    starts: Sequence[int]

    @property
    def left(self) -> list[Exact]:
        """What each left end coin is worth, by the card that it begins with; shape (n,), in O(n)."""
        return [self.coin(start, stop) for start, stop in enumerate(self.stops)]

    @property
    def right(self) -> list[Exact]:
        """What each right end coin is worth, by the card that it ends with; shape (n,), in O(n)."""
        return [self.coin(self.starts[stop], stop) for stop in range(1, len(self.starts))]

    def coin(self, start: int, stop: int) -> Exact:
        """The alternating sum of the cards [start, stop), in O(1)."""
        worth = self.prefix[stop] - self.prefix[start]
        return -worth if start % 2 else worth

    def reduced(self, start: int, stop: int) -> list[Exact]:
        """The reduced row of [start, stop), left to right, in O(k) for its k coins."""
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
        """The mover's total minus the other's on [start, stop), in O(k)."""
        return alternating_sum(self.reduced(start, stop))

    def left_is_worse(self, start: int, stop: int) -> bool:
        """Whether taking the left card of [start, stop) is surely not optimal, in O(1).

        It is where that card is a coin by itself and the right end coin is larger than all others (Theorem 1:
        between the two largest coins the number of larger ones is odd, and nothing of the left coin is left).
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
    """The largest coin minus the second plus the third and so on, in O(k log k).

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
    # The chain of links is the stack of the contraction: a fold joins a coin with the next two.
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
