"""Circles, solved from your total for each first card, compiled when it is time to.

Taking card i leaves the row of the n-1 cards that follow it around the circle: the interval [i+1, i+n) of the
row repeated twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from twoends.rules.moves import Line, Move
from twoends.rules.numbers import Total
from twoends.rules.opponents import Opponent
from twoends.rules.rulebook import Outcome, Rulebook
from twoends.rules.shapes import Shape
from twoends.solvers import Options, SolverResult, bottom_up, pairs_of, scaled_for
from twoends.solvers.contraction import half, walk
from twoends.solvers.counters import COINS, SWEEP
from twoends.solvers.end_coins import end_coins, margins, steps_of_intervals


def solve_circle(circle: Shape, against: Opponent, method: str, options: Options) -> SolverResult:
    """Solve a circle with at least one card, against any built-in opponent."""
    scaled, compiles = scaled_for(circle.cards, against), options.compiles
    values, circle_sum = scaled.values, scaled.sum
    after_yours, touched = totals_of_circle(values, against, you_first=True, compiles=compiles)
    first = max(after_yours)
    after_theirs: Sequence[Total]
    if against.is_optimal:  # by symmetry their totals are yours with the players exchanged
        after_theirs = [circle_sum - total for total in after_yours]
        second, more = circle_sum - first, touched
    else:
        after_theirs, more = totals_of_circle(values, against, you_first=False, compiles=compiles)
        second = total_of_first_card(circle, against, values, after_theirs)
    return SolverResult(
        method,
        scaled,
        (first, circle_sum - first),
        (second, circle_sum - second),
        touched + more,
        lambda you_first: pairs_of(circle_sum, after_yours if you_first else after_theirs),
        partial(_line, circle, values, against, after_yours, after_theirs),
    )


def _first_cards(values: Sequence[Any], after: Sequence[Total]) -> list[Outcome]:
    return [Outcome(Move(place), *totals) for place, totals in enumerate(pairs_of(sum(values), after))]


def total_of_first_card(
    circle: Shape, against: Opponent, values: Sequence[Any], after: Sequence[Total]
) -> Total:
    """Return your (expected) total if the opponent takes the first card, given your total for each card."""
    book = Rulebook(circle, False)
    total: Total = against.reply(book, book.start, _first_cards(values, after)).yours
    return total


def totals_of_circle(
    values: Sequence[Any], against: Opponent, *, you_first: bool, compiles: bool = True
) -> tuple[Sequence[Total], int]:
    """Return your total for each first card, yours or the opponent's, and the number of positions touched.

    O(n k) against an optimal opponent, where an interval reduces to k coins; else O(n²) time and O(n) memory.

    >>> from twoends import opponent
    >>> totals_of_circle([2, 8, 1, 10, 9], opponent("greedy"), you_first=True)
    ([13, 18, 12, 13, 12], 20)
    """
    n = len(values)
    if against.is_optimal:
        total, sign = sum(values), -1 if you_first else 1
        of_rests = _margins_around(values, compiles)
        rests: list[Total] = [
            half(total - value + sign * margin) for value, margin in zip(values, of_rests, strict=True)
        ]
        touched = 2 * n
    else:
        rests, touched = _sweep(values, against, you_first, compiles), n * (n - 1)
    return [value + rest for value, rest in zip(values, rests, strict=True)] if you_first else rests, touched


def _margins_around(values: Sequence[Any], compiles: bool) -> list[Any]:
    """Return the mover's margin on the row that each first card leaves, both players optimal."""

    def in_arrays() -> list[Any] | None:
        from twoends.solvers import compiled_intervals

        return compiled_intervals.margins_around(values)

    n = len(values)
    around = COINS.compiled(steps_of_intervals(values), in_arrays) if compiles else None
    return around or margins(end_coins([*values, *values]), [(i + 1, i + n) for i in range(n)])


def _sweep(values: Sequence[Any], against: Opponent, you_first: bool, compiles: bool) -> list[Total]:
    """Return your total on the row that each first card leaves, given who takes that card.

    There are n intervals of each length up to n - 1, around the circle.
    """
    n = len(values)

    def rests(table: bottom_up.Prepared) -> list[Total]:
        swept = bottom_up.Sweep(table, you_first)
        bottom_up.run([swept], to=n - 1)
        totals = swept.totals(n - 1)
        return totals[1:] + totals[:1]

    def in_arrays() -> list[Total] | None:
        from twoends.solvers import compiled

        table = compiled.prepare(values, against, around=True)
        return None if table is None else rests(table)

    swept = SWEEP.compiled(n * n, in_arrays) if compiles else None
    return swept or rests(bottom_up.prepare(values, against, around=True))


def _line(
    circle: Shape,
    values: Sequence[Any],
    against: Opponent,
    after_yours: Sequence[Total],
    after_theirs: Sequence[Total],
    you_first: bool,
) -> Line | None:
    if against.stochastic:
        return None
    if you_first:
        at = after_yours.index(max(after_yours))
    else:
        book = Rulebook(circle, False, values)
        preferred = against.preferred(book, book.start, _first_cards(values, after_theirs))
        at = int(against.settled(preferred)[0].end)
    rest = (*values[at + 1 :], *values[:at])
    if against.is_optimal:
        line: Line | None = walk(rest).line
    else:
        line = bottom_up.line(bottom_up.prepare(rest, against), not you_first)
    return None if line is None else Line.of_runs([(1, Move(at)), *line.runs])
