"""Wrong: all numbers of the input are taken for cards, their count too."""

import sys

values = list(map(int, sys.stdin.read().split()))
totals = values
for length in range(2, len(values) + 1):
    totals = [
        sum(values[i : i + length]) - min(totals[i + 1], totals[i]) for i in range(len(values) + 1 - length)
    ]
print(totals[0])
