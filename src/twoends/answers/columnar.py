"""Many short rows at once: their solutions, worked out in columns of machine integers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers.group_totals import Codes, solve_table
from twoends.answers.groups import Group, by_length
from twoends.answers.outcomes import winner_of
from twoends.answers.solution import Move, Solution
from twoends.kernels import games, rules, stack
from twoends.rules.games import Game
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, Line
from twoends.solvers import compiled
from twoends.solvers.costs import IN_PYTHON, SECONDS_OF_A_GAME, method_of, pays_for

MOST_CARDS = 64
"""Longer rows take so long themselves that nothing is gained."""

Integers = NDArray[np.int64]

_SIDES = {rules.LEFT: LEFT, rules.RIGHT: RIGHT}
_BEST = {(True, False): (LEFT,), (False, True): (RIGHT,), (True, True): (LEFT, RIGHT)}


def solve_together(
    rows: Sequence[tuple[int, Row]], against: Opponent, rows_in_all: int
) -> Iterator[tuple[int, Solution]]:
    """Solve those rows, given with their places, that columns hold, a length at a time.

    Columns hold rows of 2 to MOST_CARDS cards that fit as integers, against an opponent who neither moves by
    chance nor by a rule of your own; where `rows_in_all` such rows are solved one by one before the kernels
    are there, they hold none.
    """
    if against.custom or against.stochastic or not compiled.serves(against):
        return
    of_place = dict(rows)
    for table in by_length(rows, most_cards=MOST_CARDS)[0]:
        if table.rows.shape[1] > 1 and _pays(table.rows, against, rows_in_all):
            yield from _Columns(table, against).solutions(
                [of_place[place] for place in table.places.tolist()]
            )


class _Columns:
    """What m rows of n cards, n > 1, are worth against one opponent, in units: see `Row.scaled`.

    cards   the rows as integers, shape (m, n)
    first   your totals when you move first, shape (m,)
    second  your totals when the opponent moves first, shape (m,)

    """

    def __init__(self, table: Group, against: Opponent) -> None:
        self.cards, self.places, self.opponent = table.rows, table.places, against
        self.method = method_of(against)
        self.first, self.second, _ = solve_table(table.rows, against, soon=False)

    def solutions(self, rows: Sequence[Row]) -> Iterator[tuple[int, Solution]]:
        """The solution of each row, with what every view shows of it, as `Solution` would work it out."""
        lines = [*map(_line_of, _letters(self._lines_first))]
        lines_second = lines
        if not self.opponent.is_optimal:
            lines_second = [*map(_line_of, _letters(self._lines_of(self._decided(False), you_first=False)))]
        for place, row, first, second, whole, (left, right), replies, positions, *both in zip(
            self.places.tolist(),
            rows,
            self.first.tolist(),
            self.second.tolist(),
            self.cards.sum(axis=1).tolist(),
            self._after.tolist(),
            self._replies.tolist(),
            self._positions.tolist(),
            lines,
            lines_second,
            strict=True,
        ):
            show = int if row.kind == "integer" else row.scaled.scale.show
            moves = (
                Move(LEFT, show(left), show(max(right - left, 0)), show(whole - left)),
                Move(RIGHT, show(right), show(max(left - right, 0)), show(whole - right)),
            )
            known = {
                "error": 0,
                "positions": positions,
                "first": show(first),
                "second": show(second),
                "theirs_first": show(whole - first),
                "theirs_second": show(whole - second),
                "margin_first": show(2 * first - whole),
                "margin_second": show(2 * second - whole),
                "go_first": first >= second,
                "order_irrelevant": first == second,
                "winner": winner_of(2 * first - whole),
                "exact": True,
                "sum": show(whole),
                "moves": moves if left >= right else moves[::-1],
                "best": _BEST[left >= right, right >= left],
                "line": both[0],
                "line_second": both[1],
                "_replies": dict(zip((LEFT, RIGHT), map(_SIDES.__getitem__, replies), strict=True)),
            }
            game = Game(row, True, (), self.opponent)
            yield place, Solution.of(game, self.method, known)

    @property
    def _after(self) -> Integers:
        """Your totals after your left and after your right move, shape (m, 2)."""
        # What a first card leaves, and you get of it: that is the second total of the rest.
        rests = [second for _, second, _ in self._rests]
        totals: Integers = self.cards[:, [0, -1]] + np.stack(rests, axis=1)
        return totals

    @property
    def _lines_first(self) -> Codes:
        """The sides of one best game with you moving first, shape (m, n)."""
        if not self.opponent.is_optimal:
            return self._lines_of(self._decisions, you_first=True)
        sides = np.empty(self.cards.shape, np.uint8)
        stack.lines(compiled.frozen(self.cards), sides)
        return sides

    @property
    def _replies(self) -> Codes:
        """The side that the opponent takes after your left and after your right move, shape (m, 2)."""
        n = self.cards.shape[1]
        if self.opponent.is_optimal:  # they do what you would do in their place
            liked = [find_best() for _, _, find_best in self._rests]
        else:
            liked = [self._liked(self._decisions, n - 1, start) for start in (1, 0)]
        return np.stack([self._settled(each) for each in liked], axis=1)

    @property
    def _positions(self) -> Integers:
        """How many positions `solve` looks at for both totals, shape (m,)."""
        m, n = self.cards.shape
        if not self.opponent.is_optimal:
            return np.full(m, (n + 1) * (n + 2))
        folds = (n - stack.coin_counts(compiled.frozen(self.cards))) // 2
        touched: Integers = 2 * (n + folds)
        return touched

    @cached_property
    def _rests(self) -> list[tuple[Integers, Integers, Callable[[], Codes]]]:
        """What your left and your right move leave, solved."""
        rests = self.cards[:, 1:], self.cards[:, :-1]
        return [solve_table(rest, self.opponent, soon=False) for rest in rests]

    @cached_property
    def _decisions(self) -> Codes:
        return self._decided(True)

    def _decided(self, you_first: bool) -> Codes:
        return games.decide(*_deciding(self.cards, self.opponent), you_first)

    def _liked(self, decisions: Codes, length: int, start: Any) -> Codes:
        """What is liked at the interval of each row that begins at `start`, sides added up, shape (m,)."""
        m, n = self.cards.shape
        block, lane = np.divmod(np.arange(m), decisions.shape[2])
        sides: Codes = decisions[block, games.offset(length, n) + start, lane]
        return sides

    def _settled(self, liked: Codes) -> Codes:
        """What the opponent takes of the sides that they like; left where chance decides, as a line does."""
        side = rules.RIGHT if compiled.ties_of(self.opponent) == rules.RIGHT else rules.LEFT
        return np.where(liked == rules.BOTH, side, liked)

    def _lines_of(self, decisions: Codes, *, you_first: bool) -> Codes:
        m, n = self.cards.shape
        sides = np.full((m, n), rules.LEFT, np.uint8)  # as which the last card counts
        start = np.zeros(m, np.int64)
        for turn in range(n - 1):
            liked = self._liked(decisions, n - turn, start)
            yours = (turn % 2 == 0) == you_first
            sides[:, turn] = (
                np.where(liked & rules.LEFT, rules.LEFT, rules.RIGHT) if yours else self._settled(liked)
            )
            start += sides[:, turn] == rules.LEFT
        return sides


@lru_cache(2**12)
def _line_of(letters: str) -> Line:
    """A line as it is written; on short rows the same ones come again and again."""
    runs = re.findall("L+|R+", letters)
    return Line(tuple((len(run), LEFT if run[0] == "L" else RIGHT) for run in runs))


def _letters(lines: Codes) -> list[str]:
    letters = np.where(lines == rules.LEFT, "L", "R")
    texts: list[str] = letters.view(f"U{lines.shape[1]}").ravel().tolist()
    return texts


def _deciding(cards: Integers, against: Opponent) -> tuple[Any, Any, Any, Any]:
    """Rows and replies as the kernel for decisions gets them."""
    dtype = compiled.dtype_for(cards, against)
    replies = compiled.replies_of(against, cards, dtype)
    assert replies is not None, "columns hold no others"
    return compiled.frozen(cards, dtype), *replies


def _pays(table: Integers, against: Opponent, rows_in_all: int) -> bool:
    """Whether the kernels are worth what they wait for, where rows would be solved one by one instead."""
    if compiled.replies_of(against, table, np.int64) is None:
        return False
    kernel = stack.margins_call() if against.is_optimal else games.decide_call(*_deciding(table, against))
    seconds = SECONDS_OF_A_GAME + IN_PYTHON[method_of(against)](table.shape[1])
    return pays_for(rows_in_all * seconds)(*kernel)
