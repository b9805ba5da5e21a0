"""The zoo: programs under tests/programs, as commands; and what this machine has to hold them."""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from twoends.judge.containment.sandbox import landlock_version

PROGRAMS = Path(__file__).parent / "programs"


def command(words: str) -> list[str]:
    """A program of the zoo with its arguments: `right.c margin` or `modest.py`."""
    name, *arguments = words.split()
    if name.endswith(".c"):
        return [compiled(PROGRAMS / name), *arguments]
    return [sys.executable, "-I", "-S", str(PROGRAMS / name), *arguments]  # -I -S: half the time to start


@functools.cache
def compiled(source: Path) -> str:
    """Compile a C program once a session."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    program = Path(_folder()) / source.stem
    subprocess.run([compiler, "-O2", "-w", "-o", program, source], check=True)
    return str(program)


@functools.cache
def _folder() -> str:
    folder = tempfile.TemporaryDirectory(prefix="zoo-")
    _kept.append(folder)
    return folder.name


_kept: list[tempfile.TemporaryDirectory[str]] = []

ASKS_THE_SOLVER = "import twoends; print(twoends.solve(list(map(int, open(0).read().split()[1:]))).first)"
"""A program that is right wherever it finds twoends."""

LANDLOCK = landlock_version() if sys.platform == "linux" else 0
"""The version of Landlock in this kernel, 0: there is none."""


def needs_landlock(version: int) -> pytest.MarkDecorator:
    have = f"this kernel has version {LANDLOCK}" if LANDLOCK else "this kernel has no Landlock"
    return pytest.mark.skipif(version > LANDLOCK, reason=f"it needs version {version} of Landlock; {have}")
