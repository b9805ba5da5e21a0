"""The texts of `engine/`: what is taught gives the totals of the library, and records those of folds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest

from kernel_rows import shapes
from twoends import Game, Opponent, opponent, solve
from twoends.engine import compiled, contraction, teaching
from twoends.engine.kernels import whole_rows
from twoends.engine.replies import replies_of
from twoends.rules.opponent_names import every_opponent

SMALL_ROWS = [row for n in range(1, 5) for row in product((-1, 0, 2), repeat=n)]
ROWS_OF_COINS = [row for n in range(7) for row in product((-1, 0, 1, 2), repeat=n)]

OPPONENTS = (
    *every_opponent(), *map(opponent, ("greedy random", "modest random", "left", "right")),
    *(opponent(f"{name} trembling 1/3") for name in ("optimal", "generous", "greedy left", "modest random")),
)  # fmt: skip


@pytest.mark.parametrize("who", OPPONENTS, ids=str)
def test_the_texts_give_the_totals_of_the_library(who: Opponent) -> None:
    for row in (*SMALL_ROWS, (5, -2, 10**20, 3, -(10**20), 3, 1)):
        n, (keys, kind, weights) = len(row), replies_of(who, row)
        whole = weights[3] ** n if weights else 1
        cards, against = [card * whole for card in row], [kind, keys, weights]
        solved = solve(row, who)
        for you_first, total in ((True, solved.first), (False, solved.second)):
            memo, dp = ([[None] * n for _ in row] for _ in range(2))
            totals = {
                "exhaustive": teaching.exhaustive(cards, 0, n - 1, you_first, against),
                "top_down": teaching.top_down(cards, 0, n - 1, you_first, against, memo),
                "bottom_up": teaching.bottom_up(cards, you_first, against, dp),
            }
            found = {name: Fraction(each, whole) for name, each in totals.items()}
            assert found == dict.fromkeys(found, total), f"{row} against {who}, {you_first=}: not {total}"
        if who.is_optimal:
            assert teaching.contract(cards, [None] * n) == solved.margin_first, row


# --- records ------------------------------------------------------------------------------------


def test_the_margin_alternates_over_the_sorted_coins_of_the_reduced_row() -> None:
    """The larger end of what is left is taken first."""
    large = Random(1).choices((10**30, -(10**30), Fraction(1, 3), 2, 0), k=60)
    for row in (*ROWS_OF_COINS, large):
        coins, got = contraction.reduce(row), contraction.walk(row)
        sorted_coins = sorted((coin for coin, _ in coins), reverse=True)
        margin = sum(sorted_coins[::2]) - sum(sorted_coins[1::2])
        assert (got.margin, got.coins, contraction.margin(row)) == (margin, len(coins), margin), row
        assert Game(row, ends=got.line).margin == margin, row


@pytest.mark.parametrize("n", [0, 1, 2, 3, 64, 301])
def test_rows_of_every_shape_are_the_same_compiled(n: int) -> None:
    table, expected = compiled.frozen(np.array(list(shapes(n)))), list[contraction.Walk]()
    for cards in table:
        expected.append(contraction.walk(cards.tolist()))
        margin, coins, runs = whole_rows.walk(cards)
        assert (margin, coins, runs.tolist()) == expected[-1], (cards, expected[-1])
        assert whole_rows.margin(cards) == margin, cards
    margins = np.empty(len(table), np.int64)
    whole_rows.margins_of_rows(table, margins)
    assert margins.tolist() == [each.margin for each in expected]
    assert whole_rows.coin_counts(table).tolist() == [each.coins for each in expected]


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("n", [1, 2, 1000])
def test_positions_of_two_optimal_players_are_cards_and_folds_of_both_games(n: int) -> None:
    row = np.random.default_rng(n).integers(0, 1000, n).tolist()
    expected = 2 * (n + (n - len(contraction.reduce(row))) // 2)
    assert solve(row).positions == solve(row, method="contraction").positions == expected
