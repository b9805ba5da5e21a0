"""Snapshot tests: outputs are compared with files in tests/data/, which people read too."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parent / "data"

WRITTEN_ANEW = os.environ.get("EXPECTED") == "new"
"""`EXPECTED=new pytest …` rewrites changed files, to be read before they are kept, and fails."""


def is_expected(name: str, text: str) -> None:
    """Compare a text with a file."""
    path = DATA / name
    expected = path.read_text("utf-8") if path.exists() else ""
    if WRITTEN_ANEW and text != expected:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        pytest.fail(f"written anew: {path}; read the difference, then run without EXPECTED", pytrace=False)
    assert text == expected


def calls_are_expected(name: str, names: dict[str, Any]) -> None:
    """Compare each call of a file, after >>>, with its result or its error on the line below."""

    def outcome(call: str) -> str:
        try:
            return repr(eval(call, {"__name__": "mine"} | names))
        except Exception as fault:
            return f"{type(fault).__name__}: {fault}"

    calls = re.findall("^>>> (.*)$", (DATA / name).read_text("utf-8"), re.MULTILINE)
    assert calls, f"{name} has no calls"
    is_expected(name, "".join(f">>> {call}\n{outcome(call)}\n" for call in calls))
