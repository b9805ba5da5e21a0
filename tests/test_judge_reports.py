"""Reports: text, JSON, JUnit XML and Gradescope's results.json tell the same story."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from command_line import PROGRESS, in_a_process
from command_line import run as twoends
from judged import command
from twoends.views.files import FileError, write_whole

PROGRAMS = Path(__file__).parent / "programs"

ANSWERS = ("judge", "answers", "--tests", "40", "--max-n", "30")
GREEDY = ("--", *command("plays_greedily.py"))
RIGHT = ("--", *command("right_two_calls.py"))
GRADESCOPE = ("--gradescope", str(Path(tempfile.gettempdir()) / "results.json"))


def test_a_wrong_program_reads_well_and_exits_with_1() -> None:
    run = twoends(*ANSWERS, "--task", "removal-game", *GREEDY)
    assert (run.status, run.err) == (1, "")
    lines = run.out.splitlines()
    assert lines[0].startswith("WA  wrong answer: ")
    assert lines[1] == "task removal-game (CSES 1097), your total moving first, against optimal"
    for wanted in ("The smallest failure:", "The mistake: plays greedily."):
        assert wanted in lines
    for field in ("input", "expected", "got", "line"):
        assert any(line.startswith(f"  {field:<10}") for line in lines), field


def test_a_right_program_exits_with_0() -> None:
    run = twoends(*ANSWERS, "--task", "removal-game", *RIGHT)
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith("AC  accepted: ")


@pytest.mark.parametrize("words", [("answers", "--tests", "1"), ("bot", "--games", "1")])
def test_the_seed_that_was_asked_for_is_the_one_that_is_named(words: tuple[str, ...]) -> None:
    run = twoends("judge", *words, "--seed", "5", "--", "/bin/true")
    assert "; seed 5\n" in run.out, run


def test_a_report_counts_rows_and_runs_apart_and_is_silent_where_nothing_was_answered() -> None:
    words = ("judge", "answers", "--tests", "40", "--max-n", "30", "--input", "cases", "--")
    run = twoends(*words, sys.executable, "-I", "-S", "-c", "raise SystemExit(3)")
    assert "\n40 rows in " in run.out, run
    assert "known mistake" not in run.out


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
    assert sum(report["counts"].values()) == len(report["runs"]) == 40
    failure = report["smallest_failure"]
    assert failure["input"].split()[1:] == [str(value) for value in failure["rows"][0]]
    assert failure["expected"] != failure["got"]

    suite = ElementTree.parse(files["junit.xml"]).getroot()[0]
    counted = [suite.get(name) for name in ("tests", "failures", "errors")]
    assert counted == ["40", str(report["counts"]["WA"]), "0"]
    assert len(suite.findall("testcase")) == 40
    assert len(suite.findall("testcase/failure")) == report["counts"]["WA"]

    results = json.loads(files["results.json"].read_text())
    assert results["score"] == pytest.approx(report["score"] / 10, abs=0.1)
    assert results["score"] <= 5, "a wrong answer caps the score"
    assert round(sum(test["max_score"] for test in results["tests"]), 6) == 10
    for test in results["tests"]:
        assert test["score"] == (test["max_score"] if test["status"] == "passed" else 0), test
    assert {test["name"]: test["visibility"] for test in results["tests"]}["small"] == "hidden"
    assert {test["visibility"] for test in results["tests"]} == {"hidden", "visible"}
    assert {test["status"] for test in results["tests"]} <= {"passed", "failed"}
    assert sorted(os.listdir(tmp_path)) == ["junit.xml", "results.json"], "something unfinished is left"


def test_a_report_that_cannot_be_written_leaves_nothing_and_says_so(tmp_path: Path) -> None:
    run = twoends(*ANSWERS, "--junit", str(tmp_path / "no" / "junit.xml"), *GREEDY)
    assert run.status == 2
    assert "cannot be written: there is no folder" in run.err
    assert len(run.err.splitlines()) == 1


@pytest.mark.slow
def test_a_name_that_is_no_text_is_reported_and_the_mask_of_new_files_is_kept(tmp_path: Path) -> None:
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


def test_what_a_player_raises_neither_colours_the_terminal_nor_breaks_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def red(position):\n    raise ValueError('\\x1b[31m \\x00 \\udcff')\n")
    run = twoends("check-player", "mine:red", "--junit", "junit.xml", "--gradescope", "results.json",
                  cwd=tmp_path)  # fmt: skip
    assert run.status == 1, run
    assert "RE: it raised ValueError: ·[31m · ·" in run.out
    faults = ElementTree.parse(tmp_path / "junit.xml").getroot().findall("*/testcase/error")
    assert {fault.text for fault in faults} == {"it raised ValueError: ·[31m · ·"}
    assert json.loads((tmp_path / "results.json").read_text("utf-8"))["score"] == 0


def test_what_a_player_prints_is_not_obeyed_by_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import twoends\ndef left(position):\n    print('\\x1b[31mred')\n    return twoends.LEFT\n"
    )
    run = twoends("check-player", "mine:left", "--games", "2", "--opponent", "optimal", cwd=tmp_path)
    assert run.status == 0, run
    assert "·[31mred\n" in run.err
    assert "\x1b" not in run.err


def test_a_folder_or_a_pipe_is_no_report_and_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        run = twoends("judge", "bot", "--gradescope", name, "--", "no-such-program", cwd=tmp_path)
        assert (run.status, "it is no file" in run.err) == (2, True), run
        with pytest.raises(FileError):
            write_whole(tmp_path / "folder", b"text")
    assert sorted(os.listdir(tmp_path)) == ["folder", "pipe"], "something unfinished is left"
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_not_yours_is_refused_before_anything_is_judged(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    run = twoends(*ANSWERS, "--junit", str(tmp_path / "junit.xml"), "--", "no-such-program")
    assert (run.status, ": Permission denied; choose another folder" in run.err) == (2, True), run


def test_bots_and_players_report_too(tmp_path: Path) -> None:
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
    bot = twoends("judge", "bot", "--games", "3", "--", *command("bad_bots.py middle"))
    assert bot.status == 1
    assert "WA: it answered 'M': a move is L or R" in bot.out
    late = twoends("judge", "bot", "--games", "3", "--", *command("bad_bots.py fails-late"))
    assert "RE: it ended with exit status 3\n      at the end of its input, after" in late.out


def test_a_group_that_was_left_out_may_be_named_and_the_report_is_written(tmp_path: Path) -> None:
    """A slow program never comes to the longest rows; its results must not be lost for that."""
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


@pytest.mark.parametrize(
    "command", [["no-such-program"], ["./plain.txt"], ["./script"], ["python3", "none.py"]]
)
def test_a_program_that_does_not_start_has_every_report_and_no_points(
    command: list[str], tmp_path: Path
) -> None:
    (tmp_path / "plain.txt").write_text("7")
    (tmp_path / "script").write_text("#!/no/such/interpreter\n")
    (tmp_path / "script").chmod(0o755)
    for words in (ANSWERS, ("judge", "bot", "--games", "3")):
        files = ("--gradescope", "results.json", "--junit", "junit.xml")
        run = twoends(*words, *files, "--json", "--", *command, cwd=tmp_path)
        assert (run.status, run.err) == (1, ""), run
        assert json.loads(run.out)["verdict"] == "CE"
        assert json.loads((tmp_path / "results.json").read_text())["score"] == 0
        suite = ElementTree.parse(tmp_path / "junit.xml").getroot()[0]
        assert (suite.get("errors"), int(suite.get("skipped") or 0) > 0) == ("1", True)
        plain = twoends(*words, "--", *command, cwd=tmp_path)
        assert plain.out.startswith("CE  does not compile or start: "), plain


@pytest.mark.parametrize(
    "how",
    [
        "kills-the-supervisor",
        "removes-its-folder",
        pytest.param("stops-the-supervisor", marks=pytest.mark.slow),
    ],
)
def test_an_attack_on_the_judge_is_a_verdict_with_every_report(how: str, tmp_path: Path) -> None:
    run = in_a_process("judge", "answers", "--tests", "4", "--gradescope", "results.json", "--json", "--",
                       *command(f"misbehaves.c {how}"), cwd=tmp_path)  # fmt: skip
    assert (run.status, run.err) == (1, ""), run
    assert json.loads(run.out)["verdict"] == ("WA" if "folder" in how else "RE")
    assert json.loads((tmp_path / "results.json").read_text())["score"] == 0


@pytest.mark.slow
def test_a_score_counts_groups_runs_or_all_as_you_like(tmp_path: Path) -> None:
    """One wrong card: the rows of one card are few, and stand in some of the groups."""
    program = ("--", *command("forgets_a_single_card.py"))
    words = (*ANSWERS, "--task", "removal-game", "--json")
    by = {how: json.loads(twoends(*words, "--score", how, *program).out) for how in ("groups", "runs", "all")}
    runs = by["runs"]
    assert runs["score"] == pytest.approx(100 * runs["counts"]["AC"] / 40, abs=1e-3)
    assert runs["score"] > 80
    assert by["all"]["score"] == 0
    whole = [group for group in by["groups"]["groups"] if group["accepted"] == group["runs"]]
    assert by["groups"]["score"] == pytest.approx(min(50, sum(group["worth"] for group in whole)), abs=1e-3)
    weighed = json.loads(twoends(*words, "--cap", "100", "--weight", "small=98", *program).out)
    worth = {group["name"]: group["worth"] for group in weighed["groups"]}
    assert worth["small"] > 85
    assert weighed["score"] < 15


@pytest.mark.slow
def test_where_a_group_is_hidden_the_whole_submission_shows_no_row(tmp_path: Path) -> None:
    shown = {}
    for when in ("visible", "hidden"):
        twoends(
            *ANSWERS, "--task", "removal-game", "--gradescope", "results.json",
            "--visibility", f"small={when}", *GREEDY, cwd=tmp_path,
        )  # fmt: skip
        shown[when] = json.loads((tmp_path / "results.json").read_text())["output"]
    assert "The smallest failure:" in shown["visible"]
    assert shown["hidden"].startswith("WA  wrong answer: ")
    assert "input" not in shown["hidden"], shown["hidden"]


@pytest.mark.parametrize(
    ("task", "rows", "fault"),
    [
        ("two-ends", "3 2 10 4\n# a comment\n\n1 2 3\n", "rows.txt, line 4: 3 cards, where their number"),
        ("two-ends", "1000000 1\n", "rows.txt, line 1: the sum 1000001, where 1000000 is the largest"),
        ("deque", "1 2\n3 0\n", "rows.txt, line 2: the value 0, where 1 to 1000000000 are allowed"),
        ("stone-game", "1 2 3 4\n", "rows.txt, line 1: the sum 10, where it must be odd"),
        ("usaco-game", "7\n", "rows.txt, line 1: 1 card, where 2 to 100 are allowed"),
        ("handout-281", "1 2\n300 100 10 500 1000 100\n", "rows.txt, line 2: two answers, for the task"),
        ("removal-game", "1 2\n1 2.5\n", "rows.txt, line 2: '1 2.5' is not a row for a program"),
    ],
)
def test_own_rows_outside_the_limits_are_refused_by_their_line(
    task: str, rows: str, fault: str, tmp_path: Path
) -> None:
    (tmp_path / "rows.txt").write_text(rows)
    command = ("judge", "answers", "--task", task, "--file", "rows.txt", "--", "no-such-program")
    run = twoends(*command, cwd=tmp_path)
    assert (run.status, run.out) == (2, ""), run
    assert fault in run.err
    assert len(run.err.splitlines()) == 1


def test_without_a_task_own_rows_are_limited_by_the_options_alone(tmp_path: Path) -> None:
    (tmp_path / "rows.txt").write_text(f"5000 -70000\n{'1 ' * 120}\n")
    command = ("judge", "answers", "--file", "rows.txt")
    assert twoends(*command, *RIGHT, cwd=tmp_path).status == 0
    run = twoends(*command, "--max-n", "100", *RIGHT, cwd=tmp_path)
    assert (run.status, "line 2: 120 cards, where 1 to 100 are allowed" in run.err) == (2, True), run


def test_own_rows_from_a_file(tmp_path: Path) -> None:
    rows = tmp_path / "rows.txt"
    rows.write_text("8 15 3 7\n1 30 100 15 2\n")
    run = twoends("judge", "answers", "--file", str(rows), "--json", *RIGHT)
    assert run.status == 0
    tried = [row for each in json.loads(run.out)["runs"] for row in each["rows"]]
    assert tried == [[8, 15, 3, 7], [1, 30, 100, 15, 2]]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("judge", "answers"), "COMMAND... is missing: write twoends judge answers"),
        (("judge", "answers", "--task", "chess", "--", "true"), "--task is 'chess': choose"),
        (("judge", "answers", "--weight", "small=x", "--", "true"), "'small=x' is not a GROUP=NUMBER"),
        (("judge", "answers", "--weight", "small=-1", "--", "true"), "'small=-1' has a weight below 0"),
        (("judge", "answers", "--weight", "smal=1", "--", "true"), "there is no group 'smal' here"),
        (
            ("judge", "answers", "--score", "all", "--weight", "small=1", "--", "true"),
            "is for --score groups",
        ),
        (("judge", "answers", "--cap", "101", "--", "true"), "--cap"),
        (("judge", "answers", "--stack", "0", "--", "true"), "--stack"),
        (("judge", "answers", "--opponent", "random", "--", "true"), "are expectations"),
        (
            ("judge", "answers", "--asks", "cases", "--ties", "left", "--", "true"),
            "its own two opponents",
        ),
        (("judge", "answers", "--file", "no-such-file", "--", "true"), "no-such-file"),
        (
            ("judge", "answers", *GRADESCOPE, "--visibility", "small=now", "--", "true"),
            "'small=now' is no GROUP=WHEN",
        ),
        (
            ("judge", "answers", "--visibility", "small=hidden", "--", "true"),
            "--visibility is for --gradescope: leave it out, or add --gradescope FILE",
        ),
        (("judge", "bot", "--points", "100", "--", "true"), "--points is for --gradescope: leave it out"),
        (("check-player", "m:f", "--points", "10"), "--points is for --gradescope: leave it out"),
        (("judge", "answers", "--tests", "0", "--", "true"), "--tests"),
        (
            ("judge", "answers", "--task", "deque", "--max-n", "1", "--even-only", "--", "true"),
            "--max-n 1 with --even-only leaves no rows of this task: 1 to 1 cards, values from 1 to",
        ),
        (
            ("judge", "answers", "--task", "usaco-game", "--max-n", "1", "--", "true"),
            "--max-n 1 leaves no rows of this task: 2 to 1 cards",
        ),
        (
            ("judge", "answers", "--task", "stone-game", "--positive-only", "--max-value", "1", "--", "true"),
            "--max-value 1 with --positive-only leaves no rows of this task: "
            "2 to 500 cards, values from 1 to 1, an even number of cards, an odd sum",
        ),
        (
            ("judge", "answers", *GRADESCOPE, "--visibility", "smal=hidden", "--", "true"),
            "there is no group 'smal' here",
        ),
        (
            ("judge", "bot", *GRADESCOPE, "--visibility", "small=hidden", "--", "true"),
            "there is no group 'small' here",
        ),
        (("judge", "answers", "--junit", "/proc/junit.xml", "--", "no-such-program"), "cannot be written"),
        (("check-player", "m:f", "--gradescope", "/proc/x.json"), "cannot be written in the folder /proc"),
        (("judge", "answers", "--points", "nan", "--", "true"), "is 'nan': give a number"),
        (("judge", "answers", "--points", "inf", "--", "true"), "is 'inf': give a number"),
        (("judge", "answers", "--points", "-5", "--", "true"), "--points"),
        (("judge", "answers", "--time", "nan", "--", "true"), "is 'nan': give a number"),
        (("judge", "bot", "--time", "inf", "--", "true"), "--time"),
        (
            ("judge", "answers", "--memory", "99999999999999", "--", "cat"),
            "a whole number from 16 to 1048576",
        ),
        (
            ("judge", "bot", "--memory", "99999999999999", "--", "cat"),
            "a whole number from 16 to 1048576",
        ),
        (("judge", "bot"), "COMMAND... is missing: write"),
        (("judge", "bot", "--opponent", "nobody", "--", "true"), "there is no opponent 'nobody'"),
        (("check-player", "greedy"), "greedy is no player of your own: name a function of one argument"),
        (("check-player", "nobody"), "or see best, optimal, greedy, modest, generous or random judged:"),
        (("check-player", "no_module:player"), "cannot be loaded"),
        (("check-player", "math:floor trembling 0.1"), "is no player of your own"),
        (("bot", "--player", "nobody"), "there is no player 'nobody': choose best, optimal, greedy, modest,"),
        (("bot", "--player", "bst"), "there is no player 'bst': did you mean best?"),
        (("bot", "--against", "bst"), "there is no opponent 'bst': choose optimal, greedy, modest,"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(words: tuple[str, ...], fault: str) -> None:
    run = twoends(*words)
    assert run.status == 2, run
    assert fault in run.err
    assert len(run.err.splitlines()) == 1
    assert "Traceback" not in run.err
    assert run.out == ""
