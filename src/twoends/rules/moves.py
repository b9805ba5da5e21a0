"""Moves, and lines of play.

A side of a row is written as the move of one card there, LEFT or RIGHT.

Glossary
    end  where a move takes cards: a side of a row, also of one on a board, or the first card of a circle
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import index, itemgetter
from typing import Literal, NamedTuple, SupportsIndex, overload

from twoends.rules.errors import IllegalMoveError


class Move(NamedTuple):
    """A move: where it takes cards, and how many.

    end    "L" or "R", the left or the right end; an int, the index of the first card taken from a circle
    cards  how many cards it takes
    row    the row of a board that it takes from, counted from 0; None on other shapes

    Equal moves are equal as tuples, also after pickling, so compare moves with ==. The moves of one card from
    a row are LEFT and RIGHT. `str` is the notation.

    >>> Move("L") == LEFT, str(RIGHT), str(Move("L", 3)), str(Move("R", 2, row=1)), str(Move(4))
    (True, 'R', 'L3', '1:R2', '4')
    >>> LEFT, Move("L", 3), Move("R", row=1), Move("R", 2, row=1), Move(4)
    (LEFT, Move('L', 3), Move('R', row=1), Move('R', 2, row=1), Move(4))
    """

    end: Literal["L", "R"] | int
    cards: int = 1
    row: int | None = None

    @property
    def side(self) -> Move | None:
        """The side that it takes from, LEFT or RIGHT; None for the first card of a circle."""
        return LEFT if self.end == "L" else RIGHT if self.end == "R" else None

    @property
    def single(self) -> Move:
        """The move of one card from the same end."""
        return self if self.cards == 1 else Move(self.end, 1, self.row)

    def __str__(self) -> str:
        end, cards, row = self
        if cards == 1 and row is None:  # by far the most common case
            return str(end)
        return f"{'' if row is None else f'{row}:'}{end}{'' if cards == 1 else cards}"

    def __repr__(self) -> str:
        end, cards, row = self
        if cards == 1 and row is None and end in ("L", "R"):
            return "LEFT" if end == "L" else "RIGHT"
        return f"Move({end!r}{'' if cards == 1 else f', {cards}'}{'' if row is None else f', row={row}'})"


LEFT, RIGHT = Move("L"), Move("R")

MoveLike = Move | str | SupportsIndex
"""What users may give for a move: a move, its notation, or the index of the first card of a circle."""

NOTATION = r"(?:(?:([0-9]{1,9}):)?([LR])([1-9][0-9]{0,8})?|([0-9]{1,9}))"
"""A move as text: row, side and number of cards, or an index."""


def as_move(given: object) -> Move | None:
    """Return the move that a user gives as `MoveLike`; None for anything else.

    >>> as_move("L"), as_move("1:R2"), as_move("4"), as_move(4), as_move("up")
    (LEFT, Move('R', 2, row=1), Move(4), Move(4), None)
    """
    if isinstance(given, Move):
        return given
    if isinstance(given, str):
        parts = re.fullmatch(NOTATION, given.strip().upper())
        return None if parts is None else move_of(*parts.groups())
    try:
        return Move(index(given)) if isinstance(given, SupportsIndex) else None
    except TypeError:  # an array of several numbers
        return None


def move_of(row: str | None, side: str | None, cards: str | None, first: str | None) -> Move:
    """Return the move of the parts that NOTATION finds."""
    if first is not None:
        return Move(int(first))
    return Move("L" if side == "L" else "R", int(cards or 1), None if row is None else int(row))


class Lane(NamedTuple):
    """Cards in a line, and the ends that they can be taken from.

    places  the indices of its cards in the shape's cards, left to right
    ends    its open ends in the order L, R, or one end for each card
    """

    places: Sequence[int]
    ends: tuple[Move, ...]

    @property
    def any_card(self) -> bool:
        """Whether each of its cards can be taken, as on a circle before the first move."""
        return bool(self.ends) and self.ends[0].side is None


@dataclass(frozen=True, repr=False)
class Line(Sequence[Move]):
    """A principal variation: the sequence of moves of one game of best play, run-length encoded.

    runs     pairs (count, move); adjacent runs have different moves, and the counts add up to n moves
    counted  whether moves may take several cards and are written with their counts

    >>> line = Line.of([RIGHT, LEFT, LEFT, LEFT])
    >>> str(line), list(line), line.runs
    ('RLLL', [RIGHT, LEFT, LEFT, LEFT], ((1, RIGHT), (3, LEFT)))
    >>> print(Line.of(["0:R", "0:L", "1:L"]), "|", Line.of([3, RIGHT, LEFT, LEFT]))
    0:RL 1:L | 3 RLL
    """

    runs: Sequence[tuple[int, Move]]
    counted: bool = False

    @classmethod
    def of(cls, moves: Iterable[MoveLike], *, counted: bool = False) -> Line:
        """Collect moves into runs; O(n). Raises IllegalMoveError for anything else."""
        if isinstance(moves, str | Move) or not isinstance(moves, Iterable):
            raise IllegalMoveError(f"the moves are {moves!r}: give them in order, or () for none")
        read: list[Move] = []
        for number, given in enumerate(moves, 1):
            move = given if type(given) is Move else as_move(given)
            if move is None:
                raise IllegalMoveError(f"move {number} is {given!r}: give an end, such as LEFT")
            read.append(move)
        return cls(tuple((len(list(run)), move) for move, run in groupby(read)), counted)

    @classmethod
    def of_runs(cls, runs: Iterable[tuple[int, Move]]) -> Line:
        """Join adjacent runs of the same end."""
        by_end = groupby(runs, itemgetter(1))
        return cls(tuple((sum(count for count, _ in run), end) for end, run in by_end))

    @cached_property
    def ends(self) -> tuple[Move, ...]:
        """Every move, shape (n,)."""
        return tuple(self)

    def __iter__(self) -> Iterator[Move]:
        return (end for count, end in self.runs for _ in range(count))

    def __len__(self) -> int:
        return sum(count for count, _ in self.runs)

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, at: int | slice) -> Move | tuple[Move, ...]:
        return self.ends[at]

    @cached_property
    def _text(self) -> str:
        if self.counted:
            return self.text()
        if {move for _, move in self.runs} <= {LEFT, RIGHT}:  # by far the most common case
            return "".join(("L" if move.end == "L" else "R") * count for count, move in self.runs)
        return " ".join(
            prefix + "".join(str(move.side or "") * count for count, move in runs)
            for prefix, runs in groupby(self.runs, lambda run: _prefix(run[1]))
        )

    def __str__(self) -> str:
        """The notation of the moves; `text` if they are counted."""
        return self._text

    def __repr__(self) -> str:
        return f"Line({self.short()})"

    def short(self) -> str:
        """The notation, or the first runs of a long line."""
        if len(self) <= 60:
            return str(self)
        return self.text(20) + (" …" if len(self.runs) > 20 else "")

    def text(self, most: int | None = None) -> str:
        """The runs, or the first `most` of them, as text.

        >>> Line.of("4 L L L R".split()).text(), Line.of(["1:R"] * 2).text()
        ('4 3L 1R', '1:2R')
        >>> Line.of(["L3", *["L"] * 29, *["1:R"] * 2, 4], counted=True).text()
        'L3 29xL1 2x1:R1 4'
        """
        words = []
        for count, move in self.runs[:most]:
            if self.counted:
                word = f"{move}1" if move.cards == 1 and move.side else str(move)
                words.append(word if count == 1 else f"{count}x{word}")
            else:
                words.append(_prefix(move) + (f"{count}{move.side}" if move.side else ""))
        return " ".join(words)


def _prefix(move: Move) -> str:
    """What the notation writes before the side of a move of one card: its row of a board, or a first card."""
    return f"{move.row}:" if move.row is not None else "" if move.side else str(move)
