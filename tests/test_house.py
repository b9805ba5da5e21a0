"""The structure of the package: few modules at the top, few public names, each written once, a fast start."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import twoends
from twoends.cli import COMMANDS

SOURCE = Path(twoends.__file__).parent


def test_the_package_has_no_module_outside_its_folders() -> None:
    modules = sorted(path.name for path in SOURCE.glob("*.py"))
    assert modules == ["__init__.py", "__main__.py"], f"give these a folder: {modules}"


def test_there_are_at_most_46_public_names_and_each_is_written_once() -> None:
    stub = (SOURCE / "__init__.pyi").read_text("utf-8")
    lines = re.findall(r"^from (\S+) import (\w+) as (\w+)$", stub, re.MULTILINE)
    names = [name for _, name, _ in lines]
    assert sorted(names) == sorted(twoends.__all__) == sorted(set(names))
    assert all(name == again for _, name, again in lines)
    assert all(name in dir(twoends) and hasattr(twoends, name) for name in names)
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


@pytest.mark.parametrize(
    ("lines", "heavy"),
    [
        ([["solve", "small.txt", "--opponent", "all"]], {*HEAVY, "rich"}),
        ([[name, "--help"] for name in COMMANDS], {*HEAVY, "rich.console"}),
    ],
    ids=["a small file", "help pages"],
)
def test_a_command_loads_nothing_heavy_before_it_needs_it(
    lines: list[list[str]], heavy: set[str], tmp_path: Path
) -> None:
    (tmp_path / "small.txt").write_text("8 15 3 7\n1 2\n")
    code = f"""
from contextlib import suppress
from twoends.cli import main
for words in {lines}:
    with suppress(SystemExit):
        main(words)
"""
    assert not loaded_by(code, tmp_path) & heavy
