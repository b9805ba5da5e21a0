"""Reviews of long games on a row of two optimal players, in whole columns: what reviews.py says move by move.

Glossary as there.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from twoends.answers.reviewed import BLUNDER, Performance, Review, ReviewedMove
from twoends.kernels import intervals
from twoends.rules.games import Game
from twoends.rules.numbers import Number, Scale
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, AnyMove
from twoends.solvers import compiled
from twoends.solvers.costs import IN_PYTHON, pays_for

Column = NDArray[np.int64]

ROOM = 16
"""Margins, and whatever is put together of a few of them, are less than so many sums of the row."""

_BEST = ((RIGHT,), (LEFT,), (LEFT, RIGHT))
_MARKS = ("best", "inaccuracy", "blunder")


class _Judged(NamedTuple):
    """A game of m moves on n cards in columns, amounts in the row's units.

    scale     what the units are
    cards     shape (n,)
    places    which card each move takes, shape (m,)
    best      whether each mover should go right, left, or either: 0, 1, 2; shape (m,)
    stake     shape (m,)
    loss      shape (m,)
    promised  shape (m + 1,)
    """

    scale: Scale
    cards: Column
    places: Column
    best: Column
    stake: Column
    loss: Column
    promised: Column


def _judged(row: Row, ends: Sequence[AnyMove], you_first: bool) -> _Judged | None:
    """Judge the moves; None if the numbers do not fit, or the kernels do not pay."""
    array = compiled.integers(row.scaled.values)
    if array is None or not compiled.fits(array):
        return None
    pays = pays_for(IN_PYTHON["intervals"](len(row)))
    if not all(pays(*call) for call in intervals.margins_calls()):
        return None
    cards = compiled.frozen(array)
    n, m = len(cards), len(ends)
    if ROOM * n * max(int(cards.max()), -int(cards.min())) >= 2**63:
        return None
    lefts = np.fromiter([end is LEFT for end in ends], np.bool_, m)
    starts = np.concatenate((np.zeros(1, np.int64), lefts.cumsum()))
    stops = n - (np.arange(m + 1) - starts)
    held, left, right = compiled.prospects_of(cards, you_first, starts, stops)
    places = np.where(lefts, starts[:-1], stops[1:])
    yours = _turns(m, you_first)
    so_far = np.concatenate((np.zeros(1, np.int64), np.where(yours, cards[places], 0).cumsum()))
    promised = 2 * (so_far + held) - cards.sum()
    left, right = left[:m], right[:m]
    best = np.where(left == right, 2, (left > right) == yours)  # what is yours they go without
    best[n - 1 :] = 1  # the last card counts as LEFT
    stake = abs(left - right)
    return _Judged(row.scaled.scale, cards, places, best, stake, np.where(best == ~lefts, stake, 0), promised)


def _turns(m: int, you_first: bool) -> NDArray[np.bool_]:
    """Whether each of m moves is yours."""
    turns: NDArray[np.bool_] = (np.arange(m) % 2 == 0) == you_first
    return turns


def losses(row: Row, ends: Sequence[AnyMove]) -> Sequence[Number] | None:
    """What `reviews.losses` finds; None if the numbers do not fit."""
    judged = _judged(row, ends, True)
    return None if judged is None else judged.scale.show_all(judged.loss.tolist())


def review(game: Game) -> Review | None:
    """What `reviews.review` finds; None if the numbers do not fit. O(n log n)."""
    row, ends, m = game.shape.cards, game.ends, len(game.ends)
    judged = _judged(row, ends, game.you_first)
    if judged is None:
        return None
    yours, promised = _turns(m, game.you_first), judged.promised
    marks = _marks(judged, np.where(yours, promised[:-1], -promised[:-1]))
    show_all = judged.scale.show_all
    shown = show_all(promised.tolist())
    given = row.given
    columns = zip(
        range(1, m + 1),
        islice(cycle((game.you_first, not game.you_first)), m),
        ends,
        [given[place] for place in judged.places.tolist()],
        map(_BEST.__getitem__, judged.best.tolist()),
        show_all(judged.stake.tolist()),
        show_all(judged.loss.tolist()),
        map(_MARKS.__getitem__, marks.tolist()),
        shown[1:],
        strict=True,
    )
    with _gc_paused():
        moves = tuple(map(ReviewedMove._make, columns))
    first, second = (_performance(judged, marks, slice(turn, None, 2)) for turn in (0, 1))
    you, opponent = (first, second) if game.you_first else (second, first)
    turns = np.flatnonzero(np.sign(promised[1:]) != np.sign(promised[:-1]))
    turning_point = int(turns[-1]) + 1 if len(turns) else None
    return Review(game, tuple(shown), moves, turning_point, you, opponent, 0)


@contextmanager
def _gc_paused() -> Iterator[None]:
    """Pause the garbage collector, which would go through a million new tuples again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _marks(judged: _Judged, margin: Column) -> Column:
    """The mark of each move as a place in _MARKS, given the margin promised to the mover before it."""
    spread = int(judged.cards.max()) - int(judged.cards.min())
    large = judged.loss * BLUNDER.denominator >= spread * BLUNDER.numerator
    turned = np.sign(margin) != np.sign(margin - 2 * judged.loss)
    marks: Column = (judged.loss > 0) * (1 + (large | turned))
    return marks


def _performance(judged: _Judged, marks: Column, turns: slice) -> Performance:
    """How the player did who made these moves."""
    stake, loss = (int(column[turns].sum()) for column in (judged.stake, judged.loss))
    taken = int(judged.cards[judged.places[turns]].sum())
    total, lost, staked = judged.scale.show_all([taken, loss, stake])
    inaccuracies, blunders = (int(np.count_nonzero(marks[turns] == mark)) for mark in (1, 2))
    accuracy = (stake - loss) / stake if stake else 1.0
    return Performance(total, lost, staked, accuracy, inaccuracies, blunders)
