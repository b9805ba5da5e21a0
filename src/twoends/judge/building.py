"""Building a submission, in any language: its folders and limits, the compiler, and the built program."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from twoends.judge.submissions import CompileError
from twoends.programs.client import Limits, Supervisor, readable
from twoends.rules.errors import printable

LIMITS_OF_COMPILERS = Limits(
    seconds=60, memory=2 << 30, output=256 << 20, disk=2 << 30, files=1024, processes=256, stack=64 << 20
)
"""Far above what any homework needs; they only stop a compiler that hangs or grows."""


class CompilerLimitError(CompileError):
    """A compiler that reached a limit, which it would reach again."""


@dataclass(frozen=True, slots=True)
class BuildContext:
    """Where and how a submission is compiled.

    source   the folder of its files
    output   the folder of what compilers write
    memory   bytes that the program may use
    """

    source: Path
    output: Path
    supervisor: Supervisor
    memory: int

    def compile(self, *command: str) -> None:
        """Run a compiler in the sandbox. Raises CompileError with its first error."""
        run = self.supervisor.run(command, b"", LIMITS_OF_COMPILERS, compiles_into=str(self.output))
        if run.ended != "by itself":
            raise CompilerLimitError(f"the compiler reached a limit: {run.ended}")
        if run.status:
            errors = readable(run.errors).replace(f"{self.source}/", "")
            raise CompileError(first_error(errors.splitlines()))


@dataclass(frozen=True, slots=True)
class BuiltProgram:
    """The command that runs a submission.

    program  its main file and language, in words
    source   the text of its main file
    guess    why another file might have been meant; empty if there was no choice
    check    compiles the program with memory checks and returns the command; empty if there are none
    """

    command: tuple[str, ...]
    program: str = ""
    source: str = ""
    guess: str = ""
    check: Callable[[], tuple[str, ...]] = tuple


def tool(name: str) -> str:
    """The path of a compiler or interpreter. Raises CompileError."""
    path = shutil.which(name)
    if path is None:
        raise CompileError(f"{name} is not installed here: install it, or leave this submission out")
    return os.path.abspath(path)


def first_error(lines: Sequence[str]) -> str:
    """The first error message of a compiler, with its location."""
    lines = [line.strip() for line in lines if line.strip()]
    first = next((line for line in lines if re.search(r"\berror\b|Error:", line)), None)
    if first is None:
        return printable(lines[-1])[:300] if lines else "the compiler failed without a message"
    # Python and Rust print the location on another line.
    place = re.compile(r'File ".*?([^/"]+)", (line \d+)|--> .*?([^/]+:\d+:\d+)')
    places = [", ".join(filter(None, match.groups())) for line in lines if (match := place.match(line))]
    where = "" if not places else places[-1] if places[-1].count(", line") else places[0]
    return printable(f"{first} ({where})" if where not in first else first)[:300]
