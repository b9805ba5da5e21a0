"""Shapes: what lies on the table. A class with the verbs of `Shape`, listed in `every_shape`, is one.

The rulebook, and everything behind it, asks nothing else: whoever adds a shape writes one class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from twoends.rules.rows import Interval, Row
from twoends.rules.sides import AnyMove, Lane

if TYPE_CHECKING:
    from twoends.rules.boards import Board
    from twoends.rules.circles import Circle


class Shape(Protocol):
    """Cards on the table, immutable; `remaining` is what is left of them, as the shape itself knows it.

    name  what it is called in a sentence, in JSON, and before its text
    """

    name: ClassVar[str]

    @property
    def cards(self) -> Row:
        """All values in one row, which knows what kind of number totals are."""

    @property
    def initial(self) -> Any:
        """What is left before the first move."""

    def __len__(self) -> int:
        """How many cards were dealt."""

    @classmethod
    def of_deck(cls, cards: Row) -> Shape:
        """The shape as it is dealt for a game from a shuffled deck."""

    def ends(self, remaining: Any) -> tuple[AnyMove, ...]:
        """Where one card may be taken, in order; none when nothing is left."""

    def every_end(self) -> tuple[AnyMove, ...]:
        """Every end that may ever be taken from."""

    def place(self, remaining: Any, end: Any) -> int:
        """Which card an end shows, as an index of `cards`."""

    def after(self, remaining: Any, end: Any, count: int = 1) -> Any:
        """What is left once so many cards are gone there."""

    def rest(self, remaining: Any) -> Shape:
        """What is left as a shape of its own."""

    def sizes(self, remaining: Any) -> tuple[int, int]:
        """At most how many positions follow from what is left, itself included, and how many games."""

    def lanes(self, remaining: Any) -> tuple[Lane, ...]:
        """What is left as it is laid out, for whoever draws it."""

    def interval(self, remaining: Any) -> Interval | None:
        """What is left as cards [start, stop) of `around(values)`, if it is one row open at both ends."""

    def around(self, values: Sequence[Any]) -> Sequence[Any]:
        """The values that `interval` speaks of, in its order."""


def every_shape() -> tuple[type[Row], type[Board], type[Circle]]:
    """The classes of all shapes; all but a row have `read(text)`, which reads what follows their name."""
    from twoends.rules.boards import Board  # late: most games are on a row
    from twoends.rules.circles import Circle

    return Row, Board, Circle


def is_shape(what: object) -> bool:
    """Whether this is a row, a board, a circle, or what else has the verbs of a shape."""
    return hasattr(type(what), "of_deck")


def shape_of(what: Shape | Iterable[Any]) -> Shape:
    """A shape as it is; any other iterable of numbers is a row. Raises RowError.

    >>> from twoends import Circle
    >>> shape_of([8, 15, 3, 7]), shape_of(Circle([2, 8, 1]))
    (Row(8 15 3 7), Circle(2 8 1))
    """
    given: Any = what
    return given if is_shape(given) else Row.of(given)


def row_of(what: Shape) -> Row | None:
    """The row, if a shape is one; None for any other: for who serves rows alone."""
    return what if isinstance(what, Row) else None
