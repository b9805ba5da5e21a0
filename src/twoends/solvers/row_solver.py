"""Solve rows, one card from either end, by contraction or bottom-up, compiled where that pays."""

from __future__ import annotations

from dataclasses import replace

from twoends.rules.games import Game
from twoends.rules.numbers import Scaled
from twoends.rules.preferences import Opponent
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.sides import AnyMove
from twoends.solvers import Options, Progress, SolverResult, costs
from twoends.solvers.scaling import scaled_for


def solve_row(game: Game, method: str, options: Options) -> SolverResult:
    """Solve the remaining cards of a row by contraction or bottom-up, in compiled code where that pays."""
    against, progress, threads = with_full_row(game), options.progress, options.threads
    scaled = scaled_for(game.rest.cards, against)
    seconds = costs.IN_PYTHON[method](len(scaled.values))
    # A custom rule may compute other totals in 64 bits: whether it does must not depend on earlier calls.
    if options.compiles and (
        seconds >= costs.SECONDS_TO_WAIT[-1] if against.custom else costs.may_pay(seconds)
    ):
        from twoends.kernels.compiling import always
        from twoends.solvers import compiled

        pays = always if against.custom else costs.pays_for(seconds)
        if (result := compiled.solve(scaled, against, progress, pays, threads)) is not None:
            return result
    return solve_in_python(method, scaled, against, progress)


def solve_in_python(
    method: str, scaled: Scaled, against: Opponent, progress: Progress | None = None
) -> SolverResult:
    """Solve a row by contraction or bottom-up, without kernels."""
    if method == "contraction":
        from twoends.solvers import contraction

        return contraction.solve(scaled)
    from twoends.solvers import bottom_up

    return bottom_up.solve(scaled, against, progress)


def with_full_row(game: Game) -> Opponent:
    """Return the opponent of a game; a custom player is wrapped to see the full row with its taken cards."""
    against = game.opponent
    if against.player is None or not game.ends:
        return against
    from twoends.rules.positions import Position  # imported late: only custom players need it

    player, before = against.player, game.remaining[0]
    book = Rulebook.of(game.shape, game.you_first, scaled_for(game.shape.cards, against).values)

    def on_full_row(position: Position) -> AnyMove:
        start, stop = position.start + before, position.stop + before
        state = State((start, stop), len(game.shape) - (stop - start))
        return player(Position(book.moving(state, "opponent"), state))

    return replace(against, player=on_full_row)
