"""When texts are compiled: python -m benchmarks.counters.

Sequences of calls, each in a process of its own with an empty cache: in Python alone, compiled from the first
call on, and as the counters decide. The last column says how many times as long as the better choice that is.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile

from benchmarks.timing import head, line, shown

RUNS = 3

CALLS = {
    "40 calls of solve_rows on 1,000 decks": """
for _ in range(40):
    twoends.solve_rows([rng.sample([*range(1, 14)] * 4, 52) for _ in range(1000)])
""",
    "40 calls of solve_rows on 1,000 greedy decks": """
for _ in range(40):
    twoends.solve_rows([rng.sample([*range(1, 14)] * 4, 52) for _ in range(1000)], "greedy")
""",
    "60 solves of 1,000 greedy cards": """
for _ in range(60):
    twoends.solve(rng.choices(range(100), k=1000), "greedy")
""",
    "12 solves of 1,200 greedy cards": """
for _ in range(12):
    twoends.solve(rng.choices(range(100), k=1200), "greedy")
""",
    "12 solves of 1,200 greedy cards, with lines": """
for _ in range(12):
    twoends.solve(rng.choices(range(100), k=1200), "greedy").line
""",
    "one solve of 256 cards, take 1-3, stop 9": """
twoends.solve(rng.choices(range(100), k=256), rules="take 1-3, stop 9")
""",
}
"""The calls, in a program with a source of random numbers."""

CHOICES = {
    "Python": "counters.SECONDS_OF_ARRAYS = math.inf",
    "compiled": """
counters.SECONDS_TO_START = counters.SECONDS_TO_LOAD = 0
for each in vars(counters).values():
    if isinstance(each, counters.Counter):
        each.compiling = 0
""",
    "counters": "",
}

PROGRAM = """
import math, random, time
import twoends
from twoends.engine import counters

rng = random.Random(1)
CHOICE
before = time.process_time()
CALLS
print(time.process_time() - before)
"""


def seconds(calls: str, choice: str) -> float:
    """Return the median CPU time of some calls."""
    program = PROGRAM.replace("CHOICE", CHOICES[choice]).replace("CALLS", CALLS[calls])
    times = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as cache:
            ran = subprocess.run(
                [sys.executable, "-c", program],
                env=os.environ | {"NUMBA_CACHE_DIR": cache},
                check=True,
                capture_output=True,
                text=True,
            )
        times.append(float(ran.stdout))
    return statistics.median(times)


def report() -> None:
    """Print the table."""
    print("\n### When texts are compiled\n")
    head("calls", "in Python", "compiled at once", "as it is", "times the better")
    for calls in CALLS:
        python, compiled, counted = (seconds(calls, choice) for choice in CHOICES)
        ratio = counted / min(python, compiled)
        line(calls, *map(shown, (python, compiled, counted)), f"{ratio:.1f}")


if __name__ == "__main__":
    report()
