"""How much sooner two cores are done than one, on the clock: python -m benchmarks.cores.

Each job is timed with one thread and with two, in turns in one process, after both have been called once.
Only a quiet machine with two cores tells anything. What is linear is compared with `numpy.sum` of its row,
too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial

import numpy as np
from benchmarks.floors import many_decks, optimal, oracle
from benchmarks.peers import ascending, decks, fixed, uniform, valley
from benchmarks.timing import Job, in_turns, shown, wall

import twoends
from twoends.solvers.threads import VARIABLE

RUNS = 5


def sweeps(n: int, high: int) -> tuple[Job, None]:
    cards = fixed(np.random.default_rng(n).integers(1, high + 1, n))
    return lambda: twoends.solve(cards, "greedy").line, None


def games(m: int) -> tuple[Job, None]:
    table = fixed(decks(m))
    return lambda: twoends.play_rows(table, "best", "greedy"), None


JOBS: list[tuple[str, Callable[[], tuple[Job, Job | None]]]] = [
    ("greedy, totals and line, 100,001 cards from 1 to 100", partial(sweeps, 100_001, 100)),
    ("greedy, totals and line, 60,001 cards", partial(sweeps, 60_001, 100)),
    ("`solve_rows`, greedy, 400,000 decks", partial(many_decks, "greedy", 400_000)),
    ("`solve_rows`, optimal, 400,000 decks", partial(many_decks, "optimal", 400_000)),
    ("`play_rows`, best against greedy, 100,000 decks", partial(games, 100_000)),
    ("optimal with the line, 10⁸ uniform values", lambda: optimal(uniform(10**8))),
    ("optimal with the line, 10⁷ sorted", lambda: optimal(ascending(10**7))),
    ("optimal with the line, a valley of 10⁷", lambda: optimal(valley(10**7))),
    ("`oracle` of 10⁷ uniform values", lambda: oracle(uniform(10**7))),
]
"""The lines of the table: what is done, and what gives the job and a sum of its row, if that is its peer."""


def by_threads(threads: int, job: Job) -> object:
    os.environ[VARIABLE] = str(threads)
    return job()


def report(numbers: list[int]) -> None:
    """Print the table."""
    print("\n### Two cores, on the clock\n")
    print("| | 1 thread | 2 threads | times as fast | in sums, 1 | in sums, 2 |\n|---|---|---|---|---|---|")
    for number in numbers:
        name, make = JOBS[number]
        job, peer = make()
        jobs = [partial(by_threads, threads, job) for threads in (1, 2)]
        for each in jobs:
            each()
        one, two, *a_sum = in_turns([*jobs, *([peer] if peer else [])], RUNS, wall)
        sums = f"{one / a_sum[0]:.2f} | {two / a_sum[0]:.2f}" if a_sum else " | "
        print(
            f"| {name} | {shown(one)} | {shown(two)} | {one / two:.2f} | {sums} |",
            flush=True,
        )
    print(f"\nLoad {os.getloadavg()[0]:.1f} at the end.")


if __name__ == "__main__":
    report([int(number) for number in sys.argv[1:]] or [*range(len(JOBS))])
