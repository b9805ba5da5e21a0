"""Two optimal players on one long row: the reduced row near the speed of reading it.

With alternating prefix sums P(k) = v[0] - v[1] + v[2] - ..., k terms, a reduced coin that covers [a, b)
is worth P(b) - P(a), or P(a) - P(b) if a is odd; coins begin and end where P sets a record, a minimum
among odd k or a maximum among even ones. The left arm of the reduced row are the records met from the
left, the right arm those from the right (docs/theory.md).

Ordinary rows set few records. So the row is skimmed once, by the block: only blocks that reach beyond
the record so far are looked at place by place. A row that is a valley is reduced as it stands. One that
is a deep valley but for some peaks sets a record at almost every card, and a stack is faster there; the
two ends of a row tell which it is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import stack, valley
from twoends.kernels.compiling import kernel

Integers = NDArray[np.int64]

BLOCK = 512
"""Cards in a block, an even number: small enough that reading the next one overlaps with its work."""

MOST_RECORDS = BLOCK // 8
"""If the block at either end sets more of them, the row is one for the stack."""

_LOWEST, _HIGHEST = -(2**62), 2**62
"""No sum of values reaches these, whose totals fit; and no sum of one of them and P overflows."""


class Reduced(NamedTuple):
    """A reduced row, which is a valley of coins.

    coins    the values of the coins, shape (k,)
    stops    where each coin ends; it begins where the one before it ends; shape (k,)
             None if the row was a valley: every coin is a card, and `coins` are the values
    bottom   where the descent of the coins ends
    sum      the sum of the row
    low      the smallest value, 0 of an empty row
    high     the largest value, 0 of an empty row
    touched  how many cards were looked at, each as often as it was, and how many folds were made

    Numbers that leave int64 wrap around; low and high tell whether any did.
    """

    coins: Integers
    stops: Integers | None
    bottom: int
    sum: int
    low: int
    high: int
    touched: int


class _Skimmed(NamedTuple):
    """What each block of a row does to P, from its start on: shape (blocks,).

    change  P at its last place
    least   the minimum of P at the odd places in it
    most    the maximum of P at the even places in it
    """

    change: Integers
    least: Integers
    most: Integers


def reduce(values: Integers) -> Reduced:
    """Reduce a row: O(n) time; memory for what is recorded, on deep rows two numbers a card."""
    n = len(values)
    bottom = valley.bottom(values)
    if bottom >= 0:
        low, high = (int(values[bottom]), int(max(values[0], values[-1]))) if n else (0, 0)
        return Reduced(values, None, bottom, int(values.sum()), low, high, n)
    if _is_deep(values):
        coins, stops = stack.two_arrays(values.shape)
        count = stack.reduce(values, coins, stops)
        coins, stops, touched = coins[:count], stops[:count], n + (n - count) // 2
        total, low, high = values.sum(), values.min(), values.max()
    else:
        coins, stops, total, low, high, touched = _chain(values)
    return Reduced(coins, stops, valley.bottom(coins), int(total), int(low), int(high), touched)


@kernel
def _chain(values: Integers) -> tuple[Integers, Integers, int, int, int, int]:
    """Coins, stops, sum, low, high and touched."""
    skimmed, total, low, high = _skim(values)
    left, left_sums, left_touched = _records_from_left(values, skimmed)
    right, right_sums, right_touched = _records_from_right(values, skimmed, left[-1])
    # The last record from the left is the last one from the right, too.
    places = np.concatenate((left[:-1], right[::-1]))
    sums = np.concatenate((left_sums[:-1] - left_sums[-1], right_sums[::-1] - right_sums[-1]))
    coins = np.diff(sums)
    for coin in range(len(coins)):
        if places[coin] % 2:
            coins[coin] = -coins[coin]
    return coins, places[1:].copy(), total, low, high, len(values) + left_touched + right_touched


@kernel
def _is_deep(values: Integers) -> bool:
    head, tail = values[:BLOCK], values[max(0, len(values) - BLOCK) :]
    from_left, _, _ = _records_from_left(head, _skim(head)[0])
    from_right, _, _ = _records_from_right(tail, _skim(tail)[0], 0)
    return max(len(from_left), len(from_right)) > MOST_RECORDS


@kernel
def _skim(values: Integers) -> tuple[_Skimmed, Any, Any, Any]:
    """Read the row once: its blocks, its sum, its lowest and its highest value.

    Both halves of it side by side: memory brings two streams sooner than one, and a prefix sum of one
    half does not wait for those of the other. That is a fifth of the time.
    """
    n = len(values)
    blocks, half = -(-n // BLOCK), n // BLOCK // 2
    skimmed = _Skimmed(np.empty(blocks, np.int64), np.empty(blocks, np.int64), np.empty(blocks, np.int64))
    change, least, most = skimmed
    total, low, high = np.int64(0), values[0], values[0]
    for at in range(half):
        one, other = (
            values[at * BLOCK : (at + 1) * BLOCK],
            values[(half + at) * BLOCK : (half + at + 1) * BLOCK],
        )
        of_one, of_other, total_of_one, total_of_other, lowest, highest = _skim_two(one, other)
        change[at], least[at], most[at] = of_one
        change[half + at], least[half + at], most[half + at] = of_other
        total += total_of_one + total_of_other
        low, high = min(low, lowest), max(high, highest)
    for at in range(2 * half, blocks):  # a last block without a partner, and one that is not full
        rest = values[at * BLOCK : (at + 1) * BLOCK]
        (change[at], least[at], most[at]), _, total_of_rest, _, lowest, highest = _skim_two(rest, rest)
        total += total_of_rest
        low, high = min(low, lowest), max(high, highest)
    return skimmed, total, low, high


@kernel
def _skim_two(x: Integers, y: Integers) -> tuple[Any, Any, Any, Any, Any, Any]:
    """Two blocks of one length: what each does to P, the sum of each, and the bounds of both."""
    one, two = np.uint64(1), np.uint64(2)
    total_x, total_y, low, high = np.int64(0), np.int64(0), x[0], x[0]
    for k in range(np.uint64(len(x))):  # conditional expressions, for min and max are not vectorised
        total_x += x[k]
        total_y += y[k]
        low = x[k] if x[k] < low else low
        low = y[k] if y[k] < low else low
        high = x[k] if x[k] > high else high
        high = y[k] if y[k] > high else high
    p, least_p, most_p = np.int64(0), np.int64(_HIGHEST), np.int64(_LOWEST)
    q, least_q, most_q = np.int64(0), np.int64(_HIGHEST), np.int64(_LOWEST)
    for k in range(np.uint64(len(x) // 2)):
        p += x[two * k]
        q += y[two * k]
        least_p = p if p < least_p else least_p
        least_q = q if q < least_q else least_q
        p -= x[two * k + one]
        q -= y[two * k + one]
        most_p = p if p > most_p else most_p
        most_q = q if q > most_q else most_q
    if len(x) % 2:
        p += x[len(x) - 1]
        q += y[len(x) - 1]
        least_p, least_q = min(least_p, p), min(least_q, q)
    return (p, least_p, most_p), (q, least_q, most_q), total_x, total_y, low, high


@kernel
def _records_from_left(values: Integers, skimmed: _Skimmed) -> tuple[Integers, Integers, int]:
    """The places of the records from 0 on, alternately even and odd, P there, and the cards looked at."""
    places, sums, count = np.zeros(2 * BLOCK, np.int64), np.zeros(2 * BLOCK, np.int64), 1
    touched = 0
    p, most_even, least_odd = np.int64(0), np.int64(0), np.int64(_HIGHEST)
    for at in range(len(skimmed.change)):
        if p + skimmed.least[at] > least_odd and p + skimmed.most[at] < most_even:
            p += skimmed.change[at]
            continue
        places, sums = _with_room(places, count), _with_room(sums, count)
        for k in range(at * BLOCK, min((at + 1) * BLOCK, len(values))):
            touched += 1
            place = k + 1
            if place % 2:
                p += values[k]
                is_record = p <= least_odd
                least_odd = min(least_odd, p)
            else:
                p -= values[k]
                is_record = p >= most_even
                most_even = max(most_even, p)
            if is_record:  # it takes the place of the one before if that has the same parity
                count += (places[count - 1] - place) % 2
                places[count - 1], sums[count - 1] = place, p
    return places[:count], sums[:count], touched


@kernel
def _records_from_right(values: Integers, skimmed: _Skimmed, end: int) -> tuple[Integers, Integers, int]:
    """The same from the last place on, down to `end`; here P counts from 0 at the last place."""
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
        for k in range(min((at + 1) * BLOCK, n) - 1, at * BLOCK - 1, -1):
            place = k + 1
            if place < end:
                break
            touched += 1
            if place % 2:
                is_record = p < least_odd
                least_odd = min(least_odd, p)
            else:
                is_record = p > most_even
                most_even = max(most_even, p)
            if is_record:
                count += (places[count - 1] - place) % 2
                places[count - 1], sums[count - 1] = place, p
            p += -values[k] if place % 2 else values[k]
    return places[:count], sums[:count], touched


@kernel
def _with_room(numbers: Integers, count: int) -> Integers:
    """The same array, or a longer one that begins with it, with room for a block more."""
    return numbers if count + BLOCK <= len(numbers) else np.concatenate((numbers, numbers))
