"""Games: a shape, who moved first, against whom, and the moves so far. Immutable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from twoends.rules.errors import IllegalMoveError, NotationError
from twoends.rules.numbers import Exact, Number
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.positions import Player, Position
from twoends.rules.replies import Opponent
from twoends.rules.rows import Row
from twoends.rules.shapes import Shape, shape_of
from twoends.rules.sides import LEFT, AnyEnd, Side


@dataclass(frozen=True)
class Game:
    """A game on a row, a board or around a circle; `take` gives the next one.

    shape      what was dealt, n cards; any iterable of numbers is a row
    you_first  whether you made the first move
    ends       the moves so far, at most n; the last card of a row counts as LEFT
    opponent   against whom; anything that `opponent` takes

    Raises RowError, OpponentError, and IllegalMoveError with the number of the move, in O(moves).

    >>> from twoends.rules.sides import LEFT, RIGHT
    >>> game = Game([8, 15, 3, 7]).take(RIGHT).take(LEFT)
    >>> game.yours, game.theirs, game.your_turn, game.over, game.rest
    (7, 8, True, False, Row(15 3))
    """

    shape: Shape
    you_first: bool
    ends: tuple[AnyEnd, ...]
    opponent: Opponent

    def __init__(
        self,
        shape: Shape | Iterable[Any],
        you_first: bool = True,
        ends: Iterable[AnyEnd] = (),
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

    @property
    def left(self) -> Any:
        """What is left, as the shape's verbs know it, in O(moves); see `shapes`."""
        shape: Any = self.shape
        return shape.left_after(self.ends)

    @property
    def rest(self) -> Shape:
        """What is left, as a shape of its own; of a circle it is a row after the first move. O(n)."""
        shape: Any = self.shape
        rest: Shape = shape.rest(self.left)
        return rest

    @property
    def legal(self) -> tuple[AnyEnd, ...]:
        """The ends that may be taken now, in O(moves)."""
        shape: Any = self.shape
        ends: tuple[AnyEnd, ...] = shape.ends(self.left)
        return ends

    @property
    def position(self) -> Position:
        """What is left as a player sees it, in O(n). Raises IllegalMoveError unless it is left of a row."""
        if isinstance(self.shape, Row):
            start, stop = self.left
            return Position(self.shape.values, start, stop, self.your_turn)
        if isinstance(rest := self.rest, Row):
            return Position(rest.values, 0, len(rest), self.your_turn)
        raise IllegalMoveError(
            "a position is one of a row: a board, and a circle before its first move, has more ends"
        )

    @property
    def passed(self) -> list[Any]:
        """What was left before each move and is left now, shape (moves + 1,), as `left`."""
        shape: Any = self.shape
        return list(accumulate([shape.whole, *self.ends], shape.after))

    @property
    def your_turn(self) -> bool:
        """Whether you are the one to move."""
        return self.you_first == (len(self.ends) % 2 == 0)

    @property
    def over(self) -> bool:
        """Whether every card has been taken."""
        return len(self.ends) == len(self.shape)

    @property
    def places(self) -> list[int]:
        """Which cards were taken so far, as indices of `shape.cards`, in order, in O(moves)."""
        shape: Any = self.shape
        places: list[int] = shape.places(self.ends)
        return places

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

    def card(self, end: AnyEnd) -> Number:
        """The card that a move would take now, as it was given, in O(moves). Raises IllegalMoveError."""
        return self.shape.cards.given[self.take(end).places[-1]]

    def take(self, end: AnyEnd) -> Game:
        """The game after one more move. Raises IllegalMoveError when it is over or for what is not an end."""
        return replace(self, ends=(*self.ends, end))

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


def moves(
    row: Row, first: Player, second: Player, *, you_first: bool = True, after: Sequence[Side] = ()
) -> Iterator[tuple[Position, Side]]:
    """Let two players play a row to its end: each position and the side taken there, one by one.

    `first` makes the first move; it is you if `you_first`. The game goes on `after` some moves. Raises
    IllegalMoveError, naming the move, when a player answers with anything but a side.

    >>> from twoends.rules.sides import LEFT
    >>> always_left = lambda position: LEFT
    >>> [position.left for position, _ in moves(Row.of([5, 7, 9]), always_left, always_left)]
    [5, 7, 9]
    """
    start, stop = row.left_after(after)
    position = Position(row.values, start, stop, you_first == (len(after) % 2 == 0))
    while len(position):
        player = first if position.your_turn == you_first else second
        side = player(position)
        if not isinstance(side, Side):
            raise IllegalMoveError(
                f"move {len(row) - len(position) + 1}: the player answered {side!r}; "
                "it must take LEFT or RIGHT"
            )
        if len(position) == 1:
            side = LEFT
        yield position, side
        position = position.take(side)
