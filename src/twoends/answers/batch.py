"""Many rows at once: what each is worth.

Rows that come down to machine integers are gathered by length and go to the compiled kernels. What is left,
huge numbers and functions of the user's own, is served row by row by the pure methods.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.answers.gathering import Table, array_of, group_rows, identity, separate
from twoends.answers.solution import Solution, solve
from twoends.kernels import lanes, stack, sweep
from twoends.kernels import rules as reply_rules
from twoends.kernels.threads import Team, team_of
from twoends.reading.frames import By, rows_of
from twoends.rules.errors import TwoEndsError
from twoends.rules.numbers import Scale, Scaled
from twoends.rules.opponents import replying
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rules import Rules
from twoends.rules.sides import LEFT, AnyMove, counted_text
from twoends.solvers import compiled, compiled_sweeps
from twoends.solvers.costs import pays_for
from twoends.solvers.row_solver import solve_in_python
from twoends.solvers.threads import how_many

Codes = NDArray[np.uint8]
"""Sides as reply_rules.LEFT and reply_rules.RIGHT, added up."""

FIRST, SECOND = 1, 2
"""Which of two totals is at least as large as the other one, added up."""

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

ROWS_OF_A_SWEEP = 4_096
"""By other rules a thread solves so many rows at a time: Python sees Ctrl-C between two calls."""

_SIDES = np.array(["", "L", "R", "LR"])
_NOTHING = np.zeros(0, np.uint8)


@dataclass(frozen=True, eq=False)
class _Part:
    """The rows of one table as they were solved; amounts in its units, shape (m,).

    first      your totals when you move first
    second     your totals when the opponent moves first
    find_best  works out all best sides
    margin     your margins when you move first, where rules leave the sum of both totals open
    """

    table: Table
    first: NDArray[Any]
    second: NDArray[Any]
    find_best: Callable[[], Codes]
    margin: NDArray[Any] | None = None

    def margins(self, turn: int) -> NDArray[Any]:
        """Your margins, moving first (0) or second (1): in units, so that only what is shown is rounded."""
        if self.margin is not None:
            return -self.margin if turn else self.margin
        margins: NDArray[Any] = 2 * (self.second if turn else self.first) - self.table.rows.sum(axis=1)
        return margins

    def compared(self, least: bool) -> Codes:
        """Which turn is at least as good, FIRST and SECOND added up; both where they are nearly equal."""
        near: Any = 0
        better = self.first - self.second if self.margin is None else -self.margin if least else self.margin
        if better.dtype.kind == "f":
            near = lanes.NEAR * np.abs(self.table.rows.astype(np.float64)).sum(axis=1)
        codes: Codes = (FIRST * (better >= -near) + SECOND * (better <= near)).astype(np.uint8)
        return codes


@dataclass(frozen=True, eq=False, repr=False)
class Solutions:
    """What each of many rows is worth against one opponent.

    opponent  how the other side replies
    rules     how they are played

    Totals are int64 for integers; float64 for floats and for expectations, which are rounded (by about
    n * 10**-16 of their size); objects where a total is another exact number. What else there is is
    computed when it is read for the first time.

    >>> solved = solve_rows([[8, 15, 3, 7], [1, 3, 100, 2]], "greedy")
    >>> solved.first.tolist(), solved.margin_second.tolist(), solved.go_first.tolist()
    ([22, 101], [3, 96], [True, True])
    """

    opponent: Opponent
    rules: Rules
    _rows: NDArray[Any] | Sequence[Row]
    _parts: Sequence[_Part]
    _alone: Sequence[tuple[int, Solution]]

    @cached_property
    def first(self) -> NDArray[Any]:
        """Your totals when you move first, shape (m,)."""
        return self._in_order(lambda part: part.table.show(part.first), lambda each: each.first)

    @cached_property
    def second(self) -> NDArray[Any]:
        """Your totals when the opponent moves first, shape (m,)."""
        return self._in_order(lambda part: part.table.show(part.second), lambda each: each.second)

    @cached_property
    def margin_first(self) -> NDArray[Any]:
        """Your totals minus the opponent's when you move first, shape (m,), in the dtype of the totals."""
        return self._in_order(lambda part: part.table.show(part.margins(0)), lambda each: each.margin_first)

    @cached_property
    def margin_second(self) -> NDArray[Any]:
        """Your totals minus the opponent's when they move first, shape (m,), in the dtype of the totals."""
        return self._in_order(lambda part: part.table.show(part.margins(1)), lambda each: each.margin_second)

    @cached_property
    def go_first(self) -> NDArray[Any]:
        """Whether moving first gives you at least as much as moving second, shape (m,).

        None in a game of one.
        Expectations that are nearly equal are not compared: such a row is solved once more, exactly where
        `solve` is.
        """
        if self.rules.alone:
            return np.full(len(self), None)
        least = self.rules.goal == "least"
        codes = self._codes(
            lambda part: part.compared(least), lambda each: FIRST if each.go_first else SECOND
        )
        return (codes & FIRST).astype(np.bool_)

    @cached_property
    def best(self) -> NDArray[np.str_]:
        """All your best moves when you move first, shape (m,): "L", "R", "LR", or "" on an empty row.

        Sides whose expectations are nearly equal are not compared: such a row is solved once more, exactly
        where `solve` is. Where moves take several cards they are written as in L1 R2.
        """
        if not self.rules.plain:
            solved = (solve(row, self.opponent, rules=self.rules) for row in list(self._rows))
            return np.array([_written(self.rules, each.best) for each in solved], np.str_)
        sides: NDArray[np.str_] = _SIDES[self._codes(lambda part: part.find_best(), _best_of)]
        return sides

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

    def _in_order(
        self, of_part: Callable[[_Part], NDArray[Any]], of_solution: Callable[[Solution], Any]
    ) -> NDArray[Any]:
        """A number of each row, where the row was."""
        if len(self._parts) == 1 and not self._alone:
            return of_part(self._parts[0])
        numbers: list[Any] = [None] * len(self)
        for part in self._parts:
            for place, number in zip(part.table.places.tolist(), of_part(part).tolist(), strict=True):
                numbers[place] = number
        for place, solution in self._alone:
            numbers[place] = of_solution(solution)
        return np.array(numbers, object) if None in numbers else array_of(numbers)

    def _codes(
        self, of_part: Callable[[_Part], Codes], of_solution: Callable[[Solution], int]
    ) -> NDArray[Any]:
        """Two bits of each row; where chance leaves both, what a solution of that row alone says."""
        codes = self._in_order(of_part, of_solution)
        if self.opponent.stochastic:
            codes = codes.copy()
            for place in np.flatnonzero(codes == 3).tolist():
                codes[place] = of_solution(solve(self._rows[place], self.opponent))
        return codes

    def __len__(self) -> int:
        return len(self._rows)

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
    by_rules = Rules.of(rules)
    served = compiled.serves(against) if by_rules.plain else compiled_sweeps.serves_rows(by_rules, against)
    tables, rest, given = (
        group_rows(rows, scale=not against.custom, threads=size) if served else separate(rows)
    )
    parts, alone = [], list(rest)
    for table in tables:
        part = _solve_part(table, against, by_rules, size)
        if part is None:
            alone += [(place, given[place]) for place in table.places.tolist()]
        else:
            parts.append(part)
    in_place = len(parts) == 1 and not alone and parts[0].table.show is identity
    kept = parts[0].table.rows if in_place else given.snapshot()
    solved = [(place, solve(row, against, rules=by_rules)) for place, row in alone]
    return Solutions(against, by_rules, kept, parts, solved)


def _best_of(solution: Solution) -> int:
    """All best sides of a row, added up."""
    return sum(reply_rules.LEFT if side is LEFT else reply_rules.RIGHT for side in solution.best)


def _written(rules: Rules, moves: Sequence[AnyMove]) -> str:
    """Moves of one row side by side."""
    if rules.one_card:
        return "".join(map(str, moves))
    return " ".join(counted_text([(1, move)]) for move in moves)


def _solve_part(table: Table, against: Opponent, rules: Rules, threads: int) -> _Part | None:
    """Solve a table in compiled code; None where its numbers do not fit the sweeps by other rules."""
    if rules.plain:
        return _Part(table, *solve_table(table.rows, against, threads, bounds=table.bounds))
    (m, n), dtype = table.rows.shape, None
    if table.rows.size:
        low, high = table.bounds or compiled.bounds(table.rows)
        dtype = compiled_sweeps.fitting(rules, n, max(abs(low), abs(high)))
    if dtype is None:
        return None
    sign = -1 if rules.goal == "least" else 1
    gain, both = np.empty(m, np.int64), np.empty(m, np.int64)
    pieces = [slice(start, start + ROWS_OF_A_SWEEP) for start in range(0, m, ROWS_OF_A_SWEEP)]
    with team_of(threads if len(pieces) > 1 else 1) as team:
        team.do(
            partial(compiled_sweeps.margins_of_rows, rules, sign * table.rows[of], dtype, gain[of], both[of])
            for of in pieces
        )
    return _Part(
        table, sign * (both + gain) // 2, sign * (both - gain) // 2, partial(_known, _NOTHING), sign * gain
    )


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
            with team_for(m * n * n, threads) as team:
                fit = team.do(
                    partial(_solve_piece, table[of], dtype, against, first[of], second[of], best[of])
                    for of in pieces_of(m, n * n, team.size)
                )
            if not all(fit):
                return _solve_in_python(table, against)
        else:
            for k, row in enumerate(compiled.frozen(table, dtype)):
                of_row = compiled.replies_of(against, table[k], dtype)
                if of_row is None:
                    return _solve_in_python(table, against)
                rule, chance, keys = of_row
                yours, theirs = sweep.sweep(row, rule, chance, keys=keys, threads=threads)
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
    with team_for(len(rows) * steps, threads) as team:
        pieces = list(pieces_of(len(rows), steps, team.size))
        team.do(partial(stack.margins, rows[of], margins[of]) for of in pieces)
        if sums is not None:
            team.do(partial(np.sum, rows[of], axis=1, out=sums[of]) for of in pieces)
    return margins


def team_for(steps: int, threads: int) -> AbstractContextManager[Team]:
    """The threads for so many steps in all: few steps are done before another thread wakes."""
    return team_of(threads if steps >= STEPS_FOR_THREADS else 1)


def pieces_of(m: int, steps: int, threads: int, most: float = math.inf) -> Iterator[slice]:
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


def _installed(module: str, name: str) -> Any:
    """Import what users bring themselves. Raises TwoEndsError."""
    try:
        return import_module(module)
    except ImportError:
        raise TwoEndsError(f"{name} is not installed: pip install {module}") from None
