"""The totals of many rows of one length: by compiled kernels, in pieces that threads share, or in Python."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import lanes, stack
from twoends.kernels import rules as reply_rules
from twoends.kernels.compiling import always
from twoends.kernels.threads import Result, team_of
from twoends.rules.numbers import Scale, Scaled
from twoends.rules.preferences import Opponent
from twoends.solvers import compiled
from twoends.solvers.costs import IN_PYTHON, SECONDS_OF_A_TABLE, method_of, pays_for
from twoends.solvers.row_solver import solve_in_python

Codes = NDArray[np.uint8]
"""Sides as reply_rules.LEFT and reply_rules.RIGHT, added up."""

STEPS_AT_ONCE = 2**26
"""A kernel is given so many rows at a time that it makes at most so many steps, hundredths of a second, or a
block of lanes: Python sees Ctrl-C between two calls, and the room for narrow copies is used again."""

STEPS_FOR_THREADS = 2**22
"""From so many steps on, about a millisecond, several threads share them."""

PIECES_FOR_A_THREAD = 4

STEPS_OF_A_CARD = 16
"""What a card costs that contraction reads, in steps of the recurrence (measured)."""

NARROW = (np.int16, np.int32)
"""What decks and other short rows are tried in before 64 bits: fewer bits are more lanes."""

LONG = 3_000
"""Rows of so many cards are solved one by one, unless both play optimally: no lane is left empty, and a sweep
works in tiles that fit the first cache. Measured, a block of lanes to its 32 rows one by one: at 3,000 cards
0.9 in int32, 1.0 in float64, 1.7 in int64; at 4,000 1.0 to 1.2, 1.4, 2.3."""


def solve_table(
    table: NDArray[np.int64],
    against: Opponent,
    threads: int = 1,
    *,
    bounds: compiled.Bounds | None = None,
    soon: bool = True,
) -> tuple[NDArray[Any], NDArray[Any], Callable[[], Codes]]:
    """Both totals of every row of a table that fits, and how to find the best sides.

    bounds  of all its values, if they are known
    soon    in Python where that is done sooner, which is of no use to who means to compile
    """
    m, n = table.shape
    pays = pays_for(m * (SECONDS_OF_A_TABLE + IN_PYTHON[method_of(against)](n))) if soon else always
    if against.is_optimal:
        if not pays(*stack.margins_call()):
            return _solve_in_python(table, against)
        sums = np.empty(m, np.int64)
        margins = _margins(table, threads, sums)
        first = (sums + margins) // 2
        return first, sums - first, partial(_best_against_optimal, table, threads)
    dtype = compiled.dtype_for(table, against, NARROW, bounds)
    first, second, best = np.empty(m, dtype), np.empty(m, dtype), np.empty(m, np.uint8)
    one = compiled.frozen(table[:1], dtype)
    replies = compiled.replies_of(against, table[:1], dtype)
    if replies is None:
        return _solve_in_python(table, against)
    call = lanes.totals, one, *replies, first, second, best
    if not (against.custom or pays(*call)):
        return _solve_in_python(table, against)

    def solved(of: slice) -> bool:
        """Whether the keys fit; the rows come to their dtype here, where several threads work."""
        if (each := compiled.replies_of(against, table[of], dtype)) is not None:
            lanes.totals(compiled.frozen(table[of], dtype), *each, first[of], second[of], best[of])
        return each is not None

    with compiled.failing_as(against):
        fit = in_pieces(solved, m, n * n, threads)
    if not all(fit):
        return _solve_in_python(table, against)
    wide = np.int64 if replies.chance is None else np.float64
    return first.astype(wide), second.astype(wide), best.copy


def _solve_in_python(
    table: NDArray[np.int64], against: Opponent
) -> tuple[NDArray[Any], NDArray[Any], Callable[[], Codes]]:
    """The same, row by row, for so few of them that they are solved before a kernel is compiled."""
    kind, dtype = (float, np.float64) if against.stochastic else (int, np.int64)
    first, second = np.empty(len(table), dtype), np.empty(len(table), dtype)
    best = np.zeros(len(table), np.uint8)
    for k, row in enumerate(table.tolist()):
        values = list(map(kind, row))
        result = solve_in_python(method_of(against), Scaled(values, Scale()), against)
        assert result.second is not None, "it is a row"
        first[k], second[k] = kind(result.first[0]), kind(result.second[0])
        if after := result.after():
            (left, _), (right, _) = after[0], after[-1]
            near = lanes.NEAR * sum(map(abs, values)) if against.stochastic else 0
            best[k] = reply_rules.LEFT * (left >= right - near)
            best[k] += reply_rules.RIGHT * (right >= left - near and len(after) > 1)
    return first, second, best.copy  # unlike a lambda it can be pickled


def _margins(
    table: NDArray[np.int64], threads: int, sums: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """The margin of who moves first on every row of a table that fits, both players optimal.

    `sums` is filled in, if it is given, because that takes a tenth of the time.
    """
    rows, margins = compiled.frozen(table), np.empty(len(table), np.int64)

    def measure(of: slice) -> None:
        stack.margins(rows[of], margins[of])
        if sums is not None:
            np.sum(rows[of], axis=1, out=sums[of])

    in_pieces(measure, len(rows), rows.shape[1] * STEPS_OF_A_CARD, threads)
    return margins


def in_pieces(
    work: Callable[[slice], Result], m: int, steps: int, threads: int, most: float = math.inf
) -> list[Result]:
    """Do work of so many steps a row on m rows, a piece at a time; what it returns of each, in their order.

    A piece is whole blocks of lanes, within STEPS_AT_ONCE if one block is. Few steps are done before another
    thread wakes; else there are a few pieces for each thread, because one that begins late, or is
    interrupted, then takes fewer.
    most  rows of a piece, which may be fewer than a block
    """
    with team_of(threads if m * steps >= STEPS_FOR_THREADS else 1) as team:
        fair = m if team.size == 1 else m // (PIECES_FOR_A_THREAD * team.size)
        at_once = max(1, min(STEPS_AT_ONCE // (steps * lanes.LANES + 1), fair // lanes.LANES)) * lanes.LANES
        at_once = int(min(at_once, most))
        return team.do(partial(work, slice(start, start + at_once)) for start in range(0, m, at_once))


def _best_against_optimal(table: NDArray[np.int64], threads: int) -> Codes:
    """Compare your margins after either move."""
    m, n = table.shape
    if n < 2:
        return np.full(m, reply_rules.LEFT * n, np.uint8)
    left = table[:, 0] - _margins(table[:, 1:], threads)
    right = table[:, -1] - _margins(table[:, :-1], threads)
    sides: Codes = (reply_rules.LEFT * (left >= right) + reply_rules.RIGHT * (right >= left)).astype(np.uint8)
    return sides
