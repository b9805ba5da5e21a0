"""A folder of submissions, the copies that are judged, and files of grades; no compiler and no process."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import stat
import tarfile
import tempfile
import tracemalloc
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import twoends.judge.submissions
from command_line import run
from expected import calls_are_expected
from judged import write_files, write_task
from twoends.judge import TASKS, classes
from twoends.judge.classes import Assignment, Line
from twoends.judge.grades import GradedBook, System, fill, read_gradebook
from twoends.judge.submissions import CompileError, Submission, copy, submissions
from twoends.programs.sandbox import Sandbox

# --- authors -----------------------------------------------------------------------------------


def unpacked(name: str, **files: bytes | None) -> dict[str, bytes]:
    """The copied files of an archive of these files, or of a submitted folder that holds the archive."""
    folder, top = Path(tempfile.mkdtemp(dir=".")), Path(name).parts[0]
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    try:
        packed(folder / name, **files)
        return copied(folder / "room", folder / top)
    finally:
        assert {path.name for path in folder.iterdir()} == {"room", top}, "it wrote outside of its folder"


def broken(name: str, content: bytes | None = None, cut: int | None = None) -> str:
    """The error of a file with this content, or of the beginning of an archive of a random file."""
    folder = Path(tempfile.mkdtemp(dir="."))
    whole = packed(folder / name, **{"a.py": os.urandom(3000)}).read_bytes() if content is None else content
    (folder / name).write_bytes(whole[:cut])
    return re.sub("unpacked: .*", "unpacked: …", refused(folder / "room", folder / name))


def written(name: str, content: str, encoding: str = "utf-8") -> dict[str, bytes]:
    """The copied file, or files, of a submission of one file."""
    folder = Path(tempfile.mkdtemp(dir="."))
    (folder / name).write_text(content, encoding)
    return copied(folder / "room", folder / name)


def notebook(*code: str | list[str]) -> str:
    """A notebook with a heading and these cells of code."""
    cells = [{"cell_type": "code", "source": each} for each in code]
    return json.dumps({"cells": [{"cell_type": "markdown", "source": "#"}, *cells]})


def found(*names: str, metadata: bytes = b"") -> list[tuple[object, ...]]:
    """The key, name and number of each submission in a new folder, whether it is late, and its files."""
    folder = Path(tempfile.mkdtemp(dir="."))
    write_files(folder, *names)
    if metadata:
        (folder / "submission_metadata.yml").write_bytes(metadata)
    return [
        (each.key, each.name, each.number, each.late, *(name for _, name in each.files))
        for each in submissions(folder)
    ]


def book(system: System, text: str | bytes, column: str = "") -> object:
    Path("grades.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_gradebook(Path("grades.csv"), system, column)


def test_names_tell_authors_and_other_formats_of_grades_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    calls_are_expected("calls_of_submissions.txt", globals())


# --- copies ------------------------------------------------------------------------------------


def copied(room: Path, *paths: Path) -> dict[str, bytes]:
    """The copied files of a submission, by their paths."""
    room.mkdir()
    copies = copy(Submission("it", paths), room)
    assert copies == sorted(path for path in room.rglob("*") if path.is_file())
    return {str(path.relative_to(room)): path.read_bytes() for path in copies}


def refused(room: Path, *paths: Path) -> str:
    """The error of a submission that is not copied."""
    with pytest.raises(CompileError) as fault:
        copied(room, *paths)
    return str(fault.value)


def test_a_link_that_leaves_a_submission_and_a_pipe_are_refused(tmp_path: Path) -> None:
    write_files(tmp_path, "ada/answer.py", "bob/src/own.py", text="7")
    bob = tmp_path / "bob"
    for target in ("../ada/answer.py", "/etc/passwd", "nowhere", ".."):
        (bob / "answer.py").symlink_to(target)
        assert refused(tmp_path / "room", bob) == (
            "answer.py is a link to a file outside of the submission: submit the file itself"
        ), target
        (bob / "answer.py").unlink()
        (tmp_path / "room").rmdir()
    for name, target in (("linked.py", "ada/answer.py"), ("eve", "ada")):
        (tmp_path / name).symlink_to(target)
        assert refused(tmp_path / "room", tmp_path / name).startswith(f"{name} is a link to")
        (tmp_path / "room").rmdir()
    (bob / "inside.py").symlink_to("src/own.py")
    assert copied(tmp_path / "room", bob) == {"src/own.py": b"7", "inside.py": b"7"}
    os.mkfifo(bob / "a.py")
    assert refused(tmp_path / "other", bob) == "a.py is not a file: leave it out", "without waiting for it"


def packed(path: Path, **files: bytes | None) -> Path:
    """Write an archive of the kind that its name says; None is a link."""
    if path.suffix.lower() == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                item = zipfile.ZipInfo(name)
                item.external_attr = (stat.S_IFLNK | 0o777) << 16 if content is None else 0
                archive.writestr(item, content or b"", zipfile.ZIP_DEFLATED)
        return path
    kind: Any = f"w:{path.suffix[1:].replace('tgz', 'gz')}" if path.suffix != ".tar" else "w"
    with tarfile.open(path, kind) as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.linkname = len(content or b""), "/etc/passwd" * (content is None)
            entry.type = tarfile.DIRTYPE if name.endswith("/") else tarfile.REGTYPE
            entry.type = tarfile.SYMTYPE if content is None else entry.type
            tar.addfile(entry, io.BytesIO(content or b""))
    return path


def test_an_archive_that_would_fill_the_disk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twoends.judge.submissions, "MAX_FILES", 20)
    monkeypatch.setattr(twoends.judge.submissions, "MAX_BYTES", 3 << 20)
    zeros, many = bytes((3 << 20) + 1), {f"{number}.py": b"" for number in range(21)}
    too_much = "it holds more than 20 files or 3 MB: submit only the program"
    unpacks = "it unpacks to more than 3 MB: submit only the program"
    for path, fault in (
        (packed(tmp_path / "large.zip", zeros=zeros), too_much),
        (packed(tmp_path / "many.zip", **many), too_much),
        (packed(tmp_path / "many.tar.xz", **many), too_much),
        (packed(tmp_path / "large.tgz", zeros=zeros), unpacks),
    ):
        assert path.stat().st_size < 1 << 20
        assert refused(tmp_path / f"room-{path.name}", path) == fault
    many.popitem()
    for name, content in (("a.zip", {"zeros": zeros[1:]}), ("b.zip", many), ("c.tgz", many)):
        assert copied(tmp_path / name[0], packed(tmp_path / name, **content)) == content, "at the limits"


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.py"])
def test_reading_stops_where_a_submission_is_known_to_be_too_large(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twoends.judge.submissions, "MAX_BYTES", 1 << 16)
    if name == "a.py":
        (tmp_path / name).write_bytes(bytes(8 << 20))
    else:
        packed(tmp_path / name, **{"a.py": bytes(8 << 20)})
    tracemalloc.start()
    try:
        fault = refused(tmp_path / "room", tmp_path / name)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert fault.endswith(" 0 MB: submit only the program")
    assert peak < 4 << 20, f"{peak:,} bytes of memory for the 65,537 that are read"


# --- grades ------------------------------------------------------------------------------------

WORKSHEET = """\
Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed",\
"Last modified (submission)","Online text","Last modified (grade)","Feedback comments"
"Participant 7","Alan T",alan@x.org,"Submitted for grading - ",,20.00,Yes,"Monday, 1 June 2026",=1+1,-,
"Participant 70","=cmd()",eve@x.org,"Submitted for grading - ",5.00,20.00,Yes,-,-,-,
"Participant 9","Zoë _ Z",zoe@x.org,"No submission - ",3.00,10.0,Yes,-,-,-,"- see me"
"""

GRADEBOOK = '''\
Student,ID,SIS User ID,SIS Login ID,Section,Notes,Two Ends (901),Other (902),Final Score,Midterm (2026)
,,,,,,Manual Posting,,,
    Points Possible,,,,,,30.00,5,(read only),(read only)
"Tee, Alan",7,s7,alant,A,-x,,1.00,10.00,
"=""=Eve""",70,s70,eve,A,,2.50,EX,,
"Zed, Zoë",9,s9,s7,B,,4.00,,,
'''


def read(text: bytes, cut: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.decode("utf-8-sig"), newline=""), delimiter=cut))


def filled(folder: Path, text: str, system: System, names: dict[str, float], column: str = "") -> GradedBook:
    """Fill in the grades of submissions with these file names and scores."""
    write_files(folder / "handed", *names)
    (folder / "grades.csv").write_text(text, "utf-8", newline="")
    book = read_gradebook(folder / "grades.csv", system, column)
    found = sorted(submissions(folder / "handed"), key=lambda each: list(names).index(each.paths[0].name))
    scores = names.values()
    return fill(book, [
        (each, Line(each.key, each.name, each.number, "", "WA", score, *[""] * 5), f"<{score}>\n")
        for each, score in zip(found, scores, strict=True)
    ])  # fmt: skip


def test_a_moodle_worksheet_is_filled_with_grades_and_feedback(tmp_path: Path) -> None:
    scores = {"Alan T_7": 33.34, "=cmd(_)_70": 100.0, "x_8": 9.0}
    names = {f"{name}_assignsubmission_file_a.py": score for name, score in scores.items()}
    done = filled(tmp_path, WORKSHEET, "moodle", names)
    before, after = read(WORKSHEET.encode()), read(done.text)
    assert after[0] == before[0]
    grade, text, comment = 4, 8, 10
    assert [(line[1], line[grade], line[comment]) for line in after[1:]] == [
        ("Alan T", "6.67", "<pre>&lt;33.34&gt;</pre>"),
        ("'=cmd()", "20.00", "<pre>&lt;100.0&gt;</pre>"),
        ("Zoë _ Z", "3.00", "- see me"),
    ]
    assert after[1][text] == "'=1+1"
    for old, new in zip(before, after, strict=True):
        for column in {*range(len(old))} - {1, grade, text, comment}:
            assert new[column] == old[column], "the other columns do not change"
    assert (done.graded, done.ungraded, done.unmatched) == (2, 1, ("x",))
    with zipfile.ZipFile(io.BytesIO(done.feedback)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            "Alan T_7_assignsubmission_file_/report.txt": b"<33.34>\n",
            "=cmd( )_70_assignsubmission_file_/report.txt": b"<100.0>\n",
        }


def test_the_best_of_several_submissions_of_a_student_counts_and_of_equal_ones_the_first(
    tmp_path: Path,
) -> None:
    names = {"Alan T.py": 10.0, "alan@x.org.py": 50.0, "ALAN T.c": 20.0}
    names |= {"submission_7": 100.0, "a_7_7_a.py": 99.0}
    done = filled(tmp_path, WORKSHEET, "moodle", names)
    assert read(done.text)[1][4] == "10.00"
    assert done.unmatched == ("submission", "a"), "their numbers are not from Moodle"
    line, submission = Line("a", "Alan T", "", "", "WA", 50.0), Submission("a", (Path("a.py"),), "Alan T")
    book = read_gradebook(tmp_path / "grades.csv", "moodle", "")
    done = fill(book, [(submission, line, feedback) for feedback in ("the first", "the second")])
    assert read(done.text)[1][10] == "<pre>the first</pre>"
    assert zipfile.ZipFile(io.BytesIO(done.feedback)).namelist() == [], "Moodle finds it by a number"


@pytest.mark.parametrize(("column", "at"), [("901", 6), ("Two Ends", 6), ("Other (902)", 7)])
def test_one_column_of_a_canvas_gradebook_is_filled(column: str, at: int, tmp_path: Path) -> None:
    names = {"teealan_LATE_7_55_a.py": 50.0, "submission_9": 60.0, "alant.py": 20.0, "s7.py": 90.0}
    names |= {"S70.py": 40.0, "zed, zoë.py": 80.0}
    done = filled(tmp_path, GRADEBOOK, "canvas", names, column)
    before, after = read(GRADEBOOK.encode()), read(done.text)
    for line, share in ((3, 0.5), (4, 0.4), (5, 0.8)):
        assert after[line][at] == f"{share * float(before[2][at]):.2f}"
        after[line][at] = before[line][at]
    assert after[4][0] == '\'="=Eve"', "Canvas knows the student by the ID"
    after[4][0] = before[4][0]
    assert after == before
    assert (done.graded, done.ungraded, done.unmatched) == (3, 0, ("submission", "s7")), "two have s7"


def test_a_byte_order_mark_and_semicolons_are_kept(tmp_path: Path) -> None:
    text = "\ufeff" + GRADEBOOK.replace('"Tee, Alan"', "Tee").replace('"Zed, Zoë"', "Zoë").replace(",", ";")
    text = text.replace("30.00", "30,00").replace("\n", "\n\n", 1)  # a blank line is none of the students'
    done = filled(tmp_path, text, "canvas", {"eve.py": 33.33}, "901")
    assert done.text.startswith(b"\xef\xbb\xbfStudent;ID;")
    assert read(done.text, ";")[4][6] == "10.00"


def test_the_command_judges_a_class_by_its_options_and_tells_what_was_found_and_filled_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []
    lines = [
        Line(f"{name}.py", name, "", "", verdict, 50.0) for name, verdict in (("eve", "AC"), ("ann", "WA"))
    ]

    def judge(
        found: list[Submission], assignment: Assignment, out: Path, jobs: int, *more: Any
    ) -> list[Line]:
        asked.append(({each.key for each in found}, assignment, str(out), jobs))
        for line in lines:
            write_files(out / "reports" / line.key, "report.txt", text="<50.0>\n")
        lines.sort(key=lambda line: [each.key for each in found].index(line.key))
        return lines

    monkeypatch.setattr(classes, "judge_class", judge)
    monkeypatch.setattr(Sandbox, "weakness", "it can do this.")
    monkeypatch.chdir(tmp_path)
    books: dict[System, str] = {"moodle": WORKSHEET.replace("Alan T", "eve"), "canvas": GRADEBOOK}
    for system, text in books.items():
        Path(f"{system}.csv").write_text(text, "utf-8", newline="")
    write_files(Path("in"), "eve.py", "ann.py", "judged/class.csv")
    words = "in --task deque --tests 9 --points 7 --readable /opt --entry *.py --visibility ties=hidden"
    seed = "twoends: anyone can print the rows of seed 0: grade with a --seed of your own\n"
    within = f"{tmp_path}/in/judged"
    for more, out, jobs in ((f"--out {within} --jobs 3 --seed 4", within, 3), ("", "in-judged", 2)):
        options = [f"--{system}={system}.csv" for system in books if more] + ["--column=901"] * bool(more)
        ran = run("judge", "class", *words.split(), *more.split(), *options)
        assert (ran.status, ran.err) == (0, "twoends: it can do this.\n" + seed * (not more))
        assignment = Assignment(TASKS["deque"], 9, 4 * bool(more), ("/opt",), "*.py", 7.0, {"ties": "hidden"})
        found = {"eve.py", "ann.py", *["judged"] * (not more)}  # the reports are no submission
        assert asked.pop() == (found, assignment, out, jobs)
        told = ran.out.splitlines()
        assert told[0] == "1 of 2 submissions accepted"
        assert re.fullmatch("1 +WA +not recognised *", told[2])
        assert told[3].endswith(f" and reports, with a folder for each submission, are in {out}")
        for line, (system, text) in zip(told[4:], books.items(), strict=bool(more)):
            column = "901" if system == "canvas" else ""
            done = filled(tmp_path / "again", text, system, {line.key: 50.0 for line in lines}, column)
            assert read(Path(f"{out}/{system}.csv").read_bytes()) == read(done.text)
            assert system != "moodle" or Path(f"{out}/feedback.zip").read_bytes() == done.feedback
            assert line.startswith(f"{out}/{system}.csv: {done.graded} graded, {done.ungraded} without")
            assert line.endswith(f"; not among its students: {', '.join(done.unmatched)}")
    own = write_task(tmp_path, "deque", groups=[{"name": "few", "points": 1, "rows": ["8 15 3 7"]}])
    lines[:] = [replace(line, verdict="AC") for line in lines]
    for task, warning in (("deque --seed 4", ""), (own, ""), ("deque", seed)):
        ran = run("judge", "class", "in", "--task", *task.split())
        assert (ran.status, ran.err) == (0, f"twoends: it can do this.\n{warning}"), task
        assert [line.split()[0] for line in ran.out.splitlines()] == ["2", "class.csv,"], "no table"
    ran = run("judge", "class", *words.split(), "--column", "901")
    assert ran.err == "twoends: --column is for --canvas: remove it, or add --canvas FILE\n"
