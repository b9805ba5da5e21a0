"""Exact margins of many intervals of a row, both players optimal, by a sliding window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from twoends.rules.numbers import Exact
from twoends.rules.rows import Interval
from twoends.rules.sides import LEFT, RIGHT
from twoends.solvers import PositionValues
from twoends.solvers.contraction import half
from twoends.solvers.end_coins import EndCoins, end_coins
from twoends.solvers.window import Window


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
