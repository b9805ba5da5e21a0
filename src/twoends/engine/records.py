"""Two optimal players on a whole row: margin, line, first moves in O(n) (docs/theory.md, the record chain).

With alternating prefix sums P[k] = v[0] - v[1] + v[2] - ..., k terms, a coin of the reduced row that covers
the cards [a, b) is worth P[b] - P[a], or P[a] - P[b] if a is odd. Coins begin and end where P sets a record,
a new minimum among odd k or a new maximum among even k: in the left arm of the reduced row where it is met
from the left, in the right arm where it is met from the right.

    places  where coins begin and end: the left arm's from the front, the right arm's from the back
    sums    P at these places

Both have room for n + 3 entries, zeros of the kind of the values. The place where the arms meet is in both.
"""

from __future__ import annotations

from typing import Any


def reduce_row(values: Any, places: Any, sums: Any) -> Any:
    """Find the records; return the index in either arm of the place where the two arms meet; O(n)."""
    n = len(values)
    p = sums[0] - sums[0]
    low, high = p, p
    left = 0
    places[left], sums[left] = 0, p
    for k in range(n):
        if k % 2 == 0:
            p = p + values[k]
            if k == 0 or p <= low:
                low = p
                if places[left] % 2 == 0:  # else the new minimum replaces the one before
                    left += 1
                places[left], sums[left] = k + 1, p
        else:
            p = p - values[k]
            if p >= high:
                high = p
                if places[left] % 2 == 1:
                    left += 1
                places[left], sums[left] = k + 1, p
    right = len(places) - 1
    places[right], sums[right] = n, p
    latest, other, has_other = p, p, False  # the latest record of the parity of n, and of the other one
    where_they_meet = places[left]
    for k in range(n - 1, where_they_meet - 1, -1):
        p = p - values[k] if k % 2 == 0 else p + values[k]
        if k % 2 == n % 2:
            is_record = p < latest if k % 2 == 1 else p > latest
            if is_record:
                latest = p
        else:
            is_record = not has_other or (p < other if k % 2 == 1 else p > other)
            if is_record:
                other, has_other = p, True
        if is_record:
            if places[right] % 2 != k % 2:
                right -= 1
            places[right], sums[right] = k, p
    return left, right


def reduced_coin(places: Any, sums: Any, k: int) -> Any:
    """The coin between two places: the alternating sum of its cards."""
    worth = sums[k + 1] - sums[k]
    return -worth if places[k] % 2 == 1 else worth


def coin_count(values: Any, places: Any, sums: Any) -> Any:
    """The number of coins of the reduced row."""
    left, right = reduce_row(values, places, sums)
    return left + len(places) - 1 - right


def walk(values: Any, places: Any, sums: Any, runs: Any) -> Any:
    """The first mover's margin, the number of coins, and the number of runs of a line of best play.

    runs  None, or filled in with the lengths of the runs, negative from the right; room for n entries

    The larger end coin is taken first, the left one of two equal ones, each to its last card (Theorem 2). The
    smallest coin is in the left arm, and all coins of the right arm are larger: the right arm is empty first.
    """
    last, first = reduce_row(values, places, sums)
    left, right, coins, count = 0, len(places) - 1, 0, 0
    margin = sums[0] - sums[0]
    while left < last:
        taken = reduced_coin(places, sums, left)
        goes_left = True
        if right > first:
            by_right = reduced_coin(places, sums, right - 1)
            if by_right > taken:
                taken, goes_left = by_right, False
        if goes_left:
            run = places[left + 1] - places[left]
            left += 1
        else:
            run = places[right - 1] - places[right]
            right -= 1
        margin = margin + taken if coins % 2 == 0 else margin - taken
        coins += 1
        if runs is not None:
            if count > 0 and (runs[count - 1] > 0) == goes_left:
                runs[count - 1] += run
            else:
                runs[count] = run
                count += 1
    return margin, coins, count


# --- many rows: `places` and `sums` are scratch ----------------------------------------------------


def margins_of_rows(rows: Any, places: Any, sums: Any, margin: Any) -> None:
    """Fill in the first mover's margin on every row; O(m n)."""
    for k in range(len(rows)):
        margin[k] = walk(rows[k], places, sums, None)[0]


def coin_counts(rows: Any, places: Any, sums: Any, count: Any) -> None:
    """Fill in the number of coins of every reduced row; O(m n)."""
    for k in range(len(rows)):
        count[k] = coin_count(rows[k], places, sums)
