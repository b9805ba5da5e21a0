"""Circles: what each first card brings, compiled where that pays, and what follows from it.

Card i leaves the row of the n-1 cards that follow it around the circle: on the row that is written
down twice, the interval [i+1, i+n).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from twoends.rules.numbers import Total
from twoends.rules.preferences import Opponent, Outcome
from twoends.rules.replies import reply_on
from twoends.rules.rulebook import Rulebook
from twoends.rules.shapes import Shape
from twoends.rules.sides import Line
from twoends.solvers import Options, SolverResult, costs, pairs_of
from twoends.solvers.scaling import scaled_for


def solve_circle(circle: Shape, against: Opponent, method: str, options: Options) -> SolverResult:
    """Solve a circle from what each first card brings; of one without a card a row is left."""
    scaled, compiles = scaled_for(circle.cards, against), options.compiles
    values, whole = scaled.values, scaled.sum
    first, touched = totals_of_circle(values, against, you_first=True, compiles=compiles)
    most = max(first)
    second: Total | None = None
    theirs: Sequence[Total] = ()
    if against.handles_many_ends:
        if against.is_optimal:  # what the opponent has after a first card of theirs you have after yours
            theirs, second, more = [whole - total for total in first], whole - most, touched
        else:
            theirs, more = totals_of_circle(values, against, you_first=False, compiles=compiles)
            second = total_of_first_card(circle, against, values, theirs)
        touched += more
    return SolverResult(
        method,
        scaled,
        (most, whole - most),
        None if second is None else (second, whole - second),
        touched,
        lambda: pairs_of(whole, first),
        partial(_line, circle, values, against, first, theirs),
    )


def _first_cards(values: Sequence[Any], theirs: Sequence[Total]) -> list[Outcome]:
    return [Outcome(place, *totals) for place, totals in enumerate(pairs_of(sum(values), theirs))]


def first_cards_liked(
    circle: Shape, against: Opponent, values: Sequence[Any], theirs: Sequence[Total]
) -> Sequence[Outcome]:
    """The first cards that the opponent likes best, given your total after each."""
    book = Rulebook.of(circle, False, values)
    return against.preferred(book, book.start, _first_cards(values, theirs))


def total_of_first_card(
    circle: Shape, against: Opponent, values: Sequence[Any], theirs: Sequence[Total]
) -> Total:
    """Your total after the opponent's first card, given your total after each; an expectation by chance."""
    book = Rulebook.of(circle, False, values)
    return against.reply(book, book.start, _first_cards(values, theirs))[0]


def totals_of_circle(
    values: Sequence[Any], against: Opponent, *, you_first: bool, compiles: bool = True
) -> tuple[Sequence[Total], int]:
    """Your total for each first card, yours or the opponent's, and how many positions were looked at."""
    n = len(values)
    seconds = costs.IN_PYTHON["intervals" if against.is_optimal else "circle"](n)
    touched = 2 * n if against.is_optimal else n * (n - 1)
    if compiles and costs.may_pay(seconds):
        from twoends.solvers import compiled_circles

        found = compiled_circles.totals(values, against, you_first, costs.pays_for(seconds))
        if found is not None:
            return found, touched
    return totals(values, against, you_first), touched


def totals(values: Sequence[Any], opponent: Opponent, you_first: bool) -> list[Total]:
    """Your total for each first card, yours or the opponent's; shape (n,).

    O(n log n) against an optimal opponent, O(n) on ordinary circles; else O(n²) time and O(n) memory.

    >>> from twoends import opponent
    >>> totals([2, 8, 1, 10, 9], opponent("greedy"), you_first=True)
    [13, 18, 12, 13, 12]
    """
    if opponent.is_optimal:
        from twoends.solvers.contraction import half
        from twoends.solvers.end_coins import end_coins
        from twoends.solvers.intervals import margins

        n, total, sign = len(values), sum(values), -1 if you_first else 1
        movers = margins(end_coins([*values, *values]), [(i + 1, i + n) for i in range(n)])
        rests: list[Total] = [
            half(total - value + sign * margin) for value, margin in zip(values, movers, strict=True)
        ]
    else:
        rests = _sweep(values, opponent, not you_first)
    return [value + rest for value, rest in zip(values, rests, strict=True)] if you_first else rests


def _sweep(values: Sequence[Any], opponent: Opponent, your_turn: bool) -> list[Total]:
    """Your total on the row that each card leaves, if you are to move there or the opponent.

    The diagonals of bottom_up.py around the circle: n intervals of each length up to n-1.
    """
    n = len(values)
    twice = [*values, *values]
    reply = reply_on(opponent, twice)
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


def _line(
    circle: Shape,
    values: Sequence[Any],
    against: Opponent,
    first: Sequence[Total],
    theirs: Sequence[Total],
    you_first: bool,
) -> Line | None:
    if against.stochastic or (not you_first and not theirs):
        return None
    if you_first:
        at = first.index(max(first))
    else:
        at = against.settled(first_cards_liked(circle, against, values, theirs))[0].move
    rest = (*values[at + 1 :], *values[:at])
    from twoends.solvers import bottom_up, contraction

    if against.is_optimal:
        line: Line | None = contraction.line(rest)
    else:
        line = bottom_up.policy(rest, against, not you_first).line()
    return None if line is None else Line.of_runs([(1, at), *line.runs])
