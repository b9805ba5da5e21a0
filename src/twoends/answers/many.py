"""Solutions of many short rows: the same as `solve` gives one by one, from the kernels for many rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers.batch import solve_table
from twoends.answers.gathering import by_length
from twoends.answers.solution import Solution, solve
from twoends.kernels import games, rules, stack
from twoends.rules.games import Game
from twoends.rules.replies import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, Line, Side
from twoends.solvers import Found, compiled, contraction
from twoends.solvers.dispatch import Solved, scaled_for, whole_of

MOST_CARDS = 64
"""Longer rows take so long themselves that nothing is gained."""


def solutions(rows: Sequence[Row], against: Opponent) -> list[Solution]:
    """Solve many rows against an opponent; those that the kernels do not serve one by one."""
    served = compiled.serves(against) and not against.custom and not against.stochastic
    tables, _ = by_length(list(enumerate(rows)), most_cards=MOST_CARDS) if served else ((), ())
    found: dict[int, Solution] = {}
    for table in tables:
        places = table.places.tolist()
        found |= zip(places, _solved([rows[at] for at in places], table.rows, against), strict=True)
    return [found.get(place) or solve(row, against) for place, row in enumerate(rows)]


def _solved(rows: Sequence[Row], table: NDArray[np.int64], against: Opponent) -> Iterator[Solution]:
    """The solutions of rows of one length, whose integers are given."""
    n = table.shape[1]
    first, second, _ = solve_table(table, against)
    if n > 1:
        # What a first card leaves, and you get of it: that is the second total of the rest.
        left = table[:, 0] + solve_table(table[:, 1:], against)[1]
        right = table[:, -1] + solve_table(table[:, :-1], against)[1]
        values = list(zip(left.tolist(), right.tolist(), strict=True))
    else:
        values = list(map(tuple, table.tolist()))
    if against.is_optimal:
        method, touched = "contraction", 2 * (n + (n - stack.coin_counts(compiled.frozen(table))) // 2)
        # The same for either player to start.
        line: Callable[[int, bool], Line | None] = partial(
            _either, cache(partial(_line_of_contraction, table))
        )
    else:
        method, touched = "bottom-up", np.full(len(table), (n + 1) * (n + 2))
        line = partial(_line_of_decisions, table, cache(partial(_decisions, table, against)))
    totals = zip(first.tolist(), second.tolist(), touched.tolist(), values, strict=True)
    for at, (row, (yours, theirs, positions, by_end)) in enumerate(zip(rows, totals, strict=True)):
        answer = Found(yours, theirs, positions, partial(tuple, by_end), partial(line, at))
        scaled = scaled_for(row, against)
        solved = Solved(method, scaled, answer, partial(whole_of, row, against, scaled, answer))
        yield Solution(Game(row, True, (), against), method, 0, positions, solved)


def _either(line: Callable[[int], Line], at: int, you_first: bool) -> Line:
    return line(at)


def _line_of_contraction(table: NDArray[np.int64], at: int) -> Line:
    reduced = contraction.reduce(table[at].tolist())
    return Line.of_runs(contraction.take_larger_end(reduced.coins, reduced.widths)[1])


def _decisions(table: NDArray[np.int64], against: Opponent, you_first: bool) -> NDArray[np.uint8]:
    cards = compiled.frozen(table, compiled.dtype_for(table, against))
    return games.decide(cards, compiled.rule_of(against), None, you_first)


def _line_of_decisions(
    table: NDArray[np.int64], decisions: Callable[[bool], NDArray[np.uint8]], at: int, you_first: bool
) -> Line | None:
    n = table.shape[1]
    of_all = decisions(you_first)
    of_row: list[Any] = of_all[at // of_all.shape[2], :, at % of_all.shape[2]].tolist()
    start, stop = 0, n
    sides: list[Side] = []
    while start < stop:
        length = stop - start
        decided = of_row[(length - 1) * (2 * n - length + 2) // 2 + start]
        if not decided:  # their rule mixes both sides
            return None
        goes_left = decided == rules.LEFT
        sides.append(LEFT if goes_left else RIGHT)
        start, stop = (start + 1, stop) if goes_left else (start, stop - 1)
    return Line.of(sides)
