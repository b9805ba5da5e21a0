"""Two optimal players on any interval of a row, from one table of end coins (docs/theory.md, Theorem 3).

The reduced row of an interval consists of left end coins of the full row, then at most one coin in the
middle, then right end coins.

    left end coin   the first coin of the reduced suffix from card i on
    right end coin  the last coin of the reduced prefix of j cards

The table of a row of n cards has three rows of n + 1 entries. It is one array, because each compiled call
counts references to all its arguments: with an array for each row a game took six times as long.
"""

from __future__ import annotations

from typing import Any

PREFIX, STOPS, STARTS = range(3)
"""
    PREFIX  alternating prefix sums: the coin [start, stop) is worth (-1)^start (P[stop] - P[start])
    STOPS   where the left end coin that starts at i stops; the last entry is unused
    STARTS  where the right end coin that stops at j starts; the first entry is unused
"""

TABLE_ROWS = 3

LEFT, RIGHT = 1, 2
"""Sides; their sum is both."""


def coin(table: Any, start: int, stop: int) -> Any:
    """The alternating sum of the cards [start, stop), in O(1)."""
    worth = table[PREFIX][stop] - table[PREFIX][start]
    return -worth if start % 2 == 1 else worth


def fill_coins(table: Any, values: Any) -> None:
    """Fill in the table of a row in two passes, O(n)."""
    n = len(values)
    for i in range(n):
        table[PREFIX][i + 1] = table[PREFIX][i] - values[i] if i % 2 == 1 else table[PREFIX][i] + values[i]
    # The chain serves as the stack of the contraction: a fold joins a coin with the next two.
    stops, starts = table[STOPS], table[STARTS]
    for i in range(n - 1, -1, -1):
        stop, folded = i + 1, values[i]
        while stop < n and stops[stop] < n:
            peak_stop = stops[stop]
            peak, beyond = coin(table, stop, peak_stop), coin(table, peak_stop, stops[peak_stop])
            if not folded < peak >= beyond:
                break
            stop, folded = stops[peak_stop], folded - peak + beyond
        stops[i] = stop
    for j in range(1, n + 1):
        start, folded = j - 1, values[j - 1]
        while start > 0 and starts[start] > 0:
            peak_start = starts[start]
            peak, beyond = coin(table, peak_start, start), coin(table, starts[peak_start], peak_start)
            if not beyond < peak >= folded:
                break
            start, folded = starts[peak_start], beyond - peak + folded
        starts[j] = start


def margin(table: Any, start: int, stop: int) -> Any:
    """The mover's margin on [start, stop), O(k) for k reduced coins.

    The larger end coin is taken first. One that reaches beyond the other end does not belong to this
    interval: what is left then is the bottom.
    """
    total, steps = table[PREFIX][0], 0  # P[0] is 0
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
        total = total - worth if steps % 2 == 1 else total + worth
        steps += 1
    return total


def best_sides(table: Any, start: int, stop: int) -> Any:
    """The sum of all optimal sides of [start, stop), one card or more; LEFT for a single card."""
    if stop - start == 1:
        return LEFT
    by_left = coin(table, start, start + 1) - margin(table, start + 1, stop)
    by_right = coin(table, stop - 1, stop) - margin(table, start, stop - 1)
    return LEFT * (by_left >= by_right) + RIGHT * (by_right >= by_left)


def urgencies(table: Any, left: Any, right: Any) -> None:
    """Fill in the values of the left and of the right end coins of n cards; O(n)."""
    for k in range(len(left)):
        left[k] = coin(table, k, table[STOPS][k])
        right[k] = coin(table, table[STARTS][k + 1], k + 1)


def margins_of_intervals(table: Any, starts: Any, stops: Any, found: Any) -> None:
    """Fill in the mover's margin on m intervals; O(k) each for k reduced coins."""
    for k in range(len(starts)):
        found[k] = margin(table, starts[k], stops[k])
