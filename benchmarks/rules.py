"""Other rules, compared with a C++ program for each: python -m benchmarks.rules.

Both solve the same row alternately; medians of the CPU time are shown, and the results are compared. Ours
is the public `solve`, which reads an array and computes both totals; the peer computes one margin.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import numpy as np
from benchmarks.peers import fixed, library
from benchmarks.timing import in_turns

import twoends

CASES = (
    ("take 1-3 either", 5_000, "three_either", 1, 3.0),
    ("score rest", 5_000, "rest", 1, 3.0),
    ("take any either", 2_000, "any_either", -1000, 3.0),
    ("take 1-2M left", 1_000, "growing_left", 1, 3.0),
    ("take 1-3 left", 10**6, "three_left", -1000, 3.0),
    ("take 2-any left, merge", 10**6, "merged_left", -1000, 3.0),
)
"""Rules, cards, the peer, the smallest value, and the largest acceptable ratio of our time to the peer's."""

TURNS = 7
ROWS, CARDS_OF_A_ROW = 100_000, 20
ROWS_A_SECOND = 200_000


def jobs(rules: str, n: int, peer: str, least: int) -> tuple[Callable[[], int], Callable[[], int]]:
    values = fixed(np.random.default_rng(n).integers(least, 1001, n))
    theirs = getattr(library("rules.cpp", "g++", "-O3", "-march=native"), peer)
    theirs.restype = ctypes.c_longlong
    narrow = values.astype(np.int32)
    return (
        lambda: int(twoends.solve(values, rules=rules, threads=1).margin_first),
        lambda: int(theirs(narrow.ctypes.data_as(ctypes.c_void_p), n)),
    )


def measure(case: tuple[str, int, str, int, float]) -> list[float]:
    """Return the median seconds of ours and of the peer."""
    ours, theirs = jobs(*case[:4])
    for _ in range(2):  # compile, and warm up
        actual, expected = ours(), theirs()
        assert actual == expected, (case, actual, expected)
    return in_turns((ours, theirs), TURNS)


def rows_a_second() -> float:
    rows = fixed(np.random.default_rng(1).integers(1, 1001, (ROWS, CARDS_OF_A_ROW)))

    def solve() -> int:
        return int(twoends.solve_rows(rows, rules="take 1-2 either", threads=1).first[0])

    solve()
    return ROWS / in_turns([solve], TURNS)[0]


def report() -> None:
    print("| rules | cards | twoends, ms | C++, ms | ratio | at most |\n|---|---|---|---|---|---|")
    for case in CASES:
        ours, theirs = measure(case)
        rules, n, _, _, most = case
        ratio = f"{ours / theirs:.2f}"
        print(
            f"| `{rules}` | {n:,} | {1e3 * ours:.2f} | {1e3 * theirs:.2f} | {ratio} | {most:g} |", flush=True
        )
    print(
        f"\n`solve_rows`, {ROWS:,} rows of {CARDS_OF_A_ROW}, `take 1-2 either`: "
        f"{rows_a_second():,.0f} rows a second"
    )


if __name__ == "__main__":
    report()
