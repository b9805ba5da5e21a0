"""Boards by contraction: both players optimal, O(n log n) (docs/theory.md, Theorems 1 and 4).

Each component is reduced on its own. All coins of a row are live. In a pile, if the two lowest coins, p above
q, have p <= q, neither player wants to take p first; such a pair is dead until nothing else is left. Then

    margin = s1 - s2 + s3 - … - (-1)^N D

over all live coins s1 >= s2 >= … of the board, where N is its number of cards and D the sum of q - p over all
dead pairs. Taking the largest live end coin, card by card, is best play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from twoends.engine.contraction import half, reduce
from twoends.rules.boards import Board
from twoends.rules.moves import LEFT, RIGHT, Line, Move
from twoends.rules.numbers import Exact, Pair
from twoends.rules.rulebook import Rulebook, State


class Boards:
    """Two optimal players on a board: a `Method`. O(n log n) a state; each component is reduced once."""

    name = "contraction"
    error: float = 0

    def __init__(self, board: Board, root: State) -> None:
        self._scaled, self._root = board.cards.scaled, root
        begins = [0]
        for component in board.components:
            begins.append(begins[-1] + len(component.row))

        @cache
        def reduced(number: int, start: int, stop: int) -> ReducedComponent:
            begin, component = begins[number], board.components[number]
            return reduce_component(self._scaled.values[begin + start : begin + stop], component.open)

        self._reduced = reduced

    @property
    def positions(self) -> int:
        """The cards read and the peaks folded for both totals."""
        return 2 * sum(each.touched for each in self._components(self._root))

    def totals(self, book: Rulebook, states: Sequence[State]) -> list[Pair]:
        """Both totals from each state on."""
        exact, pairs = self._scaled.scale.exact, []
        for state in states:
            components = self._components(state)
            cards, total = sum(each.cards for each in components), sum(each.total for each in components)
            live = sorted((coin for each in components for coin in each.live), reverse=True)
            gap = sum(each.gap for each in components)
            margin = sum(live[::2]) - sum(live[1::2]) + (gap if cards % 2 else -gap)
            own = half(total + margin)
            pair = exact(own), exact(total - own)
            pairs.append(pair if book.mover(state) == "you" else pair[::-1])
        return pairs

    def line(self, book: Rulebook) -> Line | None:
        """A line of best play, the same for either player to start; O(n log n).

        Take the largest live end coin until none is left, then dead cards, pile by pile. The smallest coin
        of a row is in its left arm, so its last card counts as LEFT.
        """
        components = self._components(self._root)
        coins = [
            (value, cards, Move(side.end, row=number))
            for number, each in enumerate(components)
            for side, arm in each.arms
            for value, cards in arm
        ]
        coins.sort(key=lambda coin: coin[0], reverse=True)  # stable: keeps each arm in order from its end
        dead = [
            (each.dead_cards, Move(each.arms[0][0].end, row=number))
            for number, each in enumerate(components)
            if each.dead_cards
        ]
        return Line.of_runs([*((cards, end) for _, cards, end in coins), *dead])

    def _components(self, state: State) -> list[ReducedComponent]:
        return [self._reduced(number, *interval) for number, interval in enumerate(state.remaining)]


class ReducedComponent(NamedTuple):
    """A reduced component.

    cards       the number of its cards
    total       their sum
    arms        for each open side the live coins from that end inwards, as (value, cards); values descend
    gap         the sum of q - p over its dead pairs, never negative
    dead_cards  number of cards that the dead pairs cover
    touched     number of cards read and peaks folded
    """

    cards: int
    total: Exact
    arms: tuple[tuple[Move, list[tuple[Exact, int]]], ...]
    gap: Exact
    dead_cards: int
    touched: int

    @property
    def live(self) -> list[Exact]:
        """The values of all live coins."""
        return [value for _, arm in self.arms for value, _ in arm]


def reduce_component(values: Sequence[Exact], open_sides: tuple[Move, ...]) -> ReducedComponent:
    """Reduce one row or pile, O(n).

    >>> reduce_component([1, 2, 7, 9], (LEFT,))
    ReducedComponent(cards=4, total=19, arms=((LEFT, []),), gap=3, dead_cards=4, touched=4)
    """
    from_the_top = values[::-1] if open_sides == (RIGHT,) else values
    coins = reduce(from_the_top)
    touched = len(values) + (len(values) - len(coins)) // 2
    if len(open_sides) == 2:
        bottom = 1
        while bottom < len(coins) and coins[bottom - 1][0] >= coins[bottom][0]:
            bottom += 1
        arms = (LEFT, coins[:bottom]), (RIGHT, coins[: bottom - 1 : -1])
        return ReducedComponent(len(values), sum(values), arms, 0, 0, touched)
    gap: Exact = 0
    dead_cards = 0
    while len(coins) > 1 and coins[-2][0] <= coins[-1][0]:
        (upper, upper_cards), (lower, lower_cards) = coins[-2:]
        del coins[-2:]
        gap += lower - upper
        dead_cards += upper_cards + lower_cards
    return ReducedComponent(len(values), sum(values), ((open_sides[0], coins),), gap, dead_cards, touched)
