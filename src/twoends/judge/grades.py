"""Grades: fill in the file of grades that Moodle or Canvas exports, ready to be imported again.

Moodle's file is the grading worksheet of an assignment: `Identifier`, `Full name`, ..., `Grade`,
`Maximum Grade`, ..., `Last modified (grade)`, then the feedback. Canvas's is the gradebook: `Student`, `ID`,
`SIS User ID`, `SIS Login ID`, `Section`, then a column `Name (12345)` for each assignment, and a line
`Points Possible`. Columns and lines stay in place; students without a submission keep their grades.
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
"""The columns that Moodle imports, besides the feedback; the others are for people."""

FEEDBACK = "Feedback comments"
"""Moodle's column for feedback as HTML; missing if the assignment has none."""


@dataclass(frozen=True)
class Gradebook:
    """The parsed file of grades.

    system      the system that exported it
    lines       all of its cells; the first line names the columns
    grade       the index of the column to fill in
    max_points  the maximum of points, by the index of each student's line
    bom         whether it begins with a byte order mark
    delimiter   the character between its cells
    """

    system: System
    lines: Lines
    grade: int
    max_points: dict[int, float]
    bom: bool
    delimiter: str

    def line_of(self, submission: Submission) -> int | None:
        """The author's line, found by the export's number or else by a unique name; None if not found."""
        same_system = ("_assignsubmission_" in submission.paths[0].name) == (self.system == "moodle")
        from_gradescope = submission.key.startswith("submission_")  # its numbers are not those of students
        names: tuple[str, ...] = ("Full name", "Email address", "Student", "SIS User ID", "SIS Login ID")
        value = submission.name.casefold()
        if submission.number and same_system and not from_gradescope:
            names, value = ("Identifier", "ID"), submission.number
        columns = [at for at, name in enumerate(self.lines[0]) if name in names]

        def matches(line: Sequence[str]) -> bool:
            return any(line[column].removeprefix("Participant ").casefold() == value for column in columns)

        found = [at for at in self.max_points if matches(self.lines[at])]
        return found[0] if len(found) == 1 else None


def read_gradebook(path: Path, system: System, column: str = "") -> Gradebook:
    """Read an export of Moodle or Canvas; `column` names the assignment in Canvas. Raises TwoEndsError."""
    try:
        text = path.read_bytes().decode()
        bom, text = text.startswith("\ufeff"), text.removeprefix("\ufeff").lstrip("\r\n")
        delimiter = max(",;", key=text.partition("\n")[0].count)
        cells = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        lines = tuple(map(tuple, cells)) or (("",),)
    except OSError as fault:
        raise TwoEndsError(f"{path} cannot be read: {fault.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as fault:
        raise TwoEndsError(f"{path} is not CSV in UTF-8 ({fault}): export it again") from None
    if uneven := next((at for at, line in enumerate(lines, 1) if line and len(line) != len(lines[0])), 0):
        raise TwoEndsError(
            f"{path}, line {uneven} does not have as many cells as the first line: export it again"
        )
    grade, max_points = (
        _moodle_columns(path, lines) if system == "moodle" else _canvas_columns(path, lines, column)
    )
    return Gradebook(system, lines, grade, max_points, bom, delimiter)


def _moodle_columns(path: Path, lines: Lines) -> tuple[int, dict[int, float]]:
    """The grade's column, and the maximum of points by student's line."""
    head = lines[0]
    if missing := [name for name in (*READ, "Maximum Grade") if name not in head]:
        raise TwoEndsError(
            f"{path} has no column {one_of(missing)}: "
            "download the assignment's grading worksheet in English, with grades in points"
        )
    maximum = head.index("Maximum Grade")
    max_points = {
        at: _points(line[maximum], path, at, "Maximum Grade")
        for at, line in enumerate(lines)
        if at and any(line)
    }
    return head.index("Grade"), max_points


def _canvas_columns(path: Path, lines: Lines, column: str) -> tuple[int, dict[int, float]]:
    """The grade's column, and the maximum of points by student's line."""
    head = lines[0]
    missing = [name for name in ("Student", "ID", "Section") if name not in head]
    possible = next((at for at, line in enumerate(lines) if "Points Possible" in "".join(line[:1])), None)
    if missing or possible is None:
        part = f"column {one_of(missing)}" if missing else "line 'Points Possible'"
        raise TwoEndsError(f"{path} has no {part}: export the gradebook of the course again")
    assignments = {
        at: (name, *match.groups())
        for at, name in enumerate(head)
        if (match := re.fullmatch(r"(.*) \((\d+)\)", name)) and "read only" not in lines[possible][at]
    }
    chosen = [at for at, names in assignments.items() if not column or column in names]
    if len(chosen) != 1:
        known = ", ".join(head[at] for at in assignments) or "none"
        called = f" called '{column}'" * bool(column)
        raise TwoEndsError(f"{path} has {len(chosen)} assignments{called}: choose --column from {known}")
    max_points = _points(lines[possible][chosen[0]], path, possible, head[chosen[0]])
    return chosen[0], {at: max_points for at, line in enumerate(lines) if at > possible and any(line)}


def _points(cell: str, path: Path, at: int, column: str) -> float:
    if not re.fullmatch(r"\d{1,9}([.,]\d{1,9})?", cell):
        raise TwoEndsError(f"{path}, line {at + 1}: '{cell[:20]}' in {column} is not a number of points")
    return float(cell.replace(",", "."))


@dataclass(frozen=True, slots=True)
class GradedBook:
    """The filled-in file of grades.

    text       the file to import
    feedback   a zip of feedback files, in folders with the names that Moodle expects
    graded     the number of students with a submission
    ungraded   the number of students without one, who keep their grades
    unmatched  the authors who match no line, or several
    """

    text: bytes
    feedback: bytes
    graded: int
    ungraded: int
    unmatched: tuple[str, ...]


def fill(book: Gradebook, judged: Sequence[tuple[Submission, Line, str]]) -> GradedBook:
    """Enter each student's best score, and in Moodle its feedback.

    `judged` holds each submission with its line and its feedback. Cells that students may have written are
    escaped where a spreadsheet would take them for formulas, unless the import reads them.
    """
    head, lines = book.lines[0], [list(line) for line in book.lines]
    best: dict[int, tuple[Submission, Line, str]] = {}
    unmatched = []
    for each in judged:
        at = book.line_of(each[0])
        if at is None:
            unmatched.append(each[1].name)
        elif at not in best or each[1].score > best[at][1].score:
            best[at] = each
    own_columns = head.index("Last modified (grade)") if book.system == "moodle" else 1
    for at in book.max_points:
        for column in range(own_columns):
            if head[column] not in READ and lines[at][column] != "-":  # Moodle's sign for an empty cell
                lines[at][column] = str(escape_formula(lines[at][column]))
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for at, (submission, line, feedback) in sorted(best.items()):
            lines[at][book.grade] = f"{line.score * book.max_points[at] / 100:.2f}"
            if FEEDBACK in head:
                lines[at][head.index(FEEDBACK)] = f"<pre>{escape(feedback.strip(), quote=False)}</pre>"
            if submission.number:
                folder = f"{line.name.replace('_', ' ')}_{submission.number}_assignsubmission_file_"
                archive.writestr(f"{folder}/report.txt", feedback)
    out = io.StringIO()
    csv.writer(out, delimiter=book.delimiter).writerows(filter(any, lines))
    text = out.getvalue().encode("utf-8-sig" if book.bom else "utf-8")
    return GradedBook(text, content.getvalue(), len(best), len(book.max_points) - len(best), tuple(unmatched))
