"""Whole games between two players on many rows: `engine.play`, compiled for arrays of integers that fit."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.engine import play as text
from twoends.engine.coins import TABLE_ROWS
from twoends.engine.kernels import sweeps
from twoends.engine.kernels.compiling import Integers, compiled_copy

_compiled = compiled_copy(text)


class Player(NamedTuple):
    """How one of the two players moves on m rows of n cards, as `engine.play` explains."""

    optimal: bool
    keys: Integers
    sides: NDArray[np.uint8]
    lanes: int
    ties: int
    epsilon: float


def no_sides(m: int) -> NDArray[np.uint8]:
    """The sides of a player on m rows who needs none."""
    return np.zeros((sweeps.decisions(m, 0).shape[0], 0, 0), np.uint8)


def play_games(rows: Integers, first: Player, second: Player, draws: NDArray[np.float64]) -> Integers:
    """Play every row to its end; return the totals of the first and of the second player, shape (m, 2).

    draws  uniform in [0, 1), one for each move of each row, shape (m, n); (m, 0) if no move is random
    """
    table: Any = np.zeros((TABLE_ROWS, rows.shape[1] + 1), np.int64)
    totals = np.zeros((len(rows), 2), np.int64)
    _compiled.play_games(rows, tuple(first), tuple(second), draws, table, totals)
    return totals
