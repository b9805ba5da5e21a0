"""Whole numbers out of the bytes of a text, some two nanoseconds a byte."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from twoends.kernels.compiling import kernel

BLANK, TAB, RETURN, NEWLINE, COMMA, PLUS, MINUS, ZERO = (ord(byte) for byte in " \t\r\n,+-0")
BETWEEN = (BLANK, TAB, RETURN, NEWLINE, COMMA)

MOST_DIGITS = 18
"""Any number of so many digits fits int64."""


@kernel
def whole_numbers(text: NDArray[np.uint8], values: NDArray[np.int64], stops: NDArray[np.int64]) -> int:
    """Read the values of all rows, one row a line: how many there are, or -1 if the text holds anything else.

    `values` has room for all values, `stops` for all lines: row k is values[stops[k - 1] : stops[k]]. Blank
    lines are not rows. A comma has a value before it and after it, on its line; where one may be part of a
    number, as in 1,000 or in 1,5 2,5, that is for whoever tells people what is wrong.
    """
    rows, count, start = 0, 0, 0  # start: where the row begins among the values
    number, digits, sign, is_wanted = np.int64(0), 0, 0, False  # wanted: a value, after a comma
    is_tight, is_apart = False, False  # two digits with a comma between them; two values with a blank
    for at in range(len(text) + 1):
        byte = np.int64(text[at]) if at < len(text) else NEWLINE
        if not digits and not sign and count > start and byte not in BETWEEN:  # a value begins
            if text[at - 1] == BLANK or text[at - 1] == TAB:
                is_apart = True
            elif ZERO <= text[at - 2] < ZERO + 10 and ZERO <= byte < ZERO + 10:
                is_tight = True
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
            if digits > MOST_DIGITS:
                return -1
            values[count] = -number if sign < 0 else number
            count += 1
            number, digits, sign, is_wanted = np.int64(0), 0, 0, False
        elif sign:
            return -1
        if byte == COMMA:
            if is_wanted or count == start:
                return -1
            is_wanted = True
        elif byte == NEWLINE:
            if is_wanted or (is_tight and is_apart):
                return -1
            is_tight = is_apart = False
            if count > start:
                stops[rows] = start = count
                rows += 1
        elif byte == RETURN:
            if at + 1 < len(text) and text[at + 1] != NEWLINE:
                return -1
        elif byte not in (BLANK, TAB):
            return -1
    return rows
