"""The methods: pure Python on exact numbers, each a lesson and each the others' check.

Every method answers the same question, what you get from a game when you play the best response, with one
record: a `SolverResult`. The two that `solve` picks for rows also answer `prospects`: what the positions of
a game hold. Compiled code returns the same records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.rules.numbers import Pair, Scaled, Total
from twoends.rules.sides import Line

if TYPE_CHECKING:
    from twoends.rules.shapes import Shape

Progress = Callable[[int, int], object]
"""Called with (diagonals done, diagonals in all) while a long row is being solved."""

FindLine = Callable[[bool], Line | None]
"""Works out one best game, given whether you move first."""


class Options(NamedTuple):
    """How a method works.

    progress  called with (diagonals done, diagonals in all)
    threads   how many threads work, None for as many as there are cores
    compiles  whether compiled code may be used, where it pays
    """

    progress: Progress | None = None
    threads: int | None = None
    compiles: bool = True


class SolverResult(NamedTuple):
    """What a method found out about one game, for either player to start. Totals are in units of `scaled`.

    method     its name
    scaled     the numbers that it computed on
    first      both totals when you move first
    second     both totals when the opponent moves first; None: nobody knows what they would take
    positions  how many positions were looked at for both, counted where that is done: calls of a search,
               cells of a memo or a diagonal; contraction: cards pushed and peaks folded
    after      works out both totals after each of your first moves, in the order of the ends
    line       works out one best game; None where moves are random, the opponent's rule mixes both sides, or
               `second` is None
    """

    method: str
    scaled: Scaled
    first: Pair
    second: Pair | None
    positions: int
    after: Callable[[], Sequence[Pair]]
    line: FindLine

    def exact(self, totals: Pair) -> Pair:
        """Both totals without units."""
        yours, theirs = totals
        return self.scaled.scale.exact(yours), self.scaled.scale.exact(theirs)


def kind_of(shape: Shape, remaining: Any) -> str:
    """What is left: "row", also of a circle after its first card, else the name of the shape that was dealt.

    The methods ask it here alone: a shape that they do not know is left to the search.
    """
    return shape.name if shape.interval(remaining) is None else "row"


def pairs_of(whole: Total, yours: Iterable[Total]) -> list[Pair]:
    """Both totals, given yours, where they add up to `whole`."""
    return [(total, whole - total) for total in yours]


class Columns(NamedTuple):
    """What m positions of a row hold for you, when you play the best response from there on.

    total  your total over the cards that are left, shape (m,)
    left   the same if the left end is taken now, by whoever is to move, shape (m,)
    right  the same if the right end is taken; the single last card is both ends, shape (m,)
    """

    total: list[Total]
    left: list[Total]
    right: list[Total]
