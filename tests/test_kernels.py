"""The compiled kernels give what the pure methods give, on every kind of row that they support."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel_rows import extremes, shapes
from oracle import BY_CHANCE, STEADY
from twoends import Solution, opponent, solve
from twoends.engine import bottom_up, compiled
from twoends.rules.games import Game
from twoends.rules.limits import MAX_CARDS_EXACT_BY_CHANCE
from twoends.rules.moves import LEFT
from twoends.rules.opponents import Opponent
from twoends.rules.rows import LONG_ARRAY, Row


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
    """Compare all properties but the lines of optimal play, which must replay to the totals."""
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


@pytest.mark.parametrize(
    ("values", "fits"),
    [
        ([8, 15], True),
        ([2**63 - 1, -(2**63)], True),
        ([2**63], False),
        ([-(2**63) - 1], False),
        (np.array([2**63 - 1], np.uint64).data, True),
        (np.array([2**63], np.uint64).data, False),
        (np.array([], np.uint64).data, True),
        (np.array([-5], np.int16).data, True),
    ],
)
def test_integers_become_an_array_if_all_of_them_fit_64_bits(values: Any, fits: bool) -> None:
    array = compiled.integers(values)
    assert (array is not None) == fits
    if array is not None:
        assert array.tolist() == list(values)


@pytest.mark.parametrize(("n", "most"), [(1, 2**60 - 1), (5, 2**59 - 1), (2, (2**62 - 1) // 5)])
def test_the_simpler_bound_accepts_only_rows_that_fit(n: int, most: int) -> None:
    rows = np.array([[sign * value] * n for sign in (1, -1) for value in (most, most + 1)])
    assert compiled.rows_that_fit(rows).tolist() == [True, False, True, False]
    assert compiled.range_fits(n, -most, most), "it is the simpler bound"


# --- when kernels are used -----------------------------------------------------------------------

LONG = [place * 7919 % 101 for place in range(300)]


def test_kernels_decline_what_only_the_pure_methods_can_solve() -> None:
    declined: list[tuple[list[Any], Opponent]] = [
        ([8, 15], opponent(lambda position: LEFT)),
        ([0.5, 1.5], opponent("greedy")),
        ([8, 15], opponent("random")),
        ([2**62, 1], opponent("greedy")),
        ([2**63, 1], opponent("optimal")),
        ([2**63, 1], opponent("greedy")),
    ]
    for values, against in declined:
        assert bottom_up.prepare_arrays(values, against) is None, (values, against)
    for values in ([2**63], [2**62, -(2**62)], [2**62] * 9 + [-(2**62)], []):
        assert compiled.row_that_fits(values) is None, values


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("who", ["optimal", "greedy", "random"])
def test_kernels_report_progress(who: str) -> None:
    reports: list[tuple[int, int]] = []
    solution = solve(LONG, who, progress=lambda *report: reports.append(report))
    assert (solution.line is None) == (who == "random")
    assert (reports[-1:] == [(300, 300)]) == (who != "optimal")


# --- one row, through `solve` ------------------------------------------------------------------


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("name", STEADY)
def test_solve_gives_the_same_compiled_on_all_small_rows(name: str) -> None:
    for values, lengths in (((-1, 0, 2), range(4)), ((0, 1), (5,))):
        for n in lengths:
            for row in product(values, repeat=n):
                assert_same(row, name)


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("name", STEADY)
@given(row=st.lists(st.integers(-5, 5) | st.integers(-(2**40), 2**40), min_size=1, max_size=24))
@settings(max_examples=12)
def test_solve_gives_the_same_compiled_on_any_row(name: str, row: list[int]) -> None:
    assert_same(row, name)


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("name", ["optimal", "greedy left"])
@pytest.mark.parametrize("n", [2, 64, 129])
def test_rows_of_any_shape_give_the_same(name: str, n: int) -> None:
    for row in shapes(n):
        assert_same(row.tolist(), name)


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
def test_numbers_at_the_bound_of_a_dtype_do_not_overflow(name: str, bits: int, beyond: int) -> None:
    n = 14
    by_totals = (2 ** (bits - 2) - 1) // n + beyond  # the largest value whose totals just fit, or just do not
    by_margins = (2**bits - 1) // (2 * n + 6) + beyond  # the same for values from minus it to plus it
    for largest in (by_totals, by_margins):
        for row in extremes(n, largest):
            assert (
                compiled.range_fits(n, min(row), max(row), bits)
                or beyond
                or largest == max(by_totals, by_margins)
            )
            assert_same(row, name)


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_totals_at_a_bound_do_not_fit(bits: int) -> None:
    quarter, eighth = 2 ** (bits - 2), 2 ** (bits - 3)
    for sign in (1, -1):
        assert compiled.range_fits(1, sign * (quarter - 1), sign * (quarter - 1), bits)
        assert not compiled.range_fits(1, sign * quarter, sign * quarter, bits), "the total of one card"
    assert compiled.range_fits(4, quarter // 4 - 1, quarter // 4 - 1, bits)
    assert not compiled.range_fits(4, quarter // 4, quarter // 4, bits), "the total of four"
    assert compiled.range_fits(2, -(eighth // 2) - 2, eighth - 2, bits)
    assert not compiled.range_fits(2, -(eighth // 2) - 3, eighth - 2, bits), "twice the margin is 2**bits"


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("row", [[2**63, 1, 2], [-(2**63), 2**63 - 1] * 4, [2**62] * 5, [10**40, 3]])
@pytest.mark.parametrize("name", ["optimal", "greedy right"])
def test_rows_that_do_not_fit_are_solved_exactly(row: list[int], name: str) -> None:
    assert bottom_up.prepare_arrays(row, opponent(name)) is None
    assert_same(row, name)


# --- arrays ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64, ">i8"])
def test_long_read_only_arrays_of_any_layout_become_rows_without_a_copy(dtype: Any) -> None:
    n = LONG_ARRAY + 3
    array = np.random.default_rng(3).integers(0, 100, 2 * n).astype(dtype)
    array.flags.writeable = False
    for view in (array[:n], array[::2], array[::-2]):
        fast, slow = solve(view), solve(view.tolist(), method="contraction")
        assert (fast.first, fast.second, fast.moves) == (slow.first, slow.second, slow.moves)
        assert (fast.sum, fast.margin_first) == (slow.sum, slow.margin_first)
        assert type(fast.shape.cards[0]) is int
        assert str(fast.line) == str(slow.line)
        if np.dtype(dtype).isnative:
            assert np.shares_memory(np.asarray(Row.of(view).values), array)


# --- again, interpreted and with bounds checked ------------------------------------------------

SELECTION = (
    "slopes or urgencies_at_the_bound or any_shrinking or (any_shape and greedy) or (every_lane and generous)"
    " or gives_the_same_on_lists"
    " or (deterministic_players and optimal-greedy)"
)


@pytest.mark.slow
@pytest.mark.skipif(
    "NUMBA_DISABLE_JIT" in os.environ or "NUMBA_BOUNDSCHECK" in os.environ, reason="is one of them"
)
@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_kernels_also_pass_interpreted_and_with_bounds_checked(setting: str, tmp_path: Any) -> None:
    environment = os.environ | {setting: "1", "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONHASHSEED": "0"}
    files = (
        "test_kernels.py",
        "test_sweep.py",
        "test_records.py",
        "test_compiled_intervals.py",
        "test_batch.py",
        "test_batch_games.py",
    )
    tests = [os.path.join(os.path.dirname(__file__), name) for name in files]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", SELECTION, *tests],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-1000:]
