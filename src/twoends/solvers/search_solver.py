"""Any game that is small enough: by the general search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from twoends.rules.errors import IllegalMoveError, OpponentError
from twoends.rules.games import Game
from twoends.rules.numbers import Pair, Scaled
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.sides import Line
from twoends.solvers import SolverResult
from twoends.solvers.scaling import scaled_for

if TYPE_CHECKING:
    from twoends.solvers.search import Search


def searched(game: Game, method: str = "top-down") -> tuple[Scaled, Callable[[bool], Search], State]:
    """The numbers, the general search of what is left of a game, given whether you move, and the state."""
    from twoends.solvers import search

    scaled = scaled_for(game.shape.cards, game.opponent)
    book, state = Rulebook.of(game.shape, game.you_first, scaled.values, game.rules), game.state
    find = search.top_down if method == "top-down" else search.exhaustive

    def by(you: bool) -> Search:
        return find(book.moving(state, "you" if you else "opponent"), game.opponent, state)

    return scaled, by, state


def solve_by_search(game: Game, method: str) -> SolverResult:
    """Solve any game that is small enough; `second` is None where the opponent cannot make the first move."""
    from twoends.solvers.search import line_of

    against, rules = game.opponent, game.rules
    scaled, by, state = searched(game, method)
    search = by(True)
    first, outcomes = search.solve_root(state)
    second, touched = None, search.touched
    if not rules.alone and (
        game.over or against.knows_many_ends or game.shape.interval(state.remaining) is not None
    ):
        try:
            other = by(False)
            second, _ = other.solve_root(state)
            touched += other.touched
        except OpponentError as fault:
            if not isinstance(fault.__cause__, IllegalMoveError):  # your own player may know rows only
                raise

    def line(you_first: bool) -> Line | None:
        root = first if you_first else second
        return None if against.stochastic or root is None else line_of(root, rules)

    pairs: list[Pair] = [(each.yours, each.theirs) for each in outcomes]
    return SolverResult(
        method,
        scaled,
        (first.yours, first.theirs),
        (second.yours, second.theirs) if second else None,
        touched,
        lambda: pairs,
        line,
    )
