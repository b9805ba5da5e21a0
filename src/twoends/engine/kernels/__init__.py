"""Kernels compiled by Numba: functions from NumPy arrays to NumPy arrays, without domain types.

    compiling   compiles kernels and caches them on disk
    whole_rows  two optimal players, one row or many: engine/records.py compiled
    intervals   two optimal players, intervals of one row: engine/coins.py compiled
    sweeps      anyone else, one row or many: engine/sweep.py compiled
    games       whole games between two players on many rows: engine/play.py compiled
    digits      parses integers
    threads     runs several kernels at the same time

Callers must rule out overflow: `engine/compiled.py` decides which inputs are safe. A kernel is compiled at
its first use, once for each signature, and raises NotReadyError if its caller has no patience for that.
Kernels for many rows fill arrays that NumPy has allocated: a kernel that returns arrays runs Python code to
wrap them, and a Ctrl-C during the computation would be raised there, as a SystemError or a crash.
"""
