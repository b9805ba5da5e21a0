"""Shells complete commands, options, names and files, as docs/how-to/command-line.md tells how to set up."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from twoends.rules.preferences import names


def completed(words: str) -> list[str]:
    """What the command offers for the last of these words; `file` where it asks the shell for files."""
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
    answers = [line.split(",", 1) for line in run.stdout.splitlines()]
    return [value if kind == "plain" else kind for kind, value in answers]


def test_a_command_is_completed() -> None:
    assert "solve" in completed("twoends so")


def test_an_option_is_completed() -> None:
    assert completed("twoends solve --opp") == ["--opponent"]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("twoends solve --opponent ", [*names(), "all"]),
        ("twoends play --opponent ", [*names(), "human"]),
        ("twoends match 8 15 --first ", ["best", *names()]),
        ("twoends explain 8 15 --opponent g", ["greedy", "generous"]),
        ("twoends judge bot --opponent m", ["modest"]),
        ("twoends bot --against m", ["modest"]),
        ("twoends tournament best o", ["optimal"]),
    ],
)
def test_a_name_is_completed(words: str, offered: list[str]) -> None:
    assert completed(words) == offered


@pytest.mark.parametrize(
    "words",
    [
        "twoends solve ro",
        "twoends solve --file ro",
        "twoends solve --cases ro",
        "twoends explain ro",
        "twoends review ga",
        "twoends judge answers -- ./an",
        "twoends check-player --junit re",
    ],
)
def test_a_file_is_completed_by_the_shell(words: str) -> None:
    assert completed(words) == ["file"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "twoends", "completion", shell],
        capture_output=True,
        text=True,
    )
    assert f"{shell}_complete" in run.stdout, run.stderr
