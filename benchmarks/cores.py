"""How much sooner two cores are done than one, on the clock: python -m benchmarks.cores.

Each job is timed with one thread and with two, in turns in one process, after both have been called once.
Only a quiet machine with two cores tells anything. What is linear is compared with `numpy.sum` of its row,
too.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from benchmarks.peers import ascending, decks, fixed, uniform, valley
from benchmarks.speed import seconds

import twoends
from twoends.solvers.threads import VARIABLE

RUNS = 5


@dataclass(frozen=True)
class Job:
    """One line of the table.

    name  what is done
    make  gives what is called, and the row of which `numpy.sum` is its peer, if it has one
    """

    name: str
    make: Callable[[], tuple[Callable[[], Any], np.ndarray | None]]


def solves(row: Callable[[int], np.ndarray], n: int) -> tuple[Callable[[], Any], np.ndarray]:
    """Both totals and the line, two optimal players."""
    cards = row(n)
    return lambda: twoends.solve(cards).line, cards


def sweeps(n: int, high: int) -> tuple[Callable[[], Any], None]:
    cards = fixed(np.random.default_rng(n).integers(1, high + 1, n))
    return lambda: twoends.solve(cards, "greedy").line, None


def rows_of(opponent: str, m: int) -> tuple[Callable[[], Any], None]:
    table = fixed(decks(m))
    return lambda: twoends.solve_rows(table, opponent), None


def games(m: int) -> tuple[Callable[[], Any], None]:
    table = fixed(decks(m))
    return lambda: twoends.play_rows(table, "best", "greedy"), None


def oracles(n: int) -> tuple[Callable[[], Any], np.ndarray]:
    cards = uniform(n)
    return lambda: twoends.oracle(cards), cards


JOBS = [
    Job("greedy, totals and line, 100,001 cards from 1 to 100", partial(sweeps, 100_001, 100)),
    Job("greedy, totals and line, 60,001 cards", partial(sweeps, 60_001, 100)),
    Job("`solve_rows`, greedy, 400,000 decks", partial(rows_of, "greedy", 400_000)),
    Job("`solve_rows`, optimal, 400,000 decks", partial(rows_of, "optimal", 400_000)),
    Job("`play_rows`, best against greedy, 100,000 decks", partial(games, 100_000)),
    Job("optimal with the line, 10⁸ uniform values", partial(solves, uniform, 10**8)),
    Job("optimal with the line, 10⁷ sorted", partial(solves, ascending, 10**7)),
    Job("optimal with the line, a valley of 10⁷", partial(solves, valley, 10**7)),
    Job("`oracle` of 10⁷ uniform values", partial(oracles, 10**7)),
]


def timed(job: Callable[[], Any], threads: int) -> float:
    os.environ[VARIABLE] = str(threads)
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def report(numbers: list[int]) -> None:
    """Print the table."""
    print("\n### Two cores, on the clock\n")
    print("| | 1 thread | 2 threads | times as fast | in sums, 1 | in sums, 2 |\n|---|---|---|---|---|---|")
    for number in numbers:
        job, row = JOBS[number].make()
        timed(job, 1), timed(job, 2)
        times = [
            (timed(job, 1), timed(job, 2), timed(row.sum, 1) if row is not None else 0.0) for _ in range(RUNS)
        ]
        one, two, peer = map(statistics.median, zip(*times, strict=True))
        sums = f"{one / peer:.2f} | {two / peer:.2f}" if peer else " | "
        print(
            f"| {JOBS[number].name} | {seconds(one)} | {seconds(two)} | {one / two:.2f} | {sums} |",
            flush=True,
        )
    print(f"\nLoad {os.getloadavg()[0]:.1f} at the end.")


if __name__ == "__main__":
    report([int(number) for number in sys.argv[1:]] or [*range(len(JOBS))])
