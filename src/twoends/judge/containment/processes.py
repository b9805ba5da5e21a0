"""Processes below this one, as /proc shows them: what they use, whether they want to run, and their end."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

PAGE, TICK = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")


def count_tasks() -> int:
    """How many processes and threads the machine has."""
    with open("/proc/loadavg", "rb") as file:
        return int(file.read().split()[3].partition(b"/")[2])


class Process(NamedTuple):
    """A process at one look: ticks of processor time, resident pages, its state, how many threads."""

    pid: int
    ticks: int
    pages: int
    state: bytes
    threads: int
    parent: int = 0


def look(pid: int, thread: str = "") -> Process | None:
    """Look at a process, or at one of its threads; None where it has ended."""
    try:
        with open(f"/proc/{pid}{thread and f'/task/{thread}'}/stat", "rb") as file:
            # The second field is the name in brackets, which may itself hold anything.
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    used = sum(map(int, fields[11:15]))
    return Process(pid, used, int(fields[21]), fields[0], int(fields[17]), int(fields[1]))


def descendants(top: int | None = None) -> Iterator[Process]:
    """Look at everything below a process: this one unless told."""
    children = _children_of if os.path.exists(f"/proc/self/task/{os.getpid()}/children") else _by_parent()
    generation = children(top or os.getpid())
    while generation:
        seen = [each for pid in generation if (each := look(pid))]
        yield from seen
        generation = [child for each in seen for child in children(each.pid, each.threads)]


def _children_of(pid: int, threads: int = 1) -> list[int]:
    """The children of each thread of a process, as the kernel lists them."""
    children: list[int] = []
    with contextlib.suppress(OSError):  # it has ended meanwhile
        for thread in [str(pid)] if threads == 1 else os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                children += map(int, file.read().split())
    return children


def _by_parent() -> Callable[..., list[int]]:
    """The same where the kernel does not list children: ask every process of the machine for its parent."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (seen := look(int(name))):
            children.setdefault(seen.parent, []).append(seen.pid)
    return lambda pid, threads=1: children.get(pid, [])


def wants_to_run(seen: Process) -> bool:
    """Whether a process runs, or waits for nothing but its turn; with threads, whether one of them does."""
    if seen.threads == 1 or seen.state == b"R":
        return seen.state == b"R"
    with contextlib.suppress(OSError):  # it has ended meanwhile
        threads = [look(seen.pid, thread) for thread in os.listdir(f"/proc/{seen.pid}/task")]
        return any(each is not None and each.state == b"R" for each in threads)
    return False


def kill_all() -> list[resource.struct_rusage]:
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
        while fresh := {each.pid for each in descendants()} - stopped:
            _signal(fresh, signal.SIGSTOP)  # what is stopped forks no more, so this comes to an end
            stopped |= fresh
        _signal(stopped, signal.SIGKILL)
        time.sleep(0.0005)


def _signal(processes: set[int], number: signal.Signals) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
