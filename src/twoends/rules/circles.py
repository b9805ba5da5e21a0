"""Circles: the first move takes any card, and what it leaves is a row.

Card i leaves the row of the n-1 cards that follow it around the circle: on the row that is written down
twice, the interval [i+1, i+n).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any, ClassVar

from twoends.rules.rows import Interval, Row, capped_product
from twoends.rules.sides import LEFT, RIGHT, AnyMove, Lane
from twoends.rules.text import parse_row

CARDS_DEALT = 12
"""How many cards a game is dealt."""

Remaining = Interval | None
"""What is left: None before the first move, then an interval of the circle that is written down twice."""


@dataclass(frozen=True, repr=False)
class Circle:
    """Values around a circle.

    cards  the values, shape (n,); anything that `Row.of` takes

    A first move is the index of a card, from 0; the moves after it are sides of the row that follows it.
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

    def _row(self, start: int, stop: int) -> Row:
        """The cards from one place to another of the circle that is written down twice."""
        places = [place % len(self) for place in range(start, stop)]
        given = tuple(self.cards.given[place] for place in places)
        values = tuple(self.cards.values[place] for place in places)
        return Row(given, values, self.cards.scale)

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return f"circle {self.cards}".rstrip()

    def __repr__(self) -> str:
        return f"Circle({repr(self.cards)[4:-1]})"

    # --- the verbs that all shapes have ---

    name: ClassVar[str] = "circle"

    @classmethod
    def of_deck(cls, cards: Row) -> Circle:
        """A circle as it is dealt for a game: as many cards as a clock has hours."""
        return cls(cards[:CARDS_DEALT])

    @property
    def initial(self) -> Remaining:
        """What is left before the first move."""
        return None if len(self) else (0, 0)

    def rest(self, remaining: Remaining) -> Circle | Row:
        """What is left: the circle itself before the first move, then a row."""
        return self if remaining == self.initial or remaining is None else self._row(*remaining)

    def ends(self, remaining: Remaining) -> tuple[AnyMove, ...]:
        """Where a card may be taken: every index of the circle, then both sides of a row."""
        return tuple(range(len(self))) if remaining is None else self.cards.ends(remaining)

    def every_end(self) -> tuple[AnyMove, ...]:
        """Every end that may ever be taken from."""
        return (*range(len(self)), LEFT, RIGHT)

    def place(self, remaining: Remaining, end: AnyMove) -> int:
        """Which card an end shows, as an index of `cards`."""
        if remaining is None:
            assert isinstance(end, int), "the first move is an index"
            return end
        return (remaining[0] if end is LEFT else remaining[1] - 1) % len(self)

    def after(self, remaining: Remaining, end: AnyMove, count: int = 1) -> Remaining:
        """What is left once so many cards are gone there."""
        if remaining is None:
            assert isinstance(end, int), "the first move is an index"
            return end + 1, end + len(self)
        start, stop = remaining
        return (start + count, stop) if end is LEFT else (start, stop - count)

    def lanes(self, remaining: Remaining) -> tuple[Lane, ...]:
        """What is left as it is laid out: one lane, of which each card may be taken before the first move."""
        if remaining is None:
            return (Lane(range(len(self)), self.ends(None)),)
        return (Lane([place % len(self) for place in range(*remaining)], (LEFT, RIGHT)),)

    def interval(self, remaining: Remaining) -> Interval | None:
        """What is left as cards [start, stop) of `around(values)`, once a first card is gone."""
        return remaining

    def around(self, values: Sequence[Any]) -> Sequence[Any]:
        """The values that `interval` speaks of, in its order: the circle written down twice."""
        return [*values, *values]

    def sizes(self, remaining: Remaining) -> tuple[int, int]:
        """At most how many positions follow from what is left, itself included, and how many different games.

        Before the first move each interval counts twice, because it may lie on either side of card 0.
        """
        if remaining is not None:
            return self.cards.sizes(remaining)
        n = len(self)
        return 2 * n * n, capped_product(chain((n,), repeat(2, n - 2)))
