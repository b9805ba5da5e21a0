"""Many short rows at once: what `solve` finds of each of them, in columns of machine integers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers.batch import STEPS_OF_A_GAME, enough_steps, solve_table
from twoends.answers.gathering import by_length
from twoends.kernels import games, stack
from twoends.kernels.rules import BOTH, LEFT, RIGHT
from twoends.rules.numbers import Number
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.solvers import compiled

MOST_CARDS = 64
"""Longer rows take so long themselves that nothing is gained."""

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Answers:
    """What m rows of n cards, n > 1, are worth against one opponent.

    rows      as they were given, m of them
    places    where each of them was, shape (m,)
    cards     the same rows as integers, each in its own units, as `Row.scaled` has them, shape (m, n)
    opponent  how the other side replies; neither by chance nor by a rule of your own
    first     your totals when you move first, shape (m,)
    second    your totals when the opponent moves first, shape (m,)

    Totals are in units, too; `in_kind_of` shows them. The rest is worked out when it is read. Sides are
    those of `kernels.rules`.
    """

    rows: Sequence[Row]
    places: Integers
    cards: Integers
    opponent: Opponent
    first: Integers
    second: Integers

    @property
    def method(self) -> str:
        """How the totals were computed."""
        return "contraction" if self.opponent.is_optimal else "bottom-up"

    @cached_property
    def sums(self) -> Integers:
        """The sum of each row, shape (m,)."""
        sums: Integers = self.cards.sum(axis=1)
        return sums

    @cached_property
    def after(self) -> Integers:
        """Your totals after your left and after your right move, shape (m, 2)."""
        # What a first card leaves, and you get of it: that is the second total of the rest.
        rests = [solve_table(rest, self.opponent, soon=False)[1] for rest in self._rests]
        totals: Integers = self.cards[:, [0, -1]] + np.stack(rests, axis=1)
        return totals

    @cached_property
    def lines(self) -> NDArray[np.uint8]:
        """The sides of one best game with you moving first, shape (m, n)."""
        if not self.opponent.is_optimal:
            return self._lines_of(self._decisions, you_first=True)
        sides = np.empty(self.cards.shape, np.uint8)
        stack.lines(compiled.frozen(self.cards), sides)
        return sides

    @cached_property
    def lines_second(self) -> NDArray[np.uint8]:
        """The same with the opponent moving first, who plays it too if they are optimal."""
        return (
            self.lines
            if self.opponent.is_optimal
            else self._lines_of(self._decided(you_first=False), you_first=False)
        )

    @cached_property
    def replies(self) -> Integers:
        """Which card the opponent takes after your left and after your right move, shape (m, 2)."""
        n = self.cards.shape[1]
        if self.opponent.is_optimal:  # they do what you would do in their place
            liked = [solve_table(rest, self.opponent, soon=False)[2]() for rest in self._rests]
        else:
            liked = [self._liked(self._decisions, n - 1, start) for start in (1, 0)]
        ends = ((1, n - 1), (0, n - 2))
        played = (self._settled(sides) for sides in liked)
        taken = [np.where(sides == LEFT, *of_rest) for sides, of_rest in zip(played, ends, strict=True)]
        return np.stack(taken, axis=1)

    @cached_property
    def positions(self) -> Integers:
        """How many positions `solve` looks at for both totals, shape (m,)."""
        m, n = self.cards.shape
        if not self.opponent.is_optimal:
            return np.full(m, (n + 1) * (n + 2))
        folds = (n - stack.coin_counts(compiled.frozen(self.cards))) // 2
        touched: Integers = 2 * (n + folds)
        return touched

    @property
    def _rests(self) -> tuple[Integers, Integers]:
        return self.cards[:, 1:], self.cards[:, :-1]

    @cached_property
    def _decisions(self) -> NDArray[np.uint8]:
        return self._decided(you_first=True)

    def _decided(self, *, you_first: bool) -> NDArray[np.uint8]:
        cards, replies = _asked(self.cards, self.opponent)
        return games.decide(cards, *replies, you_first)

    def _liked(self, decisions: NDArray[np.uint8], length: int, start: Any) -> NDArray[np.uint8]:
        """What is liked at the interval of each row that begins at `start`, sides added up, shape (m,)."""
        m, n = self.cards.shape
        block, lane = np.divmod(np.arange(m), decisions.shape[2])
        sides: NDArray[np.uint8] = decisions[block, games.offset(length, n) + start, lane]
        return sides

    def _settled(self, liked: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """What the opponent takes of the sides that they like; left where chance decides, as a line does."""
        side = RIGHT if compiled.ties_of(self.opponent) == RIGHT else LEFT
        return np.where(liked == BOTH, side, liked)

    def _lines_of(self, decisions: NDArray[np.uint8], *, you_first: bool) -> NDArray[np.uint8]:
        m, n = self.cards.shape
        sides = np.full((m, n), LEFT, np.uint8)  # as which the last card counts
        start = np.zeros(m, np.int64)
        for turn in range(n - 1):
            liked = self._liked(decisions, n - turn, start)
            yours = (turn % 2 == 0) == you_first
            sides[:, turn] = np.where(liked & LEFT, LEFT, RIGHT) if yours else self._settled(liked)
            start += sides[:, turn] == LEFT
        return sides


def _asked(cards: Integers, against: Opponent) -> tuple[NDArray[Any], compiled.Replies]:
    """Rows and replies as the kernel for decisions gets them."""
    dtype = compiled.dtype_for(cards, against)
    replies = compiled.replies_of(against, cards, dtype)
    assert replies is not None, "columns hold no others"
    return compiled.frozen(cards, dtype), replies


def answers(rows: Sequence[tuple[int, Row]], against: Opponent, rows_in_all: int) -> Iterator[Answers]:
    """The answers to those rows, given with their places, that columns hold, a length at a time.

    Columns hold rows of 2 to MOST_CARDS cards that fit as integers, against an opponent who neither moves by
    chance nor by a rule of your own; where `rows_in_all` such rows are solved one by one before the kernels
    are there, they hold none.
    """
    if against.custom or against.stochastic or not compiled.serves(against):
        return
    of_place = dict(rows)
    for table in by_length(rows, most_cards=MOST_CARDS)[0]:
        n = table.rows.shape[1]
        if n > 1 and _pays(table.rows, against, rows_in_all):
            first, second, _ = solve_table(table.rows, against, soon=False)
            of_table = [of_place[place] for place in table.places.tolist()]
            yield Answers(of_table, table.places, table.rows, against, first, second)


def in_kind_of(row: Row) -> Callable[[int], Number]:
    """Turns a total in units of the row into its own kind of number."""
    return int if row.kind == "integer" else row.scaled.scale.show


def _pays(table: Integers, against: Opponent, rows_in_all: int) -> bool:
    """Whether the kernels are worth what they wait for, where rows would be solved one by one instead."""
    if compiled.replies_of(against, table, np.int64) is None:
        return False
    kernel = stack.summing_up() if against.is_optimal else _deciding(table, against)
    n: int = table.shape[1]
    return enough_steps(rows_in_all * (n * n + STEPS_OF_A_GAME), *kernel)


def _deciding(table: Integers, against: Opponent) -> tuple[Any, ...]:
    cards, replies = _asked(table, against)
    return games.deciding(cards, *replies)
