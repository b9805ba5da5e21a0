"""Custom reply rules compiled by Numba answer as the same function does on exact numbers."""

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


@njit("int64(int64, int64, int64, int64)")
def fickle(left: int, right: int, after_left: int, after_right: int) -> int:
    """Chooses a side by parity, or, on large cards, returns more than either. Compiling it takes seconds."""
    if left == right:  # a single card is never asked about
        raise ValueError("equal cards")
    if left + right > 100:
        return max(after_left, after_right) + 10**9
    return after_left if (left + after_right) % 2 == 0 else after_right


@pytest.mark.usefixtures("always_compiled")
def test_a_compiled_rule_runs_on_the_given_number_of_threads_and_reports_progress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thread_count = mock.Mock(return_value=1)
    monkeypatch.setattr(compiled, "thread_count", thread_count)
    reports: list[tuple[int, int]] = []
    row = (np.random.default_rng(0).permutation(40) - 20).tolist()
    fast = solve(row, fickle, progress=lambda *report: reports.append(report), threads=3)
    slow = solve(row, fickle.py_func)
    assert (fast.first, fast.second, fast.moves) == (slow.first, slow.second, slow.moves)
    assert (fast.line, fast.line_second) == (slow.line, slow.line_second)
    assert thread_count.call_args_list == [mock.call(3)]
    assert reports[-1] == (40, 40)
    assert compiled.solve(scaled(row), slow.opponent) is None
    assert solve([0.5, 3, 4], fickle).first == solve([0.5, 3, 4], fickle.py_func).first


@pytest.mark.usefixtures("always_compiled")
def test_a_compiled_rule_has_64_bits_and_no_line_if_it_returns_neither_side() -> None:
    row = 100 * np.random.default_rng(3).permutation(60)
    slow = solve(row.tolist(), fickle.py_func)
    fast = solve(row, fickle)
    assert (fast.first, fast.second, fast.moves) == (slow.first, slow.second, slow.moves)
    assert fast.line is slow.line is None


def test_many_rows_against_a_compiled_rule_are_solved_as_against_the_plain_one() -> None:
    table = np.random.default_rng(5).permuted(np.tile(np.arange(-4, 4), (7, 1)), axis=1)
    plain, fast = solve_rows(table, fickle.py_func), solve_rows(table, fickle)
    assert fast.first.tolist() == plain.first.tolist()
    assert fast.second.tolist() == plain.second.tolist()
    assert fast.best.tolist() == plain.best.tolist()
    half = [Fraction(1, 2), 3, 4]
    assert solve_rows([half], fickle.py_func).first.tolist() == [solve(half, fickle.py_func).first]


def test_a_compiled_rule_sees_the_cards_as_given_and_never_scaled() -> None:
    @njit()
    def wary_of_two(left: int, right: int, after_left: int, after_right: int) -> int:
        return after_left if left < 2 else after_right

    for row in ([Fraction(1, 2), 3, 4], [Decimal("1.5"), 7, 2, 1], [0.5, 3.0, 4.0]):
        solved, expected = solve_rows([row], wary_of_two), solve(row, wary_of_two.py_func)
        assert (solved.first.tolist(), solved.second.tolist()) == ([expected.first], [expected.second])


def test_answers_of_a_custom_rule_do_not_depend_on_loaded_modules() -> None:
    @njit()
    def overflowing(left: int, right: int, after_left: int, after_right: int) -> int:
        return after_left if left**4 > right**4 else after_right

    row = np.random.default_rng(4).integers(10**5, 10**6, 150).tolist()
    assert "twoends.kernels" in sys.modules
    assert solve(row, overflowing).first == solve(row, overflowing.py_func).first


@pytest.mark.usefixtures("always_compiled")
def test_an_error_in_compiled_code_names_the_rule() -> None:
    @njit()
    def unfinished(left: int, right: int, after_left: int, after_right: int) -> int:
        return later(left)  # type: ignore[name-defined, no-any-return]  # noqa: F821  # the error

    def vague(left: int, right: int, after_left: int, after_right: int) -> int:
        return after_left

    fault = mock.Mock(side_effect=SyntaxError("in nopython mode"))
    vague.__dict__.update(py_func=vague, overloads={}, compile=fault)

    for fails in (lambda: solve([3, 3, 3], fickle), lambda: solve_rows(np.full((2, 3), 3), fickle)):
        with pytest.raises(OpponentError, match=r"fickle failed in compiled code: ValueError: equal cards$"):
            fails()
    undefined = r"unfinished cannot be compiled for integers: NameError: name 'later' is not defined$"
    with pytest.raises(OpponentError, match=undefined):
        solve([3, 3, 3], unfinished)
    with pytest.raises(OpponentError, match=r"vague .* for integers: SyntaxError: in nopython mode$"):
        solve([3, 3, 3], vague)
