"""Write files so that a run which is killed leaves no half of them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from twoends.rules.errors import TwoEndsError

UNFINISHED = ".unfinished"
"""The suffix of temporary files: one that remains comes from a run that was killed."""


class FileError(TwoEndsError):
    """A file that cannot be written."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name, then rename it; create its folders if needed. Raises FileError.

    The permissions of the file follow the umask.
    """
    unfinished = path.with_name(f"{token_hex(8)}{UNFINISHED}")  # a longer name might exceed the limit
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as fault:
        raise FileError(f"{path} cannot be written: {fault.strerror}; correct that and run again") from None
    finally:
        with suppress(OSError):  # if anything went wrong, free the space on the disk
            unfinished.unlink(missing_ok=True)


def append(path: Path, content: bytes) -> None:
    """Append to a file, which is created if needed. Raises FileError."""
    try:
        with path.open("ab") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        raise FileError(f"{path} cannot be written: {fault.strerror}; correct that and run again") from None
