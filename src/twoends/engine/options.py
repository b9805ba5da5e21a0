"""How a method runs: with progress, compiled or not, for states in any order; and the number of threads."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from twoends.rules.errors import TwoEndsError, shortened

THREADS_VARIABLE = "TWOENDS_THREADS"
"""The environment variable with the number of threads."""

Progress = Callable[[int, int], object]
"""Called with (lengths done, all lengths) while a long row is being solved."""


class Options(NamedTuple):
    """How a method runs.

    progress  called with (lengths done, all lengths)
    compiles  whether to use compiled code where it pays
    keeps     whether to keep the totals of all positions, because states are asked for in any order
    """

    progress: Progress | None = None
    compiles: bool = True
    keeps: bool = False


DEFAULT_OPTIONS = Options()
PURE = Options(compiles=False)


def thread_count(threads: object = None) -> int:
    """Return `threads`, else the value of TWOENDS_THREADS, else the number of available cores.

    Raises TwoEndsError for anything but a positive integer.
    """
    if threads is None and THREADS_VARIABLE in os.environ:
        text = os.environ[THREADS_VARIABLE]
        if not (text.isascii() and text.isdecimal() and len(text) < 5 and int(text) > 0):
            raise TwoEndsError(f"{THREADS_VARIABLE} is '{shortened(text)}': give a positive integer")
        return int(text)
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise TwoEndsError(f"threads is {shortened(repr(threads))}: give a positive integer")
    return threads
