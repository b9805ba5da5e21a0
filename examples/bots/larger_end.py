"""A bot that takes the larger end: try it with `twoends judge bot -- python3 examples/bots/larger_end.py`."""

import sys

row = []
for line in sys.stdin:
    word, *rest = line.split()
    if word == "row":  # a new game
        row = [int(value) for value in rest]
    elif word == "took":  # the opponent's move
        row.pop(0 if rest == ["L"] else -1)
    elif word == "move":  # our move
        side = "L" if row[0] >= row[-1] else "R"
        row.pop(0 if side == "L" else -1)
        print(side, flush=True)  # without flush the referee waits forever
