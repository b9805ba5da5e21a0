"""Snapshots of whole answers: solutions, reviews, matches, replies, lines, graphs and tables.

Other tests hold that they are right. Here none of them may change unnoticed.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import numpy as np
import pytest

import twoends
from expected import calls_are_expected, is_expected
from twoends import Circle, Game, Row, opponent, parse
from twoends.answers.lines import graph, optimal_lines
from twoends.answers.matches import estimate, match, reply, seats_of
from twoends.answers.reviews import review
from twoends.answers.solution import Solution, solve
from twoends.engine.judge import mark_of, performance_of, spread_of, stake_of, turning_point
from twoends.engine.method import judged
from twoends.rules import limits
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.notation import write
from twoends.rules.opponents import every_opponent
from twoends.rules.rulebook import Position
from twoends.rules.rules import Rules
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

OPPONENTS = ("optimal", "greedy left", "generous", "random", "greedy left trembling 1/10")

JUDGED_BY = ("optimal", "greedy left", "random")

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
        "circle 2 8 1 / second / - / random",
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
            f"  {move.number} {move.yours} {move.move} {move.earned} {[*map(str, move.best)]} "
            f"{move.stake} {move.loss} {move.mark} {move.promised}"
            for move in judged.moves
        ]
    is_expected("answers/reviews.txt", "\n".join(lines) + "\n")


def pairs() -> Iterator[tuple[str | None, str | None]]:
    yield from product(("best", "greedy left", "random"), repeat=2)
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


def test_the_calls_of_answers_give_what_their_file_says() -> None:
    """The limits at which moves are judged, the cost of a match, and who plays if nobody is named."""
    functions = (
        Circle, Game, Rules, estimate, judged, larger, mark_of, performance_of, seats_of, spread_of, stake_of,
        turning_point,
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


def test_tables_and_contractions_are_as_recorded() -> None:
    lines = []
    for shape, name in product(SHAPES[:4], OPPONENTS):
        table = twoends.table(shape, name)
        lines.append(f"{shape} against {name}: {[[*map(tuple, cells)] for cells in table.cells[1:]]}")
        yours, theirs = table.to_numpy()
        lines.append(f"  {yours.dtype} {theirs.dtype}")
    for row in [*SHAPES[:4], Row.of([6, 2, 7, 12, 3, 9, 13, 4, 10, 5, 14, 8])]:
        contraction = twoends.contraction(row)
        lines.append(f"{contraction!r} {contraction.steps} {contraction.margin}")
    is_expected("answers/tables.txt", "\n".join(lines) + "\n")


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
