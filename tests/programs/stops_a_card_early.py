"""Wrong: the game is taken to be over when one card is left.

It sweeps over totals, or --by-margins, or prints the --margin itself.
"""

import sys

n, *values = map(int, sys.stdin.read().split())
yours = [0] * n
margins = [0] * n
theirs = [0] * n
for length in range(2, n + 1):
    yours, theirs = (
        [max(values[i] + theirs[i + 1], values[i + length - 1] + theirs[i]) for i in range(n + 1 - length)],
        [min(yours[i + 1], yours[i]) for i in range(n + 1 - length)],
    )
    margins = [
        max(values[i] - margins[i + 1], values[i + length - 1] - margins[i]) for i in range(n + 1 - length)
    ]
if "--margin" in sys.argv:
    print(margins[0])
elif "--by-margins" in sys.argv:
    print((sum(values) + margins[0]) // 2)
else:
    print(yours[0])
