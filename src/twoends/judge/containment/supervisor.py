"""The supervisor: a small process that starts one program at a time, limits it, and clears up after it.

`contained.py` runs this file as a script, with a socket to the judge and a directory to work in.
It imports nothing of ours so that it starts in milliseconds. It is a process of its own because

- limits belong between fork and exec, where Python may run safely only if there is one thread;
- as a child subreaper it becomes the parent of all that a program leaves behind, daemons in a
  session of their own included, so that "no child left" means "nothing left";
- it outlives the judge: when the socket closes, it kills the program, removes the directory, ends.

A message from the judge is one JSON object with three descriptors (standard input, output and
errors) and starts a program; any other message stops the running one. A report comes back for
every program that was started.
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
import sys
import time
from collections.abc import Iterator
from typing import Any

SET_PARENT_DEATH_SIGNAL, SET_CHILD_SUBREAPER = 1, 36  # of prctl(2)

SECONDS_BETWEEN_LOOKS = 0.02
"""How often a program and its children are added up: between two looks they may pass their limits."""

SECONDS_BETWEEN_GLANCES = 0.004
"""How often the number of tasks of the whole machine, one cheap line, is asked for: a program that
forks without end has thousands of children before a look is done."""

ROOM_FOR_ADDRESSES = 8 << 30
"""Bytes of address space beyond the memory limit: Java and Node reserve gigabytes that they never
touch, so memory is counted where it is resident, and the address space is the second line."""

PAGE, TICK = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")

_libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Serve the judge until its socket closes."""
    judge = socket.socket(fileno=int(sys.argv[1]))
    judge.set_inheritable(False)
    directory = os.path.join(sys.argv[2], "work")
    if os.geteuid() == 0:
        # The kernel does not limit how many processes root has: be quicker than a fork bomb instead.
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    _libc.prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        while True:
            message, descriptors, _, _ = socket.recv_fds(judge, 1 << 18, 3)
            if not message:
                return
            if len(descriptors) != 3:
                continue  # a stop for a program that has ended by itself
            os.mkdir(directory, 0o700)
            report = _run(json.loads(message), descriptors, directory, judge)
            remove(directory)
            judge.send(json.dumps(report).encode())
    except (BrokenPipeError, ConnectionResetError):
        return
    finally:
        _kill_all()
        remove(sys.argv[2])


def _run(job: dict[str, Any], standard: list[int], directory: str, judge: socket.socket) -> dict[str, Any]:
    """Run one program to its end or to a limit; report how it ended and what it used."""
    began = time.monotonic()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        _become(job, standard, directory, writing)
    for descriptor in (*standard, writing):
        os.close(descriptor)
    fault = os.read(reading, 1000).decode()  # empty once the program has replaced our copy
    os.close(reading)
    ended = "by itself"
    watched = os.pidfd_open(pid)
    looked, crowd = began, _tasks() + job["processes"]
    try:
        while True:
            ready = select.select([watched, judge.fileno()], [], [], SECONDS_BETWEEN_GLANCES)[0]
            if watched in ready:
                break
            if ready:
                ended = "stopped"
                if judge.recv(1, socket.MSG_PEEK):  # an end of file stays for main
                    judge.recv(1 << 18)
                break
            now = time.monotonic()
            if now - looked > SECONDS_BETWEEN_LOOKS or _tasks() > crowd:
                looked = now
                if passed := _limit_passed(job, now - began):
                    ended = passed
                    break
    finally:
        os.close(watched)
    os.killpg(pid, signal.SIGKILL)  # before it is waited for: until then the number is taken
    _, status, usage = os.wait4(pid, 0)
    wall = time.monotonic() - began
    seconds, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss
    for left_behind in _kill_all():
        seconds += left_behind.ru_utime + left_behind.ru_stime
        memory = max(memory, left_behind.ru_maxrss)
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
            os.set_inheritable(descriptor, False)
            os.dup2(descriptor, number)
        os.chdir(directory)
        for each in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores both, programs should not
            signal.signal(each, signal.SIG_DFL)
        seconds = int(job["seconds"]) + 1
        for what, most in (
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_AS, job["memory"] + ROOM_FOR_ADDRESSES),
            (resource.RLIMIT_FSIZE, job["output"]),
            (resource.RLIMIT_NOFILE, job["files"]),
            (resource.RLIMIT_NPROC, _tasks() + job["processes"]),  # counts all that its user runs
            (resource.RLIMIT_CORE, 0),
        ):
            hard = resource.getrlimit(what)[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (most, most))
        os.execvpe(job["command"][0], job["command"], job["environment"])
    except (OSError, ValueError, OverflowError) as error:  # a limit may be beyond what the kernel counts
        os.write(writing, str(getattr(error, "strerror", None) or error).encode(errors="replace"))
    finally:
        os._exit(127)


def _limit_passed(job: dict[str, Any], wall: float) -> str:
    """Name the limit that the program and its children have passed together, if any."""
    if wall > job["wall"]:
        return "clock"
    living = list(_descendants())
    if len(living) > job["processes"]:
        return "processes"
    if sum(pages for _, _, pages in living) * PAGE > job["memory"]:
        return "memory"
    if sum(ticks for _, ticks, _ in living) > job["seconds"] * TICK:
        return "time"
    return ""


def _tasks() -> int:
    """How many processes and threads the machine has."""
    with open("/proc/loadavg", "rb") as file:
        return int(file.read().split()[3].partition(b"/")[2])


def _descendants() -> Iterator[tuple[int, int, int]]:
    """Yield (process, ticks of processor time, resident pages) for everything below this process."""
    children: dict[int, list[tuple[int, int, int]]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    # The second field is the name in brackets, which may itself hold anything.
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue
            ticks = sum(map(int, fields[11:15]))
            children.setdefault(int(fields[1]), []).append((int(name), ticks, int(fields[21])))
    generation = children.get(os.getpid(), [])
    while generation:
        yield from generation
        generation = [child for parent, _, _ in generation for child in children.get(parent, [])]


def _kill_all() -> list[resource.struct_rusage]:
    """Kill everything below this process, wait for all of it, and return what each one used."""
    used: list[resource.struct_rusage] = []
    while True:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return used  # no child: so nothing is left below either
        if pid:
            used.append(usage)
            continue
        stopped: set[int] = set()
        while fresh := {pid for pid, _, _ in _descendants()} - stopped:
            _signal(fresh, signal.SIGSTOP)  # what is stopped forks no more, so this comes to an end
            stopped |= fresh
        _signal(stopped, signal.SIGKILL)
        time.sleep(0.0005)


def _signal(processes: set[int], number: signal.Signals) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


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


if __name__ == "__main__":
    main()
