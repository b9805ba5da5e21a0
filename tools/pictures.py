"""Draw the pictures of docs/ that show what twoends draws: python tools/pictures.py docs/pictures.

A test fails when one is stale.
"""

from __future__ import annotations

import sys
from pathlib import Path

import twoends
from twoends.views.pictures import picture

ROW = [5, 7, 9, 1, 4, 2]

PICTURES: dict[str, object] = {
    "solution": twoends.solve([8, 15, 3, 7]),
    "solution-greedy": twoends.solve(ROW, "greedy"),
    "table-greedy": twoends.table(ROW, "greedy"),
    "game": twoends.match([1, 30, 100, 15, 2], "greedy", "best").game,
    "game-started": twoends.parse("6 3 8 2 9 4 7 5 / first / RLR"),
    "board": twoends.solve(twoends.parse("[1 2 | 3 7 4 | 9]")),
    "circle": twoends.solve(twoends.Circle([2, 8, 1, 10, 9]), "greedy"),
    "contraction-steps": twoends.contraction([9, 4, 6, 5, 2, 7, 3, 8]),
}

if __name__ == "__main__":
    for name, shown in PICTURES.items():
        Path(sys.argv[1], f"{name}.svg").write_text(picture(shown).svg() + "\n", "utf-8")
