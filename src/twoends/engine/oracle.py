"""Oracle: a best move in every interval of a row, from 2n numbers (docs/theory.md, Theorem 3).

The urgency of a card as a left end is the value of its left end coin, as a right end that of its right end
coin (engine/coins.py). In every interval, between two optimal players, the end with the larger urgency is a
best move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

from twoends.engine import coins
from twoends.engine.contraction import end_coins, half
from twoends.engine.counters import COINS
from twoends.rules.errors import IllegalMoveError, MethodError, RulesError
from twoends.rules.moves import LEFT, RIGHT, Move, MoveLike, as_move
from twoends.rules.numbers import Exact
from twoends.rules.rows import Row
from twoends.rules.rules import Rules

STEPS_A_CARD = 5
"""The steps of `engine.coins` for each card (measured)."""

_SIDES: tuple[tuple[Move, ...], ...] = ((), (LEFT,), (RIGHT,), (LEFT, RIGHT))


class Oracle:
    """A best move for every interval of a row, and the value of each interval and move.

    left    left[i] is the urgency of card i as the left end; shape (n,)
    right   right[j] is the urgency of card j as the right end; shape (n,)
    values  the row, shape (n,)

    All are tuples; for a long row of machine integers they may be views of arrays.

    >>> of_row = oracle([8, 15, 3, 7])
    >>> of_row.best(0, 4), of_row.best(1, 3)
    (RIGHT, LEFT)
    """

    def __init__(
        self,
        left: Sequence[Exact],
        right: Sequence[Exact],
        values: Sequence[Exact],
        end_coins: Sequence[Sequence[Any]],
    ) -> None:
        self.left, self.right, self.values, self._coins = left, right, values, end_coins

    def best(self, start: int, stop: int) -> Move | None:
        """Return one best side of `[start, stop)`, LEFT if the urgencies are equal, None without cards; O(1).

        The other side may be equally good: see `optimal` and `loss`. Raises MethodError unless
        0 <= start <= stop <= n.
        """
        self._check(start, stop)
        if stop - start < 2:
            return LEFT if start < stop else None
        return LEFT if self.left[start] >= self.right[stop - 1] else RIGHT

    def optimal(self, start: int, stop: int) -> tuple[Move, ...]:
        """Return all optimal sides of `[start, stop)`, in order; LEFT for a single card.

        O(k) like `margin`: ends of different urgency may still be equally good. Raises MethodError as `best`
        does.

        >>> oracle([0, 1, 0, 0, 1]).best(0, 5), oracle([0, 1, 0, 0, 1]).optimal(0, 5)
        (RIGHT, (LEFT, RIGHT))
        """
        self._check(start, stop)
        return _SIDES[coins.best_sides(self._coins, start, stop) if start < stop else 0]

    def margin(self, start: int, stop: int) -> Exact:
        """Return the mover's total minus the other's on `[start, stop)`, O(k) for k reduced coins.

        Raises MethodError as `best` does.

        >>> oracle([8, 15, 3, 7]).margin(1, 4)
        11
        """
        self._check(start, stop)
        margin: Exact = coins.margin(self._coins, start, stop)
        return margin

    def loss(self, start: int, stop: int, side: MoveLike) -> Exact:
        """Return how much a move on `[start, stop)` reduces the mover's total, O(k) like `margin`.

        Raises MethodError as `best` does and for an empty interval, IllegalMoveError unless `side` is a side.

        >>> oracle([8, 15, 3, 7]).loss(0, 4, LEFT)
        7
        """
        self._check(start, stop)
        move = as_move(side)
        if move not in (LEFT, RIGHT):
            raise IllegalMoveError(f"{side!r} is not a side: give LEFT or RIGHT")
        if start == stop:
            raise MethodError(f"[{start}, {stop}) has no card to take")
        card, rest = (start, (start + 1, stop)) if move == LEFT else (stop - 1, (start, stop - 1))
        return half(self.margin(start, stop) - (self.values[card] - self.margin(*rest)))

    # A view of an array equals no tuple and cannot be hashed or pickled, so these methods use tuples.

    def __eq__(self, other: object) -> bool:
        return tuple(self.values) == tuple(other.values) if isinstance(other, Oracle) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.values))

    def __reduce__(self) -> tuple[Any, ...]:
        return oracle, (tuple(self.values),)

    def __repr__(self) -> str:
        return f"Oracle(left={_shown(self.left)}, right={_shown(self.right)})"

    def _check(self, start: int, stop: int) -> None:
        try:
            fits = 0 <= index(start) <= index(stop) <= len(self.left)
        except TypeError:
            fits = False
        if not fits:
            raise MethodError(
                f"[{start!r}, {stop!r}) is not an interval of {len(self.left)} cards: "
                "give whole numbers, 0 <= start <= stop <= n"
            )


def _shown(numbers: Sequence[Exact]) -> str:
    if len(numbers) <= 40:
        return str(tuple(numbers))
    begin, end = (", ".join(map(repr, part)) for part in (numbers[:20], numbers[-5:]))
    return f"({begin}, …, {end})"


def oracle(row: Iterable[Any], *, rules: object = None) -> Oracle:
    """Compute 2n numbers in O(n) that give a best move against an optimal opponent in any interval of a row.

    They are the values of the end coins (Theorem 3). Long rows of machine integers are handled by compiled
    code. Raises RowError for a bad row, and RulesError for rules other than one card from either end, for
    which no such numbers are known.

    >>> oracle([8, 15, 3, 7]).best(0, 4)
    RIGHT
    >>> oracle([1, 30, 100, 15, 2])
    Oracle(left=(1, -55, 100, 15, 2), right=(1, 30, 100, -55, 2))
    """
    if not (by_rules := Rules.of(rules)).plain:
        raise RulesError(f"there is no oracle for {by_rules}, only for one card from either end: use solve")
    row = Row.of(row)
    if row.kind == "integer":
        found = COINS.compiled(STEPS_A_CARD * len(row), lambda: _in_arrays(row.units))
        if found is not None:
            return found
    values = row.values
    of_row, left_ends, right_ends = end_coins(values), [0] * len(values), [0] * len(values)
    coins.urgencies(of_row, left_ends, right_ends)
    return Oracle(tuple(left_ends), tuple(right_ends), values, of_row)


def _in_arrays(values: Sequence[int]) -> Oracle | None:
    """The same in compiled code; None if a number may overflow."""
    from twoends.engine import compiled
    from twoends.engine.kernels import intervals

    fitting = compiled.row_that_fits(values)
    if fitting is None:
        return None
    ends = intervals.end_coins(fitting[0])
    left, right, *table = map(_view, (*intervals.urgencies(ends), *ends))
    return Oracle(left, right, values, table)


def _view(array: Any) -> Sequence[int]:
    """A read-only view of an array of integers whose items are read as Python integers."""
    view: Sequence[int] = array.data.toreadonly()
    return view
