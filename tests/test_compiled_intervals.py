"""Compiled urgencies, margins and values of intervals are those of the pure methods."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel_rows import extremes, shapes
from twoends.answers import reviews
from twoends.engine import coins, compiled
from twoends.engine.contraction import ByContraction, end_coins
from twoends.engine.kernels import intervals
from twoends.engine.kernels.compiling import compiled_copy
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
    for start in range(n + 1):
        for stop in range(start, n + 1):
            assert fast.best(start, stop) == slow.best(start, stop), (row, start, stop)
            got = [fast.margin(start, stop)]
            expected = [slow.margin(start, stop)]
            if start < stop:
                got += [fast.left[start], fast.right[stop - 1], *(fast.loss(start, stop, s) for s in SIDES)]
                expected += [slow.left[start], slow.right[stop - 1]]
                expected += (slow.loss(start, stop, side) for side in SIDES)
            assert got == expected, (row, start, stop)
            assert {*map(type, got)} == {int}, (row, start, stop)
    again = pickle.loads(pickle.dumps(fast))
    assert again == fast
    assert again.margin(0, n) == fast.margin(0, n)


SIDES = (LEFT, RIGHT)


@pytest.mark.usefixtures("always_compiled")
@given(st.lists(st.integers(-4, 4), max_size=14) | st.lists(st.integers(-(2**64), 2**64), max_size=14))
def test_urgencies_are_the_same_compiled(row: list[int]) -> None:
    assert_same_urgencies(row)


@pytest.mark.usefixtures("always_compiled")
def test_urgencies_are_the_same_on_rows_of_every_shape() -> None:
    for n in (0, 1, 2, 33):
        for row in shapes(n):
            assert_same_urgencies(row)
            assert_same_urgencies(row.tolist())


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("beyond", [0, 1])
def test_urgencies_at_the_bound_do_not_overflow(beyond: int) -> None:
    n = 14
    largest = (2**62 - 1) // n + beyond  # the largest value whose sums just fit, or just do not
    for row in extremes(n, largest):
        assert_same_urgencies(row)
        assert isinstance(oracle(row).left, memoryview) is not bool(beyond), row


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize(
    "row",
    [[2**63, 1, 2], [-(2**63), 2**63 - 1] * 4, [2**62] * 5, [10**40, 3], [0.5, 3, 4.0], [Fraction(1, 3), 2]],
)
def test_urgencies_that_do_not_fit_are_exact(row: list[Any]) -> None:
    of_row = oracle(row)
    assert of_row == pure_oracle(row)
    assert (of_row.left, of_row.right) == (pure_oracle(row).left, pure_oracle(row).right)
    assert isinstance(of_row.left, tuple)


# --- margins of shrinking intervals -------------------------------------------------------------


def games_of(n: int) -> Iterator[list[tuple[int, int]]]:
    """The intervals of games on n cards: from the left, from the right, in turn, in runs, at random."""
    rng = np.random.default_rng(n)
    turns, gone = np.arange(n), np.arange(n + 1)
    for goes_left in (turns >= 0, turns < 0, turns % 2 == 0, turns // 7 % 2 == 0, rng.random(n) < 0.5):
        starts = np.concatenate((np.zeros(1, int), goes_left.cumsum()))
        yield list(zip(starts.tolist(), (n - gone + starts).tolist(), strict=True))


def assert_same_margins(row: np.ndarray, within: list[tuple[int, int]]) -> None:
    table, pure_coins = intervals.end_coins(compiled.frozen(row)), end_coins(row.tolist())
    assert table.tolist() == pure_coins
    expected = [coins.margin(pure_coins, i, j) for i, j in within]
    got = intervals.margins_of_intervals(table, within)
    assert got == expected, (row.tolist(), within, expected, got)


@pytest.mark.parametrize("n", [0, 1, 2, 7, 64, 101])
def test_margins_of_games_are_those_of_the_exact_walk(n: int) -> None:
    for row in shapes(n):
        for within in games_of(n):
            assert_same_margins(row, within)


@given(st.lists(st.integers(-3, 3) | st.integers(-(2**40), 2**40), max_size=24), st.data())
def test_margins_of_any_shrinking_intervals_are_those_of_the_exact_walk(
    row: list[int], data: st.DataObject
) -> None:
    start, stop = 0, len(row)
    within: list[tuple[int, int]] = []
    while start <= stop and len(within) < 12:
        within.append((start, stop))
        start += data.draw(st.integers(0, 3))
        stop -= data.draw(st.integers(0, 3))
    assert_same_margins(np.array(row, np.int64), within)


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
        if not beyond:
            for within in games_of(n):
                assert_same_margins(np.array(row), within)


def test_optimal_sides_are_those_of_the_recurrence() -> None:
    """On every interval of many rows with ties, compiled and pure, against the definition."""
    random = np.random.default_rng(8)
    for n in (1, 2, 3, 5, 9, 20):
        for row in random.integers(-1, 2 + n % 3, (15, n)):
            known = np.zeros((coins.TABLE_ROWS, n + 1), np.int64)
            intervals.fill(known, row)
            margin = np.zeros((n + 1, n + 1), np.int64)
            pure = pure_oracle(row.tolist())
            for length in range(1, n + 1):
                for i in range(n + 1 - length):
                    j = i + length
                    left, right = row[i] - margin[i + 1, j], row[j - 1] - margin[i, j - 1]
                    margin[i, j] = max(left, right)
                    liked = coins.LEFT * (left >= right) + coins.RIGHT * (right >= left)
                    expected = coins.LEFT if length == 1 else liked
                    got = compiled_copy(coins).best_sides(known, i, j)
                    assert got == expected, (row.tolist(), (i, j), expected, got)
                    sides = {1: "L", 2: "R", 3: "LR"}[int(expected)]
                    assert "".join(map(str, pure.optimal(i, j))) == sides, (row.tolist(), (i, j))


# --- a review ------------------------------------------------------------------------------------


@pytest.mark.parametrize("enabled", [True, False])
def test_a_review_leaves_the_garbage_collector_as_it_was(enabled: bool) -> None:
    was_enabled = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        reviews.review(Game([8, 15, 3, 7], True, [LEFT, LEFT]))
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()
