"""Other rules on intervals: a move takes one of several counts of cards from either end.

    margins  two optimal players who alternate: the margin of the mover, and the sum of both totals if the
             rules do not fix it; rows are the lanes of vector instructions
    sweep    any opponent against your best response, any order of turns: both totals, and the moves if wanted

solvers/sweeps.py explains the recurrences. Rows are given as prefix sums. A move from the left leads from
[i, j) to [k, j), one from the right to [i, k). A move that earns the cards it takes earns sums[k] - sums[i]
or sums[j] - sums[k]; one that earns the cards it leaves, the other way round. Of several rows, row r has its
sum of i cards at i * lanes + r; diagonals have the same layout.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.lanes import LANES, interleave

YOURS, OPTIMAL, GENEROUS, GREEDY, MODEST = range(5)
"""The preference of the mover; YOURS: your best response."""

PREFERENCE, TIES_RIGHT, FACTOR, AFTER, OVER = range(5)
"""The columns of a table of phases, shape (phases, 5): the preference of the mover, whether their ties go to
the right end, the factor of a card, the next phase, and whether the game is over."""


# --- two optimal players in turn ---------------------------------------------------------------


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
    """The first mover's margin on each row and the sum of both totals (0 if it is fixed), shape (lanes,).

    sums     shape ((n + 1) * lanes,)
    most     the largest number of cards of a move; 0: any number
    by_rest  whether a move earns the cards it leaves
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
                edges[length, place + 1] = 0 if fixed else gain[at] + double[at]
    gain = gains[n % window][:lanes].copy()
    return gain, np.zeros(lanes, sums.dtype) if fixed else gain + doubles[n % window][:lanes]


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
        both[start : start + lanes] = sums[n * lanes :] if fixed else total


# --- anyone, in any order ----------------------------------------------------------------------


@kernel
def keys(kind: int, earns: int, yours: int, theirs: int) -> tuple[int, int]:
    """The key of a move for a mover of this kind, who prefers the largest pair."""
    if kind == YOURS:
        return earns + yours - theirs, earns + yours
    if kind == OPTIMAL:
        return earns + theirs - yours, earns + theirs
    if kind == GENEROUS:
        return -earns - theirs, yours - theirs - earns
    return (earns, 0) if kind == GREEDY else (-earns, 0)


@kernel
def sweep(
    sums: Integers,
    least: int,
    most: int,
    by_rest: bool,
    phases: Integers,
    reached: NDArray[np.bool_],
    wanted: int,
    edges: Integers,
    decisions: NDArray[np.int32],
) -> Integers:
    """Both totals of a row in each phase, shape (phases, 2).

    reached    the phases that occur at each length, shape (n + 1, phases); empty: all of them
    wanted     the phase whose totals go into `edges`, which has the layout of `margins`
    decisions  empty, shape (0, 0), or filled in with the moves: the count from the left, or minus the count
               from the right; the move on [i, i + length) is at [phase, i + length * (2 n + 3 - length) // 2]

    O(n² counts phases), or O(n² phases) where any number may be taken.
    """
    n, count = len(sums) - 1, len(phases)
    window = min((most if most else least) + 1, n + 1)
    yours, theirs = np.zeros((count, window, n + 1), np.int64), np.zeros((count, window, n + 1), np.int64)
    arms = n + 1 if most == 0 else 0
    # For each side and the place at the other end: where the best continuation from this side leads (-1: none
    # yet), and both totals there.
    best_ends, best_totals = np.full((2, count, arms), -1), np.zeros((2, count, arms, 2), np.int64)
    for length in range(n + 1):
        here = length % window
        if most == 0 and length >= least:
            near = length - least
            at = near % window
            for phase in range(count):
                kind, factor, after = phases[phase, PREFERENCE], phases[phase, FACTOR], phases[phase, AFTER]
                if len(reached) and not reached[near, after]:
                    continue
                for side in range(2 if near else 1):
                    # Up to a constant of the arm, a move earns this times the sum up to where it leads.
                    sign = (-1 if by_rest else factor) * (-1 if side else 1)
                    for i in range(n + 1 - near):
                        fixed, end = (i, i + near) if side else (i + near, i)
                        y, t = yours[after, at, i], theirs[after, at, i]
                        k, pair = best_ends[side, phase, fixed], best_totals[side, phase, fixed]
                        if k < 0 or keys(kind, sign * sums[end], y, t) >= keys(
                            kind, sign * sums[k], pair[0], pair[1]
                        ):
                            best_ends[side, phase, fixed], pair[0], pair[1] = end, y, t
        for phase in range(count):
            if len(reached) and not reached[length, phase]:
                continue
            kind, to_right, factor, after, over = phases[phase]
            for i in range(n + 1 - length):
                j = i + length
                if over or length < least:
                    yours[phase, here, i], theirs[phase, here, i] = 0, 0
                    if len(decisions):
                        decisions[phase, i + length * (2 * n + 3 - length) // 2] = 0
                    continue
                best, best_yours, best_theirs, best_earns = 0, 0, 0, 0
                best_key = (0, 0)
                last = length if most == 0 else min(most, length)
                for side in range(2):
                    for taken in range(least, last + 1):
                        if side and taken == length:
                            continue
                        if most == 0:  # the best continuation on this side
                            k = best_ends[side, phase, i if side else j]
                            if k < 0:
                                break
                            pair = best_totals[side, phase, i if side else j]
                            y, t = pair[0], pair[1]
                        else:
                            k = j - taken if side else i + taken
                            before = (length - taken) % window
                            start = i if side else k
                            y, t = yours[after, before, start], theirs[after, before, start]
                        head = (side == 1) == by_rest
                        earns = sums[k] - sums[i] if head else sums[j] - sums[k]
                        earns *= factor
                        key = keys(kind, earns, y, t)
                        if (
                            best == 0
                            or key > best_key
                            or (side and to_right and best > 0 and key == best_key)
                        ):
                            best, best_key = (k - j if side else k - i), key
                            best_yours, best_theirs, best_earns = y, t, earns
                        if most == 0:
                            break
                if kind == YOURS:
                    best_yours += best_earns
                else:
                    best_theirs += best_earns
                yours[phase, here, i], theirs[phase, here, i] = best_yours, best_theirs
                if len(decisions):
                    decisions[phase, i + length * (2 * n + 3 - length) // 2] = best
        if len(edges) and not (len(reached) and not reached[length, wanted]):
            edges[length, 0], edges[length, 1] = (
                yours[wanted, here, n - length],
                theirs[wanted, here, n - length],
            )
            edges[length, 2], edges[length, 3] = yours[wanted, here, 0], theirs[wanted, here, 0]
    totals = np.zeros((count, 2), np.int64)
    for phase in range(count):
        totals[phase, 0], totals[phase, 1] = yours[phase, n % window, 0], theirs[phase, n % window, 0]
    return totals
