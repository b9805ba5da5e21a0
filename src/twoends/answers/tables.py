"""The table of all positions of a row, and the contraction of a row step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from operator import index
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from twoends.engine import bottom_up
from twoends.engine.contraction import Coin, Fold, folds
from twoends.engine.contraction import margin as margin_of
from twoends.engine.costs import counts_of, states_of
from twoends.engine.method import candidate_moves
from twoends.engine.search import Search
from twoends.rules import limits
from twoends.rules.errors import MethodError, OutOfRangeError, RulesError, one_of
from twoends.rules.games import Game
from twoends.rules.moves import Move
from twoends.rules.notebook import Drawable
from twoends.rules.numbers import Number
from twoends.rules.opponent_names import computer_opponent
from twoends.rules.opponents import NAMES, Opponent
from twoends.rules.rows import Row, list_text
from twoends.rules.rulebook import MOVERS, State
from twoends.rules.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Cell(NamedTuple):
    """The solution of one position, taken as a game of its own; names are those of `Solution`.

    first          your total when you are to move
    second         your total when the opponent is to move; None in a one-player game
    theirs_first   the opponent's total when you are to move
    theirs_second  the opponent's total when they are to move; None in a one-player game
    best           all your best moves when you are to move; empty if no move is legal
    """

    first: Number
    second: Number | None
    theirs_first: Number
    theirs_second: Number | None
    best: tuple[Move, ...]


@dataclass(frozen=True)
class Table(Drawable):
    """The solutions of all intervals of a row; of all suffixes (prefixes) for moves from the left (right).

    row       the row, n values
    opponent  how the other side replies
    rules     the rules of play
    cells     cells[length][start] for moves from either end, shape (n + 1, n + 1 - length); cells[length][0]
              for moves from one end, which leave one position of each length

    Index it as table[start, stop]. If moves merge cards, the merged card lies in front of the interval. Under
    the default rules a table draws itself in notebooks.

    >>> table([5, 7, 9], "greedy")[0, 2]
    Cell(first=7, second=5, theirs_first=5, theirs_second=7, best=(RIGHT,))
    >>> table([1, 2, 3, 7], rules="take 1-3 left")[1, 4].best
    (Move('L', 3),)
    """

    row: Row
    opponent: Opponent
    rules: Rules
    cells: tuple[tuple[Cell, ...], ...] = field(repr=False)

    def __getitem__(self, interval: tuple[int, int]) -> Cell:
        """The position in which the cards [start, stop) remain, in O(1). Raises IndexError."""
        n, ends = len(self.row), self.rules.ends
        try:
            start, stop = map(index, interval)
            fits = 0 <= start <= stop <= n
        except (TypeError, ValueError):
            fits = False
        if fits and ends != "either":
            fits = stop == n if ends == "left" else start == 0
        if not fits:
            which = {"either": "0 <= start <= stop <= n", "left": "stop = n", "right": "start = 0"}[ends]
            under = "" if self.rules.plain else f" under {self.rules}"
            raise OutOfRangeError(
                f"{interval!r} is not a position of {n} cards{under}: "
                f"give table[start, stop] in whole numbers, {which}"
            )
        return self.cells[stop - start][start if ends == "either" else 0]

    def to_numpy(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Your totals as two arrays of shape (n+1, n+1), indexed [start, stop]: on your turn and on theirs.

        0 if there is no position; int64 or float64 if that holds every total, else objects. O(n²).

        >>> table([5, 7, 9], "greedy").to_numpy()[0][0].tolist()
        [0, 5, 7, 14]
        """
        return self._array("first"), self._array("second")

    def _array(self, name: Literal["first", "second"]) -> NDArray[Any]:
        import numpy as np

        n, diagonals = len(self.row), [[getattr(cell, name) for cell in cells] for cells in self.cells]
        totals = [total for diagonal in diagonals for total in diagonal]
        dtype: type = object
        if all(type(total) is int and abs(total) < 2**63 for total in totals):
            dtype = np.int64
        elif all(isinstance(total, float) or total == 0 for total in totals):
            dtype = np.float64
        array: NDArray[Any] = np.zeros((n + 1, n + 1), dtype)
        for length, diagonal in enumerate(diagonals):
            starts = np.arange(len(diagonal)) + (n - length if self.rules.ends == "left" else 0)
            array[starts, starts + length] = diagonal
        return array


def table(
    row: Iterable[Any],
    opponent: object = "optimal",
    *,
    ties: str | None = None,
    rules: object = None,
) -> Table:
    """Solve every position of a row as a game of its own, in O(n²) time and memory.

    `ties` and `rules` are as in `solve`; totals are in the row's own kind of number. For moves from one end
    there are only O(n) positions. Raises RowError, OpponentError, RulesError for your own player under other
    rules, and MethodError above `limits.MAX_CARDS_OF_A_TABLE` cards or if it would take too long.

    >>> table([5, 7, 9, 1, 4, 2], "greedy")[0, 6].first
    18
    """
    row = Row.of(row)
    against, by_rules = computer_opponent(opponent, ties=ties), Rules.of(rules)
    cells = _plain_cells(row, against) if by_rules.plain else _cells_by_rules(row, against, by_rules)
    return Table(row, against, by_rules, tuple(map(tuple, cells)))


def _plain_cells(row: Row, against: Opponent) -> Iterator[Iterator[Cell]]:
    """The cells of each length under the default rules."""
    show, sums = row.show, list(accumulate(row.values, initial=0))
    for length, columns in enumerate(bottom_up.columns_by_length(row.values, against, row)):
        remaining = (stop - start for start, stop in zip(sums, sums[length:], strict=False))
        yield (
            Cell(show(first), show(second), show(cards - first), show(cards - second), best)
            for cards, first, second, best in zip(remaining, *columns, strict=True)
        )


def _cells_by_rules(row: Row, against: Opponent, rules: Rules) -> Iterator[Iterator[Cell]]:
    """The cells of each length under other rules. Raises RulesError, MethodError."""
    if against.custom:
        raise RulesError(f"{against} has no table under {rules}: choose {one_of(NAMES)}")
    game, n, show = Game(row, True, (), against, rules), len(row), row.show
    game.check_single_player(against)
    book = game.book
    if 2 * states_of(book, book.start) * counts_of(book, book.start) > limits.MAX_STEPS_OF_A_TABLE:
        raise MethodError(f"a table of {n:,} cards under {rules} takes too long: give fewer cards")
    method = Search(game, keeps=True)
    books = [book.with_mover(book.start, mover) for mover in MOVERS]

    def cell(start: int, stop: int) -> Cell:
        state = State((start, stop), 0)
        (value,) = method.values(books[0], [state])
        best = tuple(candidate_moves(books[0], against, state, value.after))
        if rules.alone:
            return Cell(show(value.yours), None, show(value.theirs), None, best)
        ((second, theirs_second),) = method.totals(books[1], [state])
        return Cell(show(value.yours), show(second), show(value.theirs), show(theirs_second), best)

    for length in range(n + 1):
        starts = {"either": range(n - length + 1), "left": (n - length,), "right": (0,)}[rules.ends]
        yield (cell(start, start + length) for start in starts)


@dataclass(frozen=True, repr=False)
class Contraction(Drawable):
    """The contraction of a row; it draws itself in notebooks.

    row    the row
    steps  the coins of the row after each step, with the next fold; None after the last

    >>> contraction([1, 30, 100, 15, 2]).reduced
    (1, -55, 2)
    """

    row: Row
    steps: tuple[tuple[tuple[Coin, ...], Fold | None], ...]

    @property
    def reduced(self) -> tuple[Number, ...]:
        """The coins that remain when no peak is left."""
        return tuple(coin.value for coin in self.steps[-1][0])

    @property
    def margin(self) -> Any:
        """The first player's margin, both optimal: each takes the larger end in turn."""
        return self.row.scale.show(margin_of(self.row.units))

    def __repr__(self) -> str:
        return f"Contraction({self.row!r}, reduced={list_text(self.reduced)})"


def contraction(row: Iterable[Any]) -> Contraction:
    """Contract a row step by step, in O(n²) time and memory.

    Raises RowError, and MethodError above limits.MAX_CARDS_OF_A_CONTRACTION.

    >>> contraction([8, 15, 3, 7]).reduced, contraction([8, 15, 3, 7]).margin
    ((-4, 7), 11)
    """
    row = Row.of(row)
    if len(row) > limits.MAX_CARDS_OF_A_CONTRACTION:
        raise MethodError(
            f"contracting {len(row):,} cards step by step keeps {len(row) // 2:,} rows: give at most "
            f"{limits.MAX_CARDS_OF_A_CONTRACTION:,} cards, or use twoends.solve, which keeps only one"
        )
    return Contraction(row, tuple(folds(row)))
