"""One anti-diagonal of the recurrence from the one before it: the innermost loops of every sweep.

    F(i,j) = your total when you are to move     = max(v[i] + G(i+1,j), v[j-1] + G(i,j-1))
    G(i,j) = your total when the opponent moves  = reply(v[i], v[j-1], F(i+1,j), F(i,j-1))

A diagonal holds the intervals of one length by their start. Rows of the same length may be interleaved, like
the lanes of a vector instruction: card i of row k is at i * lanes + k, and so are the totals. A single row is
one lane.

Three things keep the loops vectorised: indices are unsigned, because Numba checks signed ones for negative
values; sums are cast back to the dtype of the row, because Numba widens them; and `yours` and `theirs` write
to another array than they read. `both` does the two in one pass for a single row, in place: it computes each
reply twice, but is faster (measured), because it reads and writes half as much.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel
from twoends.kernels.rules import LEFT, RIGHT, Chance, Keys, Rule, reply, sides


@kernel
def yours(diagonal: NDArray[Any], before: NDArray[Any], cards: NDArray[Any], length: int, lanes: int) -> None:
    """Fill the diagonal of `length` cards with F, given G on the diagonal before."""
    total = diagonal.dtype.type
    last, step = np.uint64((length - 1) * lanes), np.uint64(lanes)
    for at in range(np.uint64(cards.size) - last):
        take_left = total(cards[at] + before[at + step])
        take_right = total(cards[at + last] + before[at])
        diagonal[at] = max(take_left, take_right)


@kernel
def theirs(
    diagonal: NDArray[Any],
    before: NDArray[Any],
    cards: NDArray[Any],
    length: int,
    lanes: int,
    rule: Rule,
    chance: Chance,
    keys: Keys,
) -> None:
    """Fill the diagonal of `length` cards with G, given F on the one before; keys are laid out as cards."""
    ranked = cards if keys is None else keys
    last, step = np.uint64((length - 1) * lanes), np.uint64(lanes)
    if length == 1:  # they take the single card: there is no reply to compute
        diagonal[:] = 0
        return
    for at in range(np.uint64(cards.size) - last):
        diagonal[at] = reply(rule, chance, ranked[at], ranked[at + last], before[at + step], before[at])


@kernel
def decide_yours(
    decided: NDArray[np.uint8],
    before: NDArray[Any],
    cards: NDArray[Any],
    length: int,
    lanes: int,
    near: NDArray[np.float64] | None,
) -> None:
    """Fill in the sum of your best sides on the intervals of `length` cards, given G on the diagonal before.

    near  None, or the largest difference at which two expectations count as equal, for each card, because
          finding its lane would take a division
    """
    total = cards.dtype.type
    last, step = np.uint64((length - 1) * lanes), np.uint64(lanes)
    for at in range(np.uint64(cards.size) - last):
        take_left, take_right = total(cards[at] + before[at + step]), total(cards[at + last] + before[at])
        if near is not None and abs(take_left - take_right) <= near[at]:
            take_left = take_right
        right = RIGHT * (take_right >= take_left) if length > 1 else 0  # the last card counts as LEFT
        decided[at] = LEFT * (take_left >= take_right) + right


@kernel
def decide_theirs(
    decided: NDArray[np.uint8],
    before: NDArray[Any],
    cards: NDArray[Any],
    length: int,
    lanes: int,
    rule: Rule,
    keys: Keys,
    near: NDArray[np.float64] | None,
) -> None:
    """The same for the sides that they prefer, given F on the diagonal before."""
    ranked = cards if keys is None else keys
    last, step = np.uint64((length - 1) * lanes), np.uint64(lanes)
    if length == 1:  # a single card counts as LEFT: there is no rule to ask
        decided[: cards.size] = LEFT
        return
    for at in range(np.uint64(cards.size) - last):
        after_left, after_right = before[at + step], before[at]
        if near is not None and abs(after_left - after_right) <= near[at]:
            after_left = after_right
        decided[at] = sides(rule, ranked[at], ranked[at + last], after_left, after_right)


@kernel
def both(
    totals: NDArray[Any],
    cards: NDArray[Any],
    length: int,
    start: int,
    stop: int,
    rule: Rule,
    chance: Chance,
    keys: Keys,
) -> None:
    """Replace F for `length` - 2 cards by F for `length` cards, in place, for the starts [start, stop)."""
    ranked = cards if keys is None else keys
    total = totals.dtype.type
    one, two, last = np.uint64(1), np.uint64(2), np.uint64(length - 1)
    if length == 2:  # they take the single card that is left: there is no reply to compute
        for at in range(np.uint64(start), np.uint64(stop)):
            totals[at] = max(cards[at], cards[at + one])
        return
    for at in range(np.uint64(start), np.uint64(stop)):
        left, right = cards[at], cards[at + last]
        two_on, one_on, here = totals[at + two], totals[at + one], totals[at]
        after_left = reply(rule, chance, ranked[at + one], ranked[at + last], two_on, one_on)
        after_right = reply(rule, chance, ranked[at], ranked[at + last - one], one_on, here)
        totals[at] = max(total(left + after_left), total(right + after_right))


@kernel
def around_circle(
    twice: NDArray[Any], rule: Rule, chance: Chance, keys: Keys, your_turn: bool, totals: NDArray[Any]
) -> None:
    """Fill in your total on the row of n - 1 cards that each first card of a circle leaves, in O(n²).

    There are n intervals of each length, and each diagonal ends with a copy of its first total.

    totals     shape (n,)
    twice      the cards of the circle, twice in a row, shape (2n,), in the dtype of totals
    keys       the keys of these 2n cards
    your_turn  whether you move first on these rows
    """
    n = len(totals)
    diagonal, before = np.zeros(n + 1, twice.dtype), np.zeros(n + 1, twice.dtype)
    for length in range(1, n):
        cards = twice[: n + length - 1]
        if ((n - 1 - length) % 2 == 0) == your_turn:
            yours(diagonal, before, cards, length, 1)
        else:
            theirs(diagonal, before, cards, length, 1, rule, chance, keys)
        diagonal[n] = diagonal[0]
        diagonal, before = before, diagonal
    totals[:] = before[1:]
