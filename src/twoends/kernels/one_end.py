"""Other rules on suffixes: a move takes one of several counts of cards from the left.

    margins     two optimal players in turn: what the mover gains, and the sum of both totals
    growing     the same for 1-2M
    sweep       anyone against your best response, any order of turns

solvers/sweeps.py explains the recurrences. Cards are prefix sums here; for moves from the right, the row is
given backwards. A move from place i to place k earns sums[k] - sums[i]; where moves merge, sums[k]; where it
earns what it leaves, sums[n] - sums[k].
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.either_end import YOURS, keys

CARDS, REST, MERGED = range(3)
"""What a move earns: what it takes, what it leaves, or what it takes with all that was merged before."""


@kernel
def scan(values: Integers) -> tuple[Any, Any, Any]:
    """The smallest and the largest value, 0 or beyond, and the sum, in one pass."""
    low, high, whole = np.int64(0), np.int64(0), np.int64(0)
    for at in range(np.uint64(len(values))):
        value = values[at]
        low, high, whole = min(low, value), max(high, value), whole + value
    return low, high, whole


@kernel
def margins(
    values: Integers, whole: int, least: int, most: int, score: int, fixed: bool, keep: bool
) -> tuple[Integers, Integers]:
    """What the mover gains from each place on, and the sum of both totals there, 0 if fixed. O(n counts).

    whole  the sum of the values
    most   the most cards of a move; 0: any number, O(n)
    keep   whether all places are kept, shape (n + 1,); else place k stands at k modulo a power of two, as
           long as a move from a place before it may lead there
    """
    n, size = len(values), 1
    while size <= (most if most else least):
        size *= 2
    mask = (1 << 62) - 1 if keep else size - 1
    room = n + 1 if keep else size
    margin, both = np.zeros(room, np.int64), np.zeros(1 if fixed else room, np.int64)
    earned = np.zeros(size, np.int64)  # what a move to each place earns, from the beginning of the row
    by_rest, few = score == REST, size - 1
    nothing = np.int64(-(1 << 62))
    way, way_total = nothing, nothing  # the best way on, so counted
    here, added = whole, np.int64(n + 1)
    earned[n & few] = 0 if by_rest else whole
    for i in range(n - 1, -1, -1):
        here -= values[i]
        earned[i & few] = whole - here if by_rest else here
        merged = 1 if score == MERGED and i > 0 else 0
        near = i + least - merged
        offset = here if score == CARDS else 0
        gain, total = nothing, nothing
        if near > n or (score == MERGED and n - i + merged < 2):
            gain, total = np.int64(0), np.int64(0)
        elif most == 0:
            while added > near:
                added -= 1
                earns = earned[added & few]
                other = earns - margin[added & mask]
                if fixed:
                    way = max(way, other)
                elif other >= way:
                    other_total = earns + both[added & mask]
                    way_total = max(way_total, other_total) if other == way else other_total
                    way = other
            gain, total = way - offset, way_total - offset
        else:
            for k in range(near, min(i + most - merged, n) + 1):
                earns = earned[k & few] - offset
                other = earns - margin[k & mask]
                if fixed:
                    gain = max(gain, other)
                elif other >= gain:
                    other_total = earns + both[k & mask]
                    total = max(total, other_total) if other == gain else other_total
                    gain = other
        margin[i & mask] = gain
        if not fixed:
            both[i & mask] = total
    return margin, both


@kernel
def gains(values: Integers, most: int) -> Integers:
    """What the mover gains from the places 0 to 3 on, where a move takes at most 1, 2 or 3 cards.

    `margins` takes four times as long: here the places that a move may lead to are in registers.
    """
    n = len(values)
    nothing, one = np.int64(-(1 << 62)), np.uint64(1)
    # Of each of them, less what comes after it, what the other one gains from there on.
    first, second, third = np.int64(0), nothing, nothing
    found = np.zeros(4, np.int64)
    rest = np.int64(0)
    for back in range(np.uint64(n)):
        i = np.uint64(n) - one - back
        rest += values[i]
        best = max(first, max(second, third))
        if i < np.uint64(4):
            found[i] = rest + best
        third = second if most > 2 else nothing
        second = first if most > 1 else nothing
        first = -2 * rest - best
    return found


@kernel
def running(values: Integers, whole: int, score: int) -> tuple[Any, Any]:
    """What the first mover gains, and the sum of both totals, where a move takes any number, or 2-any merge.

    `margins` takes three times as long, because it keeps places.
    """
    n = len(values)
    gain, total, here = np.int64(0), np.int64(0), whole
    way, way_total = np.int64(-(1 << 62)), np.int64(0)
    for back in range(np.uint64(n - (score == MERGED))):
        earns = whole - here if score == REST else here
        other = earns - gain
        if other >= way:
            way_total = max(way_total, earns + total) if other == way else earns + total
            way = other
        here -= values[np.uint64(n) - np.uint64(1) - back]
        offset = here if score == CARDS else 0
        gain, total = way - offset, way_total - offset
    return gain, total


@kernel
def most_of(memory: int, start: int, n: int) -> int:
    """The largest M that matters at a place: what play from M reaches, or half the rest, rounded up."""
    return max(1, min(memory + start // 2, (n - start + 1) // 2))


@kernel
def growing(sums: Integers, memory: int, by_rest: bool) -> tuple[Integers, Integers]:
    """The same as `margins` for 1-2M, for each place and M; shape (n + 1, M), M = 1 at index 0. O(n³/48).

    memory  M at the beginning
    """
    n = len(sums) - 1
    widest = 1
    for i in range(n + 1):
        widest = max(widest, most_of(memory, i, n))
    margin, both = np.zeros((n + 1, widest), np.int64), np.zeros((n + 1, widest), np.int64)
    whole = sums[n]
    for i in range(n - 1, -1, -1):
        for m in range(1, most_of(memory, i, n) + 1):
            best, best_total = np.int64(-(1 << 62)), np.int64(-(1 << 62))
            for k in range(i + 1, min(i + 2 * m, n) + 1):
                at = min(max(m, k - i), most_of(memory, k, n)) - 1
                earns = whole - sums[k] if by_rest else sums[k] - sums[i]
                other, other_total = earns - margin[k, at], earns + both[k, at]
                if other > best or (other == best and other_total > best_total):
                    best, best_total = other, other_total
            margin[i, m - 1], both[i, m - 1] = best, best_total
    return margin, both


@kernel
def sweep(
    sums: Integers, least: int, most: int, score: int, doubling: bool, memory: int, kinds: Integers,
    counts: Integers, afters: Integers, overs: Integers, reached: NDArray[np.bool_], keep: bool,
) -> tuple[Integers, Integers, NDArray[np.int32]]:  # fmt: skip
    """Both totals and the move in each phase, from each place on, for each M; shape (phases, n + 1, M).

    Arguments as in either_end.sweep and above; the moves only if `keep`. M = 1 is at index 0.
    """
    n, phases = len(sums) - 1, len(kinds)
    widest = 1
    if doubling:
        for i in range(n + 1):
            widest = max(widest, most_of(memory, i, n))
    yours, theirs = np.zeros((phases, n + 1, widest), np.int64), np.zeros((phases, n + 1, widest), np.int64)
    moves = np.zeros((phases, n + 1 if keep else 0, widest), np.int32)
    best_way = np.full(phases, -1)
    whole = sums[n]
    for i in range(n, -1, -1):
        merged = 1 if score == MERGED and i > 0 else 0
        near = i + least - merged
        if near > n or i == n or (score == MERGED and n - i + merged < 2):
            continue
        for phase in range(phases):
            kind, factor, after = kinds[phase], counts[phase], afters[phase]
            if most == 0 and not doubling and not (len(reached) and not reached[n - near, after]):
                earns = factor * (whole - sums[near] if score == REST else sums[near])
                k = best_way[phase]
                better = k < 0
                if k >= 0:
                    before = factor * (whole - sums[k] if score == REST else sums[k])
                    better = keys(kind, earns, yours[after, near, 0], theirs[after, near, 0]) >= keys(
                        kind, before, yours[after, k, 0], theirs[after, k, 0]
                    )
                if better:
                    best_way[phase] = near
            if overs[phase] or (len(reached) and not reached[n - i, phase]):
                continue
            for m in range(1, (most_of(memory, i, n) if doubling else 1) + 1):
                best, best_at = -1, 0
                best_key = (0, 0)
                first, last = near, min(i + (2 * m if doubling else most) - merged, n)
                if most == 0 and not doubling:
                    first = last = best_way[phase]
                for k in range(first, last + 1):
                    at = min(max(m, k - i), most_of(memory, k, n)) - 1 if doubling else 0
                    if score == REST:
                        earns = whole - sums[k]
                    else:
                        earns = factor * (sums[k] - (0 if score == MERGED else sums[i]))
                    key = keys(kind, earns, yours[after, k, at], theirs[after, k, at])
                    if best < 0 or key > best_key:
                        best, best_at, best_key = k, at, key
                if score == REST:
                    earns = whole - sums[best]
                else:
                    earns = factor * (sums[best] - (0 if score == MERGED else sums[i]))
                y, t = yours[after, best, best_at], theirs[after, best, best_at]
                yours[phase, i, m - 1] = y + earns if kind == YOURS else y
                theirs[phase, i, m - 1] = t if kind == YOURS else t + earns
                if keep:
                    moves[phase, i, m - 1] = best - i + merged
    return yours, theirs, moves


@kernel
def margins_of_rows(
    rows: NDArray[np.int64], least: int, most: int, score: int, fixed: bool, margin: Integers, both: Integers
) -> None:
    """Fill in what the first mover gains on each of m rows, and the sum of both totals; O(m n counts)."""
    for row in range(len(rows)):
        whole = rows[row].sum()
        gain, total = margins(rows[row], whole, least, most, score, fixed, False)
        margin[row], both[row] = gain[0], whole if fixed else total[0]
