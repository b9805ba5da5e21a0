"""All that does not need Linux works in a process that pretends to be on Windows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from command_line import PATIENCE

PRETEND = """
import os, pkgutil, select, signal, sys
from importlib import import_module
import click, matplotlib.pyplot, multiprocessing.connection, numba, polars, rich.progress  # which look

for name in ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
for name in [name for name in vars(signal) if name.startswith(("SIG", "pthread_", "setitimer"))]:
    if name not in ("SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"):
        delattr(signal, name)
for name in ("fork", "geteuid", "getuid", "killpg", "memfd_create", "pidfd_open", "setsid", "sysconf"):
    delattr(os, name)
del select.poll
sys.platform = "win32"
"""
"""Removes what Windows lacks. Paths, line ends, encodings and processes stay those of this system."""

LINUX_ONLY = {
    "twoends.terminal.screen",
    "twoends.programs.processes",
    "twoends.programs.server",
}
"""Each is loaded only where it can run."""

PROGRAM = """
import twoends
from twoends.cli import main

def needs_linux(name):
    try:
        import_module(name)
    except (ImportError, AttributeError):
        return True

names = [each.name for each in pkgutil.walk_packages(twoends.__path__, "twoends.")]
elsewhere = ("twoends.interop", "twoends.__main__")  # other people's packages; the program itself
print(*[name for name in names if not name.startswith(elsewhere) and needs_linux(name)])
for words in (
    ["solve", "8", "15", "3", "7"],
    ["study", "--length", "4", "--count", "9", "--out", "out"],
    ["judge", "answers", "--task", "deque", "--", sys.executable, "answer.py"],
):
    try:
        main(words)
    except SystemExit as end:
        print("status", end.code)
"""


@pytest.mark.slow
def test_only_the_judge_and_full_screens_need_what_windows_lacks(tmp_path: Path) -> None:
    (tmp_path / "answer.py").write_text("", "utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", PRETEND + PROGRAM],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    needing, *printed = ran.stdout.splitlines()
    assert set(needing.split()) == LINUX_ONLY, ran.stdout + ran.stderr
    assert [line for line in printed if line.startswith("status")] == ["status 0", "status 0", "status 2"]
    assert "22 : 11" in ran.stdout
    assert "9 shuffled decks cut to rows of 4 cards" in ran.stdout
    assert (tmp_path / "out" / "results.md").exists()
    assert "judged on Linux only" in ran.stderr.splitlines()[-1]
