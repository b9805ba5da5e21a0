"""Many rows at once: what each is worth, and whole games on each of them.

Rows that come down to machine integers are gathered by length and go to the compiled kernels. What is left,
huge numbers and functions of the user's own, is served row by row by the pure methods.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers.gathering import apart, array_of, gathered
from twoends.answers.matches import BEST, match, seated
from twoends.answers.solution import solve
from twoends.kernels import games, lanes, rules, stack, sweep
from twoends.rules.cards import seed_of
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.replies import Opponent
from twoends.rules.sides import LEFT
from twoends.solvers import compiled
from twoends.solvers.bottom_up import MOST_CARDS_OF_A_POLICY

Codes = NDArray[np.uint8]
"""Sides as rules.LEFT and rules.RIGHT, added up."""

BYTES_AT_ONCE = 2**26
"""Games are played so many rows at a time that their decisions, keys and draws take at most so much
memory, or one row at a time: of one row, decisions take up to n²/2 bytes for each player who needs them."""

STEPS_AT_ONCE = 2**28
"""A kernel is given so many rows at a time that it makes at most so many steps, about a tenth of a second,
or one block of lanes: Python sees Ctrl-C between two calls."""

STEPS_OF_A_CARD = 16
"""What a card costs that contraction reads, in steps of the recurrence (measured)."""

SWEPT_FROM = 3_000
"""From so many cards on each row is swept alone, in tiles that fit the first cache. Measured, a block of
lanes to its 32 rows one by one: at 2,000 cards 0.8 in int32, 0.9 in float64, 1.5 in int64; at 3,000 0.9,
1.0, 1.7; at 4,000 1.0 to 1.2, 1.4, 2.3."""

_SIDES = np.array(["", "L", "R", "LR"])


@dataclass(frozen=True, eq=False, repr=False)
class Solutions:
    """What each of many rows is worth against one opponent.

    opponent  how the other side replies
    first     your totals when you move first, shape (m,)
    second    your totals when the opponent moves first, shape (m,)

    Totals are int64 for integers; float64 for floats and for expectations, which are rounded (by about
    n * 10**-16 of their size); objects where a total is another exact number. `best` is computed when
    it is read for the first time.

    >>> solve_rows([[8, 15, 3, 7], [1, 3, 100, 2]]).first.tolist()
    [22, 101]
    """

    opponent: Opponent
    first: NDArray[Any]
    second: NDArray[Any]
    _find_best: Callable[[], Codes]

    @cached_property
    def best(self) -> NDArray[np.str_]:
        """All your best sides when you move first, shape (m,): "L", "R", "LR", or "" on an empty row."""
        sides: NDArray[np.str_] = _SIDES[self._find_best()]
        return sides

    def __len__(self) -> int:
        return len(self.first)

    def __repr__(self) -> str:
        return f"Solutions({len(self):,} rows against {self.opponent})"


def solve_rows(
    rows: Any, opponent: object = "optimal", *, ties: str | None = None, epsilon: object = None
) -> Solutions:
    """Solve many rows: an array of shape (m, n), or any rows, of any lengths.

    What comes down to machine integers is solved by compiled kernels: O(n) a row against an optimal opponent,
    O(n²) against any other. Floats do, each row in its own power of two. A frame's rows are rows. A read-only
    array of integers is used in place, any other is copied. Rows whose totals may leave 62 bits are solved
    exactly, one by one.
    Raises RowError for a bad row or a masked value, OpponentError for a bad opponent.

    >>> import numpy as np
    >>> solved = solve_rows(np.array([[8, 15, 3, 7], [5, 3, 7, 10]]), "greedy")
    >>> solved.first.tolist(), solved.second.tolist(), solved.best.tolist()
    ([22, 15], [18, 10], ['R', 'R'])
    >>> solve_rows([[1, 3, 100, 2], [15]]).first.tolist()
    [101, 15]
    """
    against = opponent_of(opponent, ties=ties, epsilon=epsilon)
    served = compiled.serves(against)
    tables, rest, count = gathered(rows, scale=not against.custom) if served else apart(rows)
    if len(tables) == 1 and not rest:
        (part,) = tables
        yours, theirs, find_best = totals_of_table(part.rows, against)
        return Solutions(against, part.show(yours), part.show(theirs), find_best)
    first: list[Any] = [0] * count
    second: list[Any] = [0] * count
    best = np.zeros(count, np.uint8)
    for part in tables:
        *both_totals, find_best = totals_of_table(part.rows, against)
        for totals, of_part in zip((first, second), both_totals, strict=True):
            for place, total in zip(part.places.tolist(), part.show(of_part).tolist(), strict=True):
                totals[place] = total
        best[part.places] = find_best()
    for place, row in rest:
        solution = solve(row, against)
        first[place], second[place] = solution.first, solution.second
        best[place] = sum(rules.LEFT if side is LEFT else rules.RIGHT for side in solution.best)
    return Solutions(against, array_of(first), array_of(second), partial(_known, best))


def totals_of_table(
    table: NDArray[np.int64], against: Opponent
) -> tuple[NDArray[Any], NDArray[Any], Callable[[], Codes]]:
    """Both totals of every row of a table that fits, and how to find the best sides."""
    if against.is_optimal:
        sums = table.sum(axis=1, dtype=np.int64)
        first = (sums + _margins(table)) // 2
        return first, sums - first, partial(_best_against_optimal, table)
    cards = compiled.frozen(table, compiled.dtype_for(table, against))
    rule, chance = compiled.rule_of(against), compiled.chance_of(against)
    m, n = cards.shape
    first, second, best = np.empty(m, cards.dtype), np.empty(m, cards.dtype), np.empty(m, np.uint8)
    with compiled.failing_as(against):
        if n < SWEPT_FROM:
            for piece in _pieces(m, n * n):
                lanes.totals(cards[piece], rule, chance, first[piece], second[piece], best[piece])
        else:
            for k, row in enumerate(cards):
                yours, theirs = (sweep.sweep(row, rule, chance, you_first) for you_first in (True, False))
                first[k], second[k] = yours.total, theirs.total
                left, right = row[0].item() + yours.after[0], row[-1].item() + yours.after[1]
                best[k] = rules.LEFT * (left >= right) + rules.RIGHT * (right >= left)
    dtype = np.int64 if chance is None else np.float64
    return first.astype(dtype), second.astype(dtype), partial(_known, best)


def _known(best: Codes) -> Codes:
    return best


def _margins(table: NDArray[np.int64]) -> NDArray[np.int64]:
    """The margin of who moves first on every row of a table that fits, both players optimal."""
    rows, margins = compiled.frozen(table), np.empty(len(table), np.int64)
    for piece in _pieces(len(rows), rows.shape[1] * STEPS_OF_A_CARD):
        stack.margins(rows[piece], margins[piece])
    return margins


def _pieces(m: int, steps: int) -> Iterator[slice]:
    """Cut m rows of so many steps each into whole blocks of lanes, within STEPS_AT_ONCE if one block is."""
    at_once = max(1, STEPS_AT_ONCE // (steps * lanes.LANES + 1)) * lanes.LANES
    return (slice(start, start + at_once) for start in range(0, m, at_once))


def _best_against_optimal(table: NDArray[np.int64]) -> Codes:
    """Compare your margins after either move."""
    m, n = table.shape
    if n < 2:
        return np.full(m, rules.LEFT * n, np.uint8)
    left = table[:, 0] - _margins(table[:, 1:])
    right = table[:, -1] - _margins(table[:, :-1])
    sides: Codes = (rules.LEFT * (left >= right) + rules.RIGHT * (right >= left)).astype(np.uint8)
    return sides


def play_rows(
    rows: Any, first: object = BEST, second: object = "optimal", *, seed: int | None = None
) -> NDArray[Any]:
    """Play a whole game on each row: the totals, shape (m, 2), the first player's and the second's.

    Players are named as in `match`: `best`, or an opponent. Random moves come from `seed`: the same
    seed plays the same rows in the same way. O(n) a row for optimal, greedy, modest and random players,
    else O(n²), compiled; functions of your own play row by row. Each player who is neither of the former
    nor their best response takes n²/2 bytes a row, within `BYTES_AT_ONCE` or for one row at a time; where
    they would above `bottom_up.MOST_CARDS_OF_A_POLICY` cards, `match` plays row by row. Raises RowError,
    OpponentError, MethodError, IllegalMoveError.

    >>> play_rows([[8, 15, 3, 7], [1, 30, 100, 15, 2]], "best", "greedy").tolist()
    [[22, 11], [103, 45]]
    """
    seed = seed_of(seed)
    seats = [seated(first), seated(second)]
    served = not any(seat is not None and seat.custom for seat in seats)
    most_cards = MOST_CARDS_OF_A_POLICY if _who_decide(seats) else math.inf
    tables, rest, count = gathered(rows, most_cards=most_cards) if served else apart(rows)
    if len(tables) == 1 and not rest:
        (part,) = tables
        return np.ascontiguousarray(part.show(_play_table(part.rows, seats, seed).T).T)
    totals: list[tuple[Any, Any]] = [(0, 0)] * count
    for part in tables:
        both = part.show(_play_table(part.rows, seats, seed).T)
        for place, one, other in zip(part.places.tolist(), *both.tolist(), strict=True):
            totals[place] = one, other
    for place, row in rest:
        taken = match(row, first, second, seed=_seed_of_row(seed, place)).game.taken
        totals[place] = row.show(sum(taken[::2])), row.show(sum(taken[1::2]))
    return array_of([total for pair in totals for total in pair]).reshape(-1, 2)


def _seed_of_row(seed: int | None, place: int) -> int | None:
    """A seed for each row that is the same in every Python: hash() promises nothing."""
    return None if seed is None else Random(f"{seed} {place}").getrandbits(64)


def _play_table(
    table: NDArray[np.int64], seats: Sequence[Opponent | None], seed: int | None
) -> NDArray[np.int64]:
    """Play every row of a table that fits, a piece at a time; the draws go on from piece to piece."""
    m, n = table.shape
    # NumPy takes no seed below 0.
    random = np.random.default_rng(None if seed is None else [seed % 2**64, n])
    totals = np.empty((m, 2), np.int64)
    # Decisions take a byte for each position; keys, of two players, and draws take 8 for each card.
    at_once = max(1, BYTES_AT_ONCE // (_who_decide(seats) * n * (n + 1) // 2 + 5 * 8 * n + 1))
    if at_once > lanes.LANES:
        at_once -= at_once % lanes.LANES  # a block of lanes that is begun takes the memory of a full one
    stochastic = any(seat is not None and seat.stochastic for seat in seats)
    for start in range(0, m, at_once):
        rows = compiled.frozen(table[start : start + at_once])
        first = _player(rows, seats[0], seats[1], moves_first=True)
        second = _player(rows, seats[1], seats[0], moves_first=False)
        draws = random.random((len(rows), n if stochastic else 0))
        totals[start : start + at_once] = games.play(rows, first, second, draws)
    return totals


def _against(who: Opponent | None, opposite: Opponent | None) -> Opponent | None:
    """The opponent that a player's decisions are for; None for greedy, modest and random, who need none."""
    if who is not None and (who.looks_at_cards or who.stray == 1):
        return None
    # Best plays against whoever sits opposite; the others believe that their best response does.
    return who or opposite or opponent_of()


def _who_decide(seats: Sequence[Opponent | None]) -> int:
    """How many of the two players look each move up among decisions: those who play by no keys."""
    pairs = (_against(seats[0], seats[1]), _against(seats[1], seats[0]))
    return sum(against is not None and not against.is_optimal for against in pairs)


def _player(
    rows: NDArray[np.int64], who: Opponent | None, opposite: Opponent | None, *, moves_first: bool
) -> games.Player:
    """Seat a player, None for `best`, as `play.player` and `play.best_player` do for one row."""
    stray, stray_left = (float(who.stray), float(who.stray * who.stray_left)) if who else (0.0, 0.0)
    no_decisions = np.zeros((len(rows), 0, 1), np.uint8)
    against = _against(who, opposite)
    if against is None:
        assert who is not None
        keys = compiled.frozen(rows if who.stray == 1 else who.habit.liking(rows))
        return games.Player(keys, keys, who.ties == "left", no_decisions, stray_left, stray)
    if against.is_optimal:
        left, right = map(compiled.frozen, stack.urgencies(rows)[:2])
        return games.Player(left, right, True, no_decisions, stray_left, stray)
    decisions = games.decide(
        compiled.frozen(rows, compiled.dtype_for(rows, against)),
        compiled.rule_of(against),
        compiled.chance_of(against),
        moves_first == (who is None),
    )
    return games.Player(rows, rows, True, decisions, stray_left, stray)
