"""Print the sum of the numbers on standard input."""

import sys

print(sum(map(int, sys.stdin.read().split())))
