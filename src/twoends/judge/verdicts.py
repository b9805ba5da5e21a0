"""Verdicts, as contests name them: what became of one run of a program."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

from twoends.judge.containment.commands import CommandError
from twoends.judge.containment.contained import Limits, Run, Supervisor
from twoends.judge.own import Own, ProgramError
from twoends.judge.tasks import FormError, Task, Values, printable, require_numbers
from twoends.judge.trials import Trial

TIME_OF_A_ROW = 79
"""How a function in Java ends that takes too long for one row; elsewhere it is SIGPROF."""


class Verdict(Enum):
    """The outcome of a run, by its usual two or three letters.

    >>> str(Verdict.TLE), Verdict.TLE.value
    ('TLE', 'time limit exceeded')
    """

    AC = "accepted"
    WA = "wrong answer"
    TLE = "time limit exceeded"
    MLE = "memory limit exceeded"
    RE = "run-time error"
    PE = "presentation error"
    CE = "does not compile or start"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one trial.

    trial     what the program was given
    verdict   the outcome
    note      one sentence on what went wrong; empty when nothing did
    expected  the right answer to each row, shape (rows,)
    got       its answer to each row, or None if it gave none that can be read
    seconds   processor time used
    wall      seconds by the clock on the wall
    memory    the most bytes resident
    output    what it printed where that is a presentation error, as far as it is short; else empty
    """

    trial: Trial
    verdict: Verdict
    note: str
    expected: tuple[str, ...]
    got: tuple[str, ...] | None
    seconds: float
    wall: float
    memory: int
    output: str = ""

    @property
    def failed_rows(self) -> list[Values]:
        """The rows without the right answer, in order."""
        got = self.got or (None,) * len(self.expected)
        answers = zip(self.trial.rows, got, self.expected, strict=True)
        return [row for row, answer, right in answers if answer != right]


FILLED = {"MALLOC_PERTURB_": "165"}
"""Makes the C library fill the memory that it gives, which many programs trust to be zero."""

MOST_CARDS_FILLED = 200
"""On so many cards: with more a program's tables fill the time."""

MOST_BYTES_KEPT = 4000
"""Of what is printed in the wrong form, so much is kept to say what is wrong with it."""

CHECKED = {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=0"}

FOUND = re.compile(
    r"ERROR: AddressSanitizer: (?P<memory>[\w-]+)|(?P<place>[^/\n]+:\d+):\d+: runtime error: (?P<what>.*)"
)


@dataclass(frozen=True)
class Program:
    """A program on trial; `checked`, compiled with checks of its memory, which take time and memory."""

    supervisor: Supervisor
    command: Sequence[str]
    task: Task
    checked: bool = field(default=False, kw_only=True)

    def try_out(self, trial: Trial) -> Outcome:
        """Run the program once; one that cannot be started has the verdict CE."""
        task = self.task
        seconds = task.seconds * (len(trial.rows) if task.time_per_row else 1)
        limits = Limits(seconds=seconds, memory=task.memory, stack=task.stack)
        if self.checked:
            limits = replace(limits, seconds=10 * seconds, memory=task.memory + (1 << 30), addresses=False)
        text, environment = task.write(trial.rows), CHECKED if self.checked else {}
        if sum(map(len, trial.rows)) <= MOST_CARDS_FILLED:
            environment = environment | FILLED
        try:
            run = self.supervisor.run(self.command, text, limits, environment=environment)
            if verdict_of(run)[0] is Verdict.MLE:  # what is filled is held, were it never used
                run = self.supervisor.run(self.command, text, limits)
        except CommandError as fault:
            return refusal(task, trial, str(fault))
        expected = _right_answers(task, trial.rows)
        got, said = None, ""
        verdict, note = verdict_of(run)
        if self.checked and verdict is Verdict.RE and (found := _finding(run)):
            note = found
        elif self.checked and verdict is not Verdict.AC:  # the checks themselves may fail
            verdict, got = Verdict.AC, expected
        if got is None and verdict is Verdict.AC:
            try:
                got = tuple(task.read(run.output, len(expected)))
                if task.own is not None and got != expected:
                    got, said = _accept(task.own, trial.rows, expected, got)
            except (FormError, ProgramError) as fault:
                verdict, note, got = Verdict.PE, str(fault), None
        if got is not None and got != expected:
            wrong = sum(one != other for one, other in zip(got, expected, strict=True))
            verdict = Verdict.WA
            note = (
                f"{wrong} of {len(expected)} answers {'is' if wrong == 1 else 'are'} wrong"
                if len(expected) > 1
                else "the answer is wrong"
            )
            note += ", with memory filled that was never set" * self.checked
            note += f": {printable(said)}" if said else ""
        said = run.output[:MOST_BYTES_KEPT].decode(errors="replace") if verdict is Verdict.PE else ""
        return Outcome(trial, verdict, note, expected, got, run.seconds, run.wall, run.memory, said)


@lru_cache(maxsize=1000)
def _right_answers(task: Task, rows: tuple[Values, ...]) -> tuple[str, ...]:
    """The right answers; the same rows are tried on every program of a class."""
    return tuple(task.answer(row) for row in rows)


def _accept(
    own: Own, rows: Sequence[Values], expected: Sequence[str], got: Sequence[str]
) -> tuple[tuple[str, ...], str]:
    """The answers, the expected one in the place of each that is as good, and what a checker said last.

    Raises FormError where a number is expected and something else is said, ProgramError of a checker.
    """
    answers, said = [], ""
    for row, right, answer in zip(rows, expected, got, strict=True):
        objection = own.objection(row, answer)
        if objection is not None and not own.checker:
            require_numbers(answer, right)
        answers.append(right if objection is None else answer)
        said = objection or said
    return tuple(answers), said


def refusal(task: Task, trial: Trial, sentence: str, verdict: Verdict = Verdict.CE) -> Outcome:
    """What becomes of a trial that could not be made, as where there is nothing to start."""
    expected = _right_answers(task, trial.rows)
    return Outcome(trial, verdict, printable(sentence), expected, None, 0.0, 0.0, 0)


def verdict_of(run: Run) -> tuple[Verdict, str]:
    """Judge the way in which a program ended; AC if there is nothing to say against it."""
    limits = run.limits
    if run.ended == "attacked":
        return Verdict.RE, "it killed or stopped the process that supervises it"
    overflown = run.ended == "by itself" and run.status == -signal.SIGSEGV  # a stack, as large as the memory
    if run.ended == "memory" or (run.memory > limits.memory and not overflown):
        return Verdict.MLE, f"it held more than {limits.memory >> 20} MB"
    if run.status in (-signal.SIGPROF, TIME_OF_A_ROW):
        return Verdict.TLE, "it was not done with one row in the time for a row"
    if run.ended == "time" or run.seconds > limits.seconds or run.status == -signal.SIGXCPU:
        return Verdict.TLE, f"it was still running after {limits.seconds:g} s of processor time"
    if run.ended == "clock":
        used = f"having used {run.seconds:.2f} s of processor time"
        answered = (
            "; it had printed: does a thread still run, or does it read on?" if run.output.strip() else ""
        )
        return Verdict.TLE, f"it hung: it was still running after {run.wall:.1f} s, {used}{answered}"
    if run.ended == "processes":
        return Verdict.RE, f"it had more than {limits.processes} processes at once"
    if run.ended == "disk":
        return Verdict.RE, f"its files took more than {limits.disk >> 20} MB of disk"
    if run.flooded:
        return Verdict.PE, f"it wrote more than {limits.output >> 10} KB"
    if run.status == -signal.SIGXFSZ:
        return Verdict.RE, f"it wrote a file of more than {limits.output >> 10} KB"
    if run.status < 0:
        return Verdict.RE, f"it was ended by {_signal(-run.status)}{_last_words(run)}"
    if run.status:
        return Verdict.RE, f"it ended with exit status {run.status}{_last_words(run)}"
    return Verdict.AC, ""


def _finding(run: Run) -> str:
    """What the checks of a program's memory found, in one sentence; empty where they found nothing."""
    said = run.errors.decode(errors="replace")
    if (match := FOUND.search(said)) is None:
        return ""
    if match["what"]:
        return printable(f"{match['what']} ({match['place']})")[:200]
    place = re.search(r"#\d+ 0x[0-9a-f]+ in \S+ [^\n]*/([^/\n]+\.(?:c|cpp|cc|cxx|c\+\+):\d+)", said)
    return printable(f"{match['memory']}: memory that is not its own{f' ({place[1]})' if place else ''}")[
        :200
    ]


_MEANINGS = {  # by name, because Windows does not have all of them
    "SIGSEGV": "a stack that is full, or an index out of bounds",
    "SIGBUS": "an address that is none",
    "SIGFPE": "a division by zero",
    "SIGILL": "no instruction: a function without return may lead there",
    "SIGABRT": "abort, as after an exception that nobody caught, or where the heap is damaged",
}


def _signal(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
    return f"{name} ({_MEANINGS[name]})" if name in _MEANINGS else name


def _last_words(run: Run) -> str:
    lines = run.errors.decode(errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f": {printable(last)[:200]}" if last else ""
