"""Whole answers: seeded matches, graphs and reasons as their files have them; pickles, arrays and limits."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest

import twoends
from expected import calls_are_expected, is_expected
from twoends import Circle, Game, Row, opponent, parse
from twoends.answers.lines import graph, optimal_lines
from twoends.answers.matches import estimate, match, seats_of
from twoends.answers.reviews import review
from twoends.answers.solution import solve
from twoends.engine.judge import mark_of, performance_of, spread_of, stake_of, turning_point
from twoends.engine.method import judge_totals
from twoends.rules import limits
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.opponents import every_opponent
from twoends.rules.rulebook import Position
from twoends.rules.rules import Rules
from twoends.views.summaries import why

SHAPES: tuple[Any, ...] = (
    Row.of([8, 15, 3, 7]),
    Row.of([4, 4, 1, 4, 4]),
    Row.of([0.5, -1.25, 3.0]),
    Row.of([]),
    Circle([2, 8, 1, 10, 9]),
    parse("[1 2 | 3 7 4 | 9]"),
)

DETERMINISTIC = tuple(map(str, every_opponent(stochastic=False)))

OPPONENTS = ("optimal", "greedy left", "generous", "random", "greedy left trembling 1/10")


def result_or_error(function: Any, *arguments: Any, **options: Any) -> Any:
    try:
        return function(*arguments, **options)
    except twoends.TwoEndsError as fault:
        return f"{type(fault).__name__}: {fault}"


def pairs() -> Iterator[tuple[str | None, str | None]]:
    yield from product(("best", "greedy left", "random"), repeat=2)
    yield from (
        (None, None),
        (None, "modest"),
        ("greedy trembling 1/3", None),
        ("best", "optimal trembling 1/2"),
    )


def test_a_seed_gives_the_same_match_in_every_version() -> None:
    lines = []
    for shape, (first, second) in product(SHAPES, pairs()):
        played = result_or_error(match, shape, first, second, seed=3)
        lines.append(f"{shape}, {first} and {second}: {played if isinstance(played, str) else ''}")
        if not isinstance(played, str):
            ends = " ".join(map(str, played.game.ends))
            whose = "you first" if played.game.you_first else "you second"
            lines.append(
                f"  {ends}, {whose}, {played.game.yours} to {played.game.theirs}, {played.winner}, "
                f"{played.names}, {played.seed}, {played.game.opponent}"
            )
    is_expected("answers/matches.txt", "\n".join(lines) + "\n")


def test_a_graph_has_every_position_and_marks_the_moves_that_are_played() -> None:
    lines = []
    row = Row.of([8, 15, 3, 7])
    for name, you_first in product(OPPONENTS, (True, False)):
        lines.append(f"{row} against {name}, {you_first}")
        lines += [
            f"  {node.state.remaining} {node.mover == 'you'} {node.total} "
            + " ".join(f"{edge.move}{edge.to.remaining}{'!' * edge.played}" for edge in node.edges)
            for node in graph(Game(row, you_first, opponent=opponent(name)))
        ]
    is_expected("answers/graphs.txt", "\n".join(lines) + "\n")


def test_the_reason_for_a_best_move_is_as_recorded() -> None:
    lines = []
    for shape, name in product(SHAPES, OPPONENTS):
        solution = result_or_error(solve, shape, name)
        if not isinstance(solution, str):
            lines.append(f"{shape} against {name}: {why(solution)}")
    for values, name in product(
        ([3, 1, 4, 1, 5, 9], [9, 2], [1, 5, 9, 4], [9, 2, 7], [2, 7, 9]), DETERMINISTIC
    ):
        lines.append(f"{values} against {name}: {why(solve(values, name))}")
    is_expected("answers/reasons.txt", "\n".join(lines) + "\n")


def test_the_calls_of_answers_give_what_their_file_says() -> None:
    """The limits at which moves are judged, the cost of a match, and who plays if nobody is named."""
    functions = (
        Circle, Game, Rules, estimate, judge_totals, larger, mark_of, performance_of, seats_of, spread_of,
        stake_of, turning_point,
    )  # fmt: skip
    calls_are_expected("calls_of_answers.txt", {each.__name__: each for each in functions})


def larger(position: Position) -> Move:
    """Greedy, as a custom player."""
    return LEFT if position.left > position.right else RIGHT


def test_a_pickled_answer_computes_the_same_attributes() -> None:
    answers: list[Any] = [
        twoends.solve_rows(np.array([[8, 15, 3, 7], [5, 3, 7, 10]])),
        twoends.solve_rows([[8, 15, 3, 7], [0.5]], "greedy"),
        optimal_lines([2, 2, 2]),
        optimal_lines(parse("circle 2 8 1"), "greedy"),
        solve([8, 15, 3, 7]),
        solve([8, 15, 3, 7], method="exhaustive"),
        solve(parse("1 2 | [3 7"), "generous"),
        twoends.oracle([8, 15, 3, 7]),
        twoends.table([8, 15, 3, 7], "greedy"),
        twoends.contraction([8, 15, 3, 7]),
        review(parse("8 15 3 7 / first / LLRL")),
        match([8, 15, 3, 7]),
        solve(np.arange(10_000)),
        solve(np.arange(3_000), "greedy", progress=lambda done, n: None),
        Game(np.arange(10_000)).position,
    ]
    for answer in answers:
        copy = pickle.loads(pickle.dumps(answer))
        for name in ("best", "line", "moves", "count", "first", "method", "positions", "right"):
            if not callable(getattr(answer, name, len)):
                got, expected = getattr(copy, name), getattr(answer, name)
                same = np.array_equal(got, expected) if isinstance(got, np.ndarray) else got == expected
                assert same, f"{answer!r}: {name} is {got}, expected {expected}"


@pytest.mark.parametrize("row", [[5, 7, 9], [0.5, -1.25, 3.0]])
@pytest.mark.parametrize("ends", ["either", "left", "right"])
def test_the_arrays_of_a_table_have_its_cells(ends: str, row: list[Any]) -> None:
    table = twoends.table(row, rules=f"take 1-2 {ends}")
    yours, theirs = table.to_numpy()
    for start, stop in combinations_with_replacement(range(4), 2):
        is_reached = {"either": True, "left": stop == 3, "right": start == 0}[ends]
        expected = tuple(table[start, stop][:2]) if is_reached else (0, 0)
        assert (yours[start, stop], theirs[start, stop]) == expected, (start, stop)


@pytest.mark.parametrize(("value", "dtype"), [(2**63 - 1, int), (2**63, object), (1 - 2**63, int)])
def test_the_arrays_of_totals_beyond_64_bits_have_objects(value: int, dtype: type) -> None:
    yours, _ = twoends.table([value, 0]).to_numpy()
    assert yours.dtype == np.dtype(dtype)
    assert yours[0, 1] == value


def test_too_many_positions_on_optimal_lines_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_POSITIONS_ON_LINES", 9)  # six with cards, three with none
    assert optimal_lines([2, 2, 2]).count == 4
    monkeypatch.setattr(limits, "MAX_POSITIONS_ON_LINES", 8)
    with pytest.raises(
        twoends.TwoEndsError, match=r"^more than 8 positions lie on optimal lines: give a shorter row$"
    ):
        optimal_lines([2, 2, 2])


def test_lines_are_the_same_against_greedy_and_an_equivalent_own_player() -> None:
    for values in product((0, 1, 3), repeat=4):
        built_in = [str(line) for line in optimal_lines(values, "greedy")]
        assert built_in == [str(line) for line in optimal_lines(values, larger)], values
