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
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from twoends.engine.contraction import half, reduce
from twoends.engine.method import Method, Value, after_moves
from twoends.rules.boards import Board
from twoends.rules.moves import LEFT, RIGHT, Line, Move
from twoends.rules.numbers import Exact, Pair
from twoends.rules.rulebook import Rulebook, State


class Boards(Method):
    """Two optimal players on a board. O(n log n) a state."""

    name = "contraction"

    def __init__(self, board: Board, root: State) -> None:
        self._scaled, self._root = board.cards.scaled, root
        begins = [0]
        for component in board.components:
            begins.append(begins[-1] + len(component.row))

        @lru_cache(8 * len(board.components) + 8)  # those of a state and of what its moves leave
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
        return [
            self._pair(_Whole.of(self._components(state)), book.mover(state) == "you") for state in states
        ]

    def values(self, book: Rulebook, states: Sequence[State]) -> list[Value]:
        """The values of m states, shape (m,); O(n log n) each, because a move changes one component."""
        found = []
        for state in states:
            components, yours = self._components(state), book.mover(state) == "you"
            whole, moves, totals = _Whole.of(components), book.moves(state), []
            for move in moves:
                number = move.row or 0
                start, stop = state.remaining[number]
                rest = (start + 1, stop) if move.end == "L" else (start, stop - 1)
                left = whole.with_change(components[number], self._reduced(number, *rest))
                totals.append(self._pair(left, not yours))
            found.append(Value(*self._pair(whole, yours), after_moves(book, state, moves, totals)))
        return found

    def _pair(self, whole: _Whole, yours: bool) -> Pair:
        """Both totals, given whether you move first."""
        exact, own = self._scaled.scale.exact, half(whole.total + whole.margin)
        pair = exact(own), exact(whole.total - own)
        return pair if yours else pair[::-1]

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


@dataclass(frozen=True)
class _Whole:
    """All components together.

    cards    the number of cards
    total    their sum
    gap      the sum of q - p over all dead pairs
    ranking  all live coins
    more     further coins: two that are equal cancel
    """

    cards: int
    total: Exact
    gap: Exact
    ranking: Ranking
    more: Sequence[Exact] = ()

    @classmethod
    def of(cls, components: Sequence[ReducedComponent]) -> _Whole:
        """Put components together; O(k log k) for k coins."""
        return cls(
            sum(each.cards for each in components),
            sum(each.total for each in components),
            sum(each.gap for each in components),
            Ranking([coin for each in components for coin in each.live]),
        )

    def with_change(self, old: ReducedComponent, new: ReducedComponent) -> _Whole:
        """Replace a component.

        Instead of removing its old coins from the ranking, add them again: two equal coins are neighbours in
        the ranking and cancel.
        """
        total, gap = self.total - old.total + new.total, self.gap - old.gap + new.gap
        return _Whole(self.cards - old.cards + new.cards, total, gap, self.ranking, old.live + new.live)

    @property
    def margin(self) -> Exact:
        """The mover's margin."""
        return self.ranking.alternating_sum(self.more) - _signed(self.gap, self.cards)


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
        """The alternating sum, largest first, of these and m more coins; O(m log (k + m))."""
        total: Exact = 0
        reached, sign = 0, 1
        for coin in sorted(more, reverse=True):
            rank = bisect_right(self._ascending, -coin)
            total += sign * (self._sums[rank] - self._sums[reached] + _signed(coin, rank))
            reached, sign = rank, -sign
        return total + sign * (self._sums[-1] - self._sums[reached])


def _signed(number: Exact, exponent: int) -> Exact:
    return -number if exponent % 2 else number
