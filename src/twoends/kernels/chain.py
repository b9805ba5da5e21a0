"""Two optimal players on one long row: reduce it nearly as fast as it can be read.

With alternating prefix sums P(k) = v[0] - v[1] + v[2] - ..., k terms, a reduced coin that covers [a, b)
is worth P(b) - P(a), or P(a) - P(b) if a is odd; coins begin and end where P sets a record, a minimum
among odd k or a maximum among even k. The left arm of the reduced row consists of the records met from the
left, the right arm of those met from the right (docs/theory.md).

Ordinary rows set few records. So a long row is skimmed once, block by block, and only blocks that may exceed
the record so far are read place by place. A valley is already reduced. A row that is a deep valley except for
some peaks sets a record at almost every card, and a stack is faster; the two ends of the row show which kind
it is.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from twoends.kernels import stack, valley
from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.threads import parts, run_jobs

STRIDE = 32
"""The number of cards between two places where P is computed, a multiple of four."""

BLOCK = 16 * STRIDE
"""The number of cards in a block, which is skipped or read as a whole."""

LONG_ROW = 2**20
"""Rows of this many cards are worth several threads, each of which reads a part."""

MOST_RECORDS = BLOCK // 8
"""If the block at either end sets more records than this, the stack is faster."""

_LOWEST, _HIGHEST = -(2**62), 2**62
"""Bounds that no sum of values reaches if totals fit; adding P to one of them does not overflow."""


class Chain(NamedTuple):
    """A reduced row, which is a valley of coins.

    coins    the values of the coins, shape (k,)
    stops    where each coin ends, shape (k,); it begins where the one before it ends
             None if the row was a valley: every coin is a card, and `coins` are the values
    sum      the sum of the row
    low      the smallest value, 0 for an empty row
    high     the largest value, 0 for an empty row
    touched  the number of reads of a card, plus the number of folds

    Numbers that overflow int64 wrap around; low and high tell whether any did.
    """

    coins: Integers
    stops: Integers | None
    sum: int
    low: int
    high: int
    touched: int


class _Skimmed(NamedTuple):
    """The effect of each block of a row on P, relative to its start; shape (blocks,).

    change  P at its last place, 0 if the block was not skimmed
    least   a lower bound of P at its odd places
    most    an upper bound of P at its even places
    """

    change: Integers
    least: Integers
    most: Integers


class _Walk(NamedTuple):
    """The state of a walk along a block, stride by stride.

    p      P at the current place
    least  a lower bound of P at the odd places so far
    most   an upper bound of P at the even places so far
    sum, low, high   of the cards so far
    """

    p: Any
    least: Any
    most: Any
    sum: Any
    low: Any
    high: Any


def reduce(values: Integers, threads: int = 1) -> Chain:
    """Reduce a row in O(n) time; the memory is that of the records, up to two numbers a card on deep rows."""
    n = len(values)
    bottom = valley.bottom(values)
    if bottom >= 0:
        low, high = (int(values[bottom]), int(max(values[0], values[-1]))) if n else (0, 0)
        return Chain(values, None, int(values.sum()), low, high, n)
    if _is_deep(values):
        coins, stops = np.empty((2, n), np.int64)  # NumPy requests large pages, which halves the cost
        count = stack.reduce(values, coins, stops)
        coins, stops, touched = coins[:count], stops[:count], n + (n - count) // 2
        total, low, high = values.sum(), values.min(), values.max()
    else:
        size = threads if n >= LONG_ROW else 1
        # several parts for each thread, because a thread that starts late then does fewer of them
        found = run_jobs((partial(_skim, values[of]) for of in parts(n, 4 * size, 4 * BLOCK)), size)
        skimmed, totals, lows, highs = zip(*found, strict=True)
        coins, stops, touched = _records(values, _Skimmed(*map(np.concatenate, zip(*skimmed, strict=True))))
        total, low, high = np.sum(totals, dtype=np.int64), min(lows), max(highs)
    coins.setflags(write=False)  # like the values, so the game is compiled once for both
    return Chain(coins, stops, int(total), int(low), int(high), touched)


@kernel
def _records(values: Integers, skimmed: _Skimmed) -> tuple[Integers, Integers, int]:
    """The coins, the stops and `touched`."""
    left, left_sums, left_touched = _records_from_left(values, skimmed)
    right, right_sums, right_touched = _records_from_right(values, skimmed, left[-1])
    # The last record from the left is also the last one from the right.
    places = np.concatenate((left[:-1], right[::-1]))
    sums = np.concatenate((left_sums[:-1] - left_sums[-1], right_sums[::-1] - right_sums[-1]))
    coins = np.diff(sums)
    for coin in range(len(coins)):
        if places[coin] % 2:
            coins[coin] = -coins[coin]
    return coins, places[1:].copy(), len(values) + left_touched + right_touched


@kernel
def _is_deep(values: Integers) -> bool:
    head, tail = values[:BLOCK], values[max(0, len(values) - BLOCK) :]
    from_left, _, _ = _records_from_left(head, _skim(head)[0])
    from_right, _, _ = _records_from_right(tail, _skim(tail)[0], 0)
    return max(len(from_left), len(from_right)) > MOST_RECORDS


@kernel
def _skim(values: Integers) -> tuple[_Skimmed, Any, Any, Any]:
    """Read the row once: its blocks, its sum, its lowest and its highest value.

    Its four quarters are read side by side, because memory delivers four streams faster than one. Blocks left
    over at the end are not skimmed: they get bounds with which they will be read.
    """
    blocks, quarter = -(-len(values) // BLOCK), len(values) // (4 * BLOCK)
    change = np.zeros(blocks, np.int64)
    least, most = np.full(blocks, _LOWEST), np.full(blocks, _HIGHEST)
    rest = values[4 * quarter * BLOCK :]
    total, low, high = rest.sum(), values[0], values[0]
    for value in rest:
        low, high = min(low, value), max(high, value)
    start = _Walk(np.int64(0), np.int64(_HIGHEST), np.int64(_LOWEST), np.int64(0), values[0], values[0])
    for at in range(quarter):
        first, second, third, fourth = start, start, start, start
        for k in range(at * BLOCK, (at + 1) * BLOCK, STRIDE):
            first = _stride(first, values, k)
            second = _stride(second, values, k + quarter * BLOCK)
            third = _stride(third, values, k + 2 * quarter * BLOCK)
            fourth = _stride(fourth, values, k + 3 * quarter * BLOCK)
        for quarters, walk in enumerate((first, second, third, fourth)):
            block = at + quarters * quarter
            change[block], least[block], most[block] = walk.p, walk.least, walk.most
            total += walk.sum
            low, high = min(low, walk.low), max(high, walk.high)
    return _Skimmed(change, least, most), total, low, high


@kernel
def _stride(walk: _Walk, values: Integers, start: int) -> _Walk:
    """The walk after one more stride. Its sums are independent of each other, unlike P at every place.

    Two cards change P by at most high - low. A place 2 j is j such steps from the start of the stride and
    STRIDE // 2 - j from its end, so P is at most STRIDE // 4 steps above one of the two. A place 2 j + 1 is a
    card above 2 j, and a card above 2 j + 2: P is at least low above j steps down from the start, or
    STRIDE // 2 - 1 - j down from the end. The smaller number is at most STRIDE // 4 - 1; one more step turns
    low into high.
    """
    total, change, low, high = np.int64(0), np.int64(0), values[start], values[start]
    for k in range(np.uint64(STRIDE)):
        value = values[np.uint64(start) + k]
        total += value
        change += -np.int64(value) if k % np.uint64(2) else value  # Numba negates before it widens
        low = value if value < low else low  # min and max are not vectorised
        high = value if value > high else high
    p, slack = walk.p + change, STRIDE // 4 * (np.int64(high) - low)
    least, most = min(walk.p, p) - slack + high, max(walk.p, p) + slack
    return _Walk(
        p,
        min(walk.least, least),
        max(walk.most, most),
        walk.sum + total,
        min(walk.low, low),
        max(walk.high, high),
    )


@kernel
def _records_from_left(values: Integers, skimmed: _Skimmed) -> tuple[Integers, Integers, int]:
    """The places of the records from 0 on, alternately even and odd; P there; the number of cards read."""
    places, sums, count = np.zeros(2 * BLOCK, np.int64), np.zeros(2 * BLOCK, np.int64), 1
    touched = 0
    p, most_even, least_odd = np.int64(0), np.int64(0), np.int64(_HIGHEST)
    for at in range(len(skimmed.change)):
        if p + skimmed.least[at] > least_odd and p + skimmed.most[at] < most_even:
            p += skimmed.change[at]
            continue
        places, sums = _with_room(places, count), _with_room(sums, count)
        end = min((at + 1) * BLOCK, len(values))
        touched += end - at * BLOCK
        for place in range(at * BLOCK + 1, end + 1):
            if place % 2:
                p += values[place - 1]
                if p > least_odd:
                    continue
                least_odd = p
            else:
                p -= values[place - 1]
                if p < most_even:
                    continue
                most_even = p
            # a record: it replaces the one before if that has the same parity
            count += (places[count - 1] - place) % 2
            places[count - 1], sums[count - 1] = place, p
    return places[:count], sums[:count], touched


@kernel
def _records_from_right(values: Integers, skimmed: _Skimmed, end: int) -> tuple[Integers, Integers, int]:
    """The same from the last place down to `end`; here P is 0 at the last place."""
    n = len(values)
    places, sums, count = np.full(2 * BLOCK, n, np.int64), np.zeros(2 * BLOCK, np.int64), 1
    touched = 0
    p = np.int64(0)
    most_even, least_odd = (np.int64(_LOWEST), p) if n % 2 else (p, np.int64(_HIGHEST))
    for at in range(len(skimmed.change) - 1, max(0, end - 1) // BLOCK - 1, -1):
        before = p - skimmed.change[at]
        if before + skimmed.least[at] >= least_odd and before + skimmed.most[at] <= most_even:
            p = before
            continue
        places, sums = _with_room(places, count), _with_room(sums, count)
        first, last = max(end, at * BLOCK + 1), min((at + 1) * BLOCK, n)
        touched += last - first + 1
        for place in range(last, first - 1, -1):
            here = p
            if place % 2:
                p -= values[place - 1]
                if here >= least_odd:
                    continue
                least_odd = here
            else:
                p += values[place - 1]
                if here <= most_even:
                    continue
                most_even = here
            count += (places[count - 1] - place) % 2
            places[count - 1], sums[count - 1] = place, here
    return places[:count], sums[:count], touched


@kernel
def _with_room(numbers: Integers, count: int) -> Integers:
    """The same array, or a longer one that begins with it, with room for one more block."""
    return numbers if count + BLOCK <= len(numbers) else np.concatenate((numbers, numbers))
