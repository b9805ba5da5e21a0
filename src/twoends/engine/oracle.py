"""Oracle: a best move in every interval of a row, from 2n numbers (docs/theory.md, Theorem 3).

The urgency of a card as a left end is the value of its left end coin, as a right end that of its right end
coin (engine/coins.py). In every interval, between two optimal players, the end with the larger urgency is a
best move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import index
from typing import Any

from twoends.engine import coins
from twoends.engine.contraction import end_coins, half
from twoends.engine.counters import COINS
from twoends.rules.errors import IllegalMoveError, MethodError, RulesError
from twoends.rules.moves import LEFT, RIGHT, Move, MoveLike, as_move
from twoends.rules.numbers import Number
from twoends.rules.rows import Row, list_text
from twoends.rules.rules import Rules

STEPS_A_CARD = 5
"""The steps of `engine.coins` for each card (measured)."""

_SIDES: tuple[tuple[Move, ...], ...] = ((), (LEFT,), (RIGHT,), (LEFT, RIGHT))


class Oracle:
    """A best move for every interval of a row, and the value of each interval and move.

    row    the row, n cards
    left   left[i] is the urgency of card i as the left end; shape (n,)
    right  right[j] is the urgency of card j as the right end; shape (n,)

    Amounts are in the row's own kind of number. `left` and `right` are tuples; for a long row of machine
    integers they may be views of arrays.

    >>> of_row = oracle([8, 15, 3, 7])
    >>> of_row.best(0, 4), of_row.best(1, 3)
    (RIGHT, LEFT)
    """

    def __init__(
        self, row: Row, left: Sequence[int], right: Sequence[int], end_coins: Sequence[Sequence[Any]]
    ) -> None:
        """Keep a row, and in its units the urgencies and the end coins."""
        self.row, self._left, self._right, self._coins = row, left, right, end_coins

    @cached_property
    def left(self) -> Sequence[Number]:
        """The urgency of each card as the left end, shape (n,)."""
        return self._shown(self._left)

    @cached_property
    def right(self) -> Sequence[Number]:
        """The urgency of each card as the right end, shape (n,)."""
        return self._shown(self._right)

    def _shown(self, units: Sequence[int]) -> Sequence[Number]:
        return units if self.row.kind == "integer" else tuple(map(self.row.scale.show, units))

    def best(self, start: int, stop: int) -> Move | None:
        """Return one best side of `[start, stop)`, LEFT if the urgencies are equal, None without cards; O(1).

        The other side may be equally good: see `optimal` and `loss`. Raises MethodError unless
        0 <= start <= stop <= n.
        """
        self._check(start, stop)
        if stop - start < 2:
            return LEFT if start < stop else None
        return LEFT if self._left[start] >= self._right[stop - 1] else RIGHT

    def optimal(self, start: int, stop: int) -> tuple[Move, ...]:
        """Return all optimal sides of `[start, stop)`, in order; LEFT for a single card.

        O(k) like `margin`: ends of different urgency may still be equally good. Raises MethodError as `best`
        does.

        >>> oracle([0, 1, 0, 0, 1]).best(0, 5), oracle([0, 1, 0, 0, 1]).optimal(0, 5)
        (RIGHT, (LEFT, RIGHT))
        """
        self._check(start, stop)
        return _SIDES[coins.best_sides(self._coins, start, stop) if start < stop else 0]

    def margin(self, start: int, stop: int) -> Any:
        """Return the mover's total minus the other's on `[start, stop)`, O(k) for k reduced coins.

        Raises MethodError as `best` does.

        >>> oracle([8, 15, 3, 7]).margin(1, 4)
        11
        """
        self._check(start, stop)
        return self.row.scale.show(coins.margin(self._coins, start, stop))

    def loss(self, start: int, stop: int, side: MoveLike) -> Any:
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
        margin, after = (coins.margin(self._coins, *cards) for cards in ((start, stop), rest))
        return self.row.scale.show(half(margin - (self.row.units[card] - after)))

    def __eq__(self, other: object) -> bool:
        return self.row == other.row if isinstance(other, Oracle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.row)

    def __reduce__(self) -> tuple[Any, ...]:
        return oracle, (self.row,)

    def __repr__(self) -> str:
        return f"Oracle(left={list_text(self.left)}, right={list_text(self.right)})"

    def _check(self, start: int, stop: int) -> None:
        try:
            fits = 0 <= index(start) <= index(stop) <= len(self.row)
        except TypeError:
            fits = False
        if not fits:
            raise MethodError(
                f"[{start!r}, {stop!r}) is not an interval of {len(self.row)} cards: "
                "give whole numbers, 0 <= start <= stop <= n"
            )


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
    of = Row.of(row)
    found = COINS.compiled(STEPS_A_CARD * len(of), lambda: _in_arrays(of))
    if found is not None:
        return found
    of_row, left_ends, right_ends = end_coins(of.units), [0] * len(of), [0] * len(of)
    coins.urgencies(of_row, left_ends, right_ends)
    return Oracle(of, tuple(left_ends), tuple(right_ends), of_row)


def _in_arrays(row: Row) -> Oracle | None:
    """The same in compiled code; None if a number may overflow."""
    from twoends.engine import compiled
    from twoends.engine.kernels import intervals

    fitting = compiled.row_that_fits(row.units)
    if fitting is None:
        return None
    ends = intervals.end_coins(fitting[0])
    left, right, *table = map(_view, (*intervals.urgencies(ends), *ends))
    return Oracle(row, left, right, table)


def _view(array: Any) -> Sequence[int]:
    """A read-only view of an array of integers whose items are read as Python integers."""
    view: Sequence[int] = array.data.toreadonly()
    return view
