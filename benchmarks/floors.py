"""The performance floors that justify the fast paths: python -m benchmarks.floors [NUMBER...].

A floor must hold after each change. Each job and its peer are timed alternately in one process, in wall-clock
time and with all cores, after a first call of each, and the best time of each counts. The result is
meaningful only on a quiet machine with two cores. Exit status 1 if a floor does not hold.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from benchmarks import speed, waits
from benchmarks.peers import ascending, c_sweep, decks, fixed, library, textbook, uniform
from benchmarks.timing import Job, head, line, time_interleaved, wall

import twoends
from twoends.engine import bottom_up
from twoends.engine.kernels import whole_rows
from twoends.engine.options import THREADS_VARIABLE

RUNS = 7


@dataclass(frozen=True)
class Floor:
    """One line of the table.

    work  what is measured
    unit  the unit of the figure
    make  returns the job, and its peer or None
    most  upper bound of the figure: seconds, or a multiple of the peer's time
    least lower bound of the figure: the speed-up over the peer, or millions per second
    count items that the job processes, if the figure is items per second
    """

    work: str
    unit: str
    make: Callable[[], tuple[Job, Job | None]]
    most: float = 0
    least: float = 0
    count: int = 0

    def figure(self, ours: float, theirs: float = 0) -> float:
        """Return the figure for the seconds that the job and its peer took."""
        if self.count:
            return self.count / ours / 1e6
        if not theirs:
            return ours
        return theirs / ours if self.least else ours / theirs


def beside_a_sum(job: Job, row: np.ndarray) -> tuple[Job, Job]:
    return job, row.sum


def optimal(row: np.ndarray) -> tuple[Job, Job]:
    return beside_a_sum(lambda: twoends.solve(row).line, row)


def with_best_ends(row: np.ndarray) -> tuple[Job, Job]:
    def solve() -> object:
        solution = twoends.solve(row)
        return solution.line, solution.moves, solution.best

    return beside_a_sum(solve, row)


def oracle(row: np.ndarray) -> tuple[Job, Job]:
    return beside_a_sum(lambda: twoends.oracle(row), row)


def greedy(n: int) -> tuple[Job, Job]:
    """Return both totals with the line, and as the peer one total by the textbook table."""
    row = uniform(n)

    def solve() -> object:
        solution = twoends.solve(row, "greedy")
        return solution.first, solution.second, solution.line

    return solve, textbook(n, greedy=True)


def one_total(n: int) -> tuple[Job, Job]:
    return speed.one_total(n), c_sweep(n)


def margin_of_cards(n: int) -> tuple[Job, None]:
    """Return the compiled margin of rows of a million cards together."""
    rows, margins = np.tile(uniform(n), (1_000_000 // n, 1)), np.empty(1_000_000 // n, np.int64)
    return lambda: whole_rows.margins_of_rows(rows, margins), None


def in_python(n: int) -> tuple[Job, None]:
    """Return both totals against greedy in Python, as often as makes a million n²."""
    row, who, times = uniform(n).tolist(), twoends.opponent("greedy"), 1_000_000 // n**2

    def solve() -> None:
        for _ in range(times):
            table = bottom_up.prepare(row, who)
            for you_first in (True, False):
                bottom_up.run(bottom_up.Sweep(table, you_first))

    return solve, None


def many_games(m: int) -> tuple[Job, None]:
    rows = fixed(decks(m))
    return lambda: twoends.play_rows(rows, "best", "greedy"), None


def many_decks(opponent: str, m: int) -> tuple[Job, None]:
    rows = fixed(decks(m))
    return lambda: twoends.solve_rows(rows, opponent), None


def rules(text: str, n: int, peer: str, least: int) -> tuple[Job, Job]:
    """Return one margin under other rules, values from `least` to 1000, and as the peer a C++ program."""
    values = fixed(np.random.default_rng(n).integers(least, 1001, n))
    program = getattr(library("rules.cpp", "g++", "-O3", "-march=native"), peer)
    program.restype = ctypes.c_longlong
    pointer = values.astype(np.int32).ctypes

    def solve() -> int:
        return int(twoends.solve(values, rules=text).margin_first)

    def their() -> int:
        return int(program(pointer.data_as(ctypes.c_void_p), n))

    assert solve() == their(), (text, n)
    return solve, their


def rows_by_rules(text: str, m: int) -> tuple[Job, None]:
    rows = fixed(np.random.default_rng(1).integers(1, 1001, (m, 20)))
    return lambda: twoends.solve_rows(rows, rules=text), None


def alone(make: Callable[[], tuple[Job, Job]]) -> tuple[Job, None]:
    return make()[0], None


def list_of(kind: Callable[[int], Any], n: int) -> tuple[Job, None]:
    return alone(partial(waits.numbers, kind, n))


FLOORS = [
    Floor("optimal, margin and line, 10⁷, read-only", "sums", lambda: optimal(uniform(10**7)), most=6),
    Floor("the same, an array that can be written", "sums", lambda: optimal(uniform(10**7).copy()), most=8),
    Floor("with first moves and best ends", "sums", lambda: with_best_ends(uniform(10**7)), most=10),
    Floor("optimal, margin and line, 10⁷ sorted", "sums", lambda: optimal(ascending(10**7)), most=35),
    Floor("`oracle` of 10⁷", "sums", lambda: oracle(uniform(10**7)), most=70),
    *(
        Floor(f"optimal, the kernel alone, rows of {n:,}", "millions of cards a second",
              partial(margin_of_cards, n), least=167, count=10**6)
        for n in (10**3, 10**4)
    ),
    Floor("greedy, totals and line, 10⁴", "times a C++ table", partial(greedy, 10_001), least=15),
    Floor("greedy, one total, 10⁵", "C sweeps", partial(one_total, 100_001), most=2.5),
    *(
        Floor(f"greedy in Python, both totals, {n} cards", "µs · n²", partial(in_python, n), most=most)
        for n, most in ((4, 2), (20, 0.6), (52, 0.4))
    ),
    Floor("games of decks, best against greedy", "millions a second", partial(many_games, 100_000), least=0.2,
          count=100_000),
    Floor("decks of 52, greedy", "millions a second", partial(many_decks, "greedy", 400_000), least=3,
          count=400_000),
    Floor("decks of 52, optimal", "millions a second", partial(many_decks, "optimal", 400_000), least=4,
          count=400_000),
    Floor("10⁵ decks of whole floats", "times integers", partial(waits.floats, 10**5, True), most=3),
    Floor("10⁶ Decimals", "s", partial(list_of, lambda value: Decimal(value).scaleb(-2), 10**6), most=1.5),
    Floor("10⁶ Fractions", "s", partial(list_of, lambda value: Fraction(value, 60), 10**6), most=1.5),
    Floor("circle of 10⁴, greedy", "s", partial(alone, partial(waits.circle_greedy, 10**4)), most=0.5),
    Floor("circle of 10⁶, optimal", "s", partial(alone, partial(waits.circle, uniform, 10**6)), most=8),
    Floor("circle of 10⁴ sorted, optimal", "s",
          partial(alone, partial(waits.circle, ascending, 10**4)), most=3),
    Floor("`review` of 10⁵ moves", "s", partial(alone, partial(waits.review, 10**5, whole=True)), most=3),
    Floor("`review` of 10⁴ moves, sorted", "s",
          partial(alone, partial(waits.review, 10**4, whole=True, make=ascending)), most=3),
    *(  # a tenth of the file as JSON, in a tenth of the minute that it may take
        Floor(f"a file of {m:,} decks, `{form}`, {who}", "s",
              partial(alone, partial(waits.command, m, form, "--opponent", who)), most=most)
        for form, m, most in (("--csv", 10**5, 3), ("--json", 10**4, 6))
        for who in ("optimal", "greedy")
    ),
    *(
        Floor(f"`{text}`, {n:,} cards", "times C++", partial(rules, text, n, peer, least), most=30)
        for text, n, peer, least in (
            ("take 1-3 either", 5_000, "three_either", 1),
            ("score rest", 5_000, "rest", 1),
            ("take any either", 2_000, "any_either", -1000),
            ("take 1-2M left", 1_000, "growing_left", 1),
            ("take 1-3 left", 10**6, "three_left", -1000),
            ("take 2-any left, merge", 10**6, "merged_left", -1000),
        )
    ),
    Floor("10⁵ rows of 20, `take 1-2 either`", "millions a second",
          partial(rows_by_rules, "take 1-2 either", 10**5), least=0.1, count=10**5),
]  # fmt: skip


def report(numbers: list[int]) -> int:
    """Print the table; return 1 if a floor does not hold."""
    os.environ.pop(THREADS_VARIABLE, None)
    print("\n### Floors\n")
    failures = 0
    head("work", "floor", "now", "")
    for number in numbers:
        floor = FLOORS[number]
        jobs = [job for job in floor.make() if job is not None]
        for job in jobs:
            job()
        now = floor.figure(*time_interleaved(jobs, RUNS, wall, min))
        holds = now <= floor.most if floor.most else now >= floor.least
        failures += not holds
        bound = f"at most {floor.most:g}" if floor.most else f"at least {floor.least:g}"
        line(floor.work, f"{bound} {floor.unit}", f"{now:.3g}", "" if holds else "no")
    print(f"\nLoad {os.getloadavg()[0]:.1f} at the end. Start-up is measured by benchmarks.startup.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(report([int(number) for number in sys.argv[1:]] or [*range(len(FLOORS))]))
