"""Threads: kernels run without the interpreter's lock, so that several of them use as many cores.

How long work is divided depends on its size and on how many threads there are; what comes out does not.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

Result = TypeVar("Result")


class Team(NamedTuple):
    """Threads that share work: the caller's own, and others.

    size    how many
    others  where they wait for work; None if the caller works alone
    """

    size: int
    others: ThreadPoolExecutor | None

    def do(self, jobs: Iterable[Callable[[], Result]]) -> list[Result]:
        """Do all jobs, and return what each returns, in their order. Ctrl-C waits for those under way.

        The caller does some of them, because two threads that it wakes and waits for may share a core.
        """
        waiting = deque(enumerate(jobs))
        results: dict[int, Result] = {}

        def work() -> None:
            while waiting:
                try:
                    place, job = waiting.popleft()
                except IndexError:  # another thread was sooner
                    return
                try:
                    results[place] = job()
                except BaseException:
                    waiting.clear()
                    raise

        under_way: list[Future[None]] = []
        try:
            if self.others is not None:
                most = min(self.size, len(waiting))
                under_way.extend(self.others.submit(work) for _ in range(most - 1))
            work()
            for each in under_way:
                each.result()
        finally:
            waiting.clear()
            wait([each for each in under_way if not each.cancel()])
        return [results[place] for place in sorted(results)]


ALONE = Team(1, None)

_RESTING: deque[Team] = deque(maxlen=1)
"""The team that worked last, if it waits for more: a new thread shares its maker's core for some milliseconds
(measured). Whoever calls meanwhile makes another one and waits for nobody; threads of a team that is
forgotten end."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_RESTING.clear)  # because threads do not survive a fork


@contextmanager
def team_of(size: int) -> Iterator[Team]:
    """Threads for as long as the work goes on; if nothing goes wrong they stay for the next call."""
    if size == 1:
        yield ALONE
        return
    try:
        team = _RESTING.pop()
    except IndexError:
        team = ALONE
    if team.size != size:
        team = Team(size, ThreadPoolExecutor(size - 1, "twoends"))
    yield team
    _RESTING.append(team)


def parts(count: int, size: int, multiple: int = 1) -> list[slice]:
    """Cut so many things into at most `size` parts of about the same length, all but one a multiple."""
    length = max(1, -(-count // (size * multiple))) * multiple
    return [slice(start, min(start + length, count)) for start in range(0, count, length)]
