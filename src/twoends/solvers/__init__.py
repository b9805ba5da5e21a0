"""The solving methods: pure Python on exact numbers, written to be read and to check each other.

Each is a `values.Method`: it answers with both totals from any state that can follow. Compiled code runs the
same texts on arrays.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.rules import limits
from twoends.rules.errors import RowError, TwoEndsError, shortened
from twoends.rules.numbers import Scaled
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row

if TYPE_CHECKING:
    from twoends.rules.shapes import Shape

THREADS_VARIABLE = "TWOENDS_THREADS"
"""The environment variable with the number of threads."""

Progress = Callable[[int, int], object]
"""Called with (lengths done, all lengths) while a long row is being solved."""


class Options(NamedTuple):
    """How a method runs.

    progress  called with (lengths done, all lengths)
    compiles  whether to use compiled code where it pays
    keeps     whether to keep the totals of all positions, because states are asked for in any order
    """

    progress: Progress | None = None
    compiles: bool = True
    keeps: bool = False


DEFAULT_OPTIONS = Options()
PURE = Options(compiles=False)


def name_of_rest(shape: Shape, remaining: Any) -> str:
    """Return "row" if one row is left (as of a circle after its first card), else the name of the shape.

    Only this function tells the methods which shape they have; the search solves those they do not know.
    """
    return shape.name if shape.interval(remaining) is None else "row"


def scaled_for(row: Row, against: Opponent) -> Scaled:
    """Return the row's values in the form that methods compute on.

    Integers over a common denominator, the fastest exact numbers; the values themselves for custom players,
    who may inspect them; floats for expectations of long rows. Raises RowError if totals overflow floats.
    """
    if against.stochastic and len(row) > limits.MAX_CARDS_EXACT_BY_CHANCE:
        try:
            return row.scaled.in_floats()
        except OverflowError:
            raise RowError(
                f"an expectation over more than {limits.MAX_CARDS_EXACT_BY_CHANCE} cards is computed in "
                "floats, and the values leave their range: give a shorter row or smaller values"
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
