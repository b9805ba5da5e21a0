"""Circles: the first move takes any card and leaves a row.

Taking card i leaves the n-1 cards that follow it around the circle: the interval [i+1, i+n) of the values
written twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, repeat
from typing import Any, ClassVar

from twoends.rules.moves import LEFT, RIGHT, Lane, Move
from twoends.rules.rows import Interval, Row, capped_product
from twoends.rules.text import parse_row

CARDS_DEALT = 12
"""The number of cards dealt for a game: as many as a clock has hours."""

Remaining = Interval | None
"""The remaining cards: None before the first move, then an interval of the values written twice."""


@dataclass(frozen=True, repr=False)
class Circle:
    """Values around a circle.

    cards  the values, shape (n,); anything that `Row.of` takes

    The first move is the index of a card, from 0; the later moves are sides of the row that it leaves.
    Raises RowError.

    >>> Circle([2, 8, 1, 10, 9])
    Circle(2 8 1 10 9)
    """

    cards: Row

    def __init__(self, cards: Iterable[Any] = ()) -> None:
        object.__setattr__(self, "cards", Row.of(cards))

    @classmethod
    def read(cls, text: str) -> Circle:
        """Read a circle: its values in order. Raises RowError."""
        return cls(parse_row(text))

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return f"circle {self.cards}".rstrip()

    def __repr__(self) -> str:
        return f"Circle({repr(self.cards)[4:-1]})"

    # --- the methods of `Shape` ---

    name: ClassVar[str] = "circle"
    around: ClassVar[bool] = True

    @classmethod
    def of_deck(cls, cards: Row) -> Circle:
        """The circle dealt for a game."""
        return cls(cards[:CARDS_DEALT])

    @property
    def initial(self) -> Remaining:
        """The remaining cards before the first move: all of them."""
        return None if len(self) else (0, 0)

    def rest(self, remaining: Remaining) -> Circle | Row:
        """The remaining cards: the circle itself before the first move, then a row."""
        if remaining == self.initial or remaining is None:
            return self
        places = [place % len(self) for place in range(*remaining)]
        given = tuple(self.cards.given[place] for place in places)
        return Row(given, tuple(self.cards.units[place] for place in places), self.cards.scale)

    def ends(self, remaining: Remaining) -> tuple[Move, ...]:
        """The ends with a card: before the first move every index, then the sides of a row."""
        return self._first_moves if remaining is None else self.cards.ends(remaining)

    def every_end(self) -> tuple[Move, ...]:
        """All ends that any move can take from."""
        return (*self._first_moves, LEFT, RIGHT)

    def place(self, remaining: Remaining, move: Move) -> int:
        """The index in `cards` of the first card that a move takes."""
        return int(move.end) if remaining is None else self.cards.place(remaining, move) % len(self)

    def after(self, remaining: Remaining, move: Move) -> Remaining:
        """The remaining cards after a move."""
        if remaining is not None:
            return self.cards.after(remaining, move)
        first = int(move.end)
        return first + 1, first + len(self)

    def lanes(self, remaining: Remaining) -> tuple[Lane, ...]:
        """The layout: one lane; before the first move each of its cards can be taken."""
        if remaining is None:
            return (Lane(range(len(self)), self.ends(None)),)
        return (Lane([place % len(self) for place in range(*remaining)], (LEFT, RIGHT)),)

    def interval(self, remaining: Remaining) -> Interval | None:
        """The remaining cards as [start, stop) of the cards written twice; None before the first move."""
        return remaining

    def sizes(self, remaining: Remaining) -> tuple[int, int]:
        """Upper bounds on the number of reachable positions, this one included, and of different games.

        Before the first move each interval counts twice, because it may be on either side of card 0.
        """
        if remaining is not None:
            return self.cards.sizes(remaining)
        n = len(self)
        return 2 * n * n, capped_product(chain((n,), repeat(2, n - 2)))

    @cached_property
    def _first_moves(self) -> tuple[Move, ...]:
        """The moves before the first: any card."""
        return tuple(map(Move, range(len(self))))
