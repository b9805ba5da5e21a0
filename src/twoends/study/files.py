"""Files of rows, and the error that studies raise."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from twoends.reading.sources import lines_of, read_rows
from twoends.rules.errors import TwoEndsError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST_SUM = 10_000_000
"""Limit on the sum of a row: every different margin has a count of its own."""


class StudyError(TwoEndsError):
    """A study that cannot be described, run or resumed.

    >>> from twoends.study import Study
    >>> Study(count=-1)
    Traceback (most recent call last):
    twoends.study.files.StudyError: count is -1: give 1 or more
    """


def content(path: str | Path) -> bytes:
    """Read a file. Raises StudyError."""
    try:
        return Path(path).read_bytes()
    except OSError as fault:
        raise StudyError(f"{path} cannot be read: {fault.strerror}") from None


def digest(path: str) -> str:
    """Return the SHA-256 of a file in hexadecimal. Raises StudyError."""
    return hashlib.sha256(content(path)).hexdigest()


def require_countable(largest: int, subject: str) -> None:
    """Raise StudyError if a row of this largest sum has too many possible margins to count."""
    if largest > LARGEST_SUM:
        raise StudyError(
            f"{subject} may add up to {largest:,}, more than the {LARGEST_SUM:,} that a study allows: "
            "give smaller values or shorter rows"
        )


@lru_cache(maxsize=1)
def rows_of_file(path: str, expected: str) -> dict[int, NDArray[np.int64]]:
    """Read a file's rows of integers, by length: arrays of shape (rows, length), in the file's order.

    Cached, because every chunk asks for them. Raises StudyError unless the file has the expected digest.
    """
    import numpy as np

    if digest(path) != expected:
        raise StudyError(f"{path} has changed since the study was described: describe it again")
    by_length: dict[int, list[tuple[int, ...]]] = {}
    for number, (_, row) in enumerate(read_rows(lines_of(path), path), 1):
        if row.kind != "integer":
            raise StudyError(f"{path}, row {number} has values that are not whole: scale them to integers")
        cards = tuple(map(int, row.given))
        require_countable(sum(map(abs, cards)), f"the values of {path}, row {number},")
        by_length.setdefault(len(row), []).append(cards)
    return {length: np.array(by_length[length], np.int64) for length in sorted(by_length)}
