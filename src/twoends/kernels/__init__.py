"""Compiled kernels: NumPy arrays in, NumPy arrays out, by Numba; no domain type comes in here.

    rules   the reply rules, by name or a compiled function of the user's; straying
    chain   two optimal players: margin and line of one row, urgencies, in O(n)
    sweep   any other opponent: one row, along its anti-diagonals, in O(n²) time
    lanes   many short rows at once: totals and best sides
    games   whole games between two players on many rows

The caller sees to it that nothing overflows: `compiled.py`, one layer up, decides what may come here.
Every kernel is compiled at its first use, once for each kind of arguments, and kept on disk.
"""
