"""Circles against brute force: every first card, both players to start, every opponent."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import Oracle
from shapes_oracle import REPLIES, assert_solved
from twoends import Game, solve
from twoends.engine import bottom_up, compiled, contraction
from twoends.rules.circles import Circle
from twoends.rules.limits import MAX_CARDS_EXACT_BY_CHANCE
from twoends.rules.moves import LEFT
from twoends.rules.numbers import Exact
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row


@pytest.mark.parametrize("name", REPLIES)
def test_small_circles_agree_with_all_games(name: str) -> None:
    for n in range(5 if name == "optimal" else 4):
        for values in product((-1, 0, 1, 2), repeat=n):
            assert_solved(Circle(values), name)


@settings(max_examples=30)
@given(
    st.one_of(
        st.lists(st.integers(-9, 9), max_size=9),
        st.lists(st.integers(-(10**30), 10**30), max_size=6),
        st.lists(st.fractions(-2, 2, max_denominator=6), max_size=6),
    ),
    st.sampled_from(list(REPLIES)),
)
def test_any_circle_agrees_with_all_games(values: list[Exact], name: str) -> None:
    assert_solved(Circle(values), name)


@pytest.mark.parametrize("method", ["exhaustive", "top-down", "bottom-up", "contraction"])
def test_all_methods_agree_on_a_circle(method: str) -> None:
    for name in ("optimal",) if method == "contraction" else ("optimal", "greedy left", "generous"):
        assert_solved(Circle([2, 8, 1, 10, 9]), name, method)


def test_long_expectations_are_floats_with_their_error() -> None:
    values = [Random(2).randint(0, 99) for _ in range(201)]
    solution = solve(Circle(values), "random")
    assert isinstance(solution.first, float)
    assert 0 < solution.error < 1e-6
    assert solve(Circle([1, 5, 9, 4]), "random").first == Fraction(27, 2)
    assert solve(Circle(values[:200]), "random").error == 0


def test_the_row_after_a_first_card_keeps_the_circles_kind_of_number() -> None:
    places: Any = np.arange(4)
    begun = [Game(Circle([2, 8, Decimal("0.50"), 10])).play(at).rest.cards for at in places]
    assert list(map(str, begun)) == ["8 0.50 10", "0.50 10 2", "10 2 8", "2 8 0.50"]
    assert str(begun[2].show(20)) == "20.00"


def test_a_circle_shows_its_cards() -> None:
    assert (repr(Circle([2, 8])), repr(Circle([])), str(Circle([]))) == ("Circle(2 8)", "Circle()", "circle")
    assert repr(Circle(range(41))) == f"Circle({repr(Row.of(range(41)))[4:-1]})"


@pytest.mark.parametrize(("name", "positions"), [("optimal", 2 * 2 * 5), ("greedy", 2 * 5 * 4)])
def test_a_circle_counts_the_positions_of_all_its_rows(name: str, positions: int) -> None:
    assert solve(Circle([2, 8, 1, 10, 9]), name).positions == positions


def test_a_player_who_knows_only_ends_moves_second_on_a_circle() -> None:
    solution = solve(Circle([3, 1, 2, 9]), lambda position: LEFT)
    assert (solution.second, solution.margin_second, solution.go_first) == (None, None, None)
    assert solution.line_second is None
    assert solution.first == max(
        value + Oracle((*[3, 1, 2, 9][at + 1 :], *[3, 1, 2, 9][:at]), lambda a, b, c, d: c).totals[1]
        for at, value in enumerate([3, 1, 2, 9])
    )


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("name", [name for name in REPLIES if not opponent(name).stochastic])
def test_compiled_circles_agree_with_all_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for large in ([2**61, 1], [2**62, -(2**62), 5], [2**63]):  # whose totals fit no array
        assert_solved(Circle(large), name)
    monkeypatch.setattr(contraction, "end_coins", None)  # in Python
    random = Random(5)
    for n in (0, 1, 2, 5, 8):
        for _ in range(4):
            assert_solved(Circle([random.choice((-3, 0, 1, 2, 2, 9, 2**40)) for _ in range(n)]), name)


@pytest.mark.usefixtures("always_compiled")
def test_a_method_given_by_name_solves_a_circle_without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    circle = Circle([2, 8, 1, 10, 9])
    for name, method in (("optimal", "contraction"), ("greedy", "bottom-up")):
        expected = solve(circle, name)
        with monkeypatch.context() as without:
            without.setattr(compiled, "row_that_fits", None)
            without.setattr(bottom_up, "prepare_arrays", None)
            got = solve(circle, name, method=method)
        assert (got.first, got.second, got.moves) == (expected.first, expected.second, expected.moves), name


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("name", ["random", "greedy trembling 1/10"])
@pytest.mark.parametrize("you_first", [True, False])
def test_expectations_on_a_circle_are_the_same_in_compiled_code(name: str, you_first: bool) -> None:
    values = [Random(7).randrange(-50, 50) for _ in range(MAX_CARDS_EXACT_BY_CHANCE + 1)]
    game = Game(Circle(values), you_first, (), name)
    expected, got = (solve(game, method=method).moves for method in ("bottom-up", "auto"))
    assert [move.total for move in got] == pytest.approx([move.total for move in expected])
