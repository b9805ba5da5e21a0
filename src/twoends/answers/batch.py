"""Many rows at once: what each is worth, and whole games on each of them.

Rows that come down to machine integers are gathered by length and go to the compiled kernels. What is left,
huge numbers and functions of the user's own, is served row by row by the pure methods.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers import rule_rows
from twoends.answers.gathering import Table, apart, array_of, as_they_are, gathered
from twoends.answers.matches import BEST, match, seated
from twoends.answers.solution import Solution, solve
from twoends.answers.ties import require_policy
from twoends.kernels import games, lanes, stack, sweep
from twoends.kernels import rules as reply_rules
from twoends.kernels.threads import Team, team_of
from twoends.reading.frames import By, rows_of
from twoends.rules.cards import seed_of
from twoends.rules.errors import TwoEndsError
from twoends.rules.numbers import Scale, Scaled
from twoends.rules.opponents import replying
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rules import DEFAULT, Rules
from twoends.rules.sides import LEFT
from twoends.solvers import compiled
from twoends.solvers.bottom_up import MOST_CARDS_OF_A_POLICY
from twoends.solvers.costs import pays_for
from twoends.solvers.row_solver import solve_in_python
from twoends.solvers.threads import how_many

Codes = NDArray[np.uint8]
"""Sides as reply_rules.LEFT and reply_rules.RIGHT, added up."""

FIRST, SECOND = 1, 2
"""Which of two totals is at least as large as the other one, added up."""

BYTES_AT_ONCE = 2**24
"""A thread plays so many rows at a time that their decisions, keys and draws take at most so much memory, or
one row at a time: of one row, decisions take up to n²/2 bytes for each player who needs them. Memory is
given back and taken anew above 2**25 bytes, which takes as long as the games (measured)."""

STEPS_AT_ONCE = 2**26
"""A kernel is given so many rows at a time that it makes at most so many steps, hundredths of a second, or a
block of lanes: Python sees Ctrl-C between two calls, and the room for narrow copies is used again."""

STEPS_FOR_THREADS = 2**22
"""From so many steps on, about a millisecond, several threads share them."""

PIECES_FOR_A_THREAD = 4

STEPS_OF_A_CARD = 16
"""What a card costs that contraction reads, in steps of the recurrence (measured)."""

SECONDS_A_STEP = 3e-7
"""What a step of the recurrence takes in Python."""

STEPS_OF_A_GAME = 1_000
"""What a game costs in Python but for its table of decisions, in steps of the recurrence (measured)."""

NARROW = (np.int16, np.int32)
"""What decks and other short rows are tried in before 64 bits: fewer bits are more lanes."""

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
    n * 10**-16 of their size); objects where a total is another exact number. What else there is is
    computed when it is read for the first time.

    >>> solved = solve_rows([[8, 15, 3, 7], [1, 3, 100, 2]], "greedy")
    >>> solved.first.tolist(), solved.margin_second.tolist(), solved.go_first.tolist()
    ([22, 101], [3, 96], [True, True])
    """

    opponent: Opponent
    first: NDArray[Any]
    second: NDArray[Any]
    _rows: NDArray[Any] | Sequence[Row]
    _find_best: Callable[[], Codes]
    _find_margins: Callable[[], tuple[NDArray[Any], NDArray[Any]]]
    _compare: Callable[[], Codes]
    rules: Rules = DEFAULT

    @cached_property
    def margin_first(self) -> NDArray[Any]:
        """Your totals minus the opponent's when you move first, shape (m,), in the dtype of the totals."""
        return self._margins[0]

    @cached_property
    def margin_second(self) -> NDArray[Any]:
        """Your totals minus the opponent's when they move first, shape (m,), in the dtype of the totals."""
        return self._margins[1]

    @cached_property
    def go_first(self) -> NDArray[np.bool_]:
        """Whether moving first gives you at least as much as moving second, shape (m,).

        Expectations that are nearly equal are not compared: such a row is solved once more, exactly where
        `solve` is.
        """
        if not self.rules.plain:
            return self._better_by_margin()
        codes = self._compare()
        better: NDArray[np.bool_] = (codes & FIRST).astype(np.bool_)
        if self.opponent.stochastic:
            for place in np.flatnonzero(codes == FIRST + SECOND).tolist():
                better[place] = solve(self._rows[place], self.opponent).go_first
        return better

    def _better_by_margin(self) -> NDArray[Any]:
        """Where rules leave the sum of both totals open margins are compared; None in a game of one."""
        if self.rules.alone:
            return np.full(len(self), None)
        first, second = self._margins
        better = first <= second if self.rules.goal == "least" else first >= second
        return better.astype(np.bool_)

    def to_polars(self) -> Any:
        """A Polars frame: first, second, margin_first, margin_second, go_first, best; a line for each row.

        Totals that are neither int64 nor float64 stay Python's own exact numbers, in a column of objects.
        Raises TwoEndsError where Polars is not installed.

        >>> solve_rows([[8, 15, 3, 7]]).to_polars().row(0)
        (22, 11, 11, -11, True, 'R')
        """
        pl = _installed("polars", "Polars")
        return pl.DataFrame(
            [
                pl.Series(name, column.tolist(), dtype=pl.Object)
                if column.dtype == object
                else pl.Series(name, column)
                for name, column in self._columns().items()
            ]
        )

    def to_pandas(self) -> Any:
        """The same as a pandas frame. Raises TwoEndsError where pandas is not installed."""
        return _installed("pandas", "pandas").DataFrame(self._columns())

    def _columns(self) -> dict[str, NDArray[Any]]:
        names = ("first", "second", "margin_first", "margin_second", "go_first", "best")
        return {name: getattr(self, name) for name in names}

    @cached_property
    def _margins(self) -> tuple[NDArray[Any], NDArray[Any]]:
        return self._find_margins()

    @cached_property
    def best(self) -> NDArray[np.str_]:
        """All your best sides when you move first, shape (m,): "L", "R", "LR", or "" on an empty row.

        Sides whose expectations are nearly equal are not compared: such a row is solved once more, exactly
        where `solve` is.
        """
        if not self.rules.plain:
            return rule_rows.best_moves(self.rules, list(self._rows), self.opponent)
        codes = self._find_best()
        if self.opponent.stochastic:
            codes = codes.copy()
            for place in np.flatnonzero(codes == reply_rules.LEFT + reply_rules.RIGHT).tolist():
                codes[place] = _codes(solve(self._rows[place], self.opponent))
        sides: NDArray[np.str_] = _SIDES[codes]
        return sides

    def __len__(self) -> int:
        return len(self.first)

    def __repr__(self) -> str:
        return f"Solutions({len(self):,} rows against {self.opponent})"


def solve_rows(
    rows: Any,
    opponent: object = "optimal",
    *,
    ties: str | None = None,
    epsilon: object = None,
    rules: object = None,
    threads: int | None = None,
    by: By | None = None,
) -> Solutions:
    """Solve many rows: an array of shape (m, n), a frame or an Arrow table, or any rows, of any lengths.

    What comes down to machine integers is solved by compiled kernels: O(n) a row against an optimal opponent,
    O(n²) against any other. Floats do, each row in its own power of two. Each row of a frame or an array is a
    row, or with by="columns" each column; a column of lists, a Polars or pandas Series or an Arrow array, has
    a row in each place; a single column of numbers is read only as `by` says. A read-only array is
    used in place where it holds integers, any other is copied.
    Rows whose totals may leave 62 bits are solved exactly, one by one. `threads` and `rules` as in `solve`:
    by other rules, two optimal players in turn are solved in compiled code, and anyone else row by row;
    `best` then names all best first moves as the notation does, such as L1 R2.
    Raises RowError for a bad row or a masked value, OpponentError for a bad opponent, TwoEndsError.

    >>> import numpy as np
    >>> solved = solve_rows(np.array([[8, 15, 3, 7], [5, 3, 7, 10]]), "greedy")
    >>> solved.first.tolist(), solved.second.tolist(), solved.best.tolist()
    ([22, 15], [18, 10], ['R', 'R'])
    >>> solve_rows([[1, 3, 100, 2], [15]]).first.tolist()
    [101, 15]
    """
    against = replying(opponent, ties=ties, epsilon=epsilon)
    size = how_many(threads)
    rows = rows_of(rows, by)
    if not (by_rules := Rules.of(rules)).plain:
        found = rule_rows.solve_all(by_rules, rows, against, size)
        nothing = partial(_known, np.zeros(0, np.uint8))  # best moves are not sides alone
        return Solutions(
            against,
            found.first,
            found.second,
            found.rows,
            nothing,
            lambda: found.margins,
            partial(_known, np.zeros(0, np.uint8)),
            by_rules,
        )
    tables, rest, given = (
        gathered(rows, scale=not against.custom, threads=size) if compiled.serves(against) else apart(rows)
    )
    if len(tables) == 1 and not rest:
        (part,) = tables
        whole = part.rows if part.show is as_they_are else given.kept()
        yours, theirs, find_best = solve_table(part.rows, against, size, bounds=part.bounds)
        find_margins, compare = (
            partial(_margins_of, part, yours, theirs),
            partial(_compared, part, yours, theirs),
        )
        return Solutions(
            against, part.show(yours), part.show(theirs), whole, find_best, find_margins, compare
        )
    whole = given.kept()
    solved = [(part, *solve_table(part.rows, against, size, bounds=part.bounds)) for part in tables]
    alone = [(place, solve(row, against)) for place, row in rest]
    best = np.zeros(len(given), np.uint8)
    for part, _, _, find_best in solved:
        best[part.places] = find_best()
    for place, solution in alone:
        best[place] = _codes(solution)

    def totals() -> Iterator[tuple[Table, NDArray[Any], NDArray[Any]]]:
        return ((part, part.show(yours), part.show(theirs)) for part, yours, theirs, _ in solved)

    first, second = _in_order(
        len(given), totals(), [(place, solution.first, solution.second) for place, solution in alone]
    )
    in_units = [each[:3] for each in solved]
    find_margins = partial(_all_margins, len(given), in_units, alone)
    compare = partial(_all_compared, len(given), in_units, alone)
    return Solutions(against, first, second, whole, partial(_known, best), find_margins, compare)


def _margins_of(part: Table, yours: NDArray[Any], theirs: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both margins of the rows of a table, from their totals in its units: only what is shown is rounded."""
    sums = part.rows.sum(axis=1)
    return part.show(2 * yours - sums), part.show(2 * theirs - sums)


def _compared(part: Table, yours: NDArray[Any], theirs: NDArray[Any]) -> Codes:
    """FIRST and SECOND of the rows of a table, in its units; both where expectations are nearly equal."""
    near: Any = 0
    if yours.dtype.kind == "f":
        near = lanes.NEAR * np.abs(part.rows.astype(np.float64)).sum(axis=1)
    codes: Codes = (FIRST * (yours >= theirs - near) + SECOND * (theirs >= yours - near)).astype(np.uint8)
    return codes


def _all_compared(
    count: int, solved: list[tuple[Table, NDArray[Any], NDArray[Any]]], alone: list[tuple[int, Solution]]
) -> Codes:
    """The same of all rows, those of tables and those that were solved alone."""
    codes = np.zeros(count, np.uint8)
    for part, yours, theirs in solved:
        codes[part.places] = _compared(part, yours, theirs)
    for place, each in alone:
        codes[place] = FIRST if each.go_first else SECOND
    return codes


def _all_margins(
    count: int, solved: list[tuple[Table, NDArray[Any], NDArray[Any]]], alone: list[tuple[int, Solution]]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both margins of all rows, those of tables and those that were solved alone."""
    of_tables = [(part, *_margins_of(part, yours, theirs)) for part, yours, theirs in solved]
    of_others = [(place, each.margin_first, each.margin_second) for place, each in alone]
    return _in_order(count, of_tables, of_others)


def _in_order(
    count: int,
    of_tables: Iterable[tuple[Table, NDArray[Any], NDArray[Any]]],
    of_others: Iterable[tuple[int, Any, Any]],
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Two numbers of each row, where the row was."""
    first: list[Any] = [0] * count
    second: list[Any] = [0] * count
    for part, *both in of_tables:
        for numbers, of_part in zip((first, second), both, strict=True):
            for place, number in zip(part.places.tolist(), of_part.tolist(), strict=True):
                numbers[place] = number
    for place, one, other in of_others:
        first[place], second[place] = one, other
    return array_of(first), array_of(second)


def _codes(solution: Solution) -> int:
    """All best sides of a row, added up."""
    return sum(reply_rules.LEFT if side is LEFT else reply_rules.RIGHT for side in solution.best)


def solve_table(
    table: NDArray[np.int64],
    against: Opponent,
    threads: int = 1,
    *,
    bounds: compiled.Bounds | None = None,
    soon: bool = True,
) -> tuple[NDArray[Any], NDArray[Any], Callable[[], Codes]]:
    """Both totals of every row of a table that fits, and how to find the best sides.

    bounds  of all its values, if they are known
    soon    in Python where that is done sooner, which is of no use to who means to compile
    """
    m, n = table.shape
    if against.is_optimal:
        if soon and not enough_steps(3 * m * (n + 10), *stack.margins_call()):
            return _solve_in_python(table, against)
        sums = np.empty(m, np.int64)
        margins = _margins(table, threads, sums)
        first = (sums + margins) // 2
        return first, sums - first, partial(_best_against_optimal, table, threads)
    dtype = compiled.dtype_for(table, against, NARROW if n < SWEPT_FROM else (np.int32,), bounds)
    first, second, best = np.empty(m, dtype), np.empty(m, dtype), np.empty(m, np.uint8)
    one = compiled.frozen(table[:1], dtype)
    replies = compiled.replies_of(against, table[:1], dtype)
    if replies is None:
        return _solve_in_python(table, against)
    by_lanes = (lanes.totals, one, *replies, first, second, best)
    call = by_lanes if n < SWEPT_FROM else sweep.climb_call(one.reshape(-1), *_of_row(replies))
    if soon and not (against.custom or enough_steps(m * n * n, *call)):
        return _solve_in_python(table, against)
    with compiled.failing_as(against):
        if n < SWEPT_FROM:
            with _team(m * n * n, threads) as team:
                fit = team.do(
                    partial(_solve_piece, table[of], dtype, against, first[of], second[of], best[of])
                    for of in _pieces(m, n * n, team.size)
                )
            if not all(fit):
                return _solve_in_python(table, against)
        else:
            for k, row in enumerate(compiled.frozen(table, dtype)):
                of_row = compiled.replies_of(against, table[k], dtype)
                if of_row is None:
                    return _solve_in_python(table, against)
                rule, chance, keys = of_row
                yours, theirs = sweep.sweep_both(row, rule, chance, keys=keys, threads=threads)
                first[k], second[k] = yours.total, theirs.total
                left, right = row[0].item() + yours.after[0], row[-1].item() + yours.after[1]
                best[k] = lanes.codes(left, right, row, chance)
    wide = np.int64 if replies.chance is None else np.float64
    return first.astype(wide), second.astype(wide), partial(_known, best)


def _solve_piece(
    table: NDArray[np.int64], dtype: type[np.generic], against: Opponent, *found: NDArray[Any]
) -> bool:
    """What `lanes.totals` fills in, of rows that come to its dtype here, where several threads work.

    Whether the keys fit.
    """
    replies = compiled.replies_of(against, table, dtype)
    if replies is None:
        return False
    lanes.totals(compiled.frozen(table, dtype), *replies, *found)
    return True


def _of_row(replies: compiled.Replies) -> compiled.Replies:
    """The same replies on the first one of many rows."""
    return compiled.Replies(replies.rule, replies.chance, reply_rules.keys_within(replies.keys, 0))


def enough_steps(steps: int, kernel: Any, *arguments: Any) -> bool:
    """Whether a kernel is worth what it waits for, where Python would make so many steps instead."""
    return pays_for(SECONDS_A_STEP * steps)(kernel, *arguments)


def _solve_in_python(
    table: NDArray[np.int64], against: Opponent
) -> tuple[NDArray[Any], NDArray[Any], Callable[[], Codes]]:
    """The same, row by row, for so few of them that they are solved before a kernel is compiled."""
    kind, dtype = (float, np.float64) if against.stochastic else (int, np.int64)
    first, second = np.empty(len(table), dtype), np.empty(len(table), dtype)
    best = np.zeros(len(table), np.uint8)
    for k, row in enumerate(table.tolist()):
        values = list(map(kind, row))
        result = solve_in_python(Scaled(values, Scale()), against)
        assert result.second is not None, "it is a row"
        first[k], second[k] = kind(result.first), kind(result.second)
        if after := result.action_values():
            left, right = after[0], after[-1]
            near = lanes.NEAR * sum(map(abs, values)) if against.stochastic else 0
            best[k] = reply_rules.LEFT * (left >= right - near)
            best[k] += reply_rules.RIGHT * (right >= left - near and len(after) > 1)
    return first, second, partial(_known, best)


def _known(best: Codes) -> Codes:
    return best


def _margins(
    table: NDArray[np.int64], threads: int, sums: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """The margin of who moves first on every row of a table that fits, both players optimal.

    `sums` is filled in, if it is given, because that takes a tenth of the time.
    """
    rows, margins = compiled.frozen(table), np.empty(len(table), np.int64)
    steps = rows.shape[1] * STEPS_OF_A_CARD
    with _team(len(rows) * steps, threads) as team:
        pieces = list(_pieces(len(rows), steps, team.size))
        team.do(partial(stack.margins, rows[of], margins[of]) for of in pieces)
        if sums is not None:
            team.do(partial(np.sum, rows[of], axis=1, out=sums[of]) for of in pieces)
    return margins


def _team(steps: int, threads: int) -> AbstractContextManager[Team]:
    """The threads for so many steps in all: few steps are done before another thread wakes."""
    return team_of(threads if steps >= STEPS_FOR_THREADS else 1)


def _pieces(m: int, steps: int, threads: int, most: float = math.inf) -> Iterator[slice]:
    """Cut m rows of so many steps each into whole blocks of lanes, within STEPS_AT_ONCE if one block is.

    Into a few pieces for each thread, because one that begins late, or is interrupted, then takes fewer.
    most  rows of a piece, which may be fewer than a block
    """
    fair = m if threads == 1 else m // (PIECES_FOR_A_THREAD * threads)
    at_once = max(1, min(STEPS_AT_ONCE // (steps * lanes.LANES + 1), fair // lanes.LANES)) * lanes.LANES
    at_once = int(min(at_once, most))
    return (slice(start, start + at_once) for start in range(0, m, at_once))


def _best_against_optimal(table: NDArray[np.int64], threads: int) -> Codes:
    """Compare your margins after either move."""
    m, n = table.shape
    if n < 2:
        return np.full(m, reply_rules.LEFT * n, np.uint8)
    left = table[:, 0] - _margins(table[:, 1:], threads)
    right = table[:, -1] - _margins(table[:, :-1], threads)
    sides: Codes = (reply_rules.LEFT * (left >= right) + reply_rules.RIGHT * (right >= left)).astype(np.uint8)
    return sides


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
    seed, size = seed_of(seed), how_many(threads)
    seats = [seated(first), seated(second)]
    plain = (by_rules := Rules.of(rules)).plain
    for who, opposite in (seats, seats[::-1]):
        if who is not None and who.needs_the_other:
            require_policy(who, opposite)
    served = plain and all(seat is None or (not seat.custom and compiled.serves(seat)) for seat in seats)
    most_cards = MOST_CARDS_OF_A_POLICY if _who_decide(seats) else math.inf
    rows = rows_of(rows, by)
    tables, rest, given = gathered(rows, most_cards=most_cards, threads=size) if served else apart(rows)
    played, one_by_one = [], list(rest)
    for part in tables:
        pays = _playing_pays(part.rows.shape, seats)
        both = play_table(part.rows, seats, seed, size) if pays else None
        if both is not None:
            played.append((part, part.show(both.T)))
        else:
            one_by_one += [(place, given[place]) for place in part.places.tolist()]
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


def _playing_pays(shape: tuple[int, ...], seats: Sequence[Opponent | None]) -> bool:
    """Whether the kernels pay for m games of n cards; always where moves are drawn by chance."""
    m, n = shape
    if any(seat is not None and seat.draws for seat in seats):
        return True
    steps = m * (_who_decide(seats) * n * n + STEPS_OF_A_GAME)
    calls = [games.play_call()]
    for who, opposite in (seats, seats[::-1]):
        against = _against(who, opposite)
        if against is not None and not against.is_optimal:
            replies = compiled.replies_of(against, np.empty((0, 0), np.int64), np.int32)
            assert replies is not None, "no keys at all fit"
            calls.append(games.decide_call(compiled.frozen(np.empty((0, 0)), np.int32), *replies))
        if _settles(who, opposite):
            calls.append(games.settle_call(np.int64))
    return all(enough_steps(steps, *call) for call in calls)


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
    by_chance = any(seat is not None and seat.draws for seat in seats)
    steps = (_who_decide(seats) * n + STEPS_OF_A_CARD) * n
    # One row that takes more is not joined by those of other threads.
    with _team(m * steps, threads if at_once > 1 else 1) as team:
        together = at_once * (1 if team.size == 1 else PIECES_FOR_A_THREAD * team.size)
        for start in range(0, m, together):
            rows = compiled.frozen(table[start : start + together])
            draws = random.random((len(rows), n if by_chance else 0))
            pieces = _pieces(len(rows), steps, team.size, at_once)
            played = team.do(partial(_play_piece, rows[of], seats, draws[of]) for of in pieces)
            fit = [piece for piece in played if piece is not None]
            if len(fit) < len(played):
                return None
            totals[start : start + together] = np.concatenate(fit)
    return totals


def _play_piece(
    rows: NDArray[np.int64], seats: Sequence[Opponent | None], draws: NDArray[np.float64]
) -> NDArray[np.int64] | None:
    first = _player(rows, seats[0], seats[1], moves_first=True)
    second = _player(rows, seats[1], seats[0], moves_first=False)
    return None if first is None or second is None else games.play(rows, first, second, draws)


def _against(who: Opponent | None, opposite: Opponent | None) -> Opponent | None:
    """The opponent that a player's decisions are for; None for greedy, modest and random, who need none."""
    if who is not None and (who.looks_at_cards or who.stray == 1):
        return None
    # Best plays against whoever sits opposite; the others believe that their best response does.
    return who or opposite or replying("optimal")


def _settles(who: Opponent | None, opposite: Opponent | None) -> bool:
    """Whether a player asks of each tie what it brings the other one; it brings best and optimal the same."""
    if who is None or opposite is None or not who.needs_the_other:
        return False
    return bool(who.stray) or not opposite.is_optimal


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
        by_chance=bool(who.stray) or opposite.draws,
    )
    return player._replace(optimal=False, decisions=decisions)


def _player_alone(
    rows: NDArray[np.int64], who: Opponent | None, opposite: Opponent | None, moves_first: bool
) -> games.Player | None:
    """A player who asks nobody about ties."""
    stray, stray_left = (float(who.stray), float(who.stray * who.stray_left)) if who else (0.0, 0.0)
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
    return games.Player(left, right, is_optimal, decisions, compiled.ties_of(who), stray_left, stray)


def _installed(module: str, name: str) -> Any:
    """Import what users bring themselves. Raises TwoEndsError."""
    try:
        return import_module(module)
    except ImportError:
        raise TwoEndsError(f"{name} is not installed: pip install {module}") from None
