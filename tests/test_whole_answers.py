"""Snapshots of whole answers: solutions, reviews, matches, replies, lines and graphs.

Other tests hold that they are right. Here none of them may change unnoticed.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

import twoends
from expected import is_expected
from twoends import Circle, Game, Row, opponent, parse
from twoends.answers.lines import graph, optimal_lines
from twoends.answers.matches import estimate, match, reply, seats_of
from twoends.answers.reviews import review
from twoends.answers.solution import Solution, solve
from twoends.rules.notation import write
from twoends.rules.opponents import every_opponent
from twoends.rules.shapes import Shape
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

OPPONENTS = ("optimal", "greedy left", "generous", "random 1/3", "greedy left trembling 1/10")

JUDGED_BY = ("optimal", "greedy left", "random 1/3")

PROPERTIES = (
    *("first", "second", "theirs_first", "theirs_second", "margin_first", "margin_second", "go_first"),
    *("order_irrelevant", "winner", "moves", "best", "line", "line_second", "error", "method", "positions"),
)

REMAINING = ("sum", "final", "final_margin")


def properties(answer: Any, names: tuple[str, ...]) -> str:
    return "\n".join(f"  {name} {getattr(answer, name)}" for name in names if hasattr(answer, name))


def result_or_error(function: Any, *arguments: Any, **options: Any) -> Any:
    try:
        return function(*arguments, **options)
    except twoends.TwoEndsError as fault:
        return f"{type(fault).__name__}: {fault}"


def test_solutions() -> None:
    lines = []
    for shape, name in product(SHAPES, OPPONENTS):
        solution = result_or_error(solve, shape, name)
        lines.append(f"{shape} against {name}: {solution}")
        if isinstance(solution, Solution):
            lines += [f"  {solution!r}", properties(solution, PROPERTIES)]
    is_expected("answers/solutions.txt", "\n".join(lines) + "\n")


def test_solutions_of_games_in_progress() -> None:
    texts = (
        "8 15 3 7 / first / R", "8 15 3 7 / second / R / greedy left", "8 15 3 7 / first / RLLL",
        "circle 2 8 1 10 9 / first / 3 R", "[1 2 | 3 7 4 | 9] / second / 1:R / modest left",
        "8 15 3 7 / first / RL / random", "2 2 / second / - / human",
        "circle 2 8 1 / second / - / random 1/3",
    )  # fmt: skip
    lines = []
    for text in texts:
        solution = solve(parse(text))
        lines += [f"{text}: {solution}", properties(solution, PROPERTIES + REMAINING)]
    is_expected("answers/solutions_of_games.txt", "\n".join(lines) + "\n")


def random_game(shape: Shape, you_first: bool, seed: int, moves: int | None = None) -> Game:
    """A game of random moves, finished or stopped after some of them."""
    game, random = Game(shape, you_first), Random(seed)
    for _ in range(len(game.shape) if moves is None else moves):
        game = game.play(random.choice(game.moves()))
    return game


def test_reviews() -> None:
    lines = []
    for shape, name, (you_first, moves) in product(SHAPES, JUDGED_BY, ((True, None), (False, 3))):
        game = random_game(shape, you_first, 5, moves if len(shape.cards) else 0)
        judged = result_or_error(review, game, name)
        lines.append(f"{write(game)} against {name}")
        if isinstance(judged, str):
            lines.append(f"  {judged}")
            continue
        lines.append(properties(judged, ("promised", "turning_point", "you", "opponent", "error")))
        lines += [
            f"  {move.number} {move.yours} {move.end} {move.card} {[*map(str, move.best)]} "
            f"{move.stake} {move.loss} {move.mark} {move.promised}"
            for move in judged.moves
        ]
    is_expected("answers/reviews.txt", "\n".join(lines) + "\n")


def pairs() -> Iterator[tuple[str | None, str | None]]:
    yield from product(("best", "greedy left", "random 1/3"), repeat=2)
    yield from (
        (None, None),
        (None, "modest"),
        ("greedy trembling 1/3", None),
        ("best", "optimal trembling 1/2"),
    )


def test_matches() -> None:
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


def test_matches_that_continue_a_game() -> None:
    lines = []
    for shape, (first, second), you_first in product((SHAPES[0], SHAPES[-1]), pairs(), (True, False)):
        begun = random_game(shape, you_first, 2, 1)
        played = result_or_error(match, begun, first, second, seed=9)
        if not isinstance(played, str):
            played = f"{write(played.game)}, {played.names}, {played.game.yours}"
        lines.append(f"{write(begun)}, {first} and {second}: {played}")
    is_expected("answers/matches_gone_on.txt", "\n".join(lines) + "\n")


def six_replies(game: Game) -> str:
    return " ".join(str(reply(game, Random(seed))) for seed in range(6))


def test_replies() -> None:
    lines = []
    for shape, name in product(SHAPES, OPPONENTS):
        if not len(shape.cards):
            continue
        for you_first, moves in ((False, 0), (True, 1)):
            game = random_game(shape, you_first, 1, moves)
            game = Game(game.shape, you_first, game.ends, opponent(name))
            lines.append(f"{write(game)}: {result_or_error(six_replies, game)}")
    is_expected("answers/replies.txt", "\n".join(lines) + "\n")


def test_optimal_lines() -> None:
    lines = []
    for shape, name, you_first in product(
        SHAPES, ("optimal", "modest right", "generous", "random"), (True, False)
    ):
        optimal = result_or_error(optimal_lines, shape, name, you_first=you_first)
        lines.append(f"{shape}, {name}, {you_first}: {optimal}")
        if not isinstance(optimal, str):
            drawn = [str(optimal.random(seed=seed)) for seed in range(4)]
            lines.append(f"  {' | '.join(map(str, optimal))} drawn {' | '.join(drawn)}")
    is_expected("answers/lines.txt", "\n".join(lines) + "\n")


def test_graphs() -> None:
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


def test_reasons() -> None:
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


def test_the_cost_of_a_match_is_estimated_from_2501_cards_on() -> None:
    long, quick = Game(range(2501)), Game(range(2500))
    assert estimate(quick, "best", "random") == (1, 2500, 0.0)
    assert estimate(long, "best", "greedy") == (1, 2501, 0.0)
    assert estimate(long, "best", "random") == (1, 2501**2 // 2, (2501**2 // 2) / 2e6)
    assert estimate(long, "generous", "generous") == (2, 2501**2, 2501**2 / 2e6)
    assert estimate(long, "best", larger) == (2, 2501**2, 2501**2 / 4e5)
    assert estimate(Game(Circle(range(2501))), "best", "random") == (1, 2501, 0.0)


def larger(left: int, right: int, after_left: int, after_right: int) -> int:
    """Greedy, as a custom rule."""
    return after_left if left > right else after_right


@pytest.mark.parametrize(
    ("you_first", "first", "second", "names"),
    [
        (True, None, None, (None, "greedy right")), (False, None, None, ("greedy right", None)),
        (True, "modest", None, ("modest right", "greedy right")),
        (False, "modest", None, ("modest right", None)),
        (True, None, "modest", (None, "modest right")), (False, None, "best", ("greedy right", None)),
    ],
)  # fmt: skip
def test_an_unnamed_player_is_best_or_the_opponent_of_the_game(
    you_first: bool, first: str | None, second: str | None, names: tuple[str | None, str | None]
) -> None:
    seats = seats_of(Game([1, 2], you_first, opponent="greedy"), first, second)
    assert tuple(None if seat is None else str(seat) for seat in seats) == names


def test_a_pickled_answer_computes_the_same_attributes() -> None:
    answers: list[Any] = [
        twoends.solve_rows(np.array([[8, 15, 3, 7], [5, 3, 7, 10]])),
        twoends.solve_rows([[8, 15, 3, 7], [0.5]], "greedy"),
        optimal_lines([2, 2, 2]),
        optimal_lines(parse("circle 2 8 1"), "greedy"),
        solve([8, 15, 3, 7]),
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
        for name in ("best", "line", "moves", "count", "first", "method", "right"):
            if not callable(getattr(answer, name, len)):
                got, expected = getattr(copy, name), getattr(answer, name)
                same = np.array_equal(got, expected) if isinstance(got, np.ndarray) else got == expected
                assert same, f"{answer!r}: {name} is {got}, expected {expected}"
