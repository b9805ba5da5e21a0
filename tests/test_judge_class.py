"""A class is judged at once, who is alike is told, and scores mean something."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from zipfile import ZipFile

import pytest

from cases import slow, slow_but
from command_line import PATIENCE, PROGRESS, Ran
from command_line import run as twoends
from judged import LANDLOCK, PROGRAMS, class_of
from twoends.judge import TASKS
from twoends.judge.languages import LANGUAGES, Language
from twoends.judge.scores import Scoring, worth
from twoends.judge.similarity import similar_pairs, windows

FEW = ("--task", "removal-game", "--max-n", "9", "--seed", "40961", "--tests", "6")


@pytest.mark.parametrize(
    "language",
    slow_but([each for each in LANGUAGES if each.name == "C"], LANGUAGES),
    ids=lambda each: each.name,
)
def test_a_submission_of_every_language_is_compiled_and_judged(language: Language, tmp_path: Path) -> None:
    if shutil.which(language.tool) is None:
        pytest.skip(f"there is no {language.tool}")
    main = tmp_path / "handed" / f"Main{language.suffixes[0]}"
    main.parent.mkdir()
    main.write_text(language.sample)
    (tmp_path / "sum.py").write_text(LANGUAGES[0].sample)
    words = ("--reference", "python3 sum.py", "--input", "values", "--max-n", "9", "--tests", "4")
    run = twoends("judge", "submission", "handed", *words, cwd=tmp_path)
    assert (run.status, run.err) == (0, ""), run
    assert run.out.startswith("AC  accepted: handed\n")
    assert "\nsandbox: " in run.out
    main.write_text(language.sample.replace("(", "((", 1))
    broken = twoends("judge", "submission", "handed", *words, "--json", cwd=tmp_path)
    assert (broken.status, broken.err) == (1, ""), broken
    report = json.loads(broken.out)
    assert (report["verdict"], report["score"]) == ("CE", 0)
    assert "rror" in report["runs"][0]["note"], report["runs"][0]["note"]
    assert str(tmp_path) not in report["runs"][0]["note"]


@pytest.mark.slow
def test_a_class_that_is_killed_goes_on_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "handed").mkdir()
    for number in range(6):
        shutil.copy(PROGRAMS / "right_two_calls.py", tmp_path / "handed" / f"{number}.py")
    command = [sys.executable, "-m", "twoends", "judge", "class", "handed", *FEW, "--jobs", "1"]
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
    assert len(class_of(tmp_path / "handed-judged", "key")) == 6


def test_an_interrupted_class_stops_what_runs_says_so_and_goes_on(tmp_path: Path) -> None:
    """The programs that run would do so for twenty minutes each, which is longer than this test may take."""
    handed, out = tmp_path / "handed", tmp_path / "handed-judged"
    handed.mkdir()
    shutil.copy(PROGRAMS / "right_two_calls.py", handed / "0.py")
    for name in ("1.py", "2.py", "3.py"):
        (handed / name).write_text("while True: pass")
    words = [sys.executable, "-m", "twoends", "judge", "class", "handed", *FEW, "--time", "1200"]
    with subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as judging:
        while not (out / "0.py" / "report.json").exists() or not (out / "2.py" / "started").exists():
            assert judging.poll() is None, "it ended before it could be interrupted"
            time.sleep(0.01)
        judging.send_signal(signal.SIGINT)
        try:
            said = judging.communicate(timeout=PATIENCE)[1]
        finally:  # or the test would wait for it
            judging.kill()
    # The first one may have ended without being counted yet.
    told = r"twoends: interrupted: [01] of 4 submissions are finished; the same command resumes\n"
    assert re.fullmatch(told, PROGRESS.sub("", said)), said
    assert judging.returncode == 130
    assert not [*out.rglob("started")], "they have not ended the judge, and are to be judged again"
    assert [path.parent.name for path in out.glob("*/report.json")] == ["0.py"]


# --- one class, with whatever people hand in -----------------------------------------------------

WORKSHEET = """\
Identifier,"Full name","Maximum Grade",Grade,"Last modified (grade)","Feedback comments"
"Participant 7","Alan T",20.00,,-,
"Participant 70","=cmd()",20.00,5.00,-,
"Participant 9","Zoë Z",10.00,3.00,-,"- see me"
"""


def renamed(text: str) -> str:
    """The same program with other names, comments, layout, numbers and texts."""
    names = {"values": "cards", "best": "take", "left": "i", "right": "j", "n": "count", "i": "p", "j": "q"}
    text = re.sub(r"\b(" + "|".join(names) + r")\b", lambda match: names[match[0]], text)
    return "# mine\n" + text.replace("\n", "  # and so on\n").replace("10", "99").replace('"', "'")


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, Path]:
    """A class whose members are hostile in many ways, judged once, and the folder of its reports."""
    here = tmp_path_factory.mktemp("class")
    right, greedy = ((PROGRAMS / name).read_text() for name in ("right_two_calls.py", "plays_greedily.py"))
    for name, text in {
        "Alan T_7_assignsubmission_file_/answer.py": right,
        "=cmd()_70_assignsubmission_file_/answer.py": greedy,
        "<script>alert(1)<!--.py": "print(",
        "notes.txt": "I had no time",
        os.fsdecode(b"a\xff.py"): "print(7)",
        "eve.py": f"exec(open({str(here)!r} + '/handed/Alan T_7_assignsubmission_file_/answer.py').read())",
    }.items():
        (here / "handed" / name).parent.mkdir(parents=True, exist_ok=True)
        (here / "handed" / name).write_text(text)
    with ZipFile(here / "handed" / "ann.zip", "w") as archive:
        archive.writestr("work/src/removal.py", renamed(right))
        archive.writestr("work/tests/test_removal.py", "import removal\n")
    shouts = {"cell_type": "code", "source": "raise SystemExit('<img src=x onerror=alert(1)>\\x1b[31m')"}
    (here / "handed" / "shouts.ipynb").write_text(json.dumps({"cells": [shouts]}))
    (here / "handed" / "bob").mkdir()
    (here / "handed" / "bob" / "answer.py").symlink_to("../eve.py")
    (here / "grades.csv").write_text(WORKSHEET, "utf-8")
    with pytest.MonkeyPatch.context() as patch:  # a smaller failure is not what is looked at
        patch.setattr("twoends.judge.answers.shrink", lambda program, failure, seconds: (failure, []))
        run = twoends("judge", "class", "handed", *FEW, "--moodle", "grades.csv", cwd=here)
    assert run.status == 0, run
    return run, here / "handed-judged"


def test_a_class_has_a_table_a_page_and_reports_and_nothing_in_them_is_obeyed(
    judged: tuple[Ran, Path],
) -> None:
    run, out = judged
    assert "9 submissions, 2 accepted\n" in run.out
    rows = class_of(out, "key")
    assert {key: row["verdict"] for key, row in rows.items()} == {
        "Alan T_7_assignsubmission_file_": "AC", "'=cmd()_70_assignsubmission_file_": "WA",
        "<script>alert(1)<!--.py": "CE", "shouts.ipynb": "RE", "notes.txt": "CE", "a?.py": "WA",
        "ann.zip": "AC", "eve.py": "RE" if LANDLOCK else "AC", "bob": "CE",
    }  # fmt: skip
    assert rows["'=cmd()_70_assignsubmission_file_"]["mistake"] == "plays greedily"
    assert "a link to a file outside of the submission" in rows["bob"]["note"]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows.values() for cell in row.values())
    for folder in (each for each in out.iterdir() if each.is_dir()):
        assert sorted(each.name for each in folder.iterdir()) == [
            "junit.xml", "report.json", "report.txt", "results.json",
        ]  # fmt: skip
        for name in ("report.txt", "results.json"):
            assert "40961" not in (folder / name).read_text("utf-8"), "with the seed one could draw the rows"
    tags: list[str] = []
    reader = HTMLParser()
    reader.handle_starttag = lambda tag, attrs: tags.append(tag)  # type: ignore[method-assign]  # to listen
    shown = (out / "class.html").read_text("utf-8")
    reader.feed(shown)
    assert not {"script", "img"} & {*tags}
    assert "\x1b" not in shown


def test_alike_submissions_are_told_to_the_instructor(judged: tuple[Ran, Path]) -> None:
    run, out = judged
    assert "2 submissions differ only in names and comments: compare them in class.html\n" in run.out
    alike = {row["name"]: row["alike"] for row in class_of(out, "key").values() if row["alike"]}
    assert alike == {"Alan T": "ann (100 %)", "ann": "Alan T (100 %)"}


def test_a_download_of_moodle_becomes_a_file_that_moodle_imports(judged: tuple[Ran, Path]) -> None:
    run, out = judged
    assert "handed-judged/moodle.csv: 2 graded, 1 without a submission; not among its students: " in run.out
    lines = list(csv.reader((out / "moodle.csv").read_text("utf-8").splitlines()))
    assert [line[3] for line in lines[1:]] == ["20.00", lines[2][3], "3.00"]
    assert float(lines[2][3]) <= 10, "a wrong answer"
    assert "plays greedily" in (out / "moodle.csv").read_text("utf-8")
    with ZipFile(out / "feedback.zip") as archive:
        assert len(archive.namelist()) == 2


# --- submissions that are alike -----------------------------------------------------------------


@pytest.mark.parametrize("program", ["right_two_calls.py", "explores_all.py", "modest.py", "right.c"])
def test_other_names_comments_and_numbers_change_nothing(program: str) -> None:
    text = (PROGRAMS / program).read_text()
    other = renamed(text) if program.endswith(".py") else re.sub(r"\bn\b", "many", text) + "// mine\n"
    (pair,) = similar_pairs({"a": windows({program: text}), "b": windows({program: other})})
    assert pair.share > 0.97, pair
    assert not similar_pairs(
        {
            "a": windows({program: text}),
            "b": windows({program: text[:80]}),
        }
    )


def test_only_the_beginning_of_a_huge_program_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """All windows of the largest submission would not fit into memory."""
    text = (PROGRAMS / "explores_all.py").read_text()
    whole = windows({"a.py": text})
    monkeypatch.setattr("twoends.judge.similarity.MOST_COMPARED", len(text))
    assert windows({"a.py": f"{text}{text[::-1]}", "b.py": text[::-1]}) == whole
    monkeypatch.setattr("twoends.judge.similarity.MOST_COMPARED", len(text) // 2)
    assert windows({"a.py": text}) < whole


def test_programs_of_several_people_are_not_alike() -> None:
    known = {"prints_margin.py", "prints_second.py"}  # which differ in a line
    files = [path for path in PROGRAMS.iterdir() if path.suffix in (".py", ".c")]
    pairs = similar_pairs({path.name: windows({path.name: path.read_text()}) for path in files})
    assert [{pair.one, pair.other} for pair in pairs] == [known]


def test_what_most_of_a_large_class_has_was_given_to_all_of_it() -> None:
    frame = (PROGRAMS / "wrong_ways.py").read_text()
    shortest = sorted(PROGRAMS.glob("*.py"), key=lambda path: path.stat().st_size)[:12]
    own = {path.name: path.read_text() for path in shortest if path.name != "prints_second.py"}
    programs = {name: windows({"a.py": frame + text}) for name, text in own.items()}
    assert len(similar_pairs(dict(list(programs.items())[:3]))) == 3, "of three nobody can tell"
    assert similar_pairs(programs) == []


# --- scores ------------------------------------------------------------------------------------

EASILY = ("predict-the-winner", "removal-game", "deque", "handout-281", "usaco-game")
"""Tasks whose rows show that an easy mistake is one."""

EASY = ("one answer to everything", "plays greedily", "takes the worse move", "sorts the row")


@pytest.mark.parametrize("seed", [0, *slow(1)])
@pytest.mark.parametrize("name", slow_but(["predict-the-winner"], TASKS))
def test_no_known_mistake_is_worth_more_than_half_and_an_easy_one_little(name: str, seed: int) -> None:
    """Under the old score, the share of all runs, an easy mistake had 88 of 100."""
    worths = worth(replace(TASKS[name], most=min(TASKS[name].most, 30)), 300, seed, Scoring())
    for mistake, share in worths.items():
        most = Fraction(1, 4 if mistake in EASY and name in EASILY else 2)
        assert share is None or share <= most, f"{name}: {mistake} is worth {share}"
