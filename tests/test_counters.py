"""What a call costs: when a text is compiled, which method is chosen, and estimates."""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from twoends import Board, Circle, Game, Row, solve
from twoends.engine import counters
from twoends.engine import values as dispatch
from twoends.engine.counters import Counter
from twoends.engine.kernels import compiling
from twoends.rules import errors
from twoends.rules.errors import MissingExtraError
from twoends.rules.moves import Move
from twoends.rules.rulebook import Position

LOADED = "twoends.engine.kernels.compiling"


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Counter:
    """A counter of seconds, whose text takes ten to compile, and one to load."""
    monkeypatch.setattr(counters, "SECONDS_OF_ARRAYS", 0.1)
    monkeypatch.setattr(counters, "SECONDS_TO_LOAD", 1)
    return Counter(step=1, compiling=10)


class Kernel:
    """A kernel that has to be compiled, or to be loaded, when it is first called."""

    def __init__(self, *, on_disk: bool = False) -> None:
        self.on_disk, self.ready = on_disk, False

    def __call__(self) -> str:
        if not self.ready:
            compiling._wait(compiles=not self.on_disk)
        self.ready = True
        return "compiled"


def test_a_text_runs_in_python_for_as_long_as_compiling_or_loading_takes(counter: Counter) -> None:
    assert [counter.compiled(9, lambda: None) for _ in range(3)] == [None] * 3, "numbers that fit no array"
    assert [counter.compiled(0.05, Kernel()) for _ in range(300)] == [None] * 300, "arrays take longer"
    assert counter.spent == 0
    first, other, on_disk = Kernel(), Kernel(), Kernel(on_disk=True)
    for kernel, seconds, waits in ((first, 3, 3), (other, 5, 1), (on_disk, 0.4, 2)):
        counter.spent = 0
        got = [counter.compiled(seconds, kernel) for _ in range(waits + 2)]
        assert got == [None] * waits + ["compiled"] * 2, f"{seconds} seconds each: {got}"
    assert counter.compiled(0.5, first) == "compiled"
    assert counter.compiled(0.05, first) is None, "arrays take longer"
    assert [counter.compiled(seconds, Kernel()) for seconds in (10, 9.9)] == ["compiled", None], "at once"


def test_numba_is_loaded_when_python_has_taken_as_long(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counters, "SECONDS_TO_START", 5)
    monkeypatch.delitem(sys.modules, LOADED, raising=False)
    assert not counter.tries(4.9)
    assert counter.tries(5)
    counter.spent = 3
    assert counter.tries(2)
    monkeypatch.setitem(sys.modules, LOADED, ModuleType(LOADED))
    assert counter.tries(0.1)
    assert not counter.tries(0.09)


def player(position: Position) -> Move:
    return position.moves()[0]


@pytest.mark.usefixtures("always_compiled")
def test_the_time_of_a_players_own_function_does_not_count() -> None:
    solve(range(40), player)
    solve(Game([1] * 8, rules="take 1-2", opponent=player))
    assert [counters.SWEEP.spent, counters.TURNS.spent] == [0, 0]
    solve(range(40), "greedy", method="bottom-up")
    assert counters.SWEEP.spent == 0, "a method given by name is the pure one"


def test_without_numba_a_long_computation_warns_once_or_is_refused(
    counter: Counter, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, LOADED, raising=False)
    for module in (counters, errors):
        monkeypatch.setattr(module, "has_fast", lambda: False)
    monkeypatch.setattr(counters, "_recommend_fast", cache(counters._recommend_fast.__wrapped__))
    short, most = 0.99 * counters.SECONDS_TO_RECOMMEND, counters.MAX_SECONDS_IN_PYTHON
    assert [counter.tries(short) for _ in range(9)] == [False] * 9
    assert capsys.readouterr().err == ""
    assert not counter.tries(counters.SECONDS_TO_RECOMMEND)
    counter.spent = most  # a session may take longer than one call
    assert not counter.tries(most)
    warning = f"twoends: without NumPy and Numba this takes long: {errors.install('fast')}\n"
    assert capsys.readouterr().err == warning
    with pytest.raises(MissingExtraError) as refused:
        counter.tries(1.01 * most)
    assert str(refused.value) == (
        f"this takes more than a minute in pure Python, and needs NumPy and Numba: {errors.install('fast')}"
    )
    with pytest.raises(MissingExtraError, match="a study needs NumPy, Numba and Polars"):
        errors.require_study("a study")  # which Polars alone does not run


# --- estimates, and the method that is chosen ---------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "rules", "against", "methods"),
    [
        (Row.of(range(5)), None, "optimal", ["contraction", "bottom-up"]),
        (Circle(range(5)), None, "human", ["contraction", "bottom-up"]),
        (Circle(range(5)), None, "random", ["bottom-up"]),
        (Circle(range(5)), None, player, []),
        (Board.of([1, 2], [3]), None, "optimal", ["contraction"]),
        (Board.of([1, 2], [3]), None, "greedy", []),
        (Row.of(range(5)), "take 1-2", "optimal", ["bottom-up"]),
        (Row.of(range(5)), "take 1-2", player, []),
        (Circle(range(5)), "take 1-2", "optimal", []),
    ],
)
def test_auto_takes_the_first_method_that_applies(
    shape: Any, rules: str | None, against: Any, methods: list[str]
) -> None:
    game = Game(shape, rules=rules, opponent=against)
    every = [*methods, "top-down", "exhaustive"]
    assert dispatch.methods_of(game) == every
    assert solve(game).method == every[0]
    assert [solve(game, method=name).method for name in every] == every
