"""Contraction: both players optimal, in linear time (docs/theory.md has the proofs).

A peak is three neighbours a < b >= c. Whoever takes a, or c, exposes b; the other player takes it
and leaves the last one of the three. So together they behave as one virtual coin a - b + c, which
nobody is in a hurry to take. Folding all peaks leaves a row that descends, then ascends: there the
larger end is always a best move, and the margin is the alternating sum of the sorted coins.

Glossary
    coin     a card, or a virtual coin: the alternating sum of the odd number of cards that it covers
    fold     one contraction of three neighbouring coins into one (`folds` shows each)
    reduced  the row of coins when no peak is left
    arm      the descending or the ascending half of the reduced row
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import nan
from typing import Any, NamedTuple

from twoends.rules.numbers import Exact, Scaled
from twoends.rules.sides import LEFT, RIGHT, Line, Side
from twoends.solvers import SolverResult, pairs_of


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
        lambda: pairs_of(total, action_values(values)),
        lambda you_first: Line.of_runs(runs),
    )


def line(values: Sequence[Exact]) -> Line:
    """A best game, the same for either player to start; O(n)."""
    reduced = reduce(values)
    return Line.of_runs(take_larger_end(reduced.coins, reduced.widths)[1])


class Reduced(NamedTuple):
    """A row without peaks.

    coins    the reduced row, left to right; shape (k,)
    widths   how many cards each coin covers, an odd number; shape (k,)
    touched  how many cards were pushed and how many peaks folded: n and at most n/2
    """

    coins: list[Exact]
    widths: list[int]
    touched: int


def reduce(values: Iterable[Exact]) -> Reduced:
    """Fold all peaks in one pass with a stack, O(n).

    As long as the coin c that comes ends a peak a < b >= c with the two on top of the stack, the three
    become one; then it is pushed. The reduced row does not depend on the order of the folds.

    >>> reduce([1, 30, 100, 15, 2])
    Reduced(coins=[1, -55, 2], widths=[1, 3, 1], touched=6)
    """
    # The floor under the stack is nan: no comparison with it holds, so that no peak reaches down to it.
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
    n, left = sum(widths), len(widths)
    return Reduced(coins[2:], widths, n + (n - left) // 2)  # a fold leaves two coins fewer


def take_larger_end(coins: Sequence[Exact], widths: Sequence[int]) -> tuple[Exact, list[tuple[int, Side]]]:
    """Merge the two arms, larger end first: the mover's margin, and the runs of a best game.

    A coin taken whole is one run, and each has an odd length, so the players alternate on coins.
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
    """Your total if your first move takes the left, the right end; of a single card one of them; O(n)."""
    rests = ((values[0], values[1:]), (values[-1], values[:-1])) if len(values) > 1 else ()
    return tuple(card + half(sum(rest) - margin(rest)) for card, rest in rests) or tuple(values)


def half(number: Exact) -> Exact:
    """Half of a sum plus a margin: they have the same parity, so that integers stay integers."""
    return number // 2 if isinstance(number, int) else number / 2


# --- one step at a time, for those who want to watch ---------------------------------------------


class Coin(NamedTuple):
    """A virtual coin: it covers the cards [start, stop) and is worth their alternating sum."""

    start: int
    stop: int
    value: Exact


class Fold(NamedTuple):
    """One contraction: the peak that goes (before, peak, after) and the coin that it becomes."""

    before: Coin
    peak: Coin
    after: Coin

    @property
    def coin(self) -> Coin:
        """The virtual coin that takes the place of the three."""
        return Coin(
            self.before.start, self.after.stop, self.before.value - self.peak.value + self.after.value
        )


def folds(values: Sequence[Exact]) -> Iterator[tuple[tuple[Coin, ...], Fold | None]]:
    """Reduce a row step by step, O(n) a step: each state with the fold that is made next, None at the end."""
    state = [Coin(i, i + 1, value) for i, value in enumerate(values)]
    while True:
        for at in range(len(state) - 2):
            fold = Fold(*state[at : at + 3])
            if fold.before.value < fold.peak.value >= fold.after.value:
                break
        else:
            yield tuple(state), None
            return
        yield tuple(state), fold
        state[at : at + 3] = [fold.coin]
