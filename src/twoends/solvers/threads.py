"""How many threads work on what takes long."""

from __future__ import annotations

import os

from twoends.rules.errors import TwoEndsError, shortened

VARIABLE = "TWOENDS_THREADS"
MOST_DIGITS = 4
"""No machine has more cores than these can count."""


def how_many(threads: object = None) -> int:
    """How many threads work: as many as asked for, or as TWOENDS_THREADS says, or as there are cores.

    Raises TwoEndsError for what is no number from 1 on.
    """
    if threads is None and VARIABLE in os.environ:
        said = os.environ[VARIABLE]
        if not (said.isascii() and said.isdecimal() and len(said) <= MOST_DIGITS and int(said) > 0):
            raise TwoEndsError(f"{VARIABLE} is '{shortened(said)}': give a whole number from 1 on")
        return int(said)
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise TwoEndsError(f"threads are {shortened(repr(threads))}: give a whole number from 1 on")
    return threads
