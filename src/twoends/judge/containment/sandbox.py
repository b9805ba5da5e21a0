"""What a program may reach: its own files and its language's, and nothing else of this machine.

The kernel decides it, by what is there: Landlock (files; network from version 4, signals from
version 6), a filter of system calls for what Landlock leaves open, another user where the judge is
root, bubblewrap where Landlock is missing or too old. This module works out what a command needs,
and says it in the kernel's numbers; the supervisor applies it between fork and exec.
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
from dataclasses import dataclass, replace
from functools import lru_cache
from glob import glob
from itertools import count
from pathlib import Path
from typing import Any

import twoends
from twoends.judge.containment.commands import MOST_OF_A_FIRST_LINE
from twoends.judge.containment.seccomp import calls_filter

LANGUAGES = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/etc/ld.so.cache",
    "/etc/ssl", "/etc/alternatives", "/etc/localtime", "/proc/self", "/proc/meminfo", "/proc/cpuinfo",
    "/sys/devices/system/cpu", "/dev/random", "/dev/urandom", *glob("/etc/java*"),
)  # fmt: skip
"""What any program may read: its language, and what runtimes ask of the machine. Nothing of anybody's."""

OPENED = ("/dev/null", "/dev/zero", "/dev/full")
"""Devices that a program may also write to."""


# --- Landlock ----------------------------------------------------------------------------------

EXECUTE, WRITE, READ, LIST, MAKE_CHARACTER, MAKE_SOCKET, MAKE_BLOCK = (
    1 << bit for bit in (0, 1, 2, 3, 6, 9, 11)
)
MOVE, TRUNCATE, DEVICE = 1 << 13, 1 << 14, 1 << 15  # from versions 2, 3 and 5
OF_FILES = EXECUTE | WRITE | READ | TRUNCATE | DEVICE
"""The rights that a rule on a file may give; the others are a folder's."""

TO_READ = EXECUTE | READ | LIST
TO_WRITE = ((1 << 15) - 1) & ~(MAKE_CHARACTER | MAKE_SOCKET | MAKE_BLOCK)
ON_DEVICES = READ | WRITE | DEVICE


def landlock_version() -> int:
    """The version of Landlock that the kernel has; 0 where it has none."""
    return max(0, int(ctypes.CDLL(None).syscall(444, None, 0, 1)))


def _handled(version: int) -> tuple[int, int, int]:
    """Rights on files and on the network, and scopes, that a version knows: all are taken away."""
    files = (1 << 13) - 1
    for since, right in ((2, MOVE), (3, TRUNCATE), (5, DEVICE)):
        files |= right if version >= since else 0
    return files, 3 if version >= 4 else 0, 3 if version >= 6 else 0


# --- what a command needs ----------------------------------------------------------------------

PYTHON = re.compile(r"(python|pypy)[\d.]*")

ASK_PYTHON = """import importlib.util, json, sys
ours = importlib.util.find_spec("twoends")
print(json.dumps([sys.executable, getattr(sys, "_base_executable", sys.executable), sys.prefix,
                  sys.base_prefix, sys.path, ours and ours.origin]))"""


@dataclass(frozen=True, slots=True)
class Needs:
    """A command as it is started, the files and folders that it reads, and what is hidden within them."""

    command: tuple[str, ...]
    readable: tuple[str, ...]
    hidden: frozenset[str]


OURS = os.path.dirname(os.path.realpath(twoends.__file__))


@lru_cache(maxsize=256)
def needs(command: tuple[str, ...]) -> Needs:
    """Find out what a command needs, its interpreter resolved: outside, where nothing of the program's runs.

    twoends is hidden from every program but from twoends itself.
    """
    if is_ours(command):
        return Needs(
            command,
            (*_named(command), sys.prefix, sys.base_prefix, OURS, *filter(None, sys.path)),
            frozenset(),
        )
    program, *arguments = command
    program = shutil.which(program) or program
    words = _first_line(program)
    if words and os.path.basename(words[0]) == "env":
        words = [shutil.which(word) or word for word in words[1:2]] + words[2:]
    if words and is_installed_python(words[0]):
        program, arguments = words[0], [*words[1:], program, *arguments]
    theirs: set[str] = set()
    if is_installed_python(program):
        program, prefixes, theirs = _python(program)
    else:
        prefixes = _prefixes(program)
    started = (program, *arguments)
    return Needs(started, (*prefixes, *_named(started)), frozenset({OURS, *theirs}))


def is_ours(command: Sequence[str]) -> bool:
    """Whether it is twoends itself that is to run, such as one of its known players."""
    program = os.path.abspath(shutil.which(command[0]) or command[0])
    words = [word for word in command[1:] if word not in ("-P", "-I")]
    return program == os.path.join(sysconfig.get_path("scripts"), "twoends") or (
        program == os.path.abspath(sys.executable) and words[:2] == ["-m", "twoends"]
    )


def is_installed_python(program: str) -> bool:
    """Whether a program is a Python of this machine, which may be asked about itself outside of any sandbox.

    A submission may hold a program that calls itself python3, or name one in its first line.
    """
    folders = {each for each in os.environ.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(each)}
    folders |= {os.path.dirname(sys.executable), os.path.join(sys.base_prefix, "bin")}
    return bool(PYTHON.fullmatch(os.path.basename(program))) and os.path.dirname(program) in folders


def _first_line(program: str) -> list[str]:
    """The words of a script's first line, after #!; none where it is no script."""
    try:
        with open(program, "rb") as file:
            line = file.readline(MOST_OF_A_FIRST_LINE)
    except OSError:
        return []
    words = os.fsdecode(line[2:]).split() if line.startswith(b"#!") else []
    return [word for word in words if word != "-S"]


@lru_cache(maxsize=16)
def _python(program: str) -> tuple[str, list[str], set[str]]:
    """The interpreter itself, its folders, and where it would find twoends.

    A version manager's stand-in would choose another one inside; and where this one lies in the
    environment of twoends, the one that the environment was made from takes its place.
    """
    asked = subprocess.run(
        [program, "-c", ASK_PYTHON], capture_output=True, cwd="/", check=False, env=environment()
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


def environment() -> dict[str, str]:
    """What the judge's own environment has for a program that is asked about itself."""
    return {"PATH": os.environ.get("PATH", os.defpath), "HOME": os.path.expanduser("~"), "LANG": "C.UTF-8"}


def _prefixes(program: str) -> list[str]:
    """The folder that an installed program lies in with its libraries; none for a file of somebody's."""
    folder, name = os.path.split(os.path.dirname(os.path.realpath(program)))
    home = os.path.realpath(os.path.expanduser("~"))
    installed = name == "bin" and os.path.isdir(os.path.join(folder, "lib"))
    return [folder] if installed and not f"{home}/".startswith(f"{folder.rstrip('/')}/") else []


def _named(command: Sequence[str]) -> Iterator[str]:
    """The files that a command names; of a script the folder, because helpers lie beside it."""
    yield command[0]
    files = (word for word in command[1:] if os.path.isabs(word) and os.path.isfile(word))
    script = next((word for word in files if not word.startswith(f"{OURS}/")), "")
    for word in command[1:]:
        for part in word.split(os.pathsep):
            if os.path.isabs(part) and os.path.exists(part):
                yield os.path.dirname(part) if part == script else part


def visible(root: str, hidden: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Give a file or folder to be read, entry by entry where something in it is hidden.

    Names of entries stay visible, because Python lists a folder before it imports from it. Other
    judges' rooms are left out, too, and links: what they lead to is somewhere else.
    """
    root = os.path.realpath(root)
    if root in hidden or not os.path.exists(root):
        return
    if not any(each.startswith(f"{root.rstrip('/')}/") for each in hidden):
        yield root, TO_READ
        return
    yield root, LIST
    try:
        with os.scandir(root) as entries:
            inside = sorted(
                each.path for each in entries if not each.is_symlink() and not each.name.startswith(ROOM)
            )
    except OSError:
        return
    for entry in inside:
        yield from visible(entry, hidden)


ROOM = "twoends-judge-"
"""How the names of the judge's temporary folders begin."""


# --- all of it together ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """How one command is started: as what, and what the supervisor is told to apply to it.

    in_force  what it has no access to, and by which means; "limits alone" where there is none
    """

    command: tuple[str, ...]
    path: str
    walls: dict[str, Any]
    in_force: str


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What holds programs, chosen once for all that one supervisor runs.

    landlock    the version of the kernel's Landlock; 0: without
    bubblewrap  its program; empty: without, as it takes the place of Landlock
    user        the number of a user for programs, where the judge is root; None: the judge's own
    readable    further files and folders that programs may read
    hidden      files that none may read that does not name them itself, as an instructor's
    """

    landlock: int = 0
    bubblewrap: str = ""
    user: int | None = None
    readable: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()

    @property
    def lack(self) -> str:
        """What a hostile program can still do, as a sentence; empty where nothing is known."""
        if self.bubblewrap or self.landlock >= 6:
            return ""
        if self.landlock:
            return (
                ""
                if self.user
                else "a program may end the judge: this kernel's Landlock has no scopes for signals"
            )
        if self.user:
            return "a program may read what every user may: this kernel has no Landlock"
        return (
            "a program may read the judge's files and end the judge: this kernel has no Landlock; "
            "install bubblewrap, or judge as root, and programs run as another user"
        )

    def plan(self, command: Sequence[str], folder: str, compiles_into: str = "") -> Plan:
        """Work out how to start a command in a folder of its own, which it may write to.

        A compiler may write to one more, and change the modes of files, as linkers do.
        """
        need = needs(tuple(command))
        need = replace(need, hidden=need.hidden | (self.hidden - set(map(os.path.realpath, command))))
        writable = [each for each in (folder, compiles_into) if each]
        rules = [*_rules(need, self.readable), *((each, TO_WRITE) for each in writable)]
        path = os.environ.get("PATH", os.defpath)
        if self.bubblewrap or self.landlock:
            path = _path(need, path, [root for root, rights in rules if rights & READ])
        code = calls_filter(modes=bool(compiles_into)).hex()
        walls: dict[str, Any] = {"bubblewrap": bool(self.bubblewrap), "filter": code}
        if self.bubblewrap:
            words = _bubblewrapped(self.bubblewrap, need.command, folder, rules)
            return Plan(words, path, walls | {"user": None}, _in_force(True, 0, bool(code), False))
        user = self.user
        needed = (*_named(need.command), *_first_line(need.command[0])[:1], tempfile.gettempdir())
        if user is not None and not all(may_read(user, each) for each in needed):
            user = None  # as where Python lies in root's closed folder: the rest of the sandbox has to do
        files, network, scopes = _handled(self.landlock)
        walls["user"] = user
        if self.landlock:
            size = 8 if self.landlock < 4 else 16 if self.landlock < 6 else 24
            walls["ruleset"] = struct.pack("QQQ", files, network, scopes)[:size].hex()
            walls["rules"] = [(each, rights & files, rights & files & OF_FILES) for each, rights in rules]
        return Plan(need.command, path, walls, _in_force(False, self.landlock, bool(code), user is not None))


def _in_force(bubblewrap: bool, landlock: int, seccomp: bool, user: bool) -> str:
    """What a program has no access to, and by which means."""
    files, network = bubblewrap or landlock > 0, bubblewrap or landlock >= 4 or seccomp
    closed = ["other files"] * files + ["the network"] * network
    closed += ["other processes"] * (bubblewrap or landlock >= 6 or user)
    means = {"bubblewrap": bubblewrap, "Landlock": landlock, "seccomp": seccomp, "a separate user": user}
    which = " or ".join(filter(None, [", ".join(closed[:-1]), *closed[-1:]]))
    return f"no access to {which} ({', '.join(filter(means.get, means))})" if which else "limits alone"


def sandbox(*, bubblewrap: bool = False, readable: Sequence[str] = (), hidden: Sequence[str] = ()) -> Sandbox:
    """Choose the best that this machine has; `bubblewrap` asks for that one."""
    version = 0 if bubblewrap else landlock_version()
    program = shutil.which("bwrap") or ""
    if version < 6 and program and not (bubblewrap or _works(program)):
        program = ""
    user = None
    if os.geteuid() == 0 and _exists(FIRST_USER + USERS - 1):
        # Another one for each: they may run at the same time.
        user = FIRST_USER + (64 * os.getpid() + next(_made)) % USERS
    paths = tuple(map(os.path.realpath, readable))
    return Sandbox(version, program if version < 6 else "", user, paths, frozenset(hidden))


_made = count()

FIRST_USER, USERS = 61184, 4336
"""Numbers of users that no account has: systemd keeps 61184 to 65519 for services that come and go."""


def _exists(user: int) -> bool:
    """Whether a user has a number here: a container may know few."""
    with open("/proc/self/uid_map") as file:
        spans = [tuple(map(int, line.split())) for line in file]
    return any(first <= user < first + count for first, _, count in spans)


def _works(bubblewrap: str) -> bool:
    """Whether bubblewrap may do its work here, which many containers forbid."""
    words = [bubblewrap, "--unshare-all", "--ro-bind", "/", "/", "true"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


@lru_cache(maxsize=64)
def _rules(need: Needs, readable: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Every path that may be read, with the rights below it."""
    hidden = need.hidden | {os.path.join(os.path.realpath(tempfile.gettempdir()), ROOM)}
    given = [pair for each in (*LANGUAGES, *need.readable, *readable) for pair in visible(each, hidden)]
    return tuple(dict.fromkeys([*given, *((device, ON_DEVICES) for device in OPENED)]))


def _path(need: Needs, path: str, roots: Sequence[str]) -> str:
    """The search path without folders that cannot be read; the interpreter's own first."""
    folders = [os.path.dirname(need.command[0])] * bool(PYTHON.fullmatch(os.path.basename(need.command[0])))
    for each in path.split(os.pathsep):
        real = f"{os.path.realpath(each)}/"
        if any(real.startswith(f"{root.rstrip('/')}/") for root in roots):
            folders.append(each)
    return os.pathsep.join(dict.fromkeys(folders)) or os.defpath


def may_read(user: int, path: str) -> bool:
    """Whether a user (and group) of that number may read a file or enter a folder, by their modes.

    A link counts with the folders that it lies in, and with those of what it leads to.
    """
    real = os.path.realpath(path)
    for each in (real, *map(str, (*Path(path).parents, *Path(real).parents))):
        try:
            seen = os.stat(each)
        except OSError:
            return False
        shift = 6 if seen.st_uid == user else 3 if seen.st_gid == user else 0
        if not seen.st_mode >> shift & (1 if stat.S_ISDIR(seen.st_mode) else 4):
            return False
    return True


def _bubblewrapped(
    program: str, command: Sequence[str], folder: str, rules: Sequence[tuple[str, int]]
) -> tuple[str, ...]:
    """Wrap a command in bubblewrap: no network, no other process, and of all files those of the rules."""
    words = [program, "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"]
    words += ["--dev", "/dev", "--proc", "/proc"]
    for link in LANGUAGES:
        if os.path.islink(link) and not link.startswith("/proc"):
            words += ["--symlink", os.readlink(link), link]
    for each, rights in rules:
        if each.startswith(("/proc", "/dev")):
            continue
        how = "--bind" if rights & WRITE else "--ro-bind-try"
        words += [how, each, each] if rights & READ else ["--dir", each]
    # Both are file systems in memory, /dev/shm in one of them: nobody would count what a program puts there.
    return (*words, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", folder, "--", *command)
