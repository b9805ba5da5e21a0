"""Run untrusted programs without a shell, within limits, leaving nothing behind.

`Supervisor` is the client of the process in server.py. A program reads a whole input and answers (`run`),
or converses line by line (conversation.py). Input and output of a run are files in memory: no pipe can fill
up, block or be closed, and the kernel stops the output at its limit.

The kernel also decides what a program has access to: see sandbox.py.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, Literal, Self

from twoends.rules.errors import TwoEndsError

if sys.platform.startswith("linux"):  # elsewhere these cannot be imported, and no program is run
    from twoends.programs import server
    from twoends.programs.processes import read_process
    from twoends.programs.sandbox import FOLDER_PREFIX, MAX_BYTES_OF_A_FIRST_LINE, sandbox

Ending = Literal["by itself", "time", "clock", "memory", "disk", "processes", "stopped", "attacked"]
"""Why a program ended: by itself, at a limit, stopped by the client, or by attacking the supervisor."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on a program and its children.

    seconds    processor time
    memory     resident bytes
    output     bytes of each file that it writes, including standard output
    disk       bytes of disk space of all files in its folder
    files      open descriptors
    processes  processes alive at once
    stack      bytes of stack; None: as many as of memory
    addresses  whether the address space is limited; False for sanitizers, which reserve terabytes

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
        """Seconds that a program may be idle; waiting for a processor does not count."""
        return 2 * self.seconds + 1


@dataclass(frozen=True, slots=True)
class Run:
    """The result of running a program.

    ended    why it ended
    status   exit status, or minus the signal that ended it
    output   standard output, at most `limits.output` bytes
    errors   the end of standard error, whose length is not limited
    seconds  processor time, including children
    wall     wall-clock time in seconds
    memory   peak resident bytes of any one process (at least about 10 MB, inherited from the client)
    limits   the limits it ran under
    has_read whether it read its standard input; a program may also open that anew, as /dev/stdin
    """

    ended: Ending
    status: int
    output: bytes
    errors: bytes
    seconds: float
    wall: float
    memory: int
    limits: Limits
    has_read: bool = True


def _make_temporary_folder() -> str:
    """Make a temporary folder named after this process; remove those of processes that were killed."""
    # Process ids are unique only within a container.
    prefix = f"{FOLDER_PREFIX}{os.stat('/proc/self/ns/pid').st_ino}-"
    for name in os.listdir(folder := tempfile.gettempdir()):
        process = name.removeprefix(prefix).partition("-")[0]
        if name.startswith(prefix) and process.isdigit() and not os.path.exists(f"/proc/{process}"):
            with suppress(OSError):  # another process may be removing it as well
                if os.lstat(abandoned := os.path.join(folder, name)).st_uid == os.geteuid():
                    server.remove(abandoned)
    return tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-")


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A temporary folder for a with block; if this process is killed, the next one removes it."""
    folder = _make_temporary_folder()
    try:
        yield Path(folder)
    finally:
        server.remove(folder)


START = "import sys; sys.path.append(sys.argv[1]); from programs.server import main; main()"
"""The code of the process in server.py, which imports nothing of twoends but its own folder."""


class Supervisor:
    """Runs programs one at a time. A context manager, to be used by one thread at a time.

    >>> with Supervisor() as supervisor:
    ...     supervisor.run(["cat"], b"8 15 3 7").output
    b'8 15 3 7'
    """

    def __init__(self, *, readable: Sequence[str] = ()) -> None:
        """Start the supervising process.

        readable      further files and folders that programs may read
        restrictions  (attribute) what the last program had no access to, in words
        """
        if not sys.platform.startswith("linux"):
            raise CommandError("programs are judged on Linux only: other systems cannot contain children")
        self.sandbox = sandbox(readable=readable)
        self.restrictions = ""
        self._interrupted = False
        self._directory = _make_temporary_folder()
        self._errors = _file()
        self._start_supervisor()

    def _start_supervisor(self) -> None:
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", START, str(Path(__file__).parent.parent),
                 str(theirs.fileno()), self._directory],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # only the client handles interrupts from the keyboard
            )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self._end()
        self._errors.close()

    def _end(self) -> None:
        self.socket.close()  # the supervisor then kills the program, cleans up and ends
        self.process.wait()
        server.remove(self._directory)  # in case a program has killed the supervisor

    def run(
        self,
        command: Sequence[str],
        text: bytes,
        limits: Limits | None = None,
        *,
        compiles_into: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> Run:
        """Run a program on an input and wait for its end. Raises CommandError if it cannot be started.

        A compiler may also write to the folder `compiles_into`, and make programs there. If the program
        kills or stops the supervisor, the run has `ended` "attacked".
        """
        limits = limits or Limits()
        with _file(text) as stdin, _file() as output:
            standard = stdin.fileno(), output.fileno()
            self.start(command, limits, standard, limits.idle, compiles_into, environment)
            run = self.wait()
            return replace(
                run,
                output=os.pread(output.fileno(), limits.output, 0),
                has_read=stdin.tell() > 0,
            )

    def share(self, folder: str | Path) -> None:
        """Let programs read a folder of ours but not write to it, even if they run as another user."""
        if self.sandbox.user is None:
            return
        for path in [Path(folder), *Path(folder).rglob("*")]:
            if not path.is_symlink():
                os.chown(path, os.geteuid(), self.sandbox.user)
                path.chmod(0o750 if path.is_dir() or path.stat().st_mode & 0o100 else 0o640)

    def start(
        self,
        command: Sequence[str],
        limits: Limits,
        standard: Sequence[int],
        idle: float,
        compiles_into: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start a program with the descriptors `standard` as its input and output; `wait` for its end."""
        directory = os.path.join(self._directory, "work")
        plan = self.sandbox.plan(command, directory, compiles_into)
        self.restrictions = plan.restrictions
        if compiles_into and plan.user is not None:
            os.chown(compiles_into, plan.user, plan.user)
        variables = {"PATH": plan.path, "LANG": "C.UTF-8", "HOME": directory, "TMPDIR": directory}
        job = asdict(limits) | vars(plan) | {"environment": variables | dict(environment or {}), "idle": idle}
        if limits.stack is None:
            job["stack"] = limits.memory
        self._running = command[0], limits
        self._errors.truncate(0)
        with _file(json.dumps(job).encode()) as job_file:
            descriptors = [*standard, self._errors.fileno(), job_file.fileno()]
            try:
                socket.send_fds(self.socket, [b"start"], descriptors)
            except OSError:  # something that the last program left behind has killed the supervisor
                self._restart()
                socket.send_fds(self.socket, [b"start"], descriptors)
        if self._interrupted:  # perhaps while this program was being started
            self.stop()

    def interrupt(self) -> None:
        """Stop this program and all later ones, from any thread; `wait` then raises KeyboardInterrupt."""
        self._interrupted = True
        self.stop()

    def stop(self) -> None:
        """Stop the running program."""
        with suppress(OSError):  # the supervisor may have been killed
            self.socket.send(b"stop")

    def wait(self) -> Run:
        """Wait for the end of the program and return its Run, without output. Raises CommandError.

        Raises KeyboardInterrupt after `interrupt`, because a program that we stopped has no verdict.
        """
        program, limits = self._running
        while not ready(self.socket.fileno(), select.POLLIN, SECONDS_BETWEEN_CHECKS):
            if (process := read_process(self.process.pid)) and process.state in (b"T", b"t"):
                self.process.kill()
        message = b""
        with suppress(ConnectionResetError):
            message = self.socket.recv(1 << 16)  # far more than the few hundred bytes of a report
        if not message:  # the program has killed or stopped the supervisor
            self._restart()
        if self._interrupted:
            raise KeyboardInterrupt
        report = json.loads(message) if message else ATTACKED
        if "fault" in report:
            raise CommandError(f"'{program}' does not start: {why_not_started(program, report['fault'])}")
        self._errors.seek(0)
        return Run(output=b"", errors=self._errors.read(), limits=limits, **report)

    def _restart(self) -> None:
        """Restart the supervisor after a program has killed it."""
        self._end()
        self._start_supervisor()


SECONDS_BETWEEN_CHECKS = 1.0
"""Interval at which the client checks whether a program has stopped the supervisor, which then cannot report:
tuning, as it only delays the verdict on such a program."""

ATTACKED: dict[str, Any] = {"ended": "attacked", "status": -9, "seconds": 0.0, "wall": 0.0, "memory": 0}
"""The report on a program that has killed or stopped the supervisor."""


def readable(written: bytes) -> str:
    """What a program wrote, without the paths of our temporary folders, which mean nothing to its author."""
    ours = re.escape(os.path.join(tempfile.gettempdir(), FOLDER_PREFIX))
    return re.sub(ours + r"[\w-]*/(?:(?:source|made|work)\b/?)?", "", written.decode(errors="replace"))


def supervisor_or_own(supervisor: Supervisor | None) -> AbstractContextManager[Supervisor]:
    """The given supervisor, or a new one for a with block."""
    return Supervisor() if supervisor is None else nullcontext(supervisor)


def ready(descriptor: int, event: int, seconds: float) -> bool:
    """Wait up to `seconds` for a descriptor; return whether it is ready."""
    poll = select.poll()  # unlike select, it has no largest descriptor
    poll.register(descriptor, event)
    return bool(poll.poll(seconds * 1000))


def _file(content: bytes = b"") -> BinaryIO:
    """A file in memory, positioned at its beginning."""
    file = os.fdopen(os.memfd_create("twoends"), "w+b", buffering=0)
    file.write(content)
    file.seek(0)
    return file


# --- commands ----------------------------------------------------------------------------------


class CommandError(TwoEndsError):
    """A command that cannot be started.

    >>> from twoends.programs.client import Supervisor
    >>> with Supervisor() as supervisor:
    ...     supervisor.run(["no-such-program"], b"")
    Traceback (most recent call last):
    twoends.programs.client.CommandError: 'no-such-program' does not start: ...
    """


SCRIPTS = (".py", ".js", ".mjs", ".ts", ".rb", ".pl", ".php", ".lua", ".sh", ".jl", ".jar", ".java")
"""File names of programs that need an interpreter end in one of these."""


def locate(command: Sequence[str]) -> tuple[str, ...]:
    """Make a command independent of the current directory. Raises CommandError.

    The program is a file or is looked up on the path. Arguments are made absolute if they contain a slash or
    a dot and such a file exists; others stay, even if a file has that name. A missing script is an error.
    """
    if not command:
        raise CommandError("there is no command: write it after --, as in: -- python3 answer.py")
    program = shutil.which(command[0])
    if program is None:
        fault = "is not executable" if os.path.exists(command[0]) else "is not on the path and not a file"
        raise CommandError(
            f"'{command[0]}' {fault}: give a program and its arguments, as in: python3 answer.py"
        )
    script = next((word for word in command[1:] if not word.startswith("-")), "")
    if "/" not in command[0] and script.endswith(SCRIPTS) and not os.path.exists(script):
        raise CommandError(f"there is no file '{script}' here: give the script that {command[0]} should run")
    arguments = []
    for before, word in pairwise(command):
        if before in ("-cp", "-classpath", "--class-path"):  # as in java -cp out:lib.jar Main
            parts = word.split(os.pathsep)
            word = os.pathsep.join(os.path.abspath(part) if os.path.exists(part) else part for part in parts)
        is_file = ("/" in word or "." in word) and os.path.exists(word)
        arguments.append(os.path.abspath(word) if is_file else word)
    return (os.path.abspath(program), *arguments)


def why_not_started(program: str, fault: str) -> str:
    """Add to the kernel's message what is wrong with a script's first line, if that is the cause."""
    try:
        with open(program, "rb") as file:
            first = file.readline(MAX_BYTES_OF_A_FIRST_LINE)
    except OSError:
        return fault
    for mark, name in ((b"\xef\xbb\xbf#!", "a byte order mark (U+FEFF)"), (b"\xe2\x80\x8b#!", "U+200B")):
        if first.startswith(mark):
            return f"{fault}: its first line begins with {name}, which is invisible: remove it"
    if first.startswith(b"#!") and first.endswith(b"\r\n"):
        return f"{fault}: it has Windows line endings (CR LF): save it with Unix line endings"
    if first.startswith(b"#!"):
        return f"{fault}: its first line names {first[2:].strip().decode(errors='replace')[:60]}"
    if fault == "Exec format error":
        return f"{fault}: it is neither a program for this machine nor a script that starts with #!"
    return fault
