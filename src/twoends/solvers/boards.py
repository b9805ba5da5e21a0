"""Boards by contraction: both players optimal, O(n log n) (docs/theory.md, Theorems 1 and 4).

Each component is reduced on its own. Of a row all coins are live. A pile is read from its open end:
where its two lowest coins p above q have p <= q, nobody wants to take p first, so the pair is dead
until nothing else is left. Then

    margin = s1 - s2 + s3 - … - (-1)^N D

over all live coins s1 >= s2 >= … of the board, N its number of cards, D the sum of q - p over all
dead pairs; and taking the largest live end coin, card by card, is a best game.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from twoends.rules.boards import Board
from twoends.rules.numbers import Exact
from twoends.rules.sides import LEFT, RIGHT, End, Line, Side
from twoends.solvers import SolverResult, pairs_of
from twoends.solvers.contraction import half, reduce

Part = tuple[Sequence[Exact], tuple[Side, ...]]
"""A component: its values, of which none may be left, and its open sides."""


def solve_board(board: Board, remaining: Any) -> SolverResult:
    """Solve what is left of a board, both players optimal: one reduction, and the rest on demand."""
    scaled = board.cards.scaled
    parts: list[Part] = []
    begin = 0
    for component, (start, stop) in zip(board.components, remaining, strict=True):
        parts.append((scaled.values[begin + start : begin + stop], component.open))
        begin += len(component.row)
    reduced = ReducedBoard(parts)
    return SolverResult(
        "contraction",
        scaled,
        (reduced.first, reduced.total - reduced.first),
        (reduced.total - reduced.first, reduced.first),
        2 * reduced.touched,
        lambda: pairs_of(reduced.total, reduced.action_values()),
        lambda you_first: reduced.line(),
    )


class ReducedComponent(NamedTuple):
    """A component reduced.

    arms        for each open side the live coins from that end inwards, as (worth, cards); the
                worths descend
    gap         the sum of q - p over its dead pairs, never negative
    dead_cards  how many cards the dead pairs cover
    touched     how many cards were pushed and how many peaks folded
    """

    arms: tuple[tuple[Side, list[tuple[Exact, int]]], ...]
    gap: Exact
    dead_cards: int
    touched: int

    @property
    def live(self) -> list[Exact]:
        """The worths of all live coins."""
        return [worth for _, arm in self.arms for worth, _ in arm]


class ReducedBoard:
    """A board reduced. Action values and a line are worked out when they are asked for.

    total    the sum of all cards
    first    what is taken by whoever moves first
    touched  how many cards were pushed and how many peaks folded
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        """Reduce every component; O(n log n)."""
        self._parts = parts
        self._reduced = [reduce_component(*part) for part in parts]
        self._ranking = Ranking([worth for each in self._reduced for worth in each.live])
        self._cards = sum(len(values) for values, _ in parts)
        self._gap = sum(each.gap for each in self._reduced)
        self.total: Exact = sum(sum(values) for values, _ in parts)
        self.touched = sum(each.touched for each in self._reduced)
        margin = self._ranking.alternating_sum() - _signed(self._gap, self._cards)
        self.first = half(self.total + margin)

    def action_values(self) -> tuple[Exact, ...]:
        """Your total after each of your moves, in the order of the ends; O(n log n)."""
        return tuple(
            self._value(End(component, side))
            for component, (values, open_sides) in enumerate(self._parts)
            for side in open_sides[: len(values)]  # the last card of a row counts as LEFT
        )

    def _value(self, end: End) -> Exact:
        """Your total if you move at an end: its card and what the next player leaves of the rest.

        Only one component changes. Its old coins are not taken out of the ranking but put in once
        more: two equal coins, neighbours in the ranking, cancel.
        """
        values, open_sides = self._parts[end.component]
        old = self._reduced[end.component]
        card, rest = (values[0], values[1:]) if end.side is LEFT else (values[-1], values[:-1])
        new = reduce_component(rest, open_sides)
        gap = _signed(self._gap - old.gap + new.gap, self._cards - 1)
        return card + half(self.total - card - self._ranking.alternating_sum(old.live + new.live) + gap)

    def line(self) -> Line:
        """One best game, the same for either player to start; O(n log n)."""
        return Line.of_runs(_runs(self._reduced))


def reduce_component(values: Sequence[Exact], open_sides: tuple[Side, ...]) -> ReducedComponent:
    """Reduce one row or pile, O(n).

    >>> reduce_component([1, 2, 7, 9], (LEFT,))
    ReducedComponent(arms=((LEFT, []),), gap=3, dead_cards=4, touched=4)
    """
    from_the_top = values[::-1] if open_sides == (RIGHT,) else values
    peakless = reduce(from_the_top)
    coins = list(zip(peakless.coins, peakless.widths, strict=True))
    if len(open_sides) == 2:
        bottom = 1
        while bottom < len(coins) and coins[bottom - 1][0] >= coins[bottom][0]:
            bottom += 1
        arms = (LEFT, coins[:bottom]), (RIGHT, coins[: bottom - 1 : -1])
        return ReducedComponent(arms, 0, 0, peakless.touched)
    gap: Exact = 0
    dead_cards = 0
    while len(coins) > 1 and coins[-2][0] <= coins[-1][0]:
        (upper, upper_cards), (lower, lower_cards) = coins[-2:]
        del coins[-2:]
        gap += lower - upper
        dead_cards += upper_cards + lower_cards
    return ReducedComponent(((open_sides[0], coins),), gap, dead_cards, peakless.touched)


class Ranking:
    """Coins in descending order, ready for the alternating sum of them and a few more.

    >>> Ranking([5, 1]).alternating_sum([3])
    3
    """

    def __init__(self, coins: Sequence[Exact]) -> None:
        """Sort k coins, O(k log k)."""
        self._ascending = sorted(-coin for coin in coins)
        signed = (coin if rank % 2 else -coin for rank, coin in enumerate(self._ascending))
        self._sums = list(accumulate(signed, initial=0))

    def alternating_sum(self, more: Sequence[Exact] = ()) -> Exact:
        """The largest minus the second plus the third and so on, with m more coins; O(m log k)."""
        total: Exact = 0
        reached, sign = 0, 1
        for coin in sorted(more, reverse=True):
            rank = bisect_right(self._ascending, -coin)
            total += sign * (self._sums[rank] - self._sums[reached] + _signed(coin, rank))
            reached, sign = rank, -sign
        return total + sign * (self._sums[-1] - self._sums[reached])


def _runs(reduced: Sequence[ReducedComponent]) -> tuple[tuple[int, End], ...]:
    """Take the largest live end coin until none is left, then pile after pile what is dead.

    The smallest coin of a row stands in its left arm, so that its last card counts as LEFT.
    """
    coins = [
        (worth, cards, End(component, side))
        for component, each in enumerate(reduced)
        for side, arm in each.arms
        for worth, cards in arm
    ]
    coins.sort(key=lambda coin: coin[0], reverse=True)  # stable: along an arm from its end inwards
    dead = [
        (each.dead_cards, End(component, each.arms[0][0]))
        for component, each in enumerate(reduced)
        if each.dead_cards
    ]
    return (*((cards, end) for _, cards, end in coins), *dead)


def _signed(number: Exact, exponent: int) -> Exact:
    return -number if exponent % 2 else number
