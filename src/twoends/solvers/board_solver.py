"""Boards, both players optimal: one reduction, and the rest on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twoends.rules.boards import Board
from twoends.rules.numbers import Scaled
from twoends.rules.shapes import Shape
from twoends.rules.sides import Side
from twoends.solvers import SolverResult


def as_board(shape: Shape) -> Board | None:
    """A board, whose components contraction reduces one by one; None for another shape."""
    return shape if isinstance(shape, Board) else None  # it alone has components


def solve_board(board: Board, remaining: Any) -> SolverResult:
    """Solve what is left of a board, both players optimal: one reduction, and the rest on demand."""
    from twoends.solvers.boards import contraction

    scaled = board.cards.scaled
    reduced = contraction.ReducedBoard(parts_of(board, remaining, scaled))
    return SolverResult(
        "contraction",
        scaled,
        reduced.first,
        reduced.total - reduced.first,
        2 * reduced.touched,
        reduced.action_values,
        lambda you_first: reduced.line(),
        sum=reduced.total,
    )


def parts_of(board: Board, left: Any, scaled: Scaled) -> list[tuple[Sequence[Any], tuple[Side, ...]]]:
    """What is left of each component as the methods see it: values, of which there may be none, and sides."""
    parts = []
    begin = 0
    for component, (start, stop) in zip(board.components, left, strict=True):
        parts.append((scaled.values[begin + start : begin + stop], component.open))
        begin += len(component.row)
    return parts
