"""Games follow the rules, opponents move as often as their chances say, and a game is one line of text."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

import rules_oracle
from twoends import (
    LEFT,
    RIGHT,
    Board,
    Circle,
    Component,
    Game,
    IllegalMoveError,
    match,
)
from twoends.answers.matches import as_player, estimate, tables_needed
from twoends.answers.policies import chances, policy
from twoends.engine.costs import Estimate


@pytest.mark.parametrize(
    ("first", "second", "tables"),
    [
        ("best", "random", 1),
        ("best", "generous trembling 1/3", 2),
        ("best", "generous", 0),
        ("random", "optimal trembling 1/3", 1),
        ("best", lambda position: position.moves()[-1], 1),
        ("optimal trembling 1/3", "best", 2),
    ],
)
def test_a_match_reports_progress_for_each_table_it_needs(first: Any, second: Any, tables: int) -> None:
    long, speed = Game(range(2_501)), 2e6 if isinstance(second, str) else 4e5
    positions = tables * len(long.shape) ** 2 // 2
    cost = Estimate(tables, positions, positions / speed) if tables else Estimate(1, len(long.shape), 0)
    assert [estimate(long, first, second), estimate(Game(range(2_500)), first, second)] == [
        cost,
        Estimate(1, 2_500, 0),
    ]
    calls: list[tuple[int, int]] = []
    match(range(9), first, second, seed=1, progress=lambda done, n: calls.append((done, n)))
    assert calls == [(done, 9) for done in range(10)] * tables, calls
    assert tables_needed([as_player(who) for who in (first, second)]) == tables


def test_each_player_has_a_random_stream_of_its_own() -> None:
    coins = [1] * 61  # the last one, which leaves no choice, is the first player's
    sides = match(coins, "random", "random", seed=1).game.ends
    first, second = sides[:-1:2], sides[1::2]
    assert first != second
    assert set(first) == set(second) == {LEFT, RIGHT}
    for opposite in ("optimal", "modest left", "greedy left trembling 1/2"):
        assert match(coins, "random", opposite, seed=1).game.ends[:-1:2] == first
        assert match(coins, opposite, "random", seed=1).game.ends[1::2] == second


@pytest.mark.parametrize("rules", ["take 1 either", "take 1-2 either"])
@pytest.mark.parametrize(
    "name",
    ["greedy random", "optimal random", "random", "greedy left trembling 1/2", "optimal trembling 1/4"],
)
def test_a_player_makes_each_move_as_often_as_it_should(name: str, rules: str) -> None:
    row, dials, who = (2, 1, 1, 2), rules_oracle.dials(rules), rules_oracle.opponent_of(name)
    after = rules_oracle.outcomes(dials, row, 0, 1, False, who)
    likely = rules_oracle.chances(who, after)
    game = Game(row, False, opponent=name, rules=rules)
    state, play, random = game.state, policy(game), Random(name)
    assert [chance for chance, _ in chances(game)(state)] == [chance for chance in likely if chance]
    made = Counter(play(state, random) for _ in range(600))
    for chance, move in zip(likely, game.moves(), strict=True):
        lies, spread = made[move] - 600 * chance, 5 * math.sqrt(600 * chance * (1 - chance))
        assert abs(lies) <= spread, f"{name}, {rules}: {move} {made[move]} times of 600, chance {chance}"


BOARD, CIRCLE = Board.of([1, 2], Component([9], (RIGHT,))), Circle([2, 8, 1, 10, 9])


def test_only_one_remaining_row_has_a_left_and_a_right_end() -> None:
    for begun, name in product((Game(BOARD), Game(CIRCLE)), ("left", "right", "start", "stop")):
        with pytest.raises(IllegalMoveError, match=r"^the remaining cards are not one row: use moves\(\)"):
            getattr(begun.position, name)
    around, row = Game(CIRCLE, True, [1]).position, Game([8, 15, 3], False, [RIGHT]).position
    assert (around.cards, around.left, around.right, around.mover) == ((1, 10, 9, 2), 1, 2, "opponent")
    assert (row.cards, row.start, row.stop, row.left, row.right, row.mover) == ((8, 15), 0, 2, 8, 15, "you")


def test_the_totals_of_a_match_are_the_first_and_the_second_players_whoever_is_best() -> None:
    for first, second in product(("best", "greedy", "optimal"), repeat=2):
        played = match([8, 15, 3, 7], first_player=first, second_player=second)
        assert played.totals == (sum(played.game.earned[::2]), sum(played.game.earned[1::2])), played
    begun = Game([8, 15, 3, 7], you_first=False, ends=["R"], opponent="greedy")
    assert match(begun) == match(begun, "greedy", "best")
    assert match(begun).totals == (22, 11)
    assert match([8, 15, 3], "greedy", "best", rules="turns A, stop 2").totals == (23, 0)


def test_a_match_without_a_seed_varies_and_names_one_that_repeats_it() -> None:
    for players in (("random", "random"), ("best", "generous random")):
        games = [match([1] * 40, *players) for _ in range(5)]
        assert len({each.game.ends for each in games}) > 1
        assert match([1] * 40, *players, seed=games[0].seed) == games[0]
    assert match([1, 2]).seed is None, "nothing was random"
    assert match([1, 2], seed=5).seed == 5
