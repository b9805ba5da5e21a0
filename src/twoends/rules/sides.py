"""Sides: the two ends of a row, and a line of play as the sides that were taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum


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
        return self.value


LEFT, RIGHT = Side.LEFT, Side.RIGHT


def places(sides: Sequence[Side], length: int) -> list[int]:
    """Where in a row of `length` cards those lie that these moves take, in order, in O(moves).

    >>> places([RIGHT, LEFT, LEFT], 4)
    [3, 0, 1]
    """
    start, stop = 0, length
    taken = []
    for side in sides:
        if side is LEFT:
            taken.append(start)
            start += 1
        else:
            stop -= 1
            taken.append(stop)
    return taken


@dataclass(frozen=True, repr=False)
class Line:
    """A principal variation: the moves of one best game, stored as runs of equal sides.

    runs  pairs (how many, side), alternating sides; their counts add up to n

    >>> line = Line.of([RIGHT, LEFT, LEFT, LEFT])
    >>> str(line), line.text()
    ('RLLL', '1R 3L')
    """

    runs: Sequence[tuple[int, Side]]

    @classmethod
    def of(cls, sides: Iterable[Side]) -> Line:
        """Collect moves into runs, in O(n)."""
        return cls.of_runs((1, side) for side in sides)

    @classmethod
    def of_runs(cls, runs: Iterable[tuple[int, Side]]) -> Line:
        """Join neighbouring runs of the same side; the last card of all counts as LEFT."""
        joined: list[tuple[int, Side]] = []
        for count, side in runs:
            if joined and joined[-1][1] is side:
                joined[-1] = (joined[-1][0] + count, side)
            elif count:
                joined.append((count, side))
        if joined and joined[-1][1] is RIGHT:
            count, _ = joined.pop()
            return cls.of_runs([*joined, (count - 1, RIGHT), (1, LEFT)])
        return cls(tuple(joined))

    def text(self) -> str:
        """The runs as text: 1R 3L."""
        return " ".join(f"{count}{side}" for count, side in self.runs)

    @property
    def sides(self) -> tuple[Side, ...]:
        """Every move, shape (n,)."""
        return tuple(side for count, side in self.runs for _ in range(count))

    def __len__(self) -> int:
        return sum(count for count, _ in self.runs)

    def __str__(self) -> str:
        return "".join(str(side) * count for count, side in self.runs)

    def __repr__(self) -> str:
        return f"Line({str(self) if len(self) <= 60 else self.text()})"
