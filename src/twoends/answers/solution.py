"""Answers: what a row is worth against an opponent, and what to do now.

`solve` picks the method, converts the values once, and turns totals back into the user's kind of
number. What a caller does not read, such as the line, is not computed. Long rows of machine integers
are solved by compiled kernels, with the same answers.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

from twoends.rules import opponents
from twoends.rules.replies import Opponent, Total
from twoends.rules.rows import Exact, Number, Row, RowError, common_unit
from twoends.rules.sides import LEFT, RIGHT, Line, Side
from twoends.solvers import Answer, Found, MethodError

if TYPE_CHECKING:
    from twoends.solvers.bottom_up import Progress
    from twoends.views.svg import Picture

METHODS = ("auto", "exhaustive", "top-down", "bottom-up", "contraction")

MOST_CARDS_EXACT_BY_CHANCE = 200
"""Expectations of longer rows are floats: exact fractions grow by a digit every few cards."""

CARDS_THAT_PAY = {"contraction": 500_000, "bottom-up": 2_000, "intervals": 80_000, "urgencies": 2_000_000}
"""From so many cards on the kernels win although they have to be loaded (benchmarks/switches.py)."""

CARDS_THAT_PAY_LOADED = {"contraction": 2_000, "bottom-up": 100, "intervals": 100, "urgencies": 100}
"""The same once they are loaded."""

Winner = Literal["you", "opponent", "draw"]


def _answer(
    method: str,
    values: Sequence[Any],
    against: Opponent,
    *,
    you_first: bool,
    with_line: bool = False,
    progress: Progress | None = None,
) -> Answer:
    """Ask one method for one total. The one place that knows their names; it loads the one in use."""
    if method == "contraction":
        from twoends.solvers import contraction

        return contraction.best_response(values, against, you_first)
    if method == "exhaustive":
        from twoends.solvers import exhaustive

        return exhaustive.best_response(values, against, you_first)
    if method == "top-down":
        from twoends.solvers import top_down

        return top_down.best_response(values, against, you_first)
    from twoends.solvers import bottom_up

    return bottom_up.best_response(values, against, you_first, with_line=with_line, progress=progress)


def _found(method: str, values: Sequence[Any], against: Opponent, progress: Progress | None = None) -> Found:
    """Ask one method for both totals, and know how to ask it for the rest."""
    first, second = (
        _answer(method, values, against, you_first=you_first, progress=progress)
        for you_first in (True, False)
    )
    brings = partial(_brings, values, first)
    line = partial(_line, method, values, against, progress)
    return Found(first.total, second.total, first.touched + second.touched, brings, line)


def _brings(values: Sequence[Any], first: Answer) -> tuple[Total, Total]:
    from twoends.solvers import contraction

    return first.brings or contraction.brings(values)


def _line(
    method: str, values: Sequence[Any], against: Opponent, progress: Progress | None, you_first: bool
) -> Line | None:
    if against.by_chance:
        return None
    return _answer(method, values, against, you_first=you_first, with_line=True, progress=progress).line


def _found_compiled(
    method: str, values: Sequence[Any], against: Opponent, progress: Progress | None
) -> Found | None:
    """Ask the compiled kernels, if the row is long enough and they may serve it."""
    n = len(values)
    # A rule of your own may answer otherwise in 64 bits: that must not depend on what ran before.
    if not (n >= CARDS_THAT_PAY[method] if against.your_own else kernels_pay(method, n)):
        return None
    from twoends.solvers import compiled

    return compiled.find(values, against, progress)


def kernels_pay(method: str, n: int) -> bool:
    """Whether a row of n cards is long enough for the kernels."""
    return n >= (CARDS_THAT_PAY_LOADED if "twoends.kernels" in sys.modules else CARDS_THAT_PAY)[method]


@dataclass(frozen=True)
class Move:
    """One move and its worth.

    side   the end taken
    total  your total if you take it and play best from then on
    loss   the best total minus this one, never negative

    >>> solve([8, 15, 3, 7]).moves
    (Move(side=RIGHT, total=22, loss=0), Move(side=LEFT, total=15, loss=7))
    """

    side: Side
    total: Number
    loss: Number


@dataclass(frozen=True)
class Solution:
    """What a row is worth against an opponent. Totals are in the row's own kind of number.

    row        the row, n values
    opponent   how the other side replies
    method     how the totals were computed
    first      your total when you move first
    second     your total when the opponent moves first
    error      0 for exact totals, else a bound on the rounding of first and of second; what a rule of
               yours rounds is not in it
    positions  how many positions were looked at for both totals

    The rest is computed when it is read: moves, best, line, line_second.

    >>> s = solve([1, 30, 100, 15, 2])
    >>> s.first, s.second, s.go_first, s.margin_second, str(s.line_second)
    (47, 101, False, 54, 'RLLLL')
    """

    row: Row
    opponent: Opponent
    method: str
    first: Number
    second: Number
    error: Number
    positions: int
    _found: Found = field(repr=False, compare=False)
    _unit: int = field(repr=False, compare=False)

    @property
    def exact(self) -> bool:
        """Whether both totals are exact: not rounded here, nor by a rule of yours that answers floats."""
        return not any(isinstance(total, float) for total in (self._found.first, self._found.second))

    @property
    def go_first(self) -> bool:
        """Whether moving first gives you at least as much as moving second."""
        return self._found.first >= self._found.second

    @cached_property
    def sum(self) -> Number:
        """The sum of the row."""
        return self.row.show(self._sum)

    @property
    def margin_first(self) -> Number:
        """Your total minus the opponent's when you move first."""
        return self.row.show(self._margin(self._found.first))

    @property
    def margin_second(self) -> Number:
        """Your total minus the opponent's when the opponent moves first."""
        return self.row.show(self._margin(self._found.second))

    @property
    def winner(self) -> Winner:
        """Who has the larger total when you move first (by expectation, where moves are random)."""
        margin = self._margin(self._found.first)
        return "you" if margin > 0 else "opponent" if margin < 0 else "draw"

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Your moves now, best first, left before right where they are equal."""
        n = len(self.row)
        if n == 0:
            return ()
        if n == 1:
            return (Move(LEFT, self.first, self.row.show(0)),)
        brings = tuple(in_units(total, self._unit) for total in self._found.brings())
        best = max(brings)
        moves = [
            Move(side, self.row.show(total), self.row.show(best - total))
            for side, total in zip((LEFT, RIGHT), brings, strict=True)
        ]
        return tuple(sorted(moves, key=lambda move: move.loss))

    @property
    def best(self) -> tuple[Side, ...]:
        """All your best sides now: L, R, both, or none on an empty row."""
        return tuple(move.side for move in self.moves if move.loss == 0)

    @cached_property
    def line(self) -> Line | None:
        """One best game with you moving first; None where the opponent's moves are random."""
        return self._found.line(True)

    @cached_property
    def line_second(self) -> Line | None:
        """One best game with the opponent moving first; None where his moves are random."""
        return self._found.line(False)

    @cached_property
    def _sum(self) -> Exact:
        if isinstance(self.row.values, memoryview):
            from twoends.solvers import compiled

            return compiled.exact_sum(self.row.values)
        return sum(self.row.values)

    def _margin(self, total: Total) -> Total:
        """Exact, also of a float row: it is rounded when it is shown, and its sign never is."""
        return 2 * in_units(total, self._unit) - self._sum

    def picture(self) -> Picture:
        """The row with its best ends, what each end brings, and both totals; O(n) tiles."""
        from twoends.views import svg as drawing

        marks = {move.side.value: drawing.number(move.total) for move in self.moves}
        best = "".join(map(str, self.best))
        worth = ((self.first, self.margin_first), (self.second, self.margin_second))
        return drawing.solution(self.row.words(), marks, best, worth, str(self.opponent))

    def _repr_svg_(self) -> str | None:
        return self.picture().svg_in_notebook()

    def __str__(self) -> str:
        return f"{self.first} moving first, {self.second} moving second, against {self.opponent}"


def solve(
    row: Iterable[Any],
    opponent: object = "optimal",
    *,
    ties: str | None = None,
    epsilon: object = None,
    method: str = "auto",
    progress: Progress | None = None,
) -> Solution:
    """Solve a row against an opponent: both totals now, the rest when it is read.

    `opponent` is a name, an `Opponent`, or your own reply rule or player; `ties` and `epsilon`
    as in `opponents.opponent`. Method `auto` is contraction, O(n), for an optimal opponent, and
    bottom-up, O(n²) time and O(n) memory, for any other; it computes long rows of machine integers
    in compiled code. A method that is named is pure Python. Expectations are exact fractions up to
    200 cards (`MOST_CARDS_EXACT_BY_CHANCE`) and floats with a stated `error` beyond. `progress` is
    called by bottom-up with (diagonals done, diagonals in all), from 0 to all of them for each total
    and again for each line when it is read.
    A long array of integers is not copied: leave it as it is while you use the solution.

    Raises RowError, OpponentError, or MethodError for what the method cannot do.

    >>> s = solve([8, 15, 3, 7])
    >>> s.first, s.second, s.best, str(s.line)
    (22, 11, (RIGHT,), 'RLLL')
    >>> solve([1, 30, 100, 15, 2], opponent="greedy").first
    103
    """
    row = Row.of(row)
    against = opponents.opponent(opponent, ties=ties, epsilon=epsilon)
    if method not in METHODS:
        raise MethodError(f"there is no method '{method}': choose {', '.join(METHODS[:-1])} or {METHODS[-1]}")
    values, unit = computed_on(row, against)
    found = None
    if method == "auto":
        method = "contraction" if against.is_optimal else "bottom-up"
        found = _found_compiled(method, values, against, progress)
    if found is None:
        found = _found(method, values, against, progress)
    return Solution(
        row,
        against,
        method,
        row.show(in_units(found.first, unit)),
        row.show(in_units(found.second, unit)),
        rounding(values),
        found.positions,
        found,
        unit,
    )


def computed_on(row: Row, against: Opponent) -> tuple[Sequence[Any], int]:
    """The numbers that the method sees, and how many of them make 1.

    Integers over a common denominator, for they are the fastest exact numbers; the values as
    they are for the user's own functions, which may look at them; floats for long expectations.
    """
    if against.by_chance and len(row) > MOST_CARDS_EXACT_BY_CHANCE:
        try:
            floats = tuple(map(float, row.values))
            fits = 2 * math.fsum(map(abs, floats)) < math.inf  # no total is larger, nor twice one
        except OverflowError:
            fits = False
        if not fits:
            raise RowError(
                f"an expectation over more than {MOST_CARDS_EXACT_BY_CHANCE} cards is computed in floats, "
                "and the values leave their range: give a shorter row or smaller values"
            )
        return floats, 1
    if row.kind == "integer":
        return row.values, 1
    if against.your_own:  # whose division is exact then, as that of integers would not be
        return tuple(map(Fraction, row.values)), 1
    return common_unit(row.values)


def in_units(total: Total, unit: int) -> Total:
    """Turn a total that was computed on `computed_on` back; floats are as they are."""
    return total if unit == 1 or isinstance(total, float) else Fraction(total) / unit


def rounding(values: Sequence[Any]) -> Number:
    """The rounding of at most 4 operations on each of n diagonals, none above the sum of sizes."""
    if len(values) and isinstance(values[0], float):
        return 4.0 * len(values) * 2.0**-53 * math.fsum(map(abs, values))
    return 0
