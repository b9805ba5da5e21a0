"""A regret is the exact gap to the best response; a batch player plays as the player that it computes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

pytest.importorskip("numpy", reason="needs NumPy: the extra fast")

import numpy as np

import rules_oracle
import twoends
from rules_oracle import totals_of
from twoends import BatchPlayer, regret
from twoends.rules.batch_players import States

ROWS = [list(row) for n in range(4) for row in product((0, 1, 3), repeat=n)]
ROWS += [list(row) for row in product((0, 2), repeat=5)]

PLAYERS = ["greedy left", "greedy random", "greedy left trembling 1/4", "optimal random"]


def slow_regret(row: Sequence[int], player: str, opponent: str, you_first: bool) -> Fraction:
    """By the definition: the best total, minus the expected total over all games."""
    cards, seat = tuple(row), 0 if you_first else 1
    games = rules_oracle.games("", cards, player, not you_first, opponent)  # who look at the cards alone
    best = Fraction(rules_oracle.score("", cards, opponent, you_first)[0])
    return best - Fraction(sum(chance * totals_of(cards, game)[seat] for game, chance in games.items()))


@pytest.mark.parametrize("you_first", [True, False])
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("opponent", ["greedy right", "random"])
def test_on_all_small_rows_it_is_what_a_recursion_over_all_games_gives(
    player: str, opponent: str, you_first: bool
) -> None:
    found = regret(player, ROWS, opponent, you_first=you_first).losses.tolist()
    for row, loss in zip(ROWS, found, strict=True):
        expected = slow_regret(row, player, opponent, you_first)
        assert loss == float(expected), f"{row}: {loss}, expected {expected}"


@pytest.mark.parametrize(
    ("opponent", "rules"),
    [("greedy", ""), ("optimal", ""), ("greedy", "score rest"), ("greedy", "take 1-2, turns ABBA")],
)
def test_in_every_kind_of_number_it_is_exactly_the_loss_of_a_review(opponent: str, rules: str) -> None:
    decimals = [Decimal("12345678901234567890123456789.01"), Decimal("3"), Decimal("9e30"), Decimal("0.7")]
    rows: list[list[Any]] = [
        decimals,
        [0.1, 2.0**60, 2.0**-3, 0.7, 1e9],
        [Fraction(1, 3), 2, Fraction(5, 7), 9],
        [10**30, 1, 7],
        [3, -1, 4, 1, 5, 9, 2],
    ]
    player: Any
    players = "modest", "left", lambda position: position.moves()[-1]
    for row, player, you_first in product(rows, players, (True, False)):
        (loss,) = regret(player, [row], opponent, you_first=you_first, rules=rules).losses.tolist()
        seats = (player, opponent) if you_first else (opponent, player)
        ends = twoends.match(row, *seats, rules=rules).game.ends
        expected = twoends.review(twoends.Game(row, you_first, ends, opponent, rules)).you.loss
        assert (loss, type(loss)) == (expected, type(expected)), (row, player, you_first)
    whole = rows[-1:]
    assert regret("best", whole, "random", rules=rules).losses.tolist() == [0]
    trembling = regret("modest trembling 0", whole, "greedy trembling 1/1000000000", rules=rules)
    assert trembling.losses == pytest.approx(regret("modest", whole, "greedy", rules=rules).losses, abs=1e-6)


# --- players that get a whole batch --------------------------------------------------------------


class Outer:
    """Greedy left as a function of a batch, which keeps what it saw."""

    def __init__(self) -> None:
        self.seen: list[States] = []
        self.player = BatchPlayer(self.choose)

    def choose(self, states: States) -> Any:
        self.seen.append(states)
        each = np.arange(len(states.rows))
        return (states.rows[each, states.stop - 1] > states.rows[each, states.start]).astype(np.int8)


MIXED: list[list[Any]] = [[3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8], [0.5, 9, 1, 1.5], [10**20, 1, 2], [7], []]


@pytest.mark.parametrize("other", ["optimal", "generous", "best", "modest left"])
def test_a_batch_player_plays_as_the_player_that_it_computes(other: str) -> None:
    batched, named = Outer().player, "greedy left"
    for got, expected in (
        (twoends.play_rows(MIXED, batched, other).totals, twoends.play_rows(MIXED, named, other).totals),
        (twoends.play_rows(MIXED, other, batched).totals, twoends.play_rows(MIXED, other, named).totals),
        (twoends.solve_rows(MIXED, batched).first, twoends.solve_rows(MIXED, named).first),
        (regret(batched, MIXED, "random").losses, regret(named, MIXED, "random").losses),
    ):
        assert got.tolist() == expected.tolist()
    for row in MIXED:
        ends = [twoends.match(row, player, other).game.ends for player in (batched, named)]
        around = [twoends.solve(twoends.Circle(row), player).first for player in (batched, named)]
        assert (ends[0], around[0]) == (ends[1], around[1])


def test_it_is_asked_once_for_each_number_of_cards_and_sees_what_is_left() -> None:
    outer, rows = Outer(), np.arange(60).reshape(10, 6) % 7
    twoends.play_rows(rows, outer.player, "greedy", seed=-1)
    for number, states in enumerate(outer.seen):
        assert (states.stop - states.start).tolist() == [6 - 2 * number] * 10
        assert states.number.tolist() == [2 * number] * 10
        assert np.array_equal(states.rows, rows)
    assert len(outer.seen) == 3
    twoends.solve(rows[0].tolist(), outer.player)
    assert len(outer.seen) == 3 + 5, "a sweep asks once for each length of two cards or more"


def go_left(states: States) -> Any:
    return np.zeros(len(states.rows), int)


@BatchPlayer
def go_right(states: States) -> Any:
    return np.ones(len(states.rows), int)


def test_copies_of_a_batch_player_equal_it() -> None:
    assert pickle.loads(pickle.dumps(go_right)) is go_right
    assert repr(go_right) == f"BatchPlayer({__name__}:go_right)"
    player = BatchPlayer(go_left)
    for same in (BatchPlayer(go_left), copy.deepcopy(player), pickle.loads(pickle.dumps(player))):
        assert same == player
        assert hash(same) == hash(player)
    assert player != Outer().player
    solved = twoends.solve_rows([[1, 2, 3]], player)
    assert pickle.loads(pickle.dumps(twoends.opponent(player))) == solved.opponent
