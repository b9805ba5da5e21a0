"""A fingerprint of the assignment, the files and the version tells whether a judgement is still valid."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from judged import write_files
from twoends.judge import TASKS, Scoring, classes, submissions
from twoends.judge.classes import Assignment, fingerprint
from twoends.judge.submissions import Submission

ASSIGNMENT = Assignment(TASKS["removal-game"], seed=5)


def test_a_fingerprint_depends_on_the_assignment_every_file_and_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = write_files(tmp_path / "it", "a.py", text="one")
    submission = Submission("it.py", "it", "", False, (tmp_path / "it",))
    mark = fingerprint(submission, ASSIGNMENT)
    assert re.fullmatch("[0-9a-f]{32}", mark)
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
    marks = {mark, *(fingerprint(submission, assignment) for assignment in others)}
    changes: list[Callable[[], object]] = [
        lambda: file.write_text("two"),
        lambda: file.write_text("twoo"),
        lambda: file.rename(tmp_path / "it" / "b.py"),
        lambda: (tmp_path / "it" / "c.py").symlink_to(tmp_path / "it" / "b.py"),
        lambda: (tmp_path / "it" / "\udcff.py").write_text(""),
        lambda: monkeypatch.setattr(classes, "__version__", "0.0"),
    ]
    for change in changes:
        change()
        marks.add(fingerprint(submission, ASSIGNMENT))
    assert len(marks) == 1 + len(others) + len(changes)


def test_a_fingerprint_leaves_out_files_that_the_judge_may_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path, "a.py", "b.py", text="one")
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
