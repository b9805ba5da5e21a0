"""Boards: several rows at once, and piles, which are open at one end only.

    1 2 | [3 7 4 | 9]

Bars separate the components. A bracket before a component closes its left end; one after it, its right end.
This board is a row, a pile open on the right, and a pile open on the left. A move takes from any open end of
any component.

Glossary
    component  a row or a pile of a board, numbered from 0
    pile       a component with one closed end
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, repeat
from math import comb
from typing import Any, ClassVar

from twoends.rules.errors import RowError
from twoends.rules.moves import LEFT, RIGHT, Lane, Move, MoveLike, as_move
from twoends.rules.rows import Interval, Row, capped_product
from twoends.rules.text import parse_row

ROWS_DEALT, CARDS_DEALT = 3, 5
"""The number of rows dealt for a game, and of cards in each."""


@dataclass(frozen=True)
class Component:
    """A row or a pile of a board: at least one card, at least one open end.

    row   the values, shape (n,); anything that `Row.of` takes
    open  the open sides: (LEFT, RIGHT) for a row, one of them for a pile

    Raises RowError.

    >>> print(Component([3, 7, 4], open=(LEFT,)))
    3 7 4]
    """

    row: Row
    open: tuple[Move, ...]

    def __init__(self, row: Iterable[Any], open: Sequence[MoveLike] = (LEFT, RIGHT)) -> None:
        object.__setattr__(self, "row", Row.of(row))
        sides: Any = open
        if isinstance(sides, list | tuple):
            sides = tuple(map(as_move, sides))
        object.__setattr__(self, "open", sides)
        # Board.of rejects () and says where it is.
        if self.open not in ((), (LEFT,), (RIGHT,), (LEFT, RIGHT)):
            raise RowError(f"a component is open at {open!r}: give (LEFT, RIGHT), (LEFT,) or (RIGHT,)")

    def __str__(self) -> str:
        return f"{'' if LEFT in self.open else '['}{self.row}{'' if RIGHT in self.open else ']'}"


@dataclass(frozen=True, repr=False)
class Board:
    """Several rows and piles; build one with `Board.of`.

    components  the rows and piles, left to right
    cards       all their values in one row, which also holds the kind of number of totals

    >>> board = Board.of([1, 2], Component([3, 7, 4], open=(LEFT,)))
    >>> board, board.components[1].open, len(board)
    (Board(1 2 | 3 7 4]), (LEFT,), 5)
    """

    components: tuple[Component, ...]
    cards: Row = field(default_factory=lambda: Row.of(()))

    def __post_init__(self) -> None:
        if type(self.components) is not tuple or bool(self.components) != bool(self.cards):
            raise RowError("a Board is built by Board.of: write Board.of([1, 2], [3, 7, 4])")

    @classmethod
    def of(cls, *components: Any) -> Board:
        """Make a board of Components, and of rows, which are open at both ends; O(n).

        Raises RowError for invalid values, and for a component without a card or an open end.

        >>> Board.of([1, 2], Component([9], (LEFT,))), Board.of()
        (Board(1 2 | 9]), Board(board))
        """
        parts = []
        for number, part in enumerate(components, 1):
            which = f"component {number} of {len(components)}"
            try:
                component = part if isinstance(part, Component) else Component(part)
            except RowError as fault:
                raise RowError(f"{which}: {fault}") from None
            if not len(component.row):
                raise RowError(f"{which} has no card: leave it out")
            if not component.open:
                raise RowError(f"{which}, {component}, is closed at both ends: open one of them")
            parts.append(component)
        return cls(tuple(parts), Row.of(value for part in parts for value in part.row.given))

    @classmethod
    def read(cls, text: str) -> Board:
        """Read a board: values between bars, a bracket at a closed end. Raises RowError.

        >>> Board.read("1 2 | [3 7 4")
        Board(1 2 | [3 7 4)
        """
        if not text.strip():
            return cls.of()
        components = []
        parts = text.split("|")
        for number, part in enumerate(parts, 1):
            which, values = f"component {number} of {len(parts)}", part.strip()
            closed = {LEFT: values.startswith("["), RIGHT: values.endswith("]")}
            values = values.removeprefix("[").removesuffix("]")
            if set(values) & set("[]"):
                raise RowError(f"{which}: a bracket is inside it: write [ before its values, ] after them")
            try:
                row = parse_row(values)
            except RowError as fault:
                raise RowError(f"{which}: {fault}") from None
            components.append(Component(row, tuple(side for side in (LEFT, RIGHT) if not closed[side])))
        return cls.of(*components)

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        text = " | ".join(map(str, self.components))
        # A single component without a bar or an unpaired bracket would be read as a row.
        return text if text.count("|") or text.count("[") != text.count("]") else f"board {text}".rstrip()

    def __repr__(self) -> str:
        shown = str(self) if len(self) <= 40 else f"{len(self.components)} components, {len(self):,} cards"
        return f"Board({shown})"

    # --- the methods of `Shape`; `remaining` is an interval of each component ---

    name: ClassVar[str] = "board"
    around: ClassVar[bool] = False

    @classmethod
    def of_deck(cls, cards: Row) -> Board:
        """The board dealt for a game: a few short rows."""
        starts = range(0, ROWS_DEALT * CARDS_DEALT, CARDS_DEALT)
        return cls.of(*(cards[start : start + CARDS_DEALT] for start in starts))

    @property
    def initial(self) -> tuple[Interval, ...]:
        """The remaining cards before the first move: all of them."""
        return tuple((0, len(component.row)) for component in self.components)

    def rest(self, remaining: tuple[Interval, ...]) -> Board:
        """The remaining cards as a board of their own, without empty components."""
        return Board.of(
            *(
                Component(component.row[start:stop], component.open)
                for component, (start, stop) in zip(self.components, remaining, strict=True)
                if start < stop
            )
        )

    def ends(self, remaining: tuple[Interval, ...]) -> tuple[Move, ...]:
        """All open ends with a card; the last card of a row counts as LEFT."""
        return tuple(
            end
            for ends, (start, stop) in zip(self._open_ends, remaining, strict=True)
            for end in ends[: stop - start]
        )

    def every_end(self) -> tuple[Move, ...]:
        """All ends that any move can take from, and the closed ends."""
        numbers = range(len(self.components))
        return tuple(Move(side.end, row=number) for number in numbers for side in (LEFT, RIGHT))

    def place(self, remaining: tuple[Interval, ...], move: Move) -> int:
        """The index in `cards` of the first card that a move takes."""
        assert move.row is not None
        start, stop = remaining[move.row]
        return self._starts[move.row] + (start if move.end == "L" else stop - 1)

    def after(self, remaining: tuple[Interval, ...], move: Move) -> tuple[Interval, ...]:
        """The remaining cards after a move; O(components)."""
        end, cards, row = move
        assert row is not None
        start, stop = remaining[row]
        changed = (start + cards, stop) if end == "L" else (start, stop - cards)
        return (*remaining[:row], changed, *remaining[row + 1 :])

    def lanes(self, remaining: tuple[Interval, ...]) -> tuple[Lane, ...]:
        """The layout: a lane for each component, including empty ones."""
        return tuple(
            Lane(range(begin + start, begin + stop), ends)
            for begin, ends, (start, stop) in zip(self._starts, self._open_ends, remaining, strict=False)
        )

    def interval(self, remaining: tuple[Interval, ...]) -> Interval | None:
        """None: even a board of one component is not a row, because its ends name the component."""
        return None

    def sizes(self, remaining: tuple[Interval, ...]) -> tuple[int, int]:
        """The number of reachable positions, this one included, and of different games."""
        left = [stop - start for start, stop in remaining]
        rows = [n for n, part in zip(left, self.components, strict=True) if len(part.open) == 2]
        piles = [n for n, part in zip(left, self.components, strict=True) if len(part.open) == 1]
        positions = capped_product((*(n * (n + 1) // 2 + max(n, 1) for n in rows), *(n + 1 for n in piles)))
        # A component's moves interleave with those before it; capped at 400, comb still reaches MAX_COUNT.
        orders = (comb(both, min(n, both - n, 400)) for n, both in zip(left, accumulate(left), strict=True))
        return positions, capped_product(chain(orders, repeat(2, sum(max(n - 1, 0) for n in rows))))

    @cached_property
    def _starts(self) -> list[int]:
        """The index in `cards` of the first card of each component."""
        return list(accumulate((len(component.row) for component in self.components), initial=0))

    @cached_property
    def _open_ends(self) -> list[tuple[Move, ...]]:
        """The open ends of each component."""
        return [
            tuple(Move(side.end, row=number) for side in component.open)
            for number, component in enumerate(self.components)
        ]
