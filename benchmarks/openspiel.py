"""Compare `solve` with OpenSpiel's solvers on the same rows: python -m benchmarks.openspiel.

Three jobs: two optimal players (alpha-beta and the memoised minimax solver), and the best response to a
greedy player. OpenSpiel's solvers are general and traverse our game in Python; ours solve only this game.
Prints a Markdown table of medians, and checks that the answers are equal.
"""

from __future__ import annotations

import sys
from functools import partial

from benchmarks.timing import head, line, shown, time_interleaved, wall

RUNS = 3
OUR_RUNS = 50


def main() -> None:
    """Measure and print the table. Exit with status 2 if OpenSpiel is missing."""
    try:
        import twoends.interop.openspiel
    except ImportError as missing:
        print(missing, file=sys.stderr)
        sys.exit(2)
    from benchmarks.peers import of_openspiel  # needs NumPy, which OpenSpiel brings

    head("cards", "opponent", "OpenSpiel's", "its time", "twoends", "ratio")
    for length in (8, 12):
        row = twoends.deal(seed=1)[:length]
        for name, job in of_openspiel(row).items():
            opponent = "greedy" if name == "best response" else "optimal"
            solution = twoends.solve(row, opponent)
            margin = job()
            assert margin == solution.margin_first, f"{row}: {name} says {margin}, we {solution.margin_first}"
            (theirs,) = time_interleaved([job], RUNS, wall)
            (ours,) = time_interleaved([partial(twoends.solve, row, opponent)], OUR_RUNS, wall)
            line(length, opponent, name, shown(theirs), shown(ours), f"{theirs / ours:,.0f}")


if __name__ == "__main__":
    main()
