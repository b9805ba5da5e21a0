"""Two optimal players on intervals of one long row that shrink, as those of a game, or slide: their margins.

The same algorithms as solvers/end_coins.py and solvers/window.py, which explain them, on arrays. The
reduced row of an interval is walked from both ends at once, the larger end coin first, so that
nothing is stored and nothing sorted. Where the reduced rows are long, a tree over all end coins
takes over.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.rules import BOTH, LEFT, RIGHT

STEPS_PER_CARD = 64
"""From so many steps of the walk for each card on, the tree takes over; ordinary rows need about 15."""


# What is known of a row is one array, because each call counts references to all that it is given: with four
# of them a game took six times as long.

PREFIX, STOPS, STARTS, CARDS = range(4)
"""The rows of what is known, shape (4, n + 1):

    PREFIX  alternating prefix sums P: the coin [start, stop) is worth (-1)^start (P[stop] - P[start])
    STOPS   where the left end coin stops that starts at i; the last one unused
    STARTS  where the right end coin starts that stops at j; the first one unused
    CARDS   the cards; the last one unused
"""


@kernel
def _coin(known: Integers, start: int, stop: int) -> Any:
    worth = known[PREFIX, stop] - known[PREFIX, start]
    return -worth if start % 2 else worth


@kernel
def end_coins(values: Integers) -> Integers:
    """What is known of a row, shape (4, n + 1); O(n)."""
    known = np.zeros((4, len(values) + 1), np.int64)
    fill(known, values)
    return known


@kernel
def fill(known: Integers, values: Integers) -> None:
    """Fill in what is known of a row, in two passes, O(n)."""
    n = len(values)
    known[CARDS, :n] = values
    prefix, stops, starts = known[PREFIX], known[STOPS], known[STARTS]
    for i in range(n):
        prefix[i + 1] = prefix[i] - values[i] if i % 2 else prefix[i] + values[i]
    for i in range(n - 1, -1, -1):
        stop = i + 1
        while stop < n and stops[stop] < n:
            peak_stop = stops[stop]
            peak = _coin(known, stop, peak_stop)
            if not _coin(known, i, stop) < peak >= _coin(known, peak_stop, stops[peak_stop]):
                break
            stop = stops[peak_stop]
        stops[i] = stop
    for j in range(1, n + 1):
        start = j - 1
        while start > 0 and starts[start] > 0:
            peak_start = starts[start]
            peak = _coin(known, peak_start, start)
            if not _coin(known, starts[peak_start], peak_start) < peak >= _coin(known, start, j):
                break
            start = starts[peak_start]
        starts[j] = start


@kernel
def best_sides(known: Integers, start: int, stop: int) -> Any:
    """All optimal sides of [start, stop), one card or more, added up: LEFT of a single card.

    As `solvers.oracle.Oracle.optimal`: O(1) where the urgencies are equal or one end is surely worse, else
    O(k) for k reduced coins.
    """
    if stop - start == 1:
        return LEFT
    left_stop, right_start = known[STOPS, start], known[STARTS, stop]
    left, right = _coin(known, start, left_stop), _coin(known, right_start, stop)
    if left == right:
        return BOTH
    if left < right:
        if left_stop == start + 1 and right_start > start:
            before = known[STARTS, right_start]
            if before >= start and max(left, _coin(known, before, right_start)) < right:
                return RIGHT
    elif right_start == stop - 1 and left_stop < stop:
        after = known[STOPS, left_stop]
        if after <= stop and max(right, _coin(known, left_stop, after)) < left:
            return LEFT
    by_left = known[CARDS, start] - _walk(known, start + 1, stop)[0]
    by_right = known[CARDS, stop - 1] - _walk(known, start, stop - 1)[0]
    return LEFT * (by_left >= by_right) + RIGHT * (by_right >= by_left)


# --- margins of many intervals -------------------------------------------------------------------


def margins_calls() -> tuple[tuple[Any, ...], ...]:
    """The kernels that find margins of intervals, each with sample arguments."""
    numbers = np.empty(0, np.int64)
    kept = numbers.copy()
    kept.setflags(write=False)
    return (end_coins, kept), (margins, np.empty((0, 0), np.int64), kept, kept, 0)


@kernel
def margins(known: Integers, starts: Integers, stops: Integers, steps_per_card: int) -> Integers:
    """The mover's margin on m intervals [start, stop), each within the one before, or sliding; shape (m,).

    Where they slide, neither end ever falls.
    O(m k) for k reduced coins while they are few, O((n + m) log n) at worst.
    """
    found = np.zeros(len(starts), np.int64)
    steps_left = steps_per_card * known.shape[1]
    for at in range(len(starts)):
        if steps_left < 0:
            _margins_by_tree(known, starts[at:], stops[at:], found[at:])
            break
        found[at], steps = _walk(known, starts[at], stops[at])
        steps_left -= steps
    return found


@kernel
def _walk(known: Integers, start: int, stop: int) -> tuple[Any, int]:
    """The margin on [start, stop), and how many reduced coins there are.

    An end coin that reaches beyond the other end is none of this interval: there lies its bottom.
    """
    margin, steps = np.int64(0), 0
    while start < stop:
        left_stop, right_start = known[STOPS, start], known[STARTS, stop]
        has_left, has_right = left_stop <= stop, right_start >= start
        left, right = _coin(known, start, left_stop), _coin(known, right_start, stop)
        if has_left and (left >= right or not has_right):
            worth, start = left, left_stop
        elif has_right:
            worth, stop = right, right_start
        else:
            worth, start = _coin(known, start, stop), stop
        margin += -worth if steps % 2 else worth
        steps += 1
    return margin, steps


# --- the tree ----------------------------------------------------------------------------------


class _Places(NamedTuple):
    """When each end coin is in its arm: the left one y that starts at y, the right one x that stops at x.

    followed          where the coin that follows y and is not larger stops; n + 1 for none
    preceded          where the coin that precedes x and is smaller starts; -1 for none
    swallowed_after   the last card whose own end coin swallows y, -1 for none
    swallowed_before  the first stop whose own end coin swallows x, n + 1 for none

    `followers` lists who is followed at a place: followers[place] and on from there with
    next_follower, to -1. The same for `preceders`. All have shape (n + 1,) or (n + 2,).
    """

    followed: Integers
    preceded: Integers
    swallowed_after: Integers
    swallowed_before: Integers
    followers: Integers
    next_follower: Integers
    preceders: Integers
    next_preceder: Integers


class _Flips(NamedTuple):
    """Which end coins join their arms, or leave them, on the way to each interval.

    Left coin y is y, right coin x is n + x - 1.

    coins  all of them in order; none joins twice or leaves twice
    until  how many there are up to each interval, that one included; shape (m,)
    """

    coins: Integers
    until: Integers


class _Tree(NamedTuple):
    """End coins ranked by worth, the largest first; a node holds those below it that are in an arm.

    worth  of each coin; shape (2n,)
    leaf   the node of each coin; shape (2n,)
    odd    whether a node holds an odd number of coins; that of the root is odd[1]
    sum    their alternating sum
    """

    worth: Integers
    leaf: Integers
    odd: NDArray[np.bool_]
    sum: Integers


# Each of the two passes is one function, because a call would count references to a dozen arrays: with calls
# in the loop this took three times as long.


@kernel
def _margins_by_tree(known: Integers, starts: Integers, stops: Integers, found: Integers) -> None:
    """Fill in the margins on intervals, at least one, that shrink or slide.

    What has changed is told to the nodes above level by level, and a node that comes out as it was tells
    nobody: a coin that gives way to one of about its worth costs next to nothing.
    """
    n = known.shape[1] - 1
    (changed, until), (worth, leaf, odd, total) = _flips(known, _places(known), starts, stops), _tree(known)
    left_width, right_width, first = 0, 0, 0
    for at in range(len(starts)):
        for k in range(first, until[at]):
            coin = changed[k]
            node = leaf[coin]
            odd[node] = not odd[node]
            total[node] = worth[coin] - total[node]
            came = 1 if odd[node] else -1
            if coin < n:
                left_width += came * (known[STOPS, coin] - coin)
            else:
                x = coin - n + 1
                right_width += came * (x - known[STARTS, x])
            changed[k] = node
        stop = until[at]
        while first < stop and changed[first] > 1:
            before, stop = stop, first
            for k in range(first, before):
                node = changed[k] >> 1
                larger, smaller = 2 * node, 2 * node + 1
                is_odd = odd[larger] != odd[smaller]
                alternating = total[larger] + (-total[smaller] if odd[larger] else total[smaller])
                if is_odd != odd[node] or alternating != total[node]:
                    odd[node], total[node] = is_odd, alternating
                    changed[stop] = node
                    stop += 1
        first = until[at]
        bottom = _coin(known, starts[at] + left_width, stops[at] - right_width)
        found[at] = total[1] - bottom if odd[1] else total[1] + bottom


@kernel
def _flips(known: Integers, places: _Places, starts: Integers, stops: Integers) -> _Flips:
    """Find the coins of the first interval, and those that belong to one side only of each step after it."""
    n = known.shape[1] - 1
    flips, until, count = np.empty(4 * n, np.int64), np.empty(len(starts), np.int64), 0
    start, stop = starts[0], stops[0]
    y, x = start, stop
    while y < stop:
        if places.followed[y] <= stop:
            flips[count], count = y, count + 1
        y = known[STOPS, y]
    while x > start:
        if places.preceded[x] >= start:
            flips[count], count = n + x - 1, count + 1
        x = known[STARTS, x]
    for at in range(len(starts)):
        while stop != stops[at]:
            grows = stop < stops[at]
            stop += grows
            x = stop - 1
            while x > known[STARTS, stop]:  # what its coin swallows
                if places.preceded[x] >= start:
                    flips[count], count = n + x - 1, count + 1
                x = known[STARTS, x]
            if places.preceded[stop] >= start:
                flips[count], count = n + stop - 1, count + 1
            y = places.followers[stop]
            while y >= 0:
                if places.swallowed_after[y] < start <= y:
                    flips[count], count = y, count + 1
                y = places.next_follower[y]
            stop -= not grows
        while start < starts[at]:
            y = start + 1
            while y < known[STOPS, start]:  # what its coin had swallowed comes back in its place
                if places.followed[y] <= stop:
                    flips[count], count = y, count + 1
                y = known[STOPS, y]
            if places.followed[start] <= stop:
                flips[count], count = start, count + 1
            x = places.preceders[start]
            while x >= 0:
                if x <= stop < places.swallowed_before[x]:
                    flips[count], count = n + x - 1, count + 1
                x = places.next_preceder[x]
            start += 1
        until[at] = count
    return _Flips(flips, until)


@kernel
def _tree(known: Integers) -> _Tree:
    """The empty tree of all end coins, O(n log n)."""
    n = known.shape[1] - 1
    worth = np.empty(2 * n, np.int64)
    for k in range(n):
        worth[k] = _coin(known, k, known[STOPS, k])
        worth[n + k] = _coin(known, known[STARTS, k + 1], k + 1)
    leaves = 1
    while leaves < 2 * n:
        leaves *= 2
    leaf = np.empty(2 * n, np.int64)
    leaf[np.argsort(worth, kind="mergesort")[::-1]] = np.arange(leaves, leaves + 2 * n)
    odd, total = np.zeros(2 * leaves, np.bool_), np.zeros(2 * leaves, np.int64)
    return _Tree(worth, leaf, odd, total)


@kernel
def _places(known: Integers) -> _Places:
    """Find out when each end coin is in its arm, O(n)."""
    n = known.shape[1] - 1
    height = known[PREFIX].copy()
    height[1::2] = -height[1::2]
    followed, preceded = np.full(n + 1, n + 1), np.full(n + 1, -1)
    for k in range(n - 2, -1, -1):
        after = k + 2
        while after <= n and height[after] < height[k]:
            after = followed[after]
        followed[k] = min(after, n + 1)
    for k in range(2, n + 1):
        before = k - 2
        while before >= 0 and height[before] <= height[k]:
            before = preceded[before]
        preceded[k] = before

    swallowed_after, swallowed_before = np.full(n + 1, -1), np.full(n + 1, n + 1)
    for i in range(n):
        y = i + 1
        while y < known[STOPS, i]:
            swallowed_after[y] = i
            y = known[STOPS, y]
    for j in range(1, n + 1):
        x = j - 1
        while x > known[STARTS, j]:
            swallowed_before[x] = j
            x = known[STARTS, x]

    followers, next_follower = np.full(n + 2, -1), np.full(n + 1, -1)
    preceders, next_preceder = np.full(n + 2, -1), np.full(n + 1, -1)
    for k in range(n + 1):
        if k < n:
            next_follower[k], followers[followed[k]] = followers[followed[k]], k
        if preceded[k] >= 0:
            next_preceder[k], preceders[preceded[k]] = preceders[preceded[k]], k
    return _Places(
        followed,
        preceded,
        swallowed_after,
        swallowed_before,
        followers,
        next_follower,
        preceders,
        next_preceder,
    )
