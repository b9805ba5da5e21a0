"""The recurrences, each written once: plain Python for exact numbers, compiled as it stands for arrays.

A text uses functions with positional parameters, assignments, `if`, `while`, `for` over `range`, arithmetic,
comparisons, indices, and slices that are only read; it imports nothing.

    records  two optimal players on a whole row
    coins    two optimal players on any interval of a row
    sweep    anyone else, one card a move, on rows and circles, one or many
    play     whole games between two players
    turns    other rules: any opponent, any order of turns, all positions of a row
"""
