"""Grades of a class are filled in the file that Moodle or Canvas exported."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import pytest

from judged import write_files
from twoends.judge.classes import Line
from twoends.judge.grades import GradedBook, GradeError, System, fill, read_gradebook
from twoends.judge.submissions import submissions

WORKSHEET = """\
Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed",\
"Last modified (submission)","Online text","Last modified (grade)","Feedback comments"
"Participant 7","Alan T",alan@x.org,"Submitted for grading - ",,20.00,Yes,"Monday, 1 June 2026",=1+1,-,
"Participant 70","=cmd()",eve@x.org,"Submitted for grading - ",5.00,20.00,Yes,-,-,-,
"Participant 9","Zoë _ Z",zoe@x.org,"No submission - ",3.00,10.00,Yes,-,-,-,"- see me"
"""

GRADEBOOK = '''\
Student,ID,SIS User ID,SIS Login ID,Section,Notes,Two Ends (901),Other (902),Final Score,Midterm (2026)
,,,,,,Manual Posting,,,
    Points Possible,,,,,,30.00,5.00,(read only),(read only)
"Tee, Alan",7,s7,alant,A,-x,,1.00,10.00,
"=""=Eve""",70,s70,eve,A,,2.50,EX,,
"Zed, Zoë",9,s9,zoe,B,,4.00,,,
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
        (each, Line(each.key, each.name, each.number, "", "WA", score, *[""] * 5), f"<{score}>")
        for each, score in zip(found, scores, strict=True)
    ])  # fmt: skip


def test_a_moodle_worksheet_is_filled_with_grades_and_feedback(tmp_path: Path) -> None:
    scores = {"Alan T_7": 33.34, "=cmd()_70": 100.0, "x_8": 9.0}
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
            "Alan T_7_assignsubmission_file_/report.txt": b"<33.34>",
            "=cmd()_70_assignsubmission_file_/report.txt": b"<100.0>",
        }


def test_the_best_of_several_submissions_of_a_student_counts(tmp_path: Path) -> None:
    names = {
        "Alan T.py": 10.0,
        "alan@x.org.py": 50.0,
        "ALAN T.c": 20.0,
        "submission_7": 100.0,
        "a_7_7_a.py": 99.0,
    }
    done = filled(tmp_path, WORKSHEET, "moodle", names)
    assert read(done.text)[1][4] == "10.00"
    assert done.unmatched == ("submission", "a"), "their numbers are not from Moodle"


@pytest.mark.parametrize(("column", "at"), [("Two Ends", 6), ("901", 6), ("Other (902)", 7)])
def test_one_column_of_a_canvas_gradebook_is_filled(column: str, at: int, tmp_path: Path) -> None:
    names = {"teealan_LATE_7_55_a.py": 50.0, "submission_9": 60.0, "alant.py": 20.0}
    done = filled(tmp_path, GRADEBOOK, "canvas", names, column)
    before, after = read(GRADEBOOK.encode()), read(done.text)
    assert after[3][at] == {6: "15.00", 7: "2.50"}[at]
    after[3][at] = before[3][at]
    assert after[4][0] == '\'="=Eve"', "Canvas knows the student by the ID"
    after[4][0] = before[4][0]
    assert after == before
    assert (done.graded, done.ungraded, done.unmatched) == (1, 2, ("submission",))


def test_a_byte_order_mark_and_semicolons_are_kept(tmp_path: Path) -> None:
    text = "\ufeff" + GRADEBOOK.replace('"Tee, Alan"', "Tee").replace('"Zed, Zoë"', "Zoë").replace(",", ";")
    done = filled(tmp_path, text.replace("30.00", "30,00"), "canvas", {"eve.py": 33.33}, "901")
    assert done.text.startswith(b"\xef\xbb\xbfStudent;ID;")
    assert read(done.text, ";")[4][6] == "10.00"


@pytest.mark.parametrize(
    ("system", "text", "column", "fault"),
    [
        ("moodle", "Kennung,Bewertung\n", "", "no column Identifier, Grade, "),
        ("moodle", WORKSHEET.replace("20.00", "Scale"), "", "line 2: 'Scale' in Maximum Grade is no"),
        ("moodle", WORKSHEET.replace(",20.00,Yes", ",20.00"), "", "line 2 does not have as many cells"),
        ("moodle", "", "", "has no column Identifier"),
        ("canvas", GRADEBOOK, "", r"2 assignments: choose --column from Two Ends \(901\), Other "),
        ("canvas", GRADEBOOK, "Final Score", "0 assignments called 'Final Score': choose --column"),
        ("canvas", GRADEBOOK.replace("30.00", ""), "901", r"line 3: '' in Two Ends \(901\) is not a number"),
        ("canvas", GRADEBOOK.replace("Points Possible", ""), "", "has no line 'Points Possible'"),
        ("canvas", WORKSHEET, "", "has no column Student, ID or Section"),
    ],
)
def test_a_file_in_another_format_is_refused_with_one_sentence(
    system: System, text: str, column: str, fault: str, tmp_path: Path
) -> None:
    (tmp_path / "grades.csv").write_text(text, "utf-8")
    with pytest.raises(GradeError, match=fault):
        read_gradebook(tmp_path / "grades.csv", system, column)


def test_a_file_that_is_missing_or_not_in_utf_8_is_refused_with_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "grades.csv").write_bytes(WORKSHEET.encode() + b"\xff")
    with pytest.raises(GradeError, match="is not CSV in UTF-8"):
        read_gradebook(tmp_path / "grades.csv", "moodle")
    with pytest.raises(GradeError, match="cannot be read: No such file"):
        read_gradebook(tmp_path / "none.csv", "moodle")
