"""The solving methods: pure Python on exact numbers, written to be read and to check each other.

Every method computes your result under the best response and returns it as a `SolverResult`; so does compiled
code. The two methods that `solve` chooses for rows also have `prospects`: the values of a game's positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.rules.numbers import Pair, Scaled, Total
from twoends.rules.sides import Line

if TYPE_CHECKING:
    from twoends.rules.shapes import Shape

Progress = Callable[[int, int], object]
"""Called with (diagonals done, all diagonals) while a long row is being solved."""

FindLine = Callable[[bool], Line | None]
"""Computes one line of best play, given whether you move first."""


class Options(NamedTuple):
    """How a method runs.

    progress  called with (diagonals done, all diagonals)
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
    after      computes both totals after each of your first moves, in the order of the ends
    line       computes a line of best play; returns None if moves are random, the opponent's rule mixes both
               sides, or `second` is None
    """

    method: str
    scaled: Scaled
    first: Pair
    second: Pair | None
    positions: int
    after: Callable[[], Sequence[Pair]]
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


class PositionValues(NamedTuple):
    """Value and action values of m positions of a row under your best response.

    total  your total over the remaining cards, shape (m,)
    left   the same if the player to move takes the left end, shape (m,)
    right  the same for the right end; equal to `left` if one card remains, shape (m,)
    """

    total: list[Total]
    left: list[Total]
    right: list[Total]
