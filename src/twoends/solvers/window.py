"""One player alone, who takes single cards from either end: the window of the row that is left."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from twoends.rules.moves import LEFT, RIGHT, Line
from twoends.rules.numbers import Scaled, Total
from twoends.rules.rules import Rules
from twoends.solvers import SolverResult


def leaves_window(rules: Rules) -> bool:
    """Whether one player alone takes single cards from either end, and so leaves a window of the row."""
    return rules.alone and rules.one_card and rules.ends == "either" and rules.score == "cards"


def solve_window(scaled: Scaled, rules: Rules, number: int = 0) -> SolverResult:
    """Choose the window to leave, O(n).

    Of equally good windows, leave the one furthest to the right: ties go to the left end.

    number  the number of earlier moves
    """
    values: Sequence[Any] = scaled.values
    n = len(values)
    most = n if rules.stop is None else min(rules.stop - number, n)
    if most == n:  # the player takes every card
        best: Total = sum(values)
        after, touched, taken = [(best, 0)] * min(n, 2), 1, n
    else:
        lefts = list(accumulate(values[:most], initial=0))
        rights = list(accumulate(reversed(values[n - most :]), initial=0))
        gains = [left + right for left, right in zip(lefts, reversed(rights), strict=True)]
        best, touched = max(gains), len(gains)
        after = [(max(gains[1:]), 0), (max(gains[:-1]), 0)] if most else []
        taken = most - gains[::-1].index(best)
    runs = tuple((count, side) for count, side in ((taken, LEFT), (most - taken, RIGHT)) if count)
    return SolverResult(
        "bottom-up",
        scaled,
        (best, 0),
        None,
        touched,
        lambda you_first: after,
        lambda you_first: Line(runs) if you_first else None,
    )
