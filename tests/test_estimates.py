"""Estimates of the cost of a call, and the length from which compiled code is tried."""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from twoends import Game, Row, opponent
from twoends import solve as solve_any
from twoends.kernels import compiling
from twoends.kernels.compiling import Wait
from twoends.rules import errors
from twoends.rules.errors import MissingExtraError
from twoends.rules.moves import Move
from twoends.rules.rulebook import Position
from twoends.solvers import Options, costs, dispatch, other_rules


def player(position: Position) -> Move:
    return position.moves()[0]


@pytest.mark.parametrize("running", [False, True])
def test_kernels_may_pay_from_some_seconds_on_and_sooner_if_loaded(
    running: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "twoends.kernels.compiling"
    if running:
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    else:
        monkeypatch.delitem(sys.modules, name, raising=False)
    least = costs.SECONDS_TO_WAIT[0] if running else costs.SECONDS_TO_START
    assert [costs.may_pay(seconds) for seconds in (0.99 * least, least)] == [False, True]


@pytest.mark.parametrize("missing", ["numpy", "numba"])
def test_one_of_numpy_and_numba_alone_is_not_fast(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "_installed", errors._installed.__wrapped__)  # forgets what is installed
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == missing else name)
    assert not errors.has_fast()


def test_without_numba_a_long_computation_warns_once_or_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "twoends.kernels.compiling", raising=False)
    for module in (costs, errors):
        monkeypatch.setattr(module, "has_fast", lambda: False)
    monkeypatch.setattr(costs, "_recommend_fast", cache(costs._recommend_fast.__wrapped__))
    short, most = 0.99 * costs.SECONDS_TO_WAIT[-1], costs.MOST_SECONDS_IN_PYTHON
    assert (costs.may_pay(short), capsys.readouterr().err) == (False, "")
    assert not costs.may_pay(costs.SECONDS_TO_WAIT[-1])
    assert not costs.may_pay(most)
    warning = f"twoends: without NumPy and Numba this takes long: {errors.install('fast')}\n"
    assert capsys.readouterr().err == warning
    refused = "^this takes more than a minute in pure Python, and needs NumPy and Numba: "
    with pytest.raises(MissingExtraError, match=refused):
        costs.may_pay(1.01 * most)


def call_kernel(waits: Wait) -> str:
    compiling.accept(waits)
    return "called"


@pytest.mark.parametrize("waits", Wait)
def test_a_kernel_pays_if_python_takes_longer_than_loading_it(waits: Wait) -> None:
    least = costs.SECONDS_TO_WAIT[waits]
    got = [costs.call_within(seconds, call_kernel, waits) for seconds in (0.99 * least, least)]
    assert got == [None, "called"]


def test_no_row_that_python_solves_in_a_second_waits_for_a_compiler() -> None:
    assert costs.SECONDS_TO_WAIT[Wait.COMPILING] >= 1


@pytest.mark.parametrize(
    ("n", "against", "method", "lines", "sweeps", "speed"),
    [
        (1000, "greedy", "auto", 2, 0, 0),
        (1001, "greedy", "auto", 0, 2, 1e9),
        (1001, "greedy", "auto", 2, 4, 1e9),
        (1001, "random", "auto", 2, 2, 1e9),
        (1001, player, "auto", 1, 3, 1e6),
        (1001, "optimal", "bottom-up", 1, 3, 3e6),
        (1001, "greedy", "bottom-up", 1, 3, 3e6),
        (1001, "greedy", "top-down", 1, 0, 0),
        (1001, "optimal", "contraction", 1, 0, 0),
        (1001, "optimal", "auto", 1, 0, 0),
    ],
)
def test_an_estimate_counts_sweeps_and_a_linear_method_has_none(
    n: int,
    against: Any,
    method: str,
    lines: int,
    sweeps: int,
    speed: float,
) -> None:
    positions = sweeps * n * n // 2
    expected = costs.Estimate(*((sweeps, positions, positions / speed) if sweeps else (1, n, 0.0)))
    got = costs.estimate(Row.of([3, -5] * n)[:n], opponent(against), method, lines)
    assert got == expected
    assert costs.estimate(Row.of([3] * n), opponent(against), method).sweeps == (2 if sweeps else 1)


@pytest.mark.parametrize(
    ("rules", "against", "cells", "counts", "phases", "states", "ways"),
    [
        ("take 1-3 left", "optimal", 10, 3, 4, 11 * 2, 4 * 3),
        ("take 1-3 either", "greedy", 100, 3, 4, 65 * 2, 4 * 3),
        ("take any either", "optimal", 100, 2, 4, 65 * 2, 4 * 6),
        ("take any either", "random", 100, 5, 4, 65 * 2, 4 * 6),
        ("take 1-30 left", "optimal", 10, 10, 4, 11 * 2, 4 * 10),
        ("take 7-30 left", "optimal", 10, 4, 4, 11 * 2, 4 * 4),
        ("take 20 left", "optimal", 10, 1, 4, 11, 4),
        ("take 2, turns ABBA", "optimal", 100, 1, 8, 65, 4),
        ("take 2, stop 4", "optimal", 64, 1, 4, 65, 4),
        ("take 1-2, stop 4", "optimal", 64, 2, 8, 65 * 5, 4 * 2),
        ("take 1-2, stop 40", "optimal", 100, 2, 20, 65 * 11, 4 * 2),
        ("take 1-2M left", "optimal", 11**3 / 48, 1, 4, 11 * 2 * 3, 4 * 6),
        ("turns A", "optimal", 10, 1, 1, 65, 4),
    ],
)
def test_costs_of_other_rules_count_cells_moves_phases_and_states(
    rules: str, against: str, cells: float, counts: int, phases: int, states: int, ways: int
) -> None:
    game = Game([1] * 10, rules=rules, opponent=against)
    assert other_rules.steps(game.rules, 10, game.opponent) == cells * counts * phases
    table, step = costs.SECONDS_OF_A_TABLE, costs.SECONDS_A_STEP["search"]
    assert dispatch.seconds_in_python(game)["top-down"] == pytest.approx(2 * table + step * states * ways)
    plain = Game([1] * 10, opponent=against)
    assert dispatch.seconds_in_python(plain)["top-down"] == pytest.approx(2 * table + step * 65), (
        "one move from either end"
    )


@pytest.mark.parametrize("sign", [1, -1])
def test_an_estimate_is_larger_for_numbers_beyond_machine_integers(sign: int) -> None:
    n, bound = 2**10, 2**52
    for largest, speed in ((bound - 1, 1e9), (bound, 3e6)):
        row = Row.of([sign * largest, *[0] * (n - 1)])
        assert costs.estimate(row, opponent("greedy")).seconds == n * n / speed, f"largest {largest}"
    chance = costs.estimate(Row.of([sign * bound, *[0] * (n - 1)]), opponent("random"))
    assert chance.seconds == n * n / 1e9, "expectations are floats, which hold large numbers, too"


def test_compiled_code_is_tried_from_its_length_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from twoends.solvers import compiled  # which loads the kernels

    lengths: list[int] = []
    monkeypatch.setattr(compiled, "solve", lambda scaled, *_, **__: lengths.append(len(scaled.values)))
    monkeypatch.setattr(costs, "IN_PYTHON", {"contraction": lambda n: n / 6, "bottom-up": lambda n: n / 5})
    monkeypatch.setattr(costs, "SECONDS_TO_WAIT", (1, 1.2, 1.6))
    for against, expected in ((player, []), ("greedy", [5, 6, 7, 8, 9]), ("optimal", [6, 7, 8, 9])):
        for n in range(10):
            method = "contraction" if against == "optimal" else "bottom-up"
            dispatch.solve_row(Game(range(n), opponent=against), method, Options())
        assert lengths == expected, against
        lengths.clear()
    solve_any(range(9), method="contraction")
    assert lengths == [], "a method given by name is the pure one"
