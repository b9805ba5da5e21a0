"""Many rows by other rules: compiled for two optimal players in turn, else row by row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.answers.gathering import array_of, gathered
from twoends.answers.solution import solve
from twoends.kernels.threads import team_of
from twoends.rules.preferences import Opponent
from twoends.rules.rules import Rules
from twoends.rules.sides import AnyMove, counted_text
from twoends.solvers import compiled, compiled_sweeps

ROWS_AT_ONCE = 4_096
"""A thread solves so many rows at a time: Python sees Ctrl-C between two calls."""


class Found(NamedTuple):
    """Your totals and margins when you move first and when they do, shape (m,) each; alone, no second."""

    first: NDArray[Any]
    second: NDArray[Any]
    margins: tuple[NDArray[Any], NDArray[Any]]
    rows: Sequence[Any]


def solve_all(rules: Rules, rows: Any, against: Opponent, threads: int) -> Found:
    """Solve rows that `frames.rows_of` gave. Raises what `solve` raises."""
    served = compiled_sweeps.serves_rows(rules, against)
    tables, rest, given = gathered(rows, scale=not against.custom, threads=threads)
    columns: list[list[Any]] = [[None] * len(given) for _ in range(4)]
    one_by_one = [(place, row) for place, row in rest]
    sign = -1 if rules.goal == "least" else 1
    for part in tables:
        dtype = None
        if served and part.rows.size:
            low, high = part.bounds or compiled.bounds(part.rows)
            dtype = compiled_sweeps.fitting(rules, part.rows.shape[1], max(abs(low), abs(high)))
        if dtype is None:
            one_by_one += [(place, given[place]) for place in part.places.tolist()]
            continue
        gain, both = (np.empty(len(part.rows), np.int64) for _ in range(2))
        pieces = [slice(start, start + ROWS_AT_ONCE) for start in range(0, len(part.rows), ROWS_AT_ONCE)]
        with team_of(threads if len(pieces) > 1 else 1) as team:
            team.do(
                partial(
                    compiled_sweeps.margins_of_rows, rules, sign * part.rows[of], dtype, gain[of], both[of]
                )
                for of in pieces
            )
        shown = [
            part.show(each)
            for each in (sign * (both + gain) // 2, sign * (both - gain) // 2, sign * gain, -sign * gain)
        ]
        if len(tables) == 1 and not rest:
            return Found(shown[0], shown[1], (shown[2], shown[3]), given.kept())
        for column, numbers in zip(columns, shown, strict=True):
            for place, number in zip(part.places.tolist(), numbers.tolist(), strict=True):
                column[place] = number
    for place, row in one_by_one:
        solved = solve(row, against, rules=rules)
        told = solved.first, solved.second, solved.margin_first, solved.margin_second
        for column, number in zip(columns, told, strict=True):
            column[place] = number
    first, second, margin_first, margin_second = (
        np.array(column, object) if None in column else array_of(column) for column in columns
    )
    return Found(first, second, (margin_first, margin_second), given.kept())


def best_moves(rules: Rules, rows: Sequence[Any], against: Opponent) -> NDArray[np.str_]:
    """All your best first moves on each row, as the notation writes them: LR, or L1 R2."""
    return np.array([written(rules, solve(row, against, rules=rules).best) for row in rows], np.str_)


def written(rules: Rules, moves: Sequence[AnyMove]) -> str:
    """Moves of one row side by side."""
    if rules.one_card:
        return "".join(map(str, moves))
    return " ".join(counted_text([(1, move)]) for move in moves)
