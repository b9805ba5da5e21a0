"""Measure how often each depth occurs among random rows, for the table in docs/puzzles.md.

    python tools/puzzle_depths.py [--rows 20000] [--opponent greedy]

The rows are those of puzzles: cards from 1 to 20, all equally likely. The output is reproducible; 20,000 rows
take a minute or two. A share p of n rows is accurate to about 2·√(p/n).
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import islice

from twoends.puzzles.depths import depth
from twoends.puzzles.rows import rows
from twoends.rules.opponent_names import opponent
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row

LENGTHS = range(3, 13)


def depth_counts(length: int, against: Opponent, count: int) -> Counter[int]:
    """Count the depths of random rows; a row on which both ends are right counts as 0."""
    dealt = map(Row.of, islice(rows(f"depths-{length}", length), count))
    return Counter(depth(row, against) or 0 for row in dealt)


def table(against: Opponent, count: int) -> str:
    """Return the percentages as a Markdown table with a line per length."""
    deepest = max(LENGTHS)
    head = ["cards", "either end", *map(str, range(1, deepest + 1))]
    lines = [f"| {' | '.join(head)} |", f"|{'--:|' * len(head)}"]
    for length in LENGTHS:
        counts = depth_counts(length, against, count)
        cells = [
            f"{100 * counts[plies] / count:.1f}" if counts[plies] else "–" for plies in range(length + 1)
        ]
        lines.append(f"| {' | '.join([str(length), *cells, *[''] * (deepest - length)])} |")
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=20_000, help="random rows of each length")
    parser.add_argument("--opponent", default="optimal", help="the opponent (default: optimal)")
    options = parser.parse_args()
    print(table(opponent(options.opponent), options.rows))
