"""Running other people's programs: without a shell, within limits, and leaving nothing behind.

`Supervisor` is the judge's end of the process in supervisor.py. A program either reads a whole
input and answers (`run`), or holds a conversation line by line (`converse`). Files in memory carry
the input and the output of a run, so that no pipe can fill up, block, or be closed at us; the
output cannot grow beyond its limit because the kernel refuses to write more.

What a program may reach is the kernel's to decide: `sandbox.py` says what holds it.
"""

from __future__ import annotations

import json
import math
import os
import select
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Literal, Self

from twoends.rules.errors import TwoEndsError

if sys.platform.startswith("linux"):  # elsewhere it cannot even be imported, and no program is judged
    from twoends.judge.containment import supervisor
    from twoends.judge.containment.sandbox import make_room, sandbox

Ending = Literal["by itself", "time", "clock", "memory", "disk", "processes", "stopped", "attacked"]
"""Why a program ended: by itself, at one of its limits, because the judge stopped it, or with the
supervisor, which it has killed or stopped."""


class CommandError(TwoEndsError):
    """A command that cannot be run.

    >>> with Supervisor() as supervisor:
    ...     supervisor.run(["no-such-program"], b"")
    Traceback (most recent call last):
    twoends.judge.containment.contained.CommandError: 'no-such-program' does not start: ...
    """


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use, its children included.

    seconds    processor time
    memory     bytes resident at once
    output     bytes of each file that it writes, standard output among them
    disk       bytes of disk that all files in its folder take
    files      open descriptors
    processes  alive at once
    stack      bytes of stack; None: as many as of memory
    addresses  whether addresses are limited, too, of which sanitizers reserve terabytes

    >>> Limits(seconds=1).idle
    3
    """

    seconds: float = 2.0
    memory: int = 256 << 20
    output: int = 1 << 20
    disk: int = 64 << 20
    files: int = 256
    processes: int = 64
    stack: int | None = None
    addresses: bool = True

    @property
    def idle(self) -> float:
        """Seconds that a program may stand idle; those in which it waits for its turn do not count."""
        return 2 * self.seconds + 1


@dataclass(frozen=True, slots=True)
class Run:
    """How a program ran.

    ended    why it ended
    status   exit status, or minus the signal that ended it
    output   standard output, at most `limits.output` bytes
    errors   the end of standard error, of which a program may write as much as it likes
    seconds  processor time used, children included
    wall     seconds by the clock on the wall
    memory   the most bytes that one process had resident (a floor of some 10 MB is the judge's own)
    limits   what it was allowed
    """

    ended: Ending
    status: int
    output: bytes
    errors: bytes
    seconds: float
    wall: float
    memory: int
    limits: Limits

    @property
    def flooded(self) -> bool:
        """Whether it wrote as much as it was allowed to, and so perhaps wanted to write more."""
        return len(self.output) >= self.limits.output


SCRIPTS = (".py", ".js", ".mjs", ".ts", ".rb", ".pl", ".php", ".lua", ".sh", ".jl", ".jar", ".java")
"""How the names of programs end that an interpreter runs."""


PATHS = ("-cp", "-classpath", "--class-path")
"""After these words of Java's comes a list of folders and archives."""


def locate(command: Sequence[str]) -> tuple[str, ...]:
    """Make a command independent of the directory that it runs in. Raises CommandError.

    The program is looked up on the path, or is a file. An argument is made absolute if it looks like
    a file, having a slash or a dot, and exists; other words stay, even where a file has their name.
    A script that does not exist is refused.
    """
    if not command:
        raise CommandError("there is no command: write it after --, as in: -- python3 answer.py")
    program = shutil.which(command[0])
    if program is None:
        what = "is not executable" if os.path.exists(command[0]) else "is not on the path and is no file"
        raise CommandError(
            f"'{command[0]}' {what}: give a program and its arguments, as in: python3 answer.py"
        )
    script = next((word for word in command[1:] if not word.startswith("-")), "")
    if "/" not in command[0] and script.endswith(SCRIPTS) and not os.path.exists(script):
        raise CommandError(f"there is no file '{script}' here: name the script that {command[0]} is to run")
    arguments = []
    for before, word in pairwise(command):
        if before in PATHS:  # as in java -cp out:lib.jar Main
            parts = word.split(os.pathsep)
            word = os.pathsep.join(os.path.abspath(part) if os.path.exists(part) else part for part in parts)
        arguments.append(os.path.abspath(word) if _is_file(word) else word)
    return (os.path.abspath(program), *arguments)


def _is_file(word: str) -> bool:
    return ("/" in word or "." in word) and os.path.exists(word)


class Supervisor:
    """Runs programs one after the other; a context manager, for one thread at a time.

    >>> with Supervisor() as supervisor:
    ...     supervisor.run(["cat"], b"8 15 3 7").output
    b'8 15 3 7'
    """

    def __init__(self, *, bubblewrap: bool = False, readable: Sequence[str] = ()) -> None:
        """Start the supervising process; programs may read `readable`, too, and run in bubblewrap if asked.

        in_force  what held the last program, in words
        """
        if not sys.platform.startswith("linux"):
            raise CommandError("programs are judged on Linux only: no other system contains their children")
        if bubblewrap and shutil.which("bwrap") is None:
            raise CommandError(
                "a sandbox needs bubblewrap: install it (Debian: apt install bubblewrap), or do without"
            )
        self.sandbox = sandbox(bubblewrap=bubblewrap, readable=readable)
        self.in_force = ""
        self._directory = make_room()
        self._begin()

    def _begin(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", supervisor.__file__, str(theirs.fileno()), self._directory],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # an interrupt from the keyboard is the judge's to handle
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        self._socket.close()  # the supervisor kills, clears up, and ends
        self._process.wait()
        supervisor.remove(self._directory)  # should a program have killed the supervisor

    def run(
        self,
        command: Sequence[str],
        text: bytes,
        limits: Limits | None = None,
        *,
        compiles_into: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> Run:
        """Give a program its input, wait for its end. Raises CommandError if it cannot be started.

        A compiler may write to one more folder, and make programs there. A program that kills or stops
        the supervisor is not told off here: the run says `attacked`.
        """
        limits = limits or Limits()
        with _file(text) as given, _file() as output, _Errors() as errors:
            standard = [given.fileno(), output.fileno(), errors.writing]
            self._start(command, limits, standard, limits.idle, compiles_into, environment or {})
            errors.sent()
            report = self._report(command)
            said = errors.end()
            return _run(report, os.pread(output.fileno(), limits.output, 0), said, limits)

    def share(self, folder: str | Path) -> None:
        """Let programs read a folder of the judge's, and not write to it, whoever they run as."""
        if self.sandbox.user is None:
            return
        for path in [Path(folder), *Path(folder).rglob("*")]:
            if not path.is_symlink():
                os.chown(path, os.geteuid(), self.sandbox.user)
                path.chmod(0o750 if path.is_dir() or path.stat().st_mode & 0o100 else 0o640)

    def converse(self, command: Sequence[str], limits: Limits | None = None) -> Conversation:
        """Start a program that answers line by line; the limits hold for all of the conversation."""
        return Conversation(self, command, limits or Limits())

    def _start(
        self,
        command: Sequence[str],
        limits: Limits,
        standard: Sequence[int],
        idle: float,
        compiles_into: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        directory = os.path.join(self._directory, "work")
        writable = [compiles_into] if compiles_into else []
        plan = self.sandbox.plan(command, directory, writable=writable, modes=bool(compiles_into))
        self.in_force = plan.in_force
        if compiles_into and plan.walls["user"] is not None:
            os.chown(compiles_into, plan.walls["user"], plan.walls["user"])
        job = {
            "command": plan.command,
            "environment": {
                "PATH": plan.path,
                "LANG": "C.UTF-8",
                "HOME": directory,
                "TMPDIR": directory,
                **(environment or {}),
            },
            "walls": plan.walls,
            "seconds": limits.seconds,
            "idle": idle,
            "memory": limits.memory,
            "stack": limits.memory if limits.stack is None else limits.stack,
            "addresses": limits.addresses,
            "output": limits.output,
            "disk": limits.disk,
            "files": limits.files,
            "processes": limits.processes,
        }
        with _file(json.dumps(job).encode()) as told:
            descriptors = [*standard, told.fileno()]
            try:
                socket.send_fds(self._socket, [b"start"], descriptors)
            except OSError:  # the last program left something that has killed the supervisor since
                self._begin_anew()
                socket.send_fds(self._socket, [b"start"], descriptors)

    def _stop(self) -> None:
        with suppress(OSError):  # it may have been killed
            self._socket.send(b"stop")

    def _report(self, command: Sequence[str]) -> dict[str, Any]:
        while not _ready(self._socket.fileno(), select.POLLIN, SECONDS_BETWEEN_CHECKS):
            if _stopped(self._process.pid):
                self._process.kill()
        try:
            message = self._socket.recv(1 << 18)
        except ConnectionResetError:
            message = b""
        if not message:
            self._begin_anew()
            return ATTACKED
        report: dict[str, Any] = json.loads(message)
        if report["fault"]:
            raise CommandError(f"'{command[0]}' does not start: {_why(command[0], report['fault'])}")
        return report

    def _begin_anew(self) -> None:
        """Go on after a program has killed the supervisor."""
        self._end()
        os.makedirs(self._directory, 0o700, exist_ok=True)
        self._begin()


SECONDS_BETWEEN_CHECKS = 1.0
"""How often the judge looks whether a program has stopped the supervisor, which then says nothing."""

ATTACKED = {"ended": "attacked", "status": -9, "seconds": 0.0, "wall": 0.0, "memory": 0}
"""What is reported on a program that has killed or stopped the supervisor."""


def _stopped(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] in (b"T", b"t")
    except OSError:
        return False


def _why(program: str, fault: str) -> str:
    """Say more than the kernel does where a script's first line is to blame."""
    try:
        with open(program, "rb") as file:
            first = file.readline(200)
    except OSError:
        return fault
    for mark, sign in ((b"\xef\xbb\xbf#!", "a byte order mark (U+FEFF)"), (b"\xe2\x80\x8b#!", "U+200B")):
        if first.startswith(mark):
            return f"{fault}: its first line begins with {sign}, which is invisible: take it out"
    if first.startswith(b"#!") and first.endswith(b"\r\n"):
        return f"{fault}: its lines end as on Windows, in CR LF: save it with the line ends of Unix"
    if first.startswith(b"#!"):
        return f"{fault}: its first line names {first[2:].strip().decode(errors='replace')[:60]}"
    if fault == "Exec format error":
        return f"{fault}: it is neither a program of this machine nor a script with a line #! at its top"
    return fault


@contextmanager
def supervisor_or_own(supervisor: Supervisor | None) -> Iterator[Supervisor]:
    """Use the supervisor that is given, or one for this block."""
    if supervisor is not None:
        yield supervisor
        return
    with Supervisor() as own:
        yield own


class ConversationError(TwoEndsError):
    """A program no longer converses: `why` is silent (nothing in time), gone, or long (an endless line)."""

    def __init__(self, why: Literal["silent", "gone", "long"]) -> None:
        super().__init__(f"the program is {why}")
        self.why = why


MOST_OF_A_LINE = 1000
"""Bytes of one line that a program may say: more is no answer to anything we ask."""


class Conversation:
    """A running program, spoken to line by line; `end` it, or leave its `with` block."""

    def __init__(self, supervisor: Supervisor, command: Sequence[str], limits: Limits) -> None:
        """Start the program."""
        self._supervisor, self._command, self._limits = supervisor, command, limits
        self._ended: Run | CommandError | None = None
        self._heard = b""
        their_input, self._to = os.pipe()
        self._from, their_output = os.pipe()
        self._errors = _Errors()
        os.set_blocking(self._to, False)
        supervisor._start(command, limits, [their_input, their_output, self._errors.writing], idle=math.inf)
        self._errors.sent()
        os.close(their_input)
        os.close(their_output)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end(patience=0)

    def say(self, line: str, seconds: float) -> None:
        """Send one line. Raises ConversationError if the program does not take it in that time."""
        rest = f"{line}\n".encode()
        patience = self._patience(seconds)
        while rest:
            self._wait(self._to, select.POLLOUT, patience)
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
        patience = self._patience(seconds)
        while b"\n" not in self._heard:
            if len(self._heard) > MOST_OF_A_LINE:
                raise ConversationError("long")
            self._wait(self._from, select.POLLIN, patience)
            if not self._read():
                raise ConversationError("gone")
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode(errors="replace")

    def _patience(self, seconds: float) -> _Patience:
        return _Patience(self._supervisor._process.pid, seconds)

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
            try:
                self._ended = self._close(patience)
            except CommandError as fault:
                self._ended = fault
        if isinstance(self._ended, CommandError):
            raise self._ended
        return self._ended

    def _close(self, patience: float) -> Run:
        """Close all three descriptors, whatever the report says."""
        os.close(self._to)
        if not _ready(self._supervisor._socket.fileno(), select.POLLIN, patience):
            self._supervisor._stop()
        with self._errors:
            try:
                report = self._supervisor._report(self._command)
                self._listen()  # it is gone: what it said last is in the pipe by now
            finally:
                os.close(self._from)
            return _run(report, b"", self._errors.end(), self._limits)

    def _listen(self) -> None:
        while len(self._heard) <= MOST_OF_A_LINE and _ready(self._from, select.POLLIN, 0) and self._read():
            pass

    def _wait(self, descriptor: int, event: int, patience: _Patience) -> None:
        if not patience.wait(descriptor, event):
            raise ConversationError("silent")

    def _read(self) -> bool:
        more = os.read(self._from, MOST_OF_A_LINE)
        self._heard += more
        return bool(more)


class _Patience:
    """The time that a program has for one answer: it runs while the program runs or stands idle."""

    def __init__(self, supervising: int, seconds: float) -> None:
        self._supervising, self._left, self._ticks = supervising, seconds, -1
        self._last = time.monotonic() + supervisor.LONGEST * seconds

    def wait(self, descriptor: int, event: int) -> bool:
        """Wait for a descriptor; False when the time is over."""
        if _ready(descriptor, event, 0):
            return True
        while self._left > 0 and (began := time.monotonic()) < self._last:
            if _ready(descriptor, event, min(self._left, 0.05)):
                self._left -= time.monotonic() - began
                return True
            living = list(supervisor.descendants(self._supervising))
            ticks = sum(each.ticks for each in living)
            waited = used = time.monotonic() - began
            if any(map(supervisor.wants_to_run, living)) and self._ticks >= 0:
                used = (ticks - self._ticks) / supervisor.TICK
            self._ticks = ticks
            self._left -= min(waited, max(used, 0.0))
        return False


def _ready(descriptor: int, event: int, seconds: float) -> bool:
    poll = select.poll()  # unlike select it knows no largest descriptor
    poll.register(descriptor, event)
    return bool(poll.poll(seconds * 1000))


def _file(content: bytes = b"") -> BinaryIO:
    """A file in memory, at its beginning."""
    file = os.fdopen(os.memfd_create("twoends"), "w+b", buffering=0)
    file.write(content)
    file.seek(0)
    return file


MOST_OF_THE_ERRORS = 1 << 16


class _Errors:
    """Takes what a program writes to standard error for as long as it writes, and keeps the end of it.

    A thread reads the pipe, so that no flood of words blocks a program or ends it.
    """

    def __init__(self) -> None:
        self._reading, self.writing = os.pipe()
        self._kept = b""
        self._over = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.end()

    def sent(self) -> None:
        """The other end is the program's now."""
        os.close(self.writing)
        self.writing = -1

    def end(self) -> bytes:
        """The last words, after the program has ended."""
        if self._reading >= 0:
            if self.writing >= 0:
                self.sent()
            self._over = True
            self._thread.join()
            os.close(self._reading)
            self._reading = -1
        return self._kept

    def _read(self) -> None:
        # All of the program is gone when it is over, unless it has killed the supervisor.
        while _ready(self._reading, select.POLLIN, 0.05) or not self._over:
            if _ready(self._reading, select.POLLIN, 0):
                more = os.read(self._reading, MOST_OF_THE_ERRORS)
                if not more:
                    return
                self._kept = (self._kept + more)[-MOST_OF_THE_ERRORS:]


def _run(report: dict[str, Any], output: bytes, errors: bytes, limits: Limits) -> Run:
    return Run(
        report["ended"],
        report["status"],
        output,
        errors,
        report["seconds"],
        report["wall"],
        report["memory"],
        limits,
    )
