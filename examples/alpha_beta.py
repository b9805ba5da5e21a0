"""OpenSpiel's alpha-beta search beside ours: the same values, and the time that each takes.

    python examples/alpha_beta.py [MAX_CARDS]

Alpha-beta walks a tree, whose size grows exponentially; `solve` folds the row, in linear time. Needs
the extra `openspiel` of twoends.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import twoends

try:
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    from twoends.interop.openspiel import game
except ImportError:
    sys.exit("OpenSpiel is missing: install the extra openspiel of twoends")

ROWS = 3


def main(most: int = 14) -> None:
    """Search rows of more and more cards, and print a table of times."""
    print(f"mean seconds of CPU time over {ROWS} rows")
    print(f"{'cards':>5}{'alpha-beta':>12}{'solve':>12}{'ratio':>12}")
    for n in range(4, most + 1, 2):
        rows, times = [twoends.deal(n, seed=seed) for seed in range(ROWS)], []
        methods: tuple[Callable[[twoends.Row], Any], ...] = (
            lambda row: alpha_beta_search(game(row))[0],
            lambda row: twoends.solve(row).margin_first,
        )
        for margin in methods:
            begun = process_time()
            margins = [margin(row) for row in rows]
            times.append((process_time() - begun) / ROWS)
            if len(times) == 1:
                searched = margins
        if searched != margins:
            sys.exit(f"they disagree: {searched}, {margins}")
        print(f"{n:5}{times[0]:12.6f}{times[1]:12.6f}{times[0] / times[1]:12,.0f}")
    print("every value is the same")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
