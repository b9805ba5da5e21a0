"""Right against a greedy opponent; wrong where the opponent is optimal."""

import sys
from functools import cache

sys.setrecursionlimit(10**6)
n, *values = map(int, sys.stdin.read().split())


@cache
def best(i, j):
    if i > j:
        return 0
    if i == j:
        return values[i]
    left = values[i] + (best(i + 2, j) if values[i + 1] > values[j] else best(i + 1, j - 1))
    right = values[j] + (best(i + 1, j - 1) if values[i] > values[j - 1] else best(i, j - 2))
    return max(left, right)


print(best(0, n - 1))
