"""The game itself: immutable positions, and a game as the list of its moves.

Glossary
    position  what is left of a row, the half-open interval [start, stop), and who is to move
    you       the player whose totals we speak of; the other one is the opponent
    game      a row, who moved first, and the sides taken so far
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from twoends.rules.rows import Exact, Row, TwoEndsError
from twoends.rules.sides import LEFT, RIGHT, Side, places

if TYPE_CHECKING:
    from twoends.views.svg import Picture


class IllegalMoveError(TwoEndsError):
    """A move that the rules do not allow.

    >>> Game(Row.of([])).take(LEFT)
    Traceback (most recent call last):
    twoends.rules.games.IllegalMoveError: move 1 finds no card: the row has 0
    """


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
    def sides(self) -> tuple[Side, ...]:
        """The legal moves: both, LEFT alone for a single card, none at the end."""
        return (LEFT, RIGHT)[: len(self)]

    def card(self, side: Side) -> Exact:
        """The value that a move takes. Raises IllegalMoveError."""
        refuse_no_side(side)
        return self.left if side is LEFT else self.right

    def take(self, side: Side) -> Position:
        """The position after a move. Raises IllegalMoveError when no card is left or `side` is no side."""
        self._refuse_if_over()
        refuse_no_side(side)
        if side is LEFT:
            return Position(self.values, self.start + 1, self.stop, not self.your_turn)
        return Position(self.values, self.start, self.stop - 1, not self.your_turn)

    def _refuse_if_over(self) -> None:
        if self.start >= self.stop:
            raise IllegalMoveError("no card is left: the game is over")

    def __len__(self) -> int:
        return self.stop - self.start


def refuse_no_side(side: object) -> None:
    """Raise IllegalMoveError for what is neither LEFT nor RIGHT."""
    if not isinstance(side, Side):
        raise IllegalMoveError(f"{side!r} is no side: take LEFT or RIGHT")


def moves_of(given: Any) -> tuple[Any, ...]:
    """The moves of a game in order. Raises IllegalMoveError for what is no sequence of them."""
    if not isinstance(given, Iterable):
        raise IllegalMoveError(f"the moves are {given!r}: give them in order, none as ()")
    return tuple(given)


Player = Callable[[Position], Side]
"""Whoever chooses moves: a function from the position to the side taken."""


@dataclass(frozen=True)
class Game:
    """A game on a row: who moved first and the sides taken so far. Immutable; `take` gives the next.

    row        the values, shape (n,); anything that `Row.of` takes
    you_first  whether you made the first move
    sides      the moves so far, at most n; the last card counts as LEFT

    Raises RowError, and IllegalMoveError with the number of the move, in O(moves).

    >>> game = Game(Row.of([8, 15, 3, 7])).take(RIGHT).take(LEFT)
    >>> game.yours, game.theirs, game.your_turn, game.over
    (7, 8, True, False)
    """

    row: Row
    you_first: bool = True
    sides: tuple[Side, ...] = ()

    def __post_init__(self) -> None:
        row, sides = Row.of(self.row), moves_of(self.sides)
        for number, side in enumerate(sides, 1):
            if not isinstance(side, Side):
                raise IllegalMoveError(f"move {number} is {side!r}: take LEFT or RIGHT")
        if len(sides) > len(row):
            raise IllegalMoveError(f"move {len(row) + 1} finds no card: the row has {len(row)}")
        if sides and len(sides) == len(row):
            sides = (*sides[:-1], LEFT)
        object.__setattr__(self, "row", row)
        object.__setattr__(self, "sides", sides)

    @property
    def position(self) -> Position:
        """What is left on the table, in O(moves)."""
        taken_left = self.sides.count(LEFT)
        taken_right = len(self.sides) - taken_left
        return Position(self.row.values, taken_left, len(self.row) - taken_right, self.your_turn)

    @property
    def intervals(self) -> list[tuple[int, int]]:
        """The cards [start, stop) before each move and now, shape (moves + 1,), in O(moves)."""
        start, stop = 0, len(self.row)
        passed = [(start, stop)]
        for side in self.sides:
            start, stop = start + (side is LEFT), stop - (side is RIGHT)
            passed.append((start, stop))
        return passed

    @property
    def your_turn(self) -> bool:
        """Whether you are the one to move."""
        return self.you_first == (len(self.sides) % 2 == 0)

    @property
    def over(self) -> bool:
        """Whether every card has been taken."""
        return len(self.sides) == len(self.row)

    @property
    def places(self) -> list[int]:
        """Where in the row the cards taken so far lay, in order, in O(moves)."""
        return places(self.sides, len(self.row))

    @property
    def taken(self) -> list[Exact]:
        """The values taken so far, in order, in O(moves)."""
        return [self.row.values[place] for place in self.places]

    @property
    def yours(self) -> Exact:
        """Your total so far, exact."""
        return sum(self.taken[0 if self.you_first else 1 :: 2])

    @property
    def theirs(self) -> Exact:
        """The opponent's total so far, exact."""
        return sum(self.taken[1 if self.you_first else 0 :: 2])

    def take(self, side: Side) -> Game:
        """The game after one more move. Raises IllegalMoveError when it is over or `side` is no side."""
        return Game(self.row, self.you_first, (*self.sides, side))

    def picture(self) -> Picture:
        """The cards on the table, and who took which; O(n) tiles."""
        from twoends.views import svg as drawing

        yours, theirs = (drawing.number(self.row.show(total)) for total in (self.yours, self.theirs))
        sides = "".join(map(str, self.sides))
        return drawing.game(self.row.words(), sides, you_first=self.you_first, yours=yours, theirs=theirs)

    def _repr_svg_(self) -> str | None:
        return self.picture().svg_in_notebook()


def play_out(row: Row, first: Player, second: Player, *, you_first: bool = True) -> Game:
    """Let two players play a row to its end, in O(n) calls.

    `first` makes the first move; it is you if `you_first`. Raises IllegalMoveError, naming the move,
    when a player answers with anything but a side.

    >>> always_left = lambda position: LEFT
    >>> play_out(Row.of([5, 7, 9]), always_left, always_left).yours
    14
    """
    position = Position(row.values, 0, len(row), you_first)
    sides: list[Side] = []
    while len(position):
        player = first if len(sides) % 2 == 0 else second
        side = player(position)
        if not isinstance(side, Side):
            raise IllegalMoveError(
                f"move {len(sides) + 1}: the player answered {side!r}; it must take LEFT or RIGHT"
            )
        sides.append(side)
        position = position.take(side)
    return Game(row, you_first, tuple(sides))
