"""Rows, one card from either end: contraction or bottom-up, in compiled code where that pays."""

from __future__ import annotations

from dataclasses import replace

from twoends.rules.games import Game
from twoends.rules.numbers import Scaled
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.sides import AnyMove
from twoends.solvers import Progress, SolverResult, costs
from twoends.solvers.scaling import scaled_for


def solve_row(
    row: Row,
    against: Opponent,
    method: str = "",
    progress: Progress | None = None,
    threads: int | None = None,
    *,
    compiles: bool = True,
) -> SolverResult:
    """Solve a row by contraction or bottom-up, in compiled code where that is allowed and pays."""
    method = method or ("contraction" if against.is_optimal else "bottom-up")
    scaled = scaled_for(row, against)
    seconds = costs.IN_PYTHON[method](len(row))
    if compiles:
        result = None
        # A rule of your own may answer otherwise in 64 bits: that must not depend on what ran before.
        if against.custom and seconds >= costs.SECONDS_TO_WAIT[-1]:
            from twoends.solvers import compiled

            result = compiled.solve(scaled, against, progress, threads=threads)
        elif not against.custom and costs.may_pay(seconds):
            from twoends.solvers import compiled

            pays = costs.pays_for(seconds)
            result = compiled.solve(scaled, against, progress, pays, threads)
        if result is not None:
            return result
    return solve_in_python(scaled, against, method, progress)


def solve_in_python(
    scaled: Scaled, against: Opponent, method: str = "", progress: Progress | None = None
) -> SolverResult:
    """Solve a row by a pure method: without a name by the one that serves it best."""
    if method == "contraction" or (not method and against.is_optimal):
        from twoends.solvers import contraction

        return contraction.solve(scaled, against)
    from twoends.solvers import bottom_up

    return bottom_up.solve(scaled, against, progress)


def with_full_row(game: Game) -> Opponent:
    """The opponent of a game; your own player sees the cards of the row that are gone, too."""
    against = game.opponent
    if against.player is None or not game.ends:
        return against
    from twoends.rules.positions import Position  # late: only your own players need one

    player, before = against.player, game.remaining[0]
    book = Rulebook.of(game.shape, game.you_first, scaled_for(game.shape.cards, against).values)

    def seeing(position: Position) -> AnyMove:
        start, stop = position.start + before, position.stop + before
        state = State((start, stop), len(game.shape) - (stop - start))
        return player(Position(book.moving(state, "opponent"), state))

    return replace(against, player=seeing)
