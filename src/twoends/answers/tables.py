"""Tables: what every position of a row is worth, and the contraction step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from twoends.rules.errors import MethodError
from twoends.rules.numbers import Exact, Number
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.replies import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import Side
from twoends.solvers import bottom_up, folding

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CARDS_OF_A_CONTRACTION = 2_000
"""The steps of so many cards hold about a million coins."""


class Cell(NamedTuple):
    """A position of a table. Totals are in the row's own kind of number.

    yours   your total from here on when you are to move
    theirs  your total from here on when the opponent is to move
    best    all your best sides when you are to move; empty where no card is left
    """

    yours: Number
    theirs: Number
    best: tuple[Side, ...]


@dataclass(frozen=True)
class Table:
    """Every position of a row: your totals when you are to move, and when the opponent is.

    row       the row, n values
    opponent  how the other side replies
    yours     yours[length][i] is F(i, i+length), your total when you are to move; shape (n+1, n+1-length)
    theirs    theirs[length][i] is G(i, i+length), your total when they are to move; same shape
    best      best[length][i] are all your best sides there; empty for length 0

    It is read as table[start, stop], and draws itself in a notebook.

    >>> t = table([5, 7, 9], "greedy")
    >>> t[0, 2], t.theirs[2]
    (Cell(yours=7, theirs=5, best=(RIGHT,)), (5, 7))
    """

    row: Row
    opponent: Opponent
    yours: tuple[tuple[Number, ...], ...]
    theirs: tuple[tuple[Number, ...], ...]
    best: tuple[tuple[tuple[Side, ...], ...], ...]

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

    def _array(self, triangle: tuple[tuple[Number, ...], ...], np: Any) -> NDArray[Any]:
        n = len(self.row)
        whole = all(type(total) is int and abs(total) < 2**63 for totals in triangle for total in totals)
        floats = not whole and all(
            isinstance(total, float) or total == 0 for totals in triangle for total in totals
        )
        array: NDArray[Any] = np.zeros(
            (n + 1, n + 1), np.int64 if whole else np.float64 if floats else object
        )
        for length, totals in enumerate(triangle):
            for start, total in enumerate(totals):
                array[start, start + length] = total
        return array

    def _repr_svg_(self) -> str | None:
        from twoends.views import pictures

        return pictures.in_notebook(self)


def table(
    row: Iterable[Any], opponent: object = "optimal", *, ties: str | None = None, epsilon: object = None
) -> Table:
    """Solve every position of a row. O(n²) time and memory.

    `ties` and `epsilon` as in `opponent`; totals are in the row's own kind of number. Raises RowError,
    OpponentError, and MethodError above `bottom_up.MOST_CARDS_OF_A_TABLE` cards.

    >>> table([5, 7, 9, 1, 4, 2], "greedy")[0, 6].yours
    18
    """
    row = Row.of(row)
    against = opponent_of(opponent, ties=ties, epsilon=epsilon)
    exact = bottom_up.table(row.values, against)
    yours, theirs = (
        tuple(tuple(map(row.show, totals)) for totals in triangle) for triangle in (exact.yours, exact.theirs)
    )
    return Table(row, against, yours, theirs, exact.best)


@dataclass(frozen=True)
class Contraction:
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

    def _repr_svg_(self) -> str | None:
        from twoends.views import pictures

        return pictures.in_notebook(self)


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
