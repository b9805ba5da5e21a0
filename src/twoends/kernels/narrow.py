"""A long sweep in half as many bits: totals modulo 2**b, told apart by signed differences.

A vector instruction then does twice as many. With M the largest card in size, and T the largest difference
of neighbours on a diagonal of F, totals that are compared on the next one (every second diagonal has F)
differ by at most 2M + 2T, and its neighbours by at most 2M + 3T, because each F is a card and one of three
neighbours, whatever the rule. So differences modulo 2**b, read as signed, are the true ones on the next k
diagonals if

    3**k T + (3**k - 1) M < 2**(b - 1)

and the T that is measured there is true as well. Every k-th diagonal is measured. A leg after which the
inequality does not hold is climbed again, in all bits, from the diagonal below it, which is known to be true.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel
from twoends.kernels.rules import BUILT_IN, Chance, Keys, Rule, intend, keys_in

SHORTEST = 2**16
"""Cards of a row that is worth it: below, the compilation of one more form takes longer than a sweep."""

MOST_UNMEASURED = 4
"""At most so many steps from one measured diagonal to the next: measuring less often gains nothing more."""

TILE = 4096
"""Positions of a diagonal that climb together, in the first cache."""

HALF: dict[Any, Any] = {np.dtype(np.int32): np.dtype(np.int16), np.dtype(np.int64): np.dtype(np.int32)}


class Half(NamedTuple):
    """Cards and keys in half as many bits."""

    cards: NDArray[Any]
    keys: Keys | None


def narrowed(cards: NDArray[Any], rule: Rule, chance: Chance, keys: Keys | None) -> Half | None:
    """Half as many bits; None for a short row, and where the first step might not be exact."""
    bits = HALF.get(cards.dtype)
    # A built-in rule answers with one of the two totals that it is given, which the inequality rests on.
    if bits is None or chance is not None or type(rule) not in BUILT_IN or len(cards) < SHORTEST:
        return None
    half = cards.astype(bits)
    if not ((half == cards).all() and steps_from(2 * largest(half), half)):
        return None
    try:
        return Half(half, keys_in(keys, bits))
    except OverflowError:
        return None


def largest(cards: NDArray[Any]) -> int:
    """M, the largest card in size."""
    return max(abs(int(cards.min())), abs(int(cards.max())))


def steps_from(spread: int, half: NDArray[Any]) -> int:
    """How many steps are exact from a diagonal whose neighbours differ by at most `spread`: 0 or more."""
    most, limit, steps = largest(half), int(np.iinfo(half.dtype).max), 0
    while steps < MOST_UNMEASURED and 3 ** (steps + 1) * (spread + most) - most <= limit:
        steps += 1
    return steps


def widened(totals: NDArray[Any], first: int, dtype: Any) -> NDArray[Any]:
    """The true totals of a true diagonal, of which the first one is known."""
    true = np.empty(len(totals), dtype)
    true[0], true[1:] = first, np.diff(totals)
    return true.cumsum(dtype=dtype)


@kernel
def climb(
    totals: NDArray[Any],
    cards: NDArray[Any],
    low: int,
    high: int,
    rule: Rule,
    keys: Keys | None,
    every: int,
    told: NDArray[np.int64],
) -> None:
    """Bring F, modulo, from the diagonal of `low` cards to that of `high`, tile by tile as in `sweep`.

    told  shape (2,): the largest difference of neighbours on each `every`-th diagonal and the last
          one, and by how much the first total has changed
    """
    end = len(cards) + 1 - low
    spread = change = np.int64(0)
    for edge in range(0, end, TILE):
        unmeasured = 0
        for length in range(low + 2, high + 1, 2):
            shift = length - low
            start, stop = max(0, edge - shift), max(0, min(edge + TILE, end) - shift)
            before = totals[0]
            _both(totals, cards, length, start, stop, rule, keys)
            if edge == 0:
                change += np.int64(totals.dtype.type(totals[0] - before))
            unmeasured += 1
            if unmeasured == every or length + 2 > high:
                unmeasured = 0
                # The last position of the tile before still holds its total of this length.
                spread = max(spread, _spread(totals, max(0, start - 1), stop))
    told[0], told[1] = spread, change


@kernel
def _both(
    totals: NDArray[Any],
    cards: NDArray[Any],
    length: int,
    start: int,
    stop: int,
    rule: Rule,
    keys: Keys | None,
) -> None:
    """As `diagonals.both`, with signed differences where that compares totals."""
    left_keys = cards if keys is None else keys.left
    right_keys = cards if keys is None else keys.right
    total = totals.dtype.type
    one, two, last = np.uint64(1), np.uint64(2), np.uint64(length - 1)
    if length == 2:
        for at in range(np.uint64(start), np.uint64(stop)):
            totals[at] = max(cards[at], cards[at + one])
        return
    for at in range(np.uint64(start), np.uint64(stop)):
        left, right = cards[at], cards[at + last]
        two_on, one_on, here = totals[at + two], totals[at + one], totals[at]
        nearer, further = total(one_on - two_on), total(here - one_on)
        after_left = two_on + intend(rule, left_keys[at + one], right_keys[at + last], total(0), nearer)
        after_right = one_on + intend(rule, left_keys[at], right_keys[at + last - one], total(0), further)
        take_left, take_right = total(left + after_left), total(right + after_right)
        totals[at] = take_right + max(total(take_left - take_right), total(0))


@kernel
def _spread(totals: NDArray[Any], start: int, stop: int) -> Any:
    """The largest difference of neighbours from `start` up to `stop`."""
    total = totals.dtype.type
    least = most = total(0)
    for at in range(np.uint64(start), np.uint64(max(start, stop - 1))):
        difference = total(totals[at + np.uint64(1)] - totals[at])
        least, most = min(least, difference), max(most, difference)
    return max(np.int64(most), -np.int64(least))
