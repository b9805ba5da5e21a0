"""The outcome of one run of a program on trial."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from twoends.judge.tasks import FormError, Task, Values
from twoends.judge.trials import Trial
from twoends.programs.client import CommandError, Limits, Run, Supervisor, readable
from twoends.programs.verdicts import Verdict, verdict_of
from twoends.rules.errors import printable


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
    has_read  whether the program read its standard input
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
    has_read: bool = True

    @property
    def failed_rows(self) -> list[Values]:
        """The rows without the right answer, in order."""
        got = self.got or (None,) * len(self.expected)
        answers = zip(self.trial.rows, got, self.expected, strict=True)
        return [row for row, answer, right in answers if answer != right]


FILL_MEMORY = {"MALLOC_PERTURB_": "165"}
"""Makes the C library fill the memory that it allocates, because many programs expect it to be zero."""

MAX_CARDS_FILLED = 200
"""The most cards of an input for which memory is filled: filling larger tables takes too long."""

MAX_BYTES_KEPT = 4000
"""Bytes of output in the wrong form that are kept to explain the presentation error."""

SANITIZERS = {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=0"}

SANITIZER_ERROR = re.compile(
    r"ERROR: AddressSanitizer: (?P<memory>[\w-]+)|(?P<place>[^/\n]+:\d+):\d+: runtime error: (?P<error>.*)"
)


@dataclass(frozen=True)
class Program:
    """A program on trial.

    source   its text, if there is one
    checked  whether it is compiled with sanitizers, which cost time and memory
    """

    supervisor: Supervisor
    command: Sequence[str]
    task: Task
    source: str = field(default="", kw_only=True)
    checked: bool = field(default=False, kw_only=True)

    def try_out(self, trial: Trial) -> Outcome:
        """Run the program once; the verdict is CE if it cannot be started."""
        task = self.task
        seconds = task.seconds * (len(trial.rows) if task.time_per_row else 1)
        limits = Limits(seconds=seconds, memory=task.memory, stack=task.stack)
        if self.checked:
            limits = replace(limits, seconds=10 * seconds, memory=task.memory + (1 << 30), addresses=False)
        text, environment = task.write(trial.rows), SANITIZERS if self.checked else {}
        if sum(map(len, trial.rows)) <= MAX_CARDS_FILLED:
            environment = environment | FILL_MEMORY
        try:
            run = self.supervisor.run(self.command, text, limits, environment=environment)
            if verdict_of(run)[0] is Verdict.MLE:  # filling makes unused memory resident
                run = self.supervisor.run(self.command, text, limits)
        except CommandError as fault:
            return refusal(task, trial, str(fault))
        expected, got = trial.answered(task).answers, None
        verdict, note = verdict_of(run)
        if verdict is Verdict.AC:
            verdict, note, got = self._judge_output(readable(run.output), expected)
        elif self.checked:
            note = _sanitizer_error(run) if verdict is Verdict.RE else ""
            if not note:  # the sanitizers themselves may fail
                verdict, got = Verdict.AC, expected
        output = readable(run.output[:MAX_BYTES_KEPT]) if verdict is Verdict.PE else ""
        return Outcome(
            trial, verdict, note, expected, got, run.seconds, run.wall, run.memory, output, run.has_read
        )

    def _judge_output(
        self, output: str, expected: tuple[str, ...]
    ) -> tuple[Verdict, str, tuple[str, ...] | None]:
        """The verdict on what the program printed, a note, and the answers."""
        try:
            got = self.task.read(output.encode(), len(expected))
        except FormError as fault:
            return Verdict.PE, str(fault), None
        wrong = sum(answer != right for answer, right in zip(got, expected, strict=True))
        if not wrong:
            return Verdict.AC, "", expected
        note = f"{wrong} of {len(expected)} answers {'is' if wrong == 1 else 'are'} wrong"
        note = note if len(expected) > 1 else "the answer is wrong"
        note += " when uninitialised memory is filled with a pattern" * self.checked
        return Verdict.WA, note, tuple(got)


def refusal(task: Task, trial: Trial, sentence: str, verdict: Verdict = Verdict.CE) -> Outcome:
    """The outcome of a trial that could not be run, for example because nothing can be started."""
    expected = trial.answered(task).answers
    return Outcome(trial, verdict, printable(sentence), expected, None, 0.0, 0.0, 0)


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
