"""Right: the contest problem Two Ends, several games until a 0; ties go left."""

import sys

TIES_LEFT = "--ties-right" not in sys.argv


def margin(values):
    n = len(values)
    yours = [0] * (n + 1)
    for length in range(2, n + 1, 2):
        now = []
        for i in range(n + 1 - length):
            j = i + length - 1
            takes = []
            for card, left, right in ((values[i], i + 1, j), (values[j], i, j - 1)):
                larger = values[left] > values[right] or (TIES_LEFT and values[left] == values[right])
                takes.append(card - (values[left] if larger else values[right]) + yours[left + larger])
            now.append(max(takes))
        yours = now
    return yours[0]


for game, line in enumerate(sys.stdin, 1):
    n, *values = map(int, line.split())
    if n == 0:
        break
    print(f"In game {game}, the greedy strategy might lose by as many as {margin(values)} points.")
