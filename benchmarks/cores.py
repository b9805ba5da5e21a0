"""The speed-up from a second core, in wall-clock time: python -m benchmarks.cores.

Each job is timed with one thread and with two, alternately in one process, after a first call of each. The
result is meaningful only on a quiet machine with two cores.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial

from benchmarks.floors import many_decks
from benchmarks.peers import decks, fixed
from benchmarks.timing import Job, head, line, shown, time_interleaved, wall

import twoends
from twoends.engine.options import THREADS_VARIABLE

RUNS = 5


def games(m: int) -> tuple[Job, None]:
    table = fixed(decks(m))
    return lambda: twoends.play_rows(table, "best", "greedy"), None


JOBS: list[tuple[str, Callable[[], tuple[Job, None]]]] = [
    ("`solve_rows`, greedy, 400,000 decks", partial(many_decks, "greedy", 400_000)),
    ("`solve_rows`, optimal, 400,000 decks", partial(many_decks, "optimal", 400_000)),
    ("`play_rows`, best against greedy, 100,000 decks", partial(games, 100_000)),
]
"""The lines of the table: a name, and a function that returns the job."""


def by_threads(threads: int, job: Job) -> object:
    os.environ[THREADS_VARIABLE] = str(threads)
    return job()


def report(numbers: list[int]) -> None:
    """Print the table."""
    print("\n### Two cores, wall-clock time\n")
    head("", "1 thread", "2 threads", "speed-up")
    for number in numbers:
        name, make = JOBS[number]
        job, _ = make()
        jobs = [partial(by_threads, threads, job) for threads in (1, 2)]
        for threaded in jobs:
            threaded()
        one, two = time_interleaved(jobs, RUNS, wall)
        line(name, shown(one), shown(two), f"{one / two:.2f}")
    print(f"\nLoad {os.getloadavg()[0]:.1f} at the end.")


if __name__ == "__main__":
    report([int(number) for number in sys.argv[1:]] or [*range(len(JOBS))])
