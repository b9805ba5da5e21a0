"""Answers for circles: the first move takes any card, and then it is a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from twoends.answers.solution import Winner, computed_on, in_units, rounding, solve
from twoends.rules import opponents
from twoends.rules.board_games import CircleGame
from twoends.rules.choices import can_choose, choose
from twoends.rules.replies import Opponent, Total
from twoends.rules.rows import Number, Row
from twoends.rules.sides import Line

if TYPE_CHECKING:
    from twoends.views.svg import Picture


@dataclass(frozen=True)
class CircleMove:
    """One first card of a circle and its worth.

    index  its place, from 0
    total  your total if you take it and play best from then on
    loss   the best total minus this one, never negative

    >>> solve_circle([2, 8, 1, 10, 9]).moves[:2]
    (CircleMove(index=1, total=18, loss=0), CircleMove(index=3, total=13, loss=5))
    """

    index: int
    total: Number
    loss: Number


@dataclass(frozen=True)
class CircleSolution:
    """What a circle is worth against an opponent. Totals are in the circle's own kind of number.

    row            the values around the circle, n of them
    opponent       how the other side replies
    first          your total when you take the first card
    second         your total when the opponent does; None where he knows two ends only: your own, random P
    margin_first   your total minus the opponent's when you take the first card
    margin_second  the same when the opponent does; None where `second` is
    brings         your total for each first card of yours, shape (n,)
    error          0 for exact totals, else a bound on their rounding

    The moves and the line are computed when they are read.

    >>> s = solve_circle([2, 8, 1, 10, 9])
    >>> s.brings, s.margin_first, s.margin_second, s.go_first, s.winner
    ((12, 18, 12, 13, 12), 6, -6, True, 'you')
    """

    row: Row
    opponent: Opponent
    first: Number
    second: Number | None
    margin_first: Number
    margin_second: Number | None
    brings: tuple[Number, ...] = field(repr=False)
    error: Number
    _totals: Sequence[Total] = field(repr=False, compare=False)

    @property
    def best(self) -> tuple[int, ...]:
        """The indices, from 0, of all your best first cards."""
        return tuple(at for at, total in enumerate(self.brings) if total == self.first)

    @property
    def go_first(self) -> bool | None:
        """Whether the first card gives you at least as much as letting the opponent have it.

        None where `second` is.
        """
        return None if self.second is None else self.first >= self.second

    @property
    def winner(self) -> Winner:
        """Who has the larger total when you take the first card (by expectation, where moves are random)."""
        return "you" if self.margin_first > 0 else "opponent" if self.margin_first < 0 else "draw"

    @cached_property
    def moves(self) -> tuple[CircleMove, ...]:
        """Every first card of yours, best first, in the order of the circle where they are equal."""
        best, show = max(self._totals, default=0), self.row.show
        moves = [CircleMove(at, show(total), show(best - total)) for at, total in enumerate(self._totals)]
        return tuple(sorted(moves, key=lambda move: move.loss))

    @cached_property
    def line(self) -> tuple[int, Line] | None:
        """One best game: the index of its first card, then the sides taken of the row that it leaves.

        None where the opponent's moves are random, and on an empty circle.
        """
        if not len(self.row):
            return None
        at = self.best[0]
        line = solve(self.row_after(at), self.opponent).line_second
        return None if line is None else (at, line)

    def row_after(self, index: int) -> Row:
        """The row that a first card leaves: what follows it around, O(n). Raises IllegalMoveError."""
        return CircleGame(self.row, first=index).rest.row

    def picture(self) -> Picture:
        """The circle, clockwise from the top, what each first card brings, the best ones, both totals."""
        from twoends.views import svg as drawing

        sentences = [
            f"Taking the first card you get {drawing.number(self.first)}. The opponent is {self.opponent}."
        ]
        if self.second is not None:
            sentences.append(f"If the opponent takes it you get {drawing.number(self.second)}.")
        brings = list(map(drawing.number, self.brings))
        return drawing.circle(self.row.words(), brings, self.best, sentences)

    def _repr_svg_(self) -> str | None:
        return self.picture().svg_in_notebook()

    def __str__(self) -> str:
        return f"{self.first} taking the first card, against {self.opponent}"


def solve_circle(
    row: Iterable[Any], opponent: object = "optimal", *, ties: str | None = None, epsilon: object = None
) -> CircleSolution:
    """Solve a circle: you take any card, then the opponent moves on the row that follows it.

    Against an optimal opponent O(n log n), O(n) on ordinary circles; against any other O(n²) time
    and O(n) memory. Where the opponent starts he takes his first card as `choices.choose` says.
    Raises RowError, OpponentError.

    >>> s = solve_circle([2, 8, 1, 10, 9], "greedy")
    >>> s.first, s.best, s.line
    (18, (1,), (1, Line(RLLL)))
    """
    row = Row.of(row)
    against = opponents.opponent(opponent, ties=ties, epsilon=epsilon)
    if not len(row):
        nothing = row.show(0)
        return CircleSolution(row, against, nothing, nothing, nothing, nothing, (), 0, ())
    brings, error = first_cards(row, against, you_first=True)
    first, whole = max(brings), sum(row.values)
    second = margin_second = None
    if can_choose(against):
        total, _ = choose(against, row.values, first_cards(row, against, you_first=False)[0])
        second, margin_second = row.show(total), row.show(2 * total - whole)
    return CircleSolution(
        row,
        against,
        row.show(first),
        second,
        row.show(2 * first - whole),
        margin_second,
        tuple(map(row.show, brings)),
        error,
        brings,
    )


def first_cards(row: Row, against: Opponent, *, you_first: bool) -> tuple[list[Total], Number]:
    """Your total on a circle for each first card, yours or the opponent's, and a bound on its rounding.

    shape (n,), in the row's units, exact or in floats; the costs are those of `solve_circle`.
    """
    from twoends.solvers.circle import rests

    values, unit = computed_on(row, against)
    held = rests(values, against, not you_first)
    if you_first:
        held = [value + rest for value, rest in zip(values, held, strict=True)]
    return [in_units(total, unit) for total in held], rounding(values)
