"""A window on a row: the exact margin of an interval whose ends move (docs/theory.md, Theorem 5).

Glossary
    arm     of an interval: the left one descends from its left end, the right one ascends to its
            right end
    bottom  the smallest coin, between the arms
"""

from __future__ import annotations

from collections.abc import Sequence

from twoends.rules.errors import MethodError
from twoends.rules.numbers import Exact
from twoends.rules.sides import LEFT, Side, require_side
from twoends.solvers.end_coins import EndCoins, alternating_sum

STEPS_PER_CARD = 32
"""From so many coins looked at for each card on, a tree takes over: twice what ordinary rows need, and about
what it costs to plant one."""


class Window:
    """The margin of an interval whose ends move: O(log n) amortised a step (Theorem 5).

    It walks along the reduced coins as long as they are few, as in ordinary rows. Where they are many it
    plants a tree, and the rest is about that.

    The start only grows; the stop may only shrink, as in a game, or only grow, as on a circle: then
    each of the 2n end coins joins its arm at most once and leaves it at most once. Coin by coin:

        left coin y    is in the left arm while y belongs to the chain of `start` and a coin that is
                       not larger follows it before `stop`
        right coin x   the mirror image, with a smaller coin before it

    Coins are numbered: the left coin that starts at y is y, the right one that stops at x is n+x-1.
    The tree ranks them by worth; a node holds how many of its coins are in an arm, modulo 2, and
    their alternating sum.

    >>> from twoends.solvers.end_coins import end_coins
    >>> window = Window(end_coins([8, 15, 3, 7]), 0, 4)
    >>> window.take(LEFT)
    >>> window.margin
    11
    """

    def __init__(
        self, coins: EndCoins, start: int, stop: int, *, steps_per_card: int = STEPS_PER_CARD
    ) -> None:
        """Enter the interval [start, stop); O(1), and O(n log n) once the tree takes over."""
        self.start, self.stop = start, stop
        self._coins = coins
        self._n = len(coins.stops)
        self._steps_left = steps_per_card * self._n
        if not self._steps_left:
            self._plant()

    def _plant(self) -> None:
        """Make the tree, with the coins of this interval in it; O(n log n)."""
        coins, start, stop, n = self._coins, self.start, self.stop, self._n
        self._left_width = self._right_width = 0  # how many cards each arm covers
        self._followed = _next_not_smaller(coins.prefix)
        self._preceded = _last_larger(coins.prefix)
        self._followed_at, self._preceded_at = _grouped(self._followed), _grouped(self._preceded)
        self._swallowed_after, self._swallowed_before = _swallowed(coins)

        worth = coins.left + coins.right
        leaves = 1 << (2 * n).bit_length()
        ranked = sorted(range(2 * n), key=worth.__getitem__, reverse=True)
        self._worth, self._leaf = worth, {coin: leaf for leaf, coin in enumerate(ranked, leaves)}
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
        """The mover's total minus the other's in this interval, O(k) for k coins, O(1) of a tree."""
        if self._steps_left > 0:
            reduced = self._coins.reduced(self.start, self.stop)
            self._steps_left -= len(reduced) + 1
            if self._steps_left <= 0:
                self._plant()
            return alternating_sum(reduced)
        bottom = self._coins.coin(self.start + self._left_width, self.stop - self._right_width)
        return self._sum[1] - bottom if self._odd[1] else self._sum[1] + bottom

    def take(self, side: Side) -> None:
        """Let the card at one end go. Raises MethodError when there is none, IllegalMoveError."""
        require_side(side)
        if self.start == self.stop:
            raise MethodError("no card is left: the interval is empty")
        if side is LEFT:
            if self._steps_left <= 0:
                self._move_start()
            self.start += 1
        else:
            if self._steps_left <= 0:
                self._move_stop(self.stop)
            self.stop -= 1

    def grow(self) -> None:
        """Let in the card that follows on the right. Raises MethodError when there is none."""
        if self.stop == self._n:
            raise MethodError("no card follows on the right: the interval ends where the row does")
        self.stop += 1
        if self._steps_left <= 0:
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
