"""Wrong: the game is taken to be over when one card is left."""

import sys

n, *values = map(int, sys.stdin.read().split())
yours = [0] * n
theirs = [0] * n
for length in range(2, n + 1):
    yours, theirs = (
        [max(values[i] + theirs[i + 1], values[i + length - 1] + theirs[i]) for i in range(n + 1 - length)],
        [min(yours[i + 1], yours[i]) for i in range(n + 1 - length)],
    )
print(yours[0])
