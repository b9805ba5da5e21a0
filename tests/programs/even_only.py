"""Wrong on odd rows: the recursion steps by two and knows only the empty row as its end."""

import sys
from functools import cache

sys.setrecursionlimit(10**6)
n, *values = map(int, sys.stdin.read().split())


@cache
def best(i, j):
    if i >= j:
        return 0
    left = values[i] + min(best(i + 2, j), best(i + 1, j - 1))
    right = values[j - 1] + min(best(i + 1, j - 1), best(i, j - 2))
    return max(left, right)


print(best(0, n) if n % 2 == 0 else best(0, n - 1))
