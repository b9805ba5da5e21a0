"""Whole outputs, compared with what stands in tests/data/: one place for each, read by people too."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"

WRITTEN_ANEW = os.environ.get("EXPECTED") == "new"
"""`EXPECTED=new pytest …` writes what has changed anew, to be read before it is kept, and fails."""


def is_expected(name: str, text: str) -> None:
    """Hold a text against a file."""
    path = DATA / name
    stood = path.read_text("utf-8") if path.exists() else ""
    if WRITTEN_ANEW and text != stood:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        pytest.fail(f"written anew: {path}; read the difference, then run without EXPECTED", pytrace=False)
    assert text == stood
