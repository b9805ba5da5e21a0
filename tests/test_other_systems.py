"""What does not need Linux works without what only Linux has: a process pretends to be on Windows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from command_line import PATIENCE

PRETEND = """
import os, pkgutil, select, signal, sys
from importlib import import_module
import click, fastapi, matplotlib.pyplot, numba, polars, rich.progress, uvicorn  # these see what there is

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
"""What Windows lacks is taken away. Paths, line ends, encodings and processes stay those of this system."""

LINUX_ONLY = {
    "twoends.terminal.screen",
    "twoends.judge.containment.processes",
    "twoends.judge.containment.supervisor",
}
"""Each is loaded only where it can run."""


def pretended(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PRETEND + program],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def test_no_module_but_those_that_say_so_needs_what_windows_lacks(tmp_path: Path) -> None:
    program = """
def needs_linux(name):
    try:
        import_module(name)
    except (ImportError, AttributeError):
        return True
import twoends
names = [each.name for each in pkgutil.walk_packages(twoends.__path__, "twoends.")]
elsewhere = ("twoends.interop", "twoends.__main__")  # other people's packages; the program itself
print(*[name for name in names if not name.startswith(elsewhere) and needs_linux(name)])
"""
    ran = pretended(program, tmp_path)
    assert set(ran.stdout.split()) == LINUX_ONLY, ran.stdout + ran.stderr


def test_solve_and_study_answer_without_what_windows_lacks(tmp_path: Path) -> None:
    program = """
from twoends.cli import main
for words in (["solve", "8", "15", "3", "7"], ["study", "--length", "4", "--count", "9", "--out", "out"]):
    try:
        main(words)
    except SystemExit as end:
        print("status", end.code)
"""
    ran = pretended(program, tmp_path)
    assert ran.stdout.count("status 0") == 2, ran.stderr
    assert "22 : 11" in ran.stdout
    assert "9 shuffled decks cut to rows of 4 cards" in ran.stdout
    assert (tmp_path / "out" / "results.md").exists()


def test_the_judge_of_programs_says_that_it_needs_linux(tmp_path: Path) -> None:
    words = ["judge", "answers", "best", "--", sys.executable, "answer.py"]
    (tmp_path / "answer.py").write_text("", "utf-8")
    ran = pretended(f"from twoends.cli import main\nmain({words})\n", tmp_path)
    assert (ran.returncode, ran.stdout) == (2, ""), ran.stderr
    assert "judged on Linux only" in ran.stderr
    assert ran.stderr.count("\n") == 1
