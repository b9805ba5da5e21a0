"""Many games on rows as arrays, by any rules, for your own training loop. Needs only NumPy.

    games = arrays.deal(rows, rules="take 1-3 left")
    while (mask := arrays.legal(games)).any():
        games = arrays.step(games, choose(games, mask))

`step` is a pure function: it returns new games and does not change the old ones. Actions are those of
`environment`. There is no opponent; `mover` says whose turn it is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twoends.rules.errors import IllegalMoveError, RowError
from twoends.rules.rules import Rules

Integers = NDArray[np.int64]


class Games(NamedTuple):
    """The states of m games on rows of n cards.

    rules   the rules of all games
    sums    prefix sums of the cards, shape (m, n + 1)
    start   where the remaining cards begin (the unmerged ones, if moves merge), shape (m,)
    stop    where they end, shape (m,)
    number  the number of moves made, shape (m,)
    memory  M, the largest number of cards that a move has taken, at least 1; shape (m,)
    totals  those of the first mover and of the other player, shape (m, 2)
    """

    rules: Rules
    sums: NDArray[Any]
    start: Integers
    stop: Integers
    number: Integers
    memory: Integers
    totals: NDArray[Any]


def deal(rows: ArrayLike, *, rules: object = None) -> Games:
    """New games on rows of shape (m, n). Raises RowError, RulesError.

    >>> games = deal([[8, 15, 3, 7], [1, 2, 3, 4]])
    >>> games = step(games, np.array([1, 0]))
    >>> games.totals.tolist(), mover(games).tolist(), legal(games).tolist()
    ([[7, 0], [1, 0]], [1, 1], [[True, True], [True, True]])
    """
    try:
        values = np.asarray(rows)
    except ValueError as fault:  # NumPy cannot make an array of them
        raise RowError("the rows differ in length: give numbers of shape (m, n)") from fault
    if values.ndim != 2 or values.dtype.kind not in "iuf":
        raise RowError(f"the rows are {values.dtype} of shape {values.shape}: give numbers of shape (m, n)")
    by_rules, (m, n) = Rules.of(rules), values.shape
    kind, largest = (np.float64, np.inf) if values.dtype.kind == "f" else (np.int64, 2.0**62)
    if not (np.abs(values.astype(np.float64)).sum(axis=1) * by_rules.times_counted(n) < largest).all():
        raise RowError(f"the totals of a row may leave the range of {kind.__name__}: give smaller numbers")
    sums = np.zeros((m, n + 1), kind)
    np.cumsum(values, axis=1, out=sums[:, 1:])
    zeros = np.zeros(m, np.int64)
    return Games(by_rules, sums, zeros, zeros + n, zeros, zeros + 1, np.zeros((m, 2), kind))


def mover(games: Games) -> Integers:
    """Whose turn it is: 0 for the first mover, 1 for the other player; shape (m,)."""
    seats = np.array([letter == "B" for letter in games.rules.turns], np.int64)
    return seats[games.number % len(seats)]


def legal(games: Games) -> NDArray[np.bool_]:
    """Which actions are legal, shape (m, actions); none in a game that is over."""
    rules, n = games.rules, games.sums.shape[1] - 1
    cards = _cards(games)[:, np.newaxis]
    action = np.arange(2 * max(min(rules.most or n, n), 1))
    count, right = 1 + action // 2, action % 2 == 1
    most = 2 * games.memory[:, np.newaxis] if rules.doubling else rules.most or n
    allowed = (rules.least <= count) & (count <= most) & (count <= cards)
    if rules.ends == "either":
        allowed &= ~(right & (count == cards))  # taking all cards counts as left
    else:
        allowed &= right == (rules.ends == "right")
    if rules.merge:
        allowed &= cards > 1
    if rules.stop is not None:
        allowed &= games.number[:, np.newaxis] < rules.stop
    return allowed


def step(games: Games, actions: ArrayLike) -> Games:
    """The games after one move in each; a game that is over stays the same, whatever the action.

    Raises IllegalMoveError.
    """
    rules, sums, start, stop = games.rules, games.sums, games.start, games.stop
    m, n = len(start), sums.shape[1] - 1
    taken, allowed = np.asarray(actions), legal(games)
    if taken.shape != (m,) or taken.dtype.kind not in "iu":
        raise IllegalMoveError(f"the actions are {taken.dtype} of shape {taken.shape}: give {m} integers")
    over, index = ~allowed.any(axis=1), np.arange(m)
    within = (taken >= 0) & (taken < allowed.shape[1])
    wrong = ~over & ~(within & allowed[index, np.where(within, taken, 0)])
    if wrong.any():
        game = int(wrong.argmax())
        choices = ", ".join(map(str, np.flatnonzero(allowed[game])))
        raise IllegalMoveError(f"action {taken[game]} is not legal in game {game}: choose from {choices}")
    count, right = np.where(over, 0, 1 + taken // 2), taken % 2 == 1
    to_start, to_stop = start + np.where(right, 0, count), stop - np.where(right, count, 0)
    if rules.merge:
        takes_all = count == _cards(games)
        to_start = np.where(takes_all, np.where(right, 0, n), to_start - (~right & (start > 0)))
        to_stop = np.where(takes_all, np.where(right, 0, n), to_stop + (right & (stop < n)))
        earned = np.where(right, sums[index, n] - sums[index, to_stop], sums[index, to_start])
    else:
        earned = np.where(
            right, sums[index, stop] - sums[index, to_stop], sums[index, to_start] - sums[index, start]
        )
    if rules.score == "rest":
        earned = sums[index, to_stop] - sums[index, to_start]
    elif rules.score == "turn":
        earned = earned * (games.number + 1)
    totals = games.totals.copy()
    totals[index, mover(games)] += np.where(over, 0, earned)
    to_start, to_stop = np.where(over, start, to_start), np.where(over, stop, to_stop)
    memory = np.maximum(games.memory, count) if rules.doubling else games.memory
    return games._replace(
        start=to_start, stop=to_stop, number=games.number + ~over, memory=memory, totals=totals
    )


def _cards(games: Games) -> Integers:
    """How many cards are left, including merged ones."""
    left = games.stop - games.start
    if games.rules.merge:
        left = left + (games.start > 0) + (games.stop < games.sums.shape[1] - 1)
    return left
