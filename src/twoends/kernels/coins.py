"""End coins: the reduced row of any interval without new folds (docs/theory.md, Theorems 3 and 5).

Plain Python without NumPy: solvers/window.py runs it on lists of exact numbers, kernels/intervals.py compiles
it for arrays. An interval's reduced row consists of left end coins of the full row, then at most one coin in
the middle, then right end coins.

Glossary
    P               alternating prefix sums, P[k] = v[0] - v[1] + v[2] - … (k terms)
    left end coin   the first coin of the reduced suffix from card i on
    right end coin  the last coin of the reduced prefix of j cards
    chain           successive end coins, each starting where the one before stops
    arm             the left arm descends from the left end, the right arm ascends to the right end
    bottom          the smallest coin, between the arms

The table of a row of n cards has the rows below, and n + 1 columns. It is one array, because each compiled
call counts references to all its arguments: with four arrays a game took six times as long.
"""

from __future__ import annotations

from typing import Any

PREFIX, STOPS, STARTS, CARDS = range(4)
"""
    PREFIX  P: the coin [start, stop) is worth (-1)^start (P[stop] - P[start])
    STOPS   where the left end coin that starts at i stops; the last entry is unused
    STARTS  where the right end coin that stops at j starts; the first entry is unused
    CARDS   the cards; the last entry is unused
"""

FOLLOWED, PRECEDED, LAST_LEFT, LAST_RIGHT, LEAF_LEFT, LEAF_RIGHT = range(4, 10)
"""
    FOLLOWED    where the coin that follows y and is not larger stops; n + 1 for none
    PRECEDED    where the coin that precedes x and is smaller starts; -1 for none
    LAST_LEFT   the coin of the left arm that stops here, LAST_RIGHT that of the right arm that starts here
    LEAF_LEFT   the leaf of the left coin that starts at y, LEAF_RIGHT that of the right coin that stops at x
"""

TREE_ROWS = 10
"""The number of rows of a table with a tree; four without."""

LEFT, RIGHT = 1, 2
"""Sides, as in `rules`."""


def coin(table: Any, start: int, stop: int) -> Any:
    """The alternating sum of the cards [start, stop), in O(1)."""
    worth = table[PREFIX][stop] - table[PREFIX][start]
    return -worth if start % 2 else worth


def fill(table: Any, values: Any) -> None:
    """Fill in the table of a row in two passes, O(n)."""
    n = len(values)
    for i in range(n):
        table[CARDS][i] = values[i]
        table[PREFIX][i + 1] = table[PREFIX][i] - values[i] if i % 2 else table[PREFIX][i] + values[i]
    # The chain serves as the stack of the contraction: a fold joins a coin with the next two.
    stops, starts = table[STOPS], table[STARTS]
    for i in range(n - 1, -1, -1):
        stop = i + 1
        while stop < n and stops[stop] < n:
            peak_stop = stops[stop]
            peak = coin(table, stop, peak_stop)
            if not coin(table, i, stop) < peak >= coin(table, peak_stop, stops[peak_stop]):
                break
            stop = stops[peak_stop]
        stops[i] = stop
    for j in range(1, n + 1):
        start = j - 1
        while start > 0 and starts[start] > 0:
            peak_start = starts[start]
            peak = coin(table, peak_start, start)
            if not coin(table, starts[peak_start], peak_start) < peak >= coin(table, start, j):
                break
            start = starts[peak_start]
        starts[j] = start


def walk(table: Any, start: int, stop: int) -> tuple[Any, int]:
    """The mover's margin on [start, stop), and the number of reduced coins, k; O(k).

    The larger end coin is taken first. One that reaches beyond the other end does not belong to this
    interval: what is left then is the bottom.
    """
    margin, steps = table[PREFIX][0], 0
    while start < stop:
        left_stop, right_start = table[STOPS][start], table[STARTS][stop]
        has_left, has_right = left_stop <= stop, right_start >= start
        left, right = coin(table, start, left_stop), coin(table, right_start, stop)
        if has_left and (left >= right or not has_right):
            worth, start = left, left_stop
        elif has_right:
            worth, stop = right, right_start
        else:
            worth, start = coin(table, start, stop), stop
        margin += -worth if steps % 2 else worth
        steps += 1
    return margin, steps


def best_sides(table: Any, start: int, stop: int) -> Any:
    """The sum of all optimal sides of [start, stop), one card or more; LEFT for a single card.

    O(1) if the urgencies are equal, or if one end card is a coin and the other end coin the only largest one:
    taking that card loses s1 - s2 + s3 - … over an even number of the largest coins (Theorem 1), which is
    positive because s1 > s2. Otherwise O(k): ends of different urgency may still be equally good.
    """
    if stop - start == 1:
        return LEFT
    left_stop, right_start = table[STOPS][start], table[STARTS][stop]
    left, right = coin(table, start, left_stop), coin(table, right_start, stop)
    if left == right:
        return LEFT + RIGHT
    if left < right:
        if left_stop == start + 1 and right_start > start:
            before = table[STARTS][right_start]
            if before >= start and max(left, coin(table, before, right_start)) < right:
                return RIGHT
    elif right_start == stop - 1 and left_stop < stop:
        after = table[STOPS][left_stop]
        if after <= stop and max(right, coin(table, left_stop, after)) < left:
            return LEFT
    by_left = table[CARDS][start] - walk(table, start + 1, stop)[0]
    by_right = table[CARDS][stop - 1] - walk(table, start, stop - 1)[0]
    return LEFT * (by_left >= by_right) + RIGHT * (by_right >= by_left)


# --- the tree ------------------------------------------------------------------------------------

# A window whose start only increases, and whose stop only decreases, as in a game, or only increases, as on a
# circle: each of the 2n end coins joins its arm at most once and leaves it at most once.
#
#     left coin y    is in the left arm while y is in the chain of `start` and a coin that is not larger
#                    follows it before `stop`
#     right coin x   the mirror image, with a smaller coin before it
#
# Along a chain these places move in its direction, so an arm is the first part of its chain: coins join and
# leave it at its two ends.
#
# The tree ranks all end coins by worth, the largest first. A node stands for the coins below it that are in
# an arm: tree[2 * node] is 1 if their number is odd, tree[2 * node + 1] is their alternating sum. The root is
# node 1; tree[0] and tree[1] are the numbers of cards that the left and the right arm cover.


def plant(table: Any, tree: Any, ranked: Any, start: int, stop: int) -> None:
    """Fill in the rest of the table, and insert the coins in the arms of [start, stop) into the tree.

    tree    zeros, with room for twice as many nodes as leaves, a power of two that is at least 2n
    ranked  all coins, the largest first: left coin y is y, right coin x is n + x - 1

    A coin [a, b) is followed by a smaller or equal one, [b, c), if and only if height(c) >= height(a), where
    height(k) is P[k] for even k and -P[k] for odd k; a and c have the same parity.
    """
    prefix, followed, preceded = table[PREFIX], table[FOLLOWED], table[PRECEDED]
    n, leaf = len(prefix) - 1, len(tree) // 4
    for ranked_coin in ranked:
        if ranked_coin < n:
            table[LEAF_LEFT][ranked_coin] = leaf
        else:
            table[LEAF_RIGHT][ranked_coin - n + 1] = leaf
        leaf += 1
    for k in range(n, -1, -1):
        after, sign = k + 2, -1 if k % 2 else 1
        while after <= n and sign * prefix[after] < sign * prefix[k]:
            after = followed[after]
        followed[k] = min(after, n + 1)
    for k in range(n + 1):
        before, sign = k - 2, -1 if k % 2 else 1
        while before >= 0 and sign * prefix[before] <= sign * prefix[k]:
            before = preceded[before]
        preceded[k] = max(before, -1)
    _flip_left(table, tree, start, stop, stop)
    _flip_right(table, tree, stop, start, start)


def move(table: Any, tree: Any, start: int, stop: int, to_start: int, to_stop: int) -> None:
    """Move the window from [start, stop), O(log n) amortised a step."""
    while stop < to_stop:
        stop += 1
        _flip_right(table, tree, stop - 1, table[STARTS][stop], start)  # its own coin swallows these
        _flip_right(table, tree, stop, stop - 1, start)
        _flip_left(table, tree, start + tree[0], stop, stop)
    while stop > to_stop:
        _flip_right(table, tree, stop, stop - 1, start)
        _flip_right(table, tree, stop - 1, table[STARTS][stop], start)  # its own coin had swallowed these
        last = table[LAST_LEFT][start + tree[0]]
        if tree[0] and table[FOLLOWED][last] == stop:
            _flip_left(table, tree, last, last + 1, stop)
        stop -= 1
    while start < to_start:
        _flip_left(table, tree, start, start + 1, stop)
        _flip_left(table, tree, start + 1, table[STOPS][start], stop)  # its own coin had swallowed these
        last = table[LAST_RIGHT][stop - tree[1]]
        if tree[1] and table[PRECEDED][last] == start:
            _flip_right(table, tree, last, last - 1, start)
        start += 1


def margin(table: Any, tree: Any, start: int, stop: int) -> Any:
    """The mover's margin on the window [start, stop), O(1); the bottom, the smallest coin, is in no arm."""
    bottom = coin(table, start + tree[0], stop - tree[1])
    return tree[3] - bottom if tree[2] else tree[3] + bottom


def _flip_left(table: Any, tree: Any, y: int, end: int, stop: int) -> None:
    """Insert the coins of a chain from y up to `end` into the left arm, or remove them.

    The arm ends with the last coin that one that is not larger follows before `stop`.
    """
    while y < end and table[FOLLOWED][y] <= stop:
        after = table[STOPS][y]
        table[LAST_LEFT][after] = y
        tree[0] += (after - y) * _flip(tree, table[LEAF_LEFT][y], coin(table, y, after))
        y = after


def _flip_right(table: Any, tree: Any, x: int, end: int, start: int) -> None:
    """The mirror image for the right arm."""
    while x > end and table[PRECEDED][x] >= start:
        before = table[STARTS][x]
        table[LAST_RIGHT][before] = x
        tree[1] += (x - before) * _flip(tree, table[LEAF_RIGHT][x], coin(table, before, x))
        x = before


def _flip(tree: Any, leaf: int, worth: Any) -> Any:
    """Insert a coin into the tree and return 1, or remove it and return -1; O(log n)."""
    node = leaf
    enters = odd = 1 - tree[2 * leaf]
    total = worth * enters
    while node:
        tree[2 * node], tree[2 * node + 1] = odd, total
        node //= 2
        larger, smaller = 4 * node, 4 * node + 2
        if tree[larger]:
            odd, total = 1 - tree[smaller], tree[larger + 1] - tree[smaller + 1]
        else:
            odd, total = tree[smaller], tree[larger + 1] + tree[smaller + 1]
    return 2 * enters - 1
