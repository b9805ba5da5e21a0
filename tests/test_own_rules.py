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


@njit()
def picky(left: int, right: int, after_left: int, after_right: int) -> int:
    """Generous with a bonus: no line follows from it. Shared, as compiling takes seconds."""
    if left == right:
        raise ValueError("equal cards")
    return max(after_left, after_right) + 10**9


@pytest.mark.usefixtures("always_compiled")
def test_a_rule_compiled_with_its_types_runs_on_as_many_threads_as_are_asked_for_and_reports_progress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @njit("int64(int64, int64, int64, int64)")
    def fickle(left: int, right: int, after_left: int, after_right: int) -> int:
        return after_left if (left + after_right) % 2 == 0 else after_right

    thread_count = mock.Mock(return_value=1)
    monkeypatch.setattr(compiled, "thread_count", thread_count)
    reports: list[tuple[int, int]] = []
    row = np.random.default_rng(0).integers(-9, 9, 40).tolist()
    fast = solve(row, fickle, progress=lambda *report: reports.append(report), threads=3)
    slow = solve(row, fickle.py_func)
    assert (fast.first, fast.second, fast.moves) == (slow.first, slow.second, slow.moves)
    assert (fast.line, fast.line_second) == (slow.line, slow.line_second)
    assert thread_count.call_args_list == [mock.call(3)]
    assert reports[-1] == (40, 40)
    assert compiled.solve(scaled(row), slow.opponent) is None
    assert solve([0.5, 3, 4], fickle).first == solve([0.5, 3, 4], fickle.py_func).first


@pytest.mark.usefixtures("always_compiled")
def test_a_rule_of_your_own_has_64_bits_and_no_line_where_it_mixes() -> None:
    row = np.random.default_rng(3).permutation(60) - 30
    slow = solve(row.tolist(), picky.py_func)
    fast = solve(row, picky)
    assert (fast.first, fast.second, fast.moves) == (slow.first, slow.second, slow.moves)
    assert fast.line is slow.line is None


def test_many_rows_against_a_rule_of_your_own_are_those_rows_one_by_one() -> None:
    table = np.random.default_rng(5).permuted(np.tile(np.arange(-4, 4), (7, 1)), axis=1)
    plain, fast = solve_rows(table, picky.py_func), solve_rows(table, picky)
    assert fast.first.tolist() == plain.first.tolist()
    assert fast.second.tolist() == plain.second.tolist()
    assert fast.best.tolist() == plain.best.tolist()
    half = [Fraction(1, 2), 3, 4]
    assert solve_rows([half], picky.py_func).first.tolist() == [solve(half, picky.py_func).first]


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
