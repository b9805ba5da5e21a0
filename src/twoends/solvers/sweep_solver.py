"""Solve rows by other rules than one card from either end, in one sweep, compiled where that pays."""

from __future__ import annotations

from functools import partial

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
    swept: SweepResult | None = None
    line: FindLine = partial(sweeps.line, task)
    if options.compiles and not scaled.error and costs.may_pay(seconds):
        from twoends.solvers import compiled_sweeps

        pays = costs.pays_for(seconds)
        if (by_kernels := compiled_sweeps.solve(task, pays)) is not None:
            swept, by_kernel = by_kernels
            line = partial(_first_found, by_kernel, line)
    if swept is None:
        swept = sweeps.sweep(task, options.progress)
    return SolverResult(
        "bottom-up",
        scaled,
        swept.first,
        swept.second,
        swept.touched,
        swept.after,
        lambda you_first: None if rules.alone and not you_first else line(you_first),
    )


def _first_found(by_kernel: FindLine, pure: FindLine, you_first: bool) -> Line | None:
    """A line from the kernels, or where they find none, without them."""
    return by_kernel(you_first) or pure(you_first)
