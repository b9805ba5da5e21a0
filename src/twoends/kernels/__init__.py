"""Compiled kernels: NumPy arrays in, NumPy arrays out, by Numba; no domain type comes in here.

    compiling  how kernels are compiled and where they are kept
    rules      the reply rules, and the user's own; random moves
    diagonals  one anti-diagonal from the one before: the innermost loops of sweep, lanes and games
    sweep      one row against any opponent but an optimal one, with a line from checkpoints, O(n²)
    chain      one row of two optimal players, near the speed of reading it
    valley     the game on a reduced row: the larger end first
    stack      reduction by a stack, for deep rows and many rows; urgencies
    intervals  two optimal players: margins of shrinking intervals of one row, O(log n) each at worst
    circles    the sweep around a circle
    lanes      many short rows at once: totals and best sides
    either_end other rules on intervals: several counts of cards from either end
    one_end    other rules on suffixes: several counts of cards from one end
    games      whole games between two players on many rows
    digits     whole numbers out of text
    threads    several kernels at the same time

The caller sees to it that nothing overflows: `compiled.py`, one layer up, decides what may come here.
Every kernel is compiled at its first use, once for each kind of arguments, and kept on disk. Beside it stands
a function with the same name and `_call`, which returns it with sample arguments: by these `wait` finds its
compiled form. Kernels for many rows fill arrays that NumPy made: a kernel that returned some would run Python
code to hand them over, and a Ctrl-C that came while it computed would be raised there, as a SystemError or a
crash.
"""
