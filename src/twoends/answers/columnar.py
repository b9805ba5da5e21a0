"""Solutions of many short rows at once, computed in columns of machine integers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers.group_totals import Codes, solve_table
from twoends.answers.groups import by_length
from twoends.answers.solution import Move, Solution, winner_of
from twoends.kernels import games, rules, whole_rows
from twoends.rules.games import Game
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, Line
from twoends.solvers import compiled
from twoends.solvers.costs import IN_PYTHON, SECONDS_OF_A_GAME, call_within, method_of

MOST_CARDS = 64
"""Longer rows take so long to solve that columns gain nothing."""

Integers = NDArray[np.int64]

_SIDE_OF = {rules.LEFT: LEFT, rules.RIGHT: RIGHT}
_REPLIES = {
    (left, right): {LEFT: _SIDE_OF[left], RIGHT: _SIDE_OF[right]} for left in _SIDE_OF for right in _SIDE_OF
}
_BEST = {1: (LEFT,), -1: (RIGHT,), 0: (LEFT, RIGHT)}


def solve_together(rows: Sequence[Row | None], against: Opponent, rows_in_all: int) -> list[Solution | None]:
    """Solve the rows that fit columns, one length at a time; None for each of the others.

    Columns hold rows of 2 to MOST_CARDS cards that fit as integers, against a built-in opponent without
    random moves, unless solving `rows_in_all` such rows one by one takes less time than loading the kernels.
    """
    solutions: list[Solution | None] = [None] * len(rows)
    if against.stochastic or not compiled.serves(against):
        return solutions
    given = ((place, row) for place, row in enumerate(rows) if row is not None)
    for table in by_length(given, most_cards=MOST_CARDS)[0]:
        places, n = table.places.tolist(), table.rows.shape[1]
        if n > 1:
            seconds = rows_in_all * (SECONDS_OF_A_GAME + IN_PYTHON[method_of(against)](n))
            of_length = [rows[place] for place in places]
            solved = call_within(seconds, _solutions, table.rows, of_length, against)
            for place, solution in zip(places, solved or (), strict=False):
                solutions[place] = solution
    return solutions


def _solutions(cards: Integers, rows: Sequence[Row], against: Opponent) -> list[Solution]:
    """The solutions of m rows of n > 1 cards, with all values that views show already computed.

    cards  the rows as integers in units of the rows, shape (m, n)
    """
    n, method = cards.shape[1], method_of(against)
    dealt = Game(rows[0], True, (), against)
    tables = cards, cards[:, 1:], cards[:, :-1]
    (firsts, seconds, _), *rests = [solve_table(table, against) for table in tables]
    after = cards[:, [0, -1]] + np.stack([second for _, second, _ in rests], axis=1)
    if against.is_optimal:
        sides = np.empty(cards.shape, np.uint8)
        whole_rows.lines(compiled.frozen(cards), sides)
        lines = lines_second = _lines(sides)
        preferred = [find_best() for _, _, find_best in rests]  # they do what you would do in their place
        folds = (n - whole_rows.coin_counts(compiled.frozen(cards))) // 2
        touched = 2 * (n + folds)
    else:
        decisions = games.decide(*_decide_args(cards, against), True)
        lines = _lines(_sides(decisions, cards.shape, against, you_first=True))
        preferred = [_preferred(decisions, cards.shape, n - 1, start) for start in (1, 0)]
        decisions = games.decide(*_decide_args(cards, against), False)
        lines_second = _lines(_sides(decisions, cards.shape, against, you_first=False))
        touched = np.full(len(cards), (n + 1) * (n + 2))
    replies = [_break_ties(sides, against).tolist() for sides in preferred]
    sums, (left, right) = cards.sum(axis=1), after.T
    gains = left - right
    amounts = np.stack(
        (
            firsts,
            seconds,
            sums - firsts,
            sums - seconds,
            2 * firsts - sums,
            2 * seconds - sums,
            sums,
            left,
            np.maximum(-gains, 0),
            sums - left,
            right,
            np.maximum(gains, 0),
            sums - right,
        ),
        axis=1,
    )
    solutions = []
    signs = np.sign((2 * firsts - sums, firsts - seconds, gains))  # of exact numbers, not of shown ones
    for row, shown, ahead, order, side, positions, replies_to, line, line_second in zip(
        rows,
        amounts.tolist(),
        *signs.tolist(),
        touched.tolist(),
        zip(*replies, strict=True),
        lines,
        lines_second,
        strict=True,
    ):
        first, second, theirs_first, theirs_second, margin_first, margin_second, row_sum, *of_moves = (
            row.scale.show_all(shown)
        )
        moves = Move(LEFT, *of_moves[:3]), Move(RIGHT, *of_moves[3:])
        known = {
            "error": 0,
            "positions": positions,
            "first": first,
            "second": second,
            "theirs_first": theirs_first,
            "theirs_second": theirs_second,
            "margin_first": margin_first,
            "margin_second": margin_second,
            "go_first": order >= 0,
            "order_irrelevant": order == 0,
            "winner": winner_of(ahead),
            "exact": True,
            "sum": row_sum,
            "moves": moves if side >= 0 else moves[::-1],
            "best": _BEST[side],
            "line": line,
            "line_second": line_second,
            "_replies": _REPLIES[replies_to].copy(),
        }
        solutions.append(Solution.of(dealt.unchecked(shape=row), method, known))
    return solutions


def _sides(decisions: Codes, shape: tuple[int, ...], against: Opponent, *, you_first: bool) -> Codes:
    """The sides of one best game on each row, shape (m, n)."""
    m, n = shape
    sides = np.full(shape, rules.LEFT, np.uint8)  # the last card counts as left
    start = np.zeros(m, np.int64)
    for turn in range(n - 1):
        preferred = _preferred(decisions, shape, n - turn, start)
        if (turn % 2 == 0) == you_first:
            sides[:, turn] = np.where(preferred & rules.LEFT, rules.LEFT, rules.RIGHT)
        else:
            sides[:, turn] = _break_ties(preferred, against)
        start += sides[:, turn] == rules.LEFT
    return sides


def _preferred(decisions: Codes, shape: tuple[int, ...], length: int, start: Any) -> Codes:
    """The sides that the mover prefers in each row's interval of this length from `start`, shape (m,)."""
    m, n = shape
    block, lane = np.divmod(np.arange(m), decisions.shape[2])
    sides: Codes = decisions[block, games.offset(length, n) + start, lane]
    return sides


def _break_ties(preferred: Codes, against: Opponent) -> Codes:
    """The side that the opponent takes of those preferred; left if chance decides, as in a line."""
    side = rules.RIGHT if compiled.ties_of(against) == rules.RIGHT else rules.LEFT
    return np.where(preferred == rules.BOTH, side, preferred)


def _lines(sides: Codes) -> list[Line]:
    """The line of each row."""
    letters = np.where(sides == rules.LEFT, "L", "R")
    return [*map(_parse_line, letters.view(f"U{sides.shape[1]}").ravel().tolist())]


@lru_cache(2**12)
def _parse_line(letters: str) -> Line:
    """The line of these letters; cached, because short rows have few different lines."""
    runs = re.findall("L+|R+", letters)
    return Line(tuple((len(run), LEFT if run[0] == "L" else RIGHT) for run in runs))


def _decide_args(cards: Integers, against: Opponent) -> tuple[Any, Any, Any, Any]:
    """The first arguments of `games.decide`."""
    dtype = compiled.dtype_for(cards, against)
    return compiled.frozen(cards, dtype), *compiled.replies_of(against, cards, dtype)
