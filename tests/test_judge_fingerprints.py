"""What was judged is known again by a fingerprint: of the assignment, of each file and of the version."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from twoends.judge import TASKS, Scoring, classes, submissions
from twoends.judge.classes import Assignment, fingerprint
from twoends.judge.submissions import Submission

ASSIGNMENT = Assignment(TASKS["removal-game"], seed=5)


def test_a_judgement_depends_on_the_assignment_on_each_file_and_on_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "it").mkdir()
    (tmp_path / "it" / "a.py").write_text("one")
    submission = Submission("it.py", "it", "", False, (tmp_path / "it",))
    mark = fingerprint(submission, ASSIGNMENT)
    assert len(mark) == 32
    assert set(mark) <= set("0123456789abcdef")
    assert fingerprint(submission, ASSIGNMENT) == mark
    others = [
        replace(ASSIGNMENT, task=TASKS["deque"]),
        replace(ASSIGNMENT, rows=((1,),)),
        replace(ASSIGNMENT, count=7),
        replace(ASSIGNMENT, scoring=Scoring(by="all")),
        replace(ASSIGNMENT, function="f"),
        replace(ASSIGNMENT, sandbox=True),
        replace(ASSIGNMENT, readable=("/opt",)),
        replace(ASSIGNMENT, entry="a.py"),
        replace(ASSIGNMENT, full=7.0),
        replace(ASSIGNMENT, visibility={"small": "hidden"}),
    ]
    marks = {mark, *(fingerprint(submission, each) for each in others)}
    for content in ("two", "twoo"):
        (tmp_path / "it" / "a.py").write_text(content)
        marks.add(fingerprint(submission, ASSIGNMENT))
    (tmp_path / "it" / "a.py").rename(tmp_path / "it" / "b.py")
    marks.add(fingerprint(submission, ASSIGNMENT))
    (tmp_path / "it" / "c.py").symlink_to(tmp_path / "it" / "b.py")
    marks.add(fingerprint(submission, ASSIGNMENT))
    (tmp_path / "it" / "\udcff.py").write_text("")
    marks.add(fingerprint(submission, ASSIGNMENT))
    monkeypatch.setattr(classes, "__version__", "0.0")
    marks.add(fingerprint(submission, ASSIGNMENT))
    assert len(marks) == 1 + len(others) + 6


def test_a_file_that_is_closed_to_the_judge_is_no_fault_of_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.py").write_text("one")
    (tmp_path / "b.py").write_text("two")
    submission = Submission("it.py", "it", "", False, (tmp_path,))
    read = submissions.read

    def closed(path: Path) -> bytes:
        if path.name == "a.py":
            raise PermissionError
        return read(path)

    monkeypatch.setattr(classes, "read", closed)
    first = fingerprint(submission, ASSIGNMENT)
    (tmp_path / "b.py").write_text("three")
    assert fingerprint(submission, ASSIGNMENT) != first
