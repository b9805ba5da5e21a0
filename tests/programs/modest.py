"""Right against a modest opponent, who takes the smaller end; --generous is the other dumb one."""

import sys

GENEROUS = "--generous" in sys.argv
n, *values = map(int, sys.stdin.read().split())
yours = [0] * (n + 1)
theirs = [0] * (n + 1)
for length in range(1, n + 1):
    ends = [(values[i], values[i + length - 1]) for i in range(n + 1 - length)]
    yours, theirs = (
        [max(left + theirs[i + 1], right + theirs[i]) for i, (left, right) in enumerate(ends)],
        [
            max(yours[i + 1], yours[i]) if GENEROUS else yours[i + 1] if left < right else yours[i]
            for i, (left, right) in enumerate(ends)
        ],
    )
print(yours[0])
