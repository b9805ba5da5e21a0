"""The recurrences, each written once: plain Python for exact numbers, compiled as it stands for arrays.

A text uses functions with positional parameters, assignments, `if`, `while`, `for` over `range`, arithmetic,
comparisons, indices, and slices that are only read; it imports nothing.
"""
