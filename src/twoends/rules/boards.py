"""Boards: several rows at once, and piles, which are open at one end only; as data and as text.

    [1 2 | 3 7 4 | 9]

A bar parts the components; a bracket before a component closes its left end, one after it its
right end. Here a pile open on the right, a row, and a pile open on the left. A move takes any open
end of any component.

Glossary
    component  a row or a pile of a board, numbered from 0
    pile       a component with one closed end
    end        a component and a side: where a move takes a card
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from twoends.rules.rows import Row, RowError
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.rules.text import parse_row, refuse_no_text


class End(NamedTuple):
    """An end of a component: where a move on a board takes a card.

    component  its number, from 0
    side       LEFT or RIGHT

    >>> End(0, LEFT)
    End(component=0, side=LEFT)
    """

    component: int
    side: Side


@dataclass(frozen=True)
class Component:
    """A row or a pile of a board: at least one card, at least one open end.

    row   the values, shape (n,); anything that `Row.of` takes
    open  the open sides: (LEFT, RIGHT) for a row, one of them for a pile

    Raises RowError.

    >>> parse_board("1,2 | 3 7 4]").components[1]
    Component(row=Row(3 7 4), open=(LEFT,))
    """

    row: Row
    open: tuple[Side, ...] = (LEFT, RIGHT)

    def __post_init__(self) -> None:
        object.__setattr__(self, "row", Row.of(self.row))
        if self.open not in ((), (LEFT,), (RIGHT,), (LEFT, RIGHT)):  # () is for the board to name
            raise RowError(f"a component is open at {self.open!r}: give (LEFT, RIGHT), (LEFT,) or (RIGHT,)")

    def __str__(self) -> str:
        return f"{'' if LEFT in self.open else '['}{self.row}{'' if RIGHT in self.open else ']'}"


@dataclass(frozen=True, repr=False)
class Board:
    """Several rows and piles on one table; build one with `Board.of`.

    components  the rows and piles, left to right
    joined      all their values in one row, which knows what kind of number totals are

    >>> board = Board.of("[1 2 | 3 7 4 | 9]")
    >>> board
    Board([1 2 | 3 7 4 | 9])
    >>> board.components[0].open
    (RIGHT,)
    """

    components: tuple[Component, ...]
    joined: Row = field(default_factory=lambda: Row.of(()))

    def __post_init__(self) -> None:
        if type(self.components) is not tuple or bool(self.components) != bool(self.joined):
            raise RowError("a Board is built by Board.of: write Board.of('[1 2 | 3 7 4]')")

    @classmethod
    def of(cls, components: Board | str | Iterable[Any]) -> Board:
        """Make a board of its text, or of Components and of rows that are open at both ends; O(n).

        Raises RowError for values that make no row, for a component with no card or no open end.

        >>> Board.of([[1, 2], Component(Row.of([9]), (LEFT,))])
        Board(1 2 | 9])
        """
        if isinstance(components, Board):
            return components
        if isinstance(components, str):
            return parse_board(components)
        if not isinstance(components, Iterable):
            raise RowError(f"{components!r} is no board: give rows, or text such as '[1 2 | 3 7 4]'")
        parts = tuple(part if isinstance(part, Component) else Component(Row.of(part)) for part in components)
        for number, part in enumerate(parts):
            if not len(part.row):
                raise RowError(f"component {number} has no card: leave it out")
            if not part.open:
                raise RowError(f"component {number}, {part}, is closed at both ends: open one of them")
        return cls(parts, Row.of(value for part in parts for value in part.row.given))

    def __len__(self) -> int:
        return len(self.joined)

    def __str__(self) -> str:
        return " | ".join(map(str, self.components))

    def __repr__(self) -> str:
        shown = str(self) if len(self) <= 40 else f"{len(self.components)} components, {len(self):,} cards"
        return f"Board({shown})"


def parse_board(text: str) -> Board:
    """Read what `str` of a board writes. Raises RowError, naming the component.

    >>> parse_board("1,2 | 3 7 4]")
    Board(1 2 | 3 7 4])
    """
    refuse_no_text(text, "[1 2 | 3 7 4]")
    parts = []
    for number, part in enumerate(text.split("|") if text.strip() else ()):
        values = part.strip()
        sides = tuple(
            side
            for side, closed in ((LEFT, values.startswith("[")), (RIGHT, values.endswith("]")))
            if not closed
        )
        values = values.removeprefix("[").removesuffix("]")
        if set(values) & set("[]"):
            raise RowError(
                f"component {number}: a bracket stands inside it: write [ before its values, ] after them"
            )
        try:
            row = parse_row(values)
        except RowError as fault:
            raise RowError(f"component {number}: {fault}") from None
        parts.append(Component(row, sides))
    return Board.of(parts)


def board_with_gaps(values: Iterable[Any]) -> Board:
    """Make a board of a line between two walls in which each 0 is a gap: the form of Termity and Stones.

    What touches a wall is closed there, what touches a gap is open there. Raises RowError where
    there is no gap, for then no card can be taken.

    >>> board_with_gaps([1, 2, 0, 3, 7, 4, 0, 0, 9])
    Board([1 2 | 3 7 4 | 9])
    """
    row = Row.of(values)
    if len(row) and 0 not in row.values:
        raise RowError("the line between the walls has no gap, so that no card can be taken: put a 0 into it")
    gaps = [-1, *(place for place, value in enumerate(row.values) if value == 0), len(row)]
    return Board.of(
        Component(
            row[before + 1 : after],
            tuple(side for side, wall in ((LEFT, before < 0), (RIGHT, after == len(row))) if not wall),
        )
        for before, after in pairwise(gaps)
        if after - before > 1
    )


# --- a line of play ----------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class BoardLine:
    """The moves of one best game on a board, stored as runs at the same end.

    runs  pairs (how many cards, end), neighbours at different ends; the counts add up to n

    >>> board = Board.of("[1 2 | 3 7 4]")
    >>> line = BoardLine.of_runs([(1, End(0, RIGHT)), (3, End(1, LEFT)), (1, End(0, RIGHT))], board)
    >>> str(line), line.ends[0]
    ('0:R 1:LLL 0:R', End(component=0, side=RIGHT))
    >>> len(line), [str(side) for _, side in line]
    (5, ['R', 'L', 'L', 'L', 'R'])
    """

    runs: tuple[tuple[int, End], ...]

    @classmethod
    def of_runs(cls, runs: Iterable[tuple[int, End]], board: Board) -> BoardLine:
        """Join neighbouring runs at the same end; the last card of a row counts as LEFT. O(runs)."""
        cards_left = [len(component.row) for component in board.components]
        joined: list[tuple[int, End]] = []

        def add(count: int, end: End) -> None:
            if joined and joined[-1][1] == end:
                joined[-1] = (joined[-1][0] + count, end)
            elif count:
                joined.append((count, end))

        for count, end in runs:
            cards_left[end.component] -= count
            is_last = not cards_left[end.component] and LEFT in board.components[end.component].open
            add(count - is_last, end)
            if is_last:
                add(1, End(end.component, LEFT))
        return cls(tuple(joined))

    @property
    def ends(self) -> tuple[End, ...]:
        """Every move, shape (n,)."""
        return tuple(self)

    def __iter__(self) -> Iterator[End]:
        """The same one by one."""
        return (end for count, end in self.runs for _ in range(count))

    def __len__(self) -> int:
        """How many moves, n."""
        return sum(count for count, _ in self.runs)

    def __str__(self) -> str:
        return " ".join(
            f"{component}:{''.join(str(end.side) * count for count, end in runs)}"
            for component, runs in groupby(self.runs, key=lambda run: run[1].component)
        )

    def __repr__(self) -> str:
        return f"BoardLine({str(self) if len(self) <= 60 else f'{len(self)} moves'})"
