"""Solve rows by other rules than one card from either end, in one sweep, compiled where that pays."""

from __future__ import annotations

from twoends.rules.games import Game
from twoends.rules.sides import Line
from twoends.solvers import FindLine, Options, SolverResult, costs, sweeps
from twoends.solvers.phases import SweepResult, Task
from twoends.solvers.scaling import scaled_for


def solve_by_sweep(game: Game, options: Options) -> SolverResult:
    """Solve the remaining cards of a row by other rules."""
    rules, against, state, rest = game.rules, game.opponent, game.state, game.rest.cards
    scaled = scaled_for(rest, against)
    if scaled.error:
        scaled = scaled._replace(error=scaled.error * sweeps.roundings(rules, len(rest)))
    task = Task(scaled.values, rules, against, state.number, state.memory)
    seconds = costs.SECONDS_A_STEP["sweep"] * sweeps.steps(rules, len(rest), against)
    compiled: tuple[SweepResult, FindLine] | None = None
    if options.compiles and not scaled.error and costs.may_pay(seconds):
        from twoends.solvers import compiled_sweeps

        compiled = compiled_sweeps.solve(task, costs.pays_for(seconds))
    swept = compiled[0] if compiled else sweeps.sweep(task, options.progress)

    def line(you_first: bool) -> Line | None:
        if rules.alone and not you_first:
            return None
        by_kernel = compiled[1](you_first) if compiled else None
        return by_kernel or sweeps.line(task, you_first)

    return SolverResult("bottom-up", scaled, swept.first, swept.second, swept.touched, swept.after, line)
