"""Shells complete commands, options, names and files, as docs/how-to/command-line.md tells how to set up."""

from __future__ import annotations

import pytest

from command_line import run
from twoends.rules.preferences import names


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("twoends so", ["solve"]),
        ("twoends solve --opp", ["--opponent"]),
        ("twoends solve --opponent ", [*names(), "all"]),
        ("twoends play --opponent ", [*names(), "human"]),
        ("twoends match 8 15 --first ", ["best", *names()]),
        ("twoends explain 8 15 --opponent g", ["greedy", "generous"]),
        ("twoends judge bot --opponent m", ["modest"]),
        ("twoends bot --against m", ["modest"]),
        ("twoends tournament best o", ["optimal"]),
        ("twoends solve ro", ["file"]),
        ("twoends solve --file ro", ["file"]),
        ("twoends solve --cases ro", ["file"]),
        ("twoends explain ro", ["file"]),
        ("twoends review ga", ["file"]),
        ("twoends judge answers -- ./an", ["file"]),
        ("twoends check-player --junit re", ["file"]),
    ],
)
def test_the_last_word_is_completed_or_left_to_the_shell_as_a_file(
    words: str, offered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_TWOENDS_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    answers = [line.split(",", 1) for line in run().out.splitlines()]
    assert [value if kind == "plain" else kind for kind, value in answers] == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell: str) -> None:
    assert f"{shell}_complete" in run("completion", shell).out
