"""Play whole games on many rows at once, in compiled code if it applies and pays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random, randrange
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers import group_totals
from twoends.answers.groups import array_of, group_rows
from twoends.answers.matches import BEST, as_player, match
from twoends.engine import compiled
from twoends.engine.coins import LEFT, RIGHT
from twoends.engine.counters import PLAY, STEPS_OF_A_MOVE
from twoends.engine.kernels import games, sweeps
from twoends.engine.options import thread_count
from twoends.engine.play import BOTH
from twoends.rules import limits
from twoends.rules.batch_players import BatchPlayer, States
from twoends.rules.cards import seed_of
from twoends.rules.errors import OpponentError, format_exception
from twoends.rules.opponent_names import computer_opponent
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row
from twoends.rules.rules import Rules

BYTES_AT_ONCE = 2**24
"""The memory for the decisions, keys and draws of the rows that a thread plays at once, unless one row needs
more: its decisions take n² bytes for each player who needs them. Blocks above 2**25 bytes are
returned to the system and allocated anew each time, which takes as long as the games (measured)."""

BYTES_IN_STEP = 2**27
"""The same for rows that are played in step with a batch player, who should be asked for many at once."""


@dataclass(frozen=True, eq=False, repr=False)
class Matches:
    """The games of many rows between two players.

    names   the first and the second player, as text
    seed    the seed of the random moves, which plays the same rows again; None: no move was random
    totals  the first player's and the second's, shape (m, 2); dtypes are those of `Solutions`

    >>> played = play_rows([[8, 15, 3, 7], [1, 30, 100, 15, 2]], "best", "greedy")
    >>> played, played.totals.tolist(), played.columns()["second_player"].tolist()
    (Matches(2 games of best against greedy right), [[22, 11], [103, 45]], [11, 45])
    """

    names: tuple[str, str]
    seed: int | None
    totals: NDArray[Any]

    def columns(self) -> dict[str, NDArray[Any]]:
        """The totals as a frame takes them: `pandas.DataFrame(played.columns())`."""
        return {"first_player": self.totals[:, 0], "second_player": self.totals[:, 1]}

    def __len__(self) -> int:
        return len(self.totals)

    def __repr__(self) -> str:
        first, second = self.names
        return f"Matches({len(self):,} game{'s' * (len(self) != 1)} of {first} against {second})"


def play_rows(
    rows: Any,
    first_player: object = BEST,
    second_player: object = "optimal",
    *,
    rules: object = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Matches:
    """Play a whole game on each row.

    Rows are given as to `solve_rows`, players as to `match`. Random moves come from `seed`, by default from a
    fresh one; the same seed plays the same rows in the same way. In compiled code, O(n) a row for greedy,
    modest and random players, O(n k) for optimal ones, where the remaining row reduces to k coins, and O(n²)
    for all others. Ties of optimal players are exact. Each player of the last kind takes n² bytes a row,
    within `BYTES_AT_ONCE` or for one row at a time.
    A `BatchPlayer` who meets anyone but best is asked for a move on all rows of a length at once.
    `match` plays row by row if a player is any other function of your own, under other `rules`, and if a
    player of the last kind meets more than `limits.MAX_CARDS_OF_A_POLICY` cards.
    `threads` is as in `solve_rows`. Raises RowError, OpponentError, MethodError, IllegalMoveError,
    TwoEndsError.

    >>> play_rows([[8, 15, 3, 7], [1, 30, 100, 15, 2]], "best", "greedy").totals.tolist()
    [[22, 11], [103, 45]]
    """
    seed, size = seed_of(seed), thread_count(threads)
    seats = [as_player(first_player), as_player(second_player)]
    if seed is None and any(seat is not None and seat.needs_random for seat in seats):
        seed = randrange(2**32)
    first, second = (BEST if seat is None else str(seat) for seat in seats)
    return Matches((first, second), seed, _totals(rows, seats, Rules.of(rules), seed, size))


def _totals(
    rows: Any, seats: Sequence[Opponent | None], rules: Rules, seed: int | None, threads: int
) -> NDArray[Any]:
    """The totals of `play_rows`."""
    custom = [seat for seat in seats if seat is not None and seat.custom]
    in_step = (
        bool(custom) and None not in seats and all(isinstance(who.player, BatchPlayer) for who in custom)
    )
    served = rules.plain and (in_step or not custom)
    most_cards = limits.MAX_CARDS_OF_A_POLICY if in_step or _tables_needed(seats) else math.inf
    # A player of your own sees the values as given.
    tables, rest, given = group_rows(rows, scale=not custom, most_cards=most_cards if served else -1)
    played, one_by_one = [], list(rest)
    needs_random = any(seat is not None and seat.needs_random for seat in seats)
    for table in tables:
        m, n = table.rows.shape
        play = partial(play_table, table.rows, seats, seed, threads)
        if in_step:
            both: NDArray[np.int64] | None = _play_in_step(table.rows, seats, seed)
        elif needs_random:  # only kernels draw the numbers of a whole table from one stream
            both = play()
        else:
            both = PLAY.compiled(m * n * (STEPS_OF_A_MOVE + _tables_needed(seats) * n), play)
        if both is not None:
            played.append((table, table.show(both.T)))
        else:
            one_by_one += [(place, Row.of(given[place])) for place in table.places.tolist()]
    if len(played) == 1 and not one_by_one:
        return np.ascontiguousarray(played[0][1].T)
    totals: list[tuple[Any, Any]] = [(0, 0)] * len(given)
    for table, both in played:
        for place, *pair in zip(table.places.tolist(), *both.tolist(), strict=True):
            totals[place] = pair[0], pair[1]
    for place, row in one_by_one:
        players = (seat or BEST for seat in seats)
        totals[place] = match(row, *players, seed=_seed_of_row(seed, place), rules=rules).totals
    return array_of([total for pair in totals for total in pair]).reshape(-1, 2)


def _seed_of_row(seed: int | None, place: int) -> int | None:
    """A seed for each row, the same in every version of Python, which hash() does not guarantee."""
    return None if seed is None else Random(f"{seed} {place}").getrandbits(64)


def play_table(
    table: NDArray[np.int64], seats: Sequence[Opponent | None], seed: int | None, threads: int = 1
) -> NDArray[np.int64]:
    """Play every row of a table of machine integers, a piece at a time, from one stream of random numbers."""
    m, n = table.shape
    # NumPy takes no seed below 0.
    seeds = np.random.SeedSequence(None if seed is None else [seed % 2**64, n])
    draws = n if any(seat is not None and seat.needs_random for seat in seats) else 0
    # Decisions take two bytes per position; the keys of both players and the draws take 8 bytes per card.
    at_once = max(1, BYTES_AT_ONCE // (_tables_needed(seats) * n * (n + 1) + 3 * 8 * n + 1))
    if at_once > sweeps.LANES:
        at_once -= at_once % sweeps.LANES  # an incomplete block of lanes takes the memory of a full one
    steps = (_tables_needed(seats) * n + group_totals.STEPS_PER_CARD) * n

    def play(piece: slice) -> NDArray[np.int64]:
        rows = compiled.frozen(table[piece])
        first = _player(rows, seats[0], seats[1], moves_first=True)
        second = _player(rows, seats[1], seats[0], moves_first=False)
        stream = np.random.Generator(np.random.PCG64(seeds).advance(piece.start * draws))
        return games.play_games(rows, first, second, stream.random((len(rows), draws)))

    # A row that needs more memory than that is played on its own.
    played = group_totals.run_in_pieces(play, m, steps, threads if at_once > 1 else 1, at_once)
    return np.concatenate([np.empty((0, 2), np.int64), *played])


def _play_in_step(
    table: NDArray[np.int64], seats: Sequence[Opponent | None], seed: int | None
) -> NDArray[np.int64]:
    """Play every row of a table, all at once, one card after the other; at least one is a batch player."""
    m, n = table.shape
    random = np.random.default_rng(None if seed is None else [seed % 2**64, n])
    totals, at_once = np.zeros((m, 2), np.int64), max(1, BYTES_IN_STEP // (n * (n + 1) + 1))
    for piece in (slice(start, start + at_once) for start in range(0, m, at_once)):
        rows = compiled.frozen(table[piece])
        each, starts = np.arange(len(rows)), np.zeros(len(rows), np.int64)
        lanes = sweeps.lanes_of_decisions(len(rows))
        tables = [
            None
            if who is None or who.custom
            else compiled.decide(rows, compiled.dtype_for(rows, who), who, seat == 1)
            for seat, who in enumerate(seats)
        ]
        for number in range(n):
            who, sides, stops = seats[number % 2], tables[number % 2], starts + n - number
            assert who is not None, "best is not played in step"
            if number == n - 1:
                left = np.ones(len(rows), np.bool_)
            elif sides is None:
                left = _ask_batch_player(who, States(rows, starts.copy(), stops, np.full(len(rows), number)))
            else:
                preferred = sides[each // lanes, n - number, starts * lanes + each % lanes]
                left = goes_left(preferred, who, random)
            totals[piece, number % 2] += rows[each, np.where(left, starts, stops - 1)]
            starts += left
    return totals


def _ask_batch_player(who: Opponent, states: States) -> NDArray[np.bool_]:
    """Whether a batch player goes left in m states, shape (m,). Raises OpponentError."""
    assert isinstance(who.player, BatchPlayer)
    try:
        left: NDArray[np.bool_] = who.player.actions(states) == 0
    except (Exception, SystemExit) as fault:
        raise OpponentError(
            f"{who} failed on {len(states.rows):,} rows: {format_exception(fault)}"
        ) from fault
    return left


def goes_left(preferred: NDArray[np.uint8], who: Opponent, random: np.random.Generator) -> NDArray[np.bool_]:
    """Whether a player goes left in m states, given the sums of the sides that they prefer, shape (m,).

    One draw decides whether they move at random, to which side, and which of two equal ends they take.
    """
    ties = compiled.ties_of(who)
    left: NDArray[np.bool_] = preferred != RIGHT if ties == LEFT else preferred == LEFT
    if who.needs_random:
        draws, epsilon = random.random(len(preferred)), float(who.epsilon)
        if ties == BOTH:
            left |= (preferred == BOTH) & (draws < epsilon + 0.5 * (1 - epsilon))
        left = np.where(draws < epsilon, draws < 0.5 * epsilon, left)
    return left


def _against(who: Opponent | None, opposite: Opponent | None) -> Opponent | None:
    """The opponent that a player's decisions assume; None for players who do not look ahead."""
    if who is not None and (who.looks_at_cards or who.epsilon == 1):
        return None
    # Best responds to the other player; all others assume that they meet their own best response.
    return who or opposite or computer_opponent("optimal")


def _tables_needed(seats: Sequence[Opponent | None]) -> int:
    """The number of decision tables that the two players need."""
    needed = (_against(*pair) for pair in (seats, seats[::-1]))
    return sum(against is not None and not against.is_optimal for against in needed)


def _player(
    rows: NDArray[np.int64], who: Opponent | None, opposite: Opponent | None, *, moves_first: bool
) -> games.Player:
    """A player for the kernels, who plays as `policies.policy` on one row."""
    epsilon = float(who.epsilon) if who else 0.0
    against = _against(who, opposite)
    keys, sides = rows, games.no_sides(len(rows))
    if against is None:
        assert who is not None, "best looks ahead"
        keys = compiled.replies_of(who, rows, np.int64).keys
    elif not against.is_optimal:
        dtype = compiled.dtype_for(rows, against)
        sides = compiled.decide(rows, dtype, against, moves_first == (who is None))
    is_optimal = against is not None and against.is_optimal
    lanes = sweeps.lanes_of_decisions(len(rows))
    return games.Player(is_optimal, keys, sides, lanes, compiled.ties_of(who), epsilon)
