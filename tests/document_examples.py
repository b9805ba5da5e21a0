"""Runs the examples of a document; needs nothing but the core and what the examples need.

In Markdown, a block marked `python` with prompts is a doctest; each `$` line of a block marked `console` runs
in a shell, and ... matches any output. The blocks of a file share one folder and one namespace.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from command_line import PATIENCE, PROGRESS, run

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PART_OF_A_PIPE = re.compile(r"""(?:[^|'"]|'[^']*'|"[^"]*")+""")
SHELL_ALONE = re.compile(r"[;&>]|\\\n")
"""More than a pipe: redirections, several commands, lines that go on."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(path: Path) -> list[tuple[str, str, int]]:
    """The language, the text and the first line of each fenced block."""
    text = path.read_text("utf-8")
    return [(match[1], match[2], text.count("\n", 0, match.start()) + 2) for match in FENCE.finditer(text)]


def run_console(session: str, folder: Path, where: str) -> None:
    """Run each command of a session and compare its output with the lines that follow it."""
    for command, expected in re.findall(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE):
        got = PROGRESS.sub("", printed(command, folder))
        same = doctest.OutputChecker().check_output(_ends_plain(expected), _ends_plain(got), doctest.ELLIPSIS)
        assert same, f"{where}: {command}\nexpected:\n{expected}\ngot:\n{got}"


def printed(command: str, folder: Path) -> str:
    """The output of a line in a shell; `twoends` runs in this process if the line is a plain pipe."""
    if SHELL_ALONE.search(command):
        return shell(command, folder)
    given = err = ""
    for part in PART_OF_A_PIPE.findall(command):
        words = shlex.split(part)
        if words[0] == "twoends":
            ran = run(*words[1:], stdin=given, cwd=folder)
            given, err = ran.out, err + ran.err
        else:
            given = shell(part, folder, given)
    return err + given


def shell(command: str, folder: Path, given: str | None = None) -> str:
    """The output of a shell in which `twoends` is this installation, whatever is on the path."""
    program = shlex.join([sys.executable, *["-S"] * sys.flags.no_site, "-m", "twoends"])
    return subprocess.run(
        ["bash", "-c", f'twoends() {{ {program} "$@"; }}\n{command}'],
        cwd=folder,
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"},
    ).stdout


def _ends_plain(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines()) + "\n"


def check_examples(path: Path, folder: Path) -> None:
    """Run the examples of a document in a folder, the current one, and compare what they print."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=FLAGS)
    names: dict[str, object] = {}
    for language, text, line in blocks(path):
        where = f"{path.relative_to(ROOT)}, line {line}"
        if language == "console":
            run_console(text, folder, where)
        elif language == "python" and ">>>" in text:
            test = parser.get_doctest(text, names, where, str(path), line - 1)
            printed: list[str] = []
            runner.run(test, out=printed.append, clear_globs=False)
            names = test.globs
            assert not printed, "".join(printed)
