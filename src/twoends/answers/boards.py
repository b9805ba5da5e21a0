"""Answers for boards: what several rows and piles are worth together, and where to move now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from twoends.answers.solution import Winner, in_units
from twoends.rules import opponents
from twoends.rules.boards import Board, BoardLine, End
from twoends.rules.replies import Opponent, Total
from twoends.rules.rows import Number, common_unit
from twoends.solvers import MethodError

if TYPE_CHECKING:
    from twoends.solvers.boards import BoardAnswer, Part
    from twoends.views.svg import Picture

BOARD_METHODS = ("auto", "exhaustive", "top-down", "contraction")


@dataclass(frozen=True)
class BoardMove:
    """One move on a board and its worth.

    end    the end that it takes
    total  your total if you take it and play best from then on
    loss   the best total minus this one, never negative
    """

    end: End
    total: Number
    loss: Number


@dataclass(frozen=True)
class BoardSolution:
    """What a board is worth against an opponent. Totals are in the board's own kind of number.

    board          several rows and piles, n cards in all
    opponent       how the other side replies
    method         how the totals were computed
    first          your total when you move first
    second         your total when the opponent moves first
    margin_first   your total minus the opponent's when you move first
    margin_second  the same when the opponent moves first
    moves          your moves now, best first, in the order of the ends where they are equal
    line           one best game with you moving first; None where the opponent's moves are random
    positions      how many positions were looked at for both totals

    >>> s = solve_board("[1 2 | 3 7 4 | 9]")
    >>> s.margin_first, [move.end for move in s.moves if not move.loss]
    (8, [End(component=2, side=LEFT)])
    """

    board: Board
    opponent: Opponent
    method: str
    first: Number
    second: Number
    margin_first: Number
    margin_second: Number
    moves: tuple[BoardMove, ...] = field(repr=False)
    line: BoardLine | None
    positions: int

    @property
    def best(self) -> tuple[End, ...]:
        """All your best ends now, in order; none on an empty board."""
        return tuple(move.end for move in self.moves if move.loss == 0)

    @property
    def go_first(self) -> bool:
        """Whether moving first gives you at least as much as moving second."""
        return self.first >= self.second

    @property
    def winner(self) -> Winner:
        """Who has the larger total when you move first (by expectation, where moves are random)."""
        return "you" if self.margin_first > 0 else "opponent" if self.margin_first < 0 else "draw"

    def picture(self) -> Picture:
        """The board with its best ends, what each end brings, and both totals; O(n) tiles."""
        from twoends.views import svg as drawing

        components = [
            (component.row.words(), "".join(map(str, component.open))) for component in self.board.components
        ]
        marks = {(move.end.component, str(move.end.side)): drawing.number(move.total) for move in self.moves}
        best = [(end.component, str(end.side)) for end in self.best]
        worth = ((self.first, self.margin_first), (self.second, self.margin_second))
        return drawing.board(components, marks, best, worth, str(self.opponent))

    def _repr_svg_(self) -> str | None:
        return self.picture().svg_in_notebook()

    def __str__(self) -> str:
        return f"{self.first} moving first, {self.second} moving second, against {self.opponent}"


def solve_board(
    board: Board | str | Iterable[Any],
    opponent: object = "optimal",
    *,
    ties: str | None = None,
    epsilon: object = None,
    method: str = "auto",
) -> BoardSolution:
    """Solve several rows and piles at once; a board is given as `Board.of` takes it.

    Against an optimal opponent by contraction, O(n log n) for n cards. Against any other built-in
    opponent top-down or exhaustively, small boards only: MOST_POSITIONS and MOST_GAMES in
    solvers.boards.search. Expectations are exact. Raises RowError, OpponentError, MethodError.

    >>> s = solve_board("[1 2 | 3 7 4 | 9]")
    >>> s.first, s.second, s.best, str(s.line)
    (17, 9, (End(component=2, side=LEFT),), '2:L 0:RR 1:LLL')
    """
    given = Board.of(board)
    against = opponents.opponent(opponent, ties=ties, epsilon=epsilon)
    if method not in BOARD_METHODS:
        raise MethodError(
            f"there is no method '{method}' for boards: choose {', '.join(BOARD_METHODS[:-1])} "
            f"or {BOARD_METHODS[-1]}"
        )
    if method == "auto":
        method = "contraction" if against.is_optimal else "top-down"
    parts, unit = parts_of(given)
    respond = best_response_by(method)
    first, second = (respond(parts, against, you_first) for you_first in (True, False))

    def show(total: Total) -> Number:
        return given.joined.show(in_units(total, unit))

    whole = sum(sum(values) for values, _ in parts)
    moves = [BoardMove(end, show(total), show(first.total - total)) for end, total in first.brings]
    return BoardSolution(
        given,
        against,
        method,
        show(first.total),
        show(second.total),
        show(2 * first.total - whole),
        show(2 * second.total - whole),
        tuple(sorted(moves, key=lambda move: move.loss)),
        None if first.runs is None else BoardLine.of_runs(first.runs, given),
        first.touched + second.touched,
    )


def parts_of(board: Board) -> tuple[list[Part], int]:
    """The components as the methods see them, in integers, and how many of their units make 1; O(n)."""
    values, unit = common_unit(board.joined.values)
    parts: list[Part] = []
    start = 0
    for component in board.components:
        stop = start + len(component.row)
        parts.append((values[start:stop], component.open))
        start = stop
    return parts, unit


def best_response_by(method: str) -> Callable[..., BoardAnswer]:
    """Load the method in use."""
    if method == "contraction":
        from twoends.solvers.boards import contraction

        return contraction.best_response
    from twoends.solvers.boards import search

    return search.exhaustive if method == "exhaustive" else search.top_down
