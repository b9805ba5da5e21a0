"""The end of a run becomes a verdict and one sentence; the runs are simulated, without a process."""

from __future__ import annotations

import signal
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from twoends.judge import CommandError, Limits, Task, Verdict
from twoends.judge.containment.contained import Run
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial
from twoends.judge.verdicts import Outcome, Program, refusal, verdict_of
from twoends.rules.opponents import opponent

LIMITS = Limits(seconds=1.5, memory=64 << 20, output=2048, processes=5)

ENDED = Run("by itself", 0, b"7\n", b"", seconds=0.25, wall=0.5, memory=10 << 20, limits=LIMITS)

TASK = Task("own", "the tests", opponent("optimal"), "first", "cases", seconds=1.5, memory=64 << 20, stack=8)

STACK = "a full stack, or an index out of bounds"

TOO_LARGE = "it used more than 64 MB of memory"

ABORT = "abort: an uncaught exception, or a damaged heap"

TOO_LONG = "it was still running after 1.5 s of processor time"


@pytest.mark.parametrize(
    ("changed", "verdict", "sentence"),
    [
        ({}, Verdict.AC, ""),
        ({"ended": "attacked"}, Verdict.RE, "it killed or stopped the process that supervises it"),
        ({"ended": "memory"}, Verdict.MLE, TOO_LARGE),
        ({"ended": "memory", "status": -11}, Verdict.MLE, TOO_LARGE),
        ({"memory": 64 << 20}, Verdict.AC, ""),
        ({"memory": (64 << 20) + 1}, Verdict.MLE, TOO_LARGE),
        ({"memory": 65 << 20, "status": -11}, Verdict.RE, f"it was killed by SIGSEGV ({STACK})"),
        ({"memory": 65 << 20, "status": 11}, Verdict.MLE, TOO_LARGE),
        ({"memory": 65 << 20, "status": -11, "ended": "time"}, Verdict.MLE, TOO_LARGE),
        ({"ended": "time", "status": -9}, Verdict.TLE, TOO_LONG),
        ({"seconds": 1.5}, Verdict.AC, ""),
        ({"seconds": 1.51}, Verdict.TLE, TOO_LONG),
        ({"status": -signal.SIGXCPU}, Verdict.TLE, TOO_LONG),
        ({"status": signal.SIGXCPU}, Verdict.RE, f"it ended with exit status {int(signal.SIGXCPU)}"),
        (
            {"ended": "clock", "status": -9, "wall": 4.04},
            Verdict.TLE,
            "it hung: still running after 4.0 s, with 0.25 s of processor time used; "
            "it had printed output: is a thread still running, or does it wait for more input?",
        ),
        ({"ended": "processes", "status": -9}, Verdict.RE, "it had more than 5 processes at once"),
        ({"output": b"7" * 2047}, Verdict.AC, ""),
        ({"output": b"7" * 2048}, Verdict.PE, "it wrote more than 2 KB"),
        ({"output": b"7" * 2048, "status": -signal.SIGXFSZ}, Verdict.PE, "it wrote more than 2 KB"),
        ({"status": -signal.SIGXFSZ}, Verdict.RE, "it wrote a file of more than 2 KB"),
        ({"status": -signal.SIGBUS}, Verdict.RE, "it was killed by SIGBUS (an invalid address)"),
        ({"status": -signal.SIGTERM}, Verdict.RE, "it was killed by SIGTERM"),
        ({"status": -63}, Verdict.RE, "it was killed by signal 63"),
        ({"status": 1}, Verdict.RE, "it ended with exit status 1"),
        ({"status": 3, "errors": b"one\n two \n\n \n"}, Verdict.RE, "it ended with exit status 3: two"),
        ({"status": -6, "errors": b"\xff\x1b"}, Verdict.RE, f"it was killed by SIGABRT ({ABORT}): \ufffd·"),
        ({"status": 3, "errors": b"x" * 201}, Verdict.RE, f"it ended with exit status 3: {'x' * 200}"),
    ],
)
def test_the_end_of_a_run_has_a_verdict_and_a_sentence(
    changed: dict[str, Any], verdict: Verdict, sentence: str
) -> None:
    assert verdict_of(replace(ENDED, **changed)) == (verdict, sentence)


def supervisor_of(end: Run | CommandError) -> Any:
    """A stand-in for a supervisor whose only run ends like this."""
    return Mock(run=Mock(side_effect=[end]))


TRIAL = Trial("small", ((3, 9), (4,)))


@pytest.mark.parametrize(
    ("rows", "output", "verdict", "note", "got"),
    [
        (((3, 9), (4,)), b"9\n4\n", Verdict.AC, "", ("9", "4")),
        (((3, 9), (4,)), b"9\n5\n", Verdict.WA, "1 of 2 answers is wrong", ("9", "5")),
        (((3, 9), (4,)), b"8\n5\n", Verdict.WA, "2 of 2 answers are wrong", ("8", "5")),
        (((3, 9),), b"8\n", Verdict.WA, "the answer is wrong", ("8",)),
        (((3, 9), (4,)), b"9\n", Verdict.PE, "1 line of output, 2 expected", None),
    ],
)
def test_a_run_becomes_an_outcome(
    rows: tuple[Values, ...], output: bytes, verdict: Verdict, note: str, got: tuple[str, ...] | None
) -> None:
    supervisor = supervisor_of(replace(ENDED, output=output))
    trial = Trial("small", rows)
    outcome = Program(supervisor, ["./answer", "-v"], TASK).try_out(trial)
    expected = tuple("9" if row == (3, 9) else "4" for row in rows)
    kept = output.decode() if verdict is Verdict.PE else ""
    assert outcome == Outcome(trial, verdict, note, expected, got, 0.25, 0.5, 10 << 20, kept)
    limits = Limits(seconds=1.5, memory=64 << 20, stack=8)
    assert supervisor.run.call_args.args == (["./answer", "-v"], TASK.write(rows), limits)
    wrong = [row for row, one, other in zip(rows, expected, got or (None,) * 2, strict=True) if one != other]
    assert outcome.failed_rows == wrong


def test_the_output_of_a_failed_run_is_not_read() -> None:
    supervisor = supervisor_of(replace(ENDED, output=b"9\n4\n", status=1))
    outcome = Program(supervisor, ["./answer"], TASK).try_out(TRIAL)
    assert (outcome.verdict, outcome.got, outcome.failed_rows) == (Verdict.RE, None, [(3, 9), (4,)])


def test_the_error_of_a_program_that_does_not_start_is_printable() -> None:
    expected = Outcome(TRIAL, Verdict.CE, "no ·[31m", ("9", "4"), None, 0.0, 0.0, 0)
    assert refusal(TASK, TRIAL, "no \x1b[31m") == expected
    assert Program(supervisor_of(CommandError("no \x1b[31m")), ["./answer"], TASK).try_out(TRIAL) == expected


def test_verdicts_have_the_names_of_contests() -> None:
    assert {str(verdict): verdict.value for verdict in Verdict} == {
        "AC": "accepted",
        "WA": "wrong answer",
        "TLE": "time limit exceeded",
        "MLE": "memory limit exceeded",
        "RE": "run-time error",
        "PE": "presentation error",
        "CE": "does not compile or start",
    }
