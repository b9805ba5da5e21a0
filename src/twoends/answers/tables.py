"""Tables: what every position of a row is worth, and the contraction step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from twoends.answers.rule_tables import RulesTable, rules_table
from twoends.rules.errors import MethodError
from twoends.rules.extras import has_fast
from twoends.rules.notebook import Drawable
from twoends.rules.numbers import Exact, Number
from twoends.rules.opponents import replying
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rules import Rules
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.solvers import bottom_up, folding

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CARDS_OF_A_CONTRACTION = 2_000
"""The steps of so many cards hold about a million coins."""

CARDS_THAT_PAY = 150
"""From so many cards on a table is kept in arrays, although NumPy has to be loaded."""

_SIDES: tuple[tuple[Side, ...], ...] = ((), (LEFT,), (RIGHT,), (LEFT, RIGHT))
"""What the sum of 1 for the left and 2 for the right side stands for."""


class Cell(NamedTuple):
    """A position of a table. Totals are in the row's own kind of number.

    yours   your total from here on when you are to move
    theirs  your total from here on when the opponent is to move
    best    all your best sides when you are to move; empty where no card is left
    """

    yours: Number
    theirs: Number
    best: tuple[Side, ...]


class Triangle(Sequence[tuple[Any, ...]]):
    """The diagonals of a table, kept as arrays: each becomes a tuple of objects when it is first read."""

    def __init__(self, diagonals: Sequence[NDArray[Any]], read: Callable[[list[int]], Iterable[Any]]) -> None:
        self._diagonals, self._read = diagonals, read
        self._made: dict[int, tuple[Any, ...]] = {}

    def __len__(self) -> int:
        return len(self._diagonals)

    @overload
    def __getitem__(self, at: int) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[tuple[Any, ...], ...]: ...
    def __getitem__(self, at: int | slice) -> tuple[Any, ...]:
        if isinstance(at, slice):
            return tuple(self[length] for length in range(len(self))[at])
        length = range(len(self))[at]
        if length not in self._made:
            self._made[length] = tuple(self._read(self._diagonals[length].tolist()))
        return self._made[length]

    # It is equal to the tuple of its diagonals, and is pickled as it.

    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if isinstance(other, Triangle) else other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (list(self),)

    def __repr__(self) -> str:
        return repr(tuple(self))


@dataclass(frozen=True)
class Table(Drawable):
    """Every position of a row: your totals when you are to move, and when the opponent is.

    row       the row, n values
    opponent  how the other side replies
    yours     yours[length][i] is F(i, i+length), your total when you are to move; shape (n+1, n+1-length)
    theirs    theirs[length][i] is G(i, i+length), your total when they are to move; same shape
    best      best[length][i] are all your best sides there; empty for length 0

    Of a long row the diagonals are tuples as soon as they are read. It is read as table[start, stop], and
    draws itself in a notebook.

    >>> t = table([5, 7, 9], "greedy")
    >>> t[0, 2], t.theirs[2]
    (Cell(yours=7, theirs=5, best=(RIGHT,)), (5, 7))
    """

    row: Row
    opponent: Opponent
    yours: Sequence[tuple[Number, ...]]
    theirs: Sequence[tuple[Number, ...]]
    best: Sequence[tuple[tuple[Side, ...], ...]]

    def __getitem__(self, interval: tuple[int, int]) -> Cell:
        """The position in which the cards [start, stop) are left, in O(1). Raises MethodError."""
        n = len(self.row)
        try:
            start, stop = map(index, interval)
            fits = 0 <= start <= stop <= n
        except (TypeError, ValueError):
            fits = False
        if not fits:
            raise MethodError(
                f"{interval!r} is not a position of {n} cards: "
                "give table[start, stop] in whole numbers, 0 <= start <= stop <= n"
            )
        length = stop - start
        return Cell(self.yours[length][start], self.theirs[length][start], self.best[length][start])

    def to_numpy(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Your totals as two arrays of shape (n+1, n+1), indexed [start, stop]: your turn, and theirs.

        0 below the diagonal, where there is no position. int64 or float64 where that holds every total,
        else objects. O(n²).

        >>> table([5, 7, 9], "greedy").to_numpy()[0][0].tolist()
        [0, 5, 7, 14]
        """
        import numpy as np

        return self._array(self.yours, np), self._array(self.theirs, np)

    def _array(self, triangle: Sequence[tuple[Number, ...]], np: Any) -> NDArray[Any]:
        n = len(self.row)
        whole = all(type(total) is int and abs(total) < 2**63 for totals in triangle for total in totals)
        floats = not whole and all(
            isinstance(total, float) or total == 0 for totals in triangle for total in totals
        )
        array: NDArray[Any] = np.zeros(
            (n + 1, n + 1), np.int64 if whole else np.float64 if floats else object
        )
        starts = np.arange(n + 1)
        for length, totals in enumerate(triangle):
            array[starts[: n + 1 - length], starts[length:]] = totals
        return array


@overload
def table(
    row: Iterable[Any],
    opponent: object = ...,
    *,
    ties: str | None = ...,
    epsilon: object = ...,
    rules: None = ...,
) -> Table: ...
@overload
def table(
    row: Iterable[Any],
    opponent: object = ...,
    *,
    ties: str | None = ...,
    epsilon: object = ...,
    rules: object,
) -> Table | RulesTable: ...
def table(
    row: Iterable[Any],
    opponent: object = "optimal",
    *,
    ties: str | None = None,
    epsilon: object = None,
    rules: object = None,
) -> Table | RulesTable:
    """Solve every position of a row. O(n²) time and memory.

    By other rules than one card from either end, a `RulesTable` of intervals, or of suffixes: each cell is a
    fresh game of what is left. Raises RulesError for rules that have no such table.

    `ties` and `epsilon` as in `opponent`; totals are in the row's own kind of number. Raises RowError,
    OpponentError, and MethodError above `bottom_up.MOST_CARDS_OF_A_TABLE` cards.

    >>> table([5, 7, 9, 1, 4, 2], "greedy")[0, 6].yours
    18
    """
    row = Row.of(row)
    against = replying(opponent, ties=ties, epsilon=epsilon)
    if not (by_rules := Rules.of(rules)).plain:
        return rules_table(row, against, by_rules)
    if CARDS_THAT_PAY <= len(row) <= bottom_up.MOST_CARDS_OF_A_TABLE and has_fast():
        from twoends.solvers import tables

        found = tables.table(row.scaled.values, against)
        if found is not None:
            show_all = row.scaled.scale.show_all
            reads = (show_all, show_all, lambda codes: map(_SIDES.__getitem__, codes))
            return Table(row, against, *map(Triangle, found, reads))
    exact = bottom_up.table(row.values, against)
    yours, theirs = (
        tuple(tuple(map(row.show, totals)) for totals in triangle) for triangle in (exact.yours, exact.theirs)
    )
    return Table(row, against, yours, theirs, exact.best)


@dataclass(frozen=True)
class Contraction(Drawable):
    """The contraction of a row; in a notebook it draws itself.

    row    the row
    steps  each state of the row, as its coins, with the fold that is made next; None at the end

    >>> contraction([1, 30, 100, 15, 2]).reduced
    (1, -55, 2)
    """

    row: Row
    steps: tuple[tuple[tuple[folding.Coin, ...], folding.Fold | None], ...]

    @property
    def reduced(self) -> tuple[Exact, ...]:
        """The coins that are left when no peak is."""
        return tuple(coin.value for coin in self.steps[-1][0])

    @property
    def margin(self) -> Exact:
        """The mover's total minus the other's, both optimal: the larger end is taken each time."""
        ordered = sorted(self.reduced, reverse=True)
        return sum(ordered[::2]) - sum(ordered[1::2])


def contraction(row: Iterable[Any]) -> Contraction:
    """Contract a row step by step, O(n²) time and memory.

    Raises RowError, and MethodError above MOST_CARDS_OF_A_CONTRACTION.

    >>> contraction([8, 15, 3, 7]).reduced, contraction([8, 15, 3, 7]).margin
    ((-4, 7), 11)
    """
    row = Row.of(row)
    if len(row) > MOST_CARDS_OF_A_CONTRACTION:
        raise MethodError(
            f"a contraction step by step keeps {len(row) // 2:,} rows: give at most "
            f"{MOST_CARDS_OF_A_CONTRACTION:,} cards, or take twoends.solve, which keeps one"
        )
    return Contraction(row, tuple(folding.folds(row.values)))
