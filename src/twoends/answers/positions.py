"""What the positions of a row are worth: a best move in any, what all those of one game hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from twoends.rules.replies import Opponent
from twoends.rules.rows import Interval, Row
from twoends.rules.sides import Side
from twoends.solvers import Progress, Prospects
from twoends.solvers.dispatch import kernels_may_pay, pays_for, scaled_for

if TYPE_CHECKING:
    from twoends.solvers.oracle import Oracle


def oracle(row: Iterable[Any]) -> Oracle:
    """Work out 2n numbers in O(n) that name a best move, against an optimal opponent, in any interval.

    A long row of machine integers is served by compiled code. Raises RowError for a bad row.

    >>> oracle([8, 15, 3, 7]).best(0, 4)
    RIGHT
    """
    row = Row.of(row)
    if row.kind == "integer" and kernels_may_pay("oracle", len(row)):
        from twoends.solvers import compiled

        found = compiled.oracle(row.values, pays_for("oracle", len(row)))  # type: ignore[arg-type]  # of an integer row
        if found is not None:
            return found
    from twoends.solvers import oracle as pure

    return pure.oracle(row.values)


Policy = Callable[[int, int], Side | None]
"""What both players do: the side played at [start, stop)."""


def policy(row: Row, against: Opponent, *, you_first: bool, progress: Progress | None = None) -> Policy:
    """What both players do everywhere: the side played at [start, stop) by whoever is to move there.

    You play the best response, the opponent what they intend. O(n) against an optimal opponent, else
    O(n²) time and n²/2 bytes; then O(1) a position that play can reach. None where their rule mixes both
    sides, and of no card. `progress` is called as by `solve`. Raises RowError, MethodError.

    >>> from twoends import opponent
    >>> policy(Row.of([8, 15, 3, 7]), opponent("optimal"), you_first=True)(0, 4)
    RIGHT
    """
    if against.is_optimal:
        return oracle(row).best
    from twoends.solvers import bottom_up

    return bottom_up.policy(scaled_for(row, against).values, against, you_first, progress).side


def prospects(row: Row, against: Opponent, intervals: Sequence[Interval], *, you_first: bool) -> Prospects:
    """What positions of a game on this row hold for you: your total from there on, and after each move.

    Totals are exact, without units, or floats with their error, as in `solve`. Against an optimal
    opponent O(log n) amortised an interval, else one sweep for all of them: O(n²) time, O(n) memory.
    Each interval lies within the one before. Raises RowError.

    >>> from twoends import opponent
    >>> prospects(Row.of([8, 15, 3, 7]), opponent("optimal"), [(0, 4), (0, 3)], you_first=True)
    Prospects(total=[22, 15], left=[15, 15], right=[22, 15], error=0)
    """
    scaled = scaled_for(row, against)
    if against.is_optimal:
        found = _prospects_of_intervals(scaled.values, you_first, intervals)
    else:
        from twoends.solvers import bottom_up

        found = bottom_up.prospects(scaled.values, against, you_first, intervals)
    if scaled.scale.unit == 1 and not scaled.error:
        return found
    total, left, right = (list(map(scaled.scale.exact, column)) for column in found[:3])
    return Prospects(total, left, right, float(scaled.error) if scaled.error else 0)


def _prospects_of_intervals(
    values: Sequence[Any], you_first: bool, intervals: Sequence[Interval]
) -> Prospects:
    """Two optimal players, compiled if the row is long enough and its numbers fit."""
    if kernels_may_pay("intervals", len(values)):
        from twoends.solvers import compiled

        found = compiled.prospects(values, you_first, intervals, pays_for("intervals", len(values)))
        if found is not None:
            return found
    from twoends.solvers import intervals as pure

    return pure.prospects(values, you_first, intervals)
