"""Shells complete commands and options, as docs/command-line.md tells how to set up."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def completed(words: str) -> list[str]:
    """What the command offers for the last of these words."""
    settings = {
        "_TWOENDS_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    run = subprocess.run(
        [sys.executable, "-m", "twoends"],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=True,
    )
    return [line.partition(",")[2] for line in run.stdout.splitlines()]


def test_a_command_is_completed() -> None:
    assert "solve" in completed("twoends so")


def test_an_option_is_completed() -> None:
    assert completed("twoends solve --opp") == ["--opponent"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "twoends"],
        env=os.environ | {"_TWOENDS_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
    )
    assert f"{shell}_complete" in run.stdout, run.stderr
