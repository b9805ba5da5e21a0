"""Threads: kernels run without the interpreter's lock, so several threads use several cores.

How work is divided depends on its size and on the number of threads; its results do not.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import copy_context
from typing import NamedTuple, TypeVar

Result = TypeVar("Result")


class Team(NamedTuple):
    """Threads that share work: the caller's and a pool of others.

    size    the number of threads, including the caller's
    others  the pool; None if the caller works alone
    """

    size: int
    others: ThreadPoolExecutor | None

    def do(self, jobs: Iterable[Callable[[], Result]]) -> list[Result]:
        """Do all jobs and return their results in order. After an error or Ctrl-C, wait for running jobs.

        The caller does some of the jobs, because two threads that it woke and waited for might share a core.
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
            if self.others is not None:
                workers = min(self.size, len(queue))
                futures.extend(self.others.submit(copy_context().run, work) for _ in range(workers - 1))
            work()
            for future in futures:
                future.result()
        finally:
            queue.clear()
            wait([future for future in futures if not future.cancel()])
        return [results[index] for index in sorted(results)]


ALONE = Team(1, None)

_IDLE: deque[Team] = deque(maxlen=1)
"""One idle team kept for reuse, because a new thread shares its creator's core for some milliseconds
(measured). Concurrent callers create their own; the threads of a team that is dropped end."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_IDLE.clear)  # because threads do not survive a fork


@contextmanager
def team_of(size: int) -> Iterator[Team]:
    """Provide a team of this size; unless an error occurs, it is kept for the next call."""
    if size == 1:
        yield ALONE
        return
    try:
        team = _IDLE.pop()
    except IndexError:
        team = ALONE
    if team.size != size:
        team = Team(size, ThreadPoolExecutor(size - 1, "twoends"))
    yield team
    _IDLE.append(team)


def parts(count: int, size: int, multiple: int = 1) -> list[slice]:
    """Cut range(count) into at most `size` slices of about equal length, all but the last a `multiple`."""
    length = max(1, -(-count // (size * multiple))) * multiple
    return [slice(start, min(start + length, count)) for start in range(0, count, length)]
