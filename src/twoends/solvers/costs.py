"""Cost estimates: when compiled code pays, and how long a call will take."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import NamedTuple, ParamSpec, TypeVar

from twoends.rules.errors import has_fast, install, require_fast
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row, capped_product
from twoends.rules.rulebook import Rulebook, State
from twoends.solvers import scaled_for
from twoends.solvers.bottom_up import MOST_CARDS_OF_A_POLICY

P = ParamSpec("P")
Result = TypeVar("Result")

SECONDS_TO_WAIT = (0.001, 0.05, 1.0)
"""The latency charged to a kernel call, by `Wait`: to make arrays only, if the kernel ran in this process; to
load it from disk; to compile it, which never pays if Python answers within a second."""

SECONDS_TO_START = 0.5
"""The time a process takes to load NumPy, Numba and a few kernels."""

MOST_SECONDS_IN_PYTHON = 60.0
"""The longest computation allowed in Python if kernels could do it but are not installed."""

IN_PYTHON: dict[str, Callable[[int], float]] = {
    "contraction": lambda n: 5e-7 * n,
    "bottom-up": lambda n: 3e-7 * n * n,
    "circle": lambda n: 6e-7 * n * n,
    "intervals": lambda n: 6e-6 * n,
    "oracle": lambda n: 2e-6 * n,
}
"""Approximate seconds of pure Python for n cards (measured by benchmarks/switches.py): both totals of a row,
for two optimal players or any others; a circle; two optimal players on n intervals of a row or around a
circle; an oracle."""

SECONDS_A_STEP = {"sweep": 1e-6, "search": 6e-6}
"""Seconds per step of a sweep by other rules, and per state of a search."""

SECONDS_OF_A_TABLE = 2e-5
"""The fixed cost of a table."""

SECONDS_OF_A_GAME = 3e-4
"""The cost of a game without its tables."""


def may_pay(seconds: float) -> bool:
    """Whether kernels, which need not be loaded yet, may pay for what takes `seconds` in Python.

    Always False without NumPy and Numba; a long computation then recommends them, once, on standard error.
    Raises MissingExtraError above MOST_SECONDS_IN_PYTHON.
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
    print(f"twoends: without NumPy and Numba this takes long: {install('fast')}", file=sys.stderr, flush=True)


def call_within(
    seconds: float, function: Callable[P, Result], *arguments: P.args, **options: P.kwargs
) -> Result | None:
    """Call a function that uses kernels; None if they are ready later than Python, which takes `seconds`."""
    from twoends.kernels.compiling import Wait, WouldWaitError, longest_wait

    accepted = [wait for wait in Wait if seconds >= SECONDS_TO_WAIT[wait]]
    if not accepted:
        return None
    before = longest_wait.set(accepted[-1])
    try:
        return function(*arguments, **options)
    except WouldWaitError:
        return None
    finally:
        longest_wait.reset(before)


def method_of(against: Opponent) -> str:
    """Return the fastest method for rows against this opponent."""
    return "contraction" if against.is_optimal else "bottom-up"


MOST_CARDS_UNTIMED = 1_000
"""Rows up to this length are fast against any opponent."""


class Estimate(NamedTuple):
    """The estimated cost of a call on an ordinary machine.

    sweeps     number of passes over all positions
    positions  number of positions visited in all passes
    seconds    approximate duration
    """

    sweeps: int
    positions: int
    seconds: float


def estimate(row: Row, against: Opponent, method: str = "auto", lines: int = 0) -> Estimate:
    """Estimate the cost of solving a row and computing `lines` lines of play."""
    n = len(row)
    swept = method == "bottom-up" or (method == "auto" and not against.is_optimal)
    if n <= MOST_CARDS_UNTIMED or not swept:
        return Estimate(1, n, 0.0)
    speed = 3e6  # positions a second in Python
    if against.custom:
        speed = 1e6
    elif method == "auto" and has_fast():
        values = scaled_for(row, against).values
        if against.stochastic or len(row) * max(max(values), -min(values)) < 2**62:
            speed = 1e9
    sweeps = 2 + (0 if against.stochastic or n > MOST_CARDS_OF_A_POLICY else lines)
    positions = sweeps * n * n // 2
    return Estimate(sweeps, positions, positions / speed)


def states_of(book: Rulebook, state: State, *, numbered: bool = False) -> int:
    """Bound the number of states reachable from one: positions times the other components of a state.

    numbered  whether states that differ only in the move number count as different
    """
    rules, lanes = book.rules, book.shape.lanes(state.remaining)
    positions, _ = book.shape.sizes(state.remaining)
    if rules.plain:
        return positions
    n = book.card_count(state)
    if rules.ends != "either" and not any(lane.any_card for lane in lanes):
        positions = capped_product(len(lane.places) + 1 for lane in lanes)
    if rules.least != rules.most:  # the remaining cards do not determine the move number
        numbers = n // (rules.least - rules.merge) + 1
        if rules.stop is not None:
            numbers = min(numbers, max(rules.stop - state.number, 0) + 1)
        positions *= numbers if numbered or rules.numbered else min(len(rules.turns), numbers)
    return positions * (n // 4 + 1) if rules.doubling else positions


def counts_of(book: Rulebook, state: State) -> int:
    """Estimate how many different numbers of cards a move may take from one end."""
    n, rules = max(book.card_count(state), 1), book.rules
    most = n if rules.most is None else min(rules.most, n)
    return max(most - rules.least + 1, 1) if rules.most else n // 2 + 1  # the average as cards run out
