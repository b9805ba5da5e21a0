"""Right: prints whether the first player wins or draws, as Python writes it; --wins: whether it wins.

Wrong with --last-card-0: margins begin at 0 where one card is left.
"""

import sys

values = list(map(int, input().split()))
margins = [0] * len(values) if "--last-card-0" in sys.argv else values[:]
for length in range(2, len(values) + 1):
    margins = [
        max(values[i] - margins[i + 1], values[i + length - 1] - margins[i])
        for i in range(len(values) + 1 - length)
    ]
print(margins[0] > 0 if "--wins" in sys.argv else margins[0] >= 0)
