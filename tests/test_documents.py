"""Every example in the README, in docs/ and in the docstrings runs and prints what it shows.

In Markdown, a block marked `python` with prompts is a doctest; a block marked `console` runs each
`$` line in a shell and compares its output, where ... matches anything. A file's blocks
share one folder and one namespace. A block marked `text` is only read.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import twoends
from command_line import PATIENCE, PROGRESS, run
from twoends.judge.task_files import TASKS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TAKES_LONG = [
    ROOT / "docs" / name
    for name in ("judge.md", "findings.md", "how-to/opponents.md", "tutorials/instructor.md")
]
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


@pytest.mark.parametrize(
    "path",
    [pytest.param(each, marks=pytest.mark.slow if each in TAKES_LONG else ()) for each in DOCUMENTS],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_the_examples_of_a_document_print_what_it_shows(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=FLAGS)
    names: dict[str, object] = {}
    for language, text, line in blocks(path):
        where = f"{path.relative_to(ROOT)}, line {line}"
        if language == "console":
            run_console(text, tmp_path, where)
        elif language == "python" and ">>>" in text:
            test = parser.get_doctest(text, names, where, str(path), line - 1)
            printed: list[str] = []
            runner.run(test, out=printed.append, clear_globs=False)
            names = test.globs
            assert not printed, "".join(printed)


PROBLEMS = re.findall(
    r"^\| (.+?) \| `(twoends .+?)` \| `(.+?)` \|(?: `(.+?)`)? \|",
    (ROOT / "docs" / "find-your-problem.md").read_text("utf-8"),
    re.MULTILINE,
)
"""Each problem, its line, a line that this prints, and the task of the judge."""


@pytest.mark.parametrize(("line", "answer"), [(line, answer) for _, line, answer, _ in PROBLEMS])
def test_the_line_of_a_problem_prints_what_its_page_shows(line: str, answer: str, tmp_path: Path) -> None:
    ran = run(*shlex.split(line.replace(r"\|", "|"))[1:], cwd=tmp_path)
    assert answer in ran.out.splitlines(), ran


def test_the_page_of_problems_names_every_task_of_the_judge_and_no_other() -> None:
    assert {task for *_, task in PROBLEMS if task} == set(TASKS)


@pytest.mark.slow
def test_the_first_example_of_the_judge_prints_what_it_shows(tmp_path: Path) -> None:
    """Its block has no language, because it shows the times and the sandbox of one machine."""
    shown = re.search(r"^```\n(\$ cp .*?)^```$", (ROOT / "docs" / "judge.md").read_text("utf-8"), re.M | re.S)
    assert shown, "the first example of docs/judge.md is gone"
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    anywhere = re.sub(r"(?<=slowest ).*(?=; seed)|(?<=^sandbox: ).*", "...", shown[1], flags=re.MULTILINE)
    run_console(anywhere, tmp_path, "docs/judge.md")


@pytest.mark.parametrize(
    "name", sorted(module.name for module in walk_packages(twoends.__path__, "twoends."))
)
def test_the_examples_of_docstrings_print_what_they_show(name: str) -> None:
    if name.endswith("__main__"):
        return
    module = import_module(name)
    printed: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, module.__name__):
        runner.run(test, out=printed.append)
    assert not printed, "".join(printed)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_links_of_a_document_exist(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", path.read_text("utf-8")):
        if not re.match(r"https?:|mailto:", target):
            assert (path.parent / target).exists(), f"{path.name} links to {target}, which does not exist"
