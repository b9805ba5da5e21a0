"""The compiled kernels give what the pure methods give, on every kind of row that they support."""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Iterable
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel_rows import extremes, shapes
from shapes_oracle import BY_CHANCE, STEADY
from twoends import Solution, opponent, solve
from twoends.answers.reviews import review
from twoends.engine import bottom_up, coins
from twoends.engine.contraction import ByContraction, end_coins, margin, margins_of_intervals
from twoends.engine.kernels import intervals
from twoends.engine.method import scaled_for
from twoends.engine.options import PURE
from twoends.engine.oracle import Oracle, oracle
from twoends.engine.values import values
from twoends.rules.games import Game
from twoends.rules.limits import MAX_CARDS_EXACT_BY_CHANCE
from twoends.rules.moves import LEFT, RIGHT
from twoends.rules.rows import Row


def pure(row: Any, name: str) -> Solution:
    return solve(row, name, method="contraction" if name == "optimal" else "bottom-up")


def all_but_lines(solution: Solution) -> dict[str, Any]:
    """All properties of a solution but its lines and the number of positions."""
    names = (
        *("game", "method", "error", "exact", "first", "second", "theirs_first", "theirs_second", "sum"),
        *("margin_first", "margin_second", "winner", "go_first", "order_irrelevant", "best", "moves"),
    )
    properties = {name: getattr(solution, name) for name in names}
    return properties | {"kinds": (type(solution.first), type(solution.second), type(solution.error))}


def assert_same(row: Any, name: str) -> None:
    """Compare all properties; the lines of optimal play must replay to the totals."""
    fast, slow = solve(row, name), pure(row, name)
    assert all_but_lines(fast) == all_but_lines(slow)
    for you_first, line, total in ((True, fast.line, fast.first), (False, fast.line_second, fast.second)):
        assert line is not None
        game = Game(fast.shape, you_first)
        for side in line.ends:
            game = game.play(side)
        assert game.over
        assert game.yours == total, (row, name, you_first, line)
    if name != "optimal":
        assert (fast.line, fast.line_second) == (slow.line, slow.line_second)


# --- one row, through `solve` ------------------------------------------------------------------


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("name", STEADY)
@given(row=st.lists(st.integers(-2, 2) | st.integers(-(2**40), 2**40), min_size=1, max_size=24))
@settings(max_examples=20)
def test_solve_gives_the_same_compiled_on_any_row(name: str, row: list[int]) -> None:
    assert_same(row, name)


@pytest.mark.parametrize("name", BY_CHANCE)
def test_long_expectations_are_the_same_floats_as_the_pure_method_gives(name: str) -> None:
    row = np.random.default_rng(2).integers(-9, 9, MAX_CARDS_EXACT_BY_CHANCE + 1).tolist()
    assert bottom_up.prepare_arrays([float(value) for value in row], opponent(name)) is not None
    slow = pure(row, name)
    fast = solve(row, name)
    assert all_but_lines(fast) == all_but_lines(slow)
    assert fast.line is None


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("name", ["optimal", "greedy right", "generous"])
@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("beyond", [0, 1])
def test_totals_and_urgencies_at_the_bound_of_a_dtype_do_not_overflow(
    name: str, bits: int, beyond: int
) -> None:
    n = 14
    by_totals = (2 ** (bits - 2) - 1) // n + beyond  # the largest value whose totals just fit, or just do not
    by_margins = (2**bits - 1) // (2 * n + 6) + beyond  # the same for values from minus it to plus it
    for largest in (by_totals, by_margins):
        for row in extremes(n, largest):
            assert_same(row, name)
            if name == "optimal":
                assert_same_urgencies(row)
                assert_same_values(row, [RIGHT, LEFT] * (n // 2))


# --- urgencies of one row ------------------------------------------------------------------------


def pure_oracle(cards: Iterable[Any]) -> Oracle:
    row = Row.of(cards)
    table, left, right = end_coins(row.units), [0] * len(row), [0] * len(row)
    coins.urgencies(table, left, right)
    return Oracle(row, tuple(left), tuple(right), table)


def assert_same_urgencies(row: Any) -> None:
    """Compare everything that an oracle gives, in Python's own numbers."""
    fast, cards = oracle(row), tuple(Row.of(row).values)
    slow, n = pure_oracle(cards), len(cards)
    assert (fast, hash(fast), repr(fast)) == (slow, hash(slow), repr(slow))
    assert fast != pure_oracle((*cards, 1))
    for start, stop in combinations_with_replacement(range(n + 1), 2):
        got, expected = (
            [each.margin(start, stop), *(each.loss(start, stop, side) for side in SIDES if start < stop)]
            for each in (fast, slow)
        )
        assert got == expected, (row, start, stop)
        assert {*map(type, got)} == {int}, (row, start, stop)
        assert fast.optimal(start, stop) == slow.optimal(start, stop), (row, start, stop)
    assert pickle.loads(pickle.dumps(fast)) == fast


SIDES = (LEFT, RIGHT)


@pytest.mark.usefixtures("always_compiled")
@given(st.lists(st.integers(-4, 4), max_size=14) | st.lists(st.integers(-(2**64), 2**64), max_size=14))
def test_urgencies_are_the_same_compiled(row: list[int]) -> None:
    assert_same_urgencies(row)


# --- margins and values of intervals -------------------------------------------------------------


def test_margins_of_any_intervals_are_those_of_their_rows() -> None:
    random = Random(9)
    for n in (1, 2, 5, 60):
        places = sorted(random.randrange(2 * n + 1) for _ in range(2 * n))
        windows = list(zip(places[:n], places[n:], strict=True))
        for once in shapes(n):
            twice = np.tile(once, 2)
            row = twice.tolist()
            table, pure = intervals.end_coins(twice), end_coins(row)
            assert table.tolist() == pure, row
            expected = [margin(row[start:stop]) for start, stop in windows]
            assert intervals.margins_of_intervals(table, windows) == expected, row
            assert margins_of_intervals(pure, windows) == expected, row


def assert_same_values(row: Any, sides: list[Any]) -> None:
    for you_first in (True, False):
        game = Game(Row.of(row), you_first, tuple(sides))
        pure = ByContraction(scaled_for(game.shape.cards, game.opponent), options=PURE)
        expected, got = pure.values(game.book, game.states), values(game)
        assert got == expected, (row, sides, you_first)
        numbers = [number for each in got for pair in (each[:2], *each.after) for number in pair]
        assert not any(isinstance(number, np.generic) for number in numbers)


@pytest.mark.usefixtures("always_compiled")
@given(
    row=st.lists(st.integers(-3, 3), max_size=20)
    | st.lists(st.integers(-(2**70), 2**70), max_size=12)
    | st.lists(st.decimals(-9, 9, places=2), max_size=12),
    data=st.data(),
)
def test_values_are_the_same_compiled(row: list[Any], data: st.DataObject) -> None:
    sides = data.draw(st.lists(st.sampled_from([LEFT, RIGHT]), max_size=len(row)))
    assert_same_values(row, sides)


# --- a review ------------------------------------------------------------------------------------


def test_a_review_leaves_the_garbage_collector_as_it_was() -> None:
    for switch, enabled in ((gc.disable, False), (gc.enable, True)):
        switch()
        review(Game([8, 15, 3, 7], True, [LEFT, LEFT]))
        assert gc.isenabled() == enabled


# --- again, interpreted and with bounds checked ------------------------------------------------

SELECTION = (
    "every_shape or any_intervals or (compiled_on_any_row and greedy)"
    " or (row_alone and generous) or (deterministic_players and optimal-modest)"
)


@pytest.mark.slow
@pytest.mark.skipif(
    "NUMBA_DISABLE_JIT" in os.environ or "NUMBA_BOUNDSCHECK" in os.environ, reason="is one of them"
)
@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_kernels_also_pass_interpreted_and_with_bounds_checked(setting: str, tmp_path: Any) -> None:
    environment = os.environ | {setting: "1", "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONHASHSEED": "0"}
    names = "kernels", "engine_texts", "batch"
    tests = [os.path.join(os.path.dirname(__file__), f"test_{name}.py") for name in names]
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "-k", SELECTION]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    run = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-1000:]
