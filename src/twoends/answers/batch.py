"""Solve many rows at once.

Rows that scale to machine integers are grouped by length and solved by compiled kernels. All others, such as
rows of huge numbers or against custom players, are solved one by one in pure Python.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from twoends.answers.group_totals import LONG, Codes, run_in_pieces, solve_table, solve_table_in_python
from twoends.answers.groups import Group, array_of, group_rows
from twoends.answers.solution import Solution, solve
from twoends.engine import coins, compiled, turn_tasks, turns
from twoends.engine.counters import TURNS, counter_of_rows, steps_of_a_row
from twoends.engine.kernels import sweeps
from twoends.engine.options import thread_count
from twoends.engine.turn_tasks import Task
from twoends.rules.errors import OutOfRangeError, TwoEndsError, one_of
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.notation import moves_text
from twoends.rules.numbers import Scale, Scaled
from twoends.rules.opponent_names import computer_opponent
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row
from twoends.rules.rules import Rules

FIRST, SECOND = 1, 2
"""Bits for the turns that are best: FIRST + SECOND if both are equal."""

ROWS_PER_SWEEP = 4_096
"""The most rows that a thread solves in one call under other rules: Ctrl-C works only between calls."""

COLUMNS = (
    *("first", "second", "theirs_first", "theirs_second", "margin_first", "margin_second"),
    *("go_first", "best"),
)
"""The names of the columns of `Solutions`."""

_TEXTS = np.array(["", "L", "R", "LR"])
_SIDES = np.empty(4, object)
_SIDES[:] = (), (LEFT,), (RIGHT,), (LEFT, RIGHT)


@dataclass(frozen=True, eq=False)
class _Part:
    """The solutions of one group; amounts in its units, shape (m,).

    first      your totals when you move first
    second     your totals when the opponent moves first
    find_best  computes all best sides
    symmetric  whether both players are optimal: then `second` is also the opponent's total if you move first
    """

    group: Group
    first: NDArray[Any]
    second: NDArray[Any]
    find_best: Callable[[], Codes]
    symmetric: bool

    def theirs(self, turn: int) -> NDArray[Any]:
        """The opponent's totals if you move first (turn 0) or second (turn 1)."""
        yours, other = (self.second, self.first) if turn else (self.first, self.second)
        theirs: NDArray[Any] = other if self.symmetric else self.group.rows.sum(axis=1) - yours
        return theirs

    def margins(self, turn: int) -> NDArray[Any]:
        """Your margins, moving first or second."""
        margins: NDArray[Any] = (self.second if turn else self.first) - self.theirs(turn)
        return margins

    def take(
        self, at: NDArray[np.int64], places: NDArray[np.int64], against: Opponent, rules: Rules
    ) -> _Part:
        """The solutions with these numbers in the group, at other places."""
        group = self.group.take(at, places)
        find_best = partial(_best_of_group, group, against, rules)
        return _Part(group, self.first[at], self.second[at], find_best, self.symmetric)

    def best_turns(self) -> Codes:
        """The better turn of each row, FIRST or SECOND; their sum if the two are nearly equal."""
        near: Any = 0
        better = self.first - self.second
        if better.dtype.kind == "f":
            near = sweeps.NEAR * np.abs(self.group.rows.astype(np.float64)).sum(axis=1)
        codes: Codes = (FIRST * (better >= -near) + SECOND * (better <= near)).astype(np.uint8)
        return codes


@dataclass(frozen=True, eq=False, repr=False)
class Solutions:
    """The solutions of many rows against one opponent.

    opponent  how the other side replies
    rules     the rules of play

    Totals are int64 for integers, float64 for floats and for expectations (with a relative rounding error of
    about n * 10**-16), and Python objects if any total is another exact number. All values are computed when
    first read. `solved[k]` is the Solution of row k, as `solve` gives it; a slice, a mask or an array of
    places picks the Solutions of its rows. They are equal if rows, opponent and rules are. Raises IndexError.

    >>> solved = solve_rows([[8, 15, 3, 7], [1, 3, 100, 2]], "greedy")
    >>> solved.first.tolist(), solved.margin_second.tolist(), solved.go_first.tolist()
    ([22, 101], [3, 96], [True, True])
    """

    opponent: Opponent
    rules: Rules
    _parts: Sequence[_Part]
    _singles: Sequence[tuple[int, Solution]]

    @cached_property
    def first(self) -> NDArray[Any]:
        """Your totals when you move first, shape (m,)."""
        return self._in_order(lambda part: part.group.show(part.first), lambda each: each.first)

    @cached_property
    def second(self) -> NDArray[Any]:
        """Your totals when the opponent moves first, shape (m,)."""
        return self._in_order(lambda part: part.group.show(part.second), lambda each: each.second)

    @cached_property
    def theirs_first(self) -> NDArray[Any]:
        """The opponent's totals when you move first, shape (m,)."""
        return self._in_order(lambda part: part.group.show(part.theirs(0)), lambda each: each.theirs_first)

    @cached_property
    def theirs_second(self) -> NDArray[Any]:
        """The opponent's totals when they move first, shape (m,)."""
        return self._in_order(lambda part: part.group.show(part.theirs(1)), lambda each: each.theirs_second)

    @cached_property
    def margin_first(self) -> NDArray[Any]:
        """Your totals minus the opponent's when you move first, shape (m,), in the dtype of the totals."""
        return self._in_order(lambda part: part.group.show(part.margins(0)), lambda each: each.margin_first)

    @cached_property
    def margin_second(self) -> NDArray[Any]:
        """Your totals minus the opponent's when they move first, shape (m,), in the dtype of the totals."""
        return self._in_order(lambda part: part.group.show(part.margins(1)), lambda each: each.margin_second)

    @cached_property
    def go_first(self) -> NDArray[Any]:
        """Whether moving first is at least as good as moving second, shape (m,); None in a one-player game.

        Rows whose expectations are nearly equal are solved again by `solve`.
        """
        if self.rules.alone:
            return np.full(len(self), None)
        return (self._turns & FIRST).astype(np.bool_)

    @cached_property
    def order_irrelevant(self) -> NDArray[np.bool_]:
        """Whether moving first and moving second are equally good for you, shape (m,)."""
        both: NDArray[np.bool_] = self._turns == FIRST + SECOND
        return both

    @cached_property
    def best(self) -> NDArray[np.object_]:
        """All your best moves when you move first, shape (m,): a tuple for each row, as in `Solution`.

        Rows whose expectations are nearly equal are solved again by `solve`.
        """
        best = np.empty(len(self), object)
        if self.rules.plain:
            best[:] = _SIDES[self._sides]
            return best
        for part in self._parts:
            for place, row in zip(part.group.places.tolist(), part.group.rows, strict=True):
                best[place] = self._solved(row).best
        for place, solution in self._singles:
            best[place] = solution.best
        return best

    def columns(self, *names: str) -> dict[str, NDArray[Any]]:
        """The columns of these names, or all of COLUMNS, as a frame takes them: `pandas.DataFrame(columns)`.

        `best` is text: "L", "R", "LR", "" on an empty row, and "L1 R2" where moves may take several cards.
        Raises TwoEndsError for an unknown name.

        >>> solve_rows([[8, 15, 3, 7], [5, 5]]).columns("first", "best")["best"].tolist()
        ['R', 'LR']
        """
        if unknown := [name for name in names if name not in COLUMNS]:
            raise TwoEndsError(f"there is no column {unknown[0]!r}: choose {one_of(COLUMNS)}")
        return {
            name: self._best_texts if name == "best" else getattr(self, name) for name in names or COLUMNS
        }

    @property
    def _best_texts(self) -> NDArray[np.str_]:
        if self.rules.plain:
            texts: NDArray[np.str_] = _TEXTS[self._sides]
            return texts
        return np.array([_moves_text(moves, self.rules) for moves in self.best.tolist()], np.str_)

    @cached_property
    def _sides(self) -> NDArray[Any]:
        """The sums of the codes of all best sides."""
        return self._codes(lambda part: part.find_best(), _best_code)

    @cached_property
    def _turns(self) -> NDArray[Any]:
        return self._codes(_Part.best_turns, _turn_code)

    def _in_order(
        self, of_part: Callable[[_Part], NDArray[Any]], of_solution: Callable[[Solution], Any]
    ) -> NDArray[Any]:
        """One number for each row, in the order of the rows."""
        if len(self._parts) == 1 and not self._singles:
            return of_part(self._parts[0])
        numbers: list[Any] = [None] * len(self)
        for part in self._parts:
            for place, number in zip(part.group.places.tolist(), of_part(part).tolist(), strict=True):
                numbers[place] = number
        for place, solution in self._singles:
            numbers[place] = of_solution(solution)
        return array_of(numbers)

    def _codes(
        self, of_part: Callable[[_Part], Codes], of_solution: Callable[[Solution], int]
    ) -> NDArray[Any]:
        """Two bits for each row; against a stochastic opponent, rows with both bits are solved again."""

        def of_rows(part: _Part) -> NDArray[Any]:
            codes = of_part(part)
            if self.opponent.stochastic:
                for at in np.flatnonzero(codes == 3):
                    codes[at] = of_solution(self._solved(part.group.rows[at]))
            return codes

        return self._in_order(of_rows, of_solution)

    def _solved(self, row: NDArray[np.int64]) -> Solution:
        """The solution of a row in units of its group, which has the same best moves."""
        return solve(row, self.opponent, rules=self.rules)

    def __len__(self) -> int:
        return sum(len(part.group.places) for part in self._parts) + len(self._singles)

    @overload
    def __getitem__(self, at: slice | NDArray[Any] | list[Any]) -> Solutions: ...  # type: ignore[overload-overlap]  # an array of no dimension is an index
    @overload
    def __getitem__(self, at: SupportsIndex) -> Solution: ...
    def __getitem__(self, at: SupportsIndex | slice | NDArray[Any] | list[Any]) -> Solution | Solutions:
        if isinstance(at, bool | np.bool_):
            raise OutOfRangeError(
                f"{at!r} is not the number of a row: count from 0, or give a mask of all rows"
            )
        if isinstance(at, slice | list) or (isinstance(at, np.ndarray) and at.ndim):
            try:
                return self._picked(np.arange(len(self))[at])
            except IndexError as fault:
                raise OutOfRangeError(f"these are no places of {len(self):,} rows: {fault}") from None
        try:
            place = range(len(self))[at]
        except IndexError:
            raise OutOfRangeError(f"there is no row {at!r} of {len(self):,}: count from 0") from None
        return solve(self._row(place), self.opponent, rules=self.rules)

    def _picked(self, picked: NDArray[np.int64]) -> Solutions:
        """The rows with these places, shape (p,), with their totals. Raises IndexError for another shape."""
        if picked.ndim != 1:
            raise IndexError(f"they have {picked.ndim} dimensions")
        numbers, at = self._homes[:, picked]
        parts = []
        for number, part in enumerate(self._parts):
            places = np.flatnonzero(numbers == number)
            if len(places):
                parts.append(part.take(at[places], places, self.opponent, self.rules))
        singles = np.flatnonzero(numbers == len(self._parts)).tolist()
        return Solutions(
            self.opponent, self.rules, parts, [(place, self._singles[at[place]][1]) for place in singles]
        )

    def __iter__(self) -> Iterator[Solution]:
        return (self[place] for place in range(len(self)))

    def _row(self, place: int) -> Row:
        number, at = map(int, self._homes[:, place])
        if number < len(self._parts):
            return self._parts[number].group.given(at)
        return self._singles[at][1].game.shape.cards

    @cached_property
    def _homes(self) -> NDArray[np.int64]:
        """The number of each row's part, or of parts for the singles, and its place there, shape (2, m)."""
        homes = np.empty((2, len(self)), np.int64)
        singles = np.array([place for place, _ in self._singles], np.int64)
        for number, places in enumerate([*(part.group.places for part in self._parts), singles]):
            homes[0, places], homes[1, places] = number, np.arange(len(places))
        return homes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solutions):
            return NotImplemented
        if (self.opponent, self.rules, len(self)) != (other.opponent, other.rules, len(other)):
            return False
        return all(self._row(place) == other._row(place) for place in range(len(self)))

    __hash__ = None  # type: ignore[assignment]  # as for other sequences of arrays

    def __repr__(self) -> str:
        return f"Solutions({len(self):,} row{'s' * (len(self) != 1)} against {self.opponent})"


def solve_rows(
    rows: Any,
    opponent: object = "optimal",
    *,
    ties: str | None = None,
    rules: object = None,
    threads: int | None = None,
) -> Solutions:
    """Solve many rows: an iterable of rows of any lengths, or anything that converts to an array (m, n).

    Rows that scale to machine integers, which includes floats, are solved by compiled kernels: O(n) a row
    against an optimal opponent, O(n²) against any other. A read-only array of integers is used in place, any
    other is copied. Rows whose totals may exceed 62 bits are solved exactly, one by one. `threads` is the
    number of threads, by default TWOENDS_THREADS or the number of cores; it does not affect the result.
    `rules` is as in `solve`; under other rules only two optimal players in turn are solved in compiled code.
    Raises RowError for a bad row, a masked value, or a frame, whose `to_numpy()` is an array; OpponentError
    for a bad opponent, TwoEndsError.

    >>> import numpy as np
    >>> solved = solve_rows(np.array([[8, 15, 3, 7], [5, 3, 7, 10]]), "greedy")
    >>> solved.first.tolist(), solved.second.tolist(), solved.best.tolist()
    ([22, 15], [18, 10], [(RIGHT,), (RIGHT,)])
    >>> solve_rows([[1, 3, 100, 2], [15]]).first.tolist()
    [101, 15]
    """
    against = computer_opponent(opponent, ties=ties)
    size = thread_count(threads)
    by_rules = Rules.of(rules)
    served = not against.custom if by_rules.plain else turn_tasks.serves_rows(by_rules, against)
    most = math.inf if against.is_optimal or not by_rules.plain else LONG - 1
    groups, rest, given = group_rows(rows, scale=not against.custom, most_cards=most if served else -1)
    parts, one_by_one = [], list(rest)
    for group in groups:
        part = _solve_part(group, against, by_rules, size)
        if part is None:
            one_by_one += [(place, Row.of(given[place])) for place in group.places.tolist()]
        else:
            parts.append(part)
    singles = [(place, solve(row, against, rules=by_rules)) for place, row in one_by_one]
    return Solutions(against, by_rules, parts, singles)


def _best_code(solution: Solution) -> int:
    """The sum of the codes of all best sides."""
    return sum(coins.LEFT if side == LEFT else coins.RIGHT for side in solution.best)


def _turn_code(solution: Solution) -> int:
    """The sum of the codes of all best turns."""
    return FIRST + SECOND if solution.order_irrelevant else FIRST if solution.go_first else SECOND


def _moves_text(moves: Sequence[Move], rules: Rules) -> str:
    return ("" if rules.one_card else " ").join(moves_text([move], rules) for move in moves)


def _best_of_group(group: Group, against: Opponent, rules: Rules) -> Codes:
    """All best sides of a part of a group that was solved before."""
    solved = _solve_part(group, against, rules, thread_count(None))
    assert solved is not None, "the whole group fitted"
    return solved.find_best()


def _solve_part(group: Group, against: Opponent, rules: Rules, threads: int) -> _Part | None:
    """Solve a group in compiled code; None if its numbers do not fit the sweeps for other rules."""
    m, n = group.rows.shape
    if rules.plain:
        solve = partial(solve_table, group.rows, against, threads, group.bounds)
        solved = counter_of_rows(against).compiled(m * steps_of_a_row(n, against), solve)
        return _Part(group, *(solved or solve_table_in_python(group.rows, against)), against.is_optimal)
    low, high = group.bounds or compiled.bounds(group.rows)
    if not group.rows.size or not turn_tasks.totals_fit(rules, n, max(abs(low), abs(high)), number=0):
        return None
    first, second = np.empty(m, np.int64), np.empty(m, np.int64)

    def sweep(piece: slice) -> None:
        ordered = compiled.frozen(group.rows[piece] if rules.ends != "right" else group.rows[piece, ::-1])
        task, on = Task(Scaled((0,) * n, Scale()), rules, against), compiled.arrays(np.int64)
        made = turn_tasks.arguments(task, on)
        on.text(turns).fill_rows(ordered, *made, first[piece], second[piece])

    def in_arrays() -> bool:
        run_in_pieces(sweep, m, n * n, threads, ROWS_PER_SWEEP)
        return True

    if not TURNS.compiled(m * turn_tasks.steps(rules, n, against), in_arrays):
        return None
    return _Part(group, first, second, np.zeros(0, np.uint8).copy, symmetric=True)
