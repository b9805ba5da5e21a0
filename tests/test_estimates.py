"""Which method is chosen, and estimates of the cost of a call."""

from __future__ import annotations

from typing import Any

import pytest

from twoends import Board, Circle, Game, Row, opponent, solve
from twoends.engine import costs, turn_tasks
from twoends.engine import values as dispatch
from twoends.rules.moves import Move
from twoends.rules.rulebook import Position


def player(position: Position) -> Move:
    return position.moves()[0]


@pytest.mark.parametrize(
    ("n", "against", "method", "lines", "sweeps", "speed"),
    [
        (1000, "greedy", "auto", 2, 0, 0),
        (1001, "greedy", "auto", 0, 2, 1e9),
        (1001, "greedy", "auto", 2, 4, 1e9),
        (1001, "random", "auto", 2, 2, 1e9),
        (1001, player, "auto", 1, 3, 1e6),
        (1001, "optimal", "bottom-up", 1, 3, 3e6),
        (1001, "greedy", "top-down", 1, 0, 0),
        (1001, "optimal", "auto", 1, 0, 0),
    ],
)
def test_an_estimate_counts_sweeps_and_a_linear_method_has_none(
    n: int, against: Any, method: str, lines: int, sweeps: int, speed: float
) -> None:
    positions = sweeps * n * n // 2
    expected = costs.Estimate(*((sweeps, positions, positions / speed) if sweeps else (1, n, 0.0)))
    got = costs.estimate(Row.of([3, -5] * n)[:n], opponent(against), method, lines)
    assert got == expected
    assert costs.estimate(Row.of([3] * n), opponent(against), method).sweeps == (2 if sweeps else 1)


@pytest.mark.parametrize(
    ("rules", "against", "positions", "moves", "phases"),
    [
        ("take 1-3 left", "optimal", 10, 3, 4),
        ("take 1-3 either", "greedy", 50, 6, 4),
        ("take any either", "optimal", 50, 4, 4),
        ("take 7-30 left", "optimal", 10, 4, 4),
        ("take 2, turns ABBA", "optimal", 50, 2, 8),
        ("take 1-2, stop 4", "optimal", 32, 4, 8),
        ("take 1-2, stop 40", "optimal", 50, 4, 20),
    ],
)
def test_steps_of_other_rules_count_positions_moves_and_phases(
    rules: str, against: str, positions: int, moves: int, phases: int
) -> None:
    game = Game([1] * 10, rules=rules, opponent=against)
    expected = phases * positions * (moves + turn_tasks.STEPS_OF_A_POSITION)
    assert turn_tasks.steps(game.rules, 10, game.opponent) == expected


def test_the_steps_of_moves_of_up_to_twice_m_are_cubic() -> None:
    doubling = Game([1] * 10, rules="take 1-2M left")
    assert turn_tasks.steps(doubling.rules, 10, doubling.opponent) == 4 * 11**3 / 48


@pytest.mark.parametrize(
    ("shape", "rules", "against", "methods"),
    [
        (Row.of(range(5)), None, "optimal", ["contraction", "bottom-up"]),
        (Row.of(range(5)), None, player, ["bottom-up"]),
        (Circle(range(5)), None, "optimal", ["contraction", "bottom-up"]),
        (Circle(range(5)), None, "random", ["bottom-up"]),
        (Circle(range(5)), None, player, []),
        (Board.of([1, 2], [3]), None, "optimal", ["contraction"]),
        (Board.of([1, 2], [3]), None, "greedy", []),
        (Row.of(range(5)), "take 1-2", "optimal", ["bottom-up"]),
        (Row.of(range(5)), "take 1-2", player, []),
        (Circle(range(5)), "take 1-2", "optimal", []),
    ],
)
def test_auto_takes_the_first_method_that_applies(
    shape: Any, rules: str | None, against: Any, methods: list[str]
) -> None:
    game = Game(shape, rules=rules, opponent=against)
    every = [*methods, "top-down", "exhaustive"]
    assert dispatch.methods_of(game) == every
    assert solve(game).method == every[0]
    assert [solve(game, method=name).method for name in every] == every


def test_an_estimate_is_larger_for_numbers_beyond_machine_integers() -> None:
    n, bound = 2**10, 2**52
    for largest, speed in ((bound - 1, 1e9), (1 - bound, 1e9), (bound, 3e6), (-bound, 3e6)):
        row = Row.of([largest, *[0] * (n - 1)])
        assert costs.estimate(row, opponent("greedy")).seconds == n * n / speed, f"largest {largest}"
    chance = costs.estimate(Row.of([bound, *[0] * (n - 1)]), opponent("random"))
    assert chance.seconds == n * n / 1e9, "expectations are floats, which hold large numbers, too"
