"""A window on a row: the exact margins of an interval whose ends move (docs/theory.md, Theorem 5).

Glossary, for the reduced row of an interval
    left arm   descends from the left end
    right arm  ascends to the right end
    bottom     the smallest coin, between the arms
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from twoends.rules.errors import MethodError
from twoends.rules.numbers import Exact
from twoends.rules.rows import Interval
from twoends.rules.sides import LEFT, RIGHT, Side, require_side
from twoends.solvers import PositionValues
from twoends.solvers.contraction import half
from twoends.solvers.end_coins import EndCoins, alternating_sum, end_coins

STEPS_PER_CARD = 32
"""Coins visited per card before a tree is built: twice what ordinary rows need, as many as a tree costs."""


class Window:
    """The margin of an interval whose ends move: O(log n) amortised a step (Theorem 5).

    It walks along the reduced coins while they are few, as in ordinary rows. If they are many it builds a
    tree, as follows.

    The start only increases; the stop either only decreases, as in a game, or only increases, as on a circle.
    Then each of the 2n end coins joins its arm at most once and leaves it at most once:

        left coin y    is in the left arm while y is in the chain of `start` and a coin that is not larger
                       follows it before `stop`
        right coin x   the mirror image, with a smaller coin before it

    The left coin that starts at y has number y, the right one that stops at x number n+x-1. The tree ranks
    coins by value; a node holds the number of its coins in an arm, modulo 2, and their alternating sum.

    >>> from twoends.solvers.end_coins import end_coins
    >>> window = Window(end_coins([8, 15, 3, 7]), 0, 4)
    >>> window.take(LEFT)
    >>> window.margin
    11
    """

    def __init__(
        self, coins: EndCoins, start: int, stop: int, *, steps_per_card: int = STEPS_PER_CARD
    ) -> None:
        """Start with the interval [start, stop), in O(1); building the tree later takes O(n log n)."""
        self.start, self.stop = start, stop
        self._coins = coins
        self._n = len(coins.stops)
        self._steps_left = steps_per_card * self._n
        if not self._steps_left:
            self._build_tree()

    def _build_tree(self) -> None:
        """Build the tree and insert the coins of the current interval; O(n log n)."""
        coins, start, stop, n = self._coins, self.start, self.stop, self._n
        self._left_width = self._right_width = 0  # the number of cards that each arm covers
        self._followed = _next_not_lower(coins.prefix)
        self._preceded = _last_higher(coins.prefix)
        self._followed_at, self._preceded_at = _group_by(self._followed), _group_by(self._preceded)
        self._covered_by_left, self._covered_by_right = _first_covering(coins)

        value = coins.left + coins.right
        leaves = 1 << (2 * n).bit_length()
        ranked = sorted(range(2 * n), key=value.__getitem__, reverse=True)
        self._value, self._leaf = value, {coin: leaf for leaf, coin in enumerate(ranked, leaves)}
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
        """The mover's total minus the other's in this interval, O(k) for k coins, O(1) with the tree."""
        if self._steps_left > 0:
            reduced = self._coins.reduced(self.start, self.stop)
            self._steps_left -= len(reduced) + 1
            if self._steps_left <= 0:
                self._build_tree()
            return alternating_sum(reduced)
        bottom = self._coins.coin(self.start + self._left_width, self.stop - self._right_width)
        return self._sum[1] - bottom if self._odd[1] else self._sum[1] + bottom

    def take(self, side: Side) -> None:
        """Remove the card at one end. Raises MethodError if none is left, IllegalMoveError for a bad side."""
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
        """Add the next card on the right. Raises MethodError if there is none."""
        if self.stop == self._n:
            raise MethodError("no card follows on the right: the interval ends at the end of the row")
        self.stop += 1
        if self._steps_left <= 0:
            self._move_stop(self.stop)

    def _move_start(self) -> None:
        """Flip the coins that the step of `start` to the next card adds to an arm or removes from it."""
        i = self.start
        y = i + 1
        while y < self._coins.stops[i]:  # the coins that coin i covers take its place
            if self._followed[y] <= self.stop:
                self._flip_left(y)
            y = self._coins.stops[y]
        if self._followed[i] <= self.stop:
            self._flip_left(i)
        for x in self._preceded_at.get(i, ()):
            if x <= self.stop < self._covered_by_right[x]:
                self._flip_right(x)

    def _move_stop(self, j: int) -> None:
        """Flip the coins that a step of `stop` between j-1 and j adds to an arm or removes from it."""
        x = j - 1
        while x > self._coins.starts[j]:
            if self._preceded[x] >= self.start:
                self._flip_right(x)
            x = self._coins.starts[x]
        if self._preceded[j] >= self.start:
            self._flip_right(j)
        for y in self._followed_at.get(j, ()):
            if self._covered_by_left[y] < self.start <= y:
                self._flip_left(y)

    def _flip_left(self, y: int) -> None:
        width = self._coins.stops[y] - y
        self._left_width += width if self._flip(y) else -width

    def _flip_right(self, x: int) -> None:
        width = x - self._coins.starts[x]
        self._right_width += width if self._flip(self._n + x - 1) else -width

    def _flip(self, coin: int) -> bool:
        """Insert a coin into the tree or remove it, and return whether it is in now; O(log n)."""
        odd, total = self._odd, self._sum
        node = self._leaf[coin]
        enters = odd[node] = not odd[node]
        total[node] = self._value[coin] if enters else 0
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


def margins(coins: EndCoins, intervals: Iterable[Interval]) -> Iterator[Exact]:
    """Yield the mover's margin on each interval, in O((n + m) log n) for m intervals.

    Either each interval lies within the one before, as in a game, or neither end ever decreases.
    """
    window: Window | None = None
    for start, stop in intervals:
        if window is None:
            window = Window(coins, start, stop)
        while window.stop < stop:
            window.grow()
        while window.stop > stop:
            window.take(RIGHT)
        while window.start < start:
            window.take(LEFT)
        yield window.margin


def prospects(values: Sequence[Exact], you_first: bool, intervals: Sequence[Interval]) -> PositionValues:
    """Return the values of positions of a game when both play optimally, in O(log n) amortised each.

    Each interval lies within the one before, as in a game.
    """
    coins, sums = end_coins(values), [0, *accumulate(values)]
    with_cards = [(i, j) for i, j in intervals if i < j]
    after_left = margins(coins, [(i + 1, j) for i, j in with_cards])
    after_right = margins(coins, [(i, j - 1) for i, j in with_cards])
    result = PositionValues([], [], [])
    for (i, j), left_margin, right_margin in zip(with_cards, after_left, after_right, strict=True):
        total = sums[j] - sums[i]
        # The mover's margin after a move is its card minus the other player's margin on the rest.
        left = half(total + values[i] - left_margin)
        right = half(total + values[j - 1] - right_margin)
        your_turn = ((len(values) - (j - i)) % 2 == 0) == you_first
        for column, movers in zip(result, (max(left, right), left, right), strict=True):
            column.append(movers if your_turn else total - movers)
    for column in result:
        column += [0] * (len(intervals) - len(with_cards))
    return result


# A coin [a, b) is followed by a smaller or equal one, [b, c), if and only if height(c) >= height(a), where
# height(k) is P[k] for even k and -P[k] for odd k; a and c have the same parity.


def _next_not_lower(prefix: Sequence[Exact]) -> list[int]:
    """For each k, find the next index of the same parity with at least its height; n+1 if there is none."""
    height = _height(prefix)
    none = len(prefix)
    result = [none] * none
    for k in range(none - 3, -1, -1):
        after = k + 2
        while after < none and height[after] < height[k]:
            after = result[after]
        result[k] = min(after, none)
    return result


def _last_higher(prefix: Sequence[Exact]) -> list[int]:
    """For each k, find the last earlier index of the same parity with a larger height; -1 if none."""
    height = _height(prefix)
    result = [-1] * len(prefix)
    for k in range(2, len(prefix)):
        before = k - 2
        while before >= 0 and height[before] <= height[k]:
            before = result[before]
        result[k] = before
    return result


def _height(prefix: Sequence[Exact]) -> list[Exact]:
    return [-value if k % 2 else value for k, value in enumerate(prefix)]


def _group_by(keys: Sequence[int]) -> dict[int, list[int]]:
    """Map each key to the indices that have it."""
    groups: dict[int, list[int]] = {}
    for at, key in enumerate(keys):
        groups.setdefault(key, []).append(at)
    return groups


def _first_covering(coins: EndCoins) -> tuple[list[int], list[int]]:
    """Find, for each left end coin, the start of the nearest coin to its left that covers it, or -1.

    For each right end coin the mirror image: the stop of the nearest one to its right, or n+1.
    """
    n = len(coins.stops)
    left, right = [-1] * n, [n + 1] * (n + 1)
    for i in range(n):
        y = i + 1
        while y < coins.stops[i]:
            left[y] = i
            y = coins.stops[y]
    for j in range(1, n + 1):
        x = j - 1
        while x > coins.starts[j]:
            right[x] = j
            x = coins.starts[x]
    return left, right
