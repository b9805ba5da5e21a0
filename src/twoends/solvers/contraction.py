"""Contraction: solve two optimal players in linear time (proofs in docs/theory.md).

A peak is three neighbours a < b >= c. Taking a, or c, exposes b; the other player takes b, which leaves only
the third. So the three behave like one virtual coin a - b + c, which neither player is in a hurry to take.
Folding all peaks leaves a row that descends, then ascends. There the larger end is always a best move, and
the margin is the alternating sum of the sorted coins.

Glossary
    coin         a card, or a virtual coin: the alternating sum of the odd number of cards that it covers
    fold         the contraction of three neighbouring coins into one (`folds` shows each)
    reduced row  the row of coins without peaks
    arm          the descending or the ascending half of the reduced row
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import nan
from typing import Any, NamedTuple

from twoends.rules.numbers import Exact, Scaled
from twoends.rules.sides import LEFT, RIGHT, Line, Side
from twoends.solvers import SolverResult, by_symmetry, pairs_of


def solve(scaled: Scaled) -> SolverResult:
    """Solve two optimal players: O(n) time and memory."""
    values = scaled.values
    reduced = reduce(values)
    gain, runs = take_larger_end(reduced.coins, reduced.widths)
    total = sum(values)
    first = half(total + gain)
    return SolverResult(
        "contraction",
        scaled,
        (first, total - first),
        (total - first, first),
        2 * reduced.touched,
        lambda you_first: by_symmetry(pairs_of(total, action_values(values)), you_first),
        lambda you_first: Line.of_runs(runs),
    )


def line(values: Sequence[Exact]) -> Line:
    """Return a line of best play, the same for either player to start; O(n)."""
    reduced = reduce(values)
    return Line.of_runs(take_larger_end(reduced.coins, reduced.widths)[1])


class Reduced(NamedTuple):
    """A reduced row.

    coins    the coins, left to right; shape (k,)
    widths   number of cards that each coin covers, odd; shape (k,)
    touched  number of cards pushed (n) and peaks folded (at most n/2)
    """

    coins: list[Exact]
    widths: list[int]
    touched: int


def reduce(values: Iterable[Exact]) -> Reduced:
    """Fold all peaks in one pass with a stack, O(n).

    While the next coin c forms a peak a < b >= c with the two on top of the stack, the three become one; then
    it is pushed. The reduced row does not depend on the order of the folds.

    >>> reduce([1, 30, 100, 15, 2])
    Reduced(coins=[1, -55, 2], widths=[1, 3, 1], touched=6)
    """
    # The bottom of the stack is nan: every comparison with it is false, so it is in no peak.
    coins: list[Any] = [nan, nan]
    widths: list[int] = []
    for c in values:
        width = 1
        while coins[-2] < coins[-1] >= c:
            c = coins[-2] - coins.pop() + c
            coins.pop()
            width += widths.pop() + widths.pop()
        coins.append(c)
        widths.append(width)
    n = sum(widths)
    return Reduced(coins[2:], widths, n + (n - len(widths)) // 2)  # each fold removes two coins


def take_larger_end(coins: Sequence[Exact], widths: Sequence[int]) -> tuple[Exact, list[tuple[int, Side]]]:
    """Merge the two arms, larger end first; return the mover's margin and the runs of a line of best play.

    Each coin is one run, taken to its last card. All widths are odd, so the players alternate on coins.
    """
    left, right = 0, len(coins) - 1
    gain: Exact = 0
    runs: list[tuple[int, Side]] = []
    for turn in range(len(coins)):
        if coins[left] >= coins[right]:
            at, side = left, LEFT
            left += 1
        else:
            at, side = right, RIGHT
            right -= 1
        gain += coins[at] if turn % 2 == 0 else -coins[at]
        runs.append((widths[at], side))
    return gain, runs


def margin(values: Sequence[Exact]) -> Exact:
    """The mover's total minus the other's when both play optimally, in O(n).

    >>> margin([8, 15, 3, 7])
    11
    """
    reduced = reduce(values)
    return take_larger_end(reduced.coins, reduced.widths)[0]


def action_values(values: Sequence[Exact]) -> tuple[Exact, ...]:
    """Return your total for each first move, left end first; a single value for a single card; O(n)."""
    rests = ((values[0], values[1:]), (values[-1], values[:-1])) if len(values) > 1 else ()
    return tuple(card + half(sum(rest) - margin(rest)) for card, rest in rests) or tuple(values)


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
