"""Draw the pictures of docs/ that show what twoends draws: python tools/pictures.py docs/pictures.

A test fails when one is stale.
"""

from __future__ import annotations

import sys
from pathlib import Path

import twoends

ROW = [5, 7, 9, 1, 4, 2]

PICTURES = {
    "solution": twoends.solve([8, 15, 3, 7]).picture(),
    "solution-greedy": twoends.solve(ROW, "greedy").picture(),
    "table-greedy": twoends.table(ROW, "greedy").picture(),
    "game": twoends.match([1, 30, 100, 15, 2], "greedy", "best").game.picture(),
    "game-started": twoends.parse_game("6 3 8 2 9 4 7 5 / first / RLR")[0].picture(),
    "board": twoends.solve("[1 2 | 3 7 4 | 9]").picture(),
    "circle": twoends.solve_circle([2, 8, 1, 10, 9], "greedy").picture(),
    "contraction-steps": twoends.contraction([9, 4, 6, 5, 2, 7, 3, 8]).picture(),
}

if __name__ == "__main__":
    for name, picture in PICTURES.items():
        Path(sys.argv[1], f"{name}.svg").write_text(picture.svg() + "\n", "utf-8")
