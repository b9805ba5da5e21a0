"""Threads: kernels run without the interpreter's lock, so that several of them use as many cores.

How long work is divided depends on its size and on how many threads there are; what comes out does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
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
            for each in under_way:
                each.cancel()


ALONE = Team(1, None)


@contextmanager
def team_of(size: int) -> Iterator[Team]:
    """Threads for as long as the work goes on."""
    if size == 1:
        yield ALONE
        return
    with ThreadPoolExecutor(size, "twoends") as pool:
        yield Team(size, pool)


def parts(count: int, size: int, multiple: int = 1) -> list[slice]:
    """Cut so many things into at most `size` parts of about the same length, all but one a multiple."""
    length = max(1, -(-count // (size * multiple))) * multiple
    return [slice(start, min(start + length, count)) for start in range(0, count, length)]
