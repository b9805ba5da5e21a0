"""Reviews of long games between optimal players on a row, with NumPy instead of move by move."""

from __future__ import annotations

import numpy as np

from twoends.answers.marks import BLUNDER, JudgedMoves, Mark
from twoends.kernels import intervals
from twoends.rules.games import Game
from twoends.rules.sides import LEFT, RIGHT
from twoends.solvers import compiled, compiled_intervals
from twoends.solvers.costs import IN_PYTHON, pays_for

ROOM = 16
"""Every number computed here is less than ROOM times n times the largest absolute value of a card."""

_BEST = ((RIGHT,), (LEFT,), (LEFT, RIGHT))
_MARKS: tuple[Mark, ...] = ("best", "inaccuracy", "blunder")


def judge_moves(game: Game) -> JudgedMoves | None:
    """Judge all moves of a game in O(n log n), amounts in the row's units.

    None if the numbers may exceed 64 bits, or if the kernels do not pay.
    """
    row, ends, you_first = game.shape.cards, game.ends, game.you_first
    array = compiled.integers(row.scaled.values)
    if array is None or not compiled.fits(array):
        return None
    pays = pays_for(IN_PYTHON["intervals"](len(row)))
    if not all(pays(*call) for call in intervals.margins_calls()):
        return None
    cards = compiled.frozen(array)
    n, m = len(cards), len(ends)
    low, high = int(cards.min()), int(cards.max())
    if ROOM * n * max(high, -low) >= 2**63:
        return None
    lefts = np.fromiter([end is LEFT for end in ends], np.bool_, m)
    starts = np.concatenate((np.zeros(1, np.int64), lefts.cumsum()))
    stops = n - (np.arange(m + 1) - starts)
    total, left, right = compiled_intervals.prospects_of(cards, you_first, starts, stops)
    yours = (np.arange(m) % 2 == 0) == you_first
    taken = cards[np.where(lefts, starts[:-1], stops[1:])]
    so_far = np.concatenate((np.zeros(1, np.int64), np.where(yours, taken, 0).cumsum()))
    promised = 2 * (so_far + total) - cards.sum()
    left, right = left[:m], right[:m]
    best = np.where(left == right, 2, (left > right) == yours)  # the opponent minimises your total
    best[n - 1 :] = 1  # the last card counts as LEFT
    stake = abs(left - right)
    loss = np.where(best == ~lefts, stake, 0)
    margin = np.where(yours, promised[:-1], -promised[:-1])
    large = loss * BLUNDER.denominator >= (high - low) * BLUNDER.numerator
    turned = np.sign(margin) != np.sign(margin - 2 * loss)
    mark = (loss > 0) * (1 + (large | turned))
    return JudgedMoves(
        [_BEST[code] for code in best.tolist()],
        stake.tolist(),
        loss.tolist(),
        [_MARKS[code] for code in mark.tolist()],
        promised.tolist(),
        row.scaled.scale.show_all,
    )
