"""Files: written whole or not at all, whenever the program or the machine may stop."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from twoends.rules.errors import TwoEndsError

UNFINISHED = ".unfinished"
"""How the name of a file ends that is being written: one that stays is of a run that was killed."""


class FileError(TwoEndsError):
    """A file that cannot be written."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name, then rename it. Raises FileError.

    Its folder is made if there is none; the file is as open to others as the umask says.
    """
    unfinished = path.with_name(f"{token_hex(8)}{UNFINISHED}")  # the name itself may leave no room for more
    try:
        path.parent.mkdir(exist_ok=True)
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as fault:
        raise FileError(f"{path} cannot be written: {fault.strerror}; mend that and run again") from None
    finally:
        with suppress(OSError):  # a full disk gets its room back
            unfinished.unlink(missing_ok=True)
