"""What solving costs: which answers are worth compiled code, and how long a call will take."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from twoends.rules.extras import INSTALL_FAST, has_fast, require_fast
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row, counted
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.sides import cards_in
from twoends.solvers.scaling import scaled_for

if TYPE_CHECKING:
    from twoends.kernels.compiling import Pays

SECONDS_TO_WAIT = (0.001, 0.05, 1.0)
"""What a call of a kernel is counted as waiting for, by `Wait`: nothing but arrays if it ran in this process;
its form that lies on disk; a compiler, for which nobody waits while Python answers within a second."""

SECONDS_TO_START = 0.5
"""How long a process takes to load NumPy, Numba and a few kernels."""

MOST_SECONDS_IN_PYTHON = 60.0
"""Where kernels could serve but are not installed, what takes longer is refused."""

IN_PYTHON: dict[str, Callable[[int], float]] = {
    "contraction": lambda n: 5e-7 * n,
    "bottom-up": lambda n: 3e-7 * n * n,
    "circle": lambda n: 6e-7 * n * n,
    "intervals": lambda n: 6e-6 * n,
    "oracle": lambda n: 2e-6 * n,
}
"""About how many seconds pure Python takes for n cards (measured by benchmarks/switches.py): both totals of a
row, of two optimal players or of any others; a circle; two optimal players on n intervals of a row or around
a circle; an oracle."""

SECONDS_A_STEP = {"sweep": 1e-6, "search": 6e-6}
SECONDS_OF_A_TABLE = 2e-5
SECONDS_OF_A_GAME = 3e-4
"""The same for a step of a sweep by other rules and for a state of a search; and what a table costs to begin
with, and a game but for its tables."""


def may_pay(seconds: float) -> bool:
    """Whether what takes so long in Python may be worth kernels; asked before they are loaded.

    Without NumPy and Numba nothing is; what takes long then says so, once, on standard error. Raises
    MissingExtraError above MOST_SECONDS_IN_PYTHON.
    """
    if "twoends.kernels.compiling" in sys.modules:
        return seconds >= SECONDS_TO_WAIT[0]
    if seconds < SECONDS_TO_START or has_fast():
        return seconds >= SECONDS_TO_START
    if seconds > MOST_SECONDS_IN_PYTHON:
        require_fast("this takes more than a minute in pure Python, and")
    if seconds >= SECONDS_TO_WAIT[-1]:
        _recommend_fast()
    return False


@cache
def _recommend_fast() -> None:
    print(f"twoends: without NumPy and Numba this takes long: {INSTALL_FAST}", file=sys.stderr, flush=True)


def pays_for(seconds: float) -> Pays:
    """The one rule: a kernel is called if Python would take longer than the call has to wait."""
    from twoends.kernels.compiling import wait

    return lambda kernel, *arguments: seconds >= SECONDS_TO_WAIT[wait(kernel, *arguments)]


def method_of(against: Opponent) -> str:
    """The method that solves rows against this opponent in the least time."""
    return "contraction" if against.is_optimal else "bottom-up"


CARDS_AT_ONCE = 1_000
"""So many cards never take long, whoever replies."""


IN_KERNELS = 1e9
"""Positions a second."""


class Estimate(NamedTuple):
    """What a call will cost on an ordinary machine.

    sweeps    how often all positions are gone through
    positions how many positions that is, each time counted
    seconds   about how long it takes
    """

    sweeps: int
    positions: int
    seconds: float


def estimate(row: Row, against: Opponent, method: str = "auto", lines: int = 0) -> Estimate:
    """What it costs to solve a row and to work out so many lines of play."""
    n = len(row)
    if n <= CARDS_AT_ONCE or not (method == "bottom-up" or (method == "auto" and not against.is_optimal)):
        return Estimate(1, n, 0.0)
    speed = _positions_a_second(row, against, method)
    sweeps = 2 + (0 if against.stochastic else lines)
    positions = sweeps * n * n // 2
    return Estimate(sweeps, positions, positions / speed)


def _positions_a_second(row: Row, against: Opponent, method: str) -> float:
    """How fast this row goes: in compiled code, in pure Python, or in the user's own."""
    if against.custom and not hasattr(against.rule, "py_func"):  # which Numba gives what it compiled
        return 1e6
    if method == "auto" and has_fast():
        values = scaled_for(row, against).values
        if against.stochastic or len(row) * max(max(values), -min(values)) < 2**62:
            return IN_KERNELS
    return 3e6


def states_of(book: Rulebook, state: State, *, numbered: bool = False) -> int:
    """How many states follow from one, at most: positions, times what else the rules ask for there.

    numbered  whether states that differ in the number of the move alone are told apart
    """
    rules, lanes = book.rules, book.shape.lanes(state.remaining)
    positions, _ = book.shape.sizes(state.remaining)
    if rules.plain:
        return positions
    n = cards_in(lanes)
    if rules.ends != "either" and not any(lane.any_card for lane in lanes):
        positions = counted(len(lane.places) + 1 for lane in lanes)
    if rules.least != rules.most:  # then the number of the move does not follow from what is left
        numbers = n // (rules.least - rules.merge) + 1
        if rules.stop is not None:
            numbers = min(numbers, max(rules.stop - state.number, 0) + 1)
        positions *= numbers if numbered or rules.numbered else min(len(rules.turns), numbers)
    return positions * (n // 4 + 1) if rules.doubling else positions


def counts_of(book: Rulebook, state: State) -> int:
    """About how many counts of cards a move may take from one end."""
    n, rules = max(cards_in(book.shape.lanes(state.remaining)), 1), book.rules
    most = n if rules.most is None else min(rules.most, n)
    return max(most - rules.least + 1, 1) if rules.most else n // 2 + 1  # what is left gets less
