"""Imports point only down the layers, and what must start fast loads nothing heavy."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import twoends

SOURCE = Path(twoends.__file__).parent

LAYERS = [
    ["web", "interop", "cli"],
    [
        "files",
        "notation",
        "play",
        "report",
        "report_boards",
        "batch",
        "explain",
        "reviews",
        "board_reviews",
        "scoresheet",
        "judge",
        "study",
    ],
    ["solution", "positions", "board_solution", "circle", "lines"],
    ["compiled", "reading"],
    ["solvers"],
    ["kernels"],
    [
        "rows",
        "decks",
        "text",
        "sides",
        "game",
        "replies",
        "opponents",
        "choices",
        "board",
        "board_game",
    ],
    ["drawing"],
]
"""From top to bottom; a module may import what is below it or, in its own layer, to its left."""

DEPTH = {name: (depth, -place) for depth, layer in enumerate(LAYERS) for place, name in enumerate(layer)}


def modules() -> list[Path]:
    tops = (SOURCE / "__init__.py", SOURCE / "__main__.py")
    return sorted(path for path in SOURCE.rglob("*.py") if path not in tops)


def imported(path: Path) -> set[str]:
    """The parts of twoends that a file imports anywhere in it, late imports included."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "twoends":
            names |= {f"twoends.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name.split(".")[1] for name in names if name.startswith("twoends.")} - {"__version__"}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down_the_layers(path: Path) -> None:
    own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    assert own in DEPTH, f"{own} has no layer: give it one in LAYERS"
    for name in imported(path) - {own}:
        assert DEPTH[name] > DEPTH[own], f"{own} imports {name}, which does not stand below it"


@pytest.mark.parametrize(
    "code",
    [
        "import twoends",
        "import twoends; twoends.solve([8, 15, 3, 7], 'greedy').line",
        "import twoends; twoends.solve([0.5, 1.5, 2.0]).moves",
        "import twoends; twoends.urgencies([8, 15, 3, 7]).margin(0, 4)",
    ],
)
def test_a_small_solve_loads_nothing_heavy(code: str) -> None:
    script = f"import sys\n{code}\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    heavy = {"numpy", "numba", "click", "rich", "fastapi", "polars", "matplotlib"}
    assert not loaded & heavy, f"{code} loads {loaded & heavy}"
