"""Oracle: a best move in every interval of a row, from 2n numbers (docs/theory.md, Theorem 3).

The urgency of a left end is the coin that it begins when the row from there on is reduced; that of a
right end is the coin that it ends when the row up to there is. In every interval the end with the
larger urgency is a best move of two optimal players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import index
from typing import Any

from twoends.rules.errors import MethodError
from twoends.rules.numbers import Exact
from twoends.rules.sides import LEFT, RIGHT, Side, require_side
from twoends.solvers.contraction import half
from twoends.solvers.end_coins import EndCoins, end_coins
from twoends.solvers.window import Window


class Oracle:
    """A best move for every interval of a row, and what each interval and move is worth.

    left    left[i]: the urgency of the left end when card i is the left end; shape (n,)
    right   right[j]: the urgency of the right end when card j is the right end; shape (n,)
    values  the row, shape (n,)

    All are tuples, but for a long row of machine integers: they may be views of arrays then.

    >>> known = oracle([8, 15, 3, 7])
    >>> known.best(0, 4), known.best(1, 3)
    (RIGHT, LEFT)
    """

    def __init__(
        self,
        left: Sequence[Exact],
        right: Sequence[Exact],
        values: Sequence[Exact],
        find_coins: Callable[[], EndCoins],
    ) -> None:
        self.left, self.right, self.values, self._find_coins = left, right, values, find_coins

    def best(self, start: int, stop: int) -> Side | None:
        """One best side of `[start, stop)`, LEFT where both urgencies are equal, None of no card; O(1).

        Only one is named: the other one may be as good, and `loss` tells. Raises MethodError unless
        0 <= start <= stop <= n.
        """
        self._check(start, stop)
        if stop - start < 2:
            return LEFT if start < stop else None
        return LEFT if self.left[start] >= self.right[stop - 1] else RIGHT

    def optimal(self, start: int, stop: int) -> tuple[Side, ...]:
        """All optimal sides of `[start, stop)`, in order; of a single card LEFT.

        O(1) where one end is surely worse, else O(k) like `margin`, because the urgencies do not show every
        tie. Raises MethodError as `best` does.

        >>> oracle([0, 1, 0, 0, 1]).best(0, 5), oracle([0, 1, 0, 0, 1]).optimal(0, 5)
        (RIGHT, (LEFT, RIGHT))
        """
        self._check(start, stop)
        if stop - start < 2:
            return (LEFT,) * (stop - start)
        left, right = self.left[start], self.right[stop - 1]
        if left < right and self._coins.left_is_worse(start, stop):
            return (RIGHT,)
        if left > right and self._coins.right_is_worse(start, stop):
            return (LEFT,)
        by_left = self.values[start] - self._coins.margin(start + 1, stop)
        by_right = self.values[stop - 1] - self._coins.margin(start, stop - 1)
        return (LEFT,) if by_left > by_right else (RIGHT,) if by_left < by_right else (LEFT, RIGHT)

    def margin(self, start: int, stop: int) -> Exact:
        """The mover's total minus the other's on `[start, stop)`, O(k) for k reduced coins.

        The first call takes O(n). Raises MethodError as `best` does.

        >>> oracle([8, 15, 3, 7]).margin(1, 4)
        11
        """
        self._check(start, stop)
        return self._coins.margin(start, stop)

    def loss(self, start: int, stop: int, side: Side) -> Exact:
        """What a move on `[start, stop)` gives away of the mover's total, O(k) like `margin`.

        Raises MethodError as `best` does and where no card is left, IllegalMoveError for what is not a side.

        >>> oracle([8, 15, 3, 7]).loss(0, 4, LEFT)
        7
        """
        self._check(start, stop)
        require_side(side)
        if start == stop:
            raise MethodError(f"[{start}, {stop}) has no card to take")
        if side is LEFT:
            by_this = self.values[start] - self._coins.margin(start + 1, stop)
        else:
            by_this = self.values[stop - 1] - self._coins.margin(start, stop - 1)
        return half(self._coins.margin(start, stop) - by_this)

    def window(self) -> Window:
        """The margin of the row while cards leave it at both ends: O(1) now, O(log n) amortised a move.

        It starts from the end coins, which the first call finds in O(n).

        >>> window = oracle([8, 15, 3, 7]).window()
        >>> window.take(LEFT)
        >>> window.margin
        11
        """
        return Window(self._coins, 0, len(self.values))

    @cached_property
    def _coins(self) -> EndCoins:
        return self._find_coins()

    # A view of an array equals no tuple and cannot be hashed or pickled; urgencies can, as a `Row` can.

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


def oracle(values: Sequence[Exact]) -> Oracle:
    """Work out all urgencies, which are what the end coins are worth, in O(n) (Theorem 3).

    >>> oracle([1, 30, 100, 15, 2])
    Oracle(left=(1, -55, 100, 15, 2), right=(1, 30, 100, -55, 2))
    """
    coins = end_coins(values)
    return Oracle(tuple(coins.left), tuple(coins.right), values, lambda: coins)
