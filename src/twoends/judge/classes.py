"""Judging a class: every submission of a folder, with reports, a table and a page; goes on after a kill.

Each submission gets a folder of its own with its reports; `report.json` is written last and tells what
it was made of, so that what is done is not done again, and what has changed is.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from html import escape
from pathlib import Path
from threading import Event
from typing import Any

from twoends import __version__
from twoends.judge.alike import alike, windows
from twoends.judge.answers import Judgement, choose, judge_answers, reject
from twoends.judge.containment.commands import CommandError
from twoends.judge.containment.contained import Supervisor, room
from twoends.judge.functions import build_function, of_functions
from twoends.judge.languages import Workshop, build, language_of, require_right
from twoends.judge.reports import json_judgement, several
from twoends.judge.result_files import Visibility, for_student, gradescope_json, junit_xml
from twoends.judge.scores import Scoring
from twoends.judge.submissions import CompileError, Submission, copy, read
from twoends.judge.tasks import Task, Values, printable
from twoends.judge.trials import Trial
from twoends.judge.variants import variant
from twoends.judge.verdicts import Verdict
from twoends.rules.errors import shortened
from twoends.views.files import write_whole

ROWS = 120
"""Rows tried on each submission unless told otherwise: sixty submissions are to take minutes."""

SECONDS_TO_SHRINK = 3.0

MOST_SHOWN = 60
"""Characters of a row, of answers, or of other output in the table: a report has more of them."""


@dataclass(frozen=True)
class Assignment:
    """What a class had to do, and how it is judged.

    function    None for programs, or the name of a function
    sandbox     whether programs run in bubblewrap
    readable    files and folders that programs may read, as packages of the course
    entry       a pattern for the file that is the program; empty: the judge chooses
    full        the points of a program that is right, for Gradescope
    visibility  of groups, for Gradescope
    secret      each submission is judged by its student's variant; of `task` only the limits count
    """

    task: Task
    rows: tuple[Values, ...] = ()
    count: int = ROWS
    seed: int = 0
    scoring: Scoring = field(default_factory=Scoring)
    function: str | None = None
    sandbox: bool = False
    readable: tuple[str, ...] = ()
    entry: str = ""
    full: float = 100.0
    visibility: Mapping[str, Visibility] = field(default_factory=dict)
    secret: str = ""

    def of(self, submission: Submission) -> Assignment:
        """The assignment of one student."""
        if not self.secret:
            return self
        own, given = variant(submission.name, self.secret), self.task
        task = replace(own.task, seconds=given.seconds, memory=given.memory, stack=given.stack)
        return replace(self, task=task, seed=own.seed)

    @property
    def rows_and_scoring(self) -> dict[str, Any]:
        """On which rows it is judged and what they score, as `judge_answers` takes them."""
        return {"rows": self.rows, "count": self.count, "seed": self.seed, "scoring": self.scoring}

    def trials(self) -> list[Trial]:
        """What is tried. Raises TaskError, and ProgramError for a reference that does not work."""
        return choose(self.task, self.rows, self.count, self.seed)

    def supervisor(self) -> Supervisor:
        """What runs one submission, and hides from it what says the right answers."""
        return Supervisor(bubblewrap=self.sandbox, readable=self.readable, hidden=self.task.hidden)


@dataclass(frozen=True, slots=True)
class Line:
    """One submission in the table: whose it is and what became of it, all of it text that may be hostile."""

    key: str
    name: str
    number: str
    late: str
    verdict: str
    score: float
    mistake: str = ""
    smallest_failure: str = ""
    expected: str = ""
    got: str = ""
    note: str = ""
    program: str = ""
    alike: str = ""
    exercise: str = ""


def judge_submission(
    submission: Submission,
    assignment: Assignment,
    supervisor: Supervisor,
    shrink_seconds: float = SECONDS_TO_SHRINK,
    progress: Callable[[int, int], object] | None = None,
) -> Judgement:
    """Find the program or function, compile it where it must be, and judge it; CE where that fails."""
    task = of_functions(assignment.task) if assignment.function else assignment.task
    with room() as here:
        workshop = Workshop(here / "source", here / "made", supervisor, task.memory)
        try:
            workshop.source.mkdir()
            workshop.made.mkdir()
            files = copy(submission, workshop.source)
            supervisor.share(here)
            if assignment.function:
                built = build_function(files, workshop, assignment.function, task, assignment.entry)
            else:
                built = build(files, workshop, assignment.entry)
            supervisor.share(here)
        except (CompileError, CommandError, OSError) as fault:  # a file may be closed to the judge
            return reject([submission.key], task, str(fault), **assignment.rows_and_scoring)
        judged = judge_answers(
            built.command, task, supervisor=supervisor, shrink_seconds=shrink_seconds, progress=progress,
            check=built.check, **assignment.rows_and_scoring,
        )  # fmt: skip
    return replace(judged, command=(submission.key,), program=built.program, guess=built.guess)


def judge_class(
    found: Sequence[Submission],
    assignment: Assignment,
    out: Path,
    jobs: int,
    progress: Callable[[int, int], object],
) -> list[Line]:
    """Judge all submissions, `jobs` at a time, and write all reports; what is done already stays.

    `progress` is called with (submissions done, submissions in all). A submission that an earlier judge had
    started and not finished is not run again: it may be what ended that judge. An interrupt stops the
    programs that run, and what was being judged is judged again. Raises SandboxError.
    """
    out.mkdir(parents=True, exist_ok=True)
    lines: dict[str, Line] = {}
    left: list[tuple[Submission, str]] = []
    for submission in found:
        mark = fingerprint(submission, assignment.of(submission))
        if (kept := _done(out / submission.key, mark)) is not None:
            lines[submission.key] = kept
        else:
            left.append((submission, mark))
    if left:
        with assignment.supervisor() as supervisor:
            require_sandbox([submission for submission, _ in left], assignment, supervisor)
    progress(len(lines), len(found))
    over, begun = Event(), list[Supervisor]()

    def one(submission: Submission, mark: str) -> tuple[str, Line]:
        folder, own = out / submission.key, assignment.of(submission)
        if (started := folder / STARTED).exists() and started.read_text("utf-8") == mark:
            key, why = submission.key, JUDGE_DIED.format(submission.key)
            judgement = reject([key], own.task, why, verdict=Verdict.RE, **own.rows_and_scoring)
        else:
            write_whole(started, mark.encode())
            with own.supervisor() as supervisor:
                begun.append(supervisor)
                if over.is_set():  # since this one left the queue
                    supervisor.interrupt()
                try:
                    judgement = judge_submission(submission, own, supervisor)
                except KeyboardInterrupt:  # the judge has not died of this submission
                    started.unlink()
                    raise
        line = _report(submission, mark, judgement, own, folder)
        started.unlink(missing_ok=True)
        return submission.key, line

    with ThreadPoolExecutor(jobs) as pool:
        try:
            for future in as_completed([pool.submit(one, *each) for each in left]):
                lines.update([future.result()])
                progress(len(lines), len(found))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            over.set()
            for supervisor in begun.copy():
                supervisor.interrupt()
            raise
    likes = _alike(found)
    ordered = [replace(lines[submission.key], alike=likes.get(submission.key, "")) for submission in found]
    # With the mark of UTF-8 in front spreadsheets read names as they are written.
    write_whole(out / "class.csv", table(ordered).encode("utf-8-sig"))
    write_whole(out / "class.html", page(ordered, assignment).encode())
    return ordered


def require_sandbox(found: Sequence[Submission], assignment: Assignment, supervisor: Supervisor) -> None:
    """Run a right program of each language that submissions have. Raises SandboxError."""
    endings = {Path(name).suffix.lower() for submission in found for name in _programs(submission)}
    with room() as here:
        require_right(endings, here, supervisor, assignment.task.memory)


def _programs(submission: Submission) -> dict[str, str]:
    """The texts of its files in languages that we know; none where it cannot be read, as its verdict says."""
    with room() as here, suppress(OSError, CompileError):
        files = [file for file in copy(submission, here) if language_of(file)]
        return {file.name: file.read_text("utf-8", "replace") for file in files}
    return {}


def _alike(found: Sequence[Submission]) -> dict[str, str]:
    """Of each submission that is alike to others after renaming, by its key, which and how much."""
    names = {each.key: _readable(each.name) for each in found}
    said: dict[str, list[str]] = {}
    for one, other, share in alike({each.key: windows(_programs(each)) for each in found}):
        for key, name in ((one, names[other]), (other, names[one])):
            said.setdefault(key, []).append(f"{name} ({100 * share:.0f} %)")
    return {key: ", ".join(others) for key, others in said.items()}


STARTED = "started"
"""The file in the folder of a submission that says that it is being judged."""


JUDGE_DIED = (
    "the judge died while it ran this submission: delete the folder of its reports, {}, to run it again"
)
"""Nobody knows on which row."""


def fingerprint(submission: Submission, assignment: Assignment) -> str:
    """What a judgement depends on, as a few letters."""
    digest = hashlib.sha256(f"{__version__} {assignment!r}".encode())
    for file, _ in submission.files:
        with suppress(OSError, CompileError):  # that it cannot be read will be its verdict
            content = os.fsencode(os.readlink(file)) if file.is_symlink() else read(file)
            digest.update(f"{file}\0{len(content)}\0".encode(errors="surrogateescape") + content)
    return digest.hexdigest()[:32]


def _done(folder: Path, mark: str) -> Line | None:
    """The line of a submission that was judged before in the same way."""
    try:
        kept = json.loads((folder / "report.json").read_text("utf-8"))
        return Line(**kept["line"]) if kept["fingerprint"] == mark else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _report(
    submission: Submission, mark: str, judgement: Judgement, assignment: Assignment, folder: Path
) -> Line:
    line = _line(submission, judgement)
    if assignment.secret:
        line = replace(line, exercise=assignment.task.phrase)
    gradescope = gradescope_json(judgement, assignment.full, assignment.visibility)
    write_whole(folder / "report.txt", f"{for_student(judgement, assignment.visibility)}\n".encode())
    write_whole(folder / "results.json", gradescope.encode())
    write_whole(folder / "junit.xml", junit_xml(judgement).encode())
    told = {"fingerprint": mark, "line": asdict(line), **json_judgement(judgement)}
    write_whole(folder / "report.json", f"{json.dumps(told, ensure_ascii=False)}\n".encode())
    return line


def _line(submission: Submission, judgement: Judgement) -> Line:
    failure = judgement.shrunk
    first = next((each for each in judgement.outcomes if each.verdict is not Verdict.AC), None)
    shown = {} if failure is None else {
        "smallest_failure": _side_by_side([" ".join(map(str, row)) for row in failure.trial.rows]),
        "expected": _side_by_side(failure.expected),
        "got": _side_by_side(failure.got or ()) or shortened(printable(failure.output.strip()), MOST_SHOWN),
    }  # fmt: skip
    return Line(
        key=_readable(submission.key),
        name=_readable(submission.name),
        number=submission.number,
        late="late" if submission.late else "",
        verdict=judgement.verdict.name,
        score=judgement.score.points()[0],
        mistake="; ".join(mistake.name for mistake in judgement.mistakes),
        note=outcome.note if (outcome := failure or first) else "",
        program=f"{judgement.program}: a guess, {judgement.guess}" if judgement.guess else judgement.program,
        **shown,
    )


def _readable(name: str) -> str:
    return printable(name.encode(errors="replace").decode())


def _side_by_side(texts: Sequence[str]) -> str:
    """Rows or answers beside each other; of long ones the beginning, and how many values there are."""
    whole = " | ".join(texts)
    if len(whole) <= MOST_SHOWN:
        return whole
    begin = whole[:MOST_SHOWN].rpartition(" ")[0].rstrip(" |") or whole[:MOST_SHOWN]
    return f"{begin} … ({several(sum(len(text.split()) for text in texts), 'value')})"


# --- the table and the page --------------------------------------------------------------------

_FIELDS = ("name", "number", "late", "verdict", "score", "mistake", "smallest_failure", "expected", "got",
           "note", "program", "alike", "exercise", "key")  # fmt: skip


def table(lines: Sequence[Line]) -> str:
    """All submissions as CSV, with no cell that a spreadsheet takes for a formula."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(field.replace("_", " ") for field in _FIELDS)
    writer.writerows([escape_formula(getattr(line, field)) for field in _FIELDS] for line in lines)
    return out.getvalue()


def escape_formula(value: object) -> object:
    """A number as it is; text with an apostrophe before what a spreadsheet would compute."""
    said = str(value)
    return (
        f"'{said}" if isinstance(value, str) and said.startswith(("=", "+", "-", "@", "\t", "\r")) else value
    )


_STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;
color:#1a1a1a;background:#fff}table{border-collapse:collapse;margin:1rem 0}th,td{text-align:left;
padding:.25rem .75rem;border-bottom:1px solid #ccc;vertical-align:top}td.n{text-align:right}
code{font-size:.95em;overflow-wrap:anywhere}@media(prefers-color-scheme:dark){
body{color:#eee;background:#181818}a{color:#8bf}}"""


def page(lines: Sequence[Line], assignment: Assignment) -> str:
    """The class on one page: which mistakes, how many, the smallest row of each; then every submission."""
    accepted = sum(line.verdict == "AC" for line in lines)
    mean = sum(line.score for line in lines) / len(lines) if lines else 0
    task, seed = assignment.task, f"; seed {assignment.seed}"
    title, asked = task.name, f"{task.source}: {task.phrase}"
    if assignment.secret:
        title, asked, seed = "Variants", "Each student has their own exercise", ""
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{escape(title)}: the class</title><style>{_STYLE}</style>",
        f"<h1>{escape(title)}</h1><p>{escape(asked)}.</p>",
        f"<p>{len(lines)} submissions, {accepted} accepted; mean score {mean:.2f} of 100{seed}.</p>",
        "<h2>Mistakes</h2><table><tr><th>how many<th>mistake<th>verdict",
        "<th>the smallest row<th>expected<th>got",
    ]
    for same in by_mistake(lines):
        one = same[0]
        parts.append(
            f'<tr><td class="n">{len(same)}<td>{escape(one.mistake or "not recognised")}<td>{one.verdict}'
            f"{_compared(one)}"
        )
    parts.append("</table><h2>Submissions</h2><table>")
    parts.append(
        "<tr><th>name<th>verdict<th>score<th>mistake<th>the smallest row<th>expected<th>got<th>note<th>alike"
    )
    parts += [
        f"<tr><td>{escape(line.name)} {escape(line.number)} {line.late}<td>{line.verdict}"
        f'<td class="n">{line.score:.2f}<td>{escape(line.mistake)}{_compared(line)}'
        f"<td>{escape(line.note)}<td>{escape(line.alike)}"
        for line in lines
    ]
    return "\n".join([*parts, "</table></html>\n"])


def _compared(line: Line) -> str:
    """The smallest row, the right answer, and the student's own, as cells."""
    cells = (line.smallest_failure, line.expected, line.got)
    return "".join(f"<td><code>{escape(each)}</code>" for each in cells)


def by_mistake(lines: Sequence[Line]) -> list[list[Line]]:
    """The submissions that were not accepted, those with the same mistake together, the most common first.

    A mistake that is not recognised is told by its smallest row. In each group the shortest row comes first.
    """
    groups: dict[tuple[str, str], list[Line]] = {}
    for line in sorted(lines, key=lambda line: (not line.smallest_failure, len(line.smallest_failure))):
        if line.verdict != "AC":
            groups.setdefault((line.mistake or line.smallest_failure, line.verdict), []).append(line)
    return sorted(groups.values(), key=len, reverse=True)
