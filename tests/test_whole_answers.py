"""Whole answers: reasons in words, seeds, pickles, arrays and files."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

import twoends
from twoends import Circle, Game, match, parse, review, solve
from twoends.answers.lines import optimal_lines
from twoends.rules.moves import LEFT
from twoends.views.summaries import summary


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


def test_the_arrays_of_totals_beyond_64_bits_have_objects() -> None:
    for value, dtype in ((2**63 - 1, int), (2**63, object), (1 - 2**63, int), (0.5, float)):
        yours, _ = twoends.table([value, 0]).to_numpy()
        assert (yours.dtype, yours.shape, yours[0, 1]) == (np.dtype(dtype), (3, 3), value)


def test_totals_in_floats_are_said_to_be_and_a_player_without_a_first_move_has_no_order() -> None:
    by_hand = summary(solve(Circle([3, 1, 2, 9]), lambda position: LEFT))  # who knows no first card
    assert "\n\nTake the 3, card 0 counted from 0; the next best card gives away 1." in by_hand
    in_floats = summary(solve([place * 37 % 101 for place in range(900)], "random"))
    assert "(computed in floats; each total is right to within 2e-08)" in in_floats
    assert "floats" not in summary(solve([0] * 201, "random")), "whose totals are 0"
    assert "28580.8239704 : 16413.1760296   you win by 12167.6479408 on average" in in_floats
