"""Urgencies, oracles and policies give the best move at every position."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oracle import REPLIES, STEADY, Oracle
from test_methods import SMALL_ROWS, rows
from twoends import Game, opponent, oracle
from twoends.answers.policies import choices
from twoends.rules.replies import sides_on
from twoends.rules.rulebook import State
from twoends.solvers import bottom_up, contraction
from twoends.solvers.end_coins import end_coins


def test_an_end_is_worse_if_it_is_a_coin_and_the_other_end_coin_is_the_largest() -> None:
    for row in SMALL_ROWS[1:]:
        coins, widths, *_ = contraction.reduce(row)
        of_row, n = end_coins(row), len(row)
        for got, at, other in (
            (of_row.left_is_worse(0, n), 0, -1),
            (of_row.right_is_worse(0, n), -1, 0),
        ):
            larger = sum(coin >= coins[other] for coin in coins) == 1 < len(coins)
            expected = widths[at] == 1 and larger
            assert got == expected, f"{row}: {coins}, {expected=}, {got=}"


@given(row=rows)
@example(row=[2, 2, 1])
@example(row=[1, 2, 2])
def test_folds_lead_step_by_step_to_the_reduced_row(row: list[int]) -> None:
    *_, (state, last) = contraction.folds(row)
    coins, widths, *_ = contraction.reduce(row)
    assert last is None
    assert [coin.value for coin in state] == coins
    assert [coin.stop - coin.start for coin in state] == widths
    for coin in state:
        cards = row[coin.start : coin.stop]
        assert coin.value == sum(cards[::2]) - sum(cards[1::2])


@given(row=st.lists(st.integers(-3, 3), max_size=10), name=st.sampled_from(STEADY), you_first=st.booleans())
def test_the_policy_plays_best_and_intended_moves_at_every_position(
    row: list[int], name: str, you_first: bool
) -> None:
    game = Game(row, you_first, (), name)
    chosen, book = choices(game), game.book
    oracle = Oracle(row, REPLIES[name])
    for j in range(1, len(row) + 1):
        for i in range(j):
            if ((len(row) - (j - i)) % 2 == 0) == you_first:
                state = State((i, j), len(row) - (j - i))
                assert {str(side) for side in chosen(state)} == oracle.best(i, j)
                assert book.mover(state) == "you"
            elif j - i > 1:
                after = {"L": oracle.f(i + 1, j), "R": oracle.f(i, j - 1)}
                state = State((i, j), len(row) - (j - i))
                assert {after[str(side)] for side in chosen(state)} == {oracle.g(i, j)}


@pytest.mark.parametrize("name", STEADY)
def test_a_policy_has_all_sides_that_are_best_or_intended(name: str) -> None:
    for row in ((2, 2), (0, 0, 0), (1, 0, 2, 1), (3, 1, 1, 3, 2)):
        n, oracle, against = len(row), Oracle(row, REPLIES[name]), opponent(name)
        for you_first in (True, False):
            plan = bottom_up.policy(row, against, you_first)
            for i, j in combinations(range(n + 1), 2):
                if ((n - (j - i)) % 2 == 0) == you_first:
                    expected = oracle.best(i, j)
                else:
                    after = oracle.f(i + 1, j), oracle.f(i, j - 1)
                    expected = set(map(str, sides_on(against, row)(i, j, *after)))
                assert set(map(str, plan.sides(i, j))) == expected, (row, name, you_first, i, j)


def test_an_oracle_of_a_long_row_shows_the_first_and_last_urgencies() -> None:
    assert repr(oracle([1])) == "Oracle(left=(1,), right=(1,))"
    assert repr(oracle([1] * 40)).count(",") == 2 * 39 + 1
    first = ", ".join(map(str, range(20)))
    assert repr(oracle(range(41))) == (
        f"Oracle(left=({first}, …, 36, 37, 38, 39, 40), right=({first}, …, 36, 37, 38, 39, 40))"
    )
