"""Threads: kernels run without the interpreter's lock, so several threads use several cores.

How work is divided depends on its size and on the number of threads; its results do not.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from functools import cache
from typing import TypeVar

Result = TypeVar("Result")


@cache
def _helpers() -> ThreadPoolExecutor:
    """All threads but the callers'. A caller who finds none idle gets new ones.

    They are kept, because a new thread shares its creator's core for some milliseconds (measured).
    """
    return ThreadPoolExecutor(10_000, "twoends")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helpers.cache_clear)  # because threads do not survive a fork


def run_jobs(jobs: Iterable[Callable[[], Result]], threads: int) -> list[Result]:
    """Do all jobs in up to `threads` threads and return their results in order.

    The caller does some of them, because two threads that it woke and waited for might share a core. After an
    error or Ctrl-C, no job begins, and running jobs are awaited.
    """
    queue = deque(enumerate(jobs))
    results: dict[int, Result] = {}

    def work() -> None:
        while queue:
            try:
                index, job = queue.popleft()
            except IndexError:  # another thread took the last job
                return
            try:
                results[index] = job()
            except BaseException:
                queue.clear()
                raise

    futures: list[Future[None]] = []
    try:
        helpers = range(min(threads, len(queue)) - 1)
        futures.extend(_helpers().submit(copy_context().run, work) for _ in helpers)
        work()
        for future in futures:
            if not future.cancel():
                future.result()
    finally:
        queue.clear()
        wait([future for future in futures if not future.cancel()])
    return [results[index] for index in sorted(results)]
