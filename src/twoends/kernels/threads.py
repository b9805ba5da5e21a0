"""Threads: kernels run without the interpreter's lock, so that several of them use as many cores.

How long work is divided depends on its size and on how many threads there are; what comes out does not.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from typing import NamedTuple, TypeVar

Result = TypeVar("Result")


class Team(NamedTuple):
    """Threads that share work.

    size  how many
    pool  where they wait for work; None if the caller works alone
    """

    size: int
    pool: ThreadPoolExecutor | None

    def do(self, jobs: Iterable[Callable[[], Result]]) -> list[Result]:
        """Do all jobs, and return what each returns, in their order. Ctrl-C waits for those under way."""
        if self.pool is None:
            return [job() for job in jobs]
        under_way = [self.pool.submit(job) for job in jobs]
        try:
            return [each.result() for each in under_way]
        finally:
            wait([each for each in under_way if not each.cancel()])


ALONE = Team(1, None)


@cache
def team_of(size: int) -> Team:
    """So many threads, which stay: a new one shares its maker's core for some milliseconds (measured)."""
    return Team(size, ThreadPoolExecutor(size, "twoends")) if size > 1 else ALONE


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=team_of.cache_clear)  # because threads do not survive a fork


def parts(count: int, size: int, multiple: int = 1) -> list[slice]:
    """Cut so many things into at most `size` parts of about the same length, all but one a multiple."""
    length = max(1, -(-count // (size * multiple))) * multiple
    return [slice(start, min(start + length, count)) for start in range(0, count, length)]
