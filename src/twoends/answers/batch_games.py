"""Whole games on many rows at once, in compiled code where that serves and pays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers import group_totals
from twoends.answers.groups import array_of, group_rows, separate
from twoends.answers.matches import BEST, match, seated
from twoends.answers.ties import require_policy
from twoends.kernels import games, lanes
from twoends.kernels import rules as reply_rules
from twoends.reading.frames import By, rows_of
from twoends.rules.cards import seed_of
from twoends.rules.opponents import computer_opponent
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rules import Rules
from twoends.solvers import compiled
from twoends.solvers.bottom_up import MOST_CARDS_OF_A_POLICY
from twoends.solvers.costs import IN_PYTHON, SECONDS_OF_A_GAME, pays_for
from twoends.solvers.threads import thread_count

BYTES_AT_ONCE = 2**24
"""A thread plays so many rows at a time that their decisions, keys and draws take at most so much memory, or
one row at a time: of one row, decisions take up to n²/2 bytes for each player who needs them. Memory is
given back and taken anew above 2**25 bytes, which takes as long as the games (measured)."""


def play_rows(
    rows: Any,
    first: object = BEST,
    second: object = "optimal",
    *,
    rules: object = None,
    seed: int | None = None,
    threads: int | None = None,
    by: By | None = None,
) -> NDArray[Any]:
    """Play a whole game on each row: the totals, shape (m, 2), the first player's and the second's.

    Rows are those that `solve_rows` takes; players are named as in `match`: `best`, or an opponent.
    Random moves come from `seed`: the same seed plays the same rows in the same way. O(n) a row for
    greedy, modest and random players, O(n k) for optimal ones, where what is left of a row reduces to k
    coins, else O(n²), compiled; functions of your own play row by row. Ties of optimal players are exact.
    Each player who is neither of the former nor their best response, or who breaks ties for the other one,
    takes n²/2 bytes a row, within `BYTES_AT_ONCE` or for one row at a time; where they would above
    `bottom_up.MOST_CARDS_OF_A_POLICY` cards, `match` plays row by row. `threads` as in `solve`; games by
    other `rules` are played row by row.
    Raises RowError, OpponentError, MethodError, IllegalMoveError, TwoEndsError.

    >>> play_rows([[8, 15, 3, 7], [1, 30, 100, 15, 2]], "best", "greedy").tolist()
    [[22, 11], [103, 45]]
    """
    seed, size = seed_of(seed), thread_count(threads)
    seats = [seated(first), seated(second)]
    plain = (by_rules := Rules.of(rules)).plain
    for who, opposite in (seats, seats[::-1]):
        if who is not None and who.needs_the_other:
            require_policy(who, opposite)
    served = plain and all(seat is None or (not seat.custom and compiled.serves(seat)) for seat in seats)
    most_cards = MOST_CARDS_OF_A_POLICY if _who_decide(seats) else math.inf
    rows = rows_of(rows, by)
    tables, rest, given = group_rows(rows, most_cards=most_cards, threads=size) if served else separate(rows)
    played, one_by_one = [], list(rest)
    for part in tables:
        pays = _playing_pays(part.rows.shape, seats)
        both = play_table(part.rows, seats, seed, size) if pays else None
        if both is not None:
            played.append((part, part.show(both.T)))
        else:
            one_by_one += [(place, Row.of(given[place])) for place in part.places.tolist()]
    if len(played) == 1 and not one_by_one:
        return np.ascontiguousarray(played[0][1].T)
    totals: list[tuple[Any, Any]] = [(0, 0)] * len(given)
    for part, both in played:
        for place, one, other in zip(part.places.tolist(), *both.tolist(), strict=True):
            totals[place] = one, other
    for place, row in one_by_one:
        game = match(row, first, second, seed=_seed_of_row(seed, place), rules=by_rules).game
        yours, theirs = game.totals if game.you_first else game.totals[::-1]
        totals[place] = row.show(yours), row.show(theirs)
    return array_of([total for pair in totals for total in pair]).reshape(-1, 2)


def expected_totals(rows: NDArray[np.int64], first: str, second: str) -> NDArray[np.float64] | None:
    """What each player gets of each row on average, where optimal takes each optimal move as often; (m, 2).

    One of them is optimal and the other one is not, by name; they are expectations over all else that is
    left to chance, too. None where the keys of a player do not fit. As exact as `games.expected` says.
    """
    seats = seated(first), seated(second)
    place = [who is not None and who.name == "optimal" for who in seats].index(True)
    (m, n), other, means = rows.shape, 1 - place, np.empty(rows.shape[:1])
    step = max(1, BYTES_AT_ONCE // (_who_decide(seats) * n * (n + 1) // 2 + 4 * 8 * n))
    for start in range(0, m, step):
        part = compiled.frozen(rows[start : start + step])
        pair = [_player_alone(part, seats[at], seats[1 - at], at == 0) for at in (place, other)]
        if pair[0] is None or pair[1] is None:
            return None
        means[start : start + step] = games.expected(part, pair[0], pair[1], chooser_first=place == 0)
    totals = np.stack([means, rows.sum(axis=1) - means], axis=1)
    return totals if place else totals[:, ::-1]


def _playing_pays(shape: tuple[int, ...], seats: Sequence[Opponent | None]) -> bool:
    """Whether the kernels pay for m games of n cards; always where moves are drawn by chance."""
    m, n = shape
    if any(seat is not None and seat.needs_random for seat in seats):
        return True
    pays = pays_for(m * (SECONDS_OF_A_GAME + _who_decide(seats) * IN_PYTHON["bottom-up"](n)))
    calls = [games.play_call()]
    for who, opposite in (seats, seats[::-1]):
        against = _against(who, opposite)
        if against is not None and not against.is_optimal:
            replies = compiled.replies_of(against, np.empty((0, 0), np.int64), np.int32)
            assert replies is not None, "no keys at all fit"
            calls.append(games.decide_call(compiled.frozen(np.empty((0, 0)), np.int32), *replies))
        if _settles(who, opposite):
            calls.append(games.settle_call(np.int64))
    return all(pays(*call) for call in calls)


def _seed_of_row(seed: int | None, place: int) -> int | None:
    """A seed for each row that is the same in every Python: hash() promises nothing."""
    return None if seed is None else Random(f"{seed} {place}").getrandbits(64)


def play_table(
    table: NDArray[np.int64], seats: Sequence[Opponent | None], seed: int | None, threads: int = 1
) -> NDArray[np.int64] | None:
    """Play every row of a table that fits, a piece at a time; the draws go on from piece to piece.

    None where keys do not fit, as `compiled.replies_of` says.
    """
    m, n = table.shape
    # NumPy takes no seed below 0.
    random = np.random.default_rng(None if seed is None else [seed % 2**64, n])
    totals = np.empty((m, 2), np.int64)
    # Decisions take a byte for each position; keys, of two players, and draws take 8 for each card.
    at_once = max(1, BYTES_AT_ONCE // (_who_decide(seats) * n * (n + 1) // 2 + 5 * 8 * n + 1))
    if at_once > lanes.LANES:
        at_once -= at_once % lanes.LANES  # a block of lanes that is begun takes the memory of a full one
    by_chance = any(seat is not None and seat.needs_random for seat in seats)
    steps = (_who_decide(seats) * n + group_totals.STEPS_OF_A_CARD) * n
    # One row that takes more is not joined by those of other threads.
    size = threads if at_once > 1 else 1
    together = at_once * (1 if size == 1 else group_totals.PIECES_FOR_A_THREAD * size)
    for start in range(0, m, together):
        rows = compiled.frozen(table[start : start + together])
        playing = partial(_play_piece, rows, seats, random.random((len(rows), n if by_chance else 0)))
        played = group_totals.in_pieces(playing, len(rows), steps, size, at_once)
        fit = [piece for piece in played if piece is not None]
        if len(fit) < len(played):
            return None
        totals[start : start + together] = np.concatenate(fit)
    return totals


def _play_piece(
    rows: NDArray[np.int64], seats: Sequence[Opponent | None], draws: NDArray[np.float64], of: slice
) -> NDArray[np.int64] | None:
    rows, draws = rows[of], draws[of]
    first = _player(rows, seats[0], seats[1], moves_first=True)
    second = _player(rows, seats[1], seats[0], moves_first=False)
    return None if first is None or second is None else games.play(rows, first, second, draws)


def _against(who: Opponent | None, opposite: Opponent | None) -> Opponent | None:
    """The opponent that a player's decisions are for; None for greedy, modest and random, who need none."""
    if who is not None and (who.looks_at_cards or who.epsilon == 1):
        return None
    # Best plays against the other player; the others believe that their best response does.
    return who or opposite or computer_opponent("optimal")


def _settles(who: Opponent | None, opposite: Opponent | None) -> bool:
    """Whether a player asks of each tie what it brings the other one; it brings best and optimal the same."""
    if who is None or opposite is None or not who.needs_the_other:
        return False
    return bool(who.epsilon) or not opposite.is_optimal


def _who_decide(seats: Sequence[Opponent | None]) -> int:
    """How many tables of decisions the two players need: those who play by no keys, and who settles ties."""
    pairs = tuple(seats), tuple(seats[::-1])
    needed = (_against(*pair) for pair in pairs)
    return sum(against is not None and not against.is_optimal for against in needed) + sum(
        _settles(*pair) for pair in pairs
    )


def _player(
    rows: NDArray[np.int64], who: Opponent | None, opposite: Opponent | None, *, moves_first: bool
) -> games.Player | None:
    """Seat a player, None for `best`, as `policies.policy` does on one row; None where keys do not fit."""
    player = _player_alone(rows, who, opposite, moves_first)
    if player is None or who is None or not _settles(who, opposite):
        return player
    assert opposite is not None
    other = _player_alone(rows, opposite, who, not moves_first)
    if other is None:
        return None
    decisions = games.settle(
        rows,
        player,
        other,
        chooser_first=moves_first,
        for_other=who.ties == "best",
        by_chance=bool(who.epsilon) or opposite.needs_random,
    )
    return player._replace(optimal=False, decisions=decisions)


def _player_alone(
    rows: NDArray[np.int64], who: Opponent | None, opposite: Opponent | None, moves_first: bool
) -> games.Player | None:
    """A player who asks nobody about ties."""
    epsilon, random_left = (float(who.epsilon), float(who.epsilon * who.p_left)) if who else (0.0, 0.0)
    decisions = np.zeros((len(rows), 0, 1), np.uint8)
    keys: reply_rules.Keys | None = None
    against = _against(who, opposite)
    if against is None or not against.is_optimal:
        asked = against or who
        assert asked is not None
        dtype = np.int64 if against is None else compiled.dtype_for(rows, against)
        replies = compiled.replies_of(asked, rows, dtype)
        if replies is None:
            return None
        if against is None:
            keys = replies.keys
        else:
            decisions = games.decide(compiled.frozen(rows, dtype), *replies, moves_first == (who is None))
    left, right = keys or (rows, rows)
    is_optimal = against is not None and against.is_optimal
    return games.Player(left, right, is_optimal, decisions, compiled.ties_of(who), random_left, epsilon)
