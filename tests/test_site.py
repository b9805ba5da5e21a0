"""Generated pages are fresh, and the reference names everything public."""

from __future__ import annotations

import inspect
import re
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
from twoends.cli import commands
from twoends.views.pictures import picture

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
CONSTANTS = {"LEFT", "RIGHT", "Player", "TASKS"}
"""Public names of kinds without docstrings: two sides, a type, a table."""

MODULES = (twoends, twoends.judge, twoends.puzzles, twoends.study)
PUBLIC = [(module, name) for module in MODULES for name in module.__all__]


def test_the_page_of_commands_is_fresh() -> None:
    assert command_reference.page() == (DOCS / "commands.md").read_text("utf-8"), "run `make generate`"


def test_a_citation_names_this_version() -> None:
    assert f'version: "{twoends.__version__}"' in (ROOT / "CITATION.cff").read_text("utf-8")


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
