"""Wrong: the loop over lengths ends at n - 1, so that the whole row is never computed.

A table keeps 0 in the cell that is printed, or -1 if it is --marked; a --rolling array keeps the row
without its last card. With --sums it prints the other player's total. With --pairs
two cards are known before the loop begins.
"""

import sys

n, *values = map(int, sys.stdin.read().split())
known = 2 if "--pairs" in sys.argv else 1
table = [[-1 if "--marked" in sys.argv else 0] * n for _ in range(n)]
rolling = values
for i in range(n):
    table[i][i] = values[i]
    if known == 2 and i + 1 < n:
        table[i][i + 1] = max(values[i : i + 2])
for length in range(known + 1, n):
    rolling = [sum(values[i : i + length]) - min(rolling[i + 1], rolling[i]) for i in range(n + 1 - length)]
    for i in range(n + 1 - length):
        j = i + length - 1
        table[i][j] = sum(values[i : j + 1]) - min(table[i + 1][j], table[i][j - 1])
if "--sums" in sys.argv:
    print(sum(values) - table[0][n - 1])
    sys.exit()
print(rolling[0] if "--rolling" in sys.argv else table[0][n - 1])
