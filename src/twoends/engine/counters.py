"""When a text is compiled: once it has run in Python for as long as compiling it takes.

Then no sequence of calls takes much more than twice as long as the better choice from the start. One call
that would take that long by itself is compiled at once. Time is counted in steps, so that the same calls are
always compiled; the time of a user's own function, which is never compiled, does not count.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from twoends.rules.errors import has_fast, install, require_fast
from twoends.rules.opponents import Opponent

Result = TypeVar("Result")

SECONDS_OF_ARRAYS = 2e-4
"""A shorter computation is faster in Python than on arrays, however often it is repeated."""

SECONDS_TO_START = 0.5
"""The time a process takes to load NumPy, Numba and a first kernel."""

SECONDS_TO_LOAD = 0.1
"""The time to load a kernel that is compiled from disk, and for the first one Numba's own code."""

SECONDS_TO_RECOMMEND = 1.0
"""A computation without NumPy and Numba that takes longer recommends them."""

MAX_SECONDS_IN_PYTHON = 60.0
"""The longest computation without NumPy and Numba."""


class Counter:
    """The time that this process has spent in Python on a text.

    step       seconds of a step in Python
    compiling  seconds to compile the text with an empty cache
    spent      seconds in Python since a form of the text was last compiled or loaded; it has one for each
               kind of arrays, and each of them has to be worth it
    """

    def __init__(self, *, step: float, compiling: float) -> None:
        self.step, self.compiling, self.spent = step, compiling, 0.0

    def tries(self, steps: float) -> bool:
        """Whether this many more steps justify loading Numba, if it is not loaded.

        Always False without NumPy and Numba; a long computation then recommends them, once, on standard
        error. Raises MissingExtraError above MAX_SECONDS_IN_PYTHON.
        """
        seconds = steps * self.step
        if seconds < SECONDS_OF_ARRAYS:
            return False
        if "twoends.engine.kernels.compiling" in sys.modules:
            return True
        if self.spent + seconds < SECONDS_TO_START or has_fast():
            return self.spent + seconds >= SECONDS_TO_START
        if seconds > MAX_SECONDS_IN_PYTHON:
            require_fast("this takes more than a minute in pure Python, and")
        if seconds >= SECONDS_TO_RECOMMEND:
            _recommend_fast()
        return False

    def compiled(self, steps: float, function: Callable[[], Result | None]) -> Result | None:
        """Call a function that runs the text compiled, if that pays, instead of `steps` in Python.

        Returns None if the caller has to run it in Python, which is counted, or if the function returns None.
        """
        seconds = steps * self.step
        if seconds < SECONDS_OF_ARRAYS:
            return None
        due = self.spent + seconds
        if self.tries(steps):
            from twoends.engine.kernels.compiling import NotReadyError, Patience, patience

            granted = Patience(loads=due >= SECONDS_TO_LOAD, compiles=due >= self.compiling)
            before = patience.set(granted)
            try:
                result = function()
                if granted.needed:
                    self.spent = 0.0
                return result
            except NotReadyError:
                pass
            finally:
                patience.reset(before)
        self.spent = due
        return None


@cache
def _recommend_fast() -> None:
    print(f"twoends: without NumPy and Numba this takes long: {install('fast')}", file=sys.stderr, flush=True)


RECORDS = Counter(step=2e-7, compiling=1.3)
"""A step is a card."""

COINS = Counter(step=2.5e-7, compiling=0.8)
"""A step is a coin of an interval."""

SWEEP = Counter(step=2e-7, compiling=1.2)
"""A step is a cell: for both totals of n cards there are n²."""

SWEEP_OF_ROWS = Counter(step=2e-7, compiling=4.5)
"""A step is a cell; the rows of a table are interleaved."""

STEPS_OF_A_RESULT = 50
"""What a row takes in Python, besides its cards or cells."""

TURNS = Counter(step=2e-7, compiling=2.7)
"""A step is a move from a position."""

PLAY = Counter(step=2e-7, compiling=3.0)
"""A step is a cell of a table of decisions."""

STEPS_OF_A_MOVE = 50
"""What a move of a game takes, in such steps."""

DIGITS = Counter(step=2e-7, compiling=0.65)
"""A step is a byte of a file."""


def counter_of_rows(against: Opponent) -> Counter:
    """Return the counter of the text that solves many rows against this opponent."""
    return RECORDS if against.is_optimal else SWEEP_OF_ROWS


def steps_of_a_row(n: int, against: Opponent) -> int:
    """Return the steps that each of many rows of n cards takes: both totals and the best sides."""
    return STEPS_OF_A_RESULT + (3 * n if against.is_optimal else n * n)
