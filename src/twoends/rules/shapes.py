"""Shapes: how cards are laid out: a row, a board or a circle.

The rulebook, and everything built on it, uses only the methods of `Shape`. To add a shape, write a class with
these methods and list it in `every_shape`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from twoends.rules.moves import Lane, Move
from twoends.rules.rows import Interval, Row

if TYPE_CHECKING:
    from twoends.rules.boards import Board
    from twoends.rules.circles import Circle


class Shape(Protocol):
    """An immutable layout of cards; `remaining` is the shape's own representation of the cards not yet taken.

    name    the shape's name in sentences, in JSON, and before its text
    around  whether its intervals are of the cards written twice, because the first card follows the last
    """

    name: ClassVar[str]
    around: ClassVar[bool]

    @property
    def cards(self) -> Row:
        """All cards in one row, which also holds the kind of number of totals."""

    @property
    def initial(self) -> Any:
        """The remaining cards before the first move: all of them."""

    def __len__(self) -> int:
        """The number of cards dealt."""

    @classmethod
    def of_deck(cls, cards: Row) -> Shape:
        """The shape dealt for a game from a shuffled deck."""

    def ends(self, remaining: Any) -> tuple[Move, ...]:
        """The ends that a card can be taken from, in order; none if no card remains."""

    def every_end(self) -> tuple[Move, ...]:
        """All ends that any move can take from."""

    def place(self, remaining: Any, move: Move) -> int:
        """The index in `cards` of the first card that a move takes."""

    def after(self, remaining: Any, move: Move) -> Any:
        """The remaining cards after a move."""

    def rest(self, remaining: Any) -> Shape:
        """The remaining cards as a shape of their own."""

    def sizes(self, remaining: Any) -> tuple[int, int]:
        """Upper bounds on the number of reachable positions, this one included, and of different games."""

    def lanes(self, remaining: Any) -> tuple[Lane, ...]:
        """The layout of the remaining cards, for drawing and for moves of several cards."""

    def interval(self, remaining: Any) -> Interval | None:
        """The remaining cards as [start, stop) of the cards; None unless they are one open row."""


def every_shape() -> tuple[type[Row], type[Board], type[Circle]]:
    """All shape classes; each but Row has a classmethod `read(text)` for the text after the shape's name."""
    from twoends.rules.boards import Board  # late: most games are on a row
    from twoends.rules.circles import Circle

    return Row, Board, Circle


def is_shape(what: object) -> bool:
    """Whether an object is a row, a board, a circle or any other class with the methods of `Shape`."""
    return hasattr(type(what), "of_deck")


def shape_of(what: Shape | Iterable[Any]) -> Shape:
    """Return a shape unchanged; make a row of any other iterable of numbers. Raises RowError.

    >>> from twoends import Circle
    >>> shape_of([8, 15, 3, 7]), shape_of(Circle([2, 8, 1]))
    (Row(8 15 3 7), Circle(2 8 1))
    """
    given: Any = what
    return given if is_shape(given) else Row.of(given)


def row_of(what: Shape) -> Row | None:
    """Return the shape if it is a row, else None."""
    return what if isinstance(what, Row) else None
