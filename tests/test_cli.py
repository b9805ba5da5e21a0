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


def test_your_own_rule_and_player_are_loaded_from_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from twoends import LEFT\n"
        "def rule(left, right, after_left, after_right): return min(after_left, after_right)\n"
        "def player(position): return LEFT\n"
    )
    for function, first in (("rule", 22), ("player", 22)):
        ran = twoends("solve", "8", "15", "3", "7", "--opponent", f"mine:{function}", "--json", cwd=tmp_path)
        got = json.loads(ran.out)
        assert (got["opponent"], got["first"]) == (f"mine:{function}", first), ran.err


@pytest.mark.parametrize("arguments", [["rows.txt"], ["--file", "rows.txt"], ["-"], ["--file", "-"]])
def test_rows_come_from_a_file_or_standard_input(arguments: list[str], tmp_path: Path) -> None:
    text = "\ufeff8 15 3 7\n1 2 | 3  # a remark\n\n[1/2 | 5\ncircle 2 8 1 10 9\ncircle\n"
    (tmp_path / "rows.txt").write_text(text, encoding="utf-8")
    ran = twoends("solve", *arguments, "--json", stdin=text, cwd=tmp_path)
    assert [json.loads(line)["first"] for line in ran.out.splitlines()] == [22, 4, 5, 18, 0], ran.err


def test_a_large_file_of_one_row_is_solved_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("\n".join(str(i * 7919 % 1_000_003) for i in range(200_000)))
    (got,) = (
        json.loads(line) for line in twoends("solve", "long.txt", "--json", cwd=tmp_path).out.splitlines()
    )
    assert got["first"] + got["second"] == sum(got["values"])
    assert len(got["line"]) == 200_000


def test_a_deal_with_conditions_prints_only_rows_that_meet_them() -> None:
    where = ["--where", "unique best end by 3 and second wins"]
    ran = twoends("deal", "--length", "5", "--seed", "7", "--count", "4", *where)
    for answer in answers("-", stdin=ran.out):
        assert answer["margin_first"] < 0
        assert answer["moves"][1]["loss"] >= 3
    assert len(ran.out.splitlines()) == 4
    assert twoends("deal", "--length", "5", "--seed", "7", *where).out == ran.out.splitlines(keepends=True)[0]


@pytest.mark.parametrize("words", ["deal", "match", "match 8,15,3,7 --second random"])
def test_a_seed_that_nobody_gave_is_told_and_repeats_the_same(words: str) -> None:
    ran = twoends(*words.split())
    assert re.fullmatch(r"seed \d{1,6}\n", ran.err)
    assert twoends(*words.split(), "--seed", ran.err.split()[1]).out == ran.out


def test_an_expectation_in_floats_has_no_digits_beyond_its_error() -> None:
    row = " ".join(str(place * 37 % 101) for place in range(1500))
    ran = twoends("solve", row, "--opponent", "random")
    (error,) = re.findall(r"right to within ([0-9.e-]+)\)", ran.out)
    amounts = re.findall(r"[0-9]+\.[0-9]+(?= :| on average)", ran.out)
    assert len(amounts) == 5, ran.out
    assert all(10 ** -len(amount.partition(".")[2]) > float(error) / 10 for amount in amounts), ran.out
    cases = twoends("solve", "--cases", "-", "--opponent", "random", stdin=f"1 1500 {row}")
    assert "right to within" in cases.err


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("deal --count 20000 --seed 1 | head -c 1; exit ${PIPESTATUS[0]}", 0, ""),
        ("deal --count 20000 --seed 1 | twoends solve - --json | head -1; exit ${PIPESTATUS[1]}", 0, ""),
        ("solve 8 15 3 7 > /dev/full", 2, "twoends: the output cannot be written: No space left on device\n"),
    ],
)
def test_a_closed_pipe_ends_quietly_and_other_trouble_with_a_sentence(
    words: str, status: int, said: str
) -> None:
    shell = f'twoends() {{ {sys.executable} -m twoends "$@"; }}\ntwoends {words}'
    run = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == status
    assert run.stderr == said


def test_a_match_against_best_play_on_a_long_row_is_the_line_of_play() -> None:
    row = " ".join(str(place * 7919 % 1009) for place in range(5000))
    game = json.loads(twoends("match", "-", "--first", "greedy", "--second", "best", "--json", stdin=row).out)
    solved = json.loads(twoends("solve", "-", "--opponent", "greedy", "--json", stdin=row).out)
    assert (game["notation"].split(" / ")[2], game["yours"]) == (solved["line_second"], solved["second"])


def test_a_file_in_the_current_folder_never_stands_in_for_a_module_of_pythons(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(7)")
    assert twoends("solve", "8", "15", "--json", cwd=tmp_path).status == 0


def test_your_own_function_that_fails_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def fails(position): return position.nothing\ndef leaves(position): raise SystemExit(3)"
    )
    for command in (["solve", "--opponent"], ["match", "--first"]):
        for name in ("mine:fails", "mine:leaves"):
            ran = twoends(command[0], "8", "15", "3", *command[1:], name, cwd=tmp_path)
            refused(ran, f"{name} failed on the cards 8 15")


def test_rows_of_one_value_survive_a_pipe() -> None:
    dealt = twoends("deal", "--values", "1:5", "--length", "1", "--count", "3", "--seed", "1").out
    assert [len(each["values"]) for each in answers("-", stdin=dealt)] == [1, 1, 1]


def test_a_small_file_is_answered_without_numpy_numba_and_rich(tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("8 15 3 7\n1 2\n")
    command = [sys.executable, "-X", "importtime", "-m", "twoends", "solve", "small.txt", "--opponent", "all"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in run.stderr.splitlines()}
    assert "twoends" in loaded, run.stderr
    assert not loaded & {"numpy", "numba", "rich"}
