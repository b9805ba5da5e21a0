"""Kernels are compiled once, and no short computation waits for one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba.core.caching import FunctionCache

import twoends
from twoends import opponent
from twoends.kernels import compiling, sweeps, whole_rows
from twoends.kernels.compiling import Wait
from twoends.solvers import bottom_up, compiled, costs

SOURCE = Path(twoends.__file__).parent.parent

SOON = """
import numpy as np
import twoends
from twoends.kernels import compiling, games, intervals, sweeps, whole_rows

rng = np.random.default_rng(1)
row = rng.integers(-9, 10, 5000).tolist()
decks = rng.integers(-9, 10, (5, 9))
game = twoends.Game(row, True, rng.choice(["L", "R"], 5000).tolist())
twoends.solve(row).line, twoends.solve(row).moves
twoends.solve(row[:300], "greedy").line
twoends.oracle(row).margin(1, 4000)
twoends.review(game)
for name in ("optimal", "greedy", "modest left", "generous", "random", "greedy trembling 1/10"):
    twoends.solve_rows(decks, name).best
for names in (("best", "greedy"), ("generous", "modest"), ("optimal", "optimal")):
    twoends.play_rows(decks, *names)
modules = games, intervals, sweeps, whole_rows
kernels = [each for module in modules for each in vars(module).values()]
assert not any(getattr(each, "overloads", None) for each in kernels), kernels
print("nothing compiled", len(list(compiling.folder().glob("*.nbc"))))
"""


def run(code: str, cache: Path, *paths: Path) -> str:
    path = os.pathsep.join(map(str, (*paths, SOURCE)))
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    return ran.stdout


def test_short_computations_wait_for_no_compilation(tmp_path: Path) -> None:
    assert run(SOON, tmp_path) == "nothing compiled 0\n"


SETTLE = """
from twoends.kernels.sweeps import compiled
from twoends.solvers.costs import SECONDS_TO_WAIT, call_within
seconds = *SECONDS_TO_WAIT, SECONDS_TO_WAIT[0]
print(*[call_within(each, compiled.reply, 0, 3, 1, 5, 2) for each in seconds])
"""
"""Call the smallest kernel: without waiting, as long as it loads, as long as it compiles, without waiting."""


def test_a_reinstalled_version_finds_its_kernels_until_a_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    assert run(SETTLE, cache) == "None None 2 2\n"
    again = tmp_path / "again"
    shutil.copytree(SOURCE / "twoends", again / "twoends", ignore=shutil.ignore_patterns("__pycache__"))
    assert run(SETTLE, cache, again) == "None 2 2 2\n"
    other = again / "twoends" / "engine" / "records.py"  # no part of that kernel's own file
    other.write_text(other.read_text("utf-8") + "\n# changed\n", "utf-8")
    monkeypatch.setattr(compiling, "__file__", str(again / "twoends" / "kernels" / "compiling.py"))
    assert compiling.folder.__wrapped__().name not in {kept.name for kept in cache.iterdir()}


def test_one_process_at_a_time_saves_a_compiled_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    saved: list[object] = []
    monkeypatch.setattr(compiling, "folder", lambda: tmp_path)

    def save(cache: object, signature: object, compiled: object) -> None:
        with (tmp_path / "being-written").open() as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        saved.append(compiled)

    monkeypatch.setattr(FunctionCache, "save_overload", save)
    dispatcher: Any = sweeps.totals
    dispatcher._cache.save_overload((), "a form")
    assert saved == ["a form"]


SLOW = """
import sys
from twoends.kernels import compiling
compiling.NOTICE_AFTER_SECONDS = 0.01
exec(sys.argv[1])
"""


@pytest.mark.parametrize("terminal", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_without_a_cache_kernels_work_and_only_a_terminal_is_notified_once(
    terminal: bool, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    ours, theirs = pty.openpty() if terminal else os.pipe()
    with open(tmp_path / "output", "wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", SLOW, SETTLE],
            env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "file")},
            stdout=output,
            stderr=theirs,
        )
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 1000):
                text += part
        except OSError:  # a terminal that all have closed
            pass
        os.close(ours)
    assert process.wait() == 0
    assert text.count(b"compiling") == terminal, text
    assert (tmp_path / "output").read_bytes() == b"None None 2 2\n"


def test_kernels_that_have_run_in_this_process_wait_for_nothing() -> None:
    import numpy as np

    row = np.arange(9)
    row.setflags(write=False)
    prepared = compiled.prepare(row.tolist(), opponent("greedy left"))
    assert prepared is not None, "it fits"
    for call in (
        lambda: bottom_up.line(prepared, True),
        lambda: whole_rows.walk(row),
    ):
        call()
        assert costs.call_within(costs.SECONDS_TO_WAIT[Wait.NOTHING], call) is not None


@pytest.mark.slow
def test_twoends_compile_leaves_nothing_to_compile(tmp_path: Path) -> None:
    usage = run("from twoends.__main__ import main; main()", tmp_path / "empty")
    assert "Usage" in usage
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "twoends", "compile"]
    assert subprocess.run(command, env=environment, capture_output=True).returncode == 0
    kept = compiled_in(tmp_path)
    run(EVERYTHING, tmp_path)
    assert compiled_in(tmp_path) == kept


EVERYTHING = """
import numpy as np
import twoends
from twoends.rules.opponents import every_opponent
from twoends.solvers import costs

costs.SECONDS_TO_WAIT, costs.SECONDS_TO_START = (1e-9, 1e-9, 1e-9), 1e-9
rng = np.random.default_rng(1)
long = rng.integers(0, 9, 10_000)
long.setflags(write=False)
many = rng.integers(0, 9, 2**21)  # which is copied in 16 bits
deep = np.concatenate((np.arange(2**14)[::-1], many, np.arange(2**14)))
for row in (many, np.sort(many), deep):
    solved = twoends.solve(row)
    solved.line, solved.moves
for row in ([3, 1, 4, 1, 5, 9, 2, 6], long, sorted(long.tolist())):
    solved = twoends.solve(row)
    solved.line, solved.moves
    twoends.oracle(row).margin(0, len(row))
for who in every_opponent():
    for each in (who, twoends.opponent(f"{who} trembling 0.1")) if who.epsilon == 0 else (who,):
        for unit in (1, 2**40):
            rows = unit * rng.integers(0, 9, (40, 7))
            if each.epsilon == 0:
                solution = twoends.solve(rows[0], each)
                solution.line, solution.moves
            twoends.solve_rows(rows, each).best
            twoends.play_rows(rows, "best", each, seed=1)
            twoends.play_rows(rows, each, "greedy", seed=1)
for who in every_opponent():
    for most in (9, 2**27):
        twoends.solve(rng.integers(0, most, 90), who).line
game = twoends.Game(rng.integers(0, 9, 300).tolist(), True, [twoends.LEFT] * 300)
twoends.review(game)
"""


def compiled_in(folder: Path) -> set[str]:
    return {file.name for file in folder.rglob("*.nbc")}
