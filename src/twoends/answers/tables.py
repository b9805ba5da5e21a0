"""Tables: what every position of a row is worth, and the contraction step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import index
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from twoends.rules.errors import MethodError, RulesError
from twoends.rules.games import Game
from twoends.rules.notebook import Drawable
from twoends.rules.numbers import Exact, Number
from twoends.rules.opponents import computer_opponent
from twoends.rules.preferences import Opponent, Outcome
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.rules import Rules
from twoends.rules.sides import AnyMove, end_and_count
from twoends.solvers import bottom_up, dispatch, sweeps
from twoends.solvers.contraction import Coin, Fold, folds
from twoends.solvers.phases import Phases, Task, memory_index, phases_of
from twoends.solvers.scaling import scaled_for
from twoends.solvers.search import best_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CARDS_OF_A_CONTRACTION = 2_000
"""The steps of so many cards hold about a million coins."""

MOST_STEPS = 20_000_000
"""By other rules a table of so many steps takes some ten seconds, and hundreds of megabytes."""


class Cell(NamedTuple):
    """What is left as a game of its own, in the words of `Solution`.

    first          your total when you are to move
    second         your total when the opponent is; None in a game of one
    theirs_first   the opponent's total when you are to move
    theirs_second  the opponent's total when they are; None in a game of one
    best           all your best moves when you are to move; empty where there is none
    """

    first: Number
    second: Number | None
    theirs_first: Number
    theirs_second: Number | None
    best: tuple[AnyMove, ...]


Cells = tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Table(Drawable):
    """Every interval of a row, or for moves from one end every suffix of it (from the right: every prefix).

    row       the row, n values
    opponent  how the other side replies
    rules     how it is played
    cells     cells[length][start] for moves from either end, shape (n + 1, n + 1 - length); for moves from
              one end cells[length][0], the only one that is left of so many cards

    Read as table[start, stop]. Where moves merge, what was taken before stands in front as one card. By one
    card from either end a table draws itself in a notebook.

    >>> table([5, 7, 9], "greedy")[0, 2]
    Cell(first=7, second=5, theirs_first=5, theirs_second=7, best=(RIGHT,))
    >>> table([1, 2, 3, 7], rules="take 1-3 left")[1, 4].best
    (Take(LEFT, 3),)
    """

    row: Row
    opponent: Opponent
    rules: Rules
    cells: Cells = field(repr=False)

    def __getitem__(self, interval: tuple[int, int]) -> Cell:
        """The position in which the cards [start, stop) are left, in O(1). Raises MethodError."""
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
            by = "" if self.rules.plain else f" by {self.rules}"
            raise MethodError(
                f"{interval!r} is not a position of {n} cards{by}: "
                f"give table[start, stop] in whole numbers, {which}"
            )
        return self.cells[stop - start][start if ends == "either" else 0]

    def to_numpy(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Your totals as two arrays of shape (n+1, n+1), indexed [start, stop]: your turn, and theirs.

        0 where there is no position. int64 or float64 where that holds every total, else objects. O(n²).

        >>> table([5, 7, 9], "greedy").to_numpy()[0][0].tolist()
        [0, 5, 7, 14]
        """
        return self._array("first"), self._array("second")

    def _array(self, of: Literal["first", "second"]) -> NDArray[Any]:
        import numpy as np

        n, totals = len(self.row), [[getattr(cell, of) for cell in cells] for cells in self.cells]
        each = [total for diagonal in totals for total in diagonal]
        whole = all(type(total) is int and abs(total) < 2**63 for total in each)
        floats = not whole and all(isinstance(total, float) or total == 0 for total in each)
        array: NDArray[Any] = np.zeros(
            (n + 1, n + 1), np.int64 if whole else np.float64 if floats else object
        )
        for length, diagonal in enumerate(totals):
            starts = np.arange(len(diagonal)) + (n - length if self.rules.ends == "left" else 0)
            array[starts, starts + length] = diagonal
        return array


def table(
    row: Iterable[Any],
    opponent: object = "optimal",
    *,
    ties: str | None = None,
    epsilon: object = None,
    rules: object = None,
) -> Table:
    """Solve every position of a row as a game of its own. O(n²) time and memory.

    `ties`, `epsilon` and `rules` as in `solve`; totals are in the row's own kind of number. For moves from
    one end the positions are suffixes, O(n). Raises RowError, OpponentError, RulesError for rules that have
    no such table, and MethodError above `bottom_up.MOST_CARDS_OF_A_TABLE` cards, or what takes too long.

    >>> table([5, 7, 9, 1, 4, 2], "greedy")[0, 6].first
    18
    """
    row = Row.of(row)
    against, by_rules = computer_opponent(opponent, ties=ties, epsilon=epsilon), Rules.of(rules)
    cells = _plain_cells(row, against) if by_rules.plain else _cells_by_rules(row, against, by_rules)
    return Table(row, against, by_rules, tuple(map(tuple, cells)))


def _plain_cells(row: Row, against: Opponent) -> Iterator[Iterator[Cell]]:
    """The cells of each length, where a move takes one card from either end."""
    found, show = bottom_up.table(row.values, against), row.show
    sums = list(accumulate(row.values, initial=0))
    for length, totals in enumerate(zip(found.yours, found.theirs, found.best, strict=True)):
        wholes = (stop - start for start, stop in zip(sums, sums[length:], strict=False))
        yield (
            Cell(show(first), show(second), show(whole - first), show(whole - second), best)
            for whole, first, second, best in zip(wholes, *totals, strict=True)
        )


def _cells_by_rules(row: Row, against: Opponent, rules: Rules) -> Iterator[Iterator[Cell]]:
    """The cells of each length by other rules. Raises RulesError, MethodError."""
    game, sign = Game(row, True, (), against, rules), 1
    if rules.goal == "least" and (turned := dispatch.negated(game)) is not None:
        game, sign = turned, -1
    if rules.ends == "either" and (rules.merge or rules.doubling):
        raise RulesError(
            f"{rules} has no table, for a position is more than an interval: take from left or right"
        )
    if against.custom or not sweeps.serves(game.rules, game.opponent):
        raise RulesError(
            f"{against} has no table by {rules}: choose optimal, greedy, modest, generous or random"
        )
    if rules.alone and not against.is_optimal:
        raise RulesError(f"a one-player game has no opponent: remove {against}")
    if sweeps.steps(game.rules, len(row), game.opponent) > MOST_STEPS:
        raise MethodError(f"a table of {len(row):,} cards by {rules} takes too long: give fewer cards")
    scaled = scaled_for(game.shape.cards, game.opponent)
    task = Task(scaled.values, game.rules, game.opponent)
    phases = phases_of(task, everywhere=True)
    diagonals = list(sweeps.positions(task, phases))
    best = _best_moves(task, phases, diagonals)

    def shown(total: Any) -> Number:
        return row.show(scaled.scale.exact(sign * total))

    def cell(length: int, start: int) -> Cell:
        yours, theirs = ([shown(of[start]) for of in diagonals[length][at][:2]] for at in phases.begin)
        seconds = (None, None) if rules.alone else theirs
        return Cell(yours[0], seconds[0], yours[1], seconds[1], best(length, start))

    for length in range(len(row) + 1):
        starts = range(len(row) + 1 - length) if rules.ends == "either" else range(1)
        yield (cell(length, start) for start in starts)


def _best_moves(
    task: Task, phases: Phases, diagonals: Sequence[sweeps.Diagonal]
) -> Callable[[int, int], tuple[AnyMove, ...]]:
    """All your best moves at a position, given its length and start, from what they lead to."""
    rules, n = task.rules, len(task.values)
    book = Rulebook.of(Row.of(range(n)), True, task.values, rules)
    after = phases.all[phases.begin[0]].after

    def best(length: int, start: int) -> tuple[AnyMove, ...]:
        if rules.ends == "left":
            start = n - length
        state, found = State((start, start + length), 0), []
        for move in book.moves(state):
            (begin, stop), (_, count) = book.after(state, move).remaining, end_and_count(move)
            left = 0 if rules.merge and begin == stop else stop - begin
            place = begin if rules.ends == "either" else memory_index(rules, count, left)
            cells, earns = diagonals[left][after], book.earns(state, move)
            found.append(Outcome(move, cells.yours[place] + earns, cells.theirs[place]))
        return tuple(each.move for each in best_of(found, rules)) if found else ()

    return best


@dataclass(frozen=True)
class Contraction(Drawable):
    """The contraction of a row; in a notebook it draws itself.

    row    the row
    steps  each state of the row, as its coins, with the fold that is made next; None at the end

    >>> contraction([1, 30, 100, 15, 2]).reduced
    (1, -55, 2)
    """

    row: Row
    steps: tuple[tuple[tuple[Coin, ...], Fold | None], ...]

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
    return Contraction(row, tuple(folds(row.values)))
