"""Wrong from the second game on: the cache of the first one is still there."""

import sys

cache = {}


def margin(values, i, j):
    if i >= j:
        return 0
    if (i, j) not in cache:
        takes = []
        for card, left, right in ((values[i], i + 1, j), (values[j - 1], i, j - 1)):
            if values[left] >= values[right - 1]:
                takes.append(card - values[left] + margin(values, left + 1, right))
            else:
                takes.append(card - values[right - 1] + margin(values, left, right - 1))
        cache[i, j] = max(takes)
    return cache[i, j]


sys.setrecursionlimit(10**6)
for game, line in enumerate(sys.stdin, 1):
    n, *values = map(int, line.split())
    if n == 0:
        break
    print(f"In game {game}, the greedy strategy might lose by as many as {margin(values, 0, n)} points.")
