"""Bottom-up: fill the triangle of positions along its diagonals, short intervals first.

The diagonal of length `length` needs only the one before it, so O(n) memory gives the totals:

    your turn        level[i] = max(v[i] + level[i+1], v[i+length-1] + level[i])
    opponent's turn  level[i] = reply(v[i], v[i+length-1], level[i+1], level[i])

Who is to move follows from the length, so one answer needs one kind of cell on each diagonal; the
other kind belongs to the answer for the other player to start. Decisions are kept, one byte a
cell, only when a line is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from twoends.rules.errors import MethodError
from twoends.rules.numbers import Scaled, Total
from twoends.rules.preferences import Opponent, Ties
from twoends.rules.replies import Sides, reply_on, sides_on
from twoends.rules.rows import Interval
from twoends.rules.sides import LEFT, RIGHT, Line, Side
from twoends.solvers import PositionValues, Progress, SolverResult, pairs_of

MOST_CARDS_OF_A_POLICY = 20_000
"""Decisions of n cards take n²/2 bytes: 200 MB here."""

MOST_CARDS_OF_A_TABLE = 2_000

_SIDES: tuple[tuple[Side, ...], ...] = ((), (LEFT,), (RIGHT,), (LEFT, RIGHT))
"""The sides that a decision stands for: 1 for left plus 2 for right."""


def solve(scaled: Scaled, opponent: Opponent, progress: Progress | None = None) -> SolverResult:
    """Solve along the diagonals: O(n²) time, O(n) memory.

    The line is worked out in another sweep, which keeps its decisions in n²/2 bytes; it raises MethodError
    for more than MOST_CARDS_OF_A_POLICY.
    """
    values, n = scaled.values, len(scaled.values)
    first, brings = sweep(values, opponent, True, progress)
    second, _ = sweep(values, opponent, False, progress)
    whole = scaled.sum
    return SolverResult(
        "bottom-up",
        scaled,
        (first, whole - first),
        (second, whole - second),
        (n + 1) * (n + 2),
        lambda: pairs_of(whole, brings),
        lambda you_first: (
            None if opponent.stochastic else policy(values, opponent, you_first, progress).line()
        ),
    )


def sweep(
    values: Sequence[Any], opponent: Opponent, you_first: bool, progress: Progress | None = None
) -> tuple[Total, tuple[Total, ...]]:
    """Your total, and what each of your first moves brings if you move first; O(n²) time, O(n) memory."""
    n = len(values)
    for before, level in _diagonals(values, opponent, you_first, None):
        if progress is not None:
            progress(n + 1 - len(level), n)
        after = before  # the whole row comes last: these are the totals after its first move
    brings = (values[0] + after[1], values[-1] + after[0])[:n] if you_first and n else ()
    return level[0], brings


def prospects(
    values: Sequence[Any], opponent: Opponent, you_first: bool, intervals: Sequence[Interval]
) -> PositionValues:
    """What each of these positions holds for you, picked up in one sweep: O(n²) time, O(n) memory.

    The sweep ends at the longest interval.
    """
    of_length: dict[int, list[int]] = {}
    for number, (start, stop) in enumerate(intervals):
        if start < stop:
            of_length.setdefault(stop - start, []).append(number)
    longest = max(of_length, default=0)
    m = len(intervals)
    held = PositionValues([0] * m, [0] * m, [0] * m)
    for length, (before, level) in enumerate(_diagonals(values, opponent, you_first, None)):
        your_turn = ((len(values) - length) % 2 == 0) == you_first
        for number in of_length.get(length, ()):
            i, j = intervals[number]
            held.total[number], held.left[number], held.right[number] = level[i], before[i + 1], before[i]
            if your_turn:
                held.left[number] += values[i]
                held.right[number] += values[j - 1]
        if length == longest:
            break
    return held


def _diagonals(
    values: Sequence[Any], opponent: Opponent, you_first: bool, decisions: list[bytes] | None
) -> Iterator[tuple[list[Total], list[Total]]]:
    """Yield each diagonal with the one before it, and keep its decisions if there is a list for them."""
    n = len(values)
    reply, sides = reply_on(opponent, values), sides_on(opponent, values)
    level: list[Total] = [0] * (n + 1)
    yield level, level
    for length in range(1, n + 1):
        before = level
        your_turn = ((n - length) % 2 == 0) == you_first
        if your_turn:
            level = [
                max(left + after_left, right + after_right)
                for left, right, after_left, after_right in zip(
                    values, values[length - 1 :], before[1:], before, strict=False
                )
            ]
        else:
            level = [
                reply(i, i + length, after_left, after_right)
                for i, (after_left, after_right) in enumerate(zip(before[1:], before, strict=False))
            ]
        if decisions is not None:
            decisions.append(_decide(values, None if your_turn else sides, length, before))
        yield before, level


def _decide(values: Sequence[Any], sides: Sides | None, length: int, before: list[Total]) -> bytes:
    """Encode the sides played at every position of one diagonal: yours where there is no rule for `sides`."""
    starts = range(len(before) - 1)
    if length == 1:
        return bytes(1 for _ in starts)
    if sides is None:
        takes = ((values[i] + before[i + 1], values[i + length - 1] + before[i]) for i in starts)
        return bytes((left >= right) + 2 * (right >= left) for left, right in takes)
    return bytes(_SIDES.index(sides(i, i + length, before[i + 1], before[i])) for i in starts)


# --- the policy: what both players do everywhere -----------------------------------------------


@dataclass(frozen=True)
class Policy:
    """The sides played wherever play can lead: yours are best, the opponent's as they intend.

    decisions  decisions[length-1][i] encodes the sides played at [i, i+length): 0 none, 1 left, 2
               right, 3 either; shape (n, n+1-length)
    you_first  whether you make the first move
    ties       which of equally good sides the opponent takes in the line
    """

    decisions: tuple[bytes, ...]
    you_first: bool
    ties: Ties | None

    def sides(self, start: int, stop: int) -> tuple[Side, ...]:
        """All sides played at [start, stop), by whoever is to move there; none where a rule mixes. O(1)."""
        return _SIDES[self.decisions[stop - start - 1][start]]

    def line(self) -> Line | None:
        """Play from the whole row to the last card, O(n); None where a rule mixes.

        Of both sides you take the left one, and so does the opponent, but for who prefers the right one.
        """
        start, stop = 0, len(self.decisions)
        taken: list[Side] = []
        while start < stop:
            if not (sides := self.sides(start, stop)):
                return None
            your_turn = (len(taken) % 2 == 0) == self.you_first
            side = sides[-1] if self.ties == "right" and not your_turn else sides[0]
            taken.append(side)
            start, stop = start + (side is LEFT), stop - (side is RIGHT)
        return Line.of(taken)


def policy(
    values: Sequence[Any], opponent: Opponent, you_first: bool, progress: Progress | None = None
) -> Policy:
    """Keep every decision of the sweep: O(n²) time, n²/2 bytes.

    Raises MethodError above MOST_CARDS_OF_A_POLICY.
    """
    decisions = _room_for_decisions(len(values))
    for length, _ in enumerate(_diagonals(values, opponent, you_first, decisions)):
        if progress is not None:
            progress(length, len(values))
    return Policy(tuple(decisions), you_first, opponent.ties)


def _room_for_decisions(n: int) -> list[bytes]:
    if n > MOST_CARDS_OF_A_POLICY:
        raise MethodError(
            f"what to do in every position of {n:,} cards takes {n * n // 2:,} bytes: "
            f"give at most {MOST_CARDS_OF_A_POLICY:,} cards"
        )
    return []


# --- the whole table, for those who want to see it ---------------------------------------------


class Triangles(NamedTuple):
    """Every position of a row of n cards.

    yours   yours[length][i] is F(i, i+length), your total when you are to move; shape (n+1, n+1-length)
    theirs  theirs[length][i] is G(i, i+length), your total when the opponent is to move; same shape
    best    best[length][i] are all your best sides there; empty for length 0
    """

    yours: tuple[tuple[Total, ...], ...]
    theirs: tuple[tuple[Total, ...], ...]
    best: tuple[tuple[tuple[Side, ...], ...], ...]


def table(values: Sequence[Any], opponent: Opponent) -> Triangles:
    """Fill both triangles; O(n²) time and memory. Raises MethodError above MOST_CARDS_OF_A_TABLE."""
    n = len(values)
    if n > MOST_CARDS_OF_A_TABLE:
        raise MethodError(
            f"a table of {n} cards has {n * (n + 1):,} cells: give at most {MOST_CARDS_OF_A_TABLE:,} cards"
        )
    reply = reply_on(opponent, values)
    yours: list[tuple[Total, ...]] = [(0,) * (n + 1)]
    theirs = yours.copy()
    best: list[tuple[tuple[Side, ...], ...]] = [((),) * (n + 1)]
    for length in range(1, n + 1):
        starts = range(n + 1 - length)
        f, g = yours[-1], theirs[-1]
        takes = [(values[i] + g[i + 1], values[i + length - 1] + g[i]) for i in starts]
        yours.append(tuple(map(max, takes)))
        theirs.append(tuple(reply(i, i + length, f[i + 1], f[i]) for i in starts))
        best.append(tuple(best_sides(left, right, length) for left, right in takes))
    return Triangles(tuple(yours), tuple(theirs), tuple(best))


def best_sides(take_left: Total, take_right: Total, length: int) -> tuple[Side, ...]:
    """All best sides of a position, given what each brings; the last card counts as LEFT."""
    if length == 1 or take_left > take_right:
        return (LEFT,)
    return (RIGHT,) if take_left < take_right else (LEFT, RIGHT)
