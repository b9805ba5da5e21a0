"""Whole games between two players, on many rows of the same length.

A player is one of three kinds. One holds a *key* for each end, and likes the end with the larger one, as
greedy and modest do. One plays *optimally*, and likes what is exactly optimal, which the end coins of the row
say. The third kind looks up among *decisions* what they like, which was worked out for every position. Where
they like both ends their tie rule decides, and any of them may tremble: one draw a move decides about both.
"""

from __future__ import annotations

from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import intervals
from twoends.kernels.compiling import Integers, kernel
from twoends.kernels.diagonals import theirs, yours
from twoends.kernels.lanes import LANES, interleave, interleaved
from twoends.kernels.rules import BOTH, LEFT, RIGHT, Chance, Keys, Rule, settled, sides

ROUNDING = 1e-12
"""Expectations that differ by at most so much of the size of their row are taken for equal: a sweep in floats
rounds by about a hundredth of that (measured on 900 cards)."""


class Player(NamedTuple):
    """How one of the two moves on m rows of n cards.

    left, right  keys of the left and of the right end, shape (m, n); of no use to the other kinds
    optimal      whether they take what is exactly optimal
    decisions    as `decide` gives them; shape (m, 0, 1) for the other kinds
    ties         what they take where they like both ends: LEFT, RIGHT, or either as often: BOTH
    random_left  probability that a move is random and goes left
    epsilon      probability that a move is random
    """

    left: Integers
    right: Integers
    optimal: bool
    decisions: NDArray[np.uint8]
    ties: int
    random_left: float
    epsilon: float


def play(rows: Integers, first: Player, second: Player, draws: NDArray[np.float64]) -> Integers:
    """Play every row to its end: the totals of the first and of the second player, shape (m, 2).

    draws  uniform in [0, 1), one for each move of each row, shape (m, n); (m, 0) if chance decides nothing
    """
    totals = np.zeros((len(rows), 2), np.int64)
    _play(rows, first, second, draws, totals)
    return totals


def _some_player() -> tuple[Integers, Player]:
    """Rows and a player of the kinds that kernels get."""
    keys = np.empty((0, 0), np.int64)
    keys.setflags(write=False)
    return keys, Player(keys, keys, True, np.empty((0, 0, 0), np.uint8), LEFT, 0.0, 0.0)


def play_call() -> tuple[Any, ...]:
    """The kernel that plays, with sample arguments."""
    rows, player = _some_player()
    return _play, rows, player, player, np.empty((0, 0)), np.empty((0, 0), np.int64)


def decide_call(rows: NDArray[Any], rule: Rule, chance: Chance, keys: Keys | None) -> tuple[Any, ...]:
    """The same for the kernel that works decisions out."""
    return _decide, rows, rule, chance, keys, True, np.empty((0, 0, 0), np.uint8), None


def settle_call(dtype: Any) -> tuple[Any, ...]:
    """The same for the kernel that breaks ties for the other player, with totals in this dtype."""
    rows, player = _some_player()
    totals, decisions = np.empty((0, 0), dtype), np.empty((0, 0, 0), np.uint8)
    return _settle, rows, player, player, True, 1, 0.0, totals, decisions, np.empty(0)


@kernel
def _play(
    rows: Integers, first: Player, second: Player, draws: NDArray[np.float64], totals: Integers
) -> None:
    m, n = rows.shape
    known = np.zeros((4, n + 1), np.int64)
    optimal = (first.optimal, second.optimal)
    for k in range(m):
        start, stop = 0, n
        row = rows[k]
        if optimal[0] or optimal[1]:
            intervals.fill(known, row)
        decided_by_first, decided_by_second = _of_row(first.decisions, k), _of_row(second.decisions, k)
        for turn in range(n):
            draw = draws[k, turn] if draws.shape[1] else 1.0
            # Out here, because a call in what follows would count references to all arrays of both players.
            best = intervals.best_sides(known, start, stop) if optimal[turn % 2] else 0
            if turn % 2 == 0:
                goes_left = _goes_left(first, decided_by_first, best, k, start, stop, draw)
            else:
                goes_left = _goes_left(second, decided_by_second, best, k, start, stop, draw)
            totals[k, turn % 2] += row[start if goes_left else stop - 1]
            start += goes_left  # no branch: half of them would be guessed wrong
            stop -= not goes_left


@kernel
def _of_row(decisions: NDArray[np.uint8], k: int) -> NDArray[np.uint8]:
    """The decisions of one row, shape (n(n+1)/2,): where they begin is worked out once, by division."""
    lanes = decisions.shape[2]
    return decisions[k // lanes, :, k % lanes]


@kernel
def _goes_left(
    player: Player, decided: NDArray[np.uint8], best: int, k: int, start: int, stop: int, draw: float
) -> bool:
    """`best` has the optimal sides where the player is one who plays optimally, else 0."""
    if draw < player.epsilon:
        return draw < player.random_left
    liked = best if best else _liked(player, decided, k, start, stop)
    if liked == BOTH and player.ties == BOTH:
        return draw < player.epsilon + 0.5 * (1.0 - player.epsilon)
    return settled(liked, player.ties) == LEFT


@kernel
def _liked(player: Player, decided: NDArray[np.uint8], k: int, start: int, stop: int) -> Any:
    """The sides that a player likes best, added up, of the kinds who do not play optimally."""
    if len(decided):
        return np.int64(decided[offset(stop - start, player.left.shape[1]) + start])
    left, right = player.left[k, start], player.right[k, stop - 1]
    return LEFT * (left >= right) + RIGHT * (right >= left)


@kernel
def offset(length: int, n: int) -> int:
    """Where the diagonal of `length` cards begins among the decisions of n cards, the shortest one first."""
    return (length - 1) * (2 * n - length + 2) // 2


@overload
def decide(
    rows: NDArray[Any], rule: Rule, chance: Chance, keys: Keys | None, you_first: bool
) -> NDArray[np.uint8]: ...
@overload
def decide(
    rows: NDArray[Any], rule: Rule, chance: Chance, keys: Keys | None, you_first: bool, *, with_totals: bool
) -> tuple[NDArray[np.uint8], NDArray[Any]]: ...
def decide(
    rows: NDArray[Any],
    rule: Rule,
    chance: Chance,
    keys: Keys | None,
    you_first: bool,
    *,
    with_totals: bool = False,
) -> NDArray[np.uint8] | tuple[NDArray[np.uint8], NDArray[Any]]:
    """What is liked at every position of every row, by you or by an opponent with this rule: sides, added up.

    You give your best response and the opponent does what they intend; 0 where their rule mixes both. LANES
    rows, or the few there are, are swept at once and stay interleaved: shape (blocks, n(n+1)/2, lanes), row k
    in lane k % lanes of block k // lanes, its interval [start, stop) at `offset` of its length + start.
    Expectations that are nearly equal count as equal. O(m n²) time, a byte for each position of each lane.
    With totals also yours from every position on, laid out alike, in the dtype of the rows.
    """
    m, n = rows.shape
    lanes = max(1, min(m, LANES))
    shape = -(-m // lanes), n * (n + 1) // 2, lanes
    decisions = np.zeros(shape, np.uint8)
    totals = np.empty(shape, rows.dtype) if with_totals else None
    _decide(rows, rule, chance, keys, you_first, decisions, totals)
    return decisions if totals is None else (decisions, totals)


@kernel
def _decide(
    rows: NDArray[Any],
    rule: Rule,
    chance: Chance,
    keys: Keys | None,
    you_first: bool,
    decisions: NDArray[np.uint8],
    totals: NDArray[Any] | None,
) -> None:
    n, lanes = rows.shape[1], decisions.shape[2]
    cards = np.zeros(n * lanes, rows.dtype)
    room = None if keys is None else Keys(np.zeros_like(cards), np.zeros_like(cards))
    diagonal = np.zeros((n + 1) * lanes, rows.dtype)
    before = np.zeros_like(diagonal)
    near = np.zeros_like(cards, np.float64)  # of each card's row: to look a lane up takes a division
    step = np.uint64(lanes)
    for block in range(len(decisions)):
        of_block = rows[block * lanes : (block + 1) * lanes]
        interleave(of_block, cards, lanes)
        of_keys = interleaved(keys, room, block * lanes, lanes)
        if chance is not None:
            for lane in range(len(of_block)):
                near[lane::lanes] = ROUNDING * np.abs(of_block[lane]).sum()
        before[:] = 0
        of_decisions = decisions[block].reshape(-1)
        for length in range(1, n + 1):
            decided = of_decisions[offset(length, n) * lanes :]
            last = np.uint64((length - 1) * lanes)
            cells = np.uint64(cards.size) - last
            if ((n - length) % 2 == 0) == you_first:
                yours(diagonal, before, cards, length, lanes)
                _decide_yours(decided, before, cards, last, cells, step, chance, near)
            else:
                theirs(diagonal, before, cards, length, lanes, rule, chance, of_keys)
                _decide_theirs(decided, before, cards, last, cells, step, rule, chance, of_keys, near)
            if totals is not None:
                totals[block].reshape(-1)[offset(length, n) * lanes :][:cells] = diagonal[:cells]
            diagonal, before = before, diagonal
        decided = of_decisions[: n * lanes]
        decided[:] = LEFT  # as which the last card counts


@kernel
def _decide_yours(
    decided: NDArray[np.uint8],
    before: NDArray[Any],
    cards: NDArray[Any],
    last: Any,
    cells: Any,
    step: Any,
    chance: Chance,
    near: NDArray[np.float64],
) -> None:
    total = cards.dtype.type
    for at in range(cells):
        take_left, take_right = total(cards[at] + before[at + step]), total(cards[at + last] + before[at])
        if chance is None:
            decided[at] = LEFT * (take_left >= take_right) + RIGHT * (take_right >= take_left)
        else:
            decided[at] = LEFT * (take_left >= take_right - near[at])
            decided[at] += RIGHT * (take_right >= take_left - near[at])


@kernel
def _decide_theirs(
    decided: NDArray[np.uint8],
    before: NDArray[Any],
    cards: NDArray[Any],
    last: Any,
    cells: Any,
    step: Any,
    rule: Rule,
    chance: Chance,
    keys: Keys | None,
    near: NDArray[np.float64],
) -> None:
    left_keys = cards if keys is None else keys.left
    right_keys = cards if keys is None else keys.right
    for at in range(cells):
        after_left, after_right = before[at + step], before[at]
        if chance is not None and abs(after_left - after_right) <= near[at]:
            after_left = after_right
        decided[at] = sides(rule, left_keys[at], right_keys[at + last], after_left, after_right)


# --- ties for or against the other player ------------------------------------------------------


def settle(
    rows: Integers, chooser: Player, other: Player, *, chooser_first: bool, for_other: bool, by_chance: bool
) -> NDArray[np.uint8]:
    """Every side that a player takes who breaks ties for the other one, or against them.

    Of the ends that `chooser` likes it is the one that brings `other` the most, or the least, given how both
    go on, and the left one where they bring the same. Shape (m, n(n+1)/2, 1), laid out as `decide` does in a
    single lane. O(m n²) time. `by_chance`: totals are expectations.
    """
    m, n = rows.shape
    decisions = np.zeros((m, n * (n + 1) // 2, 1), np.uint8)
    totals = np.zeros((2, n + 1), np.float64 if by_chance else np.int64)
    rounding, sign = (ROUNDING if by_chance else 0.0), (1 if for_other else -1)
    _settle(rows, chooser, other, chooser_first, sign, rounding, totals, decisions, np.empty(0))
    return decisions


def expected(rows: Integers, chooser: Player, other: Player, *, chooser_first: bool) -> NDArray[np.float64]:
    """What `other` gets on average where `chooser` takes each end that they like as often; shape (m,).

    O(m n²) time, O(n) memory. It is exact where neither goes by chance otherwise and the sum of a row, in
    size, is at most 2 ** (53 - n / 2): a mean of two numbers takes one bit more. Else it is off by at most
    n 2 ** -53 of that sum.
    """
    totals, means = np.zeros((2, rows.shape[1] + 1)), np.zeros(len(rows))
    _settle(rows, chooser, other, chooser_first, 0, 0.0, totals, np.empty((0, 0, 0), np.uint8), means)
    return means


@kernel
def _settle(
    rows: Integers,
    chooser: Player,
    other: Player,
    chooser_first: bool,
    sign: int,
    rounding: float,
    totals: NDArray[Any],
    decisions: NDArray[np.uint8],
    means: NDArray[np.float64],
) -> None:
    """`totals` has room for those of the other player, on two diagonals.

    sign       1: of ends that they like equally, the chooser takes the one that is best for the other player;
               -1: worst; 0: either as often
    decisions  what the chooser takes, unless it has no room
    means      what the other player gets of each row, unless it has no room
    """
    m, n = rows.shape
    margins = np.zeros((2, n + 1), np.int64)  # of the mover, both optimal: whole diagonals need no end coins
    for k in range(m):
        row = rows[k]
        near = rounding * np.abs(row).sum()
        liked_by_chooser, liked_by_other = _of_row(chooser.decisions, k), _of_row(other.decisions, k)
        totals[0, :] = 0
        margins[0, :] = 0
        for length in range(1, n + 1):
            before, diagonal = totals[(length - 1) % 2], totals[length % 2]
            margins_before, margins_here = margins[(length - 1) % 2], margins[length % 2]
            choosing = ((n - length) % 2 == 0) == chooser_first
            for start in range(n + 1 - length):
                stop = start + length
                left, right = before[start + 1], before[start]
                by_left = row[start] - margins_before[start + 1]
                by_right = row[stop - 1] - margins_before[start]
                margins_here[start] = max(by_left, by_right)
                best = 0
                if chooser.optimal if choosing else other.optimal:
                    best = LEFT * (by_left >= by_right) + RIGHT * (by_right >= by_left)
                if choosing:
                    liked = best if best else _liked(chooser, liked_by_chooser, k, start, stop)
                    if liked == BOTH and sign:
                        liked = LEFT if sign * (left - right) >= -near else RIGHT
                    if decisions.size:
                        decisions[k, offset(length, n) + start, 0] = liked
                    random_left, epsilon = chooser.random_left, chooser.epsilon
                else:
                    left, right = left + row[start], right + row[stop - 1]
                    liked = best if best else _liked(other, liked_by_other, k, start, stop)
                    liked = settled(liked, other.ties)
                    random_left, epsilon = other.random_left, other.epsilon
                intends_left = 0.5 if liked == BOTH else 1.0 * (liked == LEFT)
                goes_left = random_left + (1.0 - epsilon) * intends_left
                if goes_left == 1.0 or goes_left == 0.0:  # whole numbers stay whole
                    diagonal[start] = left if goes_left else right
                else:
                    diagonal[start] = goes_left * left + (1.0 - goes_left) * right
        if means.size:
            means[k] = totals[n % 2, 0]
