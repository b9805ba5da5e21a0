"""Conversations: a program that is spoken to line by line, within the limits of its answers."""

from __future__ import annotations

import math
import os
import select
import sys
import time
from collections.abc import Sequence
from typing import Literal, Self

from twoends.judge.containment.commands import CommandError
from twoends.judge.containment.contained import Limits, Run, Supervisor, ready
from twoends.rules.errors import TwoEndsError

if sys.platform.startswith("linux"):
    from twoends.judge.containment import processes
    from twoends.judge.containment.supervisor import LONGEST


class ConversationError(TwoEndsError):
    """A program no longer converses: `why` is silent (nothing in time), gone, or long (an endless line)."""

    def __init__(self, why: Literal["silent", "gone", "long"]) -> None:
        super().__init__(f"the program is {why}")
        self.why = why


MOST_OF_A_LINE = 1000
"""Bytes of one line that a program may say: more is no answer to anything we ask."""


class Conversation:
    """A running program, spoken to line by line; `end` it, or leave its `with` block."""

    def __init__(self, supervisor: Supervisor, command: Sequence[str], limits: Limits | None = None) -> None:
        """Start the program; the limits hold for all of the conversation."""
        self._supervisor = supervisor
        self._ended: Run | CommandError | None = None
        self._heard = b""
        their_input, self._to = os.pipe()
        self._from, their_output = os.pipe()
        os.set_blocking(self._to, False)
        supervisor.start(command, limits or Limits(), (their_input, their_output), idle=math.inf)
        os.close(their_input)
        os.close(their_output)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.end(patience=0)

    def say(self, line: str, seconds: float) -> None:
        """Send one line. Raises ConversationError if the program does not take it in that time."""
        rest = f"{line}\n".encode()
        patience = _Patience(self._supervisor.process.pid, seconds)
        while rest:
            patience.wait(self._to, select.POLLOUT)
            try:
                rest = rest[os.write(self._to, rest) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise ConversationError("gone") from None

    def hear(self, seconds: float) -> str:
        """Wait for one line. Raises ConversationError if there is none in that time.

        Time in which the program waits for its turn on a busy machine does not count.
        """
        patience = _Patience(self._supervisor.process.pid, seconds)
        while b"\n" not in self._heard:
            if len(self._heard) > MOST_OF_A_LINE:
                raise ConversationError("long")
            patience.wait(self._from, select.POLLIN)
            if not self._read():
                raise ConversationError("gone")
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode(errors="replace")

    @property
    def unasked(self) -> str:
        """What it has said beyond the lines that were waited for: so far, or after its end all of it."""
        if self._ended is None:
            self._listen()
        return self._heard.decode(errors="replace")

    def end(self, patience: float) -> Run:
        """Close its input, give it so many seconds to end by itself, and say how it ended.

        Raises CommandError if it could not be started. Asked again, it says the same.
        """
        if self._ended is None:
            os.close(self._to)
            if not ready(self._supervisor.socket.fileno(), select.POLLIN, patience):
                self._supervisor.stop()
            try:
                self._ended = self._supervisor.wait()
                self._listen()  # it is gone: what it said last is in the pipe by now
            except CommandError as fault:
                self._ended = fault
            finally:
                os.close(self._from)
        if isinstance(self._ended, CommandError):
            raise self._ended
        return self._ended

    def _listen(self) -> None:
        while len(self._heard) <= MOST_OF_A_LINE and ready(self._from, select.POLLIN, 0) and self._read():
            pass

    def _read(self) -> bool:
        more = os.read(self._from, MOST_OF_A_LINE)
        self._heard += more
        return bool(more)


class _Patience:
    """The time that a program has for one answer: it runs while the program runs or stands idle."""

    def __init__(self, process: int, seconds: float) -> None:
        self._process, self._left, self._ticks = process, seconds, -1
        self._last = time.monotonic() + LONGEST * seconds

    def wait(self, descriptor: int, event: int) -> None:
        """Wait for a descriptor. Raises ConversationError when the time is over."""
        if ready(descriptor, event, 0):
            return
        while self._left > 0 and (began := time.monotonic()) < self._last:
            if ready(descriptor, event, min(self._left, 0.05)):
                self._left -= time.monotonic() - began
                return
            living = list(processes.descendants(self._process))
            ticks = sum(each.ticks for each in living)
            waited = used = time.monotonic() - began
            if any(map(processes.wants_to_run, living)) and self._ticks >= 0:
                used = (ticks - self._ticks) / processes.TICK
            self._ticks = ticks
            self._left -= min(waited, max(used, 0.0))
        raise ConversationError("silent")
