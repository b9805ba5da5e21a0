"""The commands print what they promise: answers on standard output, one sentence for bad input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from command_line import PATIENCE, refused
from command_line import run as twoends


def answers(*arguments: str, stdin: str = "") -> list[dict[str, Any]]:
    ran = twoends("solve", *arguments, "--json", stdin=stdin)
    assert ran.status == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def test_custom_rules_and_players_are_loaded_from_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from twoends import LEFT\n"
        "def rule(left, right, after_left, after_right): return min(after_left, after_right)\n"
        "def player(position): return LEFT\n"
    )
    for function in ("rule", "player"):
        ran = twoends("solve", "8", "15", "3", "7", "--opponent", f"mine:{function}", "--json", cwd=tmp_path)
        got = json.loads(ran.out)
        assert (got["opponent"], got["first"]) == (f"mine:{function}", 22), ran.err


@pytest.mark.parametrize("arguments", [["rows.txt"], ["--file", "rows.txt"], ["-"], ["--file", "-"]])
def test_rows_come_from_a_file_or_standard_input(arguments: list[str], tmp_path: Path) -> None:
    text = "\ufeff8 15 3 7\n1 2 | 3  # a remark\n\n[1/2 | 5\ncircle 2 8 1 10 9\ncircle\n"
    (tmp_path / "rows.txt").write_text(text, encoding="utf-8")
    ran = twoends("solve", *arguments, "--json", stdin=text, cwd=tmp_path)
    assert [json.loads(line)["first"] for line in ran.out.splitlines()] == [22, 4, 5, 18, 0], ran.err


def test_a_large_file_with_one_row_is_solved(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("\n".join(str(i * 7919 % 1_000_003) for i in range(200_000)))
    got = json.loads(twoends("solve", "long.txt", "--json", cwd=tmp_path).out)
    assert got["first"] + got["second"] == sum(got["values"])
    assert len(got["line"]) == 200_000


def test_deal_where_prints_only_rows_that_meet_the_conditions() -> None:
    where = ["--where", "unique best end by 3 and second wins"]
    ran = twoends("deal", "--length", "5", "--seed", "7", "--count", "4", *where)
    for answer in answers("-", stdin=ran.out):
        assert answer["margin_first"] < 0
        assert answer["moves"][1]["loss"] >= 3
    assert len(ran.out.splitlines()) == 4
    assert twoends("deal", "--length", "5", "--seed", "7", *where).out == ran.out.splitlines(keepends=True)[0]


@pytest.mark.parametrize("words", ["deal", "match", "match 8,15,3,7 --second random"])
def test_a_seed_that_was_not_given_is_printed_and_repeats_the_output(words: str) -> None:
    ran = twoends(*words.split())
    assert re.fullmatch(r"seed \d{1,6}\n", ran.err)
    assert twoends(*words.split(), "--seed", ran.err.split()[1]).out == ran.out


def test_an_expectation_in_floats_shows_no_digits_beyond_its_error() -> None:
    row = " ".join(str(place * 37 % 101) for place in range(1500))
    ran = twoends("solve", row, "--opponent", "random")
    (error,) = re.findall(r"right to within ([0-9.e-]+)\)", ran.out)
    amounts = re.findall(r"[0-9]+\.[0-9]+(?= :| on average)", ran.out)
    assert len(amounts) == 5, ran.out
    assert all(10 ** -len(amount.partition(".")[2]) > float(error) / 10 for amount in amounts), ran.out
    cases = twoends("solve", "--cases", "-", "--opponent", "random", stdin=f"1 1500 {row}")
    assert "right to within" in cases.err


@pytest.mark.parametrize(
    ("words", "status", "err"),
    [
        ("deal --count 2000 --seed 1 | head -c 1; exit ${PIPESTATUS[0]}", 0, ""),
        ("deal --count 2000 --seed 1 | twoends solve - --json | head -1; exit ${PIPESTATUS[1]}", 0, ""),
        ("solve 8 15 3 7 > /dev/full", 2, "twoends: the output cannot be written: No space left on device\n"),
    ],
)
def test_a_closed_pipe_ends_quietly_and_a_full_disk_with_a_sentence(
    words: str, status: int, err: str
) -> None:
    shell = f'twoends() {{ {sys.executable} -m twoends "$@"; }}\ntwoends {words}'
    run = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=PATIENCE)
    assert (run.returncode, run.stderr) == (status, err)


def test_a_match_against_the_best_response_on_a_long_row_is_the_line_of_play() -> None:
    row = " ".join(str(place * 7919 % 1009) for place in range(5000))
    game = json.loads(twoends("match", "-", "--first", "greedy", "--second", "best", "--json", stdin=row).out)
    solved = json.loads(twoends("solve", "-", "--opponent", "greedy", "--json", stdin=row).out)
    assert (game["notation"].split(" / ")[2], game["yours"]) == (solved["line_second"], solved["second"])


def test_a_file_in_the_current_folder_never_replaces_a_standard_module(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(7)")
    assert twoends("solve", "8", "15", "--json", cwd=tmp_path).status == 0


def test_a_custom_function_that_fails_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def fails(position): return position.nothing\ndef leaves(position): raise SystemExit(3)"
    )
    for command, option in (("solve", "--opponent"), ("match", "--first")):
        for name in ("mine:fails", "mine:leaves"):
            ran = twoends(command, "8", "15", "3", option, name, cwd=tmp_path)
            refused(ran, f"{name} failed on the cards 8 15")


def test_a_small_file_is_solved_without_loading_numpy_numba_or_rich(tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("8 15 3 7\n1 2\n")
    command = [sys.executable, "-X", "importtime", "-m", "twoends", "solve", "small.txt", "--opponent", "all"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in run.stderr.splitlines()}
    assert "twoends" in loaded, run.stderr
    assert not loaded & {"numpy", "numba", "rich"}
