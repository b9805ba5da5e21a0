"""Exact margins of intervals of a row, both players optimal (docs/theory.md, Theorems 3 and 5).

The reduced row of an interval is found without folding anything again: its coins are end coins of
the whole row, seen from the left, then at most one coin in the middle, then end coins seen from the
right. Walking along them costs O(k) for k reduced coins. Where the interval changes only at its
ends, as in a game, a tree over all end coins keeps the margin in O(log n) a step.

Glossary
    P         alternating prefix sums, P[k] = v[0] - v[1] + v[2] - … (k terms)
    end coin  the coin that card i begins when everything from i on is reduced (a left one), or that
              card j-1 ends when everything before j is reduced (a right one)
    chain     the end coins that follow each other from a card on
    arm       of an interval: the left one descends from its left end, the right one ascends to its
              right end
    bottom    the smallest coin, between the arms
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from twoends.rows import Exact
from twoends.sides import LEFT, RIGHT, Side
from twoends.solvers import Interval, MethodError, Prospect
from twoends.solvers.contraction import half


@dataclass(frozen=True)
class EndCoins:
    """All end coins of a row of n cards, as the places where they stop and start.

    prefix  P, shape (n+1,): the coin [start, stop) is worth (-1)^start (P[stop] - P[start])
    stops   stops[i]: where the left end coin stops that starts at i; shape (n,)
    starts  starts[j]: where the right end coin starts that stops at j; shape (n+1,), starts[0] unused
    """

    prefix: Sequence[Exact]
    stops: Sequence[int]
    starts: Sequence[int]

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


def margins(coins: EndCoins, intervals: Iterable[Interval]) -> Iterator[Exact]:
    """Yield the mover's margin on each interval, where they shrink, or slide to the right.

    Shrink: each lies within the one before, as in a game. Slide: neither end falls. Walks along the
    reduced coins as long as they are few, as in ordinary rows; where they are many it goes over to
    a Window, so that the time is O((n + m) log n) for m intervals at worst.
    """
    n = len(coins.stops)
    steps_left = 32 * n  # twice what ordinary rows need; a Window costs about as much to set up
    ahead = iter(intervals)
    for start, stop in ahead:
        reduced = coins.reduced(start, stop)
        yield alternating_sum(reduced)
        steps_left -= len(reduced)
        if steps_left < 0:
            window = Window(coins, start, stop)
            break
    for start, stop in ahead:
        while window.stop < stop:
            window.grow()
        while window.stop > stop:
            window.take(RIGHT)
        while window.start < start:
            window.take(LEFT)
        yield window.margin


def prospects(values: Sequence[Exact], you_first: bool, intervals: Sequence[Interval]) -> list[Prospect]:
    """What positions of a game hold for you when both play optimally, O(log n) amortised each.

    Each interval lies within the one before, as in a game.
    """
    coins, sums = end_coins(values), [0, *accumulate(values)]
    with_cards = [(i, j) for i, j in intervals if i < j]
    after_left = margins(coins, [(i + 1, j) for i, j in with_cards])
    after_right = margins(coins, [(i, j - 1) for i, j in with_cards])
    found = []
    for (i, j), left_margin, right_margin in zip(with_cards, after_left, after_right, strict=True):
        total = sums[j] - sums[i]
        # What each first move brings the mover: its card, and the rest less the other's margin there.
        left = half(total + values[i] - left_margin)
        right = half(total + values[j - 1] - right_margin)
        if ((len(values) - (j - i)) % 2 == 0) == you_first:
            found.append(Prospect(max(left, right), left, right))
        else:
            found.append(Prospect(total - max(left, right), total - left, total - right))
    return found + [Prospect(0, 0, 0)] * (len(intervals) - len(with_cards))


class Window:
    """The margin of an interval whose ends move: O(log n) amortised a step (Theorem 5).

    The start only grows; the stop may only shrink, as in a game, or only grow, as on a circle: then
    each of the 2n end coins joins its arm at most once and leaves it at most once. Coin by coin:

        left coin y    is in the left arm while y belongs to the chain of `start` and a coin that is
                       not larger follows it before `stop`
        right coin x   the mirror image, with a smaller coin before it

    Coins are numbered: the left coin that starts at y is y, the right one that stops at x is n+x-1.
    The tree ranks them by worth; a node holds how many of its coins are in an arm, modulo 2, and
    their alternating sum.

    >>> window = Window(end_coins([8, 15, 3, 7]), 0, 4)
    >>> window.take(LEFT)
    >>> window.margin
    11
    """

    def __init__(self, coins: EndCoins, start: int, stop: int) -> None:
        """Enter the interval [start, stop); O(n log n)."""
        self.start, self.stop = start, stop
        self._coins = coins
        n = self._n = len(coins.stops)
        self._left_width = self._right_width = 0  # how many cards each arm covers
        self._followed = _next_not_smaller(coins.prefix)
        self._preceded = _last_larger(coins.prefix)
        self._followed_at, self._preceded_at = _grouped(self._followed), _grouped(self._preceded)
        self._swallowed_after, self._swallowed_before = _swallowed(coins)

        worth = [coins.coin(y, stop_of) for y, stop_of in enumerate(coins.stops)]
        worth += [coins.coin(coins.starts[x], x) for x in range(1, n + 1)]
        leaves = 1 << max(2 * n - 1, 0).bit_length()
        self._worth, self._leaf = worth, [0] * (2 * n)
        for rank, coin in enumerate(sorted(range(2 * n), key=worth.__getitem__, reverse=True)):
            self._leaf[coin] = leaves + rank
        self._odd = [False] * (2 * leaves)
        self._sum: list[Exact] = [0] * (2 * leaves)

        y, x = start, stop
        while y < stop:
            if self._followed[y] <= stop:
                self._flip_left(y)
            y = coins.stops[y]
        while x > start:
            if self._preceded[x] >= start:
                self._flip_right(x)
            x = coins.starts[x]

    @property
    def margin(self) -> Exact:
        """The mover's total minus the other's in this interval, in O(1)."""
        bottom = self._coins.coin(self.start + self._left_width, self.stop - self._right_width)
        return self._sum[1] - bottom if self._odd[1] else self._sum[1] + bottom

    def take(self, side: Side) -> None:
        """Let the card at one end go. Raises MethodError when there is none."""
        if self.start == self.stop:
            raise MethodError("no card is left: the interval is empty")
        if side is LEFT:
            self._move_start()
        else:
            self._move_stop(self.stop)
            self.stop -= 1

    def grow(self) -> None:
        """Let in the card that follows on the right. Raises MethodError when there is none."""
        if self.stop == self._n:
            raise MethodError("no card follows on the right: the interval ends where the row does")
        self.stop += 1
        self._move_stop(self.stop)

    def _move_start(self) -> None:
        """Flip the coins that belong to one side only of the step from `start` to the card after it."""
        i = self.start
        y = i + 1
        while y < self._coins.stops[i]:  # what coin i had swallowed comes back in its place
            if self._followed[y] <= self.stop:
                self._flip_left(y)
            y = self._coins.stops[y]
        if self._followed[i] <= self.stop:
            self._flip_left(i)
        for x in self._preceded_at.get(i, ()):
            if x <= self.stop < self._swallowed_before[x]:
                self._flip_right(x)
        self.start += 1

    def _move_stop(self, j: int) -> None:
        """Flip the coins that belong to one side only of a step of `stop` between j-1 and j."""
        x = j - 1
        while x > self._coins.starts[j]:
            if self._preceded[x] >= self.start:
                self._flip_right(x)
            x = self._coins.starts[x]
        if self._preceded[j] >= self.start:
            self._flip_right(j)
        for y in self._followed_at.get(j, ()):
            if self._swallowed_after[y] < self.start <= y:
                self._flip_left(y)

    def _flip_left(self, y: int) -> None:
        width = self._coins.stops[y] - y
        self._left_width += width if self._flip(y) else -width

    def _flip_right(self, x: int) -> None:
        width = x - self._coins.starts[x]
        self._right_width += width if self._flip(self._n + x - 1) else -width

    def _flip(self, coin: int) -> bool:
        """Put a coin into the tree, or take it out: whether it is in now. O(log n)."""
        odd, total = self._odd, self._sum
        node = self._leaf[coin]
        enters = odd[node] = not odd[node]
        total[node] = self._worth[coin] if enters else 0
        while node > 1:
            node >>= 1
            larger = 2 * node
            if odd[larger]:
                odd[node] = not odd[larger + 1]
                total[node] = total[larger] - total[larger + 1]
            else:
                odd[node] = odd[larger + 1]
                total[node] = total[larger] + total[larger + 1]
        return enters


# A coin [a, b) is followed by a smaller or equal one, [b, c), just if height(c) >= height(a), where
# height(k) is P[k] for even k and -P[k] for odd k; a and c have the same parity.


def _next_not_smaller(prefix: Sequence[Exact]) -> list[int]:
    """For each k the next place of its parity that is as high or higher; n+1 if there is none."""
    height = _height(prefix)
    none = len(prefix)
    found = [none] * none
    for k in range(none - 3, -1, -1):
        after = k + 2
        while after < none and height[after] < height[k]:
            after = found[after]
        found[k] = min(after, none)
    return found


def _last_larger(prefix: Sequence[Exact]) -> list[int]:
    """For each k the last place of its parity before it that is higher; -1 if there is none."""
    height = _height(prefix)
    found = [-1] * len(prefix)
    for k in range(2, len(prefix)):
        before = k - 2
        while before >= 0 and height[before] <= height[k]:
            before = found[before]
        found[k] = before
    return found


def _height(prefix: Sequence[Exact]) -> list[Exact]:
    return [-place if k % 2 else place for k, place in enumerate(prefix)]


def _grouped(places: Sequence[int]) -> dict[int, list[int]]:
    """List, for each place, who points to it."""
    groups: dict[int, list[int]] = {}
    for who, place in enumerate(places):
        groups.setdefault(place, []).append(who)
    return groups


def _swallowed(coins: EndCoins) -> tuple[list[int], list[int]]:
    """For each left end coin the card whose own coin first swallows it, -1 for none; for right ones n+1."""
    n = len(coins.stops)
    after, before = [-1] * n, [n + 1] * (n + 1)
    for i in range(n):
        y = i + 1
        while y < coins.stops[i]:
            after[y] = i
            y = coins.stops[y]
    for j in range(1, n + 1):
        x = j - 1
        while x > coins.starts[j]:
            before[x] = j
            x = coins.starts[x]
    return after, before
