"""Top-down: the recurrences as they are written, with a memo of the positions already solved.

Two lessons stand side by side:

    two_calls  Two optimal players think alike, so one function is enough: the total of whoever is to
               move. Of the sum S of the interval they get what the other one, who moves next, does not:
                   F(i,j) = max(S - F(i+1,j), S - F(i,j-1))
    pair       Against anyone else there are your turn (F) and the opponent's turn (G), and they call
               each other; both give your total:
                   F(i,j) = max(v[i] + G(i+1,j), v[j-1] + G(i,j-1))
                   G(i,j) = reply(v[i], v[j-1], F(i+1,j), F(i,j-1))

A cell keeps the total and a link to the cell that is played next, so that the decisions of a best
game are a linked list. A position counts as solved when its cell is in the memo, never by its value:
a total of 0 or -1 is as good as any.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate

from twoends.rules.errors import MethodError
from twoends.rules.numbers import Exact, Total
from twoends.rules.replies import Opponent
from twoends.rules.rows import Interval
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.solvers import Answer, Tail, any_of, line_of

MOST_CARDS = 1000
"""A memo of 10^6 / 4 cells takes about 100 MB; longer rows are for the other methods."""


@dataclass(frozen=True)
class Cell:
    """A solved position: your total (two_calls: the mover's), the side played, the next cell."""

    total: Total
    side: Side | None = None
    following: Cell | None = field(default=None, repr=False, compare=False)  # as deep as the row is long


END = Cell(0)


def best_response(values: Sequence[Exact], opponent: Opponent, you_first: bool) -> Answer:
    """Solve by `two_calls` if the opponent is optimal, else by `pair`; O(n²) time and memory.

    Raises MethodError above MOST_CARDS.
    """
    n = len(values)
    if n > MOST_CARDS:
        raise MethodError(
            f"a memo for {n} cards would take gigabytes: give at most {MOST_CARDS} cards, "
            "or choose bottom-up or contraction"
        )
    both_optimal = opponent.is_optimal
    with recursion_to(n):
        memo = two_calls(values) if both_optimal else pair(values, opponent, you_first)

    def yours(i: int, j: int, your_turn: bool) -> Total:
        total = memo[i, j].total  # of two calls, the mover's
        return sum(values[i:j]) - total if both_optimal and not your_turn else total

    action_values = None
    if you_first and n:
        action_values = values[0] + yours(1, n, False), values[-1] + yours(0, n - 1, False)
    line = None if opponent.stochastic else line_of(_tail(memo[0, n]))
    return Answer(yours(0, n, you_first), action_values, line, len(memo))


def two_calls(values: Sequence[Exact]) -> dict[Interval, Cell]:
    """Solve every interval that play can reach, for two optimal players: the mover's totals."""
    sums = [0, *accumulate(values)]
    memo: dict[Interval, Cell] = {}

    def f(i: int, j: int) -> Cell:
        """Anybody's turn."""
        if (i, j) not in memo:
            if i == j:
                memo[i, j] = END
            else:
                after_left, after_right = f(i + 1, j), f(i, j - 1)
                s = sums[j] - sums[i]
                memo[i, j] = _better(s - after_left.total, after_left, s - after_right.total, after_right)
        return memo[i, j]

    f(0, len(values))
    return memo


def pair(values: Sequence[Exact], opponent: Opponent, you_first: bool) -> dict[Interval, Cell]:
    """Solve every interval that play can reach, against anyone: your totals."""
    n = len(values)
    reply, sides = opponent.over(values), opponent.sides_over(values)
    memo: dict[Interval, Cell] = {}

    def f(i: int, j: int) -> Cell:
        """Your turn."""
        if (i, j) not in memo:
            if i == j:
                memo[i, j] = END
            else:
                after_left, after_right = g(i + 1, j), g(i, j - 1)
                take_left, take_right = values[i] + after_left.total, values[j - 1] + after_right.total
                memo[i, j] = _better(take_left, after_left, take_right, after_right)
        return memo[i, j]

    def g(i: int, j: int) -> Cell:
        """The opponent's turn. Whose turn it is follows from j - i, so that one memo serves both."""
        if (i, j) not in memo:
            if i == j:
                memo[i, j] = END
            else:
                after_left, after_right = f(i + 1, j), f(i, j - 1)
                total = reply(i, j, after_left.total, after_right.total)
                side = any_of(sides(i, j, after_left.total, after_right.total))
                memo[i, j] = Cell(total, side, after_right if side is RIGHT else after_left)
        return memo[i, j]

    (f if you_first else g)(0, n)
    return memo


def _better(take_left: Total, after_left: Cell, take_right: Total, after_right: Cell) -> Cell:
    """The larger of the two, as max(take_left, take_right), with the move that brings it."""
    if take_left >= take_right:
        return Cell(take_left, LEFT, after_left)
    return Cell(take_right, RIGHT, after_right)


def _tail(cell: Cell) -> Tail:
    """The cell's decisions as a tail, built from the end so that no recursion is needed."""
    cells = []
    while cell.following is not None:
        cells.append(cell)
        cell = cell.following
    tail: Tail = None
    for each in reversed(cells):
        tail = (each.side, tail)
    return tail


@contextmanager
def recursion_to(depth: int) -> Iterator[None]:
    """Allow recursion as deep as the row is long; Python frames live on the heap since 3.11."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + 2 * depth)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
