"""How the first player's expected margin grows with the number of cards, for optimal and greedy players.

    python examples/first_move.py [ROWS]

Cards are whole numbers, uniform from 0 to 1,000. Every margin is exact; the intervals of 95 % are for the
choice of the rows alone. Needs the extra `fast` of twoends.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import twoends

LENGTHS = (2, 3, 8, 9, 32, 33, 128, 129)


def interval(samples: Any) -> str:
    """The mean with the half-width of its confidence interval of 95 %."""
    return f"{samples.mean():8.1f} ± {1.96 * samples.std(ddof=1) / len(samples) ** 0.5:5.1f}"


def main(count: int = 2_000) -> None:
    """Draw the rows, and print a table."""
    random = np.random.default_rng(1)
    print(f"the first player's mean margin on {count:,} rows, and what greedy gives away there")
    print(f"{'cards':>5}{'both optimal':>17}{'both greedy':>17}{'best on greedy':>17}{'greedy loses':>17}")
    for n in LENGTHS:
        rows = random.integers(0, 1_001, (count, n))
        greedy = twoends.play_rows(rows, "greedy", "greedy").totals
        columns = (
            twoends.solve_rows(rows).margin_first,
            greedy[:, 0] - greedy[:, 1],
            twoends.solve_rows(rows, "greedy").margin_first,
            twoends.regret("greedy", rows, "greedy").losses,
        )
        print(f"{n:5}" + "".join(f"{interval(column):>17}" for column in columns))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
