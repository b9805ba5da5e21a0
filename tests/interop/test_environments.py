"""The environments pass the conformance suites of PettingZoo and Gymnasium, and their losses are exact."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs PettingZoo: pip install 'twoends[pettingzoo]'")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import twoends
from twoends.interop import pettingzoo
from twoends.interop.environment import Observations
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.interop.vector import TwoEndsVectorEnv
from twoends.rules.sides import Take

OPPONENTS = ["optimal", "greedy", "greedy left", "modest", "generous", "random", "greedy trembling 1/8"]
ROWS = [None, [8, 15, 3, 7], [5], [-3, 0, -3, 2, 2], [Fraction(1, 3), 1, Fraction(1, 2)], [0, 0]]


# --- PettingZoo --------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_pettingzoos_api_test_passes(row: list[int] | None) -> None:
    api_test(pettingzoo.env(row), num_cycles=50)


def test_pettingzoos_seed_test_passes() -> None:
    seed_test(pettingzoo.env, num_cycles=30)


def test_pettingzoos_render_test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(pettingzoo.env)


def test_the_same_seed_deals_the_same_game_and_another_seed_another() -> None:
    game = pettingzoo.env()
    dealt = []
    for seed in (1, 1, 2):
        game.reset(seed=seed)
        dealt.append(str(game.unwrapped.game.shape))
    assert dealt[0] == dealt[1] != dealt[2]


def test_a_copy_of_a_game_in_progress_is_independent() -> None:
    game = pettingzoo.env([8, 15, 3, 7])
    game.reset()
    game.step(1)
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        other.step(0)
        assert other.unwrapped.game.theirs == 8
        assert game.unwrapped.game.theirs == 0


# --- Gymnasium ---------------------------------------------------------------------------------


# Gymnasium recommends boxes without a sign for grids of pixels; ours holds values that may be negative.
@pytest.mark.parametrize(
    ("row", "opponent"), [*((row, "optimal") for row in ROWS), *((ROWS[1], who) for who in OPPONENTS[1:])]
)
def test_gymnasiums_checker_passes(
    row: list[int] | None, opponent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = gymnasium.make("twoends/TwoEnds-v0", row=row, opponent=opponent, length=6)
    if row is not None and len(row) % 2:  # the last card is yours, and the checker draws without a mask
        monkeypatch.setattr(env.unwrapped.action_space, "sample", lambda: np.int64(0))
    check_env(env.unwrapped, skip_render_check=(row, opponent) != (ROWS[1], "optimal"))


@pytest.mark.parametrize(
    "make", [TwoEndsEnv, lambda row=None, **of: TwoEndsVectorEnv(3, row, **of), pettingzoo.env]
)
def test_every_environment_refuses_episodes_without_a_move_and_rows_it_would_round(
    make: Any,
) -> None:
    for given, error in (
        ({"length": 0}, "length is 0: give 1 to 52, the cards of a deck, or give a row"),
        ({"length": 53}, "length is 53: give 1 to 52, the cards of a deck, or give a row"),
        ({"row": []}, "the row has no cards: give at least 1"),
        ({"row": [2**24 + 1, 1]}, "observations in float32 cannot represent 16777217 exactly: "
         "subtract one number from all values, which changes no decision, or divide them"),
        ({"row": [2, 1], "scale": 0}, "dtype <class 'numpy.float32'>, scale 0: "
         "give a numeric dtype and a scale that is not 0"),
    ):  # fmt: skip
        with pytest.raises(twoends.RowError) as fault:
            make(**given)
        assert str(fault.value) == error
    if make is not pettingzoo.env:
        for given in ({"length": 1}, {"row": [5]}):
            with pytest.raises(
                twoends.RowError, match="opponent may end an episode before you move: give mo"
            ):
                make(**given, you_first=False)
        with pytest.raises(twoends.OpponentError, match="optimal best has to know what the other player"):
            make([8, 15], opponent="optimal best")
    make(length=1)
    make(length=52)


@pytest.mark.parametrize(
    ("row", "options", "error"),
    [
        ([2**24 + 1, 2**24], {}, "observations in float32 cannot represent 16777217 exactly"),
        ([2**25, -(2**25) - 1], {}, "cannot represent -33554433 exactly"),
        ([Fraction(1, 3), 1, Fraction(1, 3) + Fraction(1, 10**12)], {}, "cannot distinguish .* from 1/3"),
        ([1, 1 + 1e-9], {}, "cannot distinguish .* from 1: subtract one number from all values"),
        ([10**400, 1], {}, "cannot represent 1.*0 exactly"),
        ([2**12 + 1, 1], {"dtype": np.float16}, "observations in float16 cannot represent 4097 exactly"),
        ([100, 1], {"dtype": np.int8, "scale": 2}, "observations in int8 cannot represent 100 exactly"),
        ([1, 2], {"dtype": np.int64, "scale": 0.5}, "observations in int64 cannot represent 1 exactly"),
        ([1] * 200, {"dtype": np.int8}, "observations in int8 cannot represent 200"),
        ([2**53 + 1, 1], {"dtype": np.float64}, "cannot represent 9007199254740993 exactly"),
        ([1, 2], {"dtype": "U3"}, "give a numeric dtype and a scale that is not 0"),
        ([2**24, 2**24 - 1, -(2**24)], {}, None),
        ([2**25, 10**8], {}, None),
        ([0.1, -0.3, 0.1], {}, None),
        ([Fraction(1, 3), 1], {}, None),
    ],
)
def test_a_dtype_represents_a_row_exactly_or_is_refused(
    row: list[Any], options: dict[str, Any], error: str | None
) -> None:
    if error is None:
        assert Observations(twoends.Row.of(row), **options).space.shape == (2 * len(row) + 1,)
        return
    with pytest.raises(twoends.RowError, match=error):
        Observations(twoends.Row.of(row), **options)


def mask_of(env: Any) -> list[int]:
    """The mask of the player to move."""
    info = env._info(0) if isinstance(env, TwoEndsEnv) else env.infos[env.agent_selection]
    mask: list[int] = info["action_mask"].tolist()
    return mask


@pytest.mark.parametrize("make", [TwoEndsEnv, pettingzoo.env])
@pytest.mark.parametrize("row", [[8], [8, 15, 3]])
def test_a_step_accepts_only_the_actions_of_the_mask(
    make: Callable[[list[int]], Any], row: list[int]
) -> None:
    env = make(row)
    env.reset()
    while len(env.unwrapped.game.rest) > 1:
        env.step(0)
    assert mask_of(env) == [1, 0]
    with pytest.raises(twoends.IllegalMoveError, match="action 1 is not legal here: choose from 0"):
        env.step(1)
    env.step(0)
    assert env.unwrapped.game.over
    with pytest.raises(twoends.IllegalMoveError, match="the game is over"):
        env.step(0)


# --- other rules -------------------------------------------------------------------------------

RULES = [
    "take 1-3 left", "take 2-any either, merge", "take 1-2 either, score rest, turns ABBA",
    "take 1-2M right, goal least", "stop 4",
]  # fmt: skip
ROW = [3, 1, 2, 5, -1, 4, 7]


def legal_actions(env: Any) -> list[int]:
    return [action for action, legal in enumerate(mask_of(env)) if legal]


@pytest.mark.parametrize("rules", RULES)
def test_both_suites_pass_under_other_rules(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    api_test(pettingzoo.env(ROW, rules=rules), num_cycles=50)
    env = TwoEndsEnv(ROW, "greedy", rules=rules)
    env.reset()
    begin = np.int64(legal_actions(env)[0])
    monkeypatch.setattr(env.action_space, "sample", lambda: begin)  # the checker draws without a mask
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("rules", ["take 1 either", *RULES])
@pytest.mark.parametrize("opponent", ["optimal", "greedy left", "random"])
@pytest.mark.parametrize("you_first", [True, False])
def test_the_loss_of_a_step_is_the_gap_of_its_action_value(
    rules: str, opponent: str, you_first: bool
) -> None:
    you_first |= "any" in rules  # else the opponent may take everything before you move
    env, random = TwoEndsEnv(ROW, opponent, rules=rules, you_first=you_first), Random(3)
    for seed in range(6):
        _, info = env.reset(seed=seed)
        solved = twoends.solve(env.game)
        assert info["best"] == solved.first or not you_first
        sign, fixed = (-1 if env.episodes.rules.goal == "least" else 1), env.episodes.rules.fixed_sum
        values = [float(move.total) - (0 if fixed else float(move.theirs)) for move in solved.moves]
        shown = sorted(value for value in info["q"] if value > -np.inf)
        assert shown == pytest.approx(sorted(sign * value for value in values)), f"{rules}: {info['q']}"
        opening = 0.0 if fixed else sign * float(env.game.yours - env.game.theirs)
        promised, losses, brought, before, over = info["q"].max(), 0.0, 0.0, info, False
        while not over:
            action = random.choice(legal_actions(env))
            gives_away = before["q"].max() - before["q"][action]
            _, reward, over, _, info = env.step(np.int64(action))
            assert info["loss"] == pytest.approx(gives_away), f"{rules}, {opponent}: {env.game}"
            losses, brought, before = losses + float(info["loss"]), brought + reward, info
        got = env.game.yours if fixed else env.game.yours - env.game.theirs
        assert brought == sign * got, f"{rules}: {env.game}"
        if opponent != "random":
            assert brought + losses == pytest.approx(opening + promised), f"{rules}: {env.game}"


@pytest.mark.parametrize(
    "row", [ROW, *(row for row in ROWS if row and len(row) > 1), [1, 30, 100, 15, 2]], ids=str
)
@pytest.mark.parametrize("rules", ["take 1 either", *RULES])
def test_the_loss_of_each_agents_step_is_the_gap_of_its_action_value(rules: str, row: list[Any]) -> None:
    random, env = Random(7), pettingzoo.env(row, rules=rules)
    for _ in range(5):
        env.reset()
        game = env.unwrapped.game
        solved = twoends.solve(game.shape, rules=rules)
        assert env.infos["player_0"]["best"] == solved.first
        assert env.infos["player_1"]["best"] == solved.second
        sign = -1 if game.rules.goal == "least" else 1
        returns = dict.fromkeys(env.agents, 0.0)
        while not (game := env.unwrapped.game).over:
            mover = env.agent_selection
            (other,) = {*env.agents} - {mover}
            q, legal = env.infos[mover]["q"], np.flatnonzero(env.infos[mover]["action_mask"])
            assert np.flatnonzero(q > -np.inf).tolist() == legal.tolist()
            assert (env.infos[other]["q"] == -np.inf).all()
            action, last = random.choice(legal.tolist()), env.infos[other]["loss"]
            env.step(action)
            assert env.infos[mover]["loss"] == pytest.approx(q.max() - q[action]), f"{game}"
            assert env.infos[other]["loss"] == last, f"what the other one gave away, still: {game}"
            returns = {agent: returns[agent] + env.rewards[agent] for agent in returns}
            held = env.infos[mover]["best"], env.infos[other]["best"]
            earned = env.unwrapped.game.earned[-1]
            after = earned + held[0] if game.rules.fixed_sum else earned + held[0] - held[1]
            assert sign * float(after) == pytest.approx(q[action]), f"{game}: {q}"
        margin = sign * (game.yours - game.theirs)
        assert list(returns.values()) == pytest.approx([float(margin), -float(margin)])


def test_a_merged_card_is_observed_beside_the_cards_that_remain() -> None:
    env = TwoEndsEnv([1, 2, 3, 4, 5], rules="take 2-any either, merge, turns AAAB", render_mode="ansi")
    env.reset()
    seen, *_ = env.step(np.int64(env.episodes.actions.number(Take(twoends.LEFT, 2))))
    assert seen.tolist() == [0, 3, 3, 4, 5, 0, 1, 1, 1, 1, 1]
    assert env.render() == ". 3 3 4 5   you 3, opponent 0"
    assert env.observation_space.contains(seen)


@pytest.mark.parametrize(
    ("rules", "opponent", "you_first", "error"),
    [
        ("take any", "greedy", False, "the opponent may end an episode before you move"),
        ("take 9", "greedy", True, "7 cards and take 9 either end an episode before you move"),
        ("turns A", "greedy", True, "a one-player game has no opponent"),
        ("turns A", "optimal", False, "the opponent may end an episode before you move"),
    ],
)
def test_rules_that_may_leave_you_no_move_are_refused(
    rules: str, opponent: str, you_first: bool, error: str
) -> None:
    with pytest.raises(twoends.TwoEndsError, match=error):
        TwoEndsEnv(ROW, opponent, rules=rules, you_first=you_first)


@pytest.mark.parametrize(
    "make", [TwoEndsEnv, lambda row, **of: TwoEndsVectorEnv(2, row, **of), pettingzoo.env]
)
@pytest.mark.parametrize("dtype", [np.float64, np.int16])
def test_observations_have_the_requested_dtype_and_scale(make: Any, dtype: Any) -> None:
    env = make([8, -14, 3, 7], dtype=dtype, scale=2)
    first = env.reset()
    seen = env.observe("player_0") if first is None else first[0]
    assert seen.dtype == dtype
    assert (seen[0] if seen.ndim == 2 else seen).tolist() == [16, -28, 6, 14, 1, 1, 1, 1, 0]
    space = env.observation_space("player_0") if first is None else env.observation_space
    assert space.contains(seen), f"{space} and {seen}"
