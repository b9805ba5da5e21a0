"""Positions: a state of a game as players see it, with the verbs of its rulebook. Immutable."""

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
    """What is left of a game, and whose turn it is. Every step is O(1), on a board O(components).

    book   the rules of the game, which know its cards
    state  what is left, and how many moves have been made

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
        """What the mover gets for a move. Raises IllegalMoveError."""
        earned: Exact = self.book.earns(self.state, self.book.legal(self.state, move))
        return earned

    def play(self, move: AnyMove) -> Position:
        """The position after a move. Raises IllegalMoveError."""
        return Position(self.book, self.book.after(self.state, self.book.legal(self.state, move)))

    @property
    def mover(self) -> Mover:
        """Whose turn it is."""
        return self.book.mover(self.state)

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return not self.moves()

    @property
    def values(self) -> Sequence[Exact]:
        """The values of all cards that were dealt, also of those taken: `values[start:stop]` are left.

        Around a circle they are written down twice.
        """
        return self.book.shape.around(self.book.values)

    @property
    def cards(self) -> tuple[Exact, ...]:
        """The values that are left, in order; where moves merge, merged cards are among them. O(n)."""
        return self.book.cards(self.state)

    # --- of what is left in one row, open at both ends ---

    @property
    def start(self) -> int:
        """Where what is left begins, as an index of the row; of cards that no move has merged.

        Raises IllegalMoveError unless what is left is one row.
        """
        return self._interval()[0]

    @property
    def stop(self) -> int:
        """Where what is left ends, as `start` has it. Raises IllegalMoveError unless it is one row."""
        return self._interval()[1]

    @property
    def left(self) -> Exact:
        """The value of the card at the left end, whatever a move would earn; a merged card counts its sum.

        Raises IllegalMoveError unless a row is left.
        """
        return self._end(LEFT)

    @property
    def right(self) -> Exact:
        """The value of the card at the right end, as `left` has it."""
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
            raise IllegalMoveError("what is left is not one row: ask for moves() and earns(move)")
        return interval

    def __len__(self) -> int:
        return sum(self.book.lengths(self.state))

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        book = replace(self.book, values=tuple(self.book.values))  # a view of an array does not pickle
        return Position, (book, self.state)


Player = Callable[[Position], AnyMove]
"""Whoever chooses moves: a function from the position to a legal move."""
