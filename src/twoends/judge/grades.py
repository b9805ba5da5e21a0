"""Grades: the file of grades that Moodle or Canvas exports, filled so that it imports as it is.

Moodle's is the grading worksheet of an assignment: `Identifier`, `Full name`, ..., `Grade`, `Maximum Grade`,
..., `Last modified (grade)`, and behind that the feedback. Canvas's is the gradebook: `Student`, `ID`,
`SIS User ID`, `SIS Login ID`, `Section`, then a column `Name (12345)` for each assignment, and in a line
`Points Possible`. Columns and lines stay as they are; who submitted nothing keeps what they have.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal

from twoends.judge.classes import Line, escape_formula
from twoends.judge.submissions import Submission
from twoends.rules.errors import TwoEndsError, one_of

System = Literal["moodle", "canvas"]
Lines = tuple[tuple[str, ...], ...]

READ = ("Identifier", "Grade", "Last modified (grade)")
"""What Moodle reads of a worksheet, with the feedback behind it; all else is for people."""

FEEDBACK = "Feedback comments"
"""Where Moodle keeps feedback as HTML; missing if the assignment has none."""

_ASSIGNMENT = re.compile(r"(.*) \((\d+)\)")


class GradeError(TwoEndsError):
    """A file of grades that is not as Moodle or Canvas exports it."""


@dataclass(frozen=True)
class Gradebook:
    """A file of grades, read and understood.

    system     whose it is
    lines      all of its cells; the columns are named in the first line
    grade      the column that is to be filled
    students   the places of the lines of students
    most       the most points, by the same places
    bom, cut   whether it begins with the mark of UTF-8, and what stands between its cells
    """

    system: System
    lines: Lines
    grade: int
    students: Sequence[int]
    most: dict[int, float]
    bom: bool
    cut: str

    def line_of(self, submission: Submission) -> int | None:
        """The line of who submitted: by the number in an export's name, else by a name that one alone has."""
        head = self.lines[0]
        exported = ("_assignsubmission_" in submission.paths[0].name) == (self.system == "moodle")
        of_gradescope = submission.key.startswith("submission_")  # whose numbers are its own
        if submission.number and exported and not of_gradescope:
            names: tuple[str, ...] = ("Identifier", "ID")
            wanted = submission.number
        else:
            names = ("Full name", "Email address", "Student", "SIS User ID", "SIS Login ID")
            wanted = submission.name.casefold()
        columns = [at for at, name in enumerate(head) if name in names]
        found = [
            at
            for at in self.students
            if wanted
            in [self.lines[at][column].removeprefix("Participant ").casefold() for column in columns]
        ]
        return found[0] if len(found) == 1 else None


def read_gradebook(path: Path, system: System, column: str = "") -> Gradebook:
    """Read what Moodle or Canvas has exported; `column` names the assignment in Canvas. Raises GradeError."""
    try:
        text = path.read_bytes().decode()
        bom, text = text.startswith("\ufeff"), text.removeprefix("\ufeff")
        cut = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
        lines = tuple(map(tuple, csv.reader(io.StringIO(text, newline=""), delimiter=cut, strict=True)))
    except OSError as fault:
        raise GradeError(f"{path} cannot be read: {fault.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as fault:
        raise GradeError(f"{path} is not CSV in UTF-8 ({fault}): export it again") from None
    lines = tuple(line for line in lines if any(line))
    if uneven := next((at for at, line in enumerate(lines, 1) if len(line) != len(lines[0])), 0):
        raise GradeError(f"{path}, line {uneven} does not have as many cells as the first: export it again")
    grade, students, most = (_worksheet if system == "moodle" else _canvas)(path, lines, column)
    return Gradebook(system, lines, grade, students, most, bom, cut)


def _worksheet(path: Path, lines: Lines, column: str) -> tuple[int, Sequence[int], dict[int, float]]:
    head = lines[0] if lines else ()
    if lack := [name for name in (*READ, "Maximum Grade") if name not in head]:
        raise GradeError(
            f"{path} has no column {one_of(lack)}: download the assignment's grading worksheet in English, "
            "with grades in points"
        )
    students, at_most = range(1, len(lines)), head.index("Maximum Grade")
    most = {at: _points(lines[at][at_most], path, at, "Maximum Grade") for at in students}
    return head.index("Grade"), students, most


def _canvas(path: Path, lines: Lines, column: str) -> tuple[int, Sequence[int], dict[int, float]]:
    head = lines[0] if lines else ()
    lack = [name for name in ("Student", "ID", "Section") if name not in head]
    possible = next((at for at, line in enumerate(lines) if "Points Possible" in line[0]), None)
    if lack or possible is None:
        what = f"column {one_of(lack)}" if lack else "line 'Points Possible'"
        raise GradeError(f"{path} has no {what}: export the gradebook of the course again")
    named = {
        at: (name, *match.groups())
        for at, name in enumerate(head)
        if (match := _ASSIGNMENT.fullmatch(name)) and "read only" not in lines[possible][at]
    }
    chosen = [at for at, names in named.items() if column in names or (not column and len(named) == 1)]
    if len(chosen) != 1:
        known = ", ".join(head[at] for at in named) or "none at all"
        what = f"not one assignment '{column}'" if column else "not just one assignment"
        raise GradeError(f"{path} has {what}: choose by --column, of {known}")
    most = _points(lines[possible][chosen[0]], path, possible, head[chosen[0]])
    students = range(possible + 1, len(lines))
    return chosen[0], students, dict.fromkeys(students, most)


def _points(cell: str, path: Path, at: int, column: str) -> float:
    if not re.fullmatch(r"\d{1,9}([.,]\d{1,9})?", cell):
        raise GradeError(f"{path}, line {at + 1}: '{cell[:20]}' in {column} is not a number of points")
    return float(cell.replace(",", "."))


@dataclass(frozen=True, slots=True)
class GradedBook:
    """A file of grades with its grades.

    text      what to import
    files     a zip of feedback files, in folders by whose names Moodle knows whom they are for
    graded    how many students have a grade now
    without   how many submitted nothing; they keep what they have
    unknown   whose submissions belong to no line, or not to one alone
    """

    text: bytes
    files: bytes
    graded: int
    without: int
    unknown: tuple[str, ...]


def fill(book: Gradebook, judged: Sequence[tuple[Submission, Line, str]]) -> GradedBook:
    """Give each submission's grade, and in Moodle its feedback, to its student; of several the best counts.

    Each is a submission, its line, and its feedback. Names and what else students may have written begin with
    an apostrophe where a spreadsheet would compute them, unless the import reads that cell.
    """
    head = book.lines[0]
    best: dict[int, tuple[Submission, Line, str]] = {}
    unknown = []
    for each in judged:
        at = book.line_of(each[0])
        if at is None:
            unknown.append(each[1].name)
        elif at not in best or each[1].score > best[at][1].score:
            best[at] = each
    lines = [list(line) for line in book.lines]
    written = head.index("Last modified (grade)") if book.system == "moodle" else 1
    for at in book.students:
        for column in range(written):
            if head[column] not in READ and lines[at][column] != "-":  # Moodle's word for nothing
                lines[at][column] = str(escape_formula(lines[at][column]))
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for at, (submission, line, feedback) in sorted(best.items()):
            lines[at][book.grade] = f"{line.score * book.most[at] / 100:.2f}"
            if FEEDBACK in head:
                lines[at][head.index(FEEDBACK)] = f"<pre>{escape(feedback.strip(), quote=False)}</pre>"
            if submission.number:
                folder = f"{line.name.replace('_', ' ')}_{submission.number}_assignsubmission_file_"
                archive.writestr(f"{folder}/report.txt", feedback)
    out = io.StringIO()
    csv.writer(out, delimiter=book.cut).writerows(lines)
    text = out.getvalue().encode("utf-8-sig" if book.bom else "utf-8")
    return GradedBook(text, content.getvalue(), len(best), len(book.students) - len(best), tuple(unknown))
