"""Right on short rows; Python's recursion limit ends it on long ones."""

import sys
from functools import cache

n, *values = map(int, sys.stdin.read().split())


@cache
def margin(i, j):
    return max(values[i] - margin(i + 1, j), values[j - 1] - margin(i, j - 1)) if i < j else 0


print((sum(values) + margin(0, n)) // 2)
