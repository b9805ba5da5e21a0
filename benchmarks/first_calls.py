"""How long the first call of each public function takes: python -m benchmarks.first_calls.

Each call is the first one of a fresh process: once with nothing compiled on this machine, once with its
kernels compiled on disk. Each function that has kernels is called twice: with arguments that pure Python
handles within a second, and with larger ones, for which the kernels pay. `report_processes` measures whole
processes, including the start of Python.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.timing import head, line, shown, time_interleaved, wall

CALLS = {
    "import numpy, numba": "import numpy, numba",
    "solve, 5,000 cards": "twoends.solve(row(5_000)).line",
    "solve, 10^6 cards": "twoends.solve(array(10**6)).line",
    "solve, 10^7 cards": "twoends.solve(array(10**7)).line",
    "solve, greedy, 500 cards": "twoends.solve(row(500), 'greedy').line",
    "solve, greedy, 10,000 cards": "twoends.solve(row(10_000), 'greedy').line",
    "solve, random, 10,000 cards": "twoends.solve(row(10_000), 'random').first",
    "solve_rows, 100 decks": "twoends.solve_rows(decks(100)).best",
    "solve_rows, 10^6 decks": "twoends.solve_rows(decks(10**6)).best",
    "solve_rows, greedy, 100 decks": "twoends.solve_rows(decks(100), 'greedy').best",
    "solve_rows, greedy, 10^5 decks": "twoends.solve_rows(decks(10**5), 'greedy').best",
    "play_rows, best, greedy, 100 decks": "twoends.play_rows(decks(100), 'best', 'greedy')",
    "play_rows, best, greedy, 10^5 decks": "twoends.play_rows(decks(10**5), 'best', 'greedy')",
    "oracle, 5,000 cards": "twoends.oracle(row(5_000)).best(0, 5_000)",
    "oracle, 10^7 cards": "twoends.oracle(array(10**7)).best(0, 10**7)",
    "review, 5,000 moves": "twoends.review(game(5_000)).moves",
    "review, 10^6 moves": "twoends.review(game(10**6)).moves",
}
SET_UP = """
import sys, time
import twoends
{loaded}
def array(n):
    import numpy
    values = numpy.random.default_rng(n).integers(0, 1000, n)
    values.setflags(write=False)
    return values
def row(n):
    from random import Random
    return [Random(n).randrange(1000) if k == 0 else (k * 7919) % 1009 for k in range(n)]
def decks(m):
    import numpy
    return numpy.random.default_rng(m).integers(1, 14, (m, 52))
def game(n):
    return twoends.Game(row(n), True, [(twoends.LEFT, twoends.RIGHT)[k % 3 % 2] for k in range(n)])
before = time.perf_counter()
{call}
print(time.perf_counter() - before)
"""


def seconds_of(call: str, cache: str, *, loaded: bool = False) -> float:
    """Return the wall-clock time of a call in a fresh process; `loaded` imports Numba and kernels before."""
    kernels = "import twoends.engine.kernels.sweeps, twoends.engine.kernels.whole_rows" if loaded else ""
    return float(fresh(SET_UP.format(loaded=kernels, call=call), cache))


def fresh(code: str, cache: str) -> bytes:
    """Run code in a fresh process with this folder for compiled code, and return its output."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    run = subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True)
    return run.stdout


def report() -> None:
    """Print the table and the number of compiled functions on disk at the end."""
    print("\n### The first call in a fresh process\n")
    head("call", "nothing compiled", "the same, kernels loaded", "from disk")
    with tempfile.TemporaryDirectory() as shared:
        for name, call in CALLS.items():
            times = []
            for loaded in (False, True):
                with tempfile.TemporaryDirectory() as empty:
                    times.append(seconds_of(call, empty, loaded=loaded))
            seconds_of(call, shared)
            times.append(min(seconds_of(call, shared) for _ in range(2)))
            line(name, *(f"{time:.2f} s" for time in times))
        compiled = len(list(Path(shared).rglob("*.nbc")))
    print(f"\nAfterwards, {compiled} compiled functions are on disk.")


SWEEP = (
    "from twoends import opponent; from twoends.engine import bottom_up, compiled; "
    "bottom_up.Sweep(bottom_up.prepare_arrays([0] * 9, opponent('greedy')), True).sweep_to(9)"
)
RECORDS = (
    "from twoends.engine.kernels import whole_rows; import numpy as np; whole_rows.walk(np.arange(9) % 4)"
)
PROCESSES = {
    "python -c pass": "pass",
    "import twoends and a small solve": "import twoends; twoends.solve([8, 15, 3, 7]).first",
    "import numpy": "import numpy",
    "import numba": "import numba",
    "sweep, compiled": SWEEP,
    "sweep, from the cache": SWEEP,
    "whole rows, compiled": RECORDS,
    "whole rows, from the cache": RECORDS,
}
"""Code that a user waits for once; code that is listed again uses what it compiled before."""


def report_processes() -> None:
    """Print the table of process times."""
    print("\n### What a user waits for once\n")
    head("in a fresh process", "")
    with tempfile.TemporaryDirectory() as cache:
        for name, code in PROCESSES.items():
            runs = 1 if not os.listdir(cache) or "chain" in code else 3
            (seconds,) = time_interleaved([partial(fresh, code, cache)], runs, wall)
            line(name, shown(seconds))


if __name__ == "__main__":
    report()
    report_processes()
