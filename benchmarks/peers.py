"""The rows of the benchmarks, and other programs that solve them.

Each peer takes n and returns a job: a function that solves the uniform row of n cards and returns your total
when you move first. The textbook table in C++ and the sweep in C are compiled here.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent


# --- the rows ----------------------------------------------------------------------------------


def fixed(values: np.ndarray) -> np.ndarray:
    """Make an array read-only and return it: a row uses it in place, while a writable array is copied."""
    values.setflags(write=False)
    return values


def uniform(n: int) -> np.ndarray:
    return fixed(np.random.default_rng(n).integers(0, 1000, n))


def valley(n: int) -> np.ndarray:
    """Return a row that falls, then rises: the hardest kind for two optimal players."""
    values = np.sort(np.random.default_rng(n).integers(0, 10**9, n))
    falls = np.random.default_rng(n + 1).random(n) < 0.5
    return fixed(np.concatenate((values[falls][::-1], values[~falls])))


def ascending(n: int) -> np.ndarray:
    return fixed(np.sort(np.random.default_rng(n).integers(0, 10**9, n)))


def decks(m: int) -> np.ndarray:
    return np.random.default_rng(1).permuted(np.tile(np.tile(np.arange(2, 15), 4), (m, 1)), axis=1)


# --- peers -------------------------------------------------------------------------------------


def library(source: str, *compiler: str) -> ctypes.CDLL:
    target = Path(tempfile.mkdtemp()) / "peer.so"
    subprocess.run([*compiler, "-shared", "-fPIC", "-o", target, HERE / "native" / source], check=True)
    return ctypes.CDLL(str(target))


def textbook(n: int, greedy: bool) -> Callable[[], int]:
    peer = library("textbook.cpp", "g++", "-O3").textbook
    peer.restype = ctypes.c_longlong
    values = uniform(n).astype(np.int32)
    return lambda: int(peer(values.ctypes.data_as(ctypes.c_void_p), n, int(greedy)))


def c_sweep(n: int) -> Callable[[], int]:
    peer = library("sweep.c", "gcc", "-O3", "-march=native").sweep
    values, totals = uniform(n).astype(np.int32), np.empty(n, np.int32)
    pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in (values, totals)]
    return lambda: int(peer(*pointers, ctypes.c_long(n)))


def numpy_diagonals(n: int, greedy: bool) -> Callable[[], int]:
    v = uniform(n)

    def solve() -> int:
        level = np.zeros(n + 1, np.int64)
        for length in range(1, n + 1):
            left, right = v[: n + 1 - length], v[length - 1 :]
            after_left, after_right = level[1 : n + 2 - length], level[: n + 1 - length]
            if (n - length) % 2 == 0:
                level = np.maximum(left + after_left, right + after_right)
            elif length == 1:
                level = np.zeros(n, np.int64)
            else:
                level = (
                    np.where(left > right, after_left, after_right)
                    if greedy
                    else np.minimum(after_left, after_right)
                )
        return int(level[0])

    return solve


def plain_python(n: int, greedy: bool) -> Callable[[], int]:
    v = uniform(n).tolist()

    def solve() -> int:
        t = [[0] * (n + 2) for _ in range(n + 2)]
        for length in range(1, n + 1):
            for i in range(n + 1 - length):
                j = i + length
                left, right = v[i], v[j - 1]
                if length > 1 and greedy:
                    left += t[i + 2][j] if v[i + 1] > v[j - 1] else t[i + 1][j - 1]
                    right += t[i + 1][j - 1] if v[i] > v[j - 2] else t[i][j - 2]
                elif length > 2:
                    left += min(t[i + 2][j], t[i + 1][j - 1])
                    right += min(t[i + 1][j - 1], t[i][j - 2])
                t[i][j] = max(left, right)
        return t[0][n]

    return solve


def of_openspiel(row: Iterable[Any]) -> dict[str, Callable[[], float]]:
    """Return OpenSpiel's solvers by name; each returns the margin of the first player.

    "best response" plays against greedy, the others solve for two optimal players.
    """
    from open_spiel.python.algorithms.best_response import BestResponsePolicy
    from open_spiel.python.algorithms.minimax import alpha_beta_search
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    from twoends.interop.openspiel import OpponentPolicy, game

    duel = game(row)

    def minimax() -> float:
        solver = MinimaxSolver(str(duel))
        solver.solve()
        return float(solver._table[str(duel.new_initial_state())].value)

    def best_response() -> float:
        policy = BestResponsePolicy(duel, 0, OpponentPolicy(duel, "greedy"))
        return float(policy.value(duel.new_initial_state()))

    return {
        "alpha-beta": lambda: float(alpha_beta_search(duel)[0]),
        "minimax with a memo": minimax,
        "best response": best_response,
    }


def openspiel(n: int, greedy: bool) -> Callable[[], int]:
    row = uniform(n).tolist()
    margin = of_openspiel(row)["best response" if greedy else "alpha-beta"]
    return lambda: int(sum(row) + round(margin())) // 2


def easyai(n: int) -> Callable[[], int]:
    from easyAI import Negamax, TranspositionTable, TwoPlayerGame

    row = uniform(n).tolist()

    class Coins(TwoPlayerGame):  # type: ignore[misc]  # easyAI has no types
        def __init__(self) -> None:
            self.players, self.current_player = [None, None], 1
            self.start, self.stop, self.margin = 0, n, 0  # the margin of the first player

        def possible_moves(self) -> list[str]:
            return ["L", "R"]

        def make_move(self, move: str) -> None:
            card = row[self.start] if move == "L" else row[self.stop - 1]
            self.start, self.stop = self.start + (move == "L"), self.stop - (move == "R")
            self.margin += card if self.current_player == 1 else -card

        def unmake_move(self, move: str) -> None:
            self.start, self.stop = self.start - (move == "L"), self.stop + (move == "R")
            card = row[self.start] if move == "L" else row[self.stop - 1]
            self.margin -= card if self.current_player == 1 else -card

        def is_over(self) -> bool:
            return self.start == self.stop

        def scoring(self) -> int:
            return self.margin if self.current_player == 1 else -self.margin

        def ttentry(self) -> tuple[int, int, int]:
            return self.start, self.stop, self.margin

        def show(self) -> None: ...

    def solve() -> int:
        search = Negamax(n, tt=TranspositionTable())
        duel = Coins()
        search(duel)
        return int(sum(row) + search.alpha) // 2

    return solve
