"""A class is judged at once, functions are judged like programs, and scores mean something."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from command_line import run as twoends
from generated_class import CPP, JAVA, submission_all
from judged import PROGRAMS
from twoends.judge import TASKS, Verdict, judge_answers
from twoends.judge.classes import Assignment, Line, page, table
from twoends.judge.functions import calls, of_functions
from twoends.judge.scores import Scoring, score
from twoends.judge.submissions import METADATA, SubmissionError, submissions
from twoends.judge.worth import worth

QUICK = ("--task", "removal-game", "--max-n", "30", "--tests", "40")
FEW = (*QUICK[:-1], "12")
FEW = (*QUICK[:-1], "12")


def rows_of(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return {row["key"]: row for row in csv.DictReader(file)}


def test_who_handed_in_is_read_from_the_names_of_exports(tmp_path: Path) -> None:
    for name in (
        "Ada Lovelace_123_assignsubmission_file_answer.py", "Ada Lovelace_123_assignsubmission_file_other.py",
        "doejane_LATE_77_8899_answer.py", "plain.py", ".hidden", METADATA,
    ):  # fmt: skip
        (tmp_path / name).write_text("")
    for name in ("Bob van B_9_assignsubmission_file_", "submission_4711", "submission_4712", "__MACOSX"):
        (tmp_path / name).mkdir()
    (tmp_path / METADATA).write_text(
        "submission_4711:\n  :submitters:\n  - :name: Grace Hopper\n    :sid: '1'\n  - :name: 'A. N. Other'\n"
        "submission_4712:\n  :submitters:\n  - :name: Alan\n"
    )
    found = [(each.name, each.number, each.late, len(each.paths)) for each in submissions(tmp_path)]
    assert found == [
        ("Ada Lovelace", "123", False, 2),
        ("Bob van B", "9", False, 1),
        ("doejane", "77", True, 1),
        ("plain", "", False, 1),
        ("Grace Hopper, A. N. Other", "4711", False, 1),
        ("Alan", "4712", False, 1),
    ]
    with pytest.raises(SubmissionError, match="is empty"):
        submissions(tmp_path / "__MACOSX")
    with pytest.raises(SubmissionError, match="there is no folder"):
        submissions(tmp_path / "none")


BESIDE = """def margin(values):
    row = list(values)
    for k in range(1, len(values)):
        row = [max(values[i] - row[i + 1], values[i + k] - row[i]) for i in range(len(values) - k)]
    return row[0]
"""

LANGUAGES = {
    "right.py": (
        "python3",
        "from beside import margin\nn, values = input(), list(map(int, input().split()))\n"
        "print((sum(values) + margin(values)) // 2)\n",
    ),
    "right.cpp": ("c++", CPP),
    "right.c": ("cc", None),
    "Main.java": ("javac", JAVA),
    "right.js": (
        "node",
        "const [n, ...v] = require('fs').readFileSync(0, 'utf8').split(/\\s+/).filter(x => x).map(BigInt)\n"
        "const d = [...v]\n"
        "for (let l = 2; l <= v.length; l++) for (let i = 0; i + l <= v.length; i++) {\n"
        "  const a = v[i] - d[i + 1], b = v[i + l - 1] - d[i]; d[i] = a > b ? a : b }\n"
        "console.log(String((v.reduce((a, b) => a + b, 0n) + d[0]) / 2n))\n",
    ),
    "right.rs": (
        "rustc",
        "use std::io::*;\nfn main() {\n    let mut s = String::new();\n"
        "    stdin().read_to_string(&mut s).unwrap();\n"
        "    let v: Vec<i64> = s.split_whitespace().skip(1).map(|x| x.parse().unwrap()).collect();\n"
        "    let mut d = v.clone();\n    for l in 2..=v.len() { for i in 0..=v.len() - l {\n"
        "        d[i] = (v[i] - d[i + 1]).max(v[i + l - 1] - d[i]); } }\n"
        '    println!("{}", (v.iter().sum::<i64>() + d[0]) / 2);\n}\n',
    ),
    "right.go": (
        "go",
        'package main\nimport "fmt"\nfunc main() {\n\tvar n int\n\tfmt.Scan(&n)\n\tv := make([]int64, n)\n'
        "\tvar sum int64\n\tfor i := range v {\n\t\tfmt.Scan(&v[i])\n\t\tsum += v[i]\n\t}\n"
        "\td := append([]int64{}, v...)\n\tfor l := 2; l <= n; l++ {\n\t\tfor i := 0; i+l <= n; i++ {\n"
        "\t\t\ta, b := v[i]-d[i+1], v[i+l-1]-d[i]\n\t\t\tif a > b {\n\t\t\t\td[i] = a\n\t\t\t} else {\n"
        "\t\t\t\td[i] = b\n\t\t\t}\n\t\t}\n\t}\n\tfmt.Println((sum + d[0]) / 2)\n}\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.slow if each == "Main.java" else ()) for each in LANGUAGES]
)
def test_a_submission_of_every_language_is_compiled_and_judged(name: str, tmp_path: Path) -> None:
    compiler, text = LANGUAGES[name]
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    (tmp_path / "handed").mkdir()
    content = text or (PROGRAMS / name).read_text()
    if name == "right.py":
        (tmp_path / "handed" / "beside.py").write_text(BESIDE)
    (tmp_path / "handed" / name).write_text(content)
    run = twoends("judge", "submission", "handed", *FEW, cwd=tmp_path)
    assert (run.status, run.err) == (0, ""), run
    assert run.out.startswith("AC  accepted: handed\n")
    assert "\nheld by " in run.out
    (tmp_path / "handed" / name).write_text(content.replace("(", "((", 1))
    broken = twoends("judge", "submission", "handed", *QUICK, "--json", cwd=tmp_path)
    assert (broken.status, broken.err) == (1, ""), broken
    report = json.loads(broken.out)
    assert (report["verdict"], report["score"]) == ("CE", 0)
    assert "rror" in report["runs"][0]["note"], report["runs"][0]["note"]
    assert str(tmp_path) not in report["runs"][0]["note"]


def hostile_class(folder: Path) -> None:
    folder.mkdir()
    shutil.copy(PROGRAMS / "right_two_calls.py", folder / "anna.py")
    shutil.copy(PROGRAMS / "plays_greedily.py", folder / "=cmd('x').py")
    shutil.copy(PROGRAMS / "plays_greedily.py", folder / "<script>alert(1)<!--.py")
    (folder / "shouts.py").write_text("raise SystemExit('<img src=x onerror=alert(1)>\\x1b[31m')")
    (folder / "notes.txt").write_text("I had no time")
    (folder / os.fsdecode(b"a\xff.py")).write_text("print(7)")


def test_a_class_has_a_table_a_page_and_reports_and_nothing_in_them_is_obeyed(tmp_path: Path) -> None:
    hostile_class(tmp_path / "handed")
    run = twoends("judge", "class", "handed", *QUICK, cwd=tmp_path)
    assert run.status == 0, run
    assert "6 submissions, 1 accepted" in run.out
    assert "plays greedily" in run.out
    out = tmp_path / "handed-judged"
    rows = rows_of(out / "class.csv")
    assert {key: row["verdict"] for key, row in rows.items()} == {
        "anna.py": "AC", "'=cmd('x').py": "WA", "<script>alert(1)<!--.py": "WA", "shouts.py": "RE",
        "notes.txt": "CE", "a?.py": "WA",
    }  # fmt: skip
    assert rows["anna.py"]["score"] == "100.0"
    assert rows["'=cmd('x').py"]["mistake"] == "plays greedily"
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows.values() for cell in row.values())
    for folder in (each for each in out.iterdir() if each.is_dir()):
        assert sorted(each.name for each in folder.iterdir()) == [
            "junit.xml", "report.json", "report.txt", "results.json",
        ]  # fmt: skip
    tags: list[str] = []
    reader = HTMLParser()
    reader.handle_starttag = lambda tag, attrs: tags.append(tag)  # type: ignore[method-assign]  # to listen
    reader.feed((out / "class.html").read_text("utf-8"))
    assert "script" not in tags
    assert "img" not in tags
    assert tags.count("tr") == 2 + 6 + 4, "a line for each submission, and for each mistake"
    assert "\x1b" not in (out / "class.html").read_text("utf-8")


def test_no_cell_is_a_formula() -> None:
    texts = ["=1+1", "+1", "-1 3", "@SUM(A1)", "\tx", "fine"]
    lines = [Line(text, text, "", "", "WA", 0.0, text, text, "-5", text, text) for text in texts]
    cells = [cell for row in csv.reader(table(lines).splitlines()[1:]) for cell in row]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for cell in cells), cells
    shown = page([Line("k", "<b>", "", "", "WA", 0.0, "<i>", "<u>", "", "", "<s>")],
                 Assignment(TASKS["removal-game"]))  # fmt: skip
    assert not any(tag in shown for tag in ("<b>", "<i>", "<u>", "<s>"))


@pytest.mark.slow
def test_what_is_done_is_not_done_again_and_what_changed_is(tmp_path: Path) -> None:
    (tmp_path / "handed").mkdir()
    for name in ("anna.py", "bob.py"):
        shutil.copy(PROGRAMS / "plays_greedily.py", tmp_path / "handed" / name)
    report = {name: tmp_path / "out" / name / "report.json" for name in ("anna.py", "bob.py")}

    def judged(*more: str) -> dict[str, int]:
        run = twoends("judge", "class", "handed", *FEW, "--out", "out", *more, cwd=tmp_path)
        assert run.status == 0, run
        return {name: path.stat().st_mtime_ns for name, path in report.items()}

    first = judged()
    assert judged() == first
    shutil.copy(PROGRAMS / "right_two_calls.py", tmp_path / "handed" / "bob.py")
    second = judged()
    assert (second["anna.py"], second["bob.py"] > first["bob.py"]) == (first["anna.py"], True)
    assert {row["verdict"] for row in rows_of(tmp_path / "out" / "class.csv").values()} == {"AC", "WA"}
    report["anna.py"].write_text(report["anna.py"].read_text()[:100])  # as after a full disk
    assert judged()["anna.py"] > second["anna.py"]
    assert judged("--seed", "5")["bob.py"] > second["bob.py"]


@pytest.mark.slow
def test_a_class_that_is_killed_goes_on_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "handed").mkdir()
    for number in range(6):
        shutil.copy(PROGRAMS / "right_two_calls.py", tmp_path / "handed" / f"{number}.py")
    command = [sys.executable, "-m", "twoends", "judge", "class", "handed", *QUICK, "--jobs", "1"]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    (tmp_path / "temporary").mkdir()
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL) as judging:
        while not (tmp_path / "handed-judged" / "1.py" / "report.json").exists():
            assert judging.poll() is None, "it ended before it could be killed"
            time.sleep(0.01)
        judging.send_signal(signal.SIGKILL)
    done = {path: path.stat().st_mtime_ns for path in tmp_path.glob("handed-judged/*/report.json")}
    assert 2 <= len(done) < 6
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    assert {path: path.stat().st_mtime_ns for path in done} == done
    assert len(rows_of(tmp_path / "handed-judged" / "class.csv")) == 6


SOLUTION = """class Solution:
    def predictTheWinner(self, nums: List[int]) -> bool:
        print("looking at", nums)
        @lru_cache(None)
        def best(i, j):
            return nums[i] if i == j else max(nums[i] - best(i + 1, j), nums[j] - best(i, j - 1))
        return best(0, len(nums) - 1) {sign} 0
"""


@pytest.mark.parametrize(
    ("text", "name", "verdict"),
    [
        (SOLUTION.format(sign=">="), "predictTheWinner", "AC"),
        (SOLUTION.format(sign=">"), "predictTheWinner", "WA"),
        ("def wins(values):\n    return 1 // 0\n", "wins", "RE"),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                ("def wins(values):\n    return True\n", "wins", "WA"),
                ("def wins(values):\n    return None\n", "wins", "PE"),
                ("def wins(values):\n    while True: pass\n", "wins", "TLE"),
                ("def other(values):\n    return True\n", "wins", "CE"),
                ("def wins(values:\n", "wins", "CE"),
            )
        ),
    ],
)
def test_a_function_is_judged_like_a_program(text: str, name: str, verdict: str, tmp_path: Path) -> None:
    (tmp_path / "answer.py").write_text(text)
    seconds = "0.2" if verdict == "TLE" else "0.5"
    words = ("judge", "answers", "--task", "predict-the-winner", "--time", seconds, "--tests", "60", "--json")
    run = twoends(*words, "--function", name, "--", "answer.py", cwd=tmp_path)
    assert run.status == (verdict != "AC"), run
    report = json.loads(run.out)
    assert report["verdict"] == verdict, report["smallest_failure"]
    if text == SOLUTION.format(sign=">"):
        assert [mistake["name"] for mistake in report["mistakes"]] == ["a draw counted as a loss"]
    if "other" in text:
        assert "there is no function of the name wins" in report["runs"][0]["note"]


def test_a_function_that_keeps_something_from_row_to_row_is_caught(tmp_path: Path) -> None:
    (tmp_path / "answer.py").write_text(
        "seen = {}\ndef total(values, i=0, j=None):\n    j = len(values) if j is None else j\n"
        "    if i == j: return 0\n    if (i, j) not in seen:\n"
        "        seen[i, j] = sum(values[i:j]) - min(total(values, i + 1, j), total(values, i, j - 1))\n"
        "    return seen[i, j]\n"
    )
    task = of_functions(replace(TASKS["removal-game"], most=20))
    judgement = judge_answers((*calls(str(tmp_path / "answer.py"), "total"), "2", "false"), task, count=60)
    assert [mistake.name for mistake in judgement.mistakes] == ["carries over from case to case"]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("judge", "class", "none", *QUICK), "there is no folder none: name the one"),
        (("judge", "class", "empty", *QUICK), "empty is empty: name the folder"),
        (("judge", "class", "empty", "--jobs", "0"), "--jobs"),
        (("judge", "class", "empty", "--visibility", "x=hidden"), "there is no group 'x' here"),
        (("judge", "class", "empty", "--out", "file"), "empty is empty"),
        (("judge", "class", ".", "--out", "file"), "file is not a folder: name another one"),
        (("judge", "submission", "none", *QUICK), "there is no none: name a file"),
        (("judge", "answers", "--function", "1x", "--", "a.py"), "'1x' is not a name of a function"),
        (("judge", "answers", "--function", "f", "--", "python3", "a.py"), "is for one file"),
        (("judge", "scores", "--task", "chess"), "--task is 'chess': choose"),
        (("judge", "scores", "--weight", "own=x"), "'own=x' is not a GROUP=NUMBER"),
    ],
)  # fmt: skip
def test_wrong_use_is_one_sentence_and_status_2(words: tuple[str, ...], fault: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    run = twoends(*words, cwd=tmp_path)
    assert run.status == 2, run
    assert fault in run.err
    assert len(run.err.splitlines()) == 1
    assert run.out == ""


# --- scores ------------------------------------------------------------------------------------


FEW_TASKS = ("removal-game", "predict-the-winner", "stone-game-ii", "max-cards")


@pytest.mark.parametrize(
    "name", [each if each in FEW_TASKS else pytest.param(each, marks=pytest.mark.slow) for each in TASKS]
)
def test_no_known_mistake_is_worth_more_than_half_where_a_row_shows_it(name: str) -> None:
    task = replace(TASKS[name], most=min(TASKS[name].most, 30))
    for mistake, share in worth(task, 120, 0, Scoring()).items():
        assert share is None or share <= Fraction(1, 2), f"{name}: {mistake} is worth {share}"


@pytest.mark.parametrize("seed", [0, *[pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2)]])
@pytest.mark.parametrize("name", ["predict-the-winner", "removal-game", "deque", "handout-281", "usaco-game"])
def test_an_easy_mistake_is_worth_next_to_nothing(name: str, seed: int) -> None:
    """Under the old score, the share of all runs, the first had 88 of 100, and the second 81."""
    worths = worth(replace(TASKS[name], most=min(TASKS[name].most, 40)), 300, seed, Scoring())
    for mistake in ("one answer to everything", "plays greedily", "takes the worse move", "sorts the row"):
        share = worths[mistake]
        assert share is not None
        assert share <= Fraction(1, 4), f"{mistake} is worth {share}"


def test_what_fails_on_long_rows_alone_keeps_its_points_and_a_wrong_answer_does_not() -> None:
    right = [("small", Verdict.AC), ("ties", Verdict.AC), ("random", Verdict.AC)]
    worths = {
        verdict: score([*right, ("longest", verdict)], [], Scoring()).total
        for verdict in (Verdict.AC, Verdict.TLE, Verdict.RE, Verdict.WA)
    }
    assert list(worths.values()) == [1, Fraction(3, 5), Fraction(3, 5), Fraction(1, 2)]
    assert score([*right, ("shapes", Verdict.TLE)], [], Scoring()).total == Fraction(1, 2)
    assert score(right, ["longest"], Scoring()).total == Fraction(3, 5), "what is left out counts as failed"


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_class_of_74_is_judged_and_each_gets_the_verdict_of_its_program(tmp_path: Path) -> None:
    made = submission_all(tmp_path / "handed")
    words = ("--task", "removal-game", "--max-n", "300", "--tests", "120", "--seed", "9", "--jobs", "2")
    run = twoends("judge", "class", "handed", *words, cwd=tmp_path)
    assert run.status == 0, run
    rows = rows_of(tmp_path / "handed-judged" / "class.csv")
    assert len(rows) == len(made) == 74
    right = {"right_two_calls.py", "right.c", "cpp", "java", "flat", "zip", "notebook"}
    for row in rows.values():
        kind = made[f"Student{int(row['number'] or row['name'][-2:]):02}"]
        assert (row["verdict"] == "AC") == (kind in right), (kind, row)
        assert row["verdict"] in ("AC", "CE") or row["mistake"] or kind == "asks", (kind, row)
        assert row["verdict"] != "CE" or kind in ("broken", "linked"), (kind, row)
