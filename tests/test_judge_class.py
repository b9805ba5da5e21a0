"""A class is judged at once and can be resumed, and scores are meaningful."""

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
from collections.abc import Callable
from dataclasses import asdict, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, Mock
from zipfile import ZipFile

import pytest

from cases import slow_but
from command_line import PATIENCE, PROGRESS, Ran
from command_line import run as twoends
from judged import LANDLOCK, PROGRAMS, write_files, write_task
from twoends.judge import TASKS, CommandError, Judgement, Task, Verdict, classes
from twoends.judge.building import BuiltProgram
from twoends.judge.classes import Assignment, Line, fingerprint, judge_class, judge_submission
from twoends.judge.languages import LANGUAGES, SAMPLES, Language
from twoends.judge.mistakes import Mistake
from twoends.judge.outcomes import Outcome
from twoends.judge.submissions import CompileError, Submission
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial
from twoends.rules.errors import TwoEndsError
from twoends.rules.opponent_names import opponent

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


# --- one class with all kinds of submissions ----------------------------------------------------


def test_the_reports_of_the_current_folder_are_beside_it(tmp_path: Path) -> None:
    write_files(tmp_path, "handed/notes.txt", text="I had no time")
    run = twoends("judge", "class", ".", *few_rows(tmp_path), cwd=tmp_path / "handed")
    assert (run.status, (tmp_path / "handed-judged" / "class.csv").is_file()) == (0, True), run


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
    with pytest.MonkeyPatch.context() as patch:  # no test looks at the smallest failure
        patch.setattr("twoends.judge.answers.shrink", lambda program, failure, seconds: (failure, []))
        run = twoends("judge", "class", "handed", *few_rows(here), cwd=here)
    assert run.status == 0, run
    return run, here / "handed-judged"


def test_no_text_of_a_submission_is_active_in_the_table_page_and_reports(judged: tuple[Ran, Path]) -> None:
    run, out = judged
    assert "2 of 9 submissions accepted\n" in run.out
    with (out / "class.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {line["key"]: line for line in csv.DictReader(file)}
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


# --- with made-up judgements ----------------------------------------------------------------------

TASK = Task("own <1>", "the tests & more", (opponent("optimal"),), "first", "count-then-values")

ASSIGNMENT = Assignment(TASK, seed=5)


def outcome(verdict: Verdict, note: str, rows: tuple[Values, ...], got: tuple[str, ...] | None) -> Outcome:
    return Outcome(Trial("small", rows), verdict, note, tuple(map(TASK.answer, rows)), got, 0.5, 0.5, 1 << 20)


ACCEPTED = outcome(Verdict.AC, "", ((8, 15),), ("15",))


def submitted(name: str, path: Path = Path("none")) -> Submission:
    return Submission(f"{name}.py", (path,), name)


NONE = outcome(Verdict.CE, "no program", ((1,),), None)

JUDGED = {
    f"{name}.py": (submitted(name), Judgement(("answer",), TASK, 5, (found,), (), None, ()))
    for name, found in (("anna", ACCEPTED), ("bob\udcff", NONE), ("eve", NONE))
}

LINES = [
    Line("anna.py", "anna", "", "", "AC", 100.0),
    *(Line(f"{name}.py", name, "", "", "CE", 0.0, note="no program") for name in ("bob?", "eve")),
]


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Submissions get their judgement in JUDGED; the list has the keys of those that were judged."""
    keys: list[str] = []

    def judge(submission: Submission, assignment: Assignment, supervisor: object) -> Judgement:
        keys.append(submission.key)
        return JUDGED[submission.key][1]

    monkeypatch.setattr(classes, "Supervisor", MagicMock())
    monkeypatch.setattr(classes, "judge_submission", judge)
    monkeypatch.setattr(classes, "require_samples_run", lambda *given: None)
    return keys


SUBMISSIONS = [submission for submission, _ in JUDGED.values()]


def test_neither_a_fault_of_the_judge_nor_a_name_of_its_files_rejects_another_submission(
    pretended: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = [Submission(name, (Path("none"),), "anna") for name in ("class.csv", "reports")]
    for each in named:
        monkeypatch.setitem(JUDGED, each.key, JUDGED["anna.py"])
    monkeypatch.delitem(JUDGED, "eve.py")
    lines = judge_class([*SUBMISSIONS, *named], ASSIGNMENT, tmp_path, 2, Mock())
    fault = "the judge failed, and not the program: KeyError: 'eve.py'"
    others = [replace(LINES[0], key=each.key) for each in named]
    assert lines == [*LINES[:2], replace(LINES[2], note=fault), *others]
    assert (tmp_path / "class.csv").read_bytes() == classes.table(lines).encode("utf-8-sig")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["class.csv", "class.html", "reports"]


def test_only_submissions_without_a_valid_report_are_judged_again(
    pretended: list[str], tmp_path: Path
) -> None:
    found = SUBMISSIONS[1:3]
    out = tmp_path / "out"

    def again(assignment: Assignment = ASSIGNMENT) -> tuple[list[str], list[tuple[int, int]]]:
        pretended.clear()
        steps: list[tuple[int, int]] = []
        assert judge_class(found, assignment, out, 1, lambda *step: steps.append(step)) == LINES[1:3]
        return [*pretended], steps

    keys = [submission.key for submission in found]
    assert again() == (keys, [(0, 2), (1, 2), (2, 2)])
    assert again() == ([], [(2, 2)])
    (out / "reports" / found[0].key / "report.json").unlink()
    assert again() == (keys[:1], [(1, 2), (2, 2)])
    for broken in ("", "{}"):
        (out / "reports" / "eve.py" / "report.json").write_text(broken)
        assert again()[0] == ["eve.py"], broken
    assert again(replace(ASSIGNMENT, seed=6))[0] == keys
    another = replace(ASSIGNMENT, task=replace(TASK, name="another"))
    with pytest.raises(TwoEndsError, match=r"/out holds reports of own <1>: choose another folder"):
        again(another)
    assert again(replace(ASSIGNMENT, seed=6)) == ([], [(2, 2)]), "the reports are as they were"


def test_a_submission_that_ran_when_the_judge_died_is_not_run_again(
    pretended: list[str], tmp_path: Path
) -> None:
    """It may have killed the judge."""
    for submission, mark in zip(
        SUBMISSIONS, (fingerprint(SUBMISSIONS[0], ASSIGNMENT), "another"), strict=False
    ):
        write_files(
            tmp_path / "reports" / submission.key, "report.json", text=json.dumps({"fingerprint": mark})
        )
    for _ in range(2):
        lines = judge_class(SUBMISSIONS, ASSIGNMENT, tmp_path, 1, Mock())
        assert [line.verdict for line in lines] == ["RE", "CE", "CE"]
        assert lines[0].note == (
            "the judge died while it ran this submission: "
            "delete the folder of its reports, reports/anna.py, to run it again"
        )
        assert pretended == [submission.key for submission in SUBMISSIONS[1:]]


def test_the_page_has_common_mistakes_and_short_rows_first_and_the_table_no_formula() -> None:
    never_ran = ("", "", "", "", "no program")
    known = [
        ("WA", "b", "8", "", "", "1 answer is wrong"), ("WA", "a", "9 9"), ("WA", "a", "7"), ("RE", "a", "5"),
        ("AC",), ("CE", *never_ran), ("CE", *never_ran), ("CE", *never_ran), ("CE", *never_ran[:4], "other"),
        ("WA", "", "3 3"), ("WA", "", "3 3"), ("WA", "", "4 4", "", "", "it is wrong"),
    ]  # fmt: skip
    lines = [Line(f"{at}", "", "", "", verdict, 0.0, *more) for at, (verdict, *more) in enumerate(known)]
    groups = classes.by_mistake(lines)
    assert [[int(line.key) for line in group] for group in groups] == [
        *([5, 6, 7], [2, 1], [9, 10], [0], [3], [11], [8]),
    ]
    causes = ["no program", "a", "not recognised", "b", "a", "not recognised", "other"]
    assert [*map(classes.cause, groups)] == causes
    found = re.compile(r'"n">(\d)<td>([^<]*)<td>..<td><code>([^<]*)').findall(classes.page(lines, ASSIGNMENT))
    told = zip(groups, causes, strict=True)
    assert found == [(f"{len(group)}", name, group[0].smallest_failure) for group, name in told]
    for sign in "=+-@\t\r":
        cells = classes.table([replace(lines[0], name=f"{sign}1")]).split("\r\n", 1)[1]
        assert cells.replace('"', "").startswith(f"'{sign}1,"), "a spreadsheet would compute it"
    one = Line("k", "a & b", "7", "late", "WA", 12.5, "a mistake", "9 2", "8", "3", "a note", "a.py")
    (told_of_one,) = csv.DictReader(classes.table([one]).splitlines())
    assert told_of_one == {name.replace("_", " "): f"{value}" for name, value in asdict(one).items()}
    (head, mistakes, students) = classes.page([one], ASSIGNMENT).split("<h2>")
    assert f"<h1>own &lt;1&gt;</h1><p>the tests &amp; more: {TASK.phrase}.</p>" in head
    failed = ["9 2", "8", "3"]
    for part, cells_of_one in (
        (mistakes, ["1", "a mistake", "WA", *failed]),
        (students, ["a &amp; b 7 late", "WA", "12.50", "a mistake", *failed, "a note"]),
    ):
        assert re.findall("<td[^>]*>(?:<code>)?([^<]*)", part.replace("\n", "")) == cells_of_one


SIXTY = (100, *[11] * 19)


@pytest.mark.parametrize(
    ("rows", "cell"),
    [((SIXTY,), " ".join(map(str, SIXTY))), ((SIXTY, (5, 6)), f"100 {'11 ' * 18}… (22 values)")],
)
def test_a_line_has_all_of_a_judgement_and_cells_of_at_most_sixty_characters(
    rows: tuple[Values, ...], cell: str
) -> None:
    failed = outcome(Verdict.WA, "a note", rows, ("8",) * len(rows))
    mistakes = (Mistake("a", "", explains=Verdict.WA), Mistake("b", ""))
    made = Judgement(
        ("x",), TASK, 5, (ACCEPTED, failed), (), failed, mistakes, program="a.py", guess="b.py is longer"
    )
    late = replace(submitted("eve"), number="7", late=True)
    line = Line(
        "eve.py", "eve", "7", "late", "WA", 0.0, "WA: a; b", cell, " | ".join(map(TASK.answer, rows)),
        " | ".join("8" for _ in rows), "a note",
        "a.py, a guess: b.py is longer",
    )  # fmt: skip
    assert classes._line(late, made) == line
    printed = replace(failed, verdict=Verdict.PE, got=None, output="seven\x1b\n")
    first = replace(printed, note="another")
    only = replace(made, outcomes=(first,), shrunk=printed, guess="", mistakes=())
    expected = replace(line, verdict="PE", mistake="", got="seven·", program="a.py", late="")
    assert classes._line(replace(late, late=False), only) == expected
    assert classes._line(late, replace(made, shrunk=None)).note == "a note", "of the first failure"


def test_a_submission_that_cannot_be_built_has_a_judgement_and_another_is_judged_with_all_its_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assignment, supervisor = Assignment(TASK, count=9, seed=4, entry="*.py"), Mock()
    for fault in (CompileError("no"), CommandError("no"), PermissionError("no")):
        monkeypatch.setattr(classes, "build", Mock(side_effect=fault))
        done = judge_submission(submitted("it", tmp_path), assignment, supervisor)
        assert (done.verdict, done.outcomes[0].note, len(done.missed)) == (Verdict.CE, "no", 8)
        assert (done.command, done.seed) == (("it",), 4)
    made = BuiltProgram(("run", "it"), "a.py (Python)", "its text", "there is b.py, too", lambda: ("check",))
    build, judge = Mock(return_value=made), Mock(return_value=JUDGED["anna.py"][1])
    monkeypatch.setattr(classes, "build", build)
    monkeypatch.setattr(classes, "judge_answers", judge)
    done = judge_submission(submitted("it", tmp_path), assignment, supervisor)
    assert (done.command, done.program, done.guess) == (("it",), made.program, made.guess)
    files, context, entry = build.call_args.args
    assert (files, context.memory, context.supervisor, entry) == ([], TASK.memory, supervisor, "*.py")
    judge.assert_called_once_with(
        made.command, TASK, supervisor=supervisor, shrink_seconds=3, source=made.source, check=made.check,
        count=9, seed=4, planned=(),
    )  # fmt: skip


# --- fingerprints: whether a judgement is still valid ------------------------------------------


def test_a_fingerprint_depends_on_the_assignment_every_file_and_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = write_files(tmp_path / "it", "a.py", text="one")
    b = file.with_name("b.py")
    submission = Submission("it.py", (tmp_path / "it",))
    mark = fingerprint(submission, ASSIGNMENT)
    assert re.fullmatch("[0-9a-f]{32}", mark)
    assert fingerprint(submission, ASSIGNMENT) == mark
    changed: dict[str, Any] = {"task": TASKS["deque"], "count": 7}
    changed |= {"readable": ("/opt",), "entry": "a.py"}
    changed |= {"full": 7.0, "visibility": {"small": "hidden"}}
    others = [replace(ASSIGNMENT, **{field: value}) for field, value in changed.items()]
    marks = {mark, *(fingerprint(submission, assignment) for assignment in others)}
    changes: list[Callable[[], object]] = [
        lambda: file.write_text("two"),
        lambda: file.write_text("twoo"),
        lambda: file.rename(b),
        lambda: b.chmod(0o755),
        lambda: file.with_name("c.py").symlink_to(b),
        lambda: file.with_name("\udcff.py").write_text(""),
        lambda: b.replace(write_files(tmp_path / "it/sub", "b.py")[0]),
        lambda: monkeypatch.setattr(classes, "__version__", "0.0"),
    ]
    for change in changes:
        change()
        marks.add(fingerprint(submission, ASSIGNMENT))
    assert len(marks) == 1 + len(others) + len(changes)
