"""The supervisor: a small process that starts one program at a time, limits it, and cleans up after it.

client.py runs this file with a socket to the client and a directory to work in. It imports nothing of
twoends but processes.py, so that it starts in milliseconds. It is a separate process because

- limits are set between fork and exec, where Python is safe only in a process with a single thread;
- as a child subreaper it becomes the parent of everything that a program leaves behind, including daemons
  in a session of their own, so that "no child left" means "nothing left";
- it outlives the client: when the socket closes, it kills the program, removes the directory and ends.

A message from the client with four descriptors starts a program: its standard input and output, a file for
the end of its standard error, and a file with one JSON object, the job. Any other message stops the running
program. The supervisor sends a report for every program that was started. It applies the confinement that
sandbox.py has worked out.
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

from .processes import (
    PAGE,
    TICK,
    Process,
    count_tasks,
    descendants,
    is_ending,
    is_runnable,
    kill_all,
    memory_of,
    stop_all,
    unnamed_files,
    unnamed_maps,
)

SET_PARENT_DEATH_SIGNAL, SET_FILTER, DROP_CAPABILITY, SET_CHILD_SUBREAPER, NO_NEW_PRIVILEGES = (
    1, 22, 24, 36, 38
)  # of prctl(2)  # fmt: skip

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""Landlock's system calls, on every processor."""

SECONDS_BETWEEN_LOOKS = 0.02
"""Interval at which the usage of a program and its children is checked against the limits."""

SECONDS_BETWEEN_GLANCES = 0.004
"""Interval at which the number of tasks on the machine is read, which is cheap: a fork bomb would make
thousands of children between two checks. A tuning value."""

EXTRA_ADDRESSES = 8 << 30
"""Bytes of address space beyond the memory limit: Java and Node reserve gigabytes that they never touch, so
the memory limit is on resident memory, and the one on address space is a second line of defence."""

STACKS = 16
"""The number of threads for whose full-size stacks there is address space on top of that."""

EXTRA_MEMORY = 8 << 20
"""Bytes over the memory limit at which a program is stopped. An endless recursion, whose stack may be as
large as the memory, must crash rather than be stopped, so that the signal shows what it was; a program that
ends by itself is judged by its exact peak."""

WALL_FACTOR = 10
"""The limit on wall-clock time, as a multiple of the limit on idle time."""

MAX_BYTES_OF_ERRORS = 1 << 16
"""Bytes of standard error that are kept. A program may write more, which neither blocks nor ends it."""

_libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Serve the client until its socket closes; socket and directory are the last two arguments."""
    *_, number, above = sys.argv
    client = socket.socket(fileno=int(number))
    client.set_inheritable(False)
    directory = os.path.join(above, "work")
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # a shell may start the judge with this signal ignored
    if os.geteuid() == 0:
        # The kernel does not limit the processes of root: be faster than a fork bomb instead.
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    _libc.prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        while True:
            message, descriptors, _, _ = socket.recv_fds(client, 100, 4)
            if not message:
                return
            if len(descriptors) != 4:
                continue  # a request to stop a program that has ended by itself
            for descriptor in descriptors:
                os.set_inheritable(descriptor, False)
            try:
                with open(descriptors.pop(), "rb") as file:
                    job = json.load(file)
                _make(directory, job["user"])
                report = _run(job, descriptors, directory, client)
                remove(directory)
            except OSError as error:  # no process or folder can be made
                kill_all()
                report = {"fault": error.strerror or str(error)}
            finally:
                for descriptor in descriptors:
                    os.close(descriptor)
            client.send(json.dumps(report).encode())
    except (BrokenPipeError, ConnectionResetError):
        return
    finally:
        kill_all()
        remove(above)


def _run(
    job: dict[str, Any], descriptors: list[int], directory: str, client: socket.socket
) -> dict[str, Any]:
    """Run one program to its end or to a limit; report how it ended and what it used.

    Closes the input and output, so that nobody has them open once the program has ended.
    """
    began = time.monotonic()
    errors, stderr = os.pipe()
    os.set_blocking(errors, False)
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        _exec_program(job, [*descriptors[:2], stderr], directory, writing)
    standard = {(each.st_dev, each.st_ino) for each in map(os.fstat, descriptors[:2])}
    for descriptor in (*descriptors[:2], stderr, writing):
        os.close(descriptor)
    del descriptors[:2]
    fault = os.read(reading, 1000).decode()  # empty after a successful exec, which closes the pipe
    os.close(reading)
    ended, error_text = "", b""
    pidfd = os.pidfd_open(pid)
    listening = [pidfd, client.fileno(), errors]
    checked, most_tasks = began, count_tasks() + job["processes"]
    idle, used = 0.0, -1
    while not ended:
        ready = select.select(listening, [], [], SECONDS_BETWEEN_GLANCES)[0]
        if errors in ready:
            more = os.read(errors, MAX_BYTES_OF_ERRORS)
            error_text = (error_text + more)[-MAX_BYTES_OF_ERRORS:]
            if not more:  # the program has closed it
                listening.remove(errors)
        now = time.monotonic()
        if pidfd in ready:
            ended = "by itself"
        elif client.fileno() in ready:
            ended = "stopped"
            if client.recv(1, socket.MSG_PEEK):  # leave an end of file for main
                client.recv(100)
        elif now - checked > SECONDS_BETWEEN_LOOKS or count_tasks() > most_tasks:
            living = list(descendants())
            # Waiting for a processor on a busy machine is not idleness.
            ticks = sum(process.ticks for process in living)
            if ticks == used and not any(map(is_runnable, living)):
                idle += now - checked
            checked, used = now, ticks
            rest = job["disk"] - _bytes_of_unnamed(job, living, directory, standard)
            disk = rest < 0 or uses_more_disk(directory, rest)
            ended = "disk" if disk else _exceeded_limit(job, living, idle, now - began)
    if ended == "memory":
        stop_all()  # a fork bomb would grow meanwhile
        if sum(map(memory_of, descendants())) <= job["memory"] / 2:
            ended = "processes"  # they share most of it: each is small, but they are too many
    os.close(pidfd)
    os.killpg(pid, signal.SIGKILL)  # before wait4, after which the id may be reused
    _, status, usage = os.wait4(pid, 0)
    wall = time.monotonic() - began
    seconds, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss
    for usage in kill_all():
        seconds += usage.ru_utime + usage.ru_stime
        memory = max(memory, usage.ru_maxrss)
    with contextlib.suppress(BlockingIOError):  # a program may have enlarged the pipe up to its limit, 1 MB
        error_text = (error_text + os.read(errors, 1 << 20))[-MAX_BYTES_OF_ERRORS:]
    os.close(errors)
    os.pwrite(descriptors[0], error_text, 0)
    if fault:
        return {"fault": fault}
    code = os.waitstatus_to_exitcode(status)
    return {"ended": ended, "status": code, "seconds": seconds, "wall": wall, "memory": memory * 1024}


def _exec_program(job: dict[str, Any], standard: list[int], directory: str, writing: int) -> None:
    """In the forked child, set limits and exec the program; write an error to `writing`, if there is one."""
    try:
        os.setsid()
        _libc.prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        for number, descriptor in enumerate(standard):
            os.dup2(descriptor, number)
            if job["user"]:  # the program may reopen /dev/stdin
                os.fchown(number, job["user"], -1)
        os.chdir(directory)
        for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python; programs should not inherit that
            signal.signal(ignored, signal.SIG_DFL)
        seconds = int(job["seconds"]) + 1
        addresses = job["memory"] + EXTRA_ADDRESSES + STACKS * job["stack"] if job["addresses"] else None
        for resource_limit, most in (
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_AS, addresses),
            (resource.RLIMIT_STACK, job["stack"]),
            (resource.RLIMIT_FSIZE, job["output"]),
            (resource.RLIMIT_NOFILE, job["files"]),
            (resource.RLIMIT_NPROC, count_tasks() + job["processes"]),  # counts all processes of the user
            (resource.RLIMIT_CORE, 0),
        ):
            if most is not None:
                hard = resource.getrlimit(resource_limit)[1]
                most = most if hard == resource.RLIM_INFINITY else min(most, hard)
                resource.setrlimit(resource_limit, (most, most))
        _confine(job)
        os.execvpe(job["command"][0], job["command"], job["environment"])
    except (OSError, ValueError, OverflowError) as error:  # a limit may be too large for the kernel
        os.write(writing, str(getattr(error, "strerror", None) or error).encode(errors="replace"))
    finally:
        os._exit(127)


def _confine(job: dict[str, Any]) -> None:
    """Irrevocably apply Landlock rules, user and filter to this process. Raises OSError."""
    ruleset = -1
    if rights := bytes.fromhex(job["ruleset"]):
        ruleset = _check(_libc.syscall(CREATE_RULESET, rights, ctypes.c_size_t(len(rights)), 0))
        for path, on_folders, on_files in job["rules"]:
            with contextlib.suppress(FileNotFoundError):
                descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
                granted = on_folders if stat.S_ISDIR(os.fstat(descriptor).st_mode) else on_files
                rule = granted.to_bytes(8, sys.byteorder) + descriptor.to_bytes(4, sys.byteorder)
                _check(_libc.syscall(ADD_RULE, ruleset, 1, rule, 0))
                os.close(descriptor)
    if job["user"]:
        os.setgroups([])
        os.setresgid(*[job["user"]] * 3)
        os.setresuid(*[job["user"]] * 3)
    elif os.geteuid() == 0:
        for capability in range(64):
            _libc.prctl(DROP_CAPABILITY, capability, 0, 0, 0)
        this_process = struct.pack("Ii", 0x20080522, 0)  # after the version of the format
        _check(_libc.capset(this_process, bytes(24)))
    _check(_libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    if ruleset >= 0:
        _check(_libc.syscall(RESTRICT_SELF, ruleset, 0))
    if code := bytes.fromhex(job["filter"]):
        buffer = ctypes.create_string_buffer(code, len(code))
        program = struct.pack("HP", len(code) // 8, ctypes.addressof(buffer))
        _check(_libc.prctl(SET_FILTER, 2, program, 0, 0))


def _check(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _exceeded_limit(job: dict[str, Any], living: list[Process], idle: float, wall: float) -> str:
    """The limit that the program and its children together exceed; empty if there is none."""
    if idle > job["idle"] or wall > WALL_FACTOR * job["idle"]:
        return "clock"
    if len(living) > job["processes"]:
        return "processes"
    if sum(process.pages for process in living) * PAGE > job["memory"] + EXTRA_MEMORY:
        return "memory"
    if sum(process.ticks for process in living) > job["seconds"] * TICK:
        return "time"
    return ""


def _bytes_of_unnamed(
    job: dict[str, Any], living: list[Process], directory: str, standard: set[tuple[int, int]]
) -> int:
    """Bytes of the files that a program holds in no folder, besides its standard input and output.

    What it hides counts as too much, unless we may not look at the processes of its user anyway.
    """
    sizes: dict[Any, int] = {}
    for process in living:
        try:
            sizes.update(unnamed_files(process))
            sizes.update(dict.fromkeys(unnamed_maps(process, directory), job["output"]))
        except PermissionError:
            if job["user"]:
                return 0
            if not is_ending(process.pid):
                return int(job["disk"]) + 1
    return sum(size for file, size in sizes.items() if file not in standard)


def uses_more_disk(folder: str, most: int) -> bool:
    """Whether everything below a folder takes more than `most` bytes of disk space.

    A file that cannot be counted, because its path is too long or its folder closed, counts as more.
    """
    used, folders = 0, [folder]
    while folders and used <= most:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    with contextlib.suppress(FileNotFoundError):  # it is gone by now
                        blocks = entry.stat(follow_symlinks=False).st_blocks
                        used += max(512 * blocks, 4096)  # an empty file counts, too
                        if entry.is_dir(follow_symlinks=False):
                            folders.append(entry.path)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            return True
    return used > most


def _make(directory: str, user: int | None) -> None:
    """Make a new directory for a program, whatever the last program has done to the old one."""
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
    """Remove a directory and everything that a program has put there, as far as the system allows.

    Every folder inside is first moved to the top level, so that a deep tree needs neither recursion nor
    paths that are too long.
    """
    with contextlib.suppress(OSError):
        os.unlink(directory)  # if a program has replaced it by a link, leave the target alone
    with contextlib.suppress(OSError):
        os.rmdir(directory)
        return
    mark = os.urandom(8).hex()  # a name that no program has used
    folders = [directory]
    for folder in folders:  # the list grows in the loop
        with contextlib.suppress(OSError):
            os.chmod(folder, 0o700)  # even its owner may lack access
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in list(entries):  # before any of them is moved
                with contextlib.suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        os.chmod(entry.path, 0o700)  # otherwise it cannot be moved
                        moved = os.path.join(directory, f"{mark}-{len(folders)}")
                        os.rename(entry.path, moved)
                        folders.append(moved)
                    else:
                        os.unlink(entry.path)
    for folder in reversed(folders):
        with contextlib.suppress(OSError):
            os.rmdir(folder)
