"""What the documents and the code name exists: options, commands, modules, files and types."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from expected import DATA
from twoends.cli import commands

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "proofs" / "README.md"]
CODE = sorted(
    path
    for folder in ("src", "tools", "benchmarks", "examples", "studies")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".js", ".html", ".css", ".toml", ".ipynb")
)

OF_OTHERS = {
    *("--bind", "--decks", "--directory", "--follow-tags", "--fresh", "--group", "--nthreads", "--picture"),
    *("--quick", "--strict"),
}
"""Options of other programs (mypy, git, pip, http.server, the benchmarks, Dask)."""


def options(command: click.Command) -> Iterator[str]:
    for parameter in command.params:
        yield from parameter.opts
        yield from parameter.secondary_opts
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            each = command.get_command(click.Context(command), name)
            assert each is not None, name
            yield from options(each)


def test_every_option_that_a_page_names_exists() -> None:
    known = {*options(commands), "--help", "--version", *OF_OTHERS}
    strange = [
        f"{path.relative_to(ROOT)}: {option}"
        for path in PAGES
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", path.read_text("utf-8"))
        if option not in known
    ]
    assert not strange


def test_every_make_target_that_a_page_names_exists_and_contributors_know_all() -> None:
    targets = re.findall(r"^([a-z-]+):.*  ## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for path in (*PAGES, *CODE, *(ROOT / ".github").rglob("*.*"), ROOT / ".ci" / "run"):
        named = re.findall(r"(?:`|^ *|run: )make ([a-z-]+)", path.read_text("utf-8"), re.MULTILINE)
        assert {*named} <= {*targets}, path
    rows = re.findall(r"^\| `make ([a-z-]+)` \|", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    assert ["help", *rows] == targets


def test_every_module_that_a_page_names_exists() -> None:
    named = {
        name for path in PAGES for name in re.findall(r"\btwoends(?:\.[a-z_]+)+", path.read_text("utf-8"))
    }
    assert not [name for name in sorted(named) if not exists(name)]


def exists(name: str) -> bool:
    """Whether this is a module, or an attribute of one."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[count:]:
            found = getattr(found, attribute, None)
        return found is not None
    return False


@pytest.mark.slow
def test_the_code_of_a_user_has_the_errors_that_it_expects_and_no_others(tmp_path: Path) -> None:
    user = DATA / "typed" / "user.py"
    lines = enumerate(user.read_text("utf-8").splitlines(), 1)
    expected = [f"{number} {line.split('# E: ')[1]}" for number, line in lines if "# E: " in line]
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}"]
    ran = subprocess.run([*command, user.name], cwd=user.parent, capture_output=True, text=True, check=False)
    assert not ran.stderr, ran.stderr
    found = re.findall(r"^user\.py:(\d+): error: .*\[([a-z-]+)\]$", ran.stdout, re.MULTILINE)
    assert expected
    assert [f"{line} {code}" for line, code in dict.fromkeys(found)] == expected
