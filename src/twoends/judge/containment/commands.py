"""Commands: how the program that somebody names is found, and why it does not start."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from itertools import pairwise

from twoends.rules.errors import TwoEndsError


class CommandError(TwoEndsError):
    """A command that cannot be run.

    >>> from twoends.judge import Supervisor
    >>> with Supervisor() as supervisor:
    ...     supervisor.run(["no-such-program"], b"")
    Traceback (most recent call last):
    twoends.judge.containment.commands.CommandError: 'no-such-program' does not start: ...
    """


SCRIPTS = (".py", ".js", ".mjs", ".ts", ".rb", ".pl", ".php", ".lua", ".sh", ".jl", ".jar", ".java")
"""How the names of programs end that an interpreter runs."""


MOST_OF_A_FIRST_LINE = 256
"""Bytes of a script's first line: Linux reads no more of it."""

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


def why_not_started(program: str, fault: str) -> str:
    """Say more than the kernel does where a script's first line is to blame."""
    try:
        with open(program, "rb") as file:
            first = file.readline(MOST_OF_A_FIRST_LINE)
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
