"""Circles: the first move takes any card, and what it leaves is a row.

Card i leaves the row of the n-1 cards that follow it around the circle: on the row that is written down
twice, the interval [i+1, i+n).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

from twoends.rules.errors import IllegalMoveError
from twoends.rules.rows import Interval, Row
from twoends.rules.sides import LEFT, RIGHT, AnyEnd, Side

Left = Interval | None
"""What is left: None before the first move, then an interval of the circle that is written down twice."""


@dataclass(frozen=True, repr=False)
class Circle:
    """Values around a circle.

    cards  the values, shape (n,); anything that `Row.of` takes

    A first move is the index of a card, from 0; the moves after it are sides of the row that follows it.
    Raises RowError.

    >>> Circle([2, 8, 1, 10, 9])
    Circle(2 8 1 10 9)
    """

    cards: Row

    def __init__(self, cards: Iterable[Any] = ()) -> None:
        object.__setattr__(self, "cards", Row.of(cards))

    def row_after(self, first: int) -> Row:
        """The row that a first card leaves: what follows it around the circle, O(n). Raises IllegalMoveError.

        >>> Circle([2, 8, 1, 10, 9]).row_after(1)
        Row(1 10 9 2)
        """
        self.checked((first,))
        return self._row(first + 1, first + len(self))

    def _row(self, start: int, stop: int) -> Row:
        """The cards from one place to another of the circle that is written down twice."""
        places = [place % len(self) for place in range(start, stop)]
        given = tuple(self.cards.given[place] for place in places)
        values = tuple(self.cards.values[place] for place in places)
        return Row(given, values, self.cards.scale)

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return f"circle {self.cards}".rstrip()

    def __repr__(self) -> str:
        return f"Circle({repr(self.cards)[4:-1]})"

    # --- the verbs that all shapes have ---

    @property
    def whole(self) -> Left:
        """What is left before the first move."""
        return None if len(self) else (0, 0)

    def rest(self, left: Left) -> Circle | Row:
        """What is left: the circle itself before the first move, then a row."""
        if left == self.whole:
            return self
        assert left is not None, "only a circle without a move is whole"
        start, stop = left
        return self._row(start, stop)

    def ends(self, left: Left) -> tuple[AnyEnd, ...]:
        """The legal moves: every index of the circle, then both sides of a row."""
        if left is None:
            return tuple(range(len(self)))
        return (LEFT, RIGHT)[: left[1] - left[0]]

    def place(self, left: Left, end: AnyEnd) -> int:
        """Which card a move takes, as an index of `cards`."""
        if left is None:
            assert isinstance(end, int), "the first move is an index"
            return end
        return (left[0] if end is LEFT else left[1] - 1) % len(self)

    def after(self, left: Left, end: AnyEnd) -> Left:
        """What is left after a move."""
        if left is None:
            assert isinstance(end, int), "the first move is an index"
            return end + 1, end + len(self)
        return (left[0] + 1, left[1]) if end is LEFT else (left[0], left[1] - 1)

    def checked(self, ends: Sequence[Any]) -> tuple[AnyEnd, ...]:
        """The moves of a game, the last card as LEFT; O(moves). Raises IllegalMoveError with the number."""
        if not ends:
            return ()
        n, (given, *sides) = len(self), ends
        if isinstance(given, Side):
            raise IllegalMoveError(
                "move 1 takes any card of a circle: give its index, a whole number from 0, not a side"
            )
        try:
            first = index(given)  # a plain int, also of one of NumPy's
        except TypeError:
            raise IllegalMoveError(
                f"move 1 takes card {given!r}: give its index, a whole number from 0"
            ) from None
        if not 0 <= first < n:
            raise IllegalMoveError(
                f"move 1 takes card {first}: give an index from 0 to {n - 1}"
                if n
                else "move 1 finds no card: the circle is empty"
            )
        for number, side in enumerate(sides, 2):
            if not isinstance(side, Side):
                raise IllegalMoveError(f"move {number} is {side!r}: take LEFT or RIGHT")
        if len(sides) >= n:
            raise IllegalMoveError(f"move {n + 1} finds no card: the circle has {n}")
        if sides and len(sides) == n - 1:
            sides[-1] = LEFT
        return (first, *sides)

    def left_after(self, ends: Sequence[AnyEnd]) -> Left:
        """What is left after these moves, in O(moves)."""
        if not ends:
            return self.whole
        assert isinstance(ends[0], int), "the first move is an index"
        taken_left = ends[1:].count(LEFT)
        return ends[0] + 1 + taken_left, ends[0] + len(self) - (len(ends) - 1 - taken_left)

    def places(self, ends: Sequence[AnyEnd]) -> list[int]:
        """Which cards these moves take, as indices of `cards`, in O(moves)."""
        if not ends:
            return []
        assert isinstance(ends[0], int), "the first move is an index"
        start, stop = ends[0] + 1, ends[0] + len(self)
        taken = [ends[0]]
        for side in ends[1:]:
            if side is LEFT:
                taken.append(start % len(self))
                start += 1
            else:
                stop -= 1
                taken.append(stop % len(self))
        return taken
