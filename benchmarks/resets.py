"""Reset an environment under other rules, and solve the same rows: python -m benchmarks.resets.

Dealt rows, both in CPU time, alternately; the ratio is the number of solves that a reset is worth.
"""

from __future__ import annotations

from statistics import median
from time import process_time

from benchmarks.timing import head, line

import twoends
from twoends.interop.gymnasium import TwoEndsEnv

CASES = (
    ("take 1-3", "greedy", 52),
    ("take 1-3", "generous", 52),
    ("take any", "greedy", 52),
    ("take 1-2, turns ABBA", "optimal", 52),
    ("score rest", "generous", 20),
    ("score turn, take 1-2", "optimal", 52),
    ("score turn", "random", 20),
    ("take 1-2M left", "optimal", 52),
    ("take 2-any left, merge", "greedy", 52),
)
"""Rules, opponent and length; some rows are long enough for compiled code, some are not."""

ROWS = 30


def main() -> None:
    """Measure and print."""
    head("rules", "opponent", "cards", "a solve", "a reset", "ratio")
    for rules, opponent, length in CASES:
        env = TwoEndsEnv(None, opponent, length=length, rules=rules, you_first="any" in rules)
        env.reset(seed=1)
        solves, resets = [], []
        for seed in range(2 * ROWS):
            before = process_time()
            twoends.solve(twoends.deal(length, seed=seed), opponent, rules=rules)
            between = process_time()
            env.reset()
            after = process_time()
            if seed >= ROWS:  # compiled by now, if it pays
                solves.append(between - before)
                resets.append(after - between)
        solve, reset = median(solves), median(resets)
        line(
            rules, opponent, length, f"{solve * 1e3:.2f} ms", f"{reset * 1e3:.2f} ms", f"{reset / solve:.1f}"
        )


if __name__ == "__main__":
    main()
