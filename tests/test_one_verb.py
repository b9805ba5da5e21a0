"""One function solves every shape: a board of one row is that row, and texts round-trip."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from twoends import (
    LEFT,
    RIGHT,
    Board,
    Circle,
    Game,
    Move,
    Position,
    Row,
    match,
    optimal_lines,
    parse,
    solve,
    write,
)
from twoends.rules.notation import parse_shape
from twoends.rules.opponent_names import every_opponent

STEADY = [*map(str, every_opponent(stochastic=False)), "left", "right"]

RANDOM = Random(1)
NUMBERS: list[Callable[[], Any]] = [
    lambda: RANDOM.randint(-3, 9),
    lambda: RANDOM.randint(-(10**30), 10**30),
    lambda: Fraction(RANDOM.randint(-9, 9), RANDOM.randint(1, 9)),
    lambda: Decimal(RANDOM.randint(-999, 999)) / 100,
]
ROWS = [[make() for _ in range(n)] for n in (0, 1, 2, 4, 6) for make in NUMBERS]
BOARDS = map(parse_shape, ("[1 -2 | 3] | 5 6 -7", "4 4 | 2", "[5 0 1", "board"))
SHAPES: list[Any] = [*map(Row.of, ROWS), *map(Circle, ROWS), *BOARDS]


@pytest.mark.parametrize("opponent", STEADY)
def test_a_game_is_solved_as_its_remaining_cards(opponent: str) -> None:
    for row in ROWS:
        for taken in ((), (LEFT,), (RIGHT, LEFT))[: len(row) + 1]:
            for shape, ends in (
                (Row.of(row), taken),
                (Board.of(*[row] * bool(row)), [Move(side.end, row=0) for side in taken]),
            ):
                game = Game(shape, True, tuple(ends), opponent)
                whole, rest = solve(game), solve(game.rest, opponent)
                names = ["first", "second", "margin_first", "sum", "go_first", "shape"]
                if len(game.rest) or not isinstance(shape, Board):
                    names += ["line"] if game.mover == "opponent" else ["line", "moves", "best"]
                for name in names:
                    assert getattr(whole, name) == getattr(rest, name), (row, taken, opponent, name)
                assert (whole.opponent, whole.game) == (game.opponent, game)


@pytest.mark.parametrize(
    ("shape", "ends", "row", "left"),
    [
        (Row.of([8, 15, 3, 7, 1]), [LEFT, RIGHT], [8, 15, 3, 7, 1], (1, 4)),
        (Circle([2, 8, 1, 10, 9]), [3, LEFT, RIGHT], [2, 8, 1, 10, 9] * 2, (5, 7)),
    ],
)
def test_a_custom_player_sees_its_place_in_the_row(
    shape: Any, ends: list[Any], row: list[int], left: tuple[int, int]
) -> None:
    seen: set[tuple[int, int]] = set()

    def looks(position: Position) -> Move:
        assert position.mover == "opponent"
        assert list(position.values) == row
        assert position.state.number == len(shape) - len(position)
        seen.add((position.start, position.stop))
        return LEFT

    solve(Game(shape, True, ends, looks))
    start, stop = left
    assert seen == {(i, j) for i in range(start, stop - 1) for j in range(i + 2, stop + 1)}


# --- text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponent", [*STEADY, "random", "optimal trembling 1/10"])
@pytest.mark.parametrize("you_first", [True, False])
def test_a_game_on_any_shape_round_trips_as_text(opponent: str, you_first: bool) -> None:
    random = Random(opponent)
    for shape in SHAPES:
        game = Game(shape, you_first, (), opponent)
        for _ in range(random.randint(0, len(shape))):
            game = game.play(random.choice(game.moves()))
        back: Any = parse(write(game))
        assert write(back) == write(game)
        assert parse(write(shape)) == back.shape
        assert (type(back.shape), back.shape.cards.values) == (type(shape), shape.cards.values)
        assert (back.ends, back.you_first, back.opponent) == (game.ends, you_first, game.opponent)
        assert pickle.loads(pickle.dumps(game)) == game


# --- lines and matches -------------------------------------------------------------------------


@pytest.mark.parametrize("opponent", STEADY)
@pytest.mark.parametrize("best_first", [True, False])
def test_a_best_player_gets_the_promised_total_on_any_shape(opponent: str, best_first: bool) -> None:
    for shape in SHAPES:
        first, second = ("best", opponent) if best_first else (opponent, "best")
        played = match(shape, first, second)
        solution = solve(shape, opponent)
        promised = solution.first if best_first else solution.second
        assert (played.game.yours, played.game.over, played.seed) == (promised, True, None), (shape, opponent)


# --- exact comparisons -------------------------------------------------------------------------


# --- games in progress, trembling and custom players -------------------------------------------


def gone(position: Position) -> Any:
    """A player who looks at the number of cards taken from the left."""
    assert list(position.values) == [9, 1, 4] * 2
    return LEFT if position.start % 2 else RIGHT


def test_a_custom_player_sees_the_same_rows_in_solve_in_match_and_in_progress() -> None:
    circle = Circle([9, 1, 4])
    auto, named = solve(circle, gone), solve(circle, gone, method="top-down")
    assert (auto.best, auto.first) == (named.best, named.first)
    assert auto.first == match(circle, "best", gone).game.yours
    for move in auto.moves:
        begun = Game(circle, opponent=gone).play(move.move)
        assert begun.yours + (solve(begun).second or 0) == move.total
    assert optimal_lines(circle, gone).count > 0
