"""A window on a row: the exact margins of an interval whose ends move (docs/theory.md, Theorem 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from twoends.kernels import coins
from twoends.rules.numbers import Exact
from twoends.rules.rows import Interval
from twoends.solvers import PositionValues
from twoends.solvers.contraction import half

STEPS_PER_CARD = 32
"""Coins visited per card before a tree is built: twice what ordinary rows need, as many as a tree costs."""

Table = Sequence[Sequence[Any]]
"""The end coins of a row, as `coins` lays them out."""


def end_coins(values: Sequence[Exact]) -> Table:
    """Find all end coins in two passes, O(n).

    >>> end_coins([1, 30, 100, 15, 2])[coins.STOPS]
    [1, 4, 3, 4, 5, 0]
    """
    table: list[list[Any]] = [[0] * (len(values) + 1) for _ in range(4)]
    coins.fill(table, values)
    return table


class Window:
    """The margin of an interval whose ends move: O(log n) amortised a step (Theorem 5).

    It walks along the reduced coins while they are few, as in ordinary rows. If they are many it builds a
    tree. The start only increases; the stop either only decreases, as in a game, or only increases, as on a
    circle.

    >>> window = Window(end_coins([8, 15, 3, 7]), 0, 4)
    >>> window.start = 1
    >>> window.margin
    11
    """

    def __init__(self, table: Table, start: int, stop: int, *, steps_per_card: int = STEPS_PER_CARD) -> None:
        """Start with the interval [start, stop), in O(1); building the tree later takes O(n log n)."""
        self.start, self.stop = start, stop
        self._table = table
        self._n = len(table[coins.STOPS]) - 1
        self._steps_left = steps_per_card * self._n
        if not self._steps_left:
            self._build_tree()

    def _build_tree(self) -> None:
        """Build the tree for the current interval; O(n log n)."""
        n, narrow = self._n, self._table
        worth = [coins.coin(narrow, start, stop) for start, stop in enumerate(narrow[coins.STOPS][:n])]
        worth += [coins.coin(narrow, narrow[coins.STARTS][stop], stop) for stop in range(1, n + 1)]
        ranked = sorted(range(2 * n), key=worth.__getitem__, reverse=True)
        self._table = [*narrow, *([0] * (n + 1) for _ in range(len(narrow), coins.TREE_ROWS))]
        self._tree: list[Any] = [0] * (4 << (2 * n).bit_length())
        self._planted = self.start, self.stop
        coins.plant(self._table, self._tree, ranked, *self._planted)

    @property
    def margin(self) -> Exact:
        """The mover's total minus the other's in this interval, O(k) for k coins, O(1) with the tree."""
        margin: Exact
        if self._steps_left > 0:
            margin, steps = coins.walk(self._table, self.start, self.stop)
            self._steps_left -= steps + 1
            if self._steps_left <= 0:
                self._build_tree()
            return margin
        coins.move(self._table, self._tree, *self._planted, self.start, self.stop)
        self._planted = self.start, self.stop
        margin = coins.margin(self._table, self._tree, *self._planted)
        return margin


def margins(table: Table, intervals: Iterable[Interval]) -> Iterator[Exact]:
    """Yield the mover's margin on each interval, in O((n + m) log n) for m intervals.

    Either each interval lies within the one before, as in a game, or neither end ever decreases.
    """
    window: Window | None = None
    for start, stop in intervals:
        window = window or Window(table, start, stop)
        window.start, window.stop = start, stop
        yield window.margin


def prospects(values: Sequence[Exact], you_first: bool, intervals: Sequence[Interval]) -> PositionValues:
    """Return the values of positions of a game when both play optimally, in O(log n) amortised each.

    Each interval lies within the one before, as in a game.
    """
    table, sums = end_coins(values), [0, *accumulate(values)]
    with_cards = [(i, j) for i, j in intervals if i < j]
    after_left = margins(table, [(i + 1, j) for i, j in with_cards])
    after_right = margins(table, [(i, j - 1) for i, j in with_cards])
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
