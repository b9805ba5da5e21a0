"""Circles against brute force: every first card, both players to start, every opponent."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from oracle import Oracle
from shapes_oracle import REPLIES, assert_solved
from test_methods import methods_for
from twoends import Game, OpponentError, solve
from twoends.engine import contraction
from twoends.rules.circles import Circle
from twoends.rules.limits import MAX_CARDS_EXACT_BY_CHANCE
from twoends.rules.moves import LEFT
from twoends.rules.opponent_names import opponent

LARGE = (10**30, -(10**30), 7, 1, 10**30)
FRACTIONS = (Fraction(1, 2), Fraction(-2, 3), 2, 1, Fraction(1, 6))
SMALL = [*(row for n in range(4) for row in product((-1, 0, 2), repeat=n)), LARGE, FRACTIONS]


@pytest.mark.parametrize("name", REPLIES)
def test_every_method_agrees_with_all_games_on_small_circles(name: str) -> None:
    for values in SMALL:
        assert_solved(Circle(values), name)
    for method in methods_for(name):
        assert_solved(Circle([2, 8, 1, 10, 9]), name, method)


def test_the_row_after_a_first_card_keeps_the_circles_kind_of_number() -> None:
    places: Any = np.arange(4)
    begun = [Game(Circle([2, 8, Decimal("0.50"), 10])).play(at).rest.cards for at in places]
    assert list(map(str, begun)) == ["8 0.50 10", "0.50 10 2", "10 2 8", "2 8 0.50"]
    assert str(begun[2].show(20)) == "20.00"


@pytest.mark.parametrize(("name", "positions"), [("optimal", 2 * 2 * 5), ("greedy", 2 * 5 * 4)])
def test_a_circle_counts_the_positions_of_all_its_rows(name: str, positions: int) -> None:
    assert solve(Circle([2, 8, 1, 10, 9]), name).positions == positions


def test_a_player_who_knows_only_ends_moves_second_on_a_circle() -> None:
    solution = solve(Circle([3, 1, 2, 9]), lambda position: LEFT)
    assert (solution.second, solution.margin_second, solution.go_first) == (None, None, None)
    assert solution.line_second is None
    theirs = solve(Game(Circle([3, 1, 2, 9]), False, opponent=lambda position: LEFT))
    assert (theirs.moves, theirs.best, theirs.final, theirs.final_margin) == ((), (), None, None)
    with pytest.raises(OpponentError, match="ZeroDivisionError"):
        solve(Circle([3, 1, 2]), lambda position: LEFT if position.state.number else 1 // 0)
    assert solution.first == max(
        value + Oracle((*[3, 1, 2, 9][at + 1 :], *[3, 1, 2, 9][:at]), lambda a, b, c, d: c).totals[1]
        for at, value in enumerate([3, 1, 2, 9])
    )


@pytest.mark.parametrize("name", ["optimal", "generous"])
def test_equal_first_cards_of_a_line_are_chosen_by_the_ties_of_the_opponent(name: str) -> None:
    for ties, first in (("left", 0), ("right", 2)):
        line = str(solve(Circle([5, 5, 1]), f"{name} {ties}").line_second)
        assert line == f"{first} LL", ties


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("name", [name for name in REPLIES if not opponent(name).stochastic])
def test_compiled_circles_agree_with_all_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_solved(Circle([2**62, -(2**62), 5]), name)  # whose totals fit no array
    monkeypatch.setattr(contraction, "end_coins", None)  # in Python
    random = Random(5)
    for n in (0, 1, 2, 5, 8):
        assert_solved(Circle(random.choices((-3, 0, 1, 2, 2, 9, 2**40), k=n)), name)


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("name", ["random", "greedy trembling 1/10"])
def test_long_expectations_are_floats_and_the_same_in_compiled_code(name: str) -> None:
    values = [Random(7).randrange(-50, 50) for _ in range(MAX_CARDS_EXACT_BY_CHANCE + 1)]
    expected, got = (solve(Circle(values), name, method=method) for method in ("bottom-up", "auto"))
    assert isinstance(got.first, float)
    assert 0 < got.error < 1e-6
    assert [got.first, got.second] == pytest.approx([expected.first, expected.second])
    assert [move.total for move in got.moves] == pytest.approx([move.total for move in expected.moves])
    assert solve(Circle(values[:-1]), name).error == 0
