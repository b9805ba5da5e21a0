"""Games on a board and around a circle: who moved first, and the moves so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Integral
from operator import index

from twoends.rules.boards import Board, End
from twoends.rules.games import Game, IllegalMoveError, moves_of
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, Side

Interval = tuple[int, int]


@dataclass(frozen=True)
class BoardGame:
    """A game on a board: who moved first and the ends taken so far, each checked in O(1).

    board      several rows and piles, n cards in all; anything that `Board.of` takes
    you_first  whether you made the first move
    ends       the moves so far, at most n; the last card of a row counts as LEFT

    Raises RowError, and IllegalMoveError with the number of the move.

    >>> game = BoardGame(Board.of("[1 2 | 3 7 4]"), True, (End(0, Side.RIGHT), End(1, Side.LEFT)))
    >>> list(game.positions())[-1], game.over
    (((0, 1), (1, 3)), False)
    """

    board: Board
    you_first: bool = True
    ends: tuple[End, ...] = ()

    def __post_init__(self) -> None:
        board = Board.of(self.board)
        cards = [len(component.row) for component in board.components]
        ends = []
        for number, end in enumerate(moves_of(self.ends), 1):
            match end:
                case (Integral(), Side()):
                    component, side = end
                case _:
                    raise IllegalMoveError(f"move {number} is {end!r}: give an End, as in End(0, LEFT)")
            if not 0 <= component < len(cards):
                raise IllegalMoveError(
                    f"move {number} is on component {component}: the board's are 0 to {len(cards) - 1}"
                    if cards
                    else f"move {number} finds no card: the board is empty"
                )
            if not cards[component]:
                raise IllegalMoveError(f"move {number} finds no card: component {component} is empty by then")
            open_sides = board.components[component].open
            if side not in open_sides:
                raise IllegalMoveError(
                    f"move {number} takes from component {component} at a closed end: "
                    f"{board.components[component]} is open at {open_sides[0]}"
                )
            cards[component] -= 1
            is_last = not cards[component] and LEFT in open_sides
            ends.append(End(component, LEFT if is_last else side))
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "ends", tuple(ends))

    def positions(self) -> Iterator[tuple[Interval, ...]]:
        """What is left of each component, [start, stop), before each move and now; O(components) each."""
        now = tuple((0, len(component.row)) for component in self.board.components)
        yield now
        for component, side in self.ends:
            start, stop = now[component]
            left = (start + 1, stop) if side is LEFT else (start, stop - 1)
            now = (*now[:component], left, *now[component + 1 :])
            yield now

    @property
    def over(self) -> bool:
        """Whether every card has been taken."""
        return len(self.ends) == len(self.board)


@dataclass(frozen=True)
class CircleGame:
    """A game around a circle: who moved first, the card that he took, and the sides taken of the rest.

    row        the values around the circle, shape (n,); anything that `Row.of` takes
    you_first  whether you took the first card
    first      the index, from 0, of the first card; None: nobody has moved
    sides      the moves after it on the row that follows it around the circle, at most n - 1

    Raises RowError, and IllegalMoveError with the number of the move, in O(n).

    >>> game = CircleGame(Row.of([2, 8, 1, 10, 9]), True, 1, (Side.RIGHT,))
    >>> game.rest.row, game.rest.taken, game.over
    (Row(1 10 9 2), [2], False)
    """

    row: Row
    you_first: bool = True
    first: int | None = None
    sides: tuple[Side, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "row", Row.of(self.row))
        if self.first is not None:  # a plain int, also of one of NumPy's
            try:
                object.__setattr__(self, "first", index(self.first))
            except TypeError:
                raise IllegalMoveError(
                    f"move 1 takes card {self.first!r}: give its index, a whole number from 0"
                ) from None
        object.__setattr__(self, "sides", moves_of(self.sides))
        if self.first is None and self.sides:
            raise IllegalMoveError("move 1 is missing: it takes any card, so give its index from 0")
        if self.first is not None and not 0 <= self.first < len(self.row):
            raise IllegalMoveError(
                f"move 1 takes card {self.first}: give an index from 0 to {len(self.row) - 1}"
                if len(self.row)
                else "move 1 finds no card: the circle is empty"
            )
        if len(self.sides) >= len(self.row) > 0:
            raise IllegalMoveError(f"move {len(self.row) + 1} finds no card: the circle has {len(self.row)}")
        object.__setattr__(self, "sides", self.rest.sides)

    @property
    def rest(self) -> Game:
        """The game on the row that the first card leaves, in which the other player moves first; O(n)."""
        row = Row.of([]) if self.first is None else row_after(self.row, self.first)
        return Game(row, not self.you_first, self.sides)

    @property
    def over(self) -> bool:
        """Whether every card has been taken."""
        return (self.first is not None) + len(self.sides) == len(self.row)


def row_after(circle: Row, first: int) -> Row:
    """The row that a first card leaves: what follows it around the circle, O(n).

    >>> row_after(Row.of([2, 8, 1, 10, 9]), 1)
    Row(1 10 9 2)
    """
    return Row.of([*circle.given[first + 1 :], *circle.given[:first]])
