"""The solving methods: pure Python on exact numbers, written to be read and to check each other.

Every method computes your result under the best response and returns it as a `SolverResult`; so does compiled
code. The two methods that `solve` chooses for rows also have `prospects`: the values of a game's positions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.rules.errors import RowError, TwoEndsError, shortened
from twoends.rules.moves import Line
from twoends.rules.numbers import Pair, Scaled, Total
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row

if TYPE_CHECKING:
    from twoends.rules.shapes import Shape

MOST_CARDS_EXACT_BY_CHANCE = 200
"""Expectations of longer rows are floats: exact fractions grow by a digit every few cards."""

THREADS_VARIABLE = "TWOENDS_THREADS"
"""The environment variable with the number of threads."""

Progress = Callable[[int, int], object]
"""Called with (lengths done, all lengths) while a long row is being solved."""

FindLine = Callable[[bool], Line | None]
"""Computes one line of best play, given whether you move first."""


class Options(NamedTuple):
    """How a method runs.

    progress  called with (lengths done, all lengths)
    threads   number of threads; None for one per core
    compiles  whether to use compiled code where it pays
    """

    progress: Progress | None = None
    threads: int | None = None
    compiles: bool = True


class SolverResult(NamedTuple):
    """The solution of one game, for either player to start. Totals are in units of `scaled`.

    method     name of the method
    scaled     the numbers it computed on
    first      both totals if you move first
    second     both totals if the opponent moves first; None if their first move is undefined
    positions  amount of work for both, in the method's own unit: calls of a search, cells of a memo or a
               diagonal; for contraction, cards pushed and peaks folded
    after      computes both totals after each first move, in the order of the ends, given whether you move
               first; their first moves only if `second` is defined
    line       computes a line of best play; returns None if moves are random or `second` is None
    """

    method: str
    scaled: Scaled
    first: Pair
    second: Pair | None
    positions: int
    after: Callable[[bool], Sequence[Pair]]
    line: FindLine

    def exact(self, totals: Pair) -> Pair:
        """Convert both totals from units to exact numbers."""
        yours, theirs = totals
        return self.scaled.scale.exact(yours), self.scaled.scale.exact(theirs)


def kind_of(shape: Shape, remaining: Any) -> str:
    """Return "row" if one row is left (as of a circle after its first card), else the name of the shape.

    Only this function tells the methods which shape they have; the search solves those they do not know.
    """
    return shape.name if shape.interval(remaining) is None else "row"


def pairs_of(remaining_sum: Total, yours: Iterable[Total]) -> list[Pair]:
    """Return both totals for each of your totals, where the two add up to `remaining_sum`."""
    return [(total, remaining_sum - total) for total in yours]


def by_symmetry(pairs: Sequence[Pair], you_first: bool) -> Sequence[Pair]:
    """Return both totals after each first move of either optimal player, given those after your moves."""
    return pairs if you_first else [(theirs, yours) for yours, theirs in pairs]


class PositionValues(NamedTuple):
    """Value and action values of m positions of a row under your best response.

    total  your total over the remaining cards, shape (m,)
    left   the same if the player to move takes the left end, shape (m,)
    right  the same for the right end; equal to `left` if one card remains, shape (m,)
    """

    total: list[Total]
    left: list[Total]
    right: list[Total]


def scaled_for(row: Row, against: Opponent) -> Scaled:
    """Return the row's values in the form that methods compute on.

    Integers over a common denominator, the fastest exact numbers; the values themselves for custom players,
    who may inspect them; floats for expectations of long rows. Raises RowError if totals overflow floats.
    """
    if against.stochastic and len(row) > MOST_CARDS_EXACT_BY_CHANCE:
        try:
            return row.scaled.in_floats()
        except OverflowError:
            raise RowError(
                f"an expectation over more than {MOST_CARDS_EXACT_BY_CHANCE} cards is computed in floats, "
                "and the values leave their range: give a shorter row or smaller values"
            ) from None
    if row.kind != "integer" and against.custom:  # division in the custom player stays exact
        return Scaled(tuple(map(Fraction, row.values)), row.scale._replace(unit=1))
    return row.scaled


def thread_count(threads: object = None) -> int:
    """Return `threads`, else the value of TWOENDS_THREADS, else the number of available cores.

    Raises TwoEndsError for anything but a positive integer.
    """
    if threads is None and THREADS_VARIABLE in os.environ:
        text = os.environ[THREADS_VARIABLE]
        if not (text.isascii() and text.isdecimal() and len(text) < 5 and int(text) > 0):
            raise TwoEndsError(f"{THREADS_VARIABLE} is '{shortened(text)}': give a positive integer")
        return int(text)
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise TwoEndsError(f"threads is {shortened(repr(threads))}: give a positive integer")
    return threads
