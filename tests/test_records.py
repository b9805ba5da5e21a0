"""`engine.records` gives two optimal players on a whole row what folding gives, in Python and compiled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel_rows import shapes
from twoends import solve
from twoends.engine import compiled, contraction
from twoends.engine.kernels import whole_rows
from twoends.rules.numbers import Exact

SMALL_ROWS = [row for n in range(7) for row in product((-1, 0, 1, 2), repeat=n)]
KINDS = [
    st.integers(-3, 3),
    st.integers(-(10**30), 10**30),
    st.fractions(-2, 2, max_denominator=6),
]


def folded(row: Sequence[Exact]) -> list[tuple[Exact, int]]:
    """The coins of the reduced row with their widths: fold peaks with a stack while there are any."""
    coins: list[tuple[Exact, int]] = []
    for card in row:
        value, width = card, 1
        while len(coins) > 1 and coins[-2][0] < coins[-1][0] >= value:
            (peak, of_peak), (before, of_before) = coins.pop(), coins.pop()
            value, width = before - peak + value, of_before + of_peak + width
        coins.append((value, width))
    return coins


def merged(coins: Sequence[tuple[Exact, int]]) -> tuple[Exact, str]:
    """The margin and a line: the larger end coin first, the left one of two equal ones, each to its end."""
    start, stop, turn, line = 0, len(coins), 1, ""
    margin: Exact = 0
    while start < stop:
        goes_left = coins[start][0] >= coins[stop - 1][0]
        value, width = coins[start if goes_left else stop - 1]
        line += "LR"[not goes_left] * width
        start, stop = start + goes_left, stop - (not goes_left)
        margin, turn = margin + turn * value, -turn
    return margin, line


def assert_right(row: Sequence[Exact]) -> None:
    coins = folded(row)
    margin, line = merged(coins)
    got = contraction.walk(row)
    assert contraction.reduce(row) == coins, (list(row), coins)
    assert (got.margin, got.coins, str(got.line)) == (margin, len(coins), line), (list(row), got)
    assert contraction.margin(row) == margin, list(row)


def test_every_small_row_is_reduced_as_folding_reduces_it() -> None:
    for row in SMALL_ROWS:
        assert_right(row)


@given(st.sampled_from(KINDS).flatmap(lambda kind: st.lists(kind, max_size=60)))
def test_any_row_is_reduced_as_folding_reduces_it(row: list[Exact]) -> None:
    assert_right(row)


# --- compiled ------------------------------------------------------------------------------------


def assert_same_compiled(row: np.ndarray) -> None:
    cards, values = compiled.frozen(row), row.tolist()
    expected = contraction.walk(values)
    margin, coins, runs = whole_rows.walk(cards)
    assert (margin, coins, runs.tolist()) == expected, (values, expected)
    assert whole_rows.margin(cards) == margin, values


@pytest.mark.parametrize("n", [0, 1, 2, 3, 64, 301])
def test_rows_of_every_shape_are_the_same_compiled(n: int) -> None:
    for row in shapes(n):
        assert_same_compiled(row)


@given(st.lists(st.lists(st.integers(-3, 3), min_size=8, max_size=8), min_size=1, max_size=4))
def test_many_rows_are_the_same_as_one_by_one(rows: list[list[int]]) -> None:
    table = compiled.frozen(np.array(rows))
    margin = np.empty(len(rows), np.int64)
    whole_rows.margins_of_rows(table, margin)
    walks = [contraction.walk(row) for row in rows]
    assert margin.tolist() == [each.margin for each in walks]
    assert whole_rows.coin_counts(table).tolist() == [each.coins for each in walks]


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("n", [1, 2, 1000])
def test_positions_of_two_optimal_players_are_cards_and_folds_of_both_games(n: int) -> None:
    row = np.random.default_rng(n).integers(0, 1000, n).tolist()
    expected = 2 * (n + (n - len(folded(row))) // 2)
    assert solve(row).positions == solve(row, method="contraction").positions == expected
