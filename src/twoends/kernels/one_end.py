"""Other rules on suffixes: a move takes one of several counts of cards from the left.

    gains    two optimal players who alternate, at most three cards a move: the margin of the mover
    running  the same for any number of cards, and the sum of both totals
    sweep    any opponent against your best response, any order of turns; also 1-2M

solvers/sweeps.py explains the recurrences. Rows are given as prefix sums, and backwards for moves from the
right. A move from place i to place k earns sums[k] - sums[i]; if moves merge, sums[k]; if it earns the cards
it leaves, sums[n] - sums[k].
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.either_end import YOURS, keys

CARDS, REST, MERGED = range(3)
"""What a move earns: the cards it takes, the cards it leaves, or those it takes and all merged before."""


@kernel
def scan(values: Integers) -> tuple[Any, Any, Any]:
    """The smallest and the largest value, 0 or beyond, and the sum, in one pass."""
    low, high, whole = np.int64(0), np.int64(0), np.int64(0)
    for at in range(np.uint64(len(values))):
        value = values[at]
        low, high, whole = min(low, value), max(high, value), whole + value
    return low, high, whole


@kernel
def gains(values: Integers, most: int) -> Integers:
    """The mover's margin from each of the places 0 to 3 on if a move takes at most 1, 2 or 3 cards.

    `sweep` takes twenty times as long: here the places that a move can lead to are in registers.
    """
    n = len(values)
    nothing, one = np.int64(-(1 << 62)), np.uint64(1)
    # For each place that a move can lead to, minus the margin there and minus the cards from there on.
    first, second, third = np.int64(0), nothing, nothing
    margin = np.zeros(4, np.int64)
    rest = np.int64(0)
    for back in range(np.uint64(n)):
        i = np.uint64(n) - one - back
        rest += values[i]
        best = max(first, max(second, third))
        if i < np.uint64(4):
            margin[i] = rest + best
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


@kernel
def most_of(memory: int, start: int, n: int) -> int:
    """The largest M that matters at a place: as far as M can grow, at most half the rest, rounded up."""
    return max(1, min(memory + start // 2, (n - start + 1) // 2))


@kernel
def sweep(
    sums: Integers,
    least: int,
    most: int,
    score: int,
    doubling: bool,
    memory: int,
    equal: bool,
    phases: Integers,
    reached: NDArray[np.bool_],
    keep: bool,
) -> tuple[Integers, Integers, NDArray[np.int32]]:
    """Both totals and the move in each phase, from each place on, for each M; shape (phases, n + 1, M).

    Arguments as in either_end.sweep; M = 1 is at index 0; moves are only kept if `keep`. `equal` is for two
    optimal players who alternate: there is one phase, and the players change roles after each move.
    """
    n, count = len(sums) - 1, len(phases)
    widest = 1
    if doubling:
        for i in range(n + 1):
            widest = max(widest, most_of(memory, i, n))
    yours, theirs = np.zeros((count, n + 1, widest), np.int64), np.zeros((count, n + 1, widest), np.int64)
    moves = np.zeros((count, n + 1 if keep else 0, widest), np.int32)
    yours_on, theirs_on = (theirs, yours) if equal else (yours, theirs)
    best_place = np.full(count, -1)
    whole = sums[n]
    for i in range(n, -1, -1):
        merged = 1 if score == MERGED and i > 0 else 0
        near = i + least - merged
        if near > n or i == n or (score == MERGED and n - i + merged < 2):
            continue
        for phase in range(count):
            kind, _, factor, after, over = phases[phase]
            if most == 0 and not doubling and not (len(reached) and not reached[n - near, after]):
                k, sign = best_place[phase], -1 if score == REST else 1
                if k < 0 or keys(
                    kind, sign * factor * sums[near], yours_on[after, near, 0], theirs_on[after, near, 0]
                ) >= keys(kind, sign * factor * sums[k], yours_on[after, k, 0], theirs_on[after, k, 0]):
                    best_place[phase] = near
            if over or (len(reached) and not reached[n - i, phase]):
                continue
            for m in range(1, (most_of(memory, i, n) if doubling else 1) + 1):
                best, best_at, best_earns = -1, 0, 0
                best_key = (0, 0)
                first, last = near, min(i + (2 * m if doubling else most) - merged, n)
                if most == 0 and not doubling:
                    first = last = best_place[phase]
                for k in range(first, last + 1):
                    at = min(max(m, k - i), most_of(memory, k, n)) - 1 if doubling else 0
                    if score == REST:
                        earns = whole - sums[k]
                    else:
                        earns = factor * (sums[k] - (0 if score == MERGED else sums[i]))
                    key = keys(kind, earns, yours_on[after, k, at], theirs_on[after, k, at])
                    if best < 0 or key > best_key:
                        best, best_at, best_earns, best_key = k, at, earns, key
                y, t = yours_on[after, best, best_at], theirs_on[after, best, best_at]
                yours[phase, i, m - 1] = y + best_earns if kind == YOURS else y
                theirs[phase, i, m - 1] = t if kind == YOURS else t + best_earns
                if keep:
                    moves[phase, i, m - 1] = best - i + merged
    return yours, theirs, moves


@kernel
def margins_of_rows(
    rows: NDArray[np.int64],
    least: int,
    most: int,
    score: int,
    phases: Integers,
    margin: Integers,
    both: Integers,
) -> None:
    """Fill in the first mover's margin on each row and the sum of both totals; O(m n counts)."""
    everywhere, sums = np.zeros((0, 0), np.bool_), np.zeros(rows.shape[1] + 1, np.int64)
    for row in range(len(rows)):
        sums[1:] = np.cumsum(rows[row])
        yours, theirs, _ = sweep(sums, least, most, score, False, 1, True, phases, everywhere, False)
        margin[row], both[row] = yours[0, 0, 0] - theirs[0, 0, 0], yours[0, 0, 0] + theirs[0, 0, 0]
