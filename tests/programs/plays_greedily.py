"""Wrong: both players take the larger end."""

import sys

n, *values = map(int, sys.stdin.read().split())
totals = [0, 0]
for turn in range(n):
    totals[turn % 2] += values.pop(0 if values[0] > values[-1] else -1)
print(totals[0])
