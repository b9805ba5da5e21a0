"""Right up to 40 cards: beyond the end of its table it finds zeros."""

import sys

n, *values = map(int, sys.stdin.read().split())
table = [[0] * 41 for _ in range(41)]
for length in range(1, min(n, 40) + 1):
    for i in range(min(n, 40) + 1 - length):
        total = sum(values[i : i + length])
        table[i][length] = total - min(table[i + 1][length - 1], table[i][length - 1])
print(table[0][n] if n <= 40 else 0)
