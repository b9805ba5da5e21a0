"""Call a function of a submission for each row of standard input, one a line, and print its results.

The integers after a bar in a line are further arguments, or all of them one list, if LIST is "true".

functions.py runs this file in the sandbox: python calling.py FILE FUNCTION SECONDS TRUTH LIST. A row that
takes longer than SECONDS ends the process; if TRUTH is "true", results are printed as booleans. This file
imports nothing from twoends. As on LeetCode, the function may be a method of `class Solution`, which is
instantiated for each row, and common imports are added. What the function prints goes to standard error.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

PRELUDE = """
from bisect import *
from collections import *
from functools import *
from heapq import *
from itertools import *
from math import ceil, comb, floor, gcd, inf, isqrt, log, log2, sqrt
from typing import *
import bisect, collections, functools, heapq, itertools, math, typing
"""


def main(path: str, name: str, seconds: float, truth: bool, as_list: bool = False) -> None:
    """Answer every row of standard input."""
    sys.setrecursionlimit(1_000_000)  # the stack is as large as the memory
    answers, sys.stdout = sys.stdout, sys.stderr
    names: dict[str, Any] = {"__name__": "answer", "__file__": path}
    sys.path.insert(0, os.path.dirname(path))
    exec(PRELUDE, names)
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), names)
    for line in sys.stdin:
        row, _, others = line.partition("|")
        more: list[Any] = [int(word) for word in others.split()]
        arguments = [[int(word) for word in row.split()], *([more] if as_list else more)]
        signal.setitimer(signal.ITIMER_PROF, seconds)
        answer = callable_in(names, name)(*arguments)
        answers.write(f"{written(bool(answer) if truth and answer is not None else answer)}\n")
        answers.flush()


def callable_in(names: dict[str, Any], name: str) -> Callable[..., object]:
    """Find the method of a new Solution, or the function; exit with one sentence if there is neither."""
    found = getattr(names["Solution"](), name, None) if "Solution" in names else None
    if not callable(found):
        found = names.get(name)
    if not callable(found):
        where = "no function, and class Solution has no method," if "Solution" in names else "no function"
        raise SystemExit(f"there is {where} of the name {name}")
    function: Callable[..., object] = found
    return function


def written(answer: object) -> str:
    """Write an answer as a program would print it; other types by their repr."""
    if isinstance(answer, list | tuple):
        return " ".join(map(written, answer))
    if isinstance(answer, bool):
        return str(answer).lower()
    if isinstance(answer, str):
        return answer
    return str(answer.__index__()) if hasattr(answer, "__index__") else repr(answer)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4] == "true", sys.argv[5] == "true")
