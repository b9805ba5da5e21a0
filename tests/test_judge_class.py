"""A class is judged at once, and scores are meaningful."""

from __future__ import annotations

import csv
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from cases import slow, slow_but
from command_line import PATIENCE, PROGRESS, Ran
from command_line import run as twoends
from judged import LANDLOCK, OWN, PROGRAMS, class_of, write_files, write_task
from twoends.answers.questions import QUESTIONS
from twoends.judge import TASKS, Judgement, Task, Verdict, classes
from twoends.judge.answers import reject
from twoends.judge.classes import Assignment
from twoends.judge.languages import LANGUAGES, SAMPLES, Language
from twoends.judge.mistakes import Mistake, partial_mistakes
from twoends.judge.scores import Scoring, score
from twoends.judge.submissions import Submission
from twoends.judge.trials import trials
from twoends.judge.zoo import always, exact_mistakes

RIGHT = (PROGRAMS / "right_two_calls.py").read_text()


def few_rows(folder: Path, **task: Any) -> tuple[str, ...]:
    """The options for six short rows; the task is written into a folder."""
    name = write_task(folder, "removal-game", rows={"most": 9}, **task)
    return ("--task", str(folder / name), "--seed", "40961", "--tests", "6")


@pytest.mark.parametrize(
    "language",
    slow_but([language for language in LANGUAGES if language.name == "C"], LANGUAGES),
    ids=lambda language: language.name,
)
def test_a_submission_of_every_language_is_compiled_and_judged(language: Language, tmp_path: Path) -> None:
    if shutil.which(language.tool) is None:
        pytest.skip(f"there is no {language.tool}")
    sample = (SAMPLES / f"sum{language.suffixes[0]}").read_text()
    (main,) = write_files(tmp_path, f"handed/Main{language.suffixes[0]}", text=sample)
    task = write_task(tmp_path, rules="turns A", format="values", rows={"most": 9})  # you take it all
    words = ("--task", task, "--tests", "4")
    run = twoends("judge", "submission", "handed", *words, cwd=tmp_path)
    assert (run.status, run.err) == (0, ""), run
    assert run.out.startswith("AC  accepted: handed\n")
    assert f"\nsandbox: {'no access to other files, ' if LANDLOCK else ''}" in run.out
    main.write_text(sample.replace("(", "((", 1))
    broken = twoends("judge", "submission", "handed", *words, "--json", cwd=tmp_path)
    assert (broken.status, broken.err) == (1, ""), broken
    report = json.loads(broken.out)
    assert (report["verdict"], report["score"]) == ("CE", 0)
    assert "rror" in report["runs"][0]["note"], report["runs"][0]["note"]
    assert str(tmp_path) not in report["runs"][0]["note"]


def test_an_interrupted_class_stops_its_programs_and_can_be_resumed(tmp_path: Path) -> None:
    """The programs that run would do so for forty minutes each, which is longer than this test may take."""
    out = tmp_path / "handed-judged"
    write_files(tmp_path / "handed", "0.py", text=RIGHT)
    write_files(tmp_path / "handed", "1.py", "2.py", "3.py", text="import time; time.sleep(6000)")
    words = [sys.executable, "-m", "twoends", "judge", "class", "handed"]
    words += few_rows(tmp_path, limits={"seconds": 1200})
    with subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as judging:
        while (
            not (out / "reports/0.py/report.txt").exists() or not (out / "reports/2.py/report.json").exists()
        ):
            assert judging.poll() is None, "it ended before it could be interrupted"
            time.sleep(0.01)
        judging.send_signal(signal.SIGINT)
        try:
            errors = judging.communicate(timeout=PATIENCE)[1]
        finally:  # or the test would wait for it
            judging.kill()
    # The first one may have ended without being counted yet.
    expected = r"twoends: stopped after [01] of 4 submissions; the same command resumes\n"
    assert re.fullmatch(expected, PROGRESS.sub("", errors)), errors
    assert judging.returncode == 130
    assert [path.parent.name for path in out.glob("reports/*/report.json")] == ["0.py"], (
        "the others are judged again"
    )


class Stoppable(threading.Event):
    """A supervisor whose program sleeps until it is interrupted."""

    interrupt = threading.Event.set


def judged_by_key(submission: Submission, assignment: Assignment, supervisor: Stoppable) -> Judgement:
    if submission.key != "0":
        supervisor.wait()
        raise KeyboardInterrupt
    return reject(["0"], OWN, "no program", **assignment.rows)


@pytest.mark.parametrize("line", range(0, 12, 3))
def test_an_interrupt_of_a_waiting_class_leaves_no_thread(
    line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each of the lines of Python that run once the first of three submissions is judged."""
    stoppable = Stoppable()
    monkeypatch.setattr(Assignment, "supervisor", lambda assignment: nullcontext(stoppable))
    monkeypatch.setattr(classes, "require_sandbox", lambda *asked: None)
    monkeypatch.setattr(classes, "judge_submission", judged_by_key)
    found = [Submission(key, tuple(write_files(tmp_path, key))) for key in "012"]
    lines, counted, ended = itertools.count(), list[int](), threading.Event()

    def trace(frame: object, event: str, detail: object) -> Any:
        if event == "line" and any(counted) and next(lines) == line:
            raise KeyboardInterrupt
        return trace

    def judge() -> None:
        sys.settrace(trace)
        with suppress(KeyboardInterrupt):
            classes.judge_class(
                found, Assignment(OWN, 1), tmp_path / "out", 2, lambda done, _: counted.append(done)
            )
        ended.set()

    threading.Thread(target=judge, daemon=True).start()
    if not ended.wait(0.3):  # it waits for the others in fewer lines
        stoppable.set()
    assert ended.wait(PATIENCE), "a thread waits for ever"


# --- one class with all kinds of submissions ----------------------------------------------------

WORKSHEET = """\
Identifier,"Full name","Maximum Grade",Grade,"Last modified (grade)","Feedback comments"
"Participant 7","Alan T",20.00,,-,
"Participant 70","=cmd()",20.00,5.00,-,
"Participant 9","Zoë Z",10.00,3.00,-,"- see me"
"""


def test_the_reports_of_the_current_folder_are_beside_it(tmp_path: Path) -> None:
    write_files(tmp_path, "handed/notes.txt", text="I had no time")
    run = twoends("judge", "class", ".", *few_rows(tmp_path), cwd=tmp_path / "handed")
    assert (run.status, len(class_of(tmp_path / "handed-judged"))) == (0, 1), run


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, Path]:
    """A class with hostile members, judged once, and the folder of its reports."""
    here = tmp_path_factory.mktemp("class")
    for name, text in {
        "Alan T_7_assignsubmission_file_/answer.py": RIGHT,
        "=cmd()_70_assignsubmission_file_/answer.py": (PROGRAMS / "plays_greedily.py").read_text(),
        "<script>alert(1)<!--.py": "print(",
        "notes.txt": "I had no time",
        os.fsdecode(b"a\xff.py"): "raise SystemExit(7)",
        "eve.py": f"exec(open({str(here)!r} + '/handed/Alan T_7_assignsubmission_file_/answer.py').read())",
    }.items():
        write_files(here / "handed", name, text=text)
    with ZipFile(here / "handed" / "ann.zip", "w") as archive:
        archive.writestr("work/src/removal.py", RIGHT)
        archive.writestr("work/tests/test_removal.py", "import removal\n")
    shouts = {"cell_type": "code", "source": "raise SystemExit('<img src=x onerror=alert(1)>\\x1b[31m')"}
    (here / "handed" / "shouts.ipynb").write_text(json.dumps({"cells": [shouts]}))
    (here / "handed" / "bob").mkdir()
    (here / "handed" / "bob" / "answer.py").symlink_to("../eve.py")
    (here / "grades.csv").write_text(WORKSHEET, "utf-8")
    with pytest.MonkeyPatch.context() as patch:  # no test looks at the smallest failure
        patch.setattr("twoends.judge.answers.shrink", lambda program, failure, seconds: (failure, []))
        run = twoends("judge", "class", "handed", *few_rows(here), "--moodle", "grades.csv", cwd=here)
    assert run.status == 0, run
    return run, here / "handed-judged"


def test_no_text_of_a_submission_is_active_in_the_table_page_and_reports(judged: tuple[Ran, Path]) -> None:
    run, out = judged
    assert "2 of 9 submissions accepted\n" in run.out
    rows = class_of(out, "key")
    assert {key: row["verdict"] for key, row in rows.items()} == {
        "Alan T_7_assignsubmission_file_": "AC", "'=cmd()_70_assignsubmission_file_": "WA",
        "<script>alert(1)<!--.py": "CE", "shouts.ipynb": "RE", "notes.txt": "CE", "a?.py": "RE",
        "ann.zip": "AC", "eve.py": "RE" if LANDLOCK else "AC", "bob": "CE",
    }  # fmt: skip
    assert rows["'=cmd()_70_assignsubmission_file_"]["mistake"] == "plays greedily"
    assert "a link to a file outside of the submission" in rows["bob"]["note"]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows.values() for cell in row.values())
    for folder in (out / "reports").iterdir():
        assert sorted(path.name for path in folder.iterdir()) == [
            "report.json", "report.txt", "results.json",
        ]  # fmt: skip
        for name in ("report.txt", "results.json"):
            assert "40961" not in (folder / name).read_text("utf-8"), "the seed would give the rows away"
        key = folder.name if folder.name in rows else f"'{folder.name}".encode(errors="replace").decode()
        score = json.loads((folder / "results.json").read_text("utf-8"))["score"]
        assert score == float(rows.get(key, rows["a?.py"])["score"])
    tags: list[str] = []
    reader = HTMLParser()
    reader.handle_starttag = lambda tag, attrs: tags.append(tag)  # type: ignore[method-assign]  # to listen
    shown = (out / "class.html").read_text("utf-8")
    reader.feed(shown)
    assert not {"script", "img"} & {*tags}
    mean = sum(float(row["score"]) for row in rows.values()) / 9
    assert f"<p>2 of 9 submissions accepted; mean score {mean:.2f} of 100; seed 40961.</p>" in shown
    assert '<tr><td class="n">1<td>plays greedily<td>WA<td><code>' in shown
    assert "\x1b" not in shown


def test_a_worksheet_of_moodle_comes_back_with_grades_and_feedback(judged: tuple[Ran, Path]) -> None:
    run, out = judged
    assert "handed-judged/moodle.csv: 2 graded, 1 without a submission; not among its students: " in run.out
    lines = list(csv.reader((out / "moodle.csv").read_text("utf-8").splitlines()))
    assert [line[3] for line in lines[1:]] == ["20.00", lines[2][3], "3.00"]
    assert float(lines[2][3]) <= 10, "a wrong answer"
    assert "plays greedily" in (out / "moodle.csv").read_text("utf-8")
    with ZipFile(out / "feedback.zip") as archive:
        assert len(archive.namelist()) == 2


# --- scores ------------------------------------------------------------------------------------

EASILY = ("predict-the-winner", "removal-game", "deque", "handout-281", "usaco-game")
"""Tasks whose rows show that an easy mistake is one."""

EASY = ("one answer to everything", "plays greedily", "takes the worse move", "takes the largest cards")


def known_mistakes(task: Task) -> Iterator[Mistake]:
    """Every mistake that predicts the result of each row without looking at a program's answers."""
    for word in QUESTIONS[task.question].choices or ("0",):
        yield always(" ".join([word] * task.size))
    yield from exact_mistakes(task)
    yield from partial_mistakes(task)
    # Without a cache, a program can solve rows of up to 24 cards in time.
    yield Mistake("remembers nothing", "", task.answer, lambda values: len(values) > 24, 0, Verdict.TLE)


def worths(task: Task, count: int, seed: int) -> Iterator[tuple[str, Fraction]]:
    """The score of each known mistake in each of its forms, if a row shows it."""
    chosen = trials(task, count, seed)
    right = {row: task.answer(row) for trial in chosen for row in trial.rows}
    for mistake in known_mistakes(task):
        where, bad = mistake.where, mistake.verdict or Verdict.WA
        fails = {
            row: where(row) if where else mistake.predict(row) != answer for row, answer in right.items()
        }
        runs = [(trial.group, bad if any(map(fails.get, trial.rows)) else Verdict.AC) for trial in chosen]
        if any(verdict is bad for _, verdict in runs):
            yield mistake.name, score(runs, Scoring()).total


@pytest.mark.parametrize("seed", [0, *slow(1)])
@pytest.mark.parametrize("name", slow_but(["predict-the-winner"], TASKS))
def test_no_known_mistake_scores_more_than_half_and_an_easy_one_more_than_a_quarter(
    name: str, seed: int
) -> None:
    """Scored by the share of all runs, an easy mistake had 88 of 100."""
    seen = set()
    for mistake, share in worths(replace(TASKS[name], most=min(TASKS[name].most, 30)), 150, seed):
        most = Fraction(1, 4 if mistake in EASY and name in EASILY else 2)
        assert share <= most, f"{name}: {mistake} is worth {share}"
        seen.add(mistake)
    assert seen.issuperset(EASY[:1] if name not in EASILY else EASY), seen
