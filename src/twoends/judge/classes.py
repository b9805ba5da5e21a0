"""Judge every submission of a class and write reports, a table and a page; resumes after a kill.

Each submission has a folder of its own in `reports`, apart from the files about the class, because students
choose its name. Its `report.json` holds a fingerprint of its inputs, alone while the submission is judged, so
that another run judges only what is unfinished or has changed.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from html import escape
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

from twoends import __version__
from twoends.judge.answers import Judgement, choose, judge_answers, reject
from twoends.judge.bounds import several
from twoends.judge.building import BuildContext
from twoends.judge.functions import build_function, files_of_function, function_task
from twoends.judge.gradescope import Visibility, for_student, gradescope_json
from twoends.judge.languages import build, language_of, require_samples_run
from twoends.judge.reports import json_judgement
from twoends.judge.submissions import CompileError, Submission, copy, read
from twoends.judge.tasks import Task
from twoends.judge.trials import Trial, bundled_for
from twoends.programs.client import CommandError, Supervisor, temporary_folder
from twoends.programs.verdicts import Verdict
from twoends.rules.errors import TwoEndsError, printable, shortened
from twoends.views.files import write_whole

ROWS = 120
"""Default number of rows for each submission: sixty submissions should take minutes."""

SECONDS_TO_SHRINK = 3.0

REPORTS = "reports"
"""The folder of the reports on submissions, in the folder of a class."""

MAX_SHOWN = 60
"""Characters of a row, of answers, or of other output in the table; reports show more."""


@dataclass(frozen=True)
class Assignment:
    """The task of a class, and how to judge it.

    readable    files and folders that programs may read, such as the course's packages
    entry       a pattern for the main file; empty to let the judge choose
    full        Gradescope: the points of a correct program
    visibility  Gradescope: when each group is shown
    planned     the trials, once they are chosen: rows and answers are worked out once for all submissions
    """

    task: Task
    count: int = ROWS
    seed: int = 0
    readable: tuple[str, ...] = ()
    entry: str = ""
    full: float = 100.0
    visibility: Mapping[str, Visibility] = field(default_factory=dict)
    planned: tuple[Trial, ...] = field(default=(), repr=False)

    @property
    def rows(self) -> dict[str, Any]:
        """The rows to try, as keyword arguments of `judge_answers`."""
        return {"count": self.count, "seed": self.seed, "planned": self.planned}

    def prepared(self, progress: Callable[[int, int], object] | None = None) -> Assignment:
        """This assignment with its rows and their answers. Raises TaskError."""
        if self.planned:
            return self
        return replace(self, planned=tuple(choose(self.task, (), self.count, self.seed, progress)))

    def as_functions(self) -> Assignment:
        """This assignment for functions, with the same rows."""
        task = function_task(self.task)
        return replace(self, task=task, planned=tuple(bundled_for(task, self.planned)))

    def supervisor(self) -> Supervisor:
        """A supervisor for one submission."""
        return Supervisor(readable=self.readable)


@dataclass(frozen=True, slots=True)
class Line:
    """One submission's line in the table. Any of its text may be hostile."""

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


def judge_submission(submission: Submission, assignment: Assignment, supervisor: Supervisor) -> Judgement:
    """Find the program or function, compile it if necessary, and judge it; CE if it cannot be built.

    A submission that defines the function of the task, and reads no input, is judged as a function.
    """
    with temporary_folder() as folder:
        context = BuildContext(folder / "source", folder / "made", supervisor, assignment.task.memory)
        try:
            context.source.mkdir()
            context.output.mkdir()
            files = copy(submission, context.source)
            supervisor.share(folder)
            if defining := files_of_function(
                files, context.source, assignment.task.function, assignment.entry
            ):
                assignment = assignment.as_functions()
                built = build_function(defining, context, assignment.task)
            else:
                built = build(files, context, assignment.entry)
            supervisor.share(folder)
        except (CompileError, CommandError, OSError) as fault:  # a file may be unreadable
            return reject([submission.author], assignment.task, str(fault), **assignment.rows)
        judgement = judge_answers(
            built.command, assignment.task, supervisor=supervisor, shrink_seconds=SECONDS_TO_SHRINK,
            source=built.source, check=built.check, **assignment.rows,
        )  # fmt: skip
    return replace(judgement, command=(submission.author,), program=built.program, guess=built.guess)


def judge_class(
    submissions: Sequence[Submission],
    assignment: Assignment,
    out: Path,
    jobs: int,
    progress: Callable[[int, int], object],
    prepared: Callable[[Assignment], Assignment] = Assignment.prepared,
) -> list[Line]:
    """Judge all submissions, `jobs` at a time, and write all reports; finished submissions are skipped.

    `progress` is called with (submissions done, submissions in all), and `prepared` works out the rows if any
    submission is to be judged. A submission that an earlier judge started and did not finish is rejected,
    because it may have killed that judge. An interrupt stops the running programs; those submissions are
    judged again next time. Raises TwoEndsError.
    """
    _require_own_folder(out, assignment.task.name)
    lines: dict[str, Line] = {}
    pending: list[tuple[Submission, str, bool]] = []
    for submission in submissions:
        mark = fingerprint(submission, assignment)
        judged, line = _read_kept_report(out / REPORTS / submission.key)
        if judged == mark and line is not None:
            lines[submission.key] = line
        else:
            pending.append((submission, mark, judged == mark))
    if pending:
        with assignment.supervisor() as supervisor:
            require_sandbox([submission for submission, *_ in pending], assignment, supervisor)
        assignment = prepared(assignment)
    progress(len(lines), len(submissions))
    interrupted, supervisors = Event(), list[Supervisor]()
    done = SimpleQueue[Future[tuple[str, Line]]]()

    def judge(submission: Submission, mark: str, died: bool) -> tuple[str, Line]:
        folder = out / REPORTS / submission.key
        if died:
            why = "the judge died while it ran this submission: delete the folder of its reports, "
            why += f"{REPORTS}/{submission.key}, to run it again"
            judgement = reject(
                [submission.author], assignment.task, why, verdict=Verdict.RE, **assignment.rows
            )
        else:
            write_whole(folder / "report.json", json.dumps({"fingerprint": mark}).encode())
            with assignment.supervisor() as supervisor:
                supervisors.append(supervisor)
                if interrupted.is_set():  # after this submission left the queue
                    supervisor.interrupt()
                try:
                    judgement = judge_submission(submission, assignment, supervisor)
                except KeyboardInterrupt:  # this submission did not kill the judge
                    (folder / "report.json").unlink()
                    raise
                except Exception as fault:  # one submission must not stop a class
                    why = f"the judge failed, and not the program: {type(fault).__name__}: {fault}"
                    judgement = reject([submission.author], assignment.task, why, **assignment.rows)
        return submission.key, _report(submission, mark, judgement, assignment, folder)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            for each in pending:
                pool.submit(judge, *each).add_done_callback(done.put)
            while len(lines) < len(submissions):
                # An interrupt just before a wait is handled only after it: wait for a second at a time.
                # In concurrent.futures.wait it could leave futures locked, and their threads would never end.
                with suppress(Empty):
                    lines.update([done.get(timeout=1).result()])
                    progress(len(lines), len(submissions))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            interrupted.set()
            for supervisor in supervisors.copy():
                supervisor.interrupt()
            raise
    ordered = [lines[each.key] for each in submissions]
    # Spreadsheets need the byte order mark to read the file as UTF-8.
    write_whole(out / "class.csv", table(ordered).encode("utf-8-sig"))
    write_whole(out / "class.html", page(ordered, assignment).encode())
    return ordered


def require_sandbox(
    submissions: Sequence[Submission], assignment: Assignment, supervisor: Supervisor
) -> None:
    """Run a correct program in each language that is submitted. Raises TwoEndsError."""
    endings = {ending for each in submissions for ending in _endings(each)}
    with temporary_folder() as folder:
        require_samples_run(endings, folder, supervisor, assignment.task.memory)


def _endings(submission: Submission) -> set[str]:
    """The endings of its files in known languages; empty if the submission cannot be read."""
    with temporary_folder() as folder, suppress(OSError, CompileError):
        return {file.suffix.lower() for file in copy(submission, folder) if language_of(file)}
    return set()


def fingerprint(submission: Submission, assignment: Assignment) -> str:
    """32 hexadecimal digits of everything that a judgement depends on."""
    digest = hashlib.sha256(f"{__version__} {assignment!r}".encode())
    for file, _ in submission.files:
        with suppress(OSError, CompileError):  # an unreadable file gets its verdict later
            content = os.fsencode(os.readlink(file)) if file.is_symlink() else read(file)
            runs = os.access(file, os.X_OK)
            digest.update(f"{file}\0{runs}\0{len(content)}\0".encode(errors="surrogateescape") + content)
    return digest.hexdigest()[:32]


def _read_kept_report(folder: Path) -> tuple[str, Line | None]:
    """The fingerprint of what was judged here, and its line if the judge lived to write it."""
    try:
        kept = json.loads((folder / "report.json").read_text("utf-8"))
        return kept["fingerprint"], Line(**kept["line"]) if "line" in kept else None
    except (OSError, ValueError, KeyError, TypeError):
        return "", None


def _require_own_folder(out: Path, name: str) -> None:
    """Raise TwoEndsError if the folder holds a report of a task of another name, which would be replaced."""
    found = set[str]()
    for path in out.glob(f"{REPORTS}/*/report.json"):
        with suppress(OSError, ValueError, KeyError, TypeError):
            found.add(json.loads(path.read_text("utf-8"))["task"]["name"])
    if others := ", ".join(map(printable, sorted(found - {name}))):
        raise TwoEndsError(f"{out} holds reports of {others}: choose another folder with --out")


def _report(
    submission: Submission, mark: str, judgement: Judgement, assignment: Assignment, folder: Path
) -> Line:
    line = _line(submission, judgement)
    gradescope = gradescope_json(judgement, assignment.full, assignment.visibility)
    write_whole(folder / "report.txt", f"{for_student(judgement, assignment.visibility)}\n".encode())
    write_whole(folder / "results.json", gradescope.encode())
    report = {"fingerprint": mark, "line": asdict(line), **json_judgement(judgement)}
    write_whole(folder / "report.json", f"{json.dumps(report, ensure_ascii=False)}\n".encode())
    return line


def _line(submission: Submission, judgement: Judgement) -> Line:
    failure = judgement.shrunk
    first = next((each for each in judgement.outcomes if each.verdict is not Verdict.AC), None)
    failure_cells = {} if failure is None else {
        "smallest_failure": _join_shortened([" ".join(map(str, row)) for row in failure.trial.rows]),
        "expected": _join_shortened(failure.expected),
        "got": _join_shortened(failure.got or ()) or shortened(printable(failure.output.strip()), MAX_SHOWN),
    }  # fmt: skip
    return Line(
        key=_readable(submission.key),
        name=_readable(submission.name),
        number=submission.number,
        late="late" if submission.late else "",
        verdict=judgement.verdict.name,
        score=judgement.score.points()[0],
        mistake="; ".join(
            f"{mistake.explains}: {mistake.name}" if mistake.explains else mistake.name
            for mistake in judgement.mistakes
        ),
        note=outcome.note if (outcome := failure or first) else "",
        program=f"{judgement.program}, a guess: {judgement.guess}" if judgement.guess else judgement.program,
        **failure_cells,
    )


def _readable(name: str) -> str:
    return printable(name.encode(errors="replace").decode())


def _join_shortened(texts: Sequence[str]) -> str:
    """Join rows or answers; shorten a long text to its beginning and the number of values."""
    joined = " | ".join(texts)
    if len(joined) <= MAX_SHOWN:
        return joined
    start = joined[:MAX_SHOWN].rpartition(" ")[0].rstrip(" |") or joined[:MAX_SHOWN]
    return f"{start} … ({several(sum(len(text.split()) for text in texts), 'value')})"


# --- the table and the page --------------------------------------------------------------------


def table(lines: Sequence[Line]) -> str:
    """The class as CSV, with cells escaped that a spreadsheet would take for formulas."""
    out = io.StringIO()
    writer = csv.writer(out)
    key, *others = [field.name for field in fields(Line)]
    columns = [*others, key]
    writer.writerow(column.replace("_", " ") for column in columns)
    writer.writerows([escape_formula(getattr(line, column)) for column in columns] for line in lines)
    return out.getvalue()


def escape_formula(value: object) -> object:
    """Prefix text that a spreadsheet would take for a formula with an apostrophe."""
    is_formula = isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{value}" if is_formula else value


_STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;
color:#1a1a1a;background:#fff}table{border-collapse:collapse;margin:1rem 0}th,td{text-align:left;
padding:.25rem .75rem;border-bottom:1px solid #ccc;vertical-align:top}td.n{text-align:right}
code{font-size:.95em;overflow-wrap:anywhere}@media(prefers-color-scheme:dark){
body{color:#eee;background:#181818}a{color:#8bf}}"""


def page(lines: Sequence[Line], assignment: Assignment) -> str:
    """The class as HTML: each mistake with its count and smallest row, then every submission."""
    accepted = sum(line.verdict == "AC" for line in lines)
    mean = sum(line.score for line in lines) / len(lines) if lines else 0
    task = assignment.task
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{escape(task.name)}: the class</title><style>{_STYLE}</style>",
        f"<h1>{escape(task.name)}</h1><p>{escape(f'{task.source}: {task.phrase}')}.</p>",
        f"<p>{accepted} of {len(lines)} submissions accepted; mean score {mean:.2f} of 100; "
        f"seed {assignment.seed}.</p>",
        "<h2>Mistakes</h2><table><tr><th>how many<th>mistake<th>verdict",
        "<th>the smallest row<th>expected<th>got",
        *(
            f'<tr><td class="n">{len(group)}<td>{escape(cause(group))}'
            f"<td>{group[0].verdict}{_failure_cells(group[0])}"
            for group in by_mistake(lines)
        ),
        "</table><h2>Submissions</h2><table>",
        "<tr><th>name<th>verdict<th>score<th>mistake<th>the smallest row<th>expected<th>got<th>note",
        *(
            f"<tr><td>{escape(line.name)} {escape(line.number)} {line.late}<td>{line.verdict}"
            f'<td class="n">{line.score:.2f}<td>{escape(line.mistake)}{_failure_cells(line)}'
            f"<td>{escape(line.note)}"
            for line in lines
        ),
        "</table></html>\n",
    ]
    return "\n".join(parts)


def _failure_cells(line: Line) -> str:
    cells = (line.smallest_failure, line.expected, line.got)
    return "".join(f"<td><code>{escape(each)}</code>" for each in cells)


def by_mistake(lines: Sequence[Line]) -> list[list[Line]]:
    """Group the rejected submissions by mistake, the most common first.

    Unrecognised mistakes are grouped by their smallest row, and submissions that never ran by their note. In
    each group the shortest row comes first.
    """
    groups: dict[tuple[str, str], list[Line]] = {}
    for line in sorted(lines, key=lambda line: (not line.smallest_failure, len(line.smallest_failure))):
        if line.verdict != "AC":
            alike = line.mistake or line.smallest_failure or line.note
            groups.setdefault((alike, line.verdict), []).append(line)
    return sorted(groups.values(), key=len, reverse=True)


def cause(group: Sequence[Line]) -> str:
    """What a group of `by_mistake` has in common: the mistake, or the note."""
    notes = {line.note for line in group if line.verdict != "WA"}  # that it is wrong says nothing
    only = shortened(notes.pop(), MAX_SHOWN) if len(notes) == 1 else ""
    return group[0].mistake or only or "not recognised"
