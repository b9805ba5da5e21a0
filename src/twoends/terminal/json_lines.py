"""Small append-only files with one JSON object per line.

Two terminals may append at the same time, and a line truncated by a full disk spoils no other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from twoends.rules.errors import TwoEndsError


def folder(variable: str, below: str) -> Path:
    """Return our folder in the one that an environment variable names, or else in ~/`below`.

    Raises TwoEndsError without a home: an empty HOME would mean the root of the disk.
    """
    named = os.environ.get(variable)
    base = os.path.expanduser(named or f"~/{below}")
    if base.startswith("~") or not (named or os.environ.get("HOME", "~")):
        raise TwoEndsError(f"there is no home folder for records: set HOME or {variable}")
    return Path(base) / "twoends"


def append(path: Path, fields: dict[str, Any]) -> None:
    """Append an object. Raises TwoEndsError if the file cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as stream:
            stream.seek(max(0, path.stat().st_size - 1))
            truncated = stream.read() not in (b"", b"\n")
            stream.write(b"\n" * truncated + json.dumps(fields).encode() + b"\n")
    except OSError as fault:
        raise TwoEndsError(f"{path} cannot be written: {fault.strerror}") from None


def delete(path: Path) -> None:
    """Delete the file if it exists. Raises TwoEndsError."""
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        raise TwoEndsError(f"{path} cannot be deleted: {fault.strerror}") from None


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield all objects, the oldest first; other lines are skipped. Raises TwoEndsError."""
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return
    except OSError as fault:
        raise TwoEndsError(f"{path} cannot be read: {fault.strerror}") from None
    for line in lines:
        try:
            fields = json.loads(line)
        except ValueError:
            continue
        if isinstance(fields, dict):
            yield fields
