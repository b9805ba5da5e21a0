"""Verdicts, as contests name them: what became of one run of a program."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from twoends.judge.containment.contained import CommandError, Limits, Run, Supervisor
from twoends.judge.tasks import FormError, Task, Values, printable
from twoends.judge.trials import Trial


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
    """

    trial: Trial
    verdict: Verdict
    note: str
    expected: tuple[str, ...]
    got: tuple[str, ...] | None
    seconds: float
    wall: float
    memory: int

    @property
    def failed_rows(self) -> list[Values]:
        """The rows without the right answer, in order."""
        got = self.got or (None,) * len(self.expected)
        answers = zip(self.trial.rows, got, self.expected, strict=True)
        return [row for row, answer, right in answers if answer != right]


@dataclass(frozen=True)
class Program:
    """A program on trial."""

    supervisor: Supervisor
    command: Sequence[str]
    task: Task

    def try_out(self, trial: Trial) -> Outcome:
        """Run the program once; one that cannot be started has the verdict CE."""
        task = self.task
        limits = Limits(seconds=task.seconds, memory=task.memory, stack=task.stack)
        try:
            run = self.supervisor.run(self.command, task.write(trial.rows), limits)
        except CommandError as fault:
            return refused(task, trial, str(fault))
        expected = _expected(task, trial.rows)
        got = None
        verdict, note = ended_badly(run)
        if verdict is Verdict.AC:
            try:
                got = tuple(task.read(run.output, len(expected)))
            except FormError as fault:
                verdict, note = Verdict.PE, str(fault)
        if got is not None and got != expected:
            wrong = sum(one != other for one, other in zip(got, expected, strict=True))
            verdict = Verdict.WA
            note = (
                f"{wrong} of {len(expected)} answers {'is' if wrong == 1 else 'are'} wrong"
                if len(expected) > 1
                else "the answer is wrong"
            )
        return Outcome(trial, verdict, note, expected, got, run.seconds, run.wall, run.memory)


@lru_cache(maxsize=1000)
def _expected(task: Task, rows: tuple[Values, ...]) -> tuple[str, ...]:
    """The right answers; the same rows are tried on every program of a class."""
    return tuple(task.answer(row) for row in rows)


def refused(task: Task, trial: Trial, sentence: str, verdict: Verdict = Verdict.CE) -> Outcome:
    """What becomes of a trial that could not be made, as where there is nothing to start."""
    expected = _expected(task, trial.rows)
    return Outcome(trial, verdict, printable(sentence), expected, None, 0.0, 0.0, 0)


def ended_badly(run: Run) -> tuple[Verdict, str]:
    """Judge the way in which a program ended; AC if there is nothing to say against it."""
    limits = run.limits
    if run.ended == "attacked":
        return Verdict.RE, "it killed or stopped the process that supervises it"
    overflown = run.ended == "by itself" and run.status == -signal.SIGSEGV  # a stack, as large as the memory
    if run.ended == "memory" or (run.memory > limits.memory and not overflown):
        return Verdict.MLE, f"it held more than {limits.memory >> 20} MB"
    if run.ended == "time" or run.seconds > limits.seconds or run.status == -signal.SIGXCPU:
        return Verdict.TLE, f"it was not done after {limits.seconds:g} s of processor time"
    if run.ended == "clock":
        used = f"having used {run.seconds:.2f} s of processor time"
        return Verdict.TLE, f"it was not done after {run.wall:.1f} s by the clock on the wall, {used}"
    if run.ended == "processes":
        return Verdict.RE, f"it had more than {limits.processes} processes at once"
    if run.flooded:
        return Verdict.PE, f"it wrote more than {limits.output >> 10} KB"
    if run.status == -signal.SIGXFSZ:
        return Verdict.RE, f"it wrote a file of more than {limits.output >> 10} KB"
    if run.status < 0:
        return Verdict.RE, f"it was ended by {_signal(-run.status)}{_last_words(run)}"
    if run.status:
        return Verdict.RE, f"it ended with exit status {run.status}{_last_words(run)}"
    return Verdict.AC, ""


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
