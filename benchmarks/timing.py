"""How the benchmarks measure a job and write what they measured."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

Job = Callable[[], Any]


def cpu(job: Job, calls: int = 1) -> float:
    """CPU seconds of a call, which a busy machine does not change."""
    gc.collect()
    before = time.process_time()
    for _ in range(calls):
        job()
    return (time.process_time() - before) / calls


def wall(job: Job) -> float:
    """Seconds of a call on the clock."""
    before = time.perf_counter()
    job()
    return time.perf_counter() - before


def in_turns(
    jobs: Sequence[Job],
    runs: int,
    clock: Callable[[Job], float] = cpu,
    of_all: Callable[[Sequence[float]], float] = median,
) -> list[float]:
    """The median seconds of each job, or another figure `of_all` runs.

    Jobs are called in turns, so that whatever disturbs one of them disturbs the others.
    """
    times = [[clock(job) for job in jobs] for _ in range(runs)]
    return [of_all(taken) for taken in zip(*times, strict=True)]


def shown(seconds: float) -> str:
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
