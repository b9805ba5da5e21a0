"""Calls a function of somebody's file: reads rows, one a line, and prints what it returns for each.

A number behind a bar is one more argument.

`functions.py` lets this file run, contained like any program, as: python calling.py FILE FUNCTION
SECONDS TRUTH, where a row that takes longer ends it, and with "true" for TRUTH numbers are truth values.
It imports nothing of ours. As on LeetCode a method of `class Solution` does as well, each row meets
a new `Solution()`, and what people there take for granted is imported. What the function prints
goes to standard error.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

AT_HAND = """
from bisect import *
from collections import *
from functools import *
from heapq import *
from itertools import *
from math import ceil, comb, floor, gcd, inf, isqrt, log, log2, sqrt
from typing import *
import bisect, collections, functools, heapq, itertools, math, typing
"""


def main(path: str, name: str, seconds: float, truth: bool) -> None:
    """Answer every row of standard input."""
    sys.setrecursionlimit(1_000_000)  # the stack is as large as the memory
    answers, sys.stdout = sys.stdout, sys.stderr
    names: dict[str, Any] = {"__name__": "answer", "__file__": path}
    sys.path.insert(0, os.path.dirname(path))
    exec(AT_HAND, names)
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), names)
    for line in sys.stdin:
        row, _, others = line.partition("|")
        given = [[int(word) for word in row.split()], *map(int, others.split())]
        signal.setitimer(signal.ITIMER_PROF, seconds)
        answer = callable_in(names, name)(*given)
        answers.write(f"{written(bool(answer) if truth and answer is not None else answer)}\n")
        answers.flush()


def callable_in(names: dict[str, Any], name: str) -> Callable[..., object]:
    """Find the function, or the method of a new Solution; end with one sentence if there is neither."""
    found = getattr(names["Solution"](), name, None) if "Solution" in names else names.get(name)
    if not callable(found):
        found = names.get(name)
    if not callable(found):
        where = "no function, and class Solution has no method," if "Solution" in names else "no function"
        raise SystemExit(f"there is {where} of the name {name}")
    function: Callable[..., object] = found
    return function


def written(answer: object) -> str:
    """Write an answer as a program would print it; what is none of the known kinds as Python shows it."""
    if isinstance(answer, list | tuple):
        return " ".join(map(written, answer))
    if isinstance(answer, bool):
        return str(answer).lower()
    if isinstance(answer, str):
        return answer
    return str(answer.__index__()) if hasattr(answer, "__index__") else repr(answer)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4] == "true")
