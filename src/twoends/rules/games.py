"""Games: a shape, who moved first, against whom, and the moves so far. Immutable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from twoends.rules.errors import IllegalMoveError, NotationError
from twoends.rules.numbers import Exact, Number
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.positions import Position
from twoends.rules.preferences import Opponent
from twoends.rules.rulebook import Mover, Rulebook, State, mover_of
from twoends.rules.shapes import Shape, shape_of
from twoends.rules.sides import AnyMove, Lane


@dataclass(frozen=True)
class Game:
    """A game on a row, a board or around a circle; `play` gives the next one.

    shape      what was dealt, n cards; any iterable of numbers is a row
    you_first  whether you made the first move
    ends       the moves so far, at most n; the last card of a row counts as LEFT
    opponent   against whom; anything that `opponent` takes

    Raises RowError, OpponentError, and IllegalMoveError with the number of the move, in O(moves).

    >>> from twoends.rules.sides import LEFT, RIGHT
    >>> game = Game([8, 15, 3, 7]).play(RIGHT).play(LEFT)
    >>> game.totals, game.mover, game.moves(), game.earns(LEFT), game.rest
    ((7, 8), 'you', (LEFT, RIGHT), 15, Row(15 3))
    """

    shape: Shape
    you_first: bool
    ends: tuple[AnyMove, ...]
    opponent: Opponent

    def __init__(
        self,
        shape: Shape | Iterable[Any],
        you_first: bool = True,
        ends: Iterable[AnyMove] = (),
        opponent: object = "optimal",
    ) -> None:
        dealt: Any = shape_of(shape)
        if you_first not in (True, False):
            raise IllegalMoveError(f"you_first is {you_first!r}: give True if you moved first, else False")
        given: Any = ends
        if isinstance(given, str):
            raise IllegalMoveError(
                f"the moves are {given!r}, which is text: give [LEFT, RIGHT], or read a game with parse"
            )
        if not isinstance(given, Iterable):
            raise IllegalMoveError(f"the moves are {given!r}: give them in order, none as ()")
        object.__setattr__(self, "shape", dealt)
        object.__setattr__(self, "you_first", bool(you_first))
        object.__setattr__(self, "ends", dealt.checked(tuple(given)))
        object.__setattr__(self, "opponent", opponent_of(opponent))

    # --- the verbs of the rulebook ---

    def moves(self) -> tuple[AnyMove, ...]:
        """The legal moves now, in order; none when the game is over. O(moves so far)."""
        return self.position.moves()

    def play(self, move: AnyMove) -> Game:
        """The game after one more move. Raises IllegalMoveError when it is over or for what is no move."""
        return replace(self, ends=(*self.ends, move))

    def earns(self, move: AnyMove) -> Number:
        """What the mover gets for a move now, in the shape's own kind of number. Raises IllegalMoveError."""
        return self.shape.cards.show(self.position.earns(move))

    @property
    def mover(self) -> Mover:
        """Whose turn it is; of a game that is over, whose it would be."""
        return mover_of(len(self.ends), you_first=self.you_first)

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return len(self.ends) == len(self.shape)

    @property
    def totals(self) -> tuple[Exact, Exact]:
        """Your total and the opponent's so far, exact, in O(moves)."""
        return self.yours, self.theirs

    # --- what it looks like ---

    @property
    def book(self) -> Rulebook:
        """The rules of this game, on its exact values."""
        return Rulebook.of(self.shape, self.you_first)

    @property
    def position(self) -> Position:
        """What is left as a player sees it, in O(moves)."""
        return Position(self.book, self.state)

    @property
    def state(self) -> State:
        """The bare state that the moves have led to, in O(moves)."""
        return State(self.remaining, len(self.ends))

    @property
    def remaining(self) -> Any:
        """What is left, as the shape knows it, in O(moves); see `shapes`."""
        return self.shape.remaining(self.ends)

    @property
    def rest(self) -> Shape:
        """What is left, as a shape of its own; of a circle it is a row after the first move. O(n)."""
        return self.shape.rest(self.remaining)

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """What is left as it is laid out, in O(moves)."""
        return self.shape.lanes(self.remaining)

    @property
    def movers(self) -> list[Mover]:
        """Who made each move so far, shape (moves,)."""
        return [self.book.mover(state) for state in self.states[:-1]]

    @property
    def states(self) -> list[State]:
        """The states that the game has gone through and the one now, shape (moves + 1,)."""
        book, states = self.book, [self.book.start]
        for move in self.ends:
            states.append(book.after(states[-1], move))
        return states

    @property
    def places(self) -> list[int]:
        """Which cards were taken so far, as indices of `shape.cards`, in order, in O(moves)."""
        return self.shape.places(self.ends)

    @property
    def taken(self) -> list[Exact]:
        """The values taken so far, in order, in O(moves)."""
        values = self.shape.cards.values
        return [values[place] for place in self.places]

    @property
    def yours(self) -> Exact:
        """Your total so far, exact."""
        return sum(self.taken[0 if self.you_first else 1 :: 2])

    @property
    def theirs(self) -> Exact:
        """The opponent's total so far, exact."""
        return sum(self.taken[1 if self.you_first else 0 :: 2])

    def card(self, move: AnyMove) -> Number:
        """The card that a move would take now, as it was given, in O(moves). Raises IllegalMoveError."""
        return self.shape.cards.given[self.play(move).places[-1]]

    def _repr_svg_(self) -> str | None:
        from twoends.views import pictures

        return pictures.in_notebook(self)


def refuse_no_game(game: object) -> Game:
    """The game. Raises NotationError for what is not one, such as its text."""
    if not isinstance(game, Game):
        raise NotationError(
            f"a {type(game).__name__} is not a Game: make one, or read it, "
            "as in parse('8 15 3 7 / first / RLLL')"
        )
    return game
