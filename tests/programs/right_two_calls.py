"""Right: two optimal players, two calls a cell, by the sum of the interval."""

import sys

n, *values = map(int, sys.stdin.read().split())
totals = [0] * (n + 1)
sums = totals
for length in range(1, n + 1):
    sums = [sums[i] + values[i + length - 1] for i in range(n + 1 - length)]
    totals = [sums[i] - min(totals[i + 1], totals[i]) for i in range(n + 1 - length)]
print(totals[0])
