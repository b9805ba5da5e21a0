"""Reports: text, JSON, JUnit XML and Gradescope's results.json agree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from command_line import PROGRESS, refused
from command_line import run as twoends
from judged import command
from twoends.views.files import FileError, write_whole

ANSWERS = ("judge", "answers", "--tests", "15", "--max-n", "7")
GREEDY = ("--", *command("plays_greedily.py"))


def test_all_reports_agree(tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in ("junit.xml", "results.json")}
    run = twoends(
        *ANSWERS, "--task", "removal-game", "--json", "--junit", str(files["junit.xml"]),
        "--gradescope", str(files["results.json"]), "--points", "10", "--visibility", "small=hidden", *GREEDY,
    )  # fmt: skip
    assert (run.status, run.err) == (1, "")
    report = json.loads(run.out)
    assert report["verdict"] == "WA"
    assert [mistake["name"] for mistake in report["mistakes"]] == ["plays greedily"]
    assert sum(report["counts"].values()) == len(report["runs"]) == 15

    suite = ElementTree.parse(files["junit.xml"]).getroot()[0]
    counted = [suite.get(name) for name in ("tests", "failures", "errors")]
    assert counted == ["15", str(report["counts"]["WA"]), "0"]
    assert len(suite.findall("testcase")) == 15
    assert len(suite.findall("testcase/failure")) == report["counts"]["WA"]

    results = json.loads(files["results.json"].read_text())
    assert results["score"] == pytest.approx(report["score"] / 10, abs=0.1)
    assert results["score"] <= 5, "a wrong answer caps the score"
    assert round(sum(test["max_score"] for test in results["tests"]), 6) == 10
    for test in results["tests"]:
        assert test["score"] == (test["max_score"] if test["status"] == "passed" else 0), test
    assert {test["name"] for test in results["tests"] if test["visibility"] == "hidden"} == {"small"}
    assert sorted(os.listdir(tmp_path)) == ["junit.xml", "results.json"], "a temporary file is left"


@pytest.mark.slow
def test_a_file_name_that_is_not_utf_8_is_reported_and_the_umask_is_kept(tmp_path: Path) -> None:
    program = os.fsdecode(b"a\xff.py")
    (tmp_path / program).write_text("print(7)")
    for words in (["--junit", "junit.xml", "--gradescope", "results.json"], ["--json"]):
        run = subprocess.run(
            [sys.executable, "-m", "twoends", *ANSWERS, *words, "--", sys.executable, program],
            capture_output=True, text=True, check=False, cwd=tmp_path, umask=0o077,
        )  # fmt: skip
        assert (run.returncode, PROGRESS.sub("", run.stderr)) == (1, ""), run
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir() if path.name != program}
    assert modes == {"junit.xml": 0o600, "results.json": 0o600}
    assert "a·.py" in json.loads((tmp_path / "results.json").read_text("utf-8"))["output"]


def test_control_characters_of_a_player_reach_neither_terminal_nor_files(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def red(position):\n    print('\\x1b[31mred')\n    raise ValueError('\\x1b[31m \\x00 \\udcff')\n"
    )
    run = twoends("check-player", "mine:red", "--junit", "junit.xml", "--gradescope", "results.json",
                  cwd=tmp_path)  # fmt: skip
    assert run.status == 1, run
    assert "RE: it raised ValueError: ·[31m · ·" in run.out
    assert "·[31mred\n" in run.err
    assert "\x1b" not in run.err
    faults = ElementTree.parse(tmp_path / "junit.xml").getroot().findall("*/testcase/error")
    assert {fault.text for fault in faults} == {"it raised ValueError: ·[31m · ·"}
    assert json.loads((tmp_path / "results.json").read_text("utf-8"))["score"] == 0


def test_a_report_never_replaces_a_folder_or_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    run = twoends("judge", "bot", "--gradescope", "pipe", "--", "no-such-program", cwd=tmp_path)
    refused(run, "it is not a file")
    with pytest.raises(FileError):
        write_whole(tmp_path / "folder", b"text")
    assert sorted(os.listdir(tmp_path)) == ["folder", "pipe"], "a temporary file is left"
    assert (tmp_path / "pipe").is_fifo()


def test_reports_of_players_agree(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from twoends import LEFT\n\ndef left(position):\n    return LEFT\n")
    run = twoends(
        "check-player", "mine:left", "--opponent", "optimal", "--perfect", "--json", "--games", "5",
        "--junit", "junit.xml", "--gradescope", "results.json", cwd=tmp_path,
    )  # fmt: skip
    assert (run.status, run.err) == (1, "")
    report = json.loads(run.out)
    assert report["plays_like"] == ["always left"]
    assert len(report["games"]) == 10
    assert len(ElementTree.parse(tmp_path / "junit.xml").getroot()[0].findall("testcase")) == 10
    lossless = sum(not any(game["losses"]) for game in report["games"])
    assert json.loads((tmp_path / "results.json").read_text())["score"] == 10 * lossless


def test_the_visibility_of_a_group_may_be_set_even_if_it_is_left_out(tmp_path: Path) -> None:
    """A slow program never reaches the longest rows; its results must not be lost."""
    run = twoends(
        "judge", "answers", "--time", "0.05", "--gradescope", "results.json",
        "--visibility", "longest=after_published", "--", sys.executable, "-c", "while True: pass",
        cwd=tmp_path,
    )  # fmt: skip
    assert (run.status, run.err) == (1, ""), run
    results = json.loads((tmp_path / "results.json").read_text())
    assert results["score"] == 0
    longest = next(test for test in results["tests"] if test["name"] == "longest")
    assert (longest["score"], longest["output"]) == (0, "0 of 4 accepted, 4 left out")


@pytest.mark.parametrize("words", [ANSWERS, ("judge", "bot", "--games", "3")], ids=["answers", "bot"])
def test_a_program_that_does_not_start_gets_all_reports_and_no_points(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    files = ("--gradescope", "results.json", "--junit", "junit.xml", "--json")
    run = twoends(*words, *files, "--", "no-such-program", cwd=tmp_path)
    assert (run.status, run.err) == (1, ""), run
    assert json.loads(run.out)["verdict"] == "CE"
    assert json.loads((tmp_path / "results.json").read_text())["score"] == 0
    suite = ElementTree.parse(tmp_path / "junit.xml").getroot()[0]
    assert (suite.get("errors"), int(suite.get("skipped") or 0) > 0) == ("1", True)
    (tmp_path / "script").write_text("#!/no/such/interpreter\n")
    (tmp_path / "script").chmod(0o755)
    plain = twoends(*words, "--", "./script", cwd=tmp_path)
    assert plain.out.startswith("CE  does not compile or start: "), plain
