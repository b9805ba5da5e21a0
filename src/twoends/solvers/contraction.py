"""Contraction: two optimal players in linear time (proofs in docs/theory.md).

A peak is three neighbours a < b >= c. Taking a, or c, exposes b; the other player takes b, which leaves only
the third. So the three behave like one virtual coin a - b + c, which neither player is in a hurry to take.
Folding all peaks leaves a row that descends, then ascends. There the larger end is always a best move, and
the margin is the alternating sum of the sorted coins. `engine.records` finds that row without folding.

Glossary
    coin         a card, or a virtual coin: the alternating sum of the odd number of cards that it covers
    fold         the contraction of three neighbouring coins into one (`folds` shows each)
    reduced row  the row of coins without peaks
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from twoends.engine import records
from twoends.rules.moves import LEFT, RIGHT, Line
from twoends.rules.numbers import Exact, Scaled
from twoends.solvers import SolverResult, by_symmetry, pairs_of


class Walk(NamedTuple):
    """Best play on a row.

    margin  the first mover's total minus the other's
    coins   the number of coins of the reduced row
    runs    the lengths of the runs of a line, negative from the right
    """

    margin: Exact
    coins: int
    runs: Sequence[int]

    @property
    def line(self) -> Line:
        """The line, the same for either player to start."""
        return Line(tuple((abs(run), LEFT if run > 0 else RIGHT) for run in self.runs))


def solve(scaled: Scaled) -> SolverResult:
    """Solve two optimal players: O(n) time and memory."""
    return result(scaled, sum(scaled.values), walk(scaled.values), partial(margin_after, scaled.values))


def result(scaled: Scaled, total: Exact, best: Walk, margin_after: Callable[[bool], Exact]) -> SolverResult:
    """Build the solution from a line of best play.

    total         the sum of the row
    margin_after  computes the first mover's margin after their first move, given whether it goes left
    """
    n, first = len(scaled.values), half(total + best.margin)

    def after(you_first: bool) -> Sequence[Any]:
        margins = [best.margin][:n]  # the line begins with a best move
        if n > 1:
            goes_left = best.runs[0] > 0
            margins.insert(int(goes_left), margin_after(not goes_left))
        return by_symmetry(pairs_of(total, [half(total + margin) for margin in margins]), you_first)

    return SolverResult(
        "contraction",
        scaled,
        (first, total - first),
        (total - first, first),
        2 * (n + (n - best.coins) // 2),  # each fold removes two coins
        after,
        lambda you_first: best.line,
    )


def walk(values: Sequence[Exact]) -> Walk:
    """Find a line of best play, O(n).

    >>> walk([8, 15, 3, 7])
    Walk(margin=11, coins=2, runs=[-1, 3])
    """
    runs = [0] * len(values)
    margin, coins, count = records.walk(values, *_scratch(values), runs)
    return Walk(margin, coins, runs[:count])


def margin(values: Sequence[Exact]) -> Exact:
    """The mover's total minus the other's when both play optimally, in O(n).

    >>> margin([8, 15, 3, 7])
    11
    """
    margin: Exact = records.walk(values, *_scratch(values), None)[0]
    return margin


def margin_after(values: Sequence[Exact], goes_left: bool) -> Exact:
    """The first mover's margin after taking the left or the right end, in O(n), n > 1."""
    margin: Exact = records.margin_after(values, *_scratch(values), goes_left)
    return margin


def reduce(values: Sequence[Exact]) -> list[tuple[Exact, int]]:
    """The coins of the reduced row, left to right, each with the odd number of cards that it covers; O(n).

    >>> reduce([1, 30, 100, 15, 2])
    [(1, 1), (-55, 3), (2, 1)]
    """
    places, sums = _scratch(values)
    left, right = records.reduce_row(values, places, sums)
    return [
        (records.coin(places, sums, k), places[k + 1] - places[k])
        for k in (*range(left), *range(right, len(places) - 1))
    ]


def _scratch(values: Sequence[Exact]) -> tuple[list[int], list[Exact]]:
    return [0] * (len(values) + 3), [0] * (len(values) + 3)


def half(number: Exact) -> Exact:
    """Halve a sum plus or minus a margin; both have the same parity, so integers stay integers."""
    return number // 2 if isinstance(number, int) else number / 2


# --- one fold at a time --------------------------------------------------------------------------


class Coin(NamedTuple):
    """A coin that covers the cards [start, stop); its value is their alternating sum."""

    start: int
    stop: int
    value: Exact


class Fold(NamedTuple):
    """One contraction: the three coins that it replaces by one."""

    before: Coin
    peak: Coin
    after: Coin

    @property
    def coin(self) -> Coin:
        """The virtual coin that replaces the three."""
        return Coin(
            self.before.start, self.after.stop, self.before.value - self.peak.value + self.after.value
        )


def folds(values: Sequence[Exact]) -> Iterator[tuple[tuple[Coin, ...], Fold | None]]:
    """Reduce a row fold by fold, O(n) each: yield (coins, next fold), where the last fold is None."""
    coins = [Coin(i, i + 1, value) for i, value in enumerate(values)]
    while True:
        for at in range(len(coins) - 2):
            fold = Fold(*coins[at : at + 3])
            if fold.before.value < fold.peak.value >= fold.after.value:
                break
        else:
            yield tuple(coins), None
            return
        yield tuple(coins), fold
        coins[at : at + 3] = [fold.coin]
