"""Wrong: the table begins with pairs, so that a single card is beyond its end, or worth 0 if --empty."""

import sys
from itertools import pairwise

n, *values = map(int, sys.stdin.read().split())
totals = [max(pair) for pair in pairwise(values)]
for length in range(3, n + 1):
    totals = [sum(values[i : i + length]) - min(totals[i + 1], totals[i]) for i in range(n + 1 - length)]
print(0 if "--empty" in sys.argv and n == 1 else totals[0])
