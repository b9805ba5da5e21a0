"""The totals of many rows of one length, by compiled kernels in several threads, or in Python."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.engine import bottom_up, compiled, contraction
from twoends.engine.coins import LEFT, RIGHT
from twoends.engine.kernels import sweeps, whole_rows
from twoends.engine.kernels.threads import Result, run_jobs
from twoends.rules.opponents import Opponent

Codes = NDArray[np.uint8]
"""Sets of sides, as sums of LEFT and RIGHT."""

Solved = tuple[NDArray[Any], NDArray[Any], Callable[[], Codes]]
"""The totals that `solve_table` returns, and its function."""

STEPS_AT_ONCE = 2**26
"""The most steps in one call of a kernel, some hundredths of a second, unless it is a single block of lanes:
Ctrl-C works only between calls, and the memory for narrow copies is reused."""

STEPS_FOR_THREADS = 2**22
"""The fewest steps that are divided among threads: about a millisecond."""

PIECES_PER_THREAD = 4

STEPS_PER_CARD = 16
"""The cost of contraction per card, in steps of the recurrence (measured)."""

NARROW = (np.int16, np.int32)
"""The dtypes to try before int64: narrower numbers mean more lanes."""

LONG = 3_000
"""Rows of at least this many cards are solved one by one unless both players are optimal: no lane stays
empty, and two levels of one row fit the first cache, those of a block of rows do not."""


def solve_table(
    table: NDArray[np.int64], against: Opponent, threads: int = 1, bounds: compiled.Bounds | None = None
) -> Solved:
    """Your totals moving first and second on every row of a table, and a function for the best sides.

    bounds  the smallest and the largest value, if known
    """
    m, n = table.shape
    if against.is_optimal:
        sums = table.sum(axis=1)
        first = (sums + _margins(table, threads)) // 2
        return first, sums - first, partial(_best_against_optimal, table, threads)
    dtype = compiled.dtype_for(table, against, NARROW, bounds)
    first, second, best = np.empty(m, dtype), np.empty(m, dtype), np.zeros(m, np.uint8)

    def solve_piece(piece: slice) -> None:
        """Convert some rows to the dtype and solve them."""
        keys, kind, weights = compiled.replies_of(against, table[piece], dtype)
        rows = compiled.frozen(table[piece], dtype)
        near = compiled.near(rows, sweeps.NEAR) if against.stochastic else None
        sweeps.totals(
            rows, keys, kind, weights, near, sweeps.lanes_of(rows), first[piece], second[piece], best[piece]
        )

    run_in_pieces(solve_piece, m, n * n, threads)
    wide = np.float64 if against.stochastic else np.int64
    return first.astype(wide), second.astype(wide), best.copy


def solve_table_in_python(table: NDArray[np.int64], against: Opponent) -> Solved:
    """Solve the rows of a table one by one, without kernels."""
    kind, dtype = (float, np.float64) if against.stochastic else (int, np.int64)
    first, second = np.empty(len(table), dtype), np.empty(len(table), dtype)
    best = np.zeros(len(table), np.uint8)
    for k, row in enumerate(table.tolist()):
        values, n = list(map(kind, row)), len(row)
        first[k], second[k], after_left, after_right = _in_python(values, against, row)
        if n:
            left, right = values[0] + after_left, values[-1] + after_right
            near = sweeps.NEAR * sum(map(abs, values)) if against.stochastic else 0
            best[k] = LEFT * (left >= right - near)
            best[k] += RIGHT * (right >= left - near and n > 1)
    return first, second, best.copy  # unlike a lambda, this can be pickled


def _in_python(values: list[Any], against: Opponent, exact: list[int]) -> tuple[Any, Any, Any, Any]:
    """Your totals on a row moving first and second, and on what your first moves from both ends leave."""
    if against.is_optimal:
        total, margin = sum(values), contraction.margin(values)
        rests = values[1:], values[:-1]
        first, *after = (
            (total + margin) // 2,
            *((sum(rest) - contraction.margin(rest)) // 2 for rest in rests),
        )
        return first, total - first, *after
    n, prepared = len(values), bottom_up.prepare(values, against, exact=exact)
    first, second = (bottom_up.Sweep(prepared, you_first) for you_first in (True, False))
    bottom_up.run(first)
    bottom_up.run(second)
    left, right = (first.total(n - 1, 1), first.total(n - 1)) if n else (0, 0)
    return first.total(n), second.total(n), left, right


def _margins(table: NDArray[np.int64], threads: int) -> NDArray[np.int64]:
    """The first player's margin on every row of a table that fits, both players optimal."""
    rows, margins = compiled.frozen(table), np.empty(len(table), np.int64)

    def measure(piece: slice) -> None:
        whole_rows.margins_of_rows(rows[piece], margins[piece])

    run_in_pieces(measure, len(rows), rows.shape[1] * STEPS_PER_CARD, threads)
    return margins


def run_in_pieces(
    work: Callable[[slice], Result], m: int, steps: int, threads: int, most: float = math.inf
) -> list[Result]:
    """Do work on m rows piece by piece, in threads if it is long; the results of all pieces, in order.

    steps  the cost of a row
    most   the most rows in a piece

    A piece has whole blocks of lanes: at least one, else at most STEPS_AT_ONCE steps and `most` rows.
    Each thread gets several pieces, because one that starts late or is interrupted then takes fewer.
    """
    size = threads if m * steps >= STEPS_FOR_THREADS else 1
    fair = m if size == 1 else m // (PIECES_PER_THREAD * size)
    at_once = max(1, min(STEPS_AT_ONCE // (steps * sweeps.LANES + 1), fair // sweeps.LANES)) * sweeps.LANES
    at_once = int(min(at_once, most))
    return run_jobs((partial(work, slice(start, start + at_once)) for start in range(0, m, at_once)), size)


def _best_against_optimal(table: NDArray[np.int64], threads: int) -> Codes:
    """All best sides on every row, both players optimal."""
    m, n = table.shape
    if n < 2:
        return np.full(m, LEFT * n, np.uint8)
    left = table[:, 0] - _margins(table[:, 1:], threads)
    right = table[:, -1] - _margins(table[:, :-1], threads)
    sides: Codes = (LEFT * (left >= right) + RIGHT * (right >= left)).astype(np.uint8)
    return sides
