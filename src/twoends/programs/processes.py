"""The descendants of this process, as /proc shows them: what they use, whether they run, and killing them."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import signal
import stat
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

PAGE, TICK = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")

EXITING = 4
"""The flag of the kernel of a process or thread that is ending, PF_EXITING."""


def count_tasks() -> int:
    """The number of processes and threads on this machine."""
    with open("/proc/loadavg", "rb") as file:
        return int(file.read().split()[3].partition(b"/")[2])


class Process(NamedTuple):
    """A snapshot of a process: ticks of processor time, resident pages, state, number of threads, flags."""

    pid: int
    ticks: int
    pages: int
    state: bytes
    threads: int
    parent: int = 0
    flags: int = 0


def read_process(pid: int, thread: str = "") -> Process | None:
    """Take a snapshot of a process or one of its threads; None if it has ended."""
    try:
        with open(f"/proc/{pid}{thread and f'/task/{thread}'}/stat", "rb") as file:
            # The second field is the name in brackets, which may contain anything.
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    used = sum(map(int, fields[11:15]))
    return Process(pid, used, int(fields[21]), fields[0], *map(int, (fields[17], fields[1], fields[6])))


def is_ending(pid: int) -> bool:
    """Whether a process has ended, or is ending and waits for no other thread of its own.

    From when its memory is given back until it is gone, /proc says that it is root's. That it has no pages
    would not prove this: it also holds for a process that waits and has unmapped all of them.
    """
    seen = read_process(pid)
    return seen is None or bool(seen.flags & EXITING and seen.threads <= 1)


def memory_of(process: Process) -> int:
    """Bytes of a process, with each page divided among all who share it, as children do after a fork.

    If the kernel does not say, all resident bytes.
    """
    with contextlib.suppress(OSError), open(f"/proc/{process.pid}/smaps_rollup", "rb") as file:
        return next(int(line.split()[1]) << 10 for line in file if line.startswith(b"Pss:"))
    return process.pages * PAGE


def unnamed_files(process: Process) -> Iterator[tuple[tuple[int, int], int]]:
    """The files that a process has open but that are in no folder: an identity, and bytes of disk space.

    Raises PermissionError if the process hides them.
    """
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
        for folder in _folders_of(process):
            for name in os.listdir(f"{folder}/fd"):
                with contextlib.suppress(FileNotFoundError):
                    status = os.stat(f"{folder}/fd/{name}")
                    if stat.S_ISREG(status.st_mode) and not status.st_nlink:
                        yield (status.st_dev, status.st_ino), max(512 * status.st_blocks, 4096)


MAX_BYTES_OF_MAPS = 1 << 20
"""Bytes that are read of the list of a process's mapped files, of which runtimes need a tenth."""


def unnamed_maps(process: Process, folder: str) -> set[bytes]:
    """The inodes of the files of a folder that a process has mapped but that were removed.

    Raises PermissionError if the process hides them, or if its list is too long.
    """
    removed = re.compile(rb"\S+ \S+ \S+ \S+ (\d+) +%s/.* \(deleted\)" % re.escape(os.fsencode(folder)))
    inodes: set[bytes] = set()
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for each in _folders_of(process):
            with open(f"{each}/maps", "rb") as file:
                maps = file.read(MAX_BYTES_OF_MAPS)
            if len(maps) == MAX_BYTES_OF_MAPS:
                raise PermissionError
            inodes |= {match[1] for line in maps.splitlines() if (match := removed.fullmatch(line))}
    return inodes


def _folders_of(process: Process) -> list[str]:
    """Where /proc lists the files and memory of a process: by its other threads if its first one has ended.

    They share both, of which an ended thread has none, and /proc says that it is root's.
    """
    folder, first = f"/proc/{process.pid}", str(process.pid)
    if process.state != b"Z":
        return [folder]
    return [f"{folder}/task/{thread}" for thread in os.listdir(f"{folder}/task") if thread != first]


def descendants(top: int | None = None) -> Iterator[Process]:
    """Snapshots of all descendants of a process, by default this one."""
    children = _children_of if os.path.exists(f"/proc/self/task/{os.getpid()}/children") else _by_parent()
    generation = children(top or os.getpid())
    while generation:
        living = [process for pid in generation if (process := read_process(pid))]
        yield from living
        generation = [child for process in living for child in children(process.pid, process.threads)]


def _children_of(pid: int, threads: int = 1) -> list[int]:
    """The children of all threads of a process, as the kernel lists them."""
    children: list[int] = []
    with contextlib.suppress(OSError):  # it has ended meanwhile
        for thread in [str(pid)] if threads == 1 else os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                children += map(int, file.read().split())
    return children


def _by_parent() -> Callable[..., list[int]]:
    """A substitute for `_children_of` if the kernel does not list children: read every process once."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (process := read_process(int(name))):
            children.setdefault(process.parent, []).append(process.pid)
    return lambda pid, threads=1: children.get(pid, [])


def is_runnable(process: Process) -> bool:
    """Whether a process, or one of its threads, is running or waiting for a processor."""
    if process.threads == 1 or process.state == b"R":
        return process.state == b"R"
    with contextlib.suppress(OSError):  # it has ended meanwhile
        threads = [read_process(process.pid, thread) for thread in os.listdir(f"/proc/{process.pid}/task")]
        return any(thread is not None and thread.state == b"R" for thread in threads)
    return False


def kill_all() -> list[resource.struct_rusage]:
    """Kill all descendants of this process, wait for them, and return the resource usage of each."""
    usages: list[resource.struct_rusage] = []
    while True:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return usages  # no children, hence no descendants
        if pid:
            usages.append(usage)
            continue
        _signal(stop_all(), signal.SIGKILL)
        time.sleep(0.0005)


def stop_all() -> set[int]:
    """Stop all descendants of this process and return their ids."""
    stopped: set[int] = set()
    while running := {process.pid for process in descendants()} - stopped:
        _signal(running, signal.SIGSTOP)  # a stopped process cannot fork, so this loop ends
        stopped |= running
    return stopped


def _signal(processes: set[int], number: signal.Signals) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
