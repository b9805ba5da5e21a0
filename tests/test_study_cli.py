"""The study command: what it prints, where, and how it shows its progress."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import twoends.study
from command_line import Ran, run
from twoends.study import Study

TWOENDS = [sys.executable, "-m", "twoends"]
module: Any = import_module("twoends.cli.study")

STUDY = Study(rows="uniform 1 9", lengths=(4,), count=40)
SMALL = ["--rows", "uniform 1 9", "--length", "5", "--count", "40"]


def told(*arguments: str, status: int = 0) -> Ran:
    ran = run(*arguments)
    assert ran.status == status, ran.err
    return ran


def test_the_example_is_a_study_that_runs(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(told("study", "--example").out)
    study = json.loads(told("study", "--file", str(file), *SMALL, "--json").out)["study"]
    assert study["count"] == 40, "options change a file"
    assert study["pairings"] == ["best against greedy right", "greedy right against optimal"]


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
    first = told("study", *SMALL, "--out", str(folder), "--csv")
    drawn = (folder / "margins.svg").read_bytes()
    again = told("study", "--out", str(folder), "--csv")
    assert again.out == first.out == (folder / "results.csv").read_text()
    assert (folder / "margins.svg").read_bytes() == drawn
    assert (folder / "margins.png").stat().st_size > 10_000


def test_a_folder_grows_where_the_options_say_what_it_is_already(tmp_path: Path) -> None:
    folder = str(tmp_path / "s")
    told("study", *SMALL, "--seed", "5", "--out", folder)
    grown = told("study", "--seed", "5", "--count", "60", "--out", folder, "--csv")
    assert grown.out == told("study", *SMALL[:-1], "60", "--seed", "5", "--csv").out
    assert told("study", "--seed", "5", "--out", folder, "--csv").out == grown.out, "no other count"


# --- stopped, and described by options ------------------------------------------------------------


@pytest.mark.parametrize(
    ("out", "said"),
    [
        (None, "twoends: stopped after 1,200 of 40 rows; with --out FOLDER it could be resumed\n"),
        ("a b", "twoends: stopped after 1,200 of 40 rows; twoends study --out 'a b' resumes it\n"),
    ],
)
def test_a_study_that_is_stopped_says_how_it_goes_on(
    out: str | None, said: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    asked: list[Any] = []

    def stopped(what: Study, *folder: Any, progress: Callable[[int, int], None], **more: Any) -> None:
        asked.append((what, folder, more))
        progress(1200, 2000)
        raise KeyboardInterrupt

    monkeypatch.setattr(twoends.study, "run", stopped)
    assert module.carry_out(STUDY, out, 3, "tcp://here", None) == 130
    assert asked == [(STUDY, (out,), {"workers": 3, "dask": "tcp://here"})]
    assert capsys.readouterr() == ("", said)


# --- what is to be done ------------------------------------------------------------------------


@pytest.fixture
def described(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Any, ...]]:
    """What a command line means, instead of being carried out."""
    got: list[tuple[Any, ...]] = []
    # Import both first: one that is imported later would import the patched function for good.
    commands = [import_module(name) for name in ("twoends.cli.study", "twoends.cli.tournament")]
    for command in commands:
        monkeypatch.setattr(command, "carry_out", lambda *told: got.append(told))

    def means(*words: str) -> tuple[Any, ...]:
        ran = run(*words)
        assert (ran.status, ran.out, ran.err) == (0, "", "")
        return got.pop()

    return means


def test_a_study_is_what_its_options_say(described: Any, tmp_path: Path) -> None:
    assert described("study") == (Study(), None, 1, None, None)
    words = [
        "--rows",
        "uniform 1 9",
        "--length",
        "4,6",
        "-n",
        "7",
        "-s",
        "3",
        "--pairing",
        "random against modest",
    ]
    words += ["--pairing", "best against greedy left", "--moves-first", "you", "--reduced", "--keep-rows"]
    what, *more = described("study", *words, "--out", str(tmp_path), "--workers", "2", "--dask", "d", "--csv")
    assert more == [str(tmp_path), 2, "d", "csv"]
    assert (what.rows, what.lengths, what.count, what.seed) == ("uniform 1 9", (4, 6), 7, 3)
    assert [str(each) for each in what.pairings] == [
        "random against modest right",
        "best against greedy left",
    ]
    assert (what.moves_first, what.reduced, what.keep_rows) == ("you", True, True)
    for form in ("markdown", "json"):
        assert described("study", f"--{form}")[-1] == form


def test_options_change_a_file_and_a_folders_own_description(described: Any, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text('rows = "uniform 1 9"\nlengths = [4]\ncount = 7\nreduced = true\n')
    base = described("study", "--file", str(file))[0]
    assert (base.rows, base.lengths, base.count, base.reduced) == ("uniform 1 9", (4,), 7, True)
    changed = described("study", "--file", str(file), "--count", "9")[0]
    assert (changed.rows, changed.lengths, changed.count, changed.reduced) == ("uniform 1 9", (4,), 9, True)
    folder = tmp_path / "made"
    twoends.study.run(base, folder)
    assert described("study", "--out", str(folder), "--count", "9")[0] == changed
    assert described("study", "--out", str(folder), "--file", str(file), "--count", "9")[0] == changed


def test_a_study_that_nothing_describes_is_announced_where_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "carry_out", lambda *told: None)
    folder = tmp_path / "made"
    new = "rows deck, lengths 52, count 100,000, best against greedy right"
    for words, said in (
        ((), f"twoends: a new study begins in {folder}: {new}\n"),
        (("--count", "9"), ""),
    ):
        assert run("study", "--out", str(folder), *words).err == said, words
    twoends.study.run(Study(lengths=(4,), count=7), folder)
    assert run("study", "--out", str(folder)).err == "", "it is resumed"


def test_a_tournament_is_what_its_options_say(described: Any) -> None:
    what, *more = described(
        "tournament", "Optimal", "greedy left", "--bot", "./mine", "--length", "6", "--json"
    )
    assert more == [None, 1, None, "json"]
    pairings = {str(each) for each in what.pairings}
    assert pairings == {
        "optimal against greedy left", "optimal against bot ./mine", "greedy left against bot ./mine",
        "optimal against optimal", "greedy left against greedy left",
    }  # fmt: skip
    assert (what.rows, what.lengths, what.count) == ("deck", (6,), 1000)
