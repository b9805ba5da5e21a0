"""Wrong: prints the total of the player who moves second."""

import sys

n, *values = map(int, sys.stdin.read().split())
margins = values[:]
for length in range(2, n + 1):
    margins = [
        max(values[i] - margins[i + 1], values[i + length - 1] - margins[i]) for i in range(n + 1 - length)
    ]
print((sum(values) - margins[0]) // 2)
