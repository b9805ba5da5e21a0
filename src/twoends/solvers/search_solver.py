"""Solve any game that is small enough by the general search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twoends.rules.errors import IllegalMoveError, OpponentError
from twoends.rules.games import Game
from twoends.rules.numbers import Pair
from twoends.rules.rulebook import Rulebook
from twoends.rules.rules import Mover
from twoends.rules.sides import Line
from twoends.solvers import SolverResult
from twoends.solvers.scaling import scaled_for

if TYPE_CHECKING:
    from twoends.solvers.search import Search


def search_of(game: Game, mover: Mover | None = None, method: str = "top-down") -> Search:
    """Set up the search of a game's remaining cards; `mover` moves first, by default whose turn it is."""
    from twoends.solvers import search

    values = scaled_for(game.shape.cards, game.opponent).values
    book = Rulebook.of(game.shape, game.you_first, values, game.rules)
    start = search.top_down if method == "top-down" else search.exhaustive
    return start(book.moving(game.state, mover or game.mover), game.opponent, game.state)


def solve_by_search(game: Game, method: str) -> SolverResult:
    """Solve a small game; `second` is None if the opponent cannot make the first move."""
    from twoends.solvers.search import line_of

    against, rules, state = game.opponent, game.rules, game.state
    search = search_of(game, "you", method)
    first, outcomes = search.solve_root(state)
    second, touched = None, search.touched
    if not rules.alone and (
        game.over or against.handles_many_ends or game.shape.interval(state.remaining) is not None
    ):
        try:
            other = search_of(game, "opponent", method)
            second, _ = other.solve_root(state)
            touched += other.touched
        except OpponentError as fault:
            if not isinstance(fault.__cause__, IllegalMoveError):  # a custom player may support rows only
                raise

    def line(you_first: bool) -> Line | None:
        root = first if you_first else second
        return None if against.stochastic or root is None else line_of(root, rules)

    pairs: list[Pair] = [(each.yours, each.theirs) for each in outcomes]
    return SolverResult(
        method,
        scaled_for(game.shape.cards, against),
        (first.yours, first.theirs),
        (second.yours, second.theirs) if second else None,
        touched,
        lambda: pairs,
        line,
    )
