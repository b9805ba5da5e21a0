"""The rulebook: what may be done, what it earns, whose turn it is, and what comes next.

These four questions have one answer here, on a bare state, for every shape. Games and positions ask them for
people, the methods for themselves: nobody else counts whose turn it is or which card a move takes.

Glossary
    remaining  what is left, as the shape knows it: an interval of a row, one of each component of a board;
               of a circle None before the first move, then an interval of the circle written down twice
    mover      whose turn it is
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from twoends.rules.errors import IllegalMoveError, shortened
from twoends.rules.sides import AnyMove

if TYPE_CHECKING:
    from twoends.rules.shapes import Shape

Mover = Literal["you", "opponent"]

MOVERS: tuple[Mover, Mover] = ("you", "opponent")


MOST_MOVES_NAMED = 8


def mover_of(number: int, *, you_first: bool) -> Mover:
    """Who makes the move with this number, counted from 0: the players take turns.

    >>> [mover_of(number, you_first=False) for number in range(3)]
    ['opponent', 'you', 'opponent']
    """
    return "you" if (number % 2 == 0) == you_first else "opponent"


class State(NamedTuple):
    """A state of a game, bare: it knows neither the cards nor the players, and is the key of a memo.

    remaining  what is left, as the shape knows it
    number     how many moves have been made
    """

    remaining: Any
    number: int


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game on one shape.

    shape      what was dealt, n cards
    you_first  whether you make the first move
    values     what the cards count, shape (n,): the shape's exact values, or the same in other units

    >>> from twoends.rules.rows import Row
    >>> book = Rulebook.of(Row.of([8, 15, 3, 7]), you_first=True)
    >>> state = book.after(book.start, book.moves(book.start)[1])
    >>> state, book.moves(state), book.earns(state, book.moves(state)[0]), book.mover(state)
    (State(remaining=(0, 3), number=1), (LEFT, RIGHT), 8, 'opponent')
    """

    shape: Shape
    you_first: bool
    values: Sequence[Any]

    @classmethod
    def of(cls, shape: Shape, you_first: bool, values: Sequence[Any] | None = None) -> Rulebook:
        """The rules of a shape; O(1)."""
        return cls(shape, you_first, shape.cards.values if values is None else values)

    @property
    def start(self) -> State:
        """The state before the first move."""
        return State(self.shape.whole, 0)

    def moves(self, state: State) -> tuple[AnyMove, ...]:
        """The legal moves in order: by component, L before R; none when the game is over."""
        return self.shape.ends(state.remaining)

    def after(self, state: State, move: AnyMove) -> State:
        """The state that a legal move leads to."""
        return State(self.shape.after(state.remaining, move), state.number + 1)

    def places(self, state: State, move: AnyMove) -> tuple[int, ...]:
        """Which cards a legal move takes, as indices of `shape.cards`, from the end inwards."""
        return (self.shape.place(state.remaining, move),)

    def earns(self, state: State, move: AnyMove) -> Any:
        """What the mover gets for a legal move, in the units of `values`."""
        return self.values[self.shape.place(state.remaining, move)]

    def mover(self, state: State) -> Mover:
        """Whose turn it is."""
        return mover_of(state.number, you_first=self.you_first)

    def moving(self, state: State, mover: Mover) -> Rulebook:
        """The same rules with this player to move in a state."""
        return self if self.mover(state) == mover else replace(self, you_first=not self.you_first)

    def legal(self, state: State, move: object) -> AnyMove:
        """A move as `moves` has it: the last card of a row may be taken from either end, and counts as L.

        Raises IllegalMoveError for what is not legal.
        """
        moves = self.moves(state)
        for each in moves:
            if each == move:
                return each
        for lane in self.shape.lanes(state.remaining):
            if len(lane.places) == 1 and move in lane.ends:
                return lane.ends[0]
        if not moves:
            raise IllegalMoveError("no card is left: the game is over")
        shown = ", ".join(map(repr, moves[:MOST_MOVES_NAMED])) + (
            ", …" if len(moves) > MOST_MOVES_NAMED else ""
        )
        raise IllegalMoveError(f"{shortened(repr(move))} is not a legal move: choose from {shown}")

    def beyond(self, state: State, move: AnyMove) -> Any:
        """What the same end would earn next, were it taken from again at once; 0 where it could not be.

        The last card of a row lies behind either end.
        """
        after = self.after(state, move)
        try:
            return self.earns(after, self.legal(after, move))
        except IllegalMoveError:
            return 0
