"""Sides, ends, moves, and lines of play.

Glossary
    side  the left or the right end of a row
    end   where a move takes a card: a side of a row, an `End` of a board, an index of a circle's cards
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, overload

from twoends.rules.errors import IllegalMoveError


class Side(Enum):
    """An end of the row: `Side.LEFT` or `Side.RIGHT`, written L and R.

    >>> RIGHT, str(RIGHT), Side("L") is LEFT
    (RIGHT, 'R', True)
    """

    LEFT = "L"
    RIGHT = "R"

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self._value_  # takes half as long as `value`


LEFT, RIGHT = Side.LEFT, Side.RIGHT


class End(NamedTuple):
    """An end of a component of a board.

    component  its number, from 0
    side       LEFT or RIGHT

    >>> End(0, LEFT), str(End(0, LEFT))
    (End(component=0, side=LEFT), '0:L')
    """

    component: int
    side: Side

    def __str__(self) -> str:
        return f"{self.component}:{self.side}"


class Take(NamedTuple):
    """A move that takes several cards from one end; a move of one card is the end itself.

    end    a side of a row, or an end of a board
    cards  the number of cards, at least 2

    >>> str(Take(LEFT, 3)), str(Take(End(1, RIGHT), 2)), move_taking(Side.LEFT, 1)
    ('L3', '1:R2', LEFT)
    """

    end: Side | End
    cards: int

    def __str__(self) -> str:
        return f"{self.end}{self.cards}"

    def __repr__(self) -> str:
        return f"Take({self.end!r}, {self.cards})"


AnyMove = Side | End | int | Take
"""A move: the end of a single card (a side of a row, an end of a board, the index of a circle's first card),
or a `Take` of several cards."""


def move_taking(end: AnyMove, count: int) -> AnyMove:
    """The move that takes `count` cards from an end."""
    return end if count == 1 or isinstance(end, int | Take) else Take(end, count)


def end_and_count(move: AnyMove) -> tuple[Side | End | int, int]:
    """The end that a move takes from, and the number of cards.

    >>> end_and_count(Take(LEFT, 3)), end_and_count(RIGHT)
    ((LEFT, 3), (RIGHT, 1))
    """
    return (move.end, move.cards) if isinstance(move, Take) else (move, 1)


def side_of(move: AnyMove) -> Side | None:
    """The side that a move takes from; None for the first card of a circle.

    >>> side_of(End(2, RIGHT)), side_of(LEFT), side_of(3)
    (RIGHT, LEFT, None)
    """
    end, _ = end_and_count(move)
    return end.side if isinstance(end, End) else end if isinstance(end, Side) else None


class Lane(NamedTuple):
    """Cards in a line, and the ends that they can be taken from.

    places  the indices of its cards in the shape's cards, left to right
    ends    its open ends in the order L, R, or one end for each card
    """

    places: Sequence[int]
    ends: tuple[AnyMove, ...]

    @property
    def any_card(self) -> bool:
        """Whether each of its cards can be taken, as on a circle before the first move."""
        return bool(self.ends) and isinstance(self.ends[0], int)


def require_side(side: object) -> None:
    """Raise IllegalMoveError unless this is LEFT or RIGHT."""
    if not isinstance(side, Side):
        raise IllegalMoveError(f"{side!r} is not a side: give LEFT or RIGHT")


@dataclass(frozen=True, repr=False)
class Line(Sequence[AnyMove]):
    """A principal variation: the sequence of moves of one game of best play, run-length encoded.

    runs     pairs (count, move); adjacent runs have different moves, and the counts add up to n moves
    counted  whether moves may take several cards and are written with their counts

    >>> line = Line.of([RIGHT, LEFT, LEFT, LEFT])
    >>> str(line), list(line), line.runs
    ('RLLL', [RIGHT, LEFT, LEFT, LEFT], ((1, RIGHT), (3, LEFT)))
    >>> print(Line.of([End(0, RIGHT), End(0, LEFT), End(1, LEFT)]), "|", Line.of([3, RIGHT, LEFT, LEFT]))
    0:RL 1:L | 3 RLL
    """

    runs: Sequence[tuple[int, AnyMove]]
    counted: bool = False

    @classmethod
    def of(cls, moves: Iterable[AnyMove], *, counted: bool = False) -> Line:
        """Collect moves into runs; O(n). Raises IllegalMoveError for anything else."""
        if not isinstance(moves, Iterable):
            raise IllegalMoveError(f"the moves are {moves!r}: give them in order, or () for none")
        moves = tuple(moves)
        for number, move in enumerate(moves, 1):
            if not isinstance(move, AnyMove):
                raise IllegalMoveError(f"move {number} is {move!r}: give an end, such as LEFT")
        return cls(tuple((len(list(run)), move) for move, run in groupby(moves)), counted)

    @classmethod
    def of_runs(cls, runs: Iterable[tuple[int, AnyMove]]) -> Line:
        """Join adjacent runs of the same end."""
        by_end = groupby(runs, itemgetter(1))
        return cls(tuple((sum(count for count, _ in run), end) for end, run in by_end))

    @cached_property
    def ends(self) -> tuple[AnyMove, ...]:
        """Every move, shape (n,)."""
        return tuple(self)

    def __iter__(self) -> Iterator[AnyMove]:
        return (end for count, end in self.runs for _ in range(count))

    def __len__(self) -> int:
        return sum(count for count, _ in self.runs)

    @overload
    def __getitem__(self, at: int) -> AnyMove: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[AnyMove, ...]: ...
    def __getitem__(self, at: int | slice) -> AnyMove | tuple[AnyMove, ...]:
        return self.ends[at]

    @cached_property
    def _text(self) -> str:
        if self.counted:
            return self.text()
        if all(isinstance(move, Side) for _, move in self.runs):  # by far the most common case
            return "".join(("L" if move is LEFT else "R") * count for count, move in self.runs)
        return " ".join(
            prefix + "".join(str(side_of(move) or "") * count for count, move in runs)
            for prefix, runs in groupby(self.runs, lambda run: _prefix(run[1]))
        )

    def __str__(self) -> str:
        """The notation of the moves; `text` if they are counted."""
        return self._text

    def __repr__(self) -> str:
        return f"Line({str(self) if len(self) <= 60 else self.text()})"

    def text(self, most: int | None = None) -> str:
        """The runs, or the first `most` of them, as text.

        >>> Line(((1, 4), (3, LEFT), (1, RIGHT))).text(), Line(((2, End(1, RIGHT)),)).text()
        ('4 3L 1R', '1:2R')
        >>> Line(((1, Take(LEFT, 3)), (29, LEFT), (2, End(1, RIGHT)), (1, 4)), counted=True).text()
        'L3 29xL1 2x1:R1 4'
        """
        words = []
        for count, move in self.runs[:most]:
            if self.counted:
                word = f"{move}1" if isinstance(move, Side | End) else str(move)
                words.append(word if count == 1 else f"{count}x{word}")
            else:
                words.append(_prefix(move) + (f"{count}{side}" if (side := side_of(move)) else ""))
        return " ".join(words)


def _prefix(move: AnyMove) -> str:
    """What the notation writes before the side of a move of one card: its component, or a first card."""
    return f"{move.component}:" if isinstance(move, End) else str(move) if isinstance(move, int) else ""
