"""Conversations with a program, line by line, with a time limit for each line."""

from __future__ import annotations

import math
import os
import select
import sys
import time
from collections.abc import Sequence
from typing import Literal, Self

from twoends.programs.client import CommandError, Limits, Run, Supervisor, ready
from twoends.rules.errors import TwoEndsError

if sys.platform.startswith("linux"):
    from twoends.programs import processes
    from twoends.programs.server import WALL_FACTOR


class ConversationError(TwoEndsError):
    """A conversation that failed: `why` is silent (no line in time), gone, or long (a line without end)."""

    def __init__(self, why: Literal["silent", "gone", "long"]) -> None:
        super().__init__(f"the program is {why}")
        self.why = why


MAX_BYTES_OF_A_LINE = 1000
"""The longest line, in bytes, that a program may send: any answer is shorter."""


class Conversation:
    """A conversation with a running program; `end` it, or leave its `with` block."""

    def __init__(self, supervisor: Supervisor, command: Sequence[str], limits: Limits | None = None) -> None:
        """Start the program; the limits are for the whole conversation."""
        self._supervisor = supervisor
        self._ended: Run | CommandError | None = None
        self._received = b""
        stdin, self._to = os.pipe()
        self._from, stdout = os.pipe()
        os.set_blocking(self._to, False)
        supervisor.start(command, limits or Limits(), (stdin, stdout), idle=math.inf)
        os.close(stdin)
        os.close(stdout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.end(0)

    def send(self, line: str, seconds: float) -> None:
        """Send one line. Raises ConversationError if the program does not read it in that time."""
        rest = f"{line}\n".encode()
        timer = _ResponseTimer(self._supervisor.process.pid, seconds)
        while rest:
            timer.wait(self._to, select.POLLOUT)
            try:
                rest = rest[os.write(self._to, rest) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise ConversationError("gone") from None

    def receive(self, seconds: float) -> str:
        """Wait for one line. Raises ConversationError if there is none in that time.

        Time in which the program waits for a processor does not count.
        """
        timer = _ResponseTimer(self._supervisor.process.pid, seconds)
        while b"\n" not in self._received:
            if len(self._received) > MAX_BYTES_OF_A_LINE:
                raise ConversationError("long")
            timer.wait(self._from, select.POLLIN)
            if not self._read():
                raise ConversationError("gone")
        line, _, self._received = self._received.partition(b"\n")
        return line.decode(errors="replace")

    @property
    def pending_output(self) -> str:
        """Output that `receive` has not returned: up to now, or after the end all of it."""
        if self._ended is None:
            self._read_pending()
        return self._received.decode(errors="replace")

    def end(self, seconds: float) -> Run:
        """Close the program's input, give it `seconds` to end by itself, and return its Run.

        Raises CommandError if it could not be started. Later calls have the same result.
        """
        if self._ended is None:
            os.close(self._to)
            if not ready(self._supervisor.socket.fileno(), select.POLLIN, seconds):
                self._supervisor.stop()
            try:
                self._ended = self._supervisor.wait()
                self._read_pending()  # the program has ended: all its output is in the pipe
            except CommandError as fault:
                self._ended = fault
            finally:
                os.close(self._from)
        if isinstance(self._ended, CommandError):
            raise self._ended
        return self._ended

    def _read_pending(self) -> None:
        while (
            len(self._received) <= MAX_BYTES_OF_A_LINE
            and ready(self._from, select.POLLIN, 0)
            and self._read()
        ):
            pass

    def _read(self) -> bool:
        more = os.read(self._from, MAX_BYTES_OF_A_LINE)
        self._received += more
        return bool(more)


class _ResponseTimer:
    """The time that a program has for one answer; it runs while the program computes or is idle."""

    def __init__(self, process: int, seconds: float) -> None:
        self._process, self._left, self._ticks = process, seconds, -1
        self._deadline = time.monotonic() + WALL_FACTOR * seconds

    def wait(self, descriptor: int, event: int) -> None:
        """Wait for a descriptor. Raises ConversationError when the time is up."""
        if ready(descriptor, event, 0):
            return
        while self._left > 0 and (began := time.monotonic()) < self._deadline:
            if ready(descriptor, event, min(self._left, 0.05)):
                self._left -= time.monotonic() - began
                return
            living = list(processes.descendants(self._process))
            ticks = sum(process.ticks for process in living)
            waited = used = time.monotonic() - began
            if any(map(processes.is_runnable, living)) and self._ticks >= 0:
                used = (ticks - self._ticks) / processes.TICK
            self._ticks = ticks
            self._left -= min(waited, max(used, 0.0))
        raise ConversationError("silent")
