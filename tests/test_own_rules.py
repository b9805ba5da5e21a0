"""Reply rules of the user's own, compiled by Numba: the answers of the same function on exact numbers."""

from __future__ import annotations

import sys
from decimal import Decimal
from fractions import Fraction
from unittest import mock

import numpy as np
import pytest
from numba import njit

from kernel_rows import scaled
from twoends import OpponentError, solve, solve_rows
from twoends.solvers import compiled


@pytest.mark.usefixtures("always_compiled")
def test_a_rule_of_your_own_runs_compiled_if_you_compiled_it_with_its_types_or_without() -> None:
    @njit("int64(int64, int64, int64, int64)")
    def fickle(left: int, right: int, after_left: int, after_right: int) -> int:
        return after_left if (left + after_right) % 2 == 0 else after_right

    row = np.random.default_rng(0).integers(-9, 9, 40).tolist()
    fast, slow = solve(row, fickle), solve(row, fickle.py_func)
    assert (fast.first, fast.second, fast.moves) == (slow.first, slow.second, slow.moves)
    assert (fast.line, fast.line_second) == (slow.line, slow.line_second)
    assert compiled.solve(scaled(row), slow.opponent) is None
    assert solve([0.5, 3, 4], fickle).first == solve([0.5, 3, 4], fickle.py_func).first


@pytest.mark.usefixtures("always_compiled")
def test_a_rule_of_your_own_has_64_bits_and_no_line_where_it_mixes() -> None:
    @njit()
    def generous_with_bonus(left: int, right: int, after_left: int, after_right: int) -> int:
        return max(after_left, after_right) + 10**9

    row = np.random.default_rng(3).integers(-9, 9, 60)
    slow = solve(row.tolist(), generous_with_bonus.py_func)
    fast = solve(row, generous_with_bonus)
    assert (fast.first, fast.second, fast.moves) == (slow.first, slow.second, slow.moves)
    assert fast.line is slow.line is None


def test_a_compiled_rule_sees_the_cards_as_they_were_given_and_never_scaled() -> None:
    @njit()
    def wary_of_two(left: int, right: int, after_left: int, after_right: int) -> int:
        return after_left if left < 2 else after_right

    for row in ([Fraction(1, 2), 3, 4], [Decimal("1.5"), 7, 2, 1], [0.5, 3.0, 4.0]):
        solved, expected = solve_rows([row], wary_of_two), solve(row, wary_of_two.py_func)
        assert (solved.first.tolist(), solved.second.tolist()) == ([expected.first], [expected.second])


def test_what_a_rule_of_your_own_answers_does_not_depend_on_what_ran_before() -> None:
    @njit()
    def overflowing(left: int, right: int, after_left: int, after_right: int) -> int:
        return after_left if left**4 > right**4 else after_right

    row = np.random.default_rng(4).integers(10**5, 10**6, 150).tolist()
    assert "twoends.kernels" in sys.modules
    assert solve(row, overflowing).first == solve(row, overflowing.py_func).first


@pytest.mark.usefixtures("always_compiled")
def test_a_rule_of_your_own_that_fails_compiled_is_named() -> None:
    @njit()
    def picky(left: int, right: int, after_left: int, after_right: int) -> int:
        if left == right:
            raise ValueError("equal cards")
        return after_left

    @njit()
    def unfinished(left: int, right: int, after_left: int, after_right: int) -> int:
        return later(left)  # type: ignore[name-defined, no-any-return]  # noqa: F821  # what it is about

    def vague(left: int, right: int, after_left: int, after_right: int) -> int:
        return after_left

    fault = mock.Mock(side_effect=SyntaxError("in nopython mode"))
    vague.__dict__.update(py_func=vague, overloads={}, compile=fault)

    for fails in (lambda: solve([3, 3, 3], picky), lambda: solve_rows(np.full((2, 3), 3), picky)):
        with pytest.raises(OpponentError, match=r"picky failed in compiled code: ValueError: equal cards$"):
            fails()
    undefined = r"unfinished cannot be compiled for integers: NameError: name 'later' is not defined$"
    with pytest.raises(OpponentError, match=undefined):
        solve([3, 3, 3], unfinished)
    with pytest.raises(OpponentError, match=r"vague .* for integers: SyntaxError: in nopython mode$"):
        solve([3, 3, 3], vague)
