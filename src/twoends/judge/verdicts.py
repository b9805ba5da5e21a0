"""Verdicts, as in programming contests: the outcome of one run of a program."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

from twoends.judge.containment.contained import CommandError, Limits, Run, Supervisor
from twoends.judge.tasks import FormError, Task, Values, printable
from twoends.judge.trials import Trial

TIME_OF_A_ROW = 79
"""The exit status of a Java function that takes too long for one row; in other languages SIGPROF ends it."""


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
    """The outcome of one trial.

    trial     the program's input
    verdict   the verdict
    note      one sentence on what went wrong; empty if nothing did
    expected  the right answer to each row, shape (rows,)
    got       the program's answer to each row; None if there are none or they cannot be read
    seconds   processor time
    wall      wall-clock time in seconds
    memory    peak resident memory in bytes
    output    the beginning of the output of a presentation error; else empty
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


FILL_MEMORY = {"MALLOC_PERTURB_": "165"}
"""Makes the C library fill the memory that it allocates, because many programs expect it to be zero."""

MOST_CARDS_FILLED = 200
"""The most cards of an input for which memory is filled: filling larger tables takes too long."""

MOST_BYTES_KEPT = 4000
"""Bytes of output in the wrong form that are kept to explain the presentation error."""

SANITIZERS = {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=0"}

SANITIZER_ERROR = re.compile(
    r"ERROR: AddressSanitizer: (?P<memory>[\w-]+)|(?P<place>[^/\n]+:\d+):\d+: runtime error: (?P<error>.*)"
)


@dataclass(frozen=True)
class Program:
    """A program on trial; `checked` if it is compiled with sanitizers, which cost time and memory."""

    supervisor: Supervisor
    command: Sequence[str]
    task: Task
    checked: bool = field(default=False, kw_only=True)

    def try_out(self, trial: Trial) -> Outcome:
        """Run the program once; the verdict is CE if it cannot be started."""
        task = self.task
        seconds = task.seconds * (len(trial.rows) if task.time_per_row else 1)
        limits = Limits(seconds=seconds, memory=task.memory, stack=task.stack)
        if self.checked:
            limits = replace(limits, seconds=10 * seconds, memory=task.memory + (1 << 30), addresses=False)
        text, environment = task.write(trial.rows), SANITIZERS if self.checked else {}
        if sum(map(len, trial.rows)) <= MOST_CARDS_FILLED:
            environment = environment | FILL_MEMORY
        try:
            run = self.supervisor.run(self.command, text, limits, environment=environment)
            if verdict_of(run)[0] is Verdict.MLE:  # filling makes unused memory resident
                run = self.supervisor.run(self.command, text, limits)
        except CommandError as fault:
            return refusal(task, trial, str(fault))
        expected, got = _right_answers(task, trial.rows), None
        verdict, note = verdict_of(run)
        if verdict is Verdict.AC:
            verdict, note, got = self._judge_output(run.output, expected)
        elif self.checked:
            note = _sanitizer_error(run) if verdict is Verdict.RE else ""
            if not note:  # the sanitizers themselves may fail
                verdict, got = Verdict.AC, expected
        output = run.output[:MOST_BYTES_KEPT].decode(errors="replace") if verdict is Verdict.PE else ""
        return Outcome(trial, verdict, note, expected, got, run.seconds, run.wall, run.memory, output)

    def _judge_output(
        self, output: bytes, expected: tuple[str, ...]
    ) -> tuple[Verdict, str, tuple[str, ...] | None]:
        """The verdict on what the program printed, a note, and the answers."""
        try:
            got = self.task.read(output, len(expected))
        except FormError as fault:
            return Verdict.PE, str(fault), None
        wrong = sum(answer != right for answer, right in zip(got, expected, strict=True))
        if not wrong:
            return Verdict.AC, "", expected
        note = f"{wrong} of {len(expected)} answers {'is' if wrong == 1 else 'are'} wrong"
        note = note if len(expected) > 1 else "the answer is wrong"
        note += " when uninitialised memory is filled with a pattern" * self.checked
        return Verdict.WA, note, tuple(got)


@lru_cache(maxsize=1000)
def _right_answers(task: Task, rows: tuple[Values, ...]) -> tuple[str, ...]:
    """Cached, because every program of a class is tried on the same rows."""
    return tuple(task.answer(row) for row in rows)


def refusal(task: Task, trial: Trial, sentence: str, verdict: Verdict = Verdict.CE) -> Outcome:
    """The outcome of a trial that could not be run, for example because nothing can be started."""
    expected = _right_answers(task, trial.rows)
    return Outcome(trial, verdict, printable(sentence), expected, None, 0.0, 0.0, 0)


def verdict_of(run: Run) -> tuple[Verdict, str]:
    """Judge how a program ended, without its answers; the verdict is AC if nothing went wrong."""
    limits, status = run.limits, run.status
    if run.ended == "attacked":
        return Verdict.RE, "it killed or stopped the process that supervises it"
    # The stack may be as large as the memory limit, so a stack overflow may exceed it.
    overflow = run.ended == "by itself" and status == -signal.SIGSEGV
    if run.ended == "memory" or (run.memory > limits.memory and not overflow):
        return Verdict.MLE, f"it used more than {limits.memory >> 20} MB of memory"
    if status in (-signal.SIGPROF, TIME_OF_A_ROW):
        return Verdict.TLE, "a single row took longer than the time limit for a row"
    if run.ended == "time" or run.seconds > limits.seconds or status == -signal.SIGXCPU:
        return Verdict.TLE, f"it was still running after {limits.seconds:g} s of processor time"
    if run.ended == "clock":
        printed = "; it had printed output: is a thread still running, or does it wait for more input?"
        return Verdict.TLE, (
            f"it hung: still running after {run.wall:.1f} s, with {run.seconds:.2f} s of processor time used"
            + printed * bool(run.output.strip())
        )
    if run.ended == "processes":
        return Verdict.RE, (
            "it had too many processes at once: "
            f"the limits are {limits.processes} processes and {limits.memory >> 20} MB"
        )
    if run.ended == "disk":
        return Verdict.RE, f"its files used more than {limits.disk >> 20} MB of disk space"
    if len(run.output) >= limits.output:
        return Verdict.PE, f"it wrote more than {limits.output >> 10} KB"
    if status == -signal.SIGXFSZ:
        return Verdict.RE, f"it wrote a file of more than {limits.output >> 10} KB"
    if not status:
        return Verdict.AC, ""
    how = f"was killed by {_signal(-status)}" if status < 0 else f"ended with exit status {status}"
    last = next(filter(str.strip, reversed(run.errors.decode(errors="replace").split("\n"))), "").strip()
    return Verdict.RE, f"it {how}{f': {printable(last)[:200]}' if last else ''}"


def _sanitizer_error(run: Run) -> str:
    """The error that the sanitizers report, in one sentence; empty if they report none."""
    report = run.errors.decode(errors="replace")
    if (match := SANITIZER_ERROR.search(report)) is None:
        return ""
    if match["error"]:
        return printable(f"{match['error']} ({match['place']})")[:200]
    place = re.search(r"#\d+ 0x[0-9a-f]+ in \S+ [^\n]*/([^/\n]+\.(?:c|cpp|cc|cxx|c\+\+):\d+)", report)
    where = f" ({place[1]})" if place else ""
    return printable(f"{match['memory']}: access to memory that is not its own{where}")[:200]


_MEANINGS = {  # by name, because Windows does not have all of them
    "SIGSEGV": "a full stack, or an index out of bounds",
    "SIGBUS": "an invalid address",
    "SIGFPE": "a division by zero",
    "SIGILL": "an illegal instruction, as at the end of a function without return",
    "SIGABRT": "abort: an uncaught exception, or a damaged heap",
}


def _signal(number: int) -> str:
    name = next((each.name for each in signal.Signals if each == number), f"signal {number}")
    return f"{name} ({_MEANINGS[name]})" if name in _MEANINGS else name
