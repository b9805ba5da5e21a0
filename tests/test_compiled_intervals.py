"""Compiled urgencies, margins and values of intervals are those of the pure methods."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterable
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel_rows import extremes, shapes
from twoends.answers.reviews import review
from twoends.engine import coins, compiled
from twoends.engine.contraction import ByContraction, end_coins, margin, margins_of_intervals
from twoends.engine.kernels import intervals
from twoends.engine.method import scaled_for
from twoends.engine.options import PURE
from twoends.engine.oracle import Oracle, oracle
from twoends.engine.values import values
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT
from twoends.rules.rows import Row

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
    again = pickle.loads(pickle.dumps(fast))
    assert again == fast
    assert again.margin(0, n) == fast.margin(0, n)


SIDES = (LEFT, RIGHT)


@pytest.mark.usefixtures("always_compiled")
@given(st.lists(st.integers(-4, 4), max_size=14) | st.lists(st.integers(-(2**64), 2**64), max_size=14))
def test_urgencies_are_the_same_compiled(row: list[int]) -> None:
    assert_same_urgencies(row)


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("beyond", [0, 1])
def test_urgencies_at_the_bound_do_not_overflow(beyond: int) -> None:
    n = 14
    largest = (2**62 - 1) // n + beyond  # the largest value whose sums just fit, or just do not
    for row in extremes(n, largest):
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
            assert (
                intervals.margins_of_intervals(table, windows)
                == margins_of_intervals(pure, windows)
                == expected
            ), row


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


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("beyond", [0, 1])
def test_values_at_the_bound_do_not_overflow(beyond: int) -> None:
    n = 14
    largest = (2**62 - 1) // n + beyond  # the largest value whose totals just fit, or just do not
    for row in extremes(n, largest):
        assert (compiled.row_that_fits(row) is None) == bool(beyond)
        for sides in ([LEFT] * n, [RIGHT, LEFT] * (n // 2)):
            assert_same_values(row, sides)


# --- a review ------------------------------------------------------------------------------------


def test_a_review_leaves_the_garbage_collector_as_it_was() -> None:
    for switch, enabled in ((gc.disable, False), (gc.enable, True)):
        switch()
        review(Game([8, 15, 3, 7], True, [LEFT, LEFT]))
        assert gc.isenabled() == enabled
