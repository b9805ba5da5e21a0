"""The number of threads for long computations."""

from __future__ import annotations

import os

from twoends.rules.errors import TwoEndsError, shortened

VARIABLE = "TWOENDS_THREADS"
MOST_DIGITS = 4
"""Enough for the cores of any machine."""


def thread_count(threads: object = None) -> int:
    """Return `threads`, else the value of TWOENDS_THREADS, else the number of available cores.

    Raises TwoEndsError for anything but a positive integer.
    """
    if threads is None and VARIABLE in os.environ:
        text = os.environ[VARIABLE]
        if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text) > 0):
            raise TwoEndsError(f"{VARIABLE} is '{shortened(text)}': give a positive integer")
        return int(text)
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise TwoEndsError(f"threads is {shortened(repr(threads))}: give a positive integer")
    return threads
