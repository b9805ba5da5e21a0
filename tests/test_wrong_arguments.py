"""A wrong argument anywhere in the library is named in one sentence, and never taken for another one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import twoends
from twoends import LEFT, BoardGame, CircleGame, Component, End, Game, TwoEndsError

ROW = [8, 15, 3, 7]
GAME = Game(ROW)  # type: ignore[arg-type]  # which takes anything that Row.of does
BOARD = twoends.parse_shape("1 2 | 3")
OPTIMAL = twoends.opponent()
URGENCIES = twoends.oracle(ROW)

WRONG = {
    "nothing": None,
    "text": "x",
    "a float": 1.5,
    "no number": float("nan"),
    "negative": -1,
    "too large": 99,
    "a list of text": ["x"],
    "a set": {1, 2},
    "an object": object(),
}

CALLS: dict[str, list[Callable[[Any], object]]] = {
    "Board": [twoends.Board, twoends.Board.of, lambda x: twoends.Board.of([x])],
    "BoardGame": [
        BoardGame,
        lambda x: Game(BOARD, True, x),
        lambda x: Game(BOARD, True, (x,)),
        lambda x: Game(BOARD, True, (End(x, LEFT),)),
        lambda x: Game(BOARD, True, (End(0, x),)),
    ],
    "Card": [lambda x: twoends.Card(x, "♠"), lambda x: twoends.Card(7, x)],
    "CircleGame": [
        CircleGame,
        lambda x: Game([1], first=x) if x is not None else Game([1], sides=x),
        lambda x: Game(ROW, True, 0, x),
        lambda x: Game(ROW, True, 0, (x,)),
    ],
    "Solution": [lambda x: twoends.solve_circle(ROW).row_after(x or "x")],
    "Component": [Component, lambda x: Component(ROW, x)],
    "Game": [Game, lambda x: Game(ROW, True, x), lambda x: Game(ROW, True, (x,)), GAME.take],
    "OptimalLines": [twoends.optimal_lines(ROW).line],
    "Position": [GAME.position.take, GAME.position.card],
    "Row": [twoends.Row, twoends.Row.of],
    "Oracle": [
        lambda x: URGENCIES.best(x, 4),
        lambda x: URGENCIES.best(4, x),
        lambda x: URGENCIES.margin(x, 4),
        lambda x: URGENCIES.loss(4, x, LEFT),
        lambda x: URGENCIES.loss(0, 4, x),
        lambda x: URGENCIES.window().take(x),
    ],
    "board_with_gaps": [twoends.board_with_gaps],
    "contraction": [twoends.contraction],
    "losses": [lambda x: twoends.losses(x, [LEFT]), lambda x: twoends.losses(ROW, x)],
    "match": [twoends.match, lambda x: twoends.match(ROW, x), lambda x: twoends.match(ROW, "best", x)],
    "opponent": [
        twoends.opponent,
        lambda x: twoends.opponent("greedy", ties=x or "x"),
        lambda x: twoends.opponent("greedy", epsilon=x or "x"),
        twoends.rules.opponents.greedy,
        twoends.rules.opponents.random,
        twoends.rules.opponents.custom,
    ],
    "optimal_lines": [twoends.optimal_lines, lambda x: twoends.optimal_lines(ROW, x)],
    "parse_board": [lambda x: twoends.parse_shape(x)],
    "parse_board_game": [twoends.parse_board_game],
    "parse_circle_game": [twoends.parse_circle_game],
    "parse_game": [twoends.parse_game],
    "parse_row": [twoends.parse_row],
    "play_rows": [twoends.play_rows, lambda x: twoends.play_rows([ROW], x)],
    "review": [twoends.review, lambda x: twoends.review(GAME, x)],
    "review_board": [twoends.review_board],
    "review_circle": [twoends.review_circle],
    "solve": [
        twoends.solve,
        lambda x: twoends.solve(ROW, x),
        lambda x: twoends.solve(ROW, method=x),
    ],
    "solve_board": [twoends.solve_board, lambda x: twoends.solve(BOARD, x)],
    "solve_circle": [twoends.solve_circle, lambda x: twoends.solve_circle(ROW, x)],
    "solve_rows": [twoends.solve_rows, lambda x: twoends.solve_rows([ROW], x)],
    "table": [twoends.table, lambda x: twoends.table(ROW, x)],
    "urgencies": [twoends.urgencies],
    "write_game": [lambda x: twoends.write(x, OPTIMAL), lambda x: twoends.write(GAME, x)],
}
"""By public name: calls in which none of the wrong values is right."""

SEEDED: list[Callable[[Any], object]] = [
    twoends.deal,
    lambda seed: twoends.match(ROW, "random", "random", seed=seed).game,
    lambda seed: twoends.play_rows([ROW] * 20, "random", "random", seed=seed).tolist(),
    twoends.optimal_lines([2] * 20).random,
]


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_argument_is_named_in_one_sentence(name: str, wrong: str) -> None:
    for number, call in enumerate(CALLS[name], 1):
        try:
            answered = call(WRONG[wrong])
        except TwoEndsError as fault:
            told = str(fault)
        else:
            pytest.fail(f"{name}, call {number}, took {wrong} for right and answered {answered!r}")
        assert ": " in told, f"{name}, call {number}, {wrong}: no way to mend it in {told!r}"
        assert "\n" not in told, told


@pytest.mark.parametrize("seeded", SEEDED)
def test_a_seed_is_a_whole_number_also_one_of_numpys(seeded: Callable[[Any], object]) -> None:
    assert seeded(np.int64(7)) == seeded(7)
    assert seeded(-7) == seeded(-7)
    for wrong in ("x", 1.5, [1]):
        with pytest.raises(TwoEndsError, match="give a whole number, or none"):
            seeded(wrong)


def test_every_public_function_is_tried() -> None:
    functions = {name for name in twoends.__all__ if inspect.isfunction(getattr(twoends, name))}
    assert functions - set(CALLS) == {"deal", "deck"}, "one takes a seed, the other nothing"
