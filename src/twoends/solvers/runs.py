"""The line of a long game: runs computed from arrays on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import cycle
from typing import overload

import numpy as np
from numpy.typing import NDArray

from twoends.kernels import rules
from twoends.rules.sides import LEFT, RIGHT, Side


class Runs(Sequence[tuple[int, Side]]):
    """The runs of a line from the output of a kernel, computed as pairs on demand.

    sides  the side of each move, the last LEFT, or of each coin, taken to its last card; shape (k,), k > 0
    stops  where each of these coins ends in the row, shape (k,); None for moves

    >>> Runs(np.array([2, 1, 1], np.uint8)) == ((1, RIGHT), (2, LEFT))
    True
    """

    def __init__(self, sides: NDArray[np.uint8], stops: NDArray[np.int64] | None = None) -> None:
        self._sides, self._stops = sides, stops

    @cached_property
    def _ends(self) -> NDArray[np.int64]:
        """The number of moves up to the end of each run."""
        sides = self._sides
        ends = np.append(np.flatnonzero(sides[1:] != sides[:-1]) + 1, len(sides))
        if self._stops is None:
            return ends
        # Coins from the left are taken in their order, those from the right in reverse.
        widths, lefts = np.diff(self._stops, prepend=0), sides == rules.LEFT
        taken = np.empty_like(widths)
        taken[lefts], taken[~lefts] = widths[: lefts.sum()], widths[lefts.sum() :][::-1]
        moves: NDArray[np.int64] = taken.cumsum()[ends - 1]
        return moves

    @property
    def _alternate(self) -> tuple[Side, Side]:
        return (LEFT, RIGHT) if self._sides[0] == rules.LEFT else (RIGHT, LEFT)

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, at: int) -> tuple[int, Side]: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[tuple[int, Side], ...]: ...
    def __getitem__(self, at: int | slice) -> tuple[int, Side] | tuple[tuple[int, Side], ...]:
        if isinstance(at, slice):
            return tuple(self[place] for place in range(len(self))[at])
        run = range(len(self))[at]
        begin = self._ends[run - 1] if run else 0
        return int(self._ends[run] - begin), self._alternate[run % 2]

    def __iter__(self) -> Iterator[tuple[int, Side]]:
        return zip(np.diff(self._ends, prepend=0).tolist(), cycle(self._alternate))

    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if isinstance(other, Runs) else other)

    def __hash__(self) -> int:
        return hash(tuple(self))
