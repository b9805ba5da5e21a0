"""Shapes: what lies on the table. A row, a board and a circle have the same verbs.

    cards        all values in one row, which knows what kind of number totals are
    whole        what is left before the first move
    ends(left)   the legal moves;  place(left, end)  which card one takes;  after(left, end)  what remains
    rest(left)   what is left as a shape of its own
    checked, left_after, places    the same for all moves of a game

What is left is an interval of a row, an interval of each component of a board; of a circle it is None
before the first move, then an interval of the circle that is written down twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from twoends.rules.boards import Board
from twoends.rules.circles import Circle
from twoends.rules.rows import Row

Shape = Row | Board | Circle

NAMES: dict[type, str] = {Row: "row", Board: "board", Circle: "circle"}
"""What a shape is called in a sentence and in JSON."""


def shape_of(what: Shape | Iterable[Any]) -> Shape:
    """A shape as it is; any other iterable of numbers is a row. Raises RowError.

    >>> shape_of([8, 15, 3, 7]), shape_of(Circle([2, 8, 1]))
    (Row(8 15 3 7), Circle(2 8 1))
    """
    return what if isinstance(what, Board | Circle) else Row.of(what)


def name_of(shape: Shape) -> str:
    """What a shape is called."""
    return NAMES[type(shape)]
