"""Generated pages are fresh, the reference names everything public, and a release writes what it should."""

from __future__ import annotations

import inspect
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import addresses
import click
import command_reference
import pictures
import pytest
import release

import twoends
import twoends.judge
import twoends.puzzles
import twoends.study
from command_line import PATIENCE
from twoends.cli import COMMANDS, commands
from twoends.rules import errors
from twoends.views.pictures import picture

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
CONSTANTS = {"LEFT", "RIGHT", "Player", "TASKS"}
"""Public names of kinds without docstrings: two sides, a type, a table."""

MODULES = (twoends, twoends.judge, twoends.puzzles, twoends.study)
PUBLIC = [(module, name) for module in MODULES for name in module.__all__]


def test_the_page_of_commands_and_the_pictures_are_fresh() -> None:
    drawn = {name: picture(each).svg() for name, each in pictures.PICTURES.items()}
    drawn["play"] = pictures.play_animation()
    fresh = {f"pictures/{name}.svg": f"{svg}\n" for name, svg in drawn.items()}
    for name, text in (fresh | {"commands.md": command_reference.page()}).items():
        assert text == (DOCS / name).read_text("utf-8"), f"{name} is stale: run `make generate`"


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


SMALL_SOLVE = """
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
COMMAND_LINES = f"""
from contextlib import suppress
from twoends.cli import main
for words in {[["solve", "small.txt", "--opponent", "all"], *([name, "--help"] for name in COMMANDS)]}:
    with suppress(SystemExit):
        main(words)
"""


@pytest.mark.parametrize(
    ("code", "unneeded"),
    [(SMALL_SOLVE, {*HEAVY, "click", "rich"}), (COMMAND_LINES, {*HEAVY, "rich.console"})],
    ids=["a small solve", "a command"],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(code: str, unneeded: set[str], tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("8 15 3 7\n1 2\n")
    run = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules)"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert not unneeded & {*run.stdout.splitlines()[-1].split()}


# --- a release ---------------------------------------------------------------------------------


REPOSITORY = "https://code.example.org/us/twoends"
SITE = "https://us.example.org/twoends/"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files that a release changes, as they are in the repository."""
    for name in ("pyproject.toml", "CHANGELOG.md", release.RELEASED, *release.VERSIONED, *release.PAGES):
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy)
    return tmp_path


def texts(checkout: Path) -> dict[str, str]:
    files = (path for path in checkout.rglob("*") if path.is_file())
    return {path.relative_to(checkout).as_posix(): path.read_text("utf-8") for path in files}


def test_a_release_writes_its_version_and_dates_its_changes(checkout: Path) -> None:
    log = checkout / "CHANGELOG.md"
    for section in (": more games", ""):
        before = texts(checkout)
        log.write_text(f"{before[log.name]}\n## 9.8.7{section}\n", "utf-8")
        release.write(checkout, "9.8.7", "2030-01-02")
        written = texts(checkout)
        assert '\n__version__ = "9.8.7"\n' in written["src/twoends/__init__.py"]
        assert '\nversion: "9.8.7"\n' in written["CITATION.cff"]
        assert written[log.name] == f"{before[log.name]}\n## 9.8.7 (2030-01-02){section}\n"
    for sections in ("", "\n## 9.8.7\n\n## 9.8.7\n"):
        log.write_text(written[log.name] + sections, "utf-8")
        with pytest.raises(ValueError, match=r"one section '## 9\.8\.7' without a date"):
            release.write(checkout, "9.8.7", "2030-01-02")
    log.write_text(written[log.name], "utf-8")
    release.write(checkout, "9.9.0.dev0", "2030-01-03")
    changed = {name for name, text in texts(checkout).items() if text != written[name]}
    assert changed == {*release.VERSIONED}, "after a release, only the version"


FROM_A_FOLDER = re.compile(
    r"pip install (?:'\.\[|\.[\s`])|in this folder|folder of the project|been released"
)


def test_all_texts_install_the_source_folder_until_a_release_and_then_the_package(checkout: Path) -> None:
    def install_a_folder(root: Path) -> set[bool]:
        pages = [(root / page).read_text("utf-8") for page in release.PAGES]
        names: dict[str, Any] = {}
        exec((root / release.RELEASED).read_text("utf-8"), names)
        told = [names["install"]("fast") != "pip install 'twoends[fast]'", *map(FROM_A_FOLDER.search, pages)]
        told += [release.UNTIL in page or "pip install 'twoends[" not in page for page in pages]
        return set(map(bool, told))

    assert install_a_folder(ROOT) == {not errors.RELEASED}
    (checkout / "CHANGELOG.md").write_text("## 9.8.7\n", "utf-8")
    release.write(checkout, "9.8.7", "2030-01-02")
    assert install_a_folder(checkout) == {False}


def test_no_other_text_says_how_to_install_twoends() -> None:
    paths = [
        path.relative_to(ROOT).as_posix()
        for folder in ("docs", "examples", "src", "studies", ".")
        for path in sorted((ROOT / folder).glob("*.md" if folder == "." else "**/*"))
        if path.suffix in (".md", ".py", ".ipynb", ".js", ".html")
        and re.search(r"pip install ['\"]?(?:\.|twoends)", path.read_text("utf-8"))
    ]
    assert {*paths} <= {*release.PAGES, release.RELEASED, "CONTRIBUTING.md"}


def test_a_release_names_its_repository_and_its_site_once_and_every_link_leads_to_a_file(
    checkout: Path,
) -> None:
    addresses.write(checkout, REPOSITORY, SITE)
    urls = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    tour = urls.pop("Tour").removeprefix("https://nbviewer.org/urls/")
    assert urls == {
        "Play now": SITE,
        "Documentation": f"{SITE}docs/",
        "Source": REPOSITORY,
        "Changelog": f"{REPOSITORY}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{REPOSITORY}/issues",
    }
    cited = (checkout / "CITATION.cff").read_text("utf-8").splitlines()
    assert cited.count(f'repository-code: "{REPOSITORY}"') == cited.count(f'url: "{SITE}"') == 1
    links = re.findall(r"\]\(([^)]+)\)", (checkout / "README.md").read_text("utf-8"))
    assert len(links) > 20
    assert f"{REPOSITORY}/raw/HEAD/docs/pictures/play.svg" in links
    for link in (f"https://{tour}", urls["Changelog"], *links):
        assert link.startswith("https://"), link
        if link.startswith(REPOSITORY):
            assert ROOT.joinpath(link.partition("#")[0].split("/HEAD/")[1]).is_file(), link
    kept = "[here](#part) and [there](https://there.example.org)"
    assert addresses.absolute(kept, REPOSITORY) == kept
    before = texts(checkout)
    with pytest.raises(ValueError, match="already"):
        addresses.write(checkout, REPOSITORY, SITE)
    assert texts(checkout) == before


# --- other systems -------------------------------------------------------------------------------

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
        cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    needing, *printed = ran.stdout.splitlines()
    linux_only = {"terminal.screen", "programs.processes", "programs.server"}
    assert {*needing.split()} == {f"twoends.{name}" for name in linux_only}, ran.stdout + ran.stderr
    assert [line for line in printed if line.startswith("status")] == ["status 0", "status 0", "status 2"]
    assert "22 : 11" in ran.stdout
    assert "9 shuffled decks cut to rows of 4 cards" in ran.stdout
    assert (tmp_path / "out" / "results.md").exists()
    assert "judged on Linux only" in ran.stderr.splitlines()[-1]
