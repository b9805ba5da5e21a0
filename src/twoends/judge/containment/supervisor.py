"""The supervisor: a small process that starts one program at a time, limits it, and clears up after it.

`contained.py` runs this file with a socket to the judge and a directory to work in. It imports nothing
of ours but its neighbour `processes.py`, so that it starts in milliseconds. It is a process of its own
because

- limits belong between fork and exec, where Python may run safely only if there is one thread;
- as a child subreaper it becomes the parent of all that a program leaves behind, daemons in a
  session of their own included, so that "no child left" means "nothing left";
- it outlives the judge: when the socket closes, it kills the program, removes the directory, ends.

A message from the judge with four descriptors starts a program: its standard input and output, a file
that takes the end of what it writes to standard error, and a file with one JSON object. Any other message
stops the running one. A report comes back for every program that was started. What holds a program,
`sandbox.py` has worked out: it is applied here.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import socket
import stat
import struct
import sys
import time
from typing import Any

from .processes import PAGE, TICK, Process, count_tasks, descendants, kill_all, wants_to_run

SET_PARENT_DEATH_SIGNAL, SET_FILTER, DROP_CAPABILITY, SET_CHILD_SUBREAPER, NO_NEW_PRIVILEGES = (
    1, 22, 24, 36, 38
)  # of prctl(2)  # fmt: skip

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""Landlock's system calls, on every processor."""

SECONDS_BETWEEN_LOOKS = 0.02
"""How often a program and its children are added up: between two looks they may pass their limits."""

SECONDS_BETWEEN_GLANCES = 0.004
"""How often the number of tasks of the whole machine, one cheap line, is asked for: a program that
forks without end has thousands of children before a look is done. A tuning value."""

ROOM_FOR_ADDRESSES = 8 << 30
"""Bytes of address space beyond the memory limit: Java and Node reserve gigabytes that they never
touch, so memory is counted where it is resident, and the address space is the second line."""

STACKS = 16
"""So many threads have room for a stack of full size on top of that: each reserves one."""

ROOM_ABOVE_A_STACK = 8 << 20
"""Bytes over the memory limit that stop a program at once. A recursion without end fills a stack as
large as the memory, and must come to its end, which tells what it is; what ends by itself is then
judged by its exact peak."""

LONGEST = 10
"""So many times the limit on idle time a program may last in all, on however busy a machine."""

MOST_OF_THE_ERRORS = 1 << 16
"""Bytes of standard error that are kept. A program may write more: no flood of words blocks or ends it."""

LARGEST_PIPE = 1 << 20
"""More is not left in a pipe, whatever a program has made of that of its errors; few leave 64 KB."""

_libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Serve the judge until its socket closes: its number and the directory are the last two arguments."""
    *_, number, above = sys.argv
    judge = socket.socket(fileno=int(number))
    judge.set_inheritable(False)
    directory = os.path.join(above, "work")
    if os.geteuid() == 0:
        # The kernel does not limit how many processes root has: be quicker than a fork bomb instead.
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    _libc.prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        while True:
            message, descriptors, _, _ = socket.recv_fds(judge, 100, 4)
            if not message:
                return
            if len(descriptors) != 4:
                continue  # a stop for a program that has ended by itself
            for descriptor in descriptors:
                os.set_inheritable(descriptor, False)
            try:
                with open(descriptors.pop(), "rb") as file:
                    job = json.load(file)
                _make(directory, job["walls"]["user"])
                report = _run(job, descriptors, directory, judge)
                remove(directory)
            except OSError as error:  # no process or no folder is to be had
                kill_all()
                report = {"fault": error.strerror or str(error)}
            finally:
                for descriptor in descriptors:
                    os.close(descriptor)
            judge.send(json.dumps(report).encode())
    except (BrokenPipeError, ConnectionResetError):
        return
    finally:
        kill_all()
        remove(above)


def _run(job: dict[str, Any], descriptors: list[int], directory: str, judge: socket.socket) -> dict[str, Any]:
    """Run one program to its end or to a limit; report how it ended and what it used.

    Input and output are closed here: once the program is gone, nobody has them.
    """
    began = time.monotonic()
    errors, theirs = os.pipe()
    os.set_blocking(errors, False)
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        _become(job, [*descriptors[:2], theirs], directory, writing)
    for descriptor in (*descriptors[:2], theirs, writing):
        os.close(descriptor)
    del descriptors[:2]
    fault = os.read(reading, 1000).decode()  # empty once the program has replaced our copy
    os.close(reading)
    ended, said = "by itself", b""
    watched = os.pidfd_open(pid)
    listening = [watched, judge.fileno(), errors]
    looked, crowd = began, count_tasks() + job["processes"]
    idle, used = 0.0, -1
    try:
        while True:
            ready = select.select(listening, [], [], SECONDS_BETWEEN_GLANCES)[0]
            if errors in ready:
                more = os.read(errors, MOST_OF_THE_ERRORS)
                said = (said + more)[-MOST_OF_THE_ERRORS:]
                if not more:  # it has closed them
                    listening.remove(errors)
            if watched in ready:
                break
            if judge.fileno() in ready:
                ended = "stopped"
                if judge.recv(1, socket.MSG_PEEK):  # an end of file stays for main
                    judge.recv(100)
                break
            now = time.monotonic()
            if now - looked > SECONDS_BETWEEN_LOOKS or count_tasks() > crowd:
                living = list(descendants())
                # A machine that is busy keeps a program waiting for its turn, which is not idleness.
                ticks = sum(each.ticks for each in living)
                if ticks == used and not any(map(wants_to_run, living)):
                    idle += now - looked
                looked, used = now, ticks
                disk = takes_more(directory, job["disk"])
                if passed := "disk" if disk else _limit_passed(job, living, idle, now - began):
                    ended = passed
                    break
    finally:
        os.close(watched)
    os.killpg(pid, signal.SIGKILL)  # before it is waited for: until then the number is taken
    _, status, usage = os.wait4(pid, 0)
    wall = time.monotonic() - began
    seconds, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss
    for left_behind in kill_all():
        seconds += left_behind.ru_utime + left_behind.ru_stime
        memory = max(memory, left_behind.ru_maxrss)
    with contextlib.suppress(BlockingIOError):
        said = (said + os.read(errors, LARGEST_PIPE))[-MOST_OF_THE_ERRORS:]
    os.close(errors)
    os.pwrite(descriptors[0], said, 0)
    return {
        "fault": fault,
        "ended": ended,
        "status": os.waitstatus_to_exitcode(status),
        "seconds": seconds,
        "wall": wall,
        "memory": memory * 1024,
    }


def _become(job: dict[str, Any], standard: list[int], directory: str, writing: int) -> None:
    """Turn this copy of the supervisor into the program; tell `writing` what went wrong, or close it."""
    try:
        os.setsid()
        _libc.prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        for number, descriptor in enumerate(standard):
            os.dup2(descriptor, number)
            if job["walls"]["user"]:  # it may open /dev/stdin anew
                os.fchown(number, job["walls"]["user"], -1)
        os.chdir(directory)
        for each in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores both, programs should not
            signal.signal(each, signal.SIG_DFL)
        seconds = int(job["seconds"]) + 1
        addresses = job["memory"] + ROOM_FOR_ADDRESSES + STACKS * job["stack"] if job["addresses"] else None
        for what, most in (
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_AS, addresses),
            (resource.RLIMIT_STACK, job["stack"]),
            (resource.RLIMIT_FSIZE, job["output"]),
            (resource.RLIMIT_NOFILE, job["files"]),
            (resource.RLIMIT_NPROC, count_tasks() + job["processes"]),  # counts all that its user runs
            (resource.RLIMIT_CORE, 0),
        ):
            if most is not None:
                hard = resource.getrlimit(what)[1]
                most = most if hard == resource.RLIM_INFINITY else min(most, hard)
                resource.setrlimit(what, (most, most))
        command = job["command"]
        if not job["walls"]["bubblewrap"]:
            _confine(job["walls"])
        elif code := bytes.fromhex(job["walls"]["filter"]):  # it needs these calls itself, and filters last
            file = os.memfd_create("filter", 0)
            os.write(file, code)
            os.lseek(file, 0, os.SEEK_SET)
            command = [command[0], "--seccomp", str(file), *command[1:]]
        os.execvpe(command[0], command, job["environment"])
    except (OSError, ValueError, OverflowError) as error:  # a limit may be beyond what the kernel counts
        os.write(writing, str(getattr(error, "strerror", None) or error).encode(errors="replace"))
    finally:
        os._exit(127)


def _confine(walls: dict[str, Any]) -> None:
    """Take away from this process, for good, what it does not need. Raises OSError."""
    ruleset = -1
    if rights := bytes.fromhex(walls.get("ruleset", "")):
        ruleset = _done(_libc.syscall(CREATE_RULESET, rights, ctypes.c_size_t(len(rights)), 0))
        for path, on_folders, on_files in walls["rules"]:
            with contextlib.suppress(FileNotFoundError):
                at = os.open(path, os.O_PATH | os.O_CLOEXEC)
                given = on_folders if stat.S_ISDIR(os.fstat(at).st_mode) else on_files
                rule = given.to_bytes(8, sys.byteorder) + at.to_bytes(4, sys.byteorder)
                _done(_libc.syscall(ADD_RULE, ruleset, 1, rule, 0))
                os.close(at)
    if walls["user"]:
        os.setgroups([])
        os.setresgid(*[walls["user"]] * 3)
        os.setresuid(*[walls["user"]] * 3)
    elif os.geteuid() == 0:
        for capability in range(64):
            _libc.prctl(DROP_CAPABILITY, capability, 0, 0, 0)
        _done(_libc.capset(CAPABILITIES, bytes(24)))
    _done(_libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    if ruleset >= 0:
        _done(_libc.syscall(RESTRICT_SELF, ruleset, 0))
    if code := bytes.fromhex(walls.get("filter", "")):
        held = ctypes.create_string_buffer(code, len(code))
        program = struct.pack("HP", len(code) // 8, ctypes.addressof(held))
        _done(_libc.prctl(SET_FILTER, 2, program, 0, 0))


CAPABILITIES = struct.pack("Ii", 0x20080522, 0)
"""Before the sets of capabilities: their version, and that they are this process's own."""


def _done(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _limit_passed(job: dict[str, Any], living: list[Process], idle: float, wall: float) -> str:
    """Name the limit that the program and its children have passed together, if any."""
    if idle > job["idle"] or wall > LONGEST * job["idle"]:
        return "clock"
    if len(living) > job["processes"]:
        return "processes"
    if sum(each.pages for each in living) * PAGE > job["memory"] + ROOM_ABOVE_A_STACK:
        return "memory"
    if sum(each.ticks for each in living) > job["seconds"] * TICK:
        return "time"
    return ""


SMALLEST_FILE = 4096
"""Bytes of disk that an entry counts for at least."""


def takes_more(folder: str, most: int) -> bool:
    """Whether what lies below a folder takes more bytes of disk than that."""
    held, folders = 0, [folder]
    while folders and held <= most:
        for entry in _entries(folders.pop()):
            with contextlib.suppress(OSError):
                held += max(512 * entry.stat(follow_symlinks=False).st_blocks, SMALLEST_FILE)
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
    return held > most


def _make(directory: str, user: int | None) -> None:
    """Make the directory of a program anew, whatever the one before has done to where it lies."""
    above = os.path.dirname(directory)
    if os.path.islink(above) or not os.path.isdir(above):
        with contextlib.suppress(OSError):
            os.unlink(above)
        os.mkdir(above, 0o700)
    os.chmod(above, 0o700 if user is None else 0o711)
    if os.path.lexists(directory):
        remove(directory)
    os.mkdir(directory, 0o700)
    if user is not None:
        os.chown(directory, user, user)


def remove(directory: str) -> None:
    """Remove a directory with whatever a program has put there, as far as the system lets us.

    Every folder inside is first moved up to lie directly in it: so the deepest tree needs neither
    a recursion nor a path that is too long.
    """
    with contextlib.suppress(OSError):
        os.unlink(directory)  # a program has put a link in its place: what it points to is not ours
    with contextlib.suppress(OSError):
        os.rmdir(directory)
        return
    mark = os.urandom(8).hex()  # no name that a program has given
    folders = [directory]
    for folder in folders:  # which grows on the way
        with contextlib.suppress(OSError):
            os.chmod(folder, 0o700)  # it may be closed even to its owner
        for entry in _entries(folder):
            with contextlib.suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    os.chmod(entry.path, 0o700)  # or it would not move
                    above = os.path.join(directory, f"{mark}-{len(folders)}")
                    os.rename(entry.path, above)
                    folders.append(above)
                else:
                    os.unlink(entry.path)
    for folder in reversed(folders):
        with contextlib.suppress(OSError):
            os.rmdir(folder)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """List a folder before anything in it is moved; empty if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []
