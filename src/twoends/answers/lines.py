"""Lines of play: all the optimal ones, counted, drawn at random, or one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from twoends.answers.solution import computed_on
from twoends.rules import opponents
from twoends.rules.cards import seed_of
from twoends.rules.replies import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, Line, Side
from twoends.solvers import MethodError

MOST_POSITIONS_ON_LINES = 1_000_000
"""Each position on an optimal line is kept with its count: 200 MB and more here."""

MOST_COINS_WALKED = 64
"""A row that reduces to more coins than this is solved once for all its positions."""


@dataclass(frozen=True)
class OptimalLines:
    """All games in which you play a best response and the opponent moves as he intends.

    Where a player has two equal moves, each of them is a game of its own; the last card counts as
    LEFT. The lines are numbered from 0 in alphabetical order, L before R.

    row        the row, n values
    opponent   how the other side replies
    you_first  whether you make the first move
    count      how many lines there are, exact; 1 on an empty row

    >>> lines = optimal_lines([2, 2, 2])
    >>> lines.count, [str(line) for line in lines]
    (4, ['LLL', 'LRL', 'RLL', 'RRL'])
    """

    row: Row
    opponent: Opponent
    you_first: bool
    count: int
    _sides: Callable[[int, int], tuple[Side, ...]] = field(repr=False, compare=False)
    _counts: tuple[dict[int, int], ...] = field(repr=False, compare=False)

    def line(self, number: int) -> Line:
        """The line of this number, in O(n). Raises MethodError for a number outside 0..count-1.

        >>> optimal_lines([2] * 100).line(2**98)
        Line(1R 99L)
        """
        if not hasattr(number, "__index__") or not 0 <= number < self.count:
            raise MethodError(f"there is no line {number!r}: give a number from 0 to {self.count - 1}")
        start, stop = 0, len(self.row)
        taken = []
        while start < stop:
            sides = self._sides(start, stop)
            through_left = self._counts[stop - start - 1][start + 1] if LEFT in sides else 0
            if number < through_left:
                taken.append(LEFT)
                start += 1
            else:
                taken.append(RIGHT)
                stop -= 1
                number -= through_left
        return Line.of(taken)

    def random(self, seed: int | None = None) -> Line:
        """One of them, each equally likely; the same seed gives the same line. O(n). Raises TwoEndsError.

        >>> optimal_lines([8, 15, 3, 7]).random(seed=3)
        Line(RLLL)
        """
        from random import Random  # late, for it takes milliseconds to load

        return self.line(Random(seed_of(seed)).randrange(self.count))

    def __iter__(self) -> Iterator[Line]:
        return map(self.line, range(self.count))


def optimal_lines(
    row: Iterable[Any],
    opponent: object = "optimal",
    *,
    ties: str | None = None,
    epsilon: object = None,
    you_first: bool = True,
) -> OptimalLines:
    """Find all optimal lines of a row against an opponent whose moves are not random.

    Only positions on optimal lines are looked at, p of them: n without equal moves, n²/2 at most.
    Against an optimal opponent O(p k) time where the row reduces to k coins, as ordinary rows do to
    a few; on deeper rows, and against any other opponent, O(n²) time and n²/2 bytes. Raises
    RowError, OpponentError, and MethodError for random opponents, for a rule that mixes both sides,
    and for more than MOST_POSITIONS_ON_LINES.

    >>> optimal_lines([0] * 200).count == 2**199
    True
    """
    row = Row.of(row)
    against = opponents.opponent(opponent, ties=ties, epsilon=epsilon)
    if against.by_chance:
        raise MethodError(f"{against} moves at random: lines of play need an opponent who does not")
    sides = _sides_played(row, against, you_first)
    counts = _count(len(row), sides)
    return OptimalLines(row, against, you_first, counts[len(row)][0], sides, counts)


def _sides_played(row: Row, against: Opponent, you_first: bool) -> Callable[[int, int], tuple[Side, ...]]:
    """All sides that are played at [start, stop) by whoever is to move there."""
    from twoends.solvers import bottom_up
    from twoends.solvers.end_coins import end_coins

    values, _ = computed_on(row, against)
    coins = end_coins(values)
    if not against.is_optimal or len(coins.reduced(0, len(row))) > MOST_COINS_WALKED:
        return bottom_up.policy(values, against, you_first).sides
    margin = coins.margin

    def sides(start: int, stop: int) -> tuple[Side, ...]:
        by_left = values[start] - margin(start + 1, stop)
        by_right = values[stop - 1] - margin(start, stop - 1)
        return bottom_up.best_sides(by_left, by_right, stop - start)

    return sides


def _count(n: int, sides: Callable[[int, int], tuple[Side, ...]]) -> tuple[dict[int, int], ...]:
    """How many lines go on from each position on an optimal line: counts[length][start]."""
    reached: list[set[int]] = [set() for _ in range(n)] + [{0}]
    found = 0
    for length in range(n, 0, -1):
        found += len(reached[length])
        if found > MOST_POSITIONS_ON_LINES:
            raise MethodError(
                f"more than {MOST_POSITIONS_ON_LINES:,} positions lie on optimal lines: give a shorter row"
            )
        for start in reached[length]:
            played = sides(start, start + length)
            if not played:
                raise MethodError("the opponent's rule mixes both sides: lines of play need one or the other")
            reached[length - 1].update(start + (side is LEFT) for side in played)
    counts = [dict.fromkeys(reached[0], 1)]
    for length in range(1, n + 1):
        after = counts[-1]
        counts.append(
            {
                start: sum(after[start + (side is LEFT)] for side in sides(start, start + length))
                for start in reached[length]
            }
        )
    return tuple(counts)
