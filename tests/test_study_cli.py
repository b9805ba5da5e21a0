"""The study command: what it prints, where, and how it shows its progress."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_a_pipe_gets_markdown_and_nothing_else() -> None:
    ran = twoends("study", *SMALL)
    assert ran.out.startswith("40 uniform rows 1..9 of 5 cards, seed 1.\n\n**Who wins**\n\n| you ")
    assert ran.err == ""


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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--count", "0"], "count is 0: give 1 or more"),
        (["--file", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["--keep-rows"], "give --out FOLDER"),
        (["--pairing", "greedy"], "is not a pairing"),
        (["--length", "60"], "a deck has 52 cards"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(arguments: list[str], said: str) -> None:
    ran = twoends("study", *arguments, status=2)
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert ran.out == ""


def test_a_folder_tells_its_study_again_and_draws_the_same_bytes(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    first = twoends("study", *SMALL, "--out", str(folder), "--csv")
    drawn = (folder / "margins.svg").read_bytes()
    again = twoends("study", "--out", str(folder), "--csv")
    assert again.out == first.out == (folder / "results.csv").read_text()
    assert (folder / "margins.svg").read_bytes() == drawn
    assert (folder / "margins.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["study", "--count", "9" * 20], "give 1,000,000,000,000 or less"),
        (["study", "--length", "5..2"], "lengths are '5..2'"),
        (["tournament", "--bot", 'python3 "x'], "the bot's command python3 \"x cannot be read"),
        (["tournament", "--bot", ""], "--bot has no value"),
    ],
)
def test_what_cannot_be_studied_is_named_in_one_sentence(arguments: list[str], sentence: str) -> None:
    told = twoends(*arguments, status=2).err
    assert sentence in told
    assert "Traceback" not in told


def test_a_folder_of_another_study_is_told_with_all_that_differs(tmp_path: Path) -> None:
    folder = str(tmp_path / "s")
    twoends("study", *SMALL, "--out", folder)
    told = twoends("study", "--length", "52", "--count", "5", "--out", folder, status=2).err
    assert "lengths: 5 there, 52 now; count: 40 there, 5 now; describe the same study" in told


def test_a_folder_grows_where_the_options_say_what_it_is_already(tmp_path: Path) -> None:
    folder = str(tmp_path / "s")
    twoends("study", *SMALL, "--seed", "5", "--out", folder)
    grown = twoends("study", "--seed", "5", "--count", "60", "--out", folder, "--csv")
    assert grown.out == twoends("study", *SMALL[:-1], "60", "--seed", "5", "--csv").out
    assert twoends("study", "--seed", "5", "--out", folder, "--csv").out == grown.out, "no other count"


def test_what_differs_is_told_part_by_part(tmp_path: Path) -> None:
    folder = str(tmp_path / "s")
    pairing = ("--pairing", "greedy against optimal")
    twoends("study", *SMALL, *pairing, "--out", folder)
    other = ("--reduced", "--keep-rows", "--moves-first", "you", "--pairing", "best against greedy")
    told = twoends("study", *SMALL, *other, "--out", folder, status=2).err
    assert told == (
        f"twoends: {folder} belongs to another study: "
        "pairings: greedy right against optimal there, best against greedy right now; "
        "moves first: both there, you now; reduced: off there, on now; "
        "keep rows: off there, on now; describe the same study or give another folder\n"
    )


def test_rows_of_a_file_and_drawn_rows_differ_in_their_rows_alone(tmp_path: Path) -> None:
    file, folder = tmp_path / "rows.txt", str(tmp_path / "s")
    file.write_text("8 15 3 7\n")
    twoends("study", "--rows", f"file {file}", "--out", folder)
    told = twoends("study", *SMALL, "--out", folder, status=2).err
    assert f"another study: rows: file {file} there, uniform 1 9 now; describe" in told
    file.write_text("8 15 3 8\n")
    told = twoends("study", "--rows", f"file {file}", "--out", folder, status=2).err
    assert f"another study: {file} has changed; describe" in told


@pytest.mark.parametrize("command", ["study", "tournament"])
def test_results_are_printed_in_one_form(command: str) -> None:
    told = twoends(command, "--json", "--csv", "--count", "3", status=2)
    assert told.err == (
        "twoends: --csv and --json: print one form at a time; --out FOLDER stores all of them\n"
    )
    assert told.out == ""


def test_a_description_that_is_not_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_bytes(b"\xff\xfe")
    told = twoends("study", "--out", str(tmp_path), status=2).err
    assert told.startswith(f"twoends: {tmp_path / 'study.toml'} is not text")
    assert told.count("\n") == 1
