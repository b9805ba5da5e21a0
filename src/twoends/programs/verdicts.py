"""Verdicts, as in programming contests, and the verdict on how a program ended."""

from __future__ import annotations

import re
import signal
from enum import Enum

from twoends.programs.client import Run, readable
from twoends.rules.errors import printable

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
    fault = printable(_fault(readable(run.errors)))[:200]
    return Verdict.RE, f"it {how}{f': {fault}' if fault else ''}"


def _fault(errors: str) -> str:
    """The exception that ended a program in Java, Rust, Go or Node, with its place; else the last line."""
    lines = [line.strip() for line in errors.split("\n") if line.strip()] or [""]
    for at in reversed(range(len(lines) - 1)):
        line, after = lines[at], lines[at + 1]
        if match := re.match(r"Exception in thread \"[^\"]*\" |Caused by: ", line):
            place = re.match(r"at [^()]*\(([^()]+:\d+)\)$", after)
            return line[match.end() :] + (f" ({place[1]})" if place else "")
        if match := re.match(r"thread '.*'( \(\d+\))? panicked at (.*):$", line):
            return f"{after} ({match[2]})"
        if match := re.match(r"(?:panic|fatal error): (.*)", line):
            place = re.search(r"([^/\s]+\.go:\d+) ", " ".join([*lines[at:], ""]))
            return match[1] + (f" ({place[1]})" if place else "")
        if lines[-1].startswith("Node.js v") and not line.strip("^"):
            return after
    return lines[-1]


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
