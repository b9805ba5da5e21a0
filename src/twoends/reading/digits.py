"""Large files of plain whole numbers, read by a compiled kernel into one array, as `lines` reads them.

Only what is plain is read here: digits, signs, blanks, commas and line ends. A file with anything else
in it, such as a card, a remark or a mistake, is left to `lines`, which reads all there is and names what
is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from twoends.kernels import digits
from twoends.rules.rows import Row
from twoends.solvers.costs import pays_for

SECONDS_A_BYTE = 5e-7
"""What reading takes in Python."""


def plain_rows(file: str) -> Iterator[Row] | None:
    """The rows of a file as `lines.read_rows` reads them, in O(bytes).

    None if it is not plain, or is read in Python before the kernel is compiled.
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
    values.setflags(write=False)  # a long row is used in place then
    if stops[rows - 1] == rows:  # one value a line: one row
        return iter([Row.of(values[:rows])])
    return map(Row.of, np.split(values[: stops[rows - 1]], stops[: rows - 1]))
