"""Answers for circles: the first move takes any card, and then it is a row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from twoends import opponents
from twoends.board_game import row_after
from twoends.choices import can_choose, choose
from twoends.replies import Opponent, Total
from twoends.rows import Number, Row
from twoends.sides import Line
from twoends.solution import computed_on, in_units, rounding, solve

if TYPE_CHECKING:
    from twoends.drawing import Picture


@dataclass(frozen=True)
class CircleSolution:
    """What a circle is worth against an opponent. Totals are in the circle's own kind of number.

    row       the values around the circle, n of them
    opponent  how the other side replies
    first     your total when you take the first card
    second    your total when the opponent does; None where he knows two ends only: your own, random P
    brings    your total for each first card of yours, shape (n,)
    error     0 for exact totals, else a bound on their rounding

    The line is computed when it is read.

    >>> solve_circle([2, 8, 1, 10, 9]).brings
    (12, 18, 12, 13, 12)
    """

    row: Row
    opponent: Opponent
    first: Number
    second: Number | None
    brings: tuple[Number, ...] = field(repr=False)
    error: Number

    @property
    def best(self) -> tuple[int, ...]:
        """The indices, from 0, of all your best first cards."""
        return tuple(at for at, total in enumerate(self.brings) if total == self.first)

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
        """The row that a first card leaves: what follows it around the circle, O(n)."""
        return row_after(self.row, index)

    def picture(self) -> Picture:
        """The circle, clockwise from the top, what each first card brings, the best ones, both totals."""
        from twoends import drawing

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
        return CircleSolution(row, against, row.show(0), row.show(0), (), 0)
    brings, error = first_cards(row, against, you_first=True)
    second = None
    if can_choose(against):
        total, _ = choose(against, row.values, first_cards(row, against, you_first=False)[0])
        second = row.show(total)
    return CircleSolution(row, against, row.show(max(brings)), second, tuple(map(row.show, brings)), error)


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
