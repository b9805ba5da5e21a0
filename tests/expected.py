"""Whole outputs, compared with what stands in tests/data/: one place for each, read by people too."""

from __future__ import annotations

import os
from pathlib import Path

DATA = Path(__file__).parent / "data"

WRITTEN_ANEW = os.environ.get("EXPECTED") == "new"
"""`EXPECTED=new pytest …` writes files, to be read before they are kept."""


def is_expected(name: str, text: str) -> None:
    """Hold a text against a file."""
    path = DATA / name
    if WRITTEN_ANEW:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
