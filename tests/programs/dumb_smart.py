"""Right: for each case your totals against a generous and against an optimal opponent.

With --modest its dumb player takes the smaller card now, which is another game.
"""

import sys

MODEST = "--modest" in sys.argv


def first(values, reply):
    n = len(values)
    yours = [0] * (n + 1)
    theirs = [0] * (n + 1)
    for length in range(1, n + 1):
        ends = [(values[i], values[i + length - 1]) for i in range(n + 1 - length)]
        yours, theirs = (
            [max(left + theirs[i + 1], right + theirs[i]) for i, (left, right) in enumerate(ends)],
            [reply(left, right, yours[i + 1], yours[i]) for i, (left, right) in enumerate(ends)],
        )
    return yours[0]


def generous(left, right, after_left, after_right):
    return max(after_left, after_right)


def modest(left, right, after_left, after_right):
    return after_left if left < right else after_right


def optimal(left, right, after_left, after_right):
    return min(after_left, after_right)


cases, *numbers = map(int, sys.stdin.read().split())
for _ in range(cases):
    n, *numbers = numbers
    values, numbers = numbers[:n], numbers[n:]
    print(first(values, modest if MODEST else generous), first(values, optimal))
