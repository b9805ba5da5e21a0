"""Small files of what was done at this terminal: one JSON object a line, and only ever appended to.

Two terminals may append at the same time, and a line that was cut off by a full disk spoils no other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from twoends.rules.errors import TwoEndsError


def home(variable: str, below: str) -> Path:
    """Our folder in the one that a variable of the environment names, or below the user's home.

    Raises TwoEndsError where there is no home: an empty one would be the root of the disk.
    """
    named = os.environ.get(variable)
    base = os.path.expanduser(named or f"~/{below}")
    if base.startswith("~") or not (named or os.environ.get("HOME", "~")):
        raise TwoEndsError(f"there is no home folder to record anything in: set HOME or {variable}")
    return Path(base) / "twoends"


def append(path: Path, told: dict[str, Any]) -> None:
    """Append an object. Raises TwoEndsError where the file cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as stream:
            stream.seek(max(0, path.stat().st_size - 1))
            was_cut_off = stream.read() not in (b"", b"\n")
            stream.write(b"\n" * was_cut_off + json.dumps(told).encode() + b"\n")
    except OSError as fault:
        raise TwoEndsError(f"{path} cannot be written: {fault.strerror}") from None


def delete(path: Path) -> None:
    """Delete the file, if it is there. Raises TwoEndsError."""
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        raise TwoEndsError(f"{path} cannot be deleted: {fault.strerror}") from None


def kept(path: Path) -> Iterator[dict[str, Any]]:
    """All objects, the oldest first; lines that are none are passed over. Raises TwoEndsError."""
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return
    except OSError as fault:
        raise TwoEndsError(f"{path} cannot be read: {fault.strerror}") from None
    for line in lines:
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if isinstance(told, dict):
            yield told
