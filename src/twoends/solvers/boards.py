"""Boards by contraction: both players optimal, O(n log n) (docs/theory.md, Theorems 1 and 4).

Each component is reduced on its own. All coins of a row are live. In a pile, if the two lowest coins, p above
q, have p <= q, neither player wants to take p first; such a pair is dead until nothing else is left. Then

    margin = s1 - s2 + s3 - … - (-1)^N D

over all live coins s1 >= s2 >= … of the board, where N is its number of cards and D the sum of q - p over all
dead pairs. Taking the largest live end coin, card by card, is best play.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from twoends.rules.boards import Board
from twoends.rules.moves import LEFT, RIGHT, Line, Move
from twoends.rules.numbers import Exact
from twoends.solvers import SolverResult, by_symmetry, pairs_of
from twoends.solvers.contraction import half, reduce

Part = tuple[Sequence[Exact], tuple[Move, ...]]
"""A component: its remaining values, possibly none, and its open sides."""


def solve_board(board: Board, remaining: Any) -> SolverResult:
    """Solve the remaining cards of a board, both players optimal, with one reduction."""
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
        lambda you_first: by_symmetry(pairs_of(reduced.total, reduced.action_values()), you_first),
        lambda you_first: reduced.line(),
    )


class ReducedComponent(NamedTuple):
    """A reduced component.

    arms        for each open side the live coins from that end inwards, as (value, cards); values descend
    gap         the sum of q - p over its dead pairs, never negative
    dead_cards  number of cards that the dead pairs cover
    touched     number of cards read and peaks folded
    """

    arms: tuple[tuple[Move, list[tuple[Exact, int]]], ...]
    gap: Exact
    dead_cards: int
    touched: int

    @property
    def live(self) -> list[Exact]:
        """The values of all live coins."""
        return [value for _, arm in self.arms for value, _ in arm]


class ReducedBoard:
    """A reduced board. Action values and a line are computed on demand.

    total    the sum of all cards
    first    total of the player who moves first
    touched  number of cards read and peaks folded
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        """Reduce every component; O(n log n)."""
        self._parts = parts
        self._reduced = [reduce_component(*part) for part in parts]
        self._ranking = Ranking([coin for each in self._reduced for coin in each.live])
        self._cards = sum(len(values) for values, _ in parts)
        self._gap = sum(each.gap for each in self._reduced)
        self.total: Exact = sum(sum(values) for values, _ in parts)
        self.touched = sum(each.touched for each in self._reduced)
        margin = self._ranking.alternating_sum() - _signed(self._gap, self._cards)
        self.first = half(self.total + margin)

    def action_values(self) -> tuple[Exact, ...]:
        """Return your total for each of your moves, in the order of the ends; O(n log n).

        It is the card, and what the other player leaves of the rest. Only one component changes. Instead of
        removing its old coins from the ranking, add them again: two equal coins are neighbours in the ranking
        and cancel.
        """
        totals = []
        for (values, open_sides), old in zip(self._parts, self._reduced, strict=True):
            for side in open_sides[: len(values)]:  # the last card of a row counts as LEFT
                card, rest = (values[0], values[1:]) if side == LEFT else (values[-1], values[:-1])
                new = reduce_component(rest, open_sides)
                gap = _signed(self._gap - old.gap + new.gap, self._cards - 1)
                margin = self._ranking.alternating_sum(old.live + new.live) - gap
                totals.append(card + half(self.total - card - margin))
        return tuple(totals)

    def line(self) -> Line:
        """Return a line of best play, the same for either player to start; O(n log n).

        Take the largest live end coin until none is left, then dead cards, pile by pile. The smallest coin
        of a row is in its left arm, so its last card counts as LEFT.
        """
        coins = [
            (value, cards, Move(side.end, row=component))
            for component, each in enumerate(self._reduced)
            for side, arm in each.arms
            for value, cards in arm
        ]
        coins.sort(key=lambda coin: coin[0], reverse=True)  # stable: keeps each arm in order from its end
        dead = [
            (each.dead_cards, Move(each.arms[0][0].end, row=component))
            for component, each in enumerate(self._reduced)
            if each.dead_cards
        ]
        return Line.of_runs([*((cards, end) for _, cards, end in coins), *dead])


def reduce_component(values: Sequence[Exact], open_sides: tuple[Move, ...]) -> ReducedComponent:
    """Reduce one row or pile, O(n).

    >>> reduce_component([1, 2, 7, 9], (LEFT,))
    ReducedComponent(arms=((LEFT, []),), gap=3, dead_cards=4, touched=4)
    """
    from_the_top = values[::-1] if open_sides == (RIGHT,) else values
    coins = reduce(from_the_top)
    touched = len(values) + (len(values) - len(coins)) // 2
    if len(open_sides) == 2:
        bottom = 1
        while bottom < len(coins) and coins[bottom - 1][0] >= coins[bottom][0]:
            bottom += 1
        arms = (LEFT, coins[:bottom]), (RIGHT, coins[: bottom - 1 : -1])
        return ReducedComponent(arms, 0, 0, touched)
    gap: Exact = 0
    dead_cards = 0
    while len(coins) > 1 and coins[-2][0] <= coins[-1][0]:
        (upper, upper_cards), (lower, lower_cards) = coins[-2:]
        del coins[-2:]
        gap += lower - upper
        dead_cards += upper_cards + lower_cards
    return ReducedComponent(((open_sides[0], coins),), gap, dead_cards, touched)


class Ranking:
    """Sorted coins that give the alternating sum of themselves and a few more.

    >>> Ranking([5, 1]).alternating_sum([3])
    3
    """

    def __init__(self, coins: Sequence[Exact]) -> None:
        """Sort k coins, O(k log k)."""
        self._ascending = sorted(-coin for coin in coins)
        signed = (coin if rank % 2 else -coin for rank, coin in enumerate(self._ascending))
        self._sums = list(accumulate(signed, initial=0))

    def alternating_sum(self, more: Sequence[Exact] = ()) -> Exact:
        """Return the alternating sum, largest first, of these and m more coins; O(m log (k + m))."""
        total: Exact = 0
        reached, sign = 0, 1
        for coin in sorted(more, reverse=True):
            rank = bisect_right(self._ascending, -coin)
            total += sign * (self._sums[rank] - self._sums[reached] + _signed(coin, rank))
            reached, sign = rank, -sign
        return total + sign * (self._sums[-1] - self._sums[reached])


def _signed(number: Exact, exponent: int) -> Exact:
    return -number if exponent % 2 else number
