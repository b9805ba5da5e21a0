"""Circles in compiled code: the same totals as `solvers.circles`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import circles, intervals
from twoends.kernels.compiling import Pays, always
from twoends.rules.numbers import Total
from twoends.rules.preferences import Opponent
from twoends.solvers import compiled

STEPS_PER_CARD = 16
"""Steps per card of the walk before the tree takes over; ordinary circles need about 8."""


def totals(
    values: Sequence[Any], against: Opponent, you_first: bool, pays: Pays = always
) -> list[Total] | None:
    """Return your total for each first card, yours or the opponent's; None if that does not pay or fit."""
    if against.custom or (arrays := compiled.cards_for(values, against, 2 * len(values))) is None:
        return None
    array, cards = arrays
    rests = (
        _rests_by_margins(cards, not you_first, pays)
        if against.is_optimal
        else _rests_by_sweep(array, cards, against, not you_first, pays)
    )
    if rests is None:
        return None
    result: list[Total] = (cards + rests if you_first else rests).tolist()
    return result


def _rests_by_margins(cards: NDArray[Any], your_turn: bool, pays: Pays) -> NDArray[np.int64] | None:
    """Return your total on the row that each first card leaves, if you or the opponent is to move there."""
    if not all(pays(*call) for call in intervals.margins_calls()):
        return None
    n, cards = len(cards), cards.astype(np.int64)
    coins = intervals.end_coins(compiled.frozen(np.concatenate((cards, cards))))
    starts = np.arange(1, n + 1)
    margins = intervals.margins(
        coins, compiled.frozen(starts), compiled.frozen(starts + n - 1), STEPS_PER_CARD
    )
    rests: NDArray[np.int64] = (cards.sum() - cards + (margins if your_turn else -margins)) // 2
    return rests


def _rests_by_sweep(
    array: NDArray[Any], cards: NDArray[Any], against: Opponent, your_turn: bool, pays: Pays
) -> NDArray[Any] | None:
    """Return the same against any other opponent, given the cards in 64 bits and in the dtype of totals."""
    rests = np.empty_like(cards)
    twice = compiled.frozen(np.concatenate((cards, cards)), cards.dtype.type)
    replies = compiled.replies_of(against, np.concatenate((array, array)), cards.dtype)
    if replies is None:
        return None
    arguments = twice, *replies, your_turn, rests
    if not pays(circles.rests, *arguments):
        return None
    circles.rests(*arguments)
    return rests
