"""Ways to get it wrong, by name: `wrong_ways.py sorts`. Reads n and the values, prints a number."""

import random
import sys
from functools import cache

how = sys.argv[1]
text = sys.stdin.readline() + sys.stdin.readline()
words = list(map(int, text.split()))
n, values = len(words) - 1, words[1:]
if how == "sorts":
    values.sort()
if how == "reads-past-the-end":
    values = [*values[1:], 0]


@cache
def margin(i: int, j: int) -> int:
    if i == j:
        return 0
    sign = 1 if how == "adds-the-opponent" else -1
    return max(values[i] + sign * margin(i + 1, j), values[j - 1] + sign * margin(i, j - 1))


@cache
def both(i: int, j: int) -> int:
    """By two cards, and the sum of what he may leave."""
    if j - i < 2:
        return sum(values[i:j])
    if j - i == 2:
        return 0 if how == "forgets-pairs" else max(values[i:j])
    join = min if how == "forgets-pairs" else lambda one, other: one + other
    return max(
        values[i] + join(both(i + 2, j), both(i + 1, j - 1)),
        values[j - 1] + join(both(i + 1, j - 1), both(i, j - 2)),
    )


def greedy() -> int:
    """Your total if both take the larger end."""
    i, j, totals = 0, len(values), [0, 0]
    while i < j:
        take = values[i] >= values[j - 1]
        totals[(len(values) - j + i) % 2] += values[i] if take else values[j - 1]
        i, j = (i + 1, j) if take else (i, j - 1)
    return totals[0]


def wrapped(number: int) -> int:
    return (number + 2**31) % 2**32 - 2**31


zeros: dict[tuple[int, int], int] = {}


def not_zero(i: int, j: int) -> int:
    """A cache that takes 0 for not computed."""
    if i == j:
        return 0
    if not zeros.get((i, j)):
        zeros[i, j] = max(values[i] - not_zero(i + 1, j), values[j - 1] - not_zero(i, j - 1))
    return zeros[i, j]


sys.setrecursionlimit(100_000)
total = sum(values)
first = (total + margin(0, n)) // 2 if how not in ("zero", "slow") else 0
if how in ("adds-the-opponent", "sorts", "reads-past-the-end", "first-line"):
    answer = first
elif how in ("adds-both", "forgets-pairs"):
    answer = both(0, n)
elif how == "places":
    answer = max(sum(values[::2]), sum(values[1::2]))
elif how == "zero":
    answer = (total + not_zero(0, n)) // 2
elif how == "garbage":
    answer = first + 987654321 if n > 3 and n % 2 == 0 else first
elif how == "by-chance":
    answer = first + random.Random().randint(0, 5) * (n > 2)
elif how == "greedy-margin":
    answer = 2 * greedy() - total
elif how == "greedy-32":
    answer = wrapped(2 * greedy()) // 2
elif how == "greedy-and-slow":
    answer = greedy()
    while n > 500:
        pass
elif how == "slow":
    row = list(values)
    for length in range(2, n + 1):
        for i in range(n + 1 - length):
            row[i] = max(values[i] - row[i + 1], values[i + length - 1] - row[i])
    answer = (total + row[0]) // 2
else:
    raise SystemExit(f"there is no way {how}")
print(answer)
