"""The number of cards from which compiled kernels pay: python -m benchmarks.switches.

Prints the CPU time of one answer in a fresh process, in pure Python and by kernels loaded from their cache,
at the lengths where `solve` switches from one to the other.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from random import Random

from benchmarks.timing import head, line

import twoends
from twoends.answers import positions
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT
from twoends.rules.rows import Row
from twoends.solvers import costs

RUNS = 3


def row_of(n: int) -> Row:
    random = Random(n)
    return Row.of(random.randrange(1000) for _ in range(n))


def answer(method: str, row: Row) -> None:
    """Compute one answer by a method."""
    if method == "intervals":
        sides = Random(len(row)).choices((LEFT, RIGHT), k=len(row))
        game = Game(row, True, sides)
        positions.prospects(game)
    elif method == "circle":
        assert twoends.solve(twoends.Circle(row), "greedy").best
    elif method == "oracle":
        assert twoends.oracle(row).best(0, len(row))
    else:
        assert twoends.solve(row, "optimal" if method == "contraction" else "greedy").best


def seconds(method: str, n: int, pays: int) -> float:
    """Return the median CPU time of the answer if kernels are used from `pays` cards on."""
    command = [sys.executable, "-m", "benchmarks.switches", method, str(n), str(pays)]
    runs = [subprocess.run(command, check=True, capture_output=True, text=True) for _ in range(RUNS + 1)]
    return statistics.median(float(run.stdout) for run in runs[1:])  # the first may include compilation


def report() -> None:
    """Print the table."""
    print("\n### Where the kernels come in\n")
    head("method", "cards", "pure Python", "kernels, loaded first")
    for method, in_python in costs.IN_PYTHON.items():
        switch = next(2**k for k in range(30) if in_python(2**k) >= costs.SECONDS_TO_START)
        for n in (switch // 2, switch, 2 * switch):
            pure, compiled = seconds(method, n, n + 1), seconds(method, n, n)
            line(method, f"{n:,}", f"{pure:.2f} s", f"{compiled:.2f} s")


def main() -> None:
    """Print the table, or measure one of its answers."""
    if len(sys.argv) == 1:
        report()
        return
    method, n, pays = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    least = costs.IN_PYTHON[method](pays)
    costs.SECONDS_TO_WAIT, costs.SECONDS_TO_START = (least, least, least), least
    row = row_of(n)
    before = time.process_time()
    answer(method, row)
    print(time.process_time() - before)


if __name__ == "__main__":
    main()
