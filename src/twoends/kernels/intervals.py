"""Two optimal players: margins on intervals of one long row that shrink, as in a game, or slide.

The algorithms of solvers/end_coins.py and solvers/window.py, which explain them, on arrays. A walk from both
ends of the reduced row, larger end coin first, needs no storage and no sorting. For long reduced rows, a
tree over all end coins takes over.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.rules import BOTH, LEFT, RIGHT

STEPS_PER_CARD = 64
"""The tree takes over after this many steps of the walk for each card; ordinary rows need about 15."""


# One array for everything, because each call counts references to all its arguments: with four arrays a game
# took six times as long.

PREFIX, STOPS, STARTS, CARDS = range(4)
"""The rows of the table of end coins, shape (4, n + 1):

    PREFIX  alternating prefix sums P: the coin [start, stop) is worth (-1)^start (P[stop] - P[start])
    STOPS   where the left end coin that starts at i stops; the last entry is unused
    STARTS  where the right end coin that stops at j starts; the first entry is unused
    CARDS   the cards; the last entry is unused
"""


@kernel
def _coin(table: Integers, start: int, stop: int) -> Any:
    worth = table[PREFIX, stop] - table[PREFIX, start]
    return -worth if start % 2 else worth


@kernel
def end_coins(values: Integers) -> Integers:
    """The table of the end coins of a row, shape (4, n + 1); O(n)."""
    table = np.zeros((4, len(values) + 1), np.int64)
    fill(table, values)
    return table


@kernel
def fill(table: Integers, values: Integers) -> None:
    """Fill in the table of the end coins of a row, in O(n)."""
    n = len(values)
    table[CARDS, :n] = values
    prefix, stops, starts = table[PREFIX], table[STOPS], table[STARTS]
    for i in range(n):
        prefix[i + 1] = prefix[i] - values[i] if i % 2 else prefix[i] + values[i]
    for i in range(n - 1, -1, -1):
        stop = i + 1
        while stop < n and stops[stop] < n:
            peak_stop = stops[stop]
            peak = _coin(table, stop, peak_stop)
            if not _coin(table, i, stop) < peak >= _coin(table, peak_stop, stops[peak_stop]):
                break
            stop = stops[peak_stop]
        stops[i] = stop
    for j in range(1, n + 1):
        start = j - 1
        while start > 0 and starts[start] > 0:
            peak_start = starts[start]
            peak = _coin(table, peak_start, start)
            if not _coin(table, starts[peak_start], peak_start) < peak >= _coin(table, start, j):
                break
            start = starts[peak_start]
        starts[j] = start


@kernel
def best_sides(table: Integers, start: int, stop: int) -> Any:
    """The sum of all optimal sides of [start, stop), one card or more; LEFT for a single card.

    As in `solvers.oracle.Oracle.optimal`: O(1) if the urgencies are equal or one end is clearly worse, else
    O(k) for k reduced coins.
    """
    if stop - start == 1:
        return LEFT
    left_stop, right_start = table[STOPS, start], table[STARTS, stop]
    left, right = _coin(table, start, left_stop), _coin(table, right_start, stop)
    if left == right:
        return BOTH
    if left < right:
        if left_stop == start + 1 and right_start > start:
            before = table[STARTS, right_start]
            if before >= start and max(left, _coin(table, before, right_start)) < right:
                return RIGHT
    elif right_start == stop - 1 and left_stop < stop:
        after = table[STOPS, left_stop]
        if after <= stop and max(right, _coin(table, left_stop, after)) < left:
            return LEFT
    by_left = table[CARDS, start] - _walk(table, start + 1, stop)[0]
    by_right = table[CARDS, stop - 1] - _walk(table, start, stop - 1)[0]
    return LEFT * (by_left >= by_right) + RIGHT * (by_right >= by_left)


# --- margins of many intervals -------------------------------------------------------------------


@kernel
def margins(table: Integers, starts: Integers, stops: Integers, steps_per_card: int) -> Integers:
    """The mover's margin on m intervals [start, stop), shape (m,).

    Each interval lies within the one before, or they slide: neither end ever decreases. O(m k) while there
    are few reduced coins, k, and O((n + m) log n) at worst.
    """
    margin = np.zeros(len(starts), np.int64)
    steps_left = steps_per_card * table.shape[1]
    for at in range(len(starts)):
        if steps_left < 0:
            _margins_by_tree(table, starts[at:], stops[at:], margin[at:])
            break
        margin[at], steps = _walk(table, starts[at], stops[at])
        steps_left -= steps
    return margin


@kernel
def _walk(table: Integers, start: int, stop: int) -> tuple[Any, int]:
    """The margin on [start, stop), and the number of reduced coins.

    An end coin that reaches beyond the other end does not belong to this interval: the rest is its bottom.
    """
    margin, steps = np.int64(0), 0
    while start < stop:
        left_stop, right_start = table[STOPS, start], table[STARTS, stop]
        has_left, has_right = left_stop <= stop, right_start >= start
        left, right = _coin(table, start, left_stop), _coin(table, right_start, stop)
        if has_left and (left >= right or not has_right):
            worth, start = left, left_stop
        elif has_right:
            worth, stop = right, right_start
        else:
            worth, start = _coin(table, start, stop), stop
        margin += -worth if steps % 2 else worth
        steps += 1
    return margin, steps


# --- the tree ----------------------------------------------------------------------------------


class _Places(NamedTuple):
    """When each end coin is in its arm: left coin y starts at y, right coin x stops at x.

    followed          where the coin that follows y and is not larger stops; n + 1 for none
    preceded          where the coin that precedes x and is smaller starts; -1 for none
    swallowed_after   the last card whose own end coin swallows y, -1 for none
    swallowed_before  the first stop whose own end coin swallows x, n + 1 for none

    The linked list of all y with followed[y] == place begins at followers[place] and goes on with
    next_follower, up to -1; likewise `preceders`. All have shape (n + 1,) or (n + 2,).
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
    """The end coins that join or leave their arms on the way to each interval.

    coins  in order, none more than once in each direction; left coin y is y, right coin x is n + x - 1
    until  the number of flips up to and including each interval; shape (m,)
    """

    coins: Integers
    until: Integers


class _Tree(NamedTuple):
    """End coins ranked by worth, the largest first; a node stands for those below it that are in an arm.

    worth  the worth of each coin; shape (2n,)
    leaf   the node of each coin; shape (2n,)
    odd    whether a node stands for an odd number of coins; odd[1] is that of the root
    sum    the alternating sum of the coins of a node
    """

    worth: Integers
    leaf: Integers
    odd: NDArray[np.bool_]
    sum: Integers


# Each of the two passes is one function, because a call counts references to a dozen arrays: with calls in
# the loop this took three times as long.


@kernel
def _margins_by_tree(table: Integers, starts: Integers, stops: Integers, margin: Integers) -> None:
    """Fill in the margins on at least one interval; they shrink or slide.

    Changes are passed up the tree level by level, and not beyond a node whose sum stays the same. So
    replacing a coin by one of about its worth costs next to nothing.
    """
    n = table.shape[1] - 1
    (changed, until), (worth, leaf, odd, total) = _flips(table, _places(table), starts, stops), _tree(table)
    left_width, right_width, first = 0, 0, 0
    for at in range(len(starts)):
        for k in range(first, until[at]):
            coin = changed[k]
            node = leaf[coin]
            odd[node] = not odd[node]
            total[node] = worth[coin] - total[node]
            direction = 1 if odd[node] else -1
            if coin < n:
                left_width += direction * (table[STOPS, coin] - coin)
            else:
                x = coin - n + 1
                right_width += direction * (x - table[STARTS, x])
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
        bottom = _coin(table, starts[at] + left_width, stops[at] - right_width)
        margin[at] = total[1] - bottom if odd[1] else total[1] + bottom


@kernel
def _flips(table: Integers, places: _Places, starts: Integers, stops: Integers) -> _Flips:
    """Find the coins of the first interval, and those that join or leave with each step after it."""
    n = table.shape[1] - 1
    flips, until, count = np.empty(4 * n, np.int64), np.empty(len(starts), np.int64), 0
    start, stop = starts[0], stops[0]
    y, x = start, stop
    while y < stop:
        if places.followed[y] <= stop:
            flips[count], count = y, count + 1
        y = table[STOPS, y]
    while x > start:
        if places.preceded[x] >= start:
            flips[count], count = n + x - 1, count + 1
        x = table[STARTS, x]
    for at in range(len(starts)):
        while stop != stops[at]:
            grows = stop < stops[at]
            stop += grows
            x = stop - 1
            while x > table[STARTS, stop]:  # coins that its own coin swallows
                if places.preceded[x] >= start:
                    flips[count], count = n + x - 1, count + 1
                x = table[STARTS, x]
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
            while y < table[STOPS, start]:  # coins that its own coin had swallowed come back
                if places.followed[y] <= stop:
                    flips[count], count = y, count + 1
                y = table[STOPS, y]
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
def _tree(table: Integers) -> _Tree:
    """The tree of all end coins, none of them in an arm; O(n log n)."""
    n = table.shape[1] - 1
    worth = np.empty(2 * n, np.int64)
    for k in range(n):
        worth[k] = _coin(table, k, table[STOPS, k])
        worth[n + k] = _coin(table, table[STARTS, k + 1], k + 1)
    leaves = 1
    while leaves < 2 * n:
        leaves *= 2
    leaf = np.empty(2 * n, np.int64)
    leaf[np.argsort(worth, kind="mergesort")[::-1]] = np.arange(leaves, leaves + 2 * n)
    odd, total = np.zeros(2 * leaves, np.bool_), np.zeros(2 * leaves, np.int64)
    return _Tree(worth, leaf, odd, total)


@kernel
def _places(table: Integers) -> _Places:
    """Determine when each end coin is in its arm, in O(n)."""
    n = table.shape[1] - 1
    height = table[PREFIX].copy()
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
        while y < table[STOPS, i]:
            swallowed_after[y] = i
            y = table[STOPS, y]
    for j in range(1, n + 1):
        x = j - 1
        while x > table[STARTS, j]:
            swallowed_before[x] = j
            x = table[STARTS, x]

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
