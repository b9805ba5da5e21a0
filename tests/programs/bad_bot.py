"""A bot that takes the larger end, with messages on standard error, and does not end well."""

import sys

row = []
for line in sys.stdin:
    word, *rest = line.split()
    if word == "row":
        row = [int(value) for value in rest]
    elif word == "took":
        row.pop(0 if rest == ["L"] else -1)
    elif word == "move":
        side = "L" if row[0] >= row[-1] else "R"
        row.pop(0 if side == "L" else -1)
        print(side, flush=True)
        print("thought about it", file=sys.stderr)
print("goodbye")
sys.exit("that went wrong")
