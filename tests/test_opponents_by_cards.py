"""Opponents who look at the cards alone, as they are defined, by every method and in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import twoends
from twoends import Board, Circle, Row, opponent, play_rows, solve, solve_rows, table
from twoends.engine import bottom_up, compiled, sweep

KEYS: dict[str, Callable[[int], int]] = {"greedy": lambda card: card, "modest": lambda card: -card}


def defined_total(row: list[int], key: Callable[[int], int], ties: str, *, you_first: bool) -> Fraction:
    """Your total against an opponent who takes the end card with the larger key."""

    @cache
    def total(i: int, j: int, yours: bool) -> Fraction:
        if i == j:
            return Fraction(0)
        after_left, after_right = total(i + 1, j, not yours), total(i, j - 1, not yours)
        if yours:
            return max(row[i] + after_left, row[j - 1] + after_right)
        if j - i == 1:
            return Fraction(0)
        left, right = key(row[i]), key(row[j - 1])
        equal = {"left": after_left, "right": after_right, "random": (after_left + after_right) / 2}[ties]
        return after_left if left > right else after_right if left < right else equal

    return total(0, len(row), you_first)


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("size", [1, 2**20, 2**40], ids=["16 bits", "32 bits", "64 bits"])
@pytest.mark.parametrize("ties", ["right", "left", "random"])
@pytest.mark.parametrize("name", KEYS)
def test_an_opponent_by_cards_is_solved_as_defined_by_every_method(name: str, ties: str, size: int) -> None:
    who, key = opponent(f"{name} {ties}"), KEYS[name]
    random = np.random.default_rng(1)
    for n in (1, 2, 3, 7):
        rows = random.integers(-3, 4, (12, n)) * size
        expected = [
            [defined_total(row, key, ties, you_first=you_first) for row in rows.tolist()]
            for you_first in (True, False)
        ]
        batch = solve_rows(rows, who)
        assert [list(map(Fraction, batch.first)), list(map(Fraction, batch.second))] == expected, (n, who)
        for k, row in enumerate(rows.tolist()[:3]):
            for method in ("auto", "bottom-up", "top-down", "exhaustive"):
                solved = solve(row, who, method=method)
                assert [solved.first, solved.second] == [each[k] for each in expected], (row, who, method)
            assert table(row, who)[0, n][:2] == (expected[0][k], expected[1][k])
            if ties != "random":
                played = play_rows([row] * 2, "best", who).totals, play_rows([row] * 2, who, "best").totals
                got = played[0][:, 0].tolist(), played[1][:, 1].tolist()
                assert got == ([expected[0][k]] * 2, [expected[1][k]] * 2), (row, who)


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("size", [1, 2**20, 2**40])
@pytest.mark.parametrize("ties", ["right", "left"])
@pytest.mark.parametrize("name", KEYS)
def test_totals_lines_and_circles_against_an_opponent_by_cards_are_compiled(
    name: str, ties: str, size: int
) -> None:
    who = opponent(f"{name} {ties}")
    row = (np.random.default_rng(2).integers(-9, 10, 70) * size).tolist()
    assert bottom_up.prepare_arrays(row, who) is not None
    for shape in (row, Circle(row)):
        got, expected = (solve(shape, who, method=method) for method in ("auto", "bottom-up"))
        for name in ("first", "second", "moves", "line", "line_second"):
            assert getattr(got, name) == getattr(expected, name), (who, size, name)


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("name", ["generous right", "optimal right"])
def test_a_line_takes_the_right_if_an_opponent_by_totals_prefers_it(name: str) -> None:
    row = [2, 1, 0, 1, 1]
    searched = solve(row, name, method="top-down")
    methods = ["bottom-up"] if name == "optimal right" else ["bottom-up", "auto"]  # auto would fold the row
    for method in methods:
        solved = solve(row, name, method=method)
        assert (solved.line, solved.line_second) == (searched.line, searched.line_second), method


@pytest.mark.parametrize("name", KEYS)
def test_an_opponent_by_cards_plays_on_boards_and_circles(name: str) -> None:
    for shape in (Board.of([3, -5, 2], [4, 1]), Circle([3, -5, 4, 1]), Row.of([3, -5, 4])):
        solved = solve(shape, name)
        played = twoends.match(shape, name, "best").game
        assert played.yours == solved.second, (str(shape), name, solved.second, played)
        assert solved.second == solve(shape, name, method="exhaustive").second
    between = twoends.match([3, -5, 4], name, name).game
    assert play_rows([[3, -5, 4]], name, name).totals.tolist() == [[between.yours, between.theirs]]


def test_keys_are_the_cards_their_negation_or_their_ranks() -> None:
    row = np.array([5, 7, 9])
    keys, *others = compiled.replies_of(opponent("greedy"), row, np.int32)
    assert (keys.tolist(), *others) == ([5, 7, 9], sweep.LARGER_RIGHT, None)
    for cards, dtype, expected in ((row, np.int16, [-5, -7, -9]), (row / 2, np.float64, [-2.5, -3.5, -4.5])):
        modest = compiled.replies_of(opponent("modest"), cards, dtype)
        assert modest.keys.tolist() == expected
    for name, sign in (("greedy", 1), ("modest", -1)):
        large = compiled.replies_of(opponent(f"{name} random"), row + 2**60, np.float64)
        assert large.keys.tolist() == [0, sign, 2 * sign], "floats would merge the cards"
