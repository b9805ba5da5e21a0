"""Compile every kernel in advance, for all kinds of numbers and all named opponents.

A kernel is compiled once for each signature. The signatures are not listed anywhere: each job below calls the
functions that large inputs go through, on a tiny input, and so compiles the same signatures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from twoends.answers import batch, batch_games, group_totals
from twoends.kernels import digits, whole_rows
from twoends.rules.numbers import Scale, Scaled
from twoends.rules.opponents import BY_CARDS, Opponent, every_opponent
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.rules import Rules
from twoends.solvers import circles, compiled, compiled_intervals, compiled_other_rules
from twoends.solvers.other_rules import Task

CARDS = 4
SIZES = 2, 2**20, 2**40
"""Values whose totals fit 16, 32 and 64 bits."""


def warm_up(progress: Callable[[int, int], object] = lambda done, total: None) -> None:
    """Compile all missing kernels, in a minute or two; calls `progress` with (jobs done, jobs in total)."""
    jobs = [*_against_others(), *_between_optimal_players(), *_by_other_rules()]
    for done, job in enumerate(jobs):
        progress(done, len(jobs))
        job()
    progress(len(jobs), len(jobs))


def _against_others() -> Iterator[Callable[[], object]]:
    """Against every opponent with its own rule or keys, with and without random moves."""
    by_random_ties = (f"{name} random" for name in BY_CARDS)
    steady = [*every_opponent(), *map(opponent_of, by_random_ties)]
    trembling = [opponent_of(f"{who} trembling 0.1") for who in steady if not who.stochastic]
    for against in [*(who for who in steady if not who.is_optimal), *trembling]:
        for value in SIZES[:1] if against.stochastic else SIZES:
            yield partial(_solve, [value] * CARDS, against)
            table = np.full((1, CARDS), value)
            yield partial(group_totals.solve_table, table, against)
            yield partial(batch_games.play_table, table, [None, against], 0)
            around = [float(value) if against.stochastic else value] * CARDS
            yield partial(circles.totals_of_circle, around, against, you_first=True)


def _solve(values: Sequence[int], against: Opponent) -> None:
    """Solve a row and find its line."""
    numbers = list(map(float, values)) if against.stochastic else values
    result = compiled.solve(Scaled(numbers, Scale()), against)
    assert result is not None, "it fits"
    result.line(True)
    result.after(True)


def _between_optimal_players() -> Iterator[Callable[[], object]]:
    optimal = opponent_of()
    table = compiled.frozen(np.full((1, CARDS), SIZES[0]))
    row = table[0]
    yield partial(_solve, [SIZES[0]] * CARDS, optimal)
    yield partial(group_totals.solve_table, table, optimal)
    yield partial(batch_games.play_table, table, [None, optimal], 0)
    yield partial(whole_rows.coin_counts, table)
    yield partial(_compute_margins, row)
    yield partial(digits.whole_numbers, np.zeros(1, np.uint8), np.zeros(1, np.int64), np.zeros(1, np.int64))


def _by_other_rules() -> Iterator[Callable[[], object]]:
    """The text for other rules with each signature; within one, the rules are arguments."""
    rules = Rules.of("take 1-2")
    yield partial(_sweep, Task(Scaled((1,) * CARDS, Scale()), rules, opponent_of()))
    yield partial(_sweep, Task(Scaled((1.0,) * CARDS, Scale(), 1e-9), rules, opponent_of("random")))
    yield partial(batch.solve_rows, np.full((1, CARDS), 1), rules=rules, threads=1)


def _sweep(task: Task) -> None:
    result = compiled_other_rules.solve(task)
    assert result is not None, "it fits"
    result.line(True)
    result.after(True)


def _compute_margins(row: Any) -> None:
    oracle = compiled_intervals.oracle(row.data)
    assert oracle is not None, "it fits"
    oracle.margin(0, CARDS)
    compiled_intervals.prospects(row.data, True, [(0, CARDS)])
