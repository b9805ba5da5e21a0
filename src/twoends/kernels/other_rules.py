"""Rows by other rules than one card from either end.

    margins  two optimal players who alternate, either end: the margin of the mover, and the sum of both
             totals; rows are the lanes of vector instructions
    gain     two optimal players who alternate, at most three cards from the left: the margin of the mover
    running  the same for any number of cards, and the sum of both totals
    sweep    any opponent against your best response, any order of turns: all positions

`turns` explains the recurrences. Rows are given as prefix sums, and backwards for moves from the right. Of
several rows, row r has its sum of i cards at i * lanes + r; diagonals have the same layout.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import turns
from twoends.kernels.compiling import Integers, compiled_copy, kernel
from twoends.kernels.sweeps import LANES, interleave
from twoends.kernels.turns import Dials, Positions

_solve = compiled_copy(turns, "_choose", "_add_to_arms").solve


# --- two optimal players in turn, either end -----------------------------------------------------


@kernel
def _offer(
    gain: NDArray[Any], double: NDArray[Any], more: NDArray[Any], less: NDArray[Any],
    after: NDArray[Any], double_after: NDArray[Any],
) -> None:  # fmt: skip
    """Improve each position by a move that earns more - less, after which the other player gains `after`.

    double  twice the other player's total, which decides between equal gains; empty: it never does
    """
    of = gain.dtype.type
    if not len(double):
        for at in range(np.uint64(len(gain))):
            gain[at] = max(gain[at], of(more[at] - less[at] - after[at]))
        return
    for at in range(np.uint64(len(gain))):
        offered, other = of(more[at] - less[at] - after[at]), of(double_after[at] + 2 * after[at])
        better = (offered > gain[at]) | ((offered == gain[at]) & (other > double[at]))
        gain[at] = offered if better else gain[at]
        double[at] = other if better else double[at]


@kernel
def margins(
    sums: NDArray[Any], lanes: int, least: int, most: int, by_rest: bool, fixed: bool, edges: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The first mover's margin on each row and the sum of both totals, shape (lanes,).

    sums     shape ((n + 1) * lanes,)
    most     the largest number of cards of a move; 0: any number
    by_rest  whether a move earns the cards it leaves
    fixed    whether both totals add up to the sum of the row
    edges    empty, or, for one lane, filled in: edges[k] has the margin and the sum of both totals on the
             last k cards, then those on the first k; shape (n + 1, 4)

    O(n² counts), or O(n²) where any number may be taken.
    """
    n = len(sums) // lanes - 1
    window, room = (most if most else least) + 1, (n + 1) * lanes
    nothing = sums.dtype.type(-(1 << (8 * sums.itemsize - 3)))
    gains = np.zeros((window, room), sums.dtype)
    doubles = np.zeros((window, 0 if fixed else room), sums.dtype)
    # If a move may take any number: the best continuation for all intervals that stop, or start, at a place.
    arms = room if most == 0 else 0
    left, right = np.full(arms, nothing, sums.dtype), np.full(arms, nothing, sums.dtype)
    left_double, right_double = (
        np.zeros(0 if fixed else arms, sums.dtype),
        np.zeros(0 if fixed else arms, sums.dtype),
    )
    minus, zeros = -sums, np.zeros(arms, sums.dtype)
    for length in range(n + 1):
        count = room - length * lanes
        gain, double = gains[length % window][:count], doubles[length % window][:count]
        gain[:] = 0 if length < least else nothing
        double[:] = 0
        starts, stops = sums[:count], sums[length * lanes :]
        if most and length >= least:
            for taken in range(least, min(most, length) + 1):
                after, double_after = gains[(length - taken) % window], doubles[(length - taken) % window]
                a, b = taken * lanes, (length - taken) * lanes
                middle = sums[a : a + count]
                more, less = (stops, middle) if by_rest else (middle, starts)
                _offer(gain, double, more, less, after[a : a + count], double_after[a : a + count])
                if taken < length:
                    middle = sums[b : b + count]
                    more, less = (middle, starts) if by_rest else (stops, middle)
                    _offer(gain, double, more, less, after, double_after)
        elif length >= least:
            # Intervals that a move can now lead to for the first time join the arms; each position reads two.
            a = (length - least) * lanes
            m = room - a
            after, double_after = gains[(length - least) % window][:m], doubles[(length - least) % window][:m]
            more = minus if by_rest else sums
            _offer(left[a:], left_double[a:], more[:m], zeros, after, double_after)
            if a:
                more = sums if by_rest else minus
                _offer(right[:m], right_double[:m], more[a:], zeros, after, double_after)
            a = length * lanes
            less, other = (minus, sums) if by_rest else (sums, minus)
            _offer(gain, double, left[a:], less[a:] if by_rest else less[:count], zeros, left_double[a:])
            _offer(gain, double, right[:count], other[:count] if by_rest else other[a:], zeros, right_double)
        if len(edges):
            for place, at in ((0, n - length), (2, 0)):
                edges[length, place] = gain[at]
                edges[length, place + 1] = stops[at] - starts[at] if fixed else gain[at] + double[at]
    gain = gains[n % window][:lanes].copy()
    return gain, sums[n * lanes :].copy() if fixed else gain + doubles[n % window][:lanes]


@kernel
def margins_of_rows(
    rows: NDArray[Any], least: int, most: int, by_rest: bool, fixed: bool, margin: Integers, both: Integers
) -> None:
    """Fill in the first mover's margin on each row and the sum of both totals; O(m n² counts)."""
    m, n = rows.shape
    no_edges = np.zeros((0, 4), rows.dtype)
    for start in range(0, m, LANES):
        block = rows[start : start + LANES]
        lanes = len(block)
        sums = np.zeros((n + 1) * lanes, rows.dtype)
        interleave(block, sums[lanes:], lanes)
        for at in range(lanes, len(sums)):
            sums[at] += sums[at - lanes]
        gain, total = margins(sums, lanes, least, most, by_rest, fixed, no_edges)
        margin[start : start + lanes] = gain
        both[start : start + lanes] = total


# --- two optimal players in turn, one end -------------------------------------------------------


CARDS, REST, MERGED = range(3)
"""What a move earns: the cards it takes, the cards it leaves, or those it takes and all merged before."""


@kernel
def gain(values: Integers, most: int) -> Any:
    """The first mover's margin if a move takes at most 1, 2 or 3 cards.

    `sweep` takes twenty times as long: here the places that a move can lead to are in registers.
    """
    n = len(values)
    nothing, one = np.int64(-(1 << 62)), np.uint64(1)
    # For each place that a move can lead to, minus the margin there and minus the cards from there on.
    first, second, third = np.int64(0), nothing, nothing
    rest, margin = np.int64(0), np.int64(0)
    for back in range(np.uint64(n)):
        rest += values[np.uint64(n) - one - back]
        best = max(first, max(second, third))
        margin = rest + best
        third = second if most > 2 else nothing
        second = first if most > 1 else nothing
        first = -2 * rest - best
    return margin


@kernel
def running(values: Integers, whole: int, score: int) -> tuple[Any, Any]:
    """The first mover's margin and the sum of both totals if a move takes any number, or 2-any merge.

    `sweep` takes twenty times as long, because it stores every place.
    """
    n = len(values)
    gain, total, here = np.int64(0), np.int64(0), whole
    best, best_total = np.int64(-(1 << 62)), np.int64(0)
    for back in range(np.uint64(n - (score == MERGED))):
        earns = whole - here if score == REST else here
        offered = earns - gain
        if offered >= best:
            best_total = max(best_total, earns + total) if offered == best else earns + total
            best = offered
        here -= values[np.uint64(n) - np.uint64(1) - back]
        offset = here if score == CARDS else 0
        gain, total = best - offset, best_total - offset
    return gain, total


# --- anyone, in any order ----------------------------------------------------------------------


@kernel
def sweep(
    dials: Dials,
    sums: Integers,
    movers: Integers,
    reached: NDArray[np.bool_],
    at: Positions,
    moves: NDArray[np.int32],
    edges: Integers,
    wanted: int,
) -> None:
    """Solve all positions of a row; arguments as in `turns.solve`.

    O(n² counts phases) for either end, O(n counts phases) for one end, n times that for 1-2M; O(1) instead of
    counts where any number may be taken.
    """
    _solve(dials, sums, movers, reached, range(len(sums)), at, moves, edges, wanted, None)


@kernel
def margins_of_suffixes(
    rows: NDArray[np.int64], dials: Dials, movers: Integers, at: Positions, margin: Integers, both: Integers
) -> None:
    """Fill in the first mover's margin on each row and the sum of both totals; O(m n counts)."""
    n = rows.shape[1]
    everywhere, sums = np.zeros((0, 0), np.bool_), np.zeros(n + 1, np.int64)
    no_moves, no_edges = np.zeros((0, 0), np.int32), np.zeros((0, 4), np.int64)
    for row in range(len(rows)):
        sums[1:] = np.cumsum(rows[row])
        at.arms[:, :, :, 0] = -1
        sweep(dials, sums, movers, everywhere, at, no_moves, no_edges, 0)
        yours, theirs = at.yours[0, n % at.yours.shape[1], 0], at.theirs[0, n % at.yours.shape[1], 0]
        margin[row], both[row] = yours - theirs, yours + theirs
