"""Our solve beside OpenSpiel's solvers on the same rows: python -m benchmarks.openspiel.

Three jobs: two optimal players (alpha-beta and the memoised minimax solver), and the best response to
a greedy player (best response). OpenSpiel's solvers are general, and walk our game in Python; ours
know only this game. Medians, and a Markdown table; the answers are compared on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.timing import in_turns, wall
from open_spiel.python.algorithms.best_response import BestResponsePolicy
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

import twoends
from twoends.interop.openspiel import OpponentPolicy, game

RUNS = 3
OUR_RUNS = 50


def jobs(row: twoends.Row) -> list[tuple[str, str, Callable[[], float]]]:
    """Opponent, solver, and what it computes: the first player's margin."""
    duel = game(row)

    def minimax() -> float:
        solver = MinimaxSolver(str(duel))
        solver.solve()
        return float(solver._table[str(duel.new_initial_state())].value)

    def best_response() -> float:
        return float(
            BestResponsePolicy(duel, 0, OpponentPolicy(duel, "greedy")).value(duel.new_initial_state())
        )

    return [
        ("optimal", "alpha-beta", lambda: alpha_beta_search(duel)[0]),
        ("optimal", "minimax with a memo", minimax),
        ("greedy", "best response", best_response),
    ]


def main() -> None:
    """Measure, compare and print."""
    print("| cards | opponent | OpenSpiel's | its time | twoends | ratio |\n|---|---|---|---|---|---|")
    for length in (8, 12):
        row = twoends.deal(seed=1)[:length]
        for opponent, name, job in jobs(row):
            solution = twoends.solve(row, opponent)
            margin = job()
            assert margin == solution.margin_first, f"{row}: {name} says {margin}, we {solution.margin_first}"
            (theirs,) = in_turns([job], RUNS, wall)
            (ours,) = in_turns([partial(twoends.solve, row, opponent)], OUR_RUNS, wall)
            print(
                f"| {length} | {opponent} | {name} | {theirs * 1000:,.1f} ms | {ours * 1000:.3f} ms "
                f"| {theirs / ours:,.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
