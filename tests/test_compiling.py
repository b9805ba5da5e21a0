"""Kernels are compiled once, and kept on disk; no short computation waits for one."""

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
from twoends.engine.kernels import compiling, sweeps

SOURCE = Path(twoends.__file__).parent.parent

SOON = """
import numpy as np
import twoends
from twoends.engine.kernels import compiling, games, intervals, sweeps, whole_rows

rng = np.random.default_rng(1)
row = rng.integers(-9, 10, 2000).tolist()
decks = rng.integers(-9, 10, (5, 9))
game = twoends.Game(row, True, rng.choice(["L", "R"], 2000).tolist())
twoends.solve(row).line, twoends.solve(row).moves
twoends.solve(row[:300], "greedy").line
twoends.review(game)
for name in ("optimal", "greedy", "generous", "random"):
    twoends.solve_rows(decks, name).best
twoends.play_rows(decks, "generous", "modest").totals
modules = games, intervals, sweeps, whole_rows
kernels = [each for module in modules for each in vars(module).values()]
assert not any(getattr(each, "overloads", None) for each in kernels), kernels
print("nothing compiled", len(list(compiling.folder().glob("*.nbc"))))
"""


def run(code: str, cache: Path, source: Path = SOURCE) -> str:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(source)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]
    return ran.stdout


def test_short_computations_wait_for_no_compilation(tmp_path: Path) -> None:
    assert run(SOON, tmp_path) == "nothing compiled 0\n"


SETTLE = """
from twoends.engine.kernels.compiling import NotReadyError, Patience, patience
from twoends.engine.kernels.sweeps import compiled
for loads, compiles in ((False, False), (True, False), (True, True), (False, False)):
    patience.set(granted := Patience(loads, compiles))
    try:
        print(compiled.after_reply(0, 3, 1, 5, 2), granted.needed, end=" ")
    except NotReadyError:
        print(None, end=" ")
"""
"""Call the smallest kernel: without waiting, as long as it loads, as long as it compiles, without waiting."""

COMPILED, FOUND = "None None 2 True 2 False ", "None 2 True 2 False 2 False "


def test_a_reinstalled_version_finds_its_kernels_until_a_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    assert run(SETTLE, cache) == COMPILED
    again = tmp_path / "again"
    shutil.copytree(SOURCE / "twoends", again / "twoends", ignore=shutil.ignore_patterns("__pycache__"))
    assert run(SETTLE, cache, again) == FOUND
    engine = again / "twoends" / "engine"
    monkeypatch.setattr(compiling, "__file__", str(engine / "kernels" / "compiling.py"))
    states = {kept.name for kept in cache.iterdir()}
    for name in ("coins", "play", "records", "sweep", "turns", "kernels/sweeps"):
        source = engine / f"{name}.py"  # all but one have no part of that kernel
        source.write_text(source.read_text("utf-8") + "\n# changed\n", "utf-8")
        state = compiling.folder.__wrapped__().name
        assert state not in states, name
        states.add(state)
    monkeypatch.setattr(compiling.NUMBA, "CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    assert compiling.folder.__wrapped__().is_absolute(), "it depends on the current folder"


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
from twoends.engine.kernels import compiling
compiling.NOTICE_AFTER_SECONDS = 0.01
exec(sys.argv[1])
"""


def test_without_a_cache_kernels_work_and_a_terminal_is_notified_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    ours, theirs = pty.openpty()
    ran = subprocess.run(
        [sys.executable, "-c", SLOW, SETTLE],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "file")},
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    notice = os.read(ours, 1000)
    os.close(ours)
    assert (ran.returncode, ran.stdout.decode()) == (0, COMPILED)
    assert notice.count(b"compiling") == 1, notice
