"""Solutions of many short rows at once, computed in columns of machine integers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers.group_totals import Codes, solve_table
from twoends.answers.groups import by_length
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
"""Longer rows take so long to solve that columns gain nothing."""

Integers = NDArray[np.int64]

_SIDES = {rules.LEFT: LEFT, rules.RIGHT: RIGHT}
_BEST = {(True, False): (LEFT,), (False, True): (RIGHT,), (True, True): (LEFT, RIGHT)}


def solve_together(
    rows: Sequence[tuple[int, Row]], against: Opponent, rows_in_all: int
) -> Iterator[tuple[int, Solution]]:
    """Solve the rows that fit columns, given with their places, one length at a time; leave out the others.

    Columns hold rows of 2 to MOST_CARDS cards that fit as integers, against a built-in opponent without
    random moves, unless solving `rows_in_all` such rows one by one takes less time than loading the kernels.
    """
    if against.custom or against.stochastic or not compiled.serves(against):
        return
    row_at = dict(rows)
    for table in by_length(rows, most_cards=MOST_CARDS)[0]:
        if table.rows.shape[1] > 1 and _pays(table.rows, against, rows_in_all):
            places = table.places.tolist()
            solutions = _Columns(table.rows, against).solutions([row_at[place] for place in places])
            yield from zip(places, solutions, strict=True)


class _Columns:
    """The values of m rows of n > 1 cards against one opponent, in units as in `Row.scaled`.

    cards   the rows as integers, shape (m, n)
    first   your totals when you move first, shape (m,)
    second  your totals when the opponent moves first, shape (m,)
    """

    def __init__(self, cards: Integers, against: Opponent) -> None:
        self.cards, self.opponent = cards, against
        self.method = method_of(against)
        self.first, self.second, _ = solve_table(cards, against, allow_python=False)

    def solutions(self, rows: Sequence[Row]) -> Iterator[Solution]:
        """The solution of each row, with all values that views show already computed."""
        lines = [*map(_parse_line, _letters(self._lines_first))]
        lines_second = lines
        if not self.opponent.is_optimal:
            sides = self._lines(self._decide(you_first=False), you_first=False)
            lines_second = [*map(_parse_line, _letters(sides))]
        for row, first, second, row_sum, (left, right), replies, positions, line, line_second in zip(
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
                Move(LEFT, show(left), show(max(right - left, 0)), show(row_sum - left)),
                Move(RIGHT, show(right), show(max(left - right, 0)), show(row_sum - right)),
            )
            known = {
                "error": 0,
                "positions": positions,
                "first": show(first),
                "second": show(second),
                "theirs_first": show(row_sum - first),
                "theirs_second": show(row_sum - second),
                "margin_first": show(2 * first - row_sum),
                "margin_second": show(2 * second - row_sum),
                "go_first": first >= second,
                "order_irrelevant": first == second,
                "winner": winner_of(2 * first - row_sum),
                "exact": True,
                "sum": show(row_sum),
                "moves": moves if left >= right else moves[::-1],
                "best": _BEST[left >= right, right >= left],
                "line": line,
                "line_second": line_second,
                "_replies": dict(zip((LEFT, RIGHT), map(_SIDES.__getitem__, replies), strict=True)),
            }
            game = Game(row, True, (), self.opponent)
            yield Solution.of(game, self.method, known)

    @property
    def _after(self) -> Integers:
        """Your totals if you take the left and the right end first, shape (m, 2)."""
        rests = [second for _, second, _ in self._rests]
        totals: Integers = self.cards[:, [0, -1]] + np.stack(rests, axis=1)
        return totals

    @property
    def _lines_first(self) -> Codes:
        """The sides of one best game with you moving first, shape (m, n)."""
        if not self.opponent.is_optimal:
            return self._lines(self._decisions, you_first=True)
        sides = np.empty(self.cards.shape, np.uint8)
        stack.lines(compiled.frozen(self.cards), sides)
        return sides

    @property
    def _replies(self) -> Codes:
        """The opponent's replies to your left and to your right move, shape (m, 2)."""
        n = self.cards.shape[1]
        if self.opponent.is_optimal:  # they do what you would do in their place
            preferred = [find_best() for _, _, find_best in self._rests]
        else:
            preferred = [self._preferred(self._decisions, n - 1, start) for start in (1, 0)]
        return np.stack([self._break_ties(sides) for sides in preferred], axis=1)

    @property
    def _positions(self) -> Integers:
        """The number of positions that `solve` examines for both totals, shape (m,)."""
        m, n = self.cards.shape
        if not self.opponent.is_optimal:
            return np.full(m, (n + 1) * (n + 2))
        folds = (n - stack.coin_counts(compiled.frozen(self.cards))) // 2
        touched: Integers = 2 * (n + folds)
        return touched

    @cached_property
    def _rests(self) -> list[tuple[Integers, Integers, Callable[[], Codes]]]:
        """The solutions of the rests after your left and after your right move."""
        rests = self.cards[:, 1:], self.cards[:, :-1]
        return [solve_table(rest, self.opponent, allow_python=False) for rest in rests]

    @cached_property
    def _decisions(self) -> Codes:
        return self._decide(you_first=True)

    def _decide(self, *, you_first: bool) -> Codes:
        return games.decide(*_decide_args(self.cards, self.opponent), you_first)

    def _preferred(self, decisions: Codes, length: int, start: Any) -> Codes:
        """The sides that the mover prefers in each row's interval of this length from `start`, shape (m,)."""
        m, n = self.cards.shape
        block, lane = np.divmod(np.arange(m), decisions.shape[2])
        sides: Codes = decisions[block, games.offset(length, n) + start, lane]
        return sides

    def _break_ties(self, preferred: Codes) -> Codes:
        """The side that the opponent takes of those preferred; left if chance decides, as in a line."""
        side = rules.RIGHT if compiled.ties_of(self.opponent) == rules.RIGHT else rules.LEFT
        return np.where(preferred == rules.BOTH, side, preferred)

    def _lines(self, decisions: Codes, *, you_first: bool) -> Codes:
        m, n = self.cards.shape
        sides = np.full((m, n), rules.LEFT, np.uint8)  # the last card counts as left
        start = np.zeros(m, np.int64)
        for turn in range(n - 1):
            preferred = self._preferred(decisions, n - turn, start)
            if (turn % 2 == 0) == you_first:
                sides[:, turn] = np.where(preferred & rules.LEFT, rules.LEFT, rules.RIGHT)
            else:
                sides[:, turn] = self._break_ties(preferred)
            start += sides[:, turn] == rules.LEFT
        return sides


@lru_cache(2**12)
def _parse_line(letters: str) -> Line:
    """The line of these letters; cached, because short rows have few different lines."""
    runs = re.findall("L+|R+", letters)
    return Line(tuple((len(run), LEFT if run[0] == "L" else RIGHT) for run in runs))


def _letters(lines: Codes) -> list[str]:
    letters = np.where(lines == rules.LEFT, "L", "R")
    texts: list[str] = letters.view(f"U{lines.shape[1]}").ravel().tolist()
    return texts


def _decide_args(cards: Integers, against: Opponent) -> tuple[Any, Any, Any, Any]:
    """The first arguments of `games.decide`."""
    dtype = compiled.dtype_for(cards, against)
    replies = compiled.replies_of(against, cards, dtype)
    assert replies is not None, "_pays checks that the keys fit"
    return compiled.frozen(cards, dtype), *replies


def _pays(table: Integers, against: Opponent, rows_in_all: int) -> bool:
    """Whether the kernels fit and are loaded sooner than these rows are solved one by one."""
    if compiled.replies_of(against, table, np.int64) is None:
        return False
    kernel = stack.margins_call() if against.is_optimal else games.decide_call(*_decide_args(table, against))
    seconds = SECONDS_OF_A_GAME + IN_PYTHON[method_of(against)](table.shape[1])
    return pays_for(rows_in_all * seconds)(*kernel)
