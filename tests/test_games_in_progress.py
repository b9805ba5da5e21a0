"""Games in progress, trembling and custom players: matches keep the promises of `solve`."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cases import slow
from twoends import (
    LEFT,
    RIGHT,
    Board,
    Circle,
    End,
    Game,
    Position,
    contraction,
    match,
    optimal_lines,
    oracle,
    parse,
    review,
    solve,
    solve_rows,
    table,
    write,
)
from twoends.views.summaries import summary, why


@pytest.mark.parametrize(
    "opponent", ["optimal trembling 1/2", *slow("generous trembling 1/3", "greedy trembling 1/4")]
)
def test_matches_on_boards_and_circles_average_the_expectation(opponent: str) -> None:
    for shape in (Board.of([7, 8, 0, 2, 9]), Circle([3, 9, 5, 2, 9, 0])):
        expected = solve(shape, opponent)
        for first, total in ((True, expected.first), (False, expected.second)):
            assert total is not None
            seats = ("best", opponent) if first else (opponent, "best")
            totals = [int(match(shape, *seats, seed=seed).game.yours) for seed in range(200)]
            error = float(np.std(totals)) / 200**0.5
            assert abs(float(np.mean(totals)) - float(total)) < 6 * error + 1e-9, (write(shape), first)


def gone(position: Position) -> Any:
    """A player who looks at the number of cards taken from the left."""
    return LEFT if position.start % 2 else RIGHT


def test_a_custom_player_sees_the_same_rows_in_solve_in_match_and_in_progress() -> None:
    circle = Circle([9, 1, 4])
    auto, named = solve(circle, gone), solve(circle, gone, method="top-down")
    assert (auto.best, auto.first) == (named.best, named.first)
    assert auto.first == match(circle, "best", gone).game.yours
    for move in auto.moves:
        begun = Game(circle, opponent=gone).play(move.end)
        assert begun.yours + (solve(begun).second or 0) == move.total  # type: ignore[operator]  # all are ints
    assert optimal_lines(circle, gone).count > 0
    reason = why(solve(Game([6, 3, 1, 7, 0], opponent=gone).play(RIGHT).play(LEFT)))
    assert reason == "Take the right end, 7: the left end, 3, leaves them the 7 and costs you 4."


def test_the_promised_final_totals_depend_on_the_player_who_moves_first() -> None:
    assert solve(parse("8 15 3 7 / first / -")).final == (22, 11)
    assert solve(parse("8 15 3 7 / second / -")).final == (11, 22)
    assert solve(Circle([1, 2, 3]), "random 1/3").final is not None
    assert solve(parse("circle 1 2 3 / second / - / random 1/3")).final is None
    rounded = solve(Game([1e17, 1.0, 1e17]).play(LEFT))
    assert rounded.final_margin == 1.0, "exact, though both totals are rounded"
    assert "win by 1" in summary(rounded)


def test_a_verdict_within_its_rounding_is_a_draw() -> None:
    solution = solve([1] * 202, "random 1/3")
    assert (solution.winner, solution.order_irrelevant, solution.go_first) == ("draw", True, True)
    assert solution.best == (LEFT, RIGHT)
    assert "a draw on average" in summary(solution)


@pytest.mark.parametrize("name", ["optimal", "greedy", "random 1/3"])
@pytest.mark.parametrize(
    "text", ["[] / first / -", "8 / first / L", "1 | 2 / first / 0:L 1:L", "circle 3 1 / first / 1 L"]
)
def test_a_game_that_is_over_has_totals_of_zero(text: str, name: str) -> None:
    game = parse(text)
    assert isinstance(game, Game)
    solution = solve(game, name)
    assert (solution.first, solution.second, solution.moves, solution.final) == (0, 0, (), game.totals)


def test_a_review_of_a_circle_has_the_rounding_error_of_its_first_promise() -> None:
    judged = review(Game(Circle(range(201)), opponent="random").play(0).play(LEFT))
    assert judged.error > 0


def test_a_pickled_answer_computes_the_same_attributes() -> None:
    answers: list[Any] = [
        solve_rows(np.array([[8, 15, 3, 7], [5, 3, 7, 10]])),
        solve_rows([[8, 15, 3, 7], [0.5]], "greedy"),
        optimal_lines([2, 2, 2]),
        optimal_lines(parse("circle 2 8 1"), "greedy"),
        solve([8, 15, 3, 7]),
        solve(parse("1 2 | [3 7"), "generous"),
        oracle([8, 15, 3, 7]),
        table([8, 15, 3, 7], "greedy"),
        contraction([8, 15, 3, 7]),
        review(parse("8 15 3 7 / first / LLRL")),
        match([8, 15, 3, 7]),
        solve(np.arange(10_000)),
        solve(np.arange(3_000), "greedy", progress=lambda done, n: None),
        Game(np.arange(10_000)).position,
    ]
    for answer in answers:
        copy = pickle.loads(pickle.dumps(answer))
        for name in ("best", "line", "moves", "count", "first", "method", "right"):
            if not callable(getattr(answer, name, len)):
                got, expected = getattr(copy, name), getattr(answer, name)
                same = np.array_equal(got, expected) if isinstance(got, np.ndarray) else got == expected
                assert same, f"{answer!r}: {name} is {got}, expected {expected}"


@pytest.mark.parametrize(
    "take",
    [
        lambda: Game(Board.of([1, 2], [3])).card((0, LEFT)),  # type: ignore[arg-type]  # under test
        lambda: Game(Board.of([1, 2], [3])).card(End(0, LEFT)),
        lambda: Game(Circle([1, 8, 1])).card(np.int64(0)),  # type: ignore[arg-type]  # under test
    ],
)
def test_a_move_may_be_given_in_any_accepted_form(take: Callable[[], Any]) -> None:
    assert take() == 1


def test_a_long_line_is_searched_and_reversed_fast() -> None:
    line = solve(range(20_000)).line
    assert line is not None
    assert line.index(LEFT) == 19_999
    assert next(reversed(line)) is LEFT
