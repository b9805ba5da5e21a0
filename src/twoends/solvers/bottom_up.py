"""Bottom-up: fill the triangle of positions along its diagonals, short intervals first.

Each diagonal of intervals of equal length depends only on the one before, so the totals take O(n) memory:

    your turn        level[i] = max(v[i] + level[i+1], v[i+length-1] + level[i])
    opponent's turn  level[i] = reply(v[i], v[i+length-1], level[i+1], level[i])

The length and the first player determine who is to move, so a sweep computes one kind of cell on each
diagonal; the other kind belongs to the sweep for the other first player. Decisions, one byte a cell, are kept
only for a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from twoends.rules.errors import MethodError
from twoends.rules.numbers import Scaled, Total
from twoends.rules.opponents import Opponent, Reply, Sides, Ties
from twoends.rules.rows import Interval
from twoends.rules.sides import LEFT, RIGHT, Line, Side
from twoends.solvers import PositionValues, Progress, SolverResult, pairs_of

MOST_CARDS_OF_A_POLICY = 20_000
"""The decisions for n cards take n²/2 bytes: 200 MB at this limit."""

MOST_CARDS_OF_A_TABLE = 2_000

_SIDES: tuple[tuple[Side, ...], ...] = ((), (LEFT,), (RIGHT,), (LEFT, RIGHT))
"""The sides by encoded decision: 1 for left plus 2 for right."""


def solve(scaled: Scaled, opponent: Opponent, progress: Progress | None = None) -> SolverResult:
    """Solve along the diagonals: O(n²) time, O(n) memory.

    The line takes another sweep, which keeps its decisions in n²/2 bytes and raises MethodError above
    MOST_CARDS_OF_A_POLICY.
    """
    values, n = scaled.values, len(scaled.values)
    first, after_yours = sweep(values, opponent, True, progress)
    second, after_theirs = sweep(values, opponent, False, progress)
    row_sum = scaled.sum
    return SolverResult(
        "bottom-up",
        scaled,
        (first, row_sum - first),
        (second, row_sum - second),
        (n + 1) * (n + 2),
        lambda you_first: pairs_of(row_sum, after_yours if you_first else after_theirs),
        lambda you_first: (
            None if opponent.stochastic else policy(values, opponent, you_first, progress).line()
        ),
    )


def sweep(
    values: Sequence[Any], opponent: Opponent, you_first: bool, progress: Progress | None = None
) -> tuple[Total, tuple[Total, ...]]:
    """Return your total, and your total for each first move of either player; O(n²) time, O(n) memory."""
    n = len(values)
    for before, level in _diagonals(values, opponent, you_first, None):
        if progress is not None:
            progress(n + 1 - len(level), n)
        after = before  # in the end, the totals after a first move: the last diagonal is the row
    by_left, by_right = (values[0], values[-1]) if you_first and n else (0, 0)
    return level[0], (by_left + after[-1], by_right + after[0])[:n]


def prospects(
    values: Sequence[Any], opponent: Opponent, you_first: bool, intervals: Sequence[Interval]
) -> PositionValues:
    """Return the values of these positions from one sweep up to the longest: O(n²) time, O(n) memory."""
    by_length: dict[int, list[int]] = {}
    for number, (start, stop) in enumerate(intervals):
        if start < stop:
            by_length.setdefault(stop - start, []).append(number)
    longest = max(by_length, default=0)
    m = len(intervals)
    total, left, right = result = PositionValues([0] * m, [0] * m, [0] * m)
    for length, (before, level) in enumerate(_diagonals(values, opponent, you_first, None)):
        your_turn = ((len(values) - length) % 2 == 0) == you_first
        for number in by_length.get(length, ()):
            i, j = intervals[number]
            total[number], left[number], right[number] = level[i], before[i + 1], before[i]
            if your_turn:
                left[number] += values[i]
                right[number] += values[j - 1]
        if length == longest:
            break
    return result


def _diagonals(
    values: Sequence[Any], opponent: Opponent, you_first: bool, decisions: list[bytes] | None
) -> Iterator[tuple[list[Total], list[Total]]]:
    """Yield (previous diagonal, diagonal) by length; append encoded decisions to `decisions`, if given."""
    n = len(values)
    reply, sides = opponent.reply_on(values), opponent.sides_on(values)
    level: list[Total] = [0] * (n + 1)
    yield level, level
    for length in range(1, n + 1):
        before = level
        your_turn = ((n - length) % 2 == 0) == you_first
        level = diagonal(values, length, before[1:], before, None if your_turn else reply)
        if decisions is not None:
            decisions.append(_decide(values, None if your_turn else sides, length, before))
        yield before, level


def diagonal(
    values: Sequence[Any],
    length: int,
    after_left: Sequence[Total],
    after_right: Sequence[Total],
    reply: Reply | None,
) -> list[Total]:
    """Return your totals on the intervals of one length; the opponent moves there if `reply` is given."""
    if reply is not None:
        afters = enumerate(zip(after_left, after_right, strict=False))
        return [reply(i, i + length, by_left, by_right) for i, (by_left, by_right) in afters]
    ends = zip(values, values[length - 1 :], after_left, after_right, strict=False)
    return [max(left + by_left, right + by_right) for left, right, by_left, by_right in ends]


def _decide(values: Sequence[Any], sides: Sides | None, length: int, before: list[Total]) -> bytes:
    """Encode the sides played at each position of a diagonal: yours if `sides` is None."""
    starts = range(len(before) - 1)
    if length == 1:
        return bytes(1 for _ in starts)
    if sides is None:
        takes = ((values[i] + before[i + 1], values[i + length - 1] + before[i]) for i in starts)
        return bytes((left >= right) + 2 * (right >= left) for left, right in takes)
    return bytes(_SIDES.index(sides(i, i + length, before[i + 1], before[i])) for i in starts)


# --- the policy of both players ------------------------------------------------------------------


@dataclass(frozen=True)
class Policy:
    """The sides played at every reachable position: your best ones, and those the opponent intends.

    decisions  decisions[length-1][i] encodes the sides played at [i, i+length): 1 left, 2 right,
               3 either; shape (n, n+1-length)
    you_first  whether you make the first move
    ties       the opponent's tie-breaking rule
    """

    decisions: tuple[bytes, ...]
    you_first: bool
    ties: Ties | None

    def sides(self, start: int, stop: int) -> tuple[Side, ...]:
        """Return all sides that the player to move may play at [start, stop); O(1)."""
        return _SIDES[self.decisions[stop - start - 1][start]]

    def line(self) -> Line:
        """Play the whole row, O(n).

        Both players break ties to the left, except an opponent who breaks them to the right.
        """
        start, stop = 0, len(self.decisions)
        taken: list[Side] = []
        while start < stop:
            sides, your_turn = self.sides(start, stop), (len(taken) % 2 == 0) == self.you_first
            side = sides[-1] if self.ties == "right" and not your_turn else sides[0]
            taken.append(side)
            start, stop = start + (side is LEFT), stop - (side is RIGHT)
        return Line.of(taken)


def policy(
    values: Sequence[Any], opponent: Opponent, you_first: bool, progress: Progress | None = None
) -> Policy:
    """Sweep and keep every decision: O(n²) time, n²/2 bytes.

    Raises MethodError above MOST_CARDS_OF_A_POLICY.
    """
    n = len(values)
    if n > MOST_CARDS_OF_A_POLICY:
        raise MethodError(
            f"the moves in all positions of {n:,} cards take {n * n // 2:,} bytes: "
            f"give at most {MOST_CARDS_OF_A_POLICY:,} cards"
        )
    decisions: list[bytes] = []
    for length, _ in enumerate(_diagonals(values, opponent, you_first, decisions)):
        if progress is not None:
            progress(length, n)
    return Policy(tuple(decisions), you_first, opponent.ties)


# --- the full table ------------------------------------------------------------------------------


def table(
    values: Sequence[Any], opponent: Opponent
) -> Iterator[tuple[Sequence[Total], Sequence[Total], Sequence[tuple[Side, ...]]]]:
    """Yield three columns of the n+1-length intervals of each length from 0, by start.

    They are F, your total if you are to move; G, your total if the opponent is; and all your best sides.
    O(n²) time and O(n) memory. Raises MethodError above MOST_CARDS_OF_A_TABLE.
    """
    n = len(values)
    if n > MOST_CARDS_OF_A_TABLE:
        raise MethodError(
            f"a table of {n} cards has {n * (n + 1):,} cells: give at most {MOST_CARDS_OF_A_TABLE:,} cards"
        )
    reply = opponent.reply_on(values)
    yours: list[Total] = [0] * (n + 1)
    theirs = yours
    yield yours, theirs, [()] * (n + 1)
    for length in range(1, n + 1):
        best = [_SIDES[code] for code in _decide(values, None, length, theirs)]
        yours, theirs = (
            diagonal(values, length, theirs[1:], theirs, None),
            diagonal(values, length, yours[1:], yours, reply),
        )
        yield yours, theirs, best
