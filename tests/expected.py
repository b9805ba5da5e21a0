"""Whole outputs, compared with what stands in tests/data/: one place for each, read by people too."""

from __future__ import annotations

import os
from pathlib import Path

DATA = Path(__file__).parent / "data"


def is_expected(name: str, text: str) -> None:
    """Hold a text against a file; `EXPECTED=new pytest …` writes the file, to be read before it is kept."""
    path = DATA / name
    if os.environ.get("EXPECTED") == "new":
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
