"""Positions: the view of a game that players get: a state with the methods of its rulebook. Immutable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from twoends.rules.errors import IllegalMoveError
from twoends.rules.numbers import Exact
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.rules import Mover
from twoends.rules.sides import LEFT, RIGHT, AnyMove, Side


@dataclass(frozen=True, slots=True)
class Position:
    """The remaining cards and whose turn it is. Every step is O(1), on a board O(components).

    book   the rulebook of the game, which holds its cards
    state  the remaining cards and the number of moves made

    >>> from twoends import RIGHT, Game
    >>> position = Game([8, 15, 3, 7]).position
    >>> position.moves(), position.earns(RIGHT), position.mover
    ((LEFT, RIGHT), 7, 'you')
    >>> position.play(RIGHT).left, position.play(RIGHT).right, position.play(RIGHT).mover
    (8, 3, 'opponent')
    """

    book: Rulebook
    state: State

    def moves(self) -> tuple[AnyMove, ...]:
        """The legal moves in order; none when the game is over."""
        return self.book.moves(self.state)

    def earns(self, move: AnyMove) -> Exact:
        """What a move earns the mover. Raises IllegalMoveError."""
        earned: Exact = self.book.earns(self.state, self.book.legal(self.state, move))
        return earned

    def play(self, move: AnyMove) -> Position:
        """The position after a move. Raises IllegalMoveError."""
        return Position(self.book, self.book.after(self.state, self.book.legal(self.state, move)))

    @property
    def mover(self) -> Mover:
        """The player whose turn it is."""
        return self.book.mover(self.state)

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return not self.moves()

    @property
    def values(self) -> Sequence[Exact]:
        """The values of all cards dealt, including those taken: `values[start:stop]` remain.

        The values of a circle are written twice.
        """
        return self.book.shape.around(self.book.values)

    @property
    def cards(self) -> tuple[Exact, ...]:
        """The remaining values in order, including merged cards; O(n)."""
        return self.book.cards(self.state)

    # --- only while one row open at both ends remains; otherwise these raise IllegalMoveError ---

    @property
    def start(self) -> int:
        """The index in `values` of the first remaining card that is not merged. Raises IllegalMoveError."""
        return self._interval()[0]

    @property
    def stop(self) -> int:
        """The index in `values` after the last remaining card not merged. Raises IllegalMoveError."""
        return self._interval()[1]

    @property
    def left(self) -> Exact:
        """The value of the left end card, not what it would earn; a merged card has the value of its sum."""
        return self._end(LEFT)

    @property
    def right(self) -> Exact:
        """The value of the right end card, like `left`."""
        return self._end(RIGHT)

    def _end(self, side: Side) -> Exact:
        if not len(self):
            raise IllegalMoveError("no card is left: the game is over")
        self._interval()
        if self.book.rules.merge:
            return self.cards[0 if side is LEFT else -1]
        value: Exact = self.book.values[self.book.shape.place(self.state.remaining, side)]
        return value

    def _interval(self) -> tuple[int, int]:
        interval = self.book.shape.interval(self.state.remaining)
        if interval is None:
            raise IllegalMoveError("the remaining cards are not one row: use moves() and earns(move)")
        return interval

    def __len__(self) -> int:
        return sum(self.book.lengths(self.state))

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        book = replace(self.book, values=tuple(self.book.values))  # a view of an array does not pickle
        return Position, (book, self.state)


Player = Callable[[Position], AnyMove]
"""A player: a function from the position to a legal move."""
