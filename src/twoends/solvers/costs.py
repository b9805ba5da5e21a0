"""What solving costs: which answers are worth compiled code, and how long a call will take."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.solvers.scaling import scaled_for

if TYPE_CHECKING:
    from twoends.kernels.compiling import Pays

CARDS_THAT_PAY = {
    "contraction": (2_000, 500_000, 1_500_000),
    "bottom-up": (100, 2_000, 2_000),
    "circle": (100, 1_000, 1_500),
    "intervals": (100, 80_000, 160_000),
    "oracle": (100, 500_000, 1_000_000),
}
"""From so many cards on the kernels win: once they ran in this process; if they lie on disk; if they have to
be compiled, for which nobody waits while Python answers within a second (benchmarks/switches.py)."""


SECONDS_THAT_PAY = (0.002, 0.4, 3.0)
"""A sweep that takes so long in Python is compiled: once its kernels ran in this process; if they are on
disk; if they have to be compiled."""

LINES_WITH_TOTALS = range(2**15, 2**17)
"""Of so many cards a compiled sweep finds both lines with the totals, in an eighth of its time: most callers
read one, and another sweep would take as long as the first. Other rows are swept again when it is read:
shorter ones in milliseconds, and of longer ones the diagonals that both lines need take too much memory."""

SECONDS_A_POSITION = {"contraction": 5e-7, "bottom-up": 3e-7, "sweep": 1e-6, "search": 6e-6}
SECONDS_OF_A_TABLE = 2e-5
"""What methods take in Python: for a card, a position, and to begin with (measured)."""


def kernels_may_pay(method: str, n: int) -> bool:
    """Whether a row of n cards is long enough to ask the kernels, which loads them."""
    running, on_disk, _ = CARDS_THAT_PAY[method]
    return n >= (running if "twoends.kernels.compiling" in sys.modules else on_disk)


def pays_for(method: str, n: int) -> Pays:
    """Whether one of the kernels pays for a row of n cards, whatever it has to wait for."""
    from twoends.kernels.compiling import wait

    return lambda kernel, *arguments: n >= CARDS_THAT_PAY[method][wait(kernel, *arguments)]


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
    with_totals = speed == IN_KERNELS and n in LINES_WITH_TOTALS and not against.custom
    sweeps = 2 + (0 if against.stochastic or with_totals else lines)
    positions = sweeps * n * n // 2
    return Estimate(sweeps, positions, positions / speed)


def _positions_a_second(row: Row, against: Opponent, method: str) -> float:
    """How fast this row goes: in compiled code, in pure Python, or in the user's own."""
    if against.custom and not hasattr(against.rule, "py_func"):  # which Numba gives what it compiled
        return 1e6
    if method == "auto":
        values = scaled_for(row, against).values
        if against.stochastic or len(row) * max(max(values), -min(values)) < 2**62:
            return IN_KERNELS
    return 3e6
