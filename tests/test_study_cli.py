"""The study command: what it prints, where, and how it shows its progress."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

from command_line import Ran, run

TWOENDS = [sys.executable, "-m", "twoends"]
SMALL = ["--rows", "uniform 1 9", "--length", "5", "--count", "40"]


def twoends(*arguments: str, status: int = 0) -> Ran:
    ran = run(*arguments)
    assert ran.status == status, ran.err
    return ran


def test_the_example_is_a_study_that_runs(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(twoends("study", "--example").out)
    told = json.loads(twoends("study", "--file", str(file), *SMALL, "--json").out)
    assert told["study"]["count"] == 40, "options change a file"
    assert told["study"]["pairings"] == ["best against greedy right", "greedy right against optimal"]


def test_a_terminal_gets_a_bar_and_tables() -> None:
    parent, child = pty.openpty()
    environment = os.environ | {"COLUMNS": "140", "TERM": "xterm"}
    process = subprocess.Popen([*TWOENDS, "study", *SMALL], stdout=child, stderr=child, env=environment)
    os.close(child)
    shown = b""
    try:
        while piece := os.read(parent, 1 << 16):
            shown += piece
    except OSError:  # the terminal closes with the program
        pass
    text = shown.decode()
    assert process.wait() == 0, text
    assert "40 of 40 rows" in text
    assert "Who wins" in text


def test_a_folder_tells_its_study_again_and_draws_the_same_bytes(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    first = twoends("study", *SMALL, "--out", str(folder), "--csv")
    drawn = (folder / "margins.svg").read_bytes()
    again = twoends("study", "--out", str(folder), "--csv")
    assert again.out == first.out == (folder / "results.csv").read_text()
    assert (folder / "margins.svg").read_bytes() == drawn
    assert (folder / "margins.png").stat().st_size > 10_000


def test_a_folder_grows_where_the_options_say_what_it_is_already(tmp_path: Path) -> None:
    folder = str(tmp_path / "s")
    twoends("study", *SMALL, "--seed", "5", "--out", folder)
    grown = twoends("study", "--seed", "5", "--count", "60", "--out", folder, "--csv")
    assert grown.out == twoends("study", *SMALL[:-1], "60", "--seed", "5", "--csv").out
    assert twoends("study", "--seed", "5", "--out", folder, "--csv").out == grown.out, "no other count"
