"""Right, and far too slow where cells are worth -1: that is also the mark of an empty cell."""

import sys

n, *values = map(int, sys.stdin.read().split())
memo = [[-1] * n for _ in range(n)]


def best(i, j, total):
    if i == j:
        return values[i]
    if memo[i][j] == -1:
        left = total - best(i + 1, j, total - values[i])
        right = total - best(i, j - 1, total - values[j])
        memo[i][j] = max(left, right)
    return memo[i][j]


print(best(0, n - 1, sum(values)))
