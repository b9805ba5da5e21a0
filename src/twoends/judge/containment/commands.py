"""Commands: find the program that a command names, and explain why it does not start."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from itertools import pairwise

from twoends.rules.errors import TwoEndsError


class CommandError(TwoEndsError):
    """A command that cannot be started.

    >>> from twoends.judge import Supervisor
    >>> with Supervisor() as supervisor:
    ...     supervisor.run(["no-such-program"], b"")
    Traceback (most recent call last):
    twoends.judge.containment.commands.CommandError: 'no-such-program' does not start: ...
    """


SCRIPTS = (".py", ".js", ".mjs", ".ts", ".rb", ".pl", ".php", ".lua", ".sh", ".jl", ".jar", ".java")
"""File names of programs that need an interpreter end in one of these."""


MOST_OF_A_FIRST_LINE = 256
"""The bytes that Linux reads of a script's first line."""

PATHS = ("-cp", "-classpath", "--class-path")
"""Options of Java whose value is a list of folders and archives."""


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
        raise CommandError(f"there is no file '{script}' here: name the script that {command[0]} should run")
    arguments = []
    for before, word in pairwise(command):
        if before in PATHS:  # as in java -cp out:lib.jar Main
            parts = word.split(os.pathsep)
            word = os.pathsep.join(os.path.abspath(part) if os.path.exists(part) else part for part in parts)
        is_file = ("/" in word or "." in word) and os.path.exists(word)
        arguments.append(os.path.abspath(word) if is_file else word)
    return (os.path.abspath(program), *arguments)


def why_not_started(program: str, fault: str) -> str:
    """Add to the kernel's message what is wrong with a script's first line, if that is the cause."""
    try:
        with open(program, "rb") as file:
            first = file.readline(MOST_OF_A_FIRST_LINE)
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
