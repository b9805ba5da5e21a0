"""The sandbox: a program has access to its own files and its language's, and to nothing else.

The kernel enforces it, by the means that the machine has: Landlock (files; network from version 4, signals
from version 6), a seccomp filter for what Landlock leaves open, and a separate user if twoends runs as root.
This module works out what a command needs and encodes it for the kernel; the supervisor applies it between
fork and exec.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from glob import glob
from itertools import count
from pathlib import Path

import twoends
from twoends.programs.seccomp import calls_filter

LANGUAGES = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/etc/ld.so.cache",
    "/etc/ssl", "/etc/alternatives", "/etc/localtime", "/proc/self", "/proc/meminfo", "/proc/cpuinfo",
    "/sys/devices/system/cpu", "/dev/random", "/dev/urandom", *glob("/etc/java*"),
)  # fmt: skip
"""What every program may read: languages, and what their runtimes ask of the machine; nobody's own files."""

WRITABLE_DEVICES = ("/dev/null", "/dev/full")


# --- Landlock ----------------------------------------------------------------------------------

EXECUTE, WRITE, READ, LIST, MAKE_CHARACTER, MAKE_SOCKET, MAKE_BLOCK = (
    1 << bit for bit in (0, 1, 2, 3, 6, 9, 11)
)
MOVE, TRUNCATE, DEVICE = 1 << 13, 1 << 14, 1 << 15  # from versions 2, 3 and 5
FILE_RIGHTS = EXECUTE | WRITE | READ | TRUNCATE | DEVICE
"""The rights that a rule on a file may grant; the others are for folders only."""

TO_READ = EXECUTE | READ | LIST
TO_WRITE = ((1 << 15) - 1) & ~(MAKE_CHARACTER | MAKE_SOCKET | MAKE_BLOCK)
ON_DEVICES = READ | WRITE | DEVICE


def landlock_version() -> int:
    """The kernel's version of Landlock; 0 if it has none."""
    return max(0, int(ctypes.CDLL(None).syscall(444, None, 0, 1)))


def _ruleset(version: int) -> list[int]:
    """The file rights, then the network rights and the scopes, that a version can restrict: all of them."""
    files = (1 << 13) - 1
    for since, right in ((2, MOVE), (3, TRUNCATE), (5, DEVICE)):
        files |= right if version >= since else 0
    return [files] + [3] * (version >= 4) + [3] * (version >= 6)


# --- what a command needs ----------------------------------------------------------------------

PYTHON = re.compile(r"(python|pypy)[\d.]*")

ASK_PYTHON = """import importlib.util, json, sys
ours = importlib.util.find_spec("twoends")
print(json.dumps([sys.executable, getattr(sys, "_base_executable", sys.executable), sys.prefix,
                  sys.base_prefix, sys.path, ours and ours.origin]))"""


@dataclass(frozen=True, slots=True)
class Needs:
    """A command with its interpreter resolved, what it may read, and what is hidden within that."""

    command: tuple[str, ...]
    readable: tuple[str, ...]
    hidden: frozenset[str]


OURS = os.path.dirname(os.path.realpath(twoends.__file__))
"""The folder of twoends, which is hidden from every program but twoends itself."""


@lru_cache(maxsize=256)
def needs(command: tuple[str, ...]) -> Needs:
    """Find out what a command needs; may run an interpreter outside the sandbox, but never a submission."""
    if is_ours(command):
        readable = (*_named_files(command), sys.prefix, sys.base_prefix, OURS, *filter(None, sys.path))
        return Needs(command, readable, frozenset())
    program, *arguments = command
    program = shutil.which(program) or program
    words = _first_line(program)
    if words and os.path.basename(words[0]) == "env":
        words = [shutil.which(word) or word for word in words[1:2]] + words[2:]
    if words and is_installed_python(words[0]):
        program, arguments = words[0], [*words[1:], program, *arguments]
    copies: set[str] = set()
    if is_installed_python(program):
        program, prefixes, copies = _python(program)
    else:
        prefixes = _prefixes(program)
    resolved = (program, *arguments)
    return Needs(resolved, (*prefixes, *_named_files(resolved)), frozenset({OURS, *copies}))


def is_ours(command: Sequence[str]) -> bool:
    """Whether a command runs twoends itself, such as one of its known players."""
    program = os.path.abspath(shutil.which(command[0]) or command[0])
    words = [word for word in command[1:] if word not in ("-P", "-I")]
    return program == os.path.join(sysconfig.get_path("scripts"), "twoends") or (
        program == os.path.abspath(sys.executable) and words[:2] == ["-m", "twoends"]
    )


def is_installed_python(program: str) -> bool:
    """Whether a program is an installed Python, which may run outside the sandbox to be asked about itself.

    A submission may contain a program that is called python3, or name one in its first line.
    """
    folders = set(filter(os.path.isabs, os.environ.get("PATH", os.defpath).split(os.pathsep)))
    folders |= {os.path.dirname(sys.executable), os.path.join(sys.base_prefix, "bin")}
    return bool(PYTHON.fullmatch(os.path.basename(program))) and os.path.dirname(program) in folders


MAX_BYTES_OF_A_FIRST_LINE = 256
"""The bytes that Linux reads of a script's first line."""


def _first_line(program: str) -> list[str]:
    """The words of a script's first line, after #!; empty for other programs."""
    try:
        with open(program, "rb") as file:
            line = file.readline(MAX_BYTES_OF_A_FIRST_LINE)
    except OSError:
        return []
    words = os.fsdecode(line[2:]).split() if line.startswith(b"#!") else []
    return [word for word in words if word != "-S"]


@lru_cache(maxsize=16)
def _python(program: str) -> tuple[str, list[str], set[str]]:
    """Resolve a Python: the interpreter itself, its folders, and the copies of twoends that it would find.

    A version manager's shim could choose another interpreter inside the sandbox. An environment that contains
    twoends is replaced by the Python that it was made from.
    """
    environment = {
        "PATH": os.environ.get("PATH", os.defpath), "HOME": os.path.expanduser("~"), "LANG": "C.UTF-8"
    }  # fmt: skip
    asked = subprocess.run(
        [program, "-c", ASK_PYTHON], capture_output=True, cwd="/", check=False, env=environment
    )
    if asked.returncode:
        return program, [], set()
    executable, base, prefix, base_prefix, path, ours = json.loads(asked.stdout)
    if ours and prefix != base_prefix:
        return _python(base)
    copies = {os.path.join(folder, "twoends") for folder in path if folder}
    hidden = {
        os.path.realpath(copy) for copy in (*copies, os.path.dirname(ours or "")) if os.path.isdir(copy)
    }
    return executable, [prefix, base_prefix, *filter(os.path.isdir, path)], hidden


def _prefixes(program: str) -> list[str]:
    """The folder with bin and lib of an installed program; empty if there is none, or it contains home."""
    folder, name = os.path.split(os.path.dirname(os.path.realpath(program)))
    home = os.path.realpath(os.path.expanduser("~"))
    installed = name == "bin" and os.path.isdir(os.path.join(folder, "lib"))
    return [folder] if installed and not f"{home}/".startswith(f"{folder.rstrip('/')}/") else []


def _named_files(command: Sequence[str]) -> Iterator[str]:
    """The files that a command names; for a script its folder, because it may import from there."""
    yield command[0]
    files = (word for word in command[1:] if os.path.isabs(word) and os.path.isfile(word))
    script = next((word for word in files if not word.startswith(f"{OURS}/")), "")
    for word in command[1:]:
        for part in word.split(os.pathsep):
            if os.path.isabs(part) and os.path.exists(part):
                yield os.path.dirname(part) if part == script else part


def visible(root: str, hidden: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Landlock rules that make a file or folder readable except for `hidden`: path and rights.

    Names of entries stay visible, because Python lists a folder before it imports from it. Our temporary
    folders are left out, and links, whose targets are elsewhere.
    """
    root = os.path.realpath(root)
    if root in hidden or not os.path.exists(root):
        return
    if not any(path.startswith(f"{root.rstrip('/')}/") for path in hidden):
        yield root, TO_READ
        return
    yield root, LIST
    with suppress(OSError):  # it may not be readable
        for name in sorted(os.listdir(root)):
            path = os.path.join(root, name)
            if not os.path.islink(path) and not name.startswith(FOLDER_PREFIX):
                yield from visible(path, hidden)


FOLDER_PREFIX = "twoends-judge-"
"""The beginning of the names of our temporary folders."""


# --- the whole sandbox -------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """How the supervisor starts one command.

    command  the command
    path     its PATH
    filter   the seccomp filter, in hexadecimal; empty: none
    user     the user id that it runs as; None: our own
    ruleset  the rights that Landlock restricts, in hexadecimal; empty: do not use it
    rules    paths, with the rights that Landlock grants if they are folders and if they are files
    """

    command: tuple[str, ...]
    path: str
    filter: str
    user: int | None
    ruleset: str
    rules: tuple[tuple[str, int, int], ...]

    @property
    def restrictions(self) -> str:
        """What the command has no access to, and by which means; "limits alone" if nothing."""
        means = {
            "Landlock": CLOSED[: len(self.ruleset) // 16],
            "seccomp": CLOSED[1:2] * bool(self.filter),
            "a separate user": CLOSED[2:] * bool(self.user),
        }
        closed = [each for each in CLOSED if any(each in things for things in means.values())]
        which = " or ".join(filter(None, [", ".join(closed[:-1]), *closed[-1:]]))
        return f"no access to {which} ({', '.join(filter(means.get, means))})" if which else "limits alone"


CLOSED = ("other files", "the network", "other processes")
"""What a sandbox closes to a program; Landlock the first, the first two or all, with its versions."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """The means to confine programs, chosen once for all that a supervisor runs.

    landlock  the version of the kernel's Landlock; 0: do not use it
    user      the user id of programs if twoends runs as root; None: our own
    readable  further files and folders that programs may read
    """

    landlock: int = 0
    user: int | None = None
    readable: tuple[str, ...] = ()

    @property
    def weakness(self) -> str:
        """What a hostile program can still do, as a sentence; empty if nothing is known."""
        if self.landlock >= 6 or (self.landlock and self.user):
            return ""
        if self.landlock:
            return "a program may end the judge: this kernel's Landlock has no scopes for signals"
        if self.user:
            return "a program may read what every user may: this kernel has no Landlock"
        return (
            "a program may read the judge's files and end the judge: this kernel has no Landlock; "
            "judge as root, so that programs run as another user"
        )

    def plan(self, command: Sequence[str], folder: str, compiles_into: str = "") -> Plan:
        """Plan how to start a command in `folder`, which it may write to.

        A compiler may also write to `compiles_into`, and change the modes of files, as linkers do.
        """
        need = needs(tuple(command))
        writable = ((path, TO_WRITE) for path in (folder, compiles_into) if path)
        rules = (*_rules((*need.readable, *self.readable), need.hidden), *writable)
        path, user = os.environ.get("PATH", os.defpath), None
        if self.landlock:
            path = _path(need.command[0], path, [root for root, rights in rules if rights & READ])
        if self.user is not None:
            needed = (*_named_files(need.command), *_first_line(need.command[0])[:1], tempfile.gettempdir())
            # If, for example, Python is in a private folder of root, rely on the rest of the sandbox.
            user = self.user if all(may_read(self.user, file) for file in needed) else None
        ruleset = _ruleset(self.landlock)
        return Plan(
            need.command,
            path,
            calls_filter(modes=bool(compiles_into)).hex(),
            user,
            struct.pack(f"{len(ruleset)}Q", *ruleset).hex() if self.landlock else "",
            tuple((path, rights & ruleset[0], rights & ruleset[0] & FILE_RIGHTS) for path, rights in rules),
        )


def sandbox(*, readable: Sequence[str] = ()) -> Sandbox:
    """Choose the best means that this machine has."""
    user = None
    if os.geteuid() == 0:
        with open("/proc/self/uid_map") as file:  # a container may have few users
            spans = [tuple(map(int, line.split())) for line in file]
        if any(first <= FIRST_USER + USERS - 1 < first + length for first, _, length in spans):
            # A different user for each sandbox, because several may run at the same time.
            user = FIRST_USER + (64 * os.getpid() + next(_made)) % USERS
    return Sandbox(landlock_version(), user, tuple(map(os.path.realpath, readable)))


_made = count()

FIRST_USER, USERS = 61184, 4336
"""User ids without accounts: systemd reserves 61184 to 65519 for dynamic users."""


@lru_cache(maxsize=64)
def _rules(readable: tuple[str, ...], hidden: frozenset[str]) -> tuple[tuple[str, int], ...]:
    """All readable paths and devices, with the rights on what is below them."""
    hidden |= {os.path.join(os.path.realpath(tempfile.gettempdir()), FOLDER_PREFIX)}
    rules = [rule for path in (*LANGUAGES, *readable) for rule in visible(path, hidden)]
    return tuple(dict.fromkeys([*rules, *((device, ON_DEVICES) for device in WRITABLE_DEVICES)]))


def _path(program: str, path: str, roots: Sequence[str]) -> str:
    """PATH without folders that cannot be read; the folder of a program that is a Python comes first."""
    folders = [os.path.dirname(program)] * bool(PYTHON.fullmatch(os.path.basename(program)))
    for each in path.split(os.pathsep):
        real = f"{os.path.realpath(each)}/"
        if any(real.startswith(f"{root.rstrip('/')}/") for root in roots):
            folders.append(each)
    return os.pathsep.join(dict.fromkeys(folders)) or os.defpath


def may_read(user: int, path: str) -> bool:
    """Whether the user and group with this id may read a file or enter a folder, by file modes.

    For a link, the folders of both the link and its target count.
    """
    real = os.path.realpath(path)
    for file in (real, *map(str, (*Path(path).parents, *Path(real).parents))):
        try:
            status = os.stat(file)
        except OSError:
            return False
        shift = 6 if status.st_uid == user else 3 if status.st_gid == user else 0
        if not status.st_mode >> shift & (1 if stat.S_ISDIR(status.st_mode) else 4):
            return False
    return True
