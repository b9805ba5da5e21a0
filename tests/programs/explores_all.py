"""Right, and exponential: nothing is remembered."""

import sys

n, *values = map(int, sys.stdin.read().split())


def best(i, j, total):
    if i == j:
        return 0
    return total - min(best(i + 1, j, total - values[i]), best(i, j - 1, total - values[j - 1]))


print(best(0, n, sum(values)))
