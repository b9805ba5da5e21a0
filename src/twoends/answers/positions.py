"""What the positions of a row are worth: every one as a table, a best move in any, those of one game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from twoends.answers.solution import computed_on, in_units, kernels_pay, rounding
from twoends.rules import opponents
from twoends.rules.replies import Opponent
from twoends.rules.rows import Number, Row
from twoends.rules.sides import Side
from twoends.solvers import Interval, Prospects

if TYPE_CHECKING:
    from twoends.solvers.bottom_up import Progress, Table
    from twoends.solvers.urgencies import Urgencies


def urgencies(row: Iterable[Any]) -> Urgencies:
    """Work out 2n numbers in O(n) that name a best move, against an optimal opponent, in any interval.

    A long row of machine integers is served by compiled code. Raises RowError for a bad row.

    >>> urgencies([8, 15, 3, 7]).best(0, 4)
    (RIGHT,)
    """
    row = Row.of(row)
    if row.kind == "integer" and kernels_pay("urgencies", len(row)):
        from twoends.solvers import compiled

        found = compiled.urgencies(row.values)  # type: ignore[arg-type]  # of an integer row
        if found is not None:
            return found
    from twoends.solvers import urgencies as pure

    return pure.urgencies(row.values)


def table(
    row: Iterable[Any], opponent: object = "optimal", *, ties: str | None = None, epsilon: object = None
) -> Table[Number]:
    """Solve every position of a row; in a notebook the table draws itself. O(n²) time and memory.

    `ties` and `epsilon` as in `opponents.opponent`; totals are in the row's own kind of number. Raises
    RowError, OpponentError, and MethodError above `bottom_up.MOST_CARDS_OF_A_TABLE` cards.

    >>> table([5, 7, 9, 1, 4, 2], "greedy").yours[6]
    (18,)
    """
    from twoends.solvers import bottom_up

    row = Row.of(row)
    exact = bottom_up.table(row.values, opponents.opponent(opponent, ties=ties, epsilon=epsilon))
    yours, theirs = (
        tuple(tuple(map(row.show, totals)) for totals in triangle) for triangle in (exact.yours, exact.theirs)
    )
    return bottom_up.Table(yours, theirs, exact.best)


def policy(
    row: Row, against: Opponent, *, you_first: bool, progress: Progress | None = None
) -> Callable[[int, int], Side | None]:
    """What both players do everywhere: the side played at [start, stop) by whoever is to move there.

    You play the best response, the opponent what he intends. O(n) against an optimal opponent,
    else O(n²) time and n²/2 bytes; then O(1) a position that play can reach. None where his rule
    mixes both sides. `progress` is called as by `solve`. Raises RowError, MethodError.

    >>> policy(Row.of([8, 15, 3, 7]), opponents.optimal(), you_first=True)(0, 4)
    RIGHT
    """
    values, _ = computed_on(row, against)
    if against.is_optimal:
        oracle = urgencies(row)
        return lambda start, stop: oracle.best(start, stop)[0]
    from twoends.solvers import bottom_up

    return bottom_up.policy(values, against, you_first, progress).side


def prospects(row: Row, against: Opponent, intervals: Sequence[Interval], *, you_first: bool) -> Prospects:
    """What positions of a game on this row hold for you: your total from there on, and after each move.

    Totals are exact, in the row's units, or floats with their error, as in `solve`. Against an
    optimal opponent O(log n) amortised an interval, else one sweep for all of them: O(n²) time, O(n)
    memory. Each interval lies within the one before. Raises RowError.

    >>> prospects(Row.of([8, 15, 3, 7]), opponents.optimal(), [(0, 4), (0, 3)], you_first=True)
    Prospects(total=[22, 15], left=[15, 15], right=[22, 15], error=0)
    """
    values, unit = computed_on(row, against)
    if against.is_optimal:
        found = _prospects_of_intervals(values, you_first, intervals)
    else:
        from twoends.solvers import bottom_up

        found = bottom_up.prospects(values, against, you_first, intervals)
    error = float(rounding(values))
    if unit == 1 and not error:
        return found
    total, left, right = ([in_units(each, unit) for each in column] for column in found[:3])
    return Prospects(total, left, right, error)


def _prospects_of_intervals(
    values: Sequence[Any], you_first: bool, intervals: Sequence[Interval]
) -> Prospects:
    """Two optimal players, compiled if the row is long enough and its numbers fit."""
    if kernels_pay("intervals", len(values)):
        from twoends.solvers import compiled

        found = compiled.prospects(values, you_first, intervals)
        if found is not None:
            return found
    from twoends.solvers import intervals as pure

    return pure.prospects(values, you_first, intervals)
