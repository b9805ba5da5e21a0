"""Positions of a row: what players see. Immutable, and every step is O(1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from twoends.rules.errors import IllegalMoveError
from twoends.rules.numbers import Exact
from twoends.rules.sides import LEFT, RIGHT, Side, refuse_no_side


@dataclass(frozen=True)
class Position:
    """What is left of a row, `values[start:stop]`, and whether you are to move. Every step is O(1).

    >>> position = Position((8, 15, 3, 7), 0, 4, your_turn=True)
    >>> position.take(RIGHT)
    Position(values=(8, 15, 3, 7), start=0, stop=3, your_turn=False)
    """

    values: Sequence[Exact]
    start: int
    stop: int
    your_turn: bool

    @property
    def left(self) -> Exact:
        """The value at the left end. Raises IllegalMoveError when no card is left."""
        self._refuse_if_over()
        return self.values[self.start]

    @property
    def right(self) -> Exact:
        """The value at the right end. Raises IllegalMoveError when no card is left."""
        self._refuse_if_over()
        return self.values[self.stop - 1]

    @property
    def ends(self) -> tuple[Side, ...]:
        """The legal moves: both sides, LEFT alone for a single card, none at the end."""
        return (LEFT, RIGHT)[: len(self)]

    def card(self, side: Side) -> Exact:
        """The value that a move takes. Raises IllegalMoveError."""
        refuse_no_side(side)
        return self.left if side is LEFT else self.right

    def take(self, side: Side) -> Position:
        """The position after a move. Raises IllegalMoveError when there is no card or no such side."""
        self._refuse_if_over()
        refuse_no_side(side)
        if side is LEFT:
            return Position(self.values, self.start + 1, self.stop, not self.your_turn)
        return Position(self.values, self.start, self.stop - 1, not self.your_turn)

    def _refuse_if_over(self) -> None:
        if self.start >= self.stop:
            raise IllegalMoveError("no card is left: the game is over")

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        return Position, (tuple(self.values), self.start, self.stop, self.your_turn)  # a view does not pickle

    def __len__(self) -> int:
        return self.stop - self.start


Player = Callable[[Position], Side]
"""Whoever chooses moves: a function from the position to the side taken."""
