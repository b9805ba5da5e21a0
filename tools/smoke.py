"""Smoke test of an installed twoends: python -I smoke.py [EXTRA]. Prints nothing if it passes.

Runs outside the repository, in an environment with the wheel and at most one extra, to find missing files and
imports that work only in the repository.
"""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import twoends
from twoends.rules.errors import MissingExtraError, install

SCRIPTS = Path(sys.executable).parent


def command(*arguments: str) -> str:
    """Run `twoends ARGUMENTS`, which must succeed, and return its output."""
    ran = subprocess.run([SCRIPTS / "twoends", *arguments], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, f"twoends {' '.join(arguments)}: {ran.stderr}"
    return ran.stdout


def core() -> None:
    """Test what works without extras."""
    assert "site-packages" in (twoends.__file__ or ""), f"this is the source: {twoends.__file__}"
    assert importlib.metadata.version("twoends") == twoends.__version__
    assert twoends.__version__ in command("--version")
    for name in twoends.__all__:
        loads(name)
    assert json.loads(command("solve", "8", "15", "3", "7", "--json"))["first"] == 22
    assert "twoends" in command("--help")
    assert twoends.solve(range(1000), "greedy").first == sum(range(1, 1000, 2)), "longer rows"
    assert "<svg" in (twoends.table([5, 7, 9])._repr_svg_() or "")
    page()


def loads(name: str) -> bool:
    """Return whether a public name loads; one that needs NumPy and Numba has to name their extra."""
    try:
        return getattr(twoends, name) is not None
    except MissingExtraError as missing:
        message = str(missing)
    assert message.endswith(install("fast")), message
    return False


def page() -> None:
    """Load the page and ask one question."""
    with subprocess.Popen([SCRIPTS / "twoends", "serve", "--port", "0"], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        origin = server.stdout.readline().split()[3].decode()
        assert b"main.js" in urlopen(origin, timeout=60).read()
        kind = {"Content-Type": "application/json"}
        question = Request(f"{origin}ask/solve", b'{"row": "8 15 3 7"}', kind)
        assert json.load(urlopen(question, timeout=60))["answer"]["first"] == 22
        server.terminate()


def refuses(module: str, extra: str) -> None:
    """Check that importing a module without its extra fails and names the extra."""
    ran = subprocess.run([sys.executable, "-I", "-c", f"import {module}"], capture_output=True, text=True)
    assert ran.returncode, f"{module} loads without {extra}"
    assert ran.stderr.splitlines()[-1].endswith(install(extra)), f"{module}: {ran.stderr}"


def none() -> None:
    """Check every module that needs an extra."""
    for name in ("openspiel", "pettingzoo", "gymnasium"):
        refuses(f"twoends.interop.{name}", "pettingzoo" if name == "gymnasium" else name)
    refuses("twoends; twoends.solve_rows", "fast")


def fast() -> None:
    """Solve a long row and a batch of rows; every public name loads."""
    assert all(map(loads, twoends.__all__))
    assert twoends.solve(range(3000), "greedy").first == sum(range(1, 3000, 2)), "long rows"
    assert twoends.solve_rows([[8, 15, 3, 7]]).first.tolist() == [22]


def openspiel() -> None:
    """Compare with OpenSpiel's minimax."""
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    from twoends.interop.openspiel import game

    assert alpha_beta_search(game([8, 15, 3, 7]))[0] == 11


def pettingzoo() -> None:
    """Step and render both environments."""
    from twoends.interop import gymnasium, pettingzoo

    environment = pettingzoo.env([8, 15, 3, 7], render_mode="rgb_array")
    environment.reset(seed=1)
    environment.step(1)
    assert environment.render().shape[2] == 3
    _, info = gymnasium.TwoEndsEnv([8, 15, 3, 7]).reset()
    assert info["best"] == 22


def study() -> None:
    """Run and store a study."""
    command("study", "--count", "100", "--length", "8", "--out", "study")
    assert list(Path("study").rglob("*.parquet"))


def every() -> None:
    """Test all extras together."""
    for check in (fast, openspiel, pettingzoo, study):
        check()


CHECKS: dict[str, Any] = {
    "": none,
    "fast": fast,
    "openspiel": openspiel,
    "pettingzoo": pettingzoo,
    "study": study,
    "cluster": study,
    "all": every,
}

if __name__ == "__main__":
    core()
    CHECKS[sys.argv[1] if len(sys.argv) > 1 else ""]()
