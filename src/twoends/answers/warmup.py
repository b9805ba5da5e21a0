"""Compile beforehand: every kernel, for every kind of numbers and every opponent that has a name.

A kernel is compiled once for each kind of arguments. The kinds stand nowhere else: each of these little
jobs is served as the large ones are, so that it meets the kernels with the same kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from twoends.answers import batch, batch_games, group_totals
from twoends.kernels import chain, digits, stack
from twoends.kernels.compiling import always
from twoends.rules.numbers import Scale, Scaled
from twoends.rules.opponents import every_opponent
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.preferences import HABITS, Opponent
from twoends.rules.rules import Rules
from twoends.solvers import compiled, compiled_circles, compiled_intervals, compiled_sweeps
from twoends.solvers.phases import Task

CARDS = 4
SIZES = 2, 2**20, 2**40
"""Values whose totals fit 16, 32 and 64 bits."""


def warm_up(progress: Callable[[int, int], object] = lambda done, total: None) -> None:
    """Compile what is not compiled yet, about a minute; `progress` is told (jobs done, jobs in all)."""
    every = [job for against in _opponents() for job in _against(against)] + list(_between_optimal_players())
    every += _by_other_rules()
    for done, job in enumerate(every):
        progress(done, len(every))
        job()
    progress(len(every), len(every))


def _opponents() -> Iterator[Opponent]:
    """Everybody with a rule or keys of their own, each of them steady and trembling."""
    by_random_ties = (f"{name} random" for name, habit in HABITS.items() if habit.looks_at == "cards")
    for who in [*every_opponent(), *map(opponent_of, by_random_ties)]:
        if not who.is_optimal:
            yield who
        if not who.stochastic:
            yield opponent_of(who, epsilon=0.1)


def _against(against: Opponent) -> Iterator[Callable[[], object]]:
    for value in SIZES[:1] if against.stochastic else SIZES:
        yield partial(_solve, [value] * CARDS, against)
        table = np.full((1, CARDS), value)
        yield partial(group_totals.solve_table, table, against, soon=False)
        yield partial(batch_games.play_table, table, [None, against], 0)
        around = [float(value) if against.stochastic else value] * CARDS
        yield partial(compiled_circles.totals, around, against, True)


def _solve(values: Sequence[int], against: Opponent) -> None:
    """Solve a row, and play its line, which depends on nobody's chance."""
    numbers = list(map(float, values)) if against.stochastic else values
    result = compiled.solve(Scaled(numbers, Scale()), against)
    assert result is not None, "it fits"
    result.line(True)


def _between_optimal_players() -> Iterator[Callable[[], object]]:
    optimal = opponent_of()
    table = compiled.frozen(np.full((1, CARDS), SIZES[0]))
    row = table[0]
    coins, stops = stack.two_arrays(row.shape)
    for dtype in (np.int16, np.int64):
        for values in (row, np.array([1, 3, 1, 3, 1])):  # a valley, and none
            cards = compiled.frozen(values, dtype)
            yield partial(chain._is_deep, cards)
            yield partial(stack.reduce, cards, coins, stops)
            yield partial(compiled._solve_by_chain, Scaled(cards.data, Scale()), cards, always, 1)
    yield partial(group_totals.solve_table, table, optimal, soon=False)
    yield partial(batch_games.play_table, table, [None, optimal], 0)
    for other in ("greedy", "random"):  # with totals of integers, and with expectations
        yield partial(batch_games.play_table, table, [opponent_of("optimal best"), opponent_of(other)], 0)
    yield partial(stack.coin_counts, table)
    yield partial(stack.lines, table, np.empty(table.shape, np.uint8))
    yield partial(_find_margins, row)
    yield partial(digits.whole_numbers, np.zeros(1, np.uint8), np.zeros(1, np.int64), np.zeros(1, np.int64))


def _by_other_rules() -> Iterator[Callable[[], object]]:
    """Each sweep for other rules, of each kind of arguments; compiled code asks which rules while it runs."""
    for who, value, texts in (
        (
            opponent_of(),
            SIZES[0],
            ("take 1-2", "take 1-2, score rest", "take 1-2M left", "take any left", "take 5 left"),
        ),
        (opponent_of(), SIZES[2], ("take 1-2", "take 1-2, score rest")),
        (opponent_of("greedy"), SIZES[0], ("take 1-2", "take 1-2 left")),
    ):
        for text in (*texts, "take 1-3 left"):
            made = Rules.of(text)
            yield partial(_find_by_rules, Task([value] * CARDS, made, who))
            if compiled_sweeps.serves_rows(made, who):
                yield partial(batch.solve_rows, np.full((1, CARDS), value), who, rules=made, threads=1)


def _find_by_rules(task: Task) -> None:
    found = compiled_sweeps.find(task, always)
    assert found is not None, "it fits"
    found[1](True)
    found[0].after()


def _find_margins(row: Any) -> None:
    oracle = compiled_intervals.oracle(row.data)
    assert oracle is not None, "it fits"
    oracle.margin(0, CARDS)
    compiled_intervals.prospects(row.data, True, [(0, CARDS)])
