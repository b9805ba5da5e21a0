"""The table, page and reports of a class, and which are still valid; invented judgements, no process."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, Mock

import pytest

from judged import write_files
from twoends.judge import TASKS, CommandError, Judgement, Task, Verdict, classes
from twoends.judge.classes import (
    Assignment,
    Line,
    fingerprint,
    judge_class,
    judge_submission,
    table,
)
from twoends.judge.outcomes import Outcome
from twoends.judge.submissions import CompileError, Submission
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial
from twoends.rules.errors import TwoEndsError
from twoends.rules.opponents import opponent

TASK = Task("own <1>", "the tests & more", (opponent("optimal"),), "first", "count-then-values")

ASSIGNMENT = Assignment(TASK, seed=5)


def outcome(verdict: Verdict, note: str, rows: tuple[Values, ...], got: tuple[str, ...] | None) -> Outcome:
    return Outcome(Trial("small", rows), verdict, note, tuple(map(TASK.answer, rows)), got, 0.5, 0.5, 1 << 20)


RIGHT = outcome(Verdict.AC, "", ((8, 15),), ("15",))


def submitted(name: str, path: Path = Path("none")) -> Submission:
    return Submission(f"{name}.py", (path,), name)


NONE = outcome(Verdict.CE, "no program", ((1,),), None)

JUDGED = {
    f"{name}.py": (submitted(name), Judgement(("answer",), TASK, 5, (found,), (), None, ()))
    for name, found in (("anna", RIGHT), ("bob\udcff", NONE), ("eve", NONE))
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


@pytest.mark.parametrize("name", ["class.csv", "reports"])
def test_a_student_may_choose_the_name_of_a_file_of_the_class(
    name: str, pretended: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submission = Submission(name, (Path("none"),), "anna")
    monkeypatch.setitem(JUDGED, name, JUDGED["anna.py"])
    (line,) = lines = judge_class([submission], ASSIGNMENT, tmp_path, 1, Mock())
    assert line == replace(LINES[0], key=name)
    assert (tmp_path / "class.csv").read_bytes() == table(lines).encode("utf-8-sig")
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


# --- one submission -------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [CompileError("no"), CommandError("no"), PermissionError("no")])
def test_a_submission_that_cannot_be_built_has_a_judgement(
    fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classes, "build", Mock(side_effect=fault))
    done = judge_submission(submitted("it", tmp_path), Assignment(TASK, count=9), Mock())
    assert (done.verdict, done.outcomes[0].note, len(done.missed)) == (Verdict.CE, "no", 8)


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
        lambda: monkeypatch.setattr(classes, "__version__", "0.0"),
    ]
    for change in changes:
        change()
        marks.add(fingerprint(submission, ASSIGNMENT))
    assert len(marks) == 1 + len(others) + len(changes)
