"""Many games on rows at once as arrays, by any rules, for those who write their own loop. Needs NumPy alone.

    games = arrays.deal(rows, rules="take 1-3 left")
    while (mask := arrays.legal(games)).any():
        games = arrays.step(games, choose(games, mask))

`step` is a pure function: it gives new games and leaves the old ones as they are. Actions are those of
`states`. There is no opponent: whose turn it is says `arrays.mover`.
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

    rules   of all of them
    sums    prefix sums of the cards, shape (m, n + 1)
    start   where what is left begins, shape (m,); where moves merge, what none has merged
    stop    where it ends, shape (m,)
    number  how many moves have been made, shape (m,)
    memory  M, the most cards that any move took, at least 1; shape (m,)
    totals  of the first mover and of the other player, shape (m, 2)
    """

    rules: Rules
    sums: NDArray[Any]
    start: Integers
    stop: Integers
    number: Integers
    memory: Integers
    totals: NDArray[Any]


def deal(rows: ArrayLike, *, rules: object = None) -> Games:
    """New games on the rows of a table, shape (m, n). Raises RowError, RulesError.

    >>> games = deal([[8, 15, 3, 7], [1, 2, 3, 4]])
    >>> games = step(games, np.array([1, 0]))
    >>> games.totals.tolist(), mover(games).tolist(), legal(games).tolist()
    ([[7, 0], [1, 0]], [1, 1], [[True, True], [True, True]])
    """
    try:
        values = np.asarray(rows)
    except ValueError as fault:  # NumPy's word for lists of several lengths
        raise RowError("the rows are of several lengths: give numbers of shape (m, n)") from fault
    if values.ndim != 2 or values.dtype.kind not in "iuf":
        raise RowError(f"the rows are {values.dtype} of shape {values.shape}: give numbers of shape (m, n)")
    m, n = values.shape
    kind = np.float64 if values.dtype.kind == "f" else np.int64
    sums = np.zeros((m, n + 1), kind)
    np.cumsum(values, axis=1, out=sums[:, 1:])
    none = np.zeros(m, np.int64)
    return Games(Rules.of(rules), sums, none, none + n, none, none + 1, np.zeros((m, 2), kind))


def mover(games: Games) -> Integers:
    """Whose turn it is: 0 the first mover's, 1 the other player's; shape (m,)."""
    seats = np.array([letter == "B" for letter in games.rules.turns], np.int64)
    return seats[games.number % len(seats)]


def legal(games: Games) -> NDArray[np.bool_]:
    """Which actions are legal, shape (m, 2 counts); none where a game is over."""
    rules, n = games.rules, games.sums.shape[1] - 1
    cards = _cards(games)[:, np.newaxis]
    action = np.arange(2 * max(min(rules.most or n, n), 1))
    count, right = 1 + action // 2, action % 2 == 1
    most = 2 * games.memory[:, np.newaxis] if rules.doubling else rules.most or n
    allowed = (rules.least <= count) & (count <= most) & (count <= cards)
    if rules.ends == "either":
        allowed &= ~(right & (count == cards))  # all that is left is taken from the left
    else:
        allowed &= right == (rules.ends == "right")
    if rules.merge:
        allowed &= cards > 1
    if rules.stop is not None:
        allowed &= games.number[:, np.newaxis] < rules.stop
    return allowed


def step(games: Games, actions: ArrayLike) -> Games:
    """The games after a move in each of them; of a game that is over, itself, whatever the action.

    Raises IllegalMoveError.
    """
    rules, sums, start, stop = games.rules, games.sums, games.start, games.stop
    m, n = len(start), sums.shape[1] - 1
    taken, allowed = np.asarray(actions), legal(games)
    if taken.shape != (m,) or taken.dtype.kind not in "iu":
        raise IllegalMoveError(f"the actions are {taken.dtype} of shape {taken.shape}: give {m} integers")
    over, each = ~allowed.any(axis=1), np.arange(m)
    within = (taken >= 0) & (taken < allowed.shape[1])
    wrong = ~over & ~(within & allowed[each, np.where(within, taken, 0)])
    if wrong.any():
        game = int(wrong.argmax())
        choices = ", ".join(map(str, np.flatnonzero(allowed[game])))
        raise IllegalMoveError(f"action {taken[game]} is not legal in game {game}: choose from {choices}")
    count, right = np.where(over, 0, 1 + taken // 2), taken % 2 == 1
    to_start, to_stop = start + np.where(right, 0, count), stop - np.where(right, count, 0)
    if rules.merge:
        every = count == _cards(games)
        to_start = np.where(every, np.where(right, 0, n), to_start - (~right & (start > 0)))
        to_stop = np.where(every, np.where(right, 0, n), to_stop + (right & (stop < n)))
        earned = np.where(right, sums[each, n] - sums[each, to_stop], sums[each, to_start])
    else:
        earned = np.where(
            right, sums[each, stop] - sums[each, to_stop], sums[each, to_start] - sums[each, start]
        )
    if rules.score == "rest":
        earned = sums[each, to_stop] - sums[each, to_start]
    elif rules.score == "turn":
        earned = earned * (games.number + 1)
    totals = games.totals.copy()
    totals[each, mover(games)] += np.where(over, 0, earned)
    to_start, to_stop = np.where(over, start, to_start), np.where(over, stop, to_stop)
    memory = np.maximum(games.memory, count) if rules.doubling else games.memory
    return games._replace(
        start=to_start, stop=to_stop, number=games.number + ~over, memory=memory, totals=totals
    )


def _cards(games: Games) -> Integers:
    """How many cards are left, merged ones included."""
    left = games.stop - games.start
    if games.rules.merge:
        left = left + (games.start > 0) + (games.stop < games.sums.shape[1] - 1)
    return left
