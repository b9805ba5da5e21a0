"""Running other people's programs: without a shell, within limits, and leaving nothing behind.

`Supervisor` is the judge's end of the process in supervisor.py. A program reads a whole input and
answers (`run`), or holds a conversation line by line (conversation.py). Files in memory carry
the input and the output of a run, so that no pipe can fill up, block, or be closed at us; the
output cannot grow beyond its limit because the kernel refuses to write more.

What a program may reach is the kernel's to decide: `sandbox.py` says what holds it.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, Literal, Self

from twoends.judge.containment.commands import CommandError, why_not_started

if sys.platform.startswith("linux"):  # elsewhere it cannot even be imported, and no program is judged
    from twoends.judge.containment import supervisor
    from twoends.judge.containment.processes import look
    from twoends.judge.containment.sandbox import ROOM, sandbox

Ending = Literal["by itself", "time", "clock", "memory", "disk", "processes", "stopped", "attacked"]
"""Why a program ended: by itself, at one of its limits, because the judge stopped it, or with the
supervisor, which it has killed or stopped."""


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


def _make_room() -> str:
    """Make a temporary folder, named after this process; sweep those of our judges that were killed."""
    mine = f"{ROOM}{os.stat('/proc/self/ns/pid').st_ino}-"  # processes have other numbers in other containers
    for name in os.listdir(folder := tempfile.gettempdir()):
        process = name.removeprefix(mine).partition("-")[0]
        if name.startswith(mine) and process.isdigit() and not os.path.exists(f"/proc/{process}"):
            with suppress(OSError):  # another judge may be sweeping, too
                if os.lstat(left := os.path.join(folder, name)).st_uid == os.geteuid():
                    supervisor.remove(left)
    return tempfile.mkdtemp(prefix=f"{mine}{os.getpid()}-")


@contextmanager
def room() -> Iterator[Path]:
    """A temporary folder for a with block; if the judge is killed, the next one removes it."""
    folder = _make_room()
    try:
        yield Path(folder)
    finally:
        supervisor.remove(folder)


START = "import sys; sys.path.append(sys.argv[1]); from containment.supervisor import main; main()"
"""What the process of supervisor.py runs: nothing else of ours is imported there."""


class Supervisor:
    """Runs programs one after the other; a context manager, for one thread at a time.

    >>> with Supervisor() as supervisor:
    ...     supervisor.run(["cat"], b"8 15 3 7").output
    b'8 15 3 7'
    """

    def __init__(
        self, *, bubblewrap: bool = False, readable: Sequence[str] = (), hidden: Sequence[str] = ()
    ) -> None:
        """Start the supervising process; programs may read `readable`, too, and run in bubblewrap if asked.

        `hidden` are files, as real paths, that no program may read that does not name them itself.

        in_force  what the last program had no access to, in words
        """
        if not sys.platform.startswith("linux"):
            raise CommandError("programs are judged on Linux only: no other system contains their children")
        if bubblewrap and shutil.which("bwrap") is None:
            raise CommandError(
                "a sandbox needs bubblewrap: install it (Debian: apt install bubblewrap), or do without"
            )
        self.sandbox = sandbox(bubblewrap=bubblewrap, readable=readable, hidden=hidden)
        self.in_force = ""
        self._interrupted = False
        self._directory = _make_room()
        self._errors = _file()
        self._begin()

    def _begin(self) -> None:
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", START, str(Path(__file__).parent.parent),
                 str(theirs.fileno()), self._directory],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # an interrupt from the keyboard is the judge's to handle
            )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self._end()
        self._errors.close()

    def _end(self) -> None:
        self.socket.close()  # the supervisor kills, clears up, and ends
        self.process.wait()
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
        with _file(text) as given, _file() as output:
            standard = given.fileno(), output.fileno()
            self.start(command, limits, standard, limits.idle, compiles_into, environment)
            return replace(self.wait(), output=os.pread(output.fileno(), limits.output, 0))

    def share(self, folder: str | Path) -> None:
        """Let programs read a folder of the judge's, and not write to it, whoever they run as."""
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
        """Have a program started, with the descriptors of its input and output; `wait` for its end."""
        directory = os.path.join(self._directory, "work")
        plan = self.sandbox.plan(command, directory, compiles_into)
        self.in_force = plan.in_force
        if compiles_into and plan.walls["user"] is not None:
            os.chown(compiles_into, plan.walls["user"], plan.walls["user"])
        surroundings = {"PATH": plan.path, "LANG": "C.UTF-8", "HOME": directory, "TMPDIR": directory}
        job = {
            **asdict(limits),
            "command": plan.command,
            "environment": surroundings | dict(environment or {}),
            "walls": plan.walls,
            "idle": idle,
            "stack": limits.memory if limits.stack is None else limits.stack,
        }
        self._running = command[0], limits
        self._errors.truncate(0)
        with _file(json.dumps(job).encode()) as told:
            descriptors = [*standard, self._errors.fileno(), told.fileno()]
            try:
                socket.send_fds(self.socket, [b"start"], descriptors)
            except OSError:  # the last program left something that has killed the supervisor since
                self._begin_anew()
                socket.send_fds(self.socket, [b"start"], descriptors)
        if self._interrupted:  # perhaps while this one was being started
            self.stop()

    def interrupt(self) -> None:
        """Stop what runs and all that comes, from any thread: waiting for it raises KeyboardInterrupt."""
        self._interrupted = True
        self.stop()

    def stop(self) -> None:
        """Stop the program that runs."""
        with suppress(OSError):  # it may have been killed
            self.socket.send(b"stop")

    def wait(self) -> Run:
        """Wait for the end of the program, and say how it ran, without its output. Raises CommandError.

        Raises KeyboardInterrupt once `interrupt` was called: what was stopped by us has no verdict.
        """
        program, limits = self._running
        report = self._report()
        if self._interrupted:
            raise KeyboardInterrupt
        if fault := report.pop("fault"):
            raise CommandError(f"'{program}' does not start: {why_not_started(program, fault)}")
        self._errors.seek(0)
        return Run(output=b"", errors=self._errors.read(), limits=limits, **report)

    def _report(self) -> dict[str, Any]:
        """What the supervisor says on the program; where it was killed or stopped, what we say for it."""
        while not ready(self.socket.fileno(), select.POLLIN, SECONDS_BETWEEN_CHECKS):
            if (seen := look(self.process.pid)) and seen.state in (b"T", b"t"):
                self.process.kill()
        message = b""
        with suppress(ConnectionResetError):
            message = self.socket.recv(LARGEST_REPORT)
        if not message:
            self._begin_anew()
        return json.loads(message) if message else ATTACKED.copy()

    def _begin_anew(self) -> None:
        """Go on after a program has killed the supervisor."""
        self._end()
        os.makedirs(self._directory, 0o700, exist_ok=True)
        self._begin()


LARGEST_REPORT = 1 << 16
"""Bytes: tuning, for a report is seven short values and has a few hundred."""

SECONDS_BETWEEN_CHECKS = 1.0
"""How often the judge looks whether a program has stopped the supervisor, which then says nothing: tuning,
for it changes only when the verdict on such a program is there."""

ATTACKED = {"fault": "", "ended": "attacked", "status": -9, "seconds": 0.0, "wall": 0.0, "memory": 0}
"""What is reported on a program that has killed or stopped the supervisor."""


def supervisor_or_own(supervisor: Supervisor | None) -> AbstractContextManager[Supervisor]:
    """Use the supervisor that is given, or one for a with block."""
    return Supervisor() if supervisor is None else nullcontext(supervisor)


def ready(descriptor: int, event: int, seconds: float) -> bool:
    """Wait at most so long for a descriptor; whether it is ready."""
    poll = select.poll()  # unlike select it knows no largest descriptor
    poll.register(descriptor, event)
    return bool(poll.poll(seconds * 1000))


def _file(content: bytes = b"") -> BinaryIO:
    """A file in memory, at its beginning."""
    file = os.fdopen(os.memfd_create("twoends"), "w+b", buffering=0)
    file.write(content)
    file.seek(0)
    return file
