"""Read large files of plain integers into one array with a compiled kernel.

A plain file has only digits, signs, spaces, commas and line ends. Any other file, such as one with a card, a
comment or a mistake, is left to `lines`, which gives the same rows and reports mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from twoends.kernels import digits
from twoends.rules.rows import Row
from twoends.solvers.costs import pays_for

SECONDS_A_BYTE = 5e-7
"""The time that reading takes in Python."""


def plain_rows(file: str) -> Iterator[Row] | None:
    """The rows of a file, as `lines.read_rows` gives them, in O(bytes).

    None if the file is not plain, or if Python reads it before the kernel could be compiled.
    """
    try:
        text = np.fromfile(file, np.uint8)
    except OSError:
        return None
    values = np.empty(len(text) // 2 + 1, np.int64)
    stops = np.empty(np.count_nonzero(text == digits.NEWLINE) + 1, np.int64)
    if not pays_for(SECONDS_A_BYTE * len(text))(digits.whole_numbers, text, values, stops):
        return None
    rows = digits.whole_numbers(text, values, stops)
    if rows < 1:
        return None
    values.setflags(write=False)  # so that a long row is used in place
    if stops[rows - 1] == rows:  # one value a line: one row
        return iter([Row.of(values[:rows])])
    return map(Row.of, np.split(values[: stops[rows - 1]], stops[: rows - 1]))
