"""Parse integers from the bytes of a text, at about two nanoseconds a byte."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from twoends.engine.kernels.compiling import kernel

BLANK, TAB, RETURN, NEWLINE, COMMA, PLUS, MINUS, ZERO = (ord(byte) for byte in " \t\r\n,+-0")
SEPARATORS = (BLANK, TAB, RETURN, NEWLINE, COMMA)

MAX_DIGITS = 18
"""Every number with this many digits fits int64."""


@kernel
def whole_numbers(text: NDArray[np.uint8], values: NDArray[np.int64], stops: NDArray[np.int64]) -> int:
    """Read one row a line; return the number of rows, or -1 for a text that only the full parser can judge.

    `values` has room for all values, `stops` for all lines: row k is values[stops[k - 1] : stops[k]]. Blank
    lines are not rows. A comma needs a value before and after it on its line; a comma that may be part of a
    number, as in 1,000 or in 1,5 2,5, gives -1.
    """
    rows, count, start = 0, 0, 0  # start: index of the row's first value
    number, digits, sign, needs_value = np.int64(0), 0, 0, False  # needs_value: after a comma
    has_tight_comma, has_blank = False, False  # on this line: 1,2 and 1 2
    for at in range(len(text) + 1):
        byte = np.int64(text[at]) if at < len(text) else NEWLINE
        if not digits and not sign and count > start and byte not in SEPARATORS:  # a value begins
            if text[at - 1] == BLANK or text[at - 1] == TAB:
                has_blank = True
            elif ZERO <= text[at - 2] < ZERO + 10 and ZERO <= byte < ZERO + 10:
                has_tight_comma = True
                if byte == ZERO and at + 1 < len(text) and ZERO <= text[at + 1] < ZERO + 10:
                    return -1
        if ZERO <= byte < ZERO + 10:
            number = 10 * number + byte - ZERO
            digits += 1
            continue
        if byte in (PLUS, MINUS):
            if sign or digits:
                return -1
            sign = 1 if byte == PLUS else -1
            continue
        if digits:
            if digits > MAX_DIGITS:
                return -1
            values[count] = -number if sign < 0 else number
            count += 1
            number, digits, sign, needs_value = np.int64(0), 0, 0, False
        elif sign:
            return -1
        if byte == COMMA:
            if needs_value or count == start:
                return -1
            needs_value = True
        elif byte == NEWLINE:
            if needs_value or (has_tight_comma and has_blank):
                return -1
            has_tight_comma = has_blank = False
            if count > start:
                stops[rows] = start = count
                rows += 1
        elif byte == RETURN:
            if at + 1 < len(text) and text[at + 1] != NEWLINE:
                return -1
        elif byte not in (BLANK, TAB):
            return -1
    return rows
