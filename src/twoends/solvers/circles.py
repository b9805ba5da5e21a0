"""Circles: what each first card brings; what it leaves behind is a row.

Card i leaves the row of the n-1 cards that follow it around the circle: on the row that is written
down twice, the interval [i+1, i+n).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twoends.rules.numbers import Total
from twoends.rules.preferences import Opponent
from twoends.solvers.contraction import half
from twoends.solvers.end_coins import end_coins
from twoends.solvers.intervals import margins


def totals(values: Sequence[Any], opponent: Opponent, you_first: bool) -> list[Total]:
    """Your total for each first card, yours or the opponent's; shape (n,).

    O(n log n) against an optimal opponent, O(n) on ordinary circles; else O(n²) time and O(n) memory.

    >>> from twoends import opponent
    >>> totals([2, 8, 1, 10, 9], opponent("greedy"), you_first=True)
    [13, 18, 12, 13, 12]
    """
    rests = _rests(values, opponent, not you_first)
    return [value + rest for value, rest in zip(values, rests, strict=True)] if you_first else rests


def _rests(values: Sequence[Any], opponent: Opponent, your_turn: bool) -> list[Total]:
    """Your total on the row that each card leaves behind, if you (or the opponent) are to move there."""
    if opponent.is_optimal:
        n, total, sign = len(values), sum(values), 1 if your_turn else -1
        movers = margins(end_coins([*values, *values]), [(i + 1, i + n) for i in range(n)])
        return [half(total - value + sign * margin) for value, margin in zip(values, movers, strict=True)]
    return _sweep(values, opponent, your_turn)


def _sweep(values: Sequence[Any], opponent: Opponent, your_turn: bool) -> list[Total]:
    """Fill the diagonals of bottom_up.py around the circle: n intervals of each length up to n-1."""
    n = len(values)
    twice = [*values, *values]
    reply = opponent.over(twice)
    level: list[Total] = [0] * n  # the intervals of one length, by their start
    for length in range(1, n):
        after_left = level[1:] + level[:1]
        if ((n - 1 - length) % 2 == 0) == your_turn:
            level = [
                max(left + by_left, right + by_right)
                for left, right, by_left, by_right in zip(
                    values, twice[length - 1 :], after_left, level, strict=False
                )
            ]
        else:
            level = [
                reply(i, i + length, by_left, by_right)
                for i, (by_left, by_right) in enumerate(zip(after_left, level, strict=True))
            ]
    return level[1:] + level[:1]
