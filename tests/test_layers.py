"""The package keeps its shape (import-linter holds the layers), and what must start fast loads nothing heavy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import twoends

SOURCE = Path(twoends.__file__).parent


def test_at_most_three_modules_stand_directly_in_the_package() -> None:
    modules = sorted(path.name for path in SOURCE.glob("*.py"))
    assert modules == ["__init__.py", "__main__.py"], f"give these a folder: {modules}"


@pytest.mark.parametrize(
    "code",
    [
        "import twoends",
        "import twoends; twoends.solve([8, 15, 3, 7], 'greedy').line",
        "import twoends; twoends.solve([0.5, 1.5, 2.0]).moves",
        "import twoends; twoends.oracle([8, 15, 3, 7]).margin(0, 4)",
    ],
)
def test_a_small_solve_loads_nothing_heavy(code: str) -> None:
    script = f"import sys\n{code}\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    heavy = {"numpy", "numba", "click", "rich", "fastapi", "polars", "matplotlib"}
    assert not loaded & heavy, f"{code} loads {loaded & heavy}"
