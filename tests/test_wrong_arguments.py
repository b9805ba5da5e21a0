"""A wrong argument anywhere in the library is refused in one sentence that names it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

import twoends
from expected import DATA, calls_are_expected
from twoends import Board, Circle, TwoEndsError, puzzles
from twoends.answers.lines import graph
from twoends.engine.compiled import integers, range_fits, replies_of, row_that_fits, rows_that_fit
from twoends.engine.costs import estimate
from twoends.engine.judge import turning_point
from twoends.engine.method import judge_totals
from twoends.rules.cards import random_row
from twoends.rules.limits import MAX_POSITIONS_OF_A_GRAPH
from twoends.rules.moves import as_move
from twoends.rules.notation import parse_game, parse_shape
from twoends.rules.opponent_names import add_trembling, computer_opponent, custom_opponent, every_opponent
from twoends.rules.rulebook import State
from twoends.rules.shapes import every_shape
from twoends.rules.text import parse_row, parse_value
from twoends.study import Pairing, Study
from twoends.study.description import describe
from twoends.views.explain import contraction_text, table_text
from twoends.views.scoresheet import marks_text, review_text
from twoends.views.summaries import summary

ROW = [8, 15, 3, 7]

NAMES: dict[str, Any] = {name: getattr(twoends, name) for name in twoends.__all__} | {
    each.__name__: each
    for each in (
        *(Decimal, Fraction, Random, parse_game, parse_shape, parse_row, parse_value, random_row, as_move),
        *(add_trembling, computer_opponent, custom_opponent, every_opponent, every_shape, estimate, State),
        *(Study, Pairing, describe, judge_totals, turning_point, graph),
        *(summary, marks_text, review_text, contraction_text, table_text),
        *(integers, range_fits, replies_of, row_that_fits, rows_that_fit),
    )
}
NAMES |= {
    "__name__": "mine",
    "ROW": ROW,
    "BOARD": Board.of([1, 2], [3]),
    "CIRCLE": Circle(ROW),
    "puzzles": puzzles,
    "sys": sys,
    "np": np,
    "pl": pytest.importorskip("polars", reason="needs Polars: the extra study"),
    "MAX_POSITIONS": MAX_POSITIONS_OF_A_GRAPH,
}

WRONG = {
    "nothing": None,
    "text": "x",
    "a float": 1.5,
    "no number": float("nan"),
    "negative": -1,
    "too large": 99,
    "a list of text": ["x"],
    "a set": {1, 2},
    "a dictionary": {8: 15, 3: 7},
    "an object": object(),
}

CALLS = (DATA / "wrong_arguments.txt").read_text("utf-8").splitlines()
"""Calls of what is public in which none of the wrong values of x is valid."""


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_argument_is_named_in_one_sentence(wrong: str) -> None:
    for call in CALLS:
        try:
            result = eval(call, NAMES | {"x": WRONG[wrong]})
        except TwoEndsError as fault:
            sentence = str(fault)
        else:
            pytest.fail(f"{call} accepted {wrong} and returned {result!r}")
        assert ": " in sentence, f"{call}, {wrong}: {sentence!r} does not say what to write"
        assert "\n" not in sentence, sentence


def test_a_seed_is_an_integer_and_may_be_one_of_numpy() -> None:
    seeded: list[Callable[[Any], object]] = [
        lambda seed: twoends.deal(seed=seed),
        lambda seed: twoends.match(ROW * 5, "random", "random", seed=seed).game,
        lambda seed: twoends.play_rows([ROW] * 20, "random", "random", seed=seed).totals.tolist(),
        twoends.optimal_lines([2] * 20).random,
    ]
    for drawn in seeded:
        assert drawn(np.int64(7)) == drawn(7)
        for seed in (0, -1):
            assert drawn(seed) == drawn(seed), "0 is a seed, not none"
        assert len({str(drawn(seed)) for seed in (0, -1, 2**40)}) == 3
        assert len({str(drawn(None)) for _ in range(5)}) > 1, "without a seed each draw is a new one"
        for wrong in ("x", 1.5, [1]):
            with pytest.raises(TwoEndsError, match="give a whole number or None"):
                drawn(wrong)


def test_every_public_function_is_called_with_wrong_arguments() -> None:
    functions = {name for name in twoends.__all__ if inspect.isfunction(getattr(twoends, name))}
    called = {call.partition("(")[0] for call in CALLS}
    assert functions - called == {"deck"}, "which takes nothing"


def test_the_error_of_a_wrong_call_says_what_is_wrong_and_what_to_write() -> None:
    calls_are_expected("errors.txt", NAMES)


def test_calls_give_these_answers() -> None:
    calls_are_expected("calls_of_the_library.txt", NAMES)
