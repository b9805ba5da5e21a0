"""The command reference says what commands take.

Options are made when the module of a command is loaded, so here the commands are loaded anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import command_reference
import pytest

import twoends.cli

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture
def loaded_anew() -> Iterator[ModuleType]:
    """The command line, of which nothing has been loaded before."""
    before = {name: module for name, module in sys.modules.items() if f"{name}.".startswith("twoends.cli.")}
    for name in before:
        del sys.modules[name]
    try:
        yield import_module("twoends.cli")
    finally:
        for name in [name for name in sys.modules if f"{name}.".startswith("twoends.cli.")]:
            del sys.modules[name]
        sys.modules.update(before)
        twoends.cli = before["twoends.cli"]  # what importing it sets


def test_the_command_reference_is_fresh(loaded_anew: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_reference, "commands", loaded_anew.commands)
    assert command_reference.page() == (DOCS / "commands.md").read_text("utf-8"), "run `make commands`"
