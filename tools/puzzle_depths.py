"""Measure how often each depth occurs among random rows, as the table of docs/puzzles.md.

    python tools/puzzle_depths.py [--rows 20000] [--opponent greedy]

The rows are those that puzzles are made of: cards from 1 to 20, each equally likely. The same command prints
the same table everywhere; 20,000 rows take a minute or two. A share p of n rows is right to about 2·√(p/n).
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import islice

from twoends.puzzles.depths import depth
from twoends.puzzles.making import rows
from twoends.rules.opponents import opponent
from twoends.rules.preferences import Opponent

LENGTHS = range(3, 13)


def counted(length: int, against: Opponent, count: int) -> Counter[int]:
    """How many of so many random rows have each depth; 0 where both ends are right."""
    return Counter(depth(row, against) or 0 for row in islice(rows(f"depths-{length}", length), count))


def table(against: Opponent, count: int) -> str:
    """Percentages as a Markdown table, a line for each length."""
    deepest = max(LENGTHS)
    head = ["cards", "either end", *map(str, range(1, deepest + 1))]
    lines = [f"| {' | '.join(head)} |", f"|{'--:|' * len(head)}"]
    for length in LENGTHS:
        found = counted(length, against, count)
        cells = [f"{100 * found[each] / count:.1f}" if found[each] else "–" for each in range(length + 1)]
        lines.append(f"| {' | '.join([str(length), *cells, *[''] * (deepest - length)])} |")
    return "\n".join(lines)


if __name__ == "__main__":
    read = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    read.add_argument("--rows", type=int, default=20_000, help="random rows of each length")
    read.add_argument("--opponent", default="optimal", help="against whom; optimal if nothing is said")
    given = read.parse_args()
    print(table(opponent(given.opponent), given.rows))
