"""One function solves every shape, texts round-trip, and players see what is left."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import twoends
from twoends import LEFT, RIGHT, Board, Circle, Game, Move, Position, Row, match, optimal_lines, parse, solve
from twoends.answers.matches import reply
from twoends.answers.policies import chances
from twoends.rules.notation import parse_shape
from twoends.rules.opponent_names import add_trembling, every_opponent

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


@pytest.mark.parametrize("name", STEADY)
def test_a_game_is_solved_as_its_remaining_cards(name: str) -> None:
    for row in ROWS:
        for taken in ((), (LEFT,), (RIGHT, LEFT))[: len(row) + 1]:
            on_board = [Move(side.end, row=0) for side in taken]
            beside = twoends.Component([3, -1], [RIGHT])
            boards = [Board.of(*[row] * bool(row), *other) for other in ([], [beside])]
            shapes: list[Any] = [(Row.of(row), taken), *((board, on_board) for board in boards)]
            shapes += [(Circle(row), (0, *taken))] if len(row) > len(taken) else []
            for (shape, ends), rules in product(shapes, ("take 1", "take 1-2")):
                game = Game(shape, True, tuple(ends), name, rules)
                whole: Any = solve(game)
                rest: Any = solve(game.rest, name, rules=rules)
                names = ["first", "second", "margin_first", "sum", "go_first", "shape"]
                if not isinstance(shape, Board) or len(rest.shape.components) == len(shape.components):
                    names += ["line"] if game.mover == "opponent" else ["line", "moves", "best"]
                for each in names:
                    assert getattr(whole, each) == getattr(rest, each), (shape, ends, name, rules, each)
                assert (whole.opponent, whole.game) == (game.opponent, game)


@pytest.mark.parametrize(
    ("shape", "ends", "row", "left"),
    [
        (Row.of([8, 15, 3, 7, 1]), [LEFT, RIGHT], [8, 15, 3, 7, 1], (1, 4)),
        (Circle([2, 8, 1, 10, 9]), [3, LEFT, RIGHT], [2, 8, 1, 10, 9] * 2, (5, 7)),
    ],
)
def test_a_custom_player_sees_its_place_in_the_row_in_solve_in_match_and_in_progress(
    shape: Any, ends: list[Any], row: list[int], left: tuple[int, int]
) -> None:
    seen: set[tuple[int, int]] = set()

    def looks(position: Position) -> Move:
        assert position.mover == "opponent"
        assert list(position.values) == row
        assert position.state.number == len(shape) - len(position)
        seen.add((position.start, position.stop))
        return LEFT if position.start % 2 else RIGHT

    solve(Game(shape, True, ends, looks))
    start, stop = left
    assert seen == {(i, j) for i in range(start, stop - 1) for j in range(i + 2, stop + 1)}
    auto, named = solve(shape, looks), solve(shape, looks, method="top-down")
    assert (auto.best, auto.first) == (named.best, named.first)
    assert auto.first == match(shape, "best", looks).game.yours
    for move in auto.moves:
        final: Any = solve(Game(shape, opponent=looks).play(move.move)).final
        assert final[0] == move.total, move
    assert auto.line in list(optimal_lines(shape, looks))


# --- text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*STEADY, "random", "optimal trembling 1/10"])
@pytest.mark.parametrize("you_first", [True, False])
def test_a_game_on_any_shape_round_trips_as_text(name: str, you_first: bool) -> None:
    random = Random(name)
    for shape in SHAPES:
        game = Game(shape, you_first, (), name)
        for _ in range(random.randint(0, len(shape))):
            game = game.play(random.choice(game.moves()))
        back: Any = parse(twoends.write(game))
        assert twoends.write(back) == twoends.write(game)
        assert parse(twoends.write(shape)) == back.shape
        assert (type(back.shape), back.shape.cards.values) == (type(shape), shape.cards.values)
        assert (back.ends, back.you_first, back.opponent) == (game.ends, you_first, game.opponent)
        assert pickle.loads(pickle.dumps(game)) == game


# --- lines and matches -------------------------------------------------------------------------


@pytest.mark.parametrize("name", STEADY)
@pytest.mark.parametrize("best_first", [True, False])
def test_a_best_player_gets_the_promised_total_on_any_shape(name: str, best_first: bool) -> None:
    for shape in SHAPES:
        first, second = ("best", name) if best_first else (name, "best")
        played = match(shape, first, second)
        solution = solve(shape, name)
        promised = solution.first if best_first else solution.second
        assert (played.game.yours, played.game.over, played.seed) == (promised, True, None), (shape, name)


# --- players of your own --------------------------------------------------------------------------


def test_a_player_that_cannot_be_loaded_or_ends_the_program_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.py").write_text("import nowhere", "utf-8")
    (tmp_path / "leaving.py").write_text("def p(position):\n    raise SystemExit('no')\n", "utf-8")
    (tmp_path / "ending.py").write_text("raise SystemExit(3)", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name, said in (
        ("ending:p", "^ending:p cannot be loaded: SystemExit: 3$"),
        ("broken:p", "^broken:p cannot be loaded: ModuleNotFoundError: No module named 'nowhere'$"),
        ("nowhere.below:p", "^there is no module nowhere: give a file"),
        ("leaving:p", "^leaving:p failed on the cards 8 15: SystemExit: no$"),
    ):
        with pytest.raises(twoends.OpponentError, match=said):
            solve([8, 15], name)


@pytest.mark.parametrize("method", ["exhaustive", "top-down", "bottom-up"])
def test_a_custom_opponent_is_asked_neither_about_a_single_card_nor_if_all_is_random(method: str) -> None:
    asked = list[int]()

    def player(position: Position) -> Any:
        asked.append(len(position))
        assert (position.mover, position.state.number) == ("opponent", 4 - len(position))
        assert (position.values, position.stop - position.start) == ((3, 1, 2, 5), len(position))
        return LEFT

    for epsilon in ("0", "1/4"):
        solved = solve([3, 1, 2, 5], add_trembling(twoends.opponent(player), epsilon), method=method)
        assert (solved.line is None) == (epsilon != "0")
    assert min(asked) == 2
    asked.clear()
    at_random = add_trembling(twoends.opponent(player), 1)
    solved = solve([3, 1, 2, 5], at_random, method=method)
    assert (solved.first, solved.second) == (Fraction(15, 2), Fraction(11, 2))
    game = Game([3, 1, 2, 5], False, opponent=at_random)
    assert chances(game)(game.state) == [(Fraction(1, 2), LEFT), (Fraction(1, 2), RIGHT)]
    assert not asked


@pytest.mark.parametrize("name", ["greedy left", "modest right"])
def test_the_lines_against_custom_players_are_those_against_built_in_ones(name: str) -> None:
    def player(position: Position) -> Any:
        of_left, of_right = int(position.left), int(position.right)
        return LEFT if (of_left >= of_right if name == "greedy left" else of_left < of_right) else RIGHT

    for row in (*product((0, 1, 3), repeat=4), (2,), (), (3, -1, 4, 4, 1, 0, 2)):
        lines = [str(line) for line in optimal_lines(row, player)]
        assert lines == [str(line) for line in optimal_lines(row, name)], row


def test_a_custom_player_sees_the_cards_as_they_were_given() -> None:
    seen: set[type] = set()

    def player(position: Position) -> Any:
        seen.update(map(type, (position.left, position.right)))
        return position.moves()[0]

    rows: list[list[Any]] = [[8, 15, 3], [Decimal("0.5"), 15, 3], [Fraction(1, 2), 15, 3], [0.5, 15.0, 1.25]]
    for row in (*rows, [8, 10, 3], [twoends.Card(8, "♠"), twoends.Card(10, "♠"), twoends.Card(3, "♥")]):
        asks: list[Any] = [solve, twoends.table, lambda row, who: twoends.solve_rows([row], who).first]
        asks += [lambda row, who: twoends.regret(who, [row]), lambda row, who: twoends.play_rows([row], who)]
        for place, ask in enumerate(asks):
            seen.clear()
            ask(row, player)
            assert seen == {*map(type, row)}, (row, place)
        seen.clear()
        reply(Game(row, False, opponent=player), Random(1))
        assert seen == {*map(type, (row[0], row[-1]))}, f"{row}: those of an equal row before it"


# --- copies ----------------------------------------------------------------------------------------


def test_a_pickled_answer_computes_the_same_attributes() -> None:
    answers: list[Any] = [
        twoends.Card(10, "♥"),
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
        twoends.review(parse("8 15 3 7 / first / LLRL")),
        match([8, 15, 3, 7]),
        solve(np.arange(10_000)),
        solve(np.arange(3_000), "greedy", progress=lambda done, n: None),
        Game(np.arange(10_000)).position,
    ]
    for answer in answers:
        copy = pickle.loads(pickle.dumps(answer))
        for name in ("best", "line", "moves", "count", "first", "method", "positions", "right", "suit"):
            if not callable(getattr(answer, name, len)):
                got, expected = getattr(copy, name), getattr(answer, name)
                same = np.array_equal(got, expected) if isinstance(got, np.ndarray) else got == expected
                assert same, f"{answer!r}: {name} is {got}, expected {expected}"
