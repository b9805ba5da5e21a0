"""How much sooner two cores are done than one, on the clock: python -m benchmarks.cores.

Each job is timed with one thread and with two, in turns in one process, after both have been called once.
Only a quiet machine with two cores tells anything. What is linear is compared with `numpy.sum` of its row,
too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from benchmarks.peers import ascending, decks, fixed, uniform, valley
from benchmarks.timing import Job, in_turns, shown, wall

import twoends
from twoends.solvers.threads import VARIABLE

RUNS = 5


@dataclass(frozen=True)
class Work:
    """One line of the table.

    name  what is done
    make  gives what is called, and the row of which `numpy.sum` is its peer, if it has one
    """

    name: str
    make: Callable[[], tuple[Job, np.ndarray | None]]


def solves(row: Callable[[int], np.ndarray], n: int) -> tuple[Job, np.ndarray]:
    """Both totals and the line, two optimal players."""
    cards = row(n)
    return lambda: twoends.solve(cards).line, cards


def sweeps(n: int, high: int) -> tuple[Job, None]:
    cards = fixed(np.random.default_rng(n).integers(1, high + 1, n))
    return lambda: twoends.solve(cards, "greedy").line, None


def rows_of(opponent: str, m: int) -> tuple[Job, None]:
    table = fixed(decks(m))
    return lambda: twoends.solve_rows(table, opponent), None


def games(m: int) -> tuple[Job, None]:
    table = fixed(decks(m))
    return lambda: twoends.play_rows(table, "best", "greedy"), None


def oracles(n: int) -> tuple[Job, np.ndarray]:
    cards = uniform(n)
    return lambda: twoends.oracle(cards), cards


JOBS = [
    Work("greedy, totals and line, 100,001 cards from 1 to 100", partial(sweeps, 100_001, 100)),
    Work("greedy, totals and line, 60,001 cards", partial(sweeps, 60_001, 100)),
    Work("`solve_rows`, greedy, 400,000 decks", partial(rows_of, "greedy", 400_000)),
    Work("`solve_rows`, optimal, 400,000 decks", partial(rows_of, "optimal", 400_000)),
    Work("`play_rows`, best against greedy, 100,000 decks", partial(games, 100_000)),
    Work("optimal with the line, 10⁸ uniform values", partial(solves, uniform, 10**8)),
    Work("optimal with the line, 10⁷ sorted", partial(solves, ascending, 10**7)),
    Work("optimal with the line, a valley of 10⁷", partial(solves, valley, 10**7)),
    Work("`oracle` of 10⁷ uniform values", partial(oracles, 10**7)),
]


def by_threads(threads: int, job: Job) -> object:
    os.environ[VARIABLE] = str(threads)
    return job()


def report(numbers: list[int]) -> None:
    """Print the table."""
    print("\n### Two cores, on the clock\n")
    print("| | 1 thread | 2 threads | times as fast | in sums, 1 | in sums, 2 |\n|---|---|---|---|---|---|")
    for number in numbers:
        job, row = JOBS[number].make()
        jobs = [partial(by_threads, threads, job) for threads in (1, 2)]
        for each in jobs:
            each()
        one, two, *peer = in_turns([*jobs, *([row.sum] if row is not None else [])], RUNS, wall)
        sums = f"{one / peer[0]:.2f} | {two / peer[0]:.2f}" if peer else " | "
        print(
            f"| {JOBS[number].name} | {shown(one)} | {shown(two)} | {one / two:.2f} | {sums} |",
            flush=True,
        )
    print(f"\nLoad {os.getloadavg()[0]:.1f} at the end.")


if __name__ == "__main__":
    report([int(number) for number in sys.argv[1:]] or [*range(len(JOBS))])
