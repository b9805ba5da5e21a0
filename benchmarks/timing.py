"""Timing of jobs, and formatting of times."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

Job = Callable[[], Any]


def cpu(job: Job, calls: int = 1) -> float:
    """Return the CPU seconds of a call, which do not depend on the load of the machine."""
    gc.collect()
    before = time.process_time()
    for _ in range(calls):
        job()
    return (time.process_time() - before) / calls


def wall(job: Job) -> float:
    """Return the wall-clock seconds of a call."""
    before = time.perf_counter()
    job()
    return time.perf_counter() - before


def time_interleaved(
    jobs: Sequence[Job],
    runs: int,
    clock: Callable[[Job], float] = cpu,
    statistic: Callable[[Sequence[float]], float] = median,
) -> list[float]:
    """Return the median seconds of each job, or another statistic of its runs.

    The jobs are called in turns, so that a disturbance affects all of them.
    """
    times = [[clock(job) for job in jobs] for _ in range(runs)]
    return [statistic(taken) for taken in zip(*times, strict=True)]


def head(*titles: str) -> None:
    """Print the head of a Markdown table."""
    print(f"| {' | '.join(titles)} |\n{'|---' * len(titles)}|")


def line(*cells: object) -> None:
    """Print a line of a Markdown table."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def shown(seconds: float) -> str:
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
