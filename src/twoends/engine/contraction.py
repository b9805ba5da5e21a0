"""Contraction: two optimal players in linear time (proofs in docs/theory.md).

A peak is three neighbours a < b >= c. Taking a, or c, exposes b; the other player takes b, which leaves only
the third. The three therefore behave like one virtual coin a - b + c, which neither player is in a hurry to
take. Folding all peaks leaves a row that descends, then ascends. There the larger end is always a best move,
and the margin is the alternating sum of the sorted coins. `engine.records` finds that row without folding.

Glossary
    coin         a card, or a virtual coin: the alternating sum of the odd number of cards that it covers
    fold         the contraction of three neighbouring coins into one (`folds` shows each)
    reduced row  the row of coins without peaks
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, TypeVar

from twoends.engine import coins, records
from twoends.engine.counters import COINS, RECORDS, Counter
from twoends.engine.method import Method
from twoends.engine.options import DEFAULT_OPTIONS, Options
from twoends.rules.moves import LEFT, RIGHT, Line
from twoends.rules.numbers import Exact, Number, Pair, Scaled
from twoends.rules.rows import Interval, Row
from twoends.rules.rulebook import Rulebook, State

Result = TypeVar("Result")

MAX_WALKS = 3
"""Above this number (a row, and what its two first moves leave), margins of intervals come from end coins."""


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


class ByContraction(Method):
    """Two optimal players on a row, or on the rows that a circle leaves.

    O(n) for the totals and a line of the whole row, and for up to MAX_WALKS intervals; more of them, which
    reduce to k coins each, take O(k) each after O(n) once.
    """

    name = "contraction"

    def __init__(
        self, scaled: Scaled, start: int = 0, *, around: bool = False, options: Options = DEFAULT_OPTIONS
    ) -> None:
        """Set up a row whose first card is at `start` of the cards, or a circle."""
        self._values = [*scaled.values, *scaled.values] if around else scaled.values
        self._scale, self._start, self._around, self._options = scaled.scale, start, around, options
        self._table: Any = None

    @property
    def positions(self) -> int:
        """The cards read and the peaks folded for both totals; each fold removes two coins."""
        n = len(self._values)
        return 2 * n if self._around else 2 * (n + (n - self._best.coins) // 2)

    def totals(self, book: Rulebook, states: Sequence[State]) -> list[Pair]:
        """Both totals from each state on."""
        first, exact = self._start, self._scale.exact
        intervals = [(start - first, stop - first) for start, stop in (state.remaining for state in states)]
        few = len(intervals) <= MAX_WALKS and not (self._around or self._options.keeps)
        sums, margins = self._by_walks(intervals) if few else self._by_coins(intervals)
        owns = [half(cards + margin) for cards, margin in zip(sums, margins, strict=True)]
        pairs: list[Pair] = [(own, cards - own) for own, cards in zip(owns, sums, strict=True)]
        if self._scale.unit != 1:
            pairs = [(exact(own), exact(other)) for own, other in pairs]
        numbers = {state.number for state in states}
        yours = {number: book.rules.mover(number, book.you_first) == "you" for number in numbers}
        return [
            pair if yours[state.number] else pair[::-1] for state, pair in zip(states, pairs, strict=True)
        ]

    def line(self, book: Rulebook) -> Line | None:
        """A line of best play, the same for either player to start."""
        return self._best.line

    def _by_walks(self, intervals: Sequence[Interval]) -> tuple[Sequence[Exact], Sequence[Exact]]:
        """The sum of each interval and the mover's margin on it, O(n) each."""
        best, values, n = self._best, self._values, len(self._values)
        sums = [self._sum - sum(values[:start]) - sum(values[stop:]) for start, stop in intervals]
        return sums, [
            best.margin if stop - start == n else self._margin(start, stop) for start, stop in intervals
        ]

    def _by_coins(self, intervals: Sequence[Interval]) -> tuple[Sequence[Exact], Sequence[Exact]]:
        """The same, O(k) each for k reduced coins, after O(n) once."""

        def in_arrays() -> Sequence[Exact] | None:
            from twoends.engine.kernels import intervals as kernels

            if self._array is None:
                return None
            if self._table is None:
                self._table = kernels.end_coins(self._array[0])
            return kernels.margins_of_intervals(self._table, intervals)

        most, sums = self._best.coins, self._sums
        steps = len(self._values) + sum([min(stop - start, most) for start, stop in intervals])
        found = self._compiled(COINS, steps, in_arrays)
        if found is None:
            found = margins_of_intervals(self._ends, intervals)
        return [sums[stop] - sums[start] for start, stop in intervals], found

    @cached_property
    def _sums(self) -> Sequence[Exact]:
        """The sums of the first 0, 1, 2, ... cards."""
        return list(accumulate(self._values, initial=0))

    @cached_property
    def _ends(self) -> Sequence[Sequence[Any]]:
        """The end coins in Python."""
        return end_coins(self._values)

    @cached_property
    def _best(self) -> Walk:
        """Best play on the whole row."""

        def in_arrays() -> Walk | None:
            from twoends.engine.kernels import whole_rows

            if self._array is None:
                return None
            best, number, runs = whole_rows.walk(self._array[0])
            return Walk(best, number, runs.data)

        return self._compiled(RECORDS, len(self._values), in_arrays) or walk(self._values)

    def _margin(self, start: int, stop: int) -> Exact:
        """The mover's margin on an interval, O(n)."""

        def in_arrays() -> int | None:
            from twoends.engine.kernels import whole_rows

            return None if self._array is None else whole_rows.margin(self._array[0][start:stop])

        found = self._compiled(RECORDS, stop - start, in_arrays)
        return margin(self._values[start:stop]) if found is None else found

    def _compiled(
        self, counter: Counter, steps: int, in_arrays: Callable[[], Result | None]
    ) -> Result | None:
        return counter.compiled(steps, in_arrays) if self._options.compiles else None

    @cached_property
    def _sum(self) -> Exact:
        """The sum of the row."""
        known = self.__dict__.get("_array")
        total: Exact = sum(self._values) if known is None else known[1]
        return total

    @cached_property
    def _array(self) -> tuple[Any, int] | None:
        """The row for compiled code, and its sum; None if a number may overflow."""
        from twoends.engine import compiled

        return compiled.row_that_fits(self._values)


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


def end_coins(values: Sequence[Exact]) -> Sequence[Sequence[Any]]:
    """The table of `engine.coins` of a row, O(n).

    >>> end_coins([1, 30, 100, 15, 2])[coins.STOPS]
    [1, 4, 3, 4, 5, 0]
    """
    table: list[list[Any]] = [[0] * (len(values) + 1) for _ in range(coins.TABLE_ROWS)]
    coins.fill_coins(table, values)
    return table


def margins_of_intervals(table: Sequence[Sequence[Any]], intervals: Sequence[Interval]) -> list[Exact]:
    """The mover's margin on each interval, given the end coins; O(k) each for k reduced coins."""
    found: list[Any] = [0] * len(intervals)
    starts, stops = ([interval[side] for interval in intervals] for side in (0, 1))
    coins.margins_of_intervals(table, starts, stops, found)
    return found


def reduce(values: Sequence[Exact]) -> list[tuple[Exact, int]]:
    """The coins of the reduced row, left to right, each with the odd number of cards that it covers; O(n).

    >>> reduce([1, 30, 100, 15, 2])
    [(1, 1), (-55, 3), (2, 1)]
    """
    places, sums = _scratch(values)
    left, right = records.reduce_row(values, places, sums)
    return [
        (records.reduced_coin(places, sums, k), places[k + 1] - places[k])
        for k in (*range(left), *range(right, len(places) - 1))
    ]


def _scratch(values: Sequence[Exact]) -> tuple[list[int], list[Exact]]:
    return [0] * (len(values) + 3), [0] * (len(values) + 3)


def half(number: Exact) -> Exact:
    """Halve a sum plus or minus a margin; both have the same parity, so integers stay integers."""
    return number // 2 if isinstance(number, int) else number / 2


# --- one fold at a time --------------------------------------------------------------------------


class Coin(NamedTuple):
    """A coin that covers the cards [start, stop); its value is their alternating sum, in the row's kind."""

    start: int
    stop: int
    value: Number


class Fold(NamedTuple):
    """One contraction: three coins, and the virtual coin that replaces them."""

    before: Coin
    peak: Coin
    after: Coin
    coin: Coin


def folds(row: Row) -> Iterator[tuple[tuple[Coin, ...], Fold | None]]:
    """Reduce a row fold by fold, O(n) each: yield (coins, next fold), where the last fold is None."""
    exact, show = list(row.units), row.scale.show
    coins = [Coin(i, i + 1, show(value)) for i, value in enumerate(exact)]
    while True:
        for at in range(len(exact) - 2):
            before, peak, after = exact[at : at + 3]
            if before < peak >= after:
                break
        else:
            yield tuple(coins), None
            return
        exact[at : at + 3] = [before - peak + after]
        first, middle, last = coins[at : at + 3]
        coin = Coin(first.start, last.stop, show(exact[at]))
        yield tuple(coins), Fold(first, middle, last, coin)
        coins[at : at + 3] = [coin]
