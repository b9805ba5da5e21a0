"""Generated pages are fresh, and the reference names everything public."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click
import command_reference
import pictures
import pytest

import twoends
import twoends.judge
import twoends.puzzles
import twoends.study
from twoends.cli import COMMANDS, commands
from twoends.views.pictures import picture

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
CONSTANTS = {"LEFT", "RIGHT", "Player", "TASKS"}
"""Public names of kinds without docstrings: two sides, a type, a table."""

MODULES = (twoends, twoends.judge, twoends.puzzles, twoends.study)
PUBLIC = [(module, name) for module in MODULES for name in module.__all__]


def test_the_page_of_commands_is_fresh() -> None:
    assert command_reference.page() == (DOCS / "commands.md").read_text("utf-8"), "run `make generate`"


@pytest.mark.parametrize("name", [*pictures.PICTURES, "play"])
def test_the_pictures_are_fresh(name: str) -> None:
    drawn = pictures.play_animation() if name == "play" else picture(pictures.PICTURES[name]).svg()
    assert drawn + "\n" == (DOCS / "pictures" / f"{name}.svg").read_text("utf-8"), "run `make generate`"


@pytest.mark.parametrize("module", MODULES, ids=lambda each: each.__name__)
def test_the_reference_names_everything_public_once(module: ModuleType) -> None:
    reference = "".join(page.read_text("utf-8") for page in sorted((DOCS / "reference").glob("*.md")))
    entry = rf"^\.\. (?:auto(?!module)\w+|py:data):: {re.escape(module.__name__)}\.(\w+)(?:\(\))?$"
    entries = re.findall(entry, reference, re.MULTILINE)
    assert Counter(entries) == Counter(module.__all__)


@pytest.mark.parametrize(("module", "name"), [(m, name) for m, name in PUBLIC if name not in CONSTANTS])
def test_everything_public_has_a_docstring_with_an_example(module: ModuleType, name: str) -> None:
    text = inspect.getdoc(getattr(module, name)) or ""
    assert text.split("\n")[0].endswith((".", ":")), f"{name} begins without a sentence: {text[:80]!r}"
    assert ">>>" in text, f"{name} has no example"


def test_every_function_and_every_command_of_the_overview_exists() -> None:
    page = (DOCS / "reference.md").read_text("utf-8")
    lines = re.findall(r"^\| [^|]+ \| ([^|]+) \| ([^|]*) \|$", page, re.MULTILINE)
    called = {name for cell, _ in lines for name in re.findall(r"`([\w.]+)\(", cell)}
    used = {name for _, cell in lines for name in re.findall(r"`twoends (\w+)", cell)}
    assert {"solve", "puzzles.puzzle"} <= called
    for name in called:
        *folder, function = name.split(".")
        assert callable(getattr(import_module(".".join(["twoends", *folder])), function)), name
    assert used <= {*commands.list_commands(click.Context(commands))}


def test_every_page_is_on_the_site() -> None:
    index = "".join((DOCS / name).read_text("utf-8") for name in ("index.md", "reference.md"))
    listed = set(re.findall(r"^(?:[^<\n]+ <)?([\w/-]+)>?$", index, re.MULTILINE))
    pages = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")}
    pages -= {"index", "paper/paper"}
    assert pages <= listed, f"name them in docs/index.md or docs/reference.md: {pages - listed}"


def test_the_site_loads_nothing_from_another_host() -> None:
    """Sphinx and the theme are asked for nothing remote; what a page of ours embeds must be ours too."""
    for page in DOCS.rglob("*.md"):
        embedded = re.findall(
            r"!\[[^]]*\]\((https?:[^)]*)\)|<(?:img|script|link)\b[^>]*https?:", page.read_text("utf-8")
        )
        assert not embedded, f"{page.name} embeds {embedded}"


# --- the package -------------------------------------------------------------------------------


SOURCE = Path(twoends.__file__).parent


def test_there_are_at_most_46_public_names_and_each_is_written_once() -> None:
    stub = (SOURCE / "__init__.pyi").read_text("utf-8")
    lines = re.findall(r"^from (\S+) import (\w+) as (\w+)$", stub, re.MULTILINE)
    names = [name for _, name, _ in lines]
    assert sorted(names) == sorted(twoends.__all__) == sorted(set(names))
    assert all(name == again and hasattr(twoends, name) for _, name, again in lines)
    assert len(names) <= 46, f"{len(names)} public names: what is not everyday lives in modules"
    code = (SOURCE / "__init__.py").read_text("utf-8").rpartition('"""')[2]
    assert not [name for name in names if re.search(rf"\b{name}\b", code)], "only the stub lists them"


HEAVY = {"numpy", "numba", "polars", "matplotlib"}


def loaded_by(code: str, folder: Path | None = None) -> set[str]:
    """The modules that a Python has loaded after this code."""
    run = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules)"],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(run.stdout.splitlines()[-1].split())


def test_a_small_solve_loads_nothing_heavy() -> None:
    code = """
import twoends
from twoends import puzzles
twoends.solve([8, 15, 3, 7], 'greedy').line
twoends.solve([0.5, 1.5, 2.0]).moves
twoends.oracle([8, 15, 3, 7]).margin(0, 4)
twoends.solve(twoends.parse('circle 2 8 1')).best
twoends.review(twoends.parse('1 2 | [3 7 / first / 0:L'))
twoends.match([8, 15, 3, 7], 'best', 'greedy')
puzzles.puzzle(7)
"""
    assert not loaded_by(code) & {*HEAVY, "click", "rich"}


def test_a_command_loads_nothing_heavy_before_it_needs_it(tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("8 15 3 7\n1 2\n")
    lines = [["solve", "small.txt", "--opponent", "all"], *([name, "--help"] for name in COMMANDS)]
    code = f"""
from contextlib import suppress
from twoends.cli import main
for words in {lines}:
    with suppress(SystemExit):
        main(words)
"""
    assert not loaded_by(code, tmp_path) & {*HEAVY, "rich.console"}
