"""The environments pass the conformance suites of PettingZoo and Gymnasium, and count exactly."""

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


def test_a_copy_in_the_middle_of_a_game_goes_its_own_way() -> None:
    game = pettingzoo.env([8, 15, 3, 7])
    game.reset()
    game.step(1)
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        other.step(0)
        assert other.unwrapped.game.theirs == 8
        assert game.unwrapped.game.theirs == 0


def test_only_the_agent_to_move_has_legal_actions_and_the_last_card_one() -> None:
    game = pettingzoo.env([1, 2])
    game.reset()
    assert game.infos["player_0"]["action_mask"].tolist() == [1, 1]
    assert game.infos["player_1"]["action_mask"].tolist() == [0, 0]
    game.step(1)
    assert game.infos["player_1"]["action_mask"].tolist() == [1, 0]
    assert game.observe("player_1").tolist() == [1, 0, 1, 0, 1]


def test_the_text_picture_dots_the_cards_that_are_gone() -> None:
    game = pettingzoo.env([8, 15, 3, 7], render_mode="ansi")
    game.reset()
    game.step(1)
    assert game.render() == "8 15 3 .   you 7, opponent 0"


# --- Gymnasium ---------------------------------------------------------------------------------


# Gymnasium recommends boxes without a sign for grids of pixels; ours holds values that may be negative.
@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_gymnasiums_checker_passes(
    row: list[int] | None, opponent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes = row == ROWS[1]
    env = gymnasium.make("twoends/TwoEnds-v0", row=row, opponent=opponent, length=6)
    if row is not None and len(row) % 2:  # the last card is yours, and the checker draws without a mask
        monkeypatch.setattr(env.unwrapped.action_space, "sample", lambda: np.int64(0))
    check_env(env.unwrapped, skip_render_check=not modes)


def test_the_best_value_is_exact_against_a_random_opponent() -> None:
    _, info = TwoEndsEnv([5, 7, 9, 1, 4, 2], "random").reset()
    assert info["best"] == Fraction(73, 4)


def test_pixels_show_something() -> None:
    env = TwoEndsEnv([8, 15, 3, 7], render_mode="rgb_array")
    env.reset()
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 10


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: TwoEndsEnv([]), "at least 1 card"),
        (lambda: pettingzoo.env([]), "at least 1 card"),
        (lambda: pettingzoo.env(length=0), "at least 1 card"),
        (lambda: pettingzoo.env(length=53), "length is 53: a deck deals at least 1 card and at most 52"),
        (lambda: TwoEndsEnv(length=60), "length is 60: a deck deals at least 1 card and at most 52"),
        (lambda: TwoEndsEnv([5], you_first=False), "the opponent may end an episode before you move"),
    ],
)
def test_an_episode_without_a_move_or_beyond_the_deck_is_refused_in_one_sentence(
    make: Callable[[], object], said: str
) -> None:
    with pytest.raises(twoends.RowError, match=said):
        make()


@pytest.mark.parametrize("make", [TwoEndsEnv, pettingzoo.env])
@pytest.mark.parametrize(
    ("row", "said"),
    [
        ([2**24 + 1, 3], "in which 16777217 is a rounded number: subtract one number from all values"),
        ([2**24 + 1, 2**24], "in which 16777217 is a rounded number"),
        ([2**25, -(2**25) - 1], "in which -33554433 is a rounded number"),
        ([Fraction(1, 3), 1, Fraction(1, 3) + Fraction(1, 10**12)], "is the same as 1/3"),
        ([1, 1 + 1e-9], "is the same as 1: subtract one number from all values, which changes no decision"),
        ([10**39, 1], "is a rounded number"),
        ([10**400, 1], "is a rounded number"),
    ],
)
def test_a_row_that_an_observation_would_change_is_refused(
    make: Callable[[list[Any]], object], row: list[Any], said: str
) -> None:
    with pytest.raises(twoends.RowError, match=said):
        make(row)


@pytest.mark.parametrize("make", [TwoEndsEnv, pettingzoo.env])
@pytest.mark.parametrize(
    "row", [[2**24, 2**24 - 1, -(2**24)], [2**25, 10**8], [0.1, -0.3, 0.1], [Fraction(1, 3), 1]]
)
def test_a_row_that_can_be_observed_is_played(make: Callable[[list[Any]], Any], row: list[Any]) -> None:
    make(row).reset()


def mask_of(env: Any) -> list[int]:
    """The mask of whoever is to move."""
    info = env._info(0) if isinstance(env, TwoEndsEnv) else env.infos[env.agent_selection]
    mask: list[int] = info["action_mask"].tolist()
    return mask


@pytest.mark.parametrize("make", [TwoEndsEnv, pettingzoo.env])
@pytest.mark.parametrize("row", [[8], [8, 15, 3]])
def test_a_step_takes_just_what_the_mask_allows(make: Callable[[list[int]], Any], row: list[int]) -> None:
    env = make(row)
    env.reset()
    while len(env.unwrapped.game.rest) > 1:
        env.step(0)
    assert mask_of(env) == [1, 0]
    with pytest.raises(twoends.IllegalMoveError, match="action 1 is not legal here: choose from 0"):
        env.step(1)
    env.step(0)
    assert env.unwrapped.game.over


@pytest.mark.parametrize("who", ["optimal best", "optimal worst trembling 1/4"])
def test_an_environment_refuses_who_would_have_to_know_the_agent(who: str) -> None:
    with pytest.raises(twoends.OpponentError, match=f"{who} has to know what the other player will do"):
        TwoEndsEnv([8, 15], who)


@pytest.mark.parametrize("action", [-1, 2, "L", None, True, 0.5])
@pytest.mark.parametrize("make", [TwoEndsEnv, pettingzoo.env])
def test_what_is_no_action_is_refused_in_one_sentence(make: Callable[[list[int]], Any], action: Any) -> None:
    env = make([8, 15, 3, 7])
    env.reset()
    with pytest.raises(twoends.IllegalMoveError, match="is not legal here: choose from 0, 1"):
        env.step(action)


@pytest.mark.parametrize("make", [TwoEndsEnv, pettingzoo.env])
def test_a_step_after_the_last_card_is_refused_in_one_sentence(make: Callable[[list[int]], Any]) -> None:
    env = make([8])
    env.reset()
    env.step(0)
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
def test_both_suites_pass_by_other_rules(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    api_test(pettingzoo.env(ROW, rules=rules), num_cycles=50)
    env = TwoEndsEnv(ROW, "greedy", rules=rules)
    env.reset()
    begin = np.int64(legal_actions(env)[0])
    monkeypatch.setattr(env.action_space, "sample", lambda: begin)  # the checker draws without a mask
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("rules", ["take 1 either", *RULES])
@pytest.mark.parametrize("opponent", ["optimal", "greedy left", "random"])
@pytest.mark.parametrize("you_first", [True, False])
def test_every_step_loses_what_its_action_value_says(rules: str, opponent: str, you_first: bool) -> None:
    you_first |= "any" in rules  # else the opponent may take everything before you move
    env, random = TwoEndsEnv(ROW, opponent, rules=rules, you_first=you_first), Random(3)
    for seed in range(6):
        _, info = env.reset(seed=seed)
        solved = twoends.solve(env.game)
        assert info["best"] == solved.first or not you_first
        sign, fixed = (-1 if env.rules.goal == "least" else 1), env.rules.fixed_sum
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
def test_each_agents_steps_lose_what_their_action_values_say(rules: str, row: list[Any]) -> None:
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
            action = random.choice(legal.tolist())
            env.step(action)
            assert env.infos[mover]["loss"] == pytest.approx(q.max() - q[action]), f"{game}"
            returns = {agent: returns[agent] + env.rewards[agent] for agent in returns}
            held = env.infos[mover]["best"], env.infos[other]["best"]
            earned = env.unwrapped.game.earned[-1]
            after = earned + held[0] if game.rules.fixed_sum else earned + held[0] - held[1]
            assert sign * float(after) == pytest.approx(q[action]), f"{game}: {q}"
        margin = sign * (game.yours - game.theirs)
        assert list(returns.values()) == pytest.approx([float(margin), -float(margin)])


def test_a_merged_card_is_seen_beside_those_that_none_has_merged() -> None:
    env = TwoEndsEnv([1, 2, 3, 4, 5], rules="take 2-any either, merge, turns AAAB", render_mode="ansi")
    env.reset()
    seen, *_ = env.step(np.int64(env.actions.number(Take(twoends.LEFT, 2))))
    assert seen.tolist() == [0, 3, 3, 4, 5, 0, 1, 1, 1, 1, 1]
    assert env.render() == ". 3 3 4 5   you 3, opponent 0"
    assert env.observation_space.contains(seen)


@pytest.mark.parametrize(
    ("rules", "opponent", "you_first", "said"),
    [
        ("take any", "greedy", False, "the opponent may end an episode before you move"),
        ("take 9", "greedy", True, "7 cards and take 9 either end an episode before you move"),
        ("turns A", "greedy", True, "a game of one has no opponent"),
        ("turns A", "optimal", False, "the opponent may end an episode before you move"),
    ],
)
def test_rules_without_a_move_of_yours_are_refused(
    rules: str, opponent: str, you_first: bool, said: str
) -> None:
    with pytest.raises(twoends.TwoEndsError, match=said):
        TwoEndsEnv(ROW, opponent, rules=rules, you_first=you_first)


@pytest.mark.parametrize(
    "make", [TwoEndsEnv, lambda row, **of: TwoEndsVectorEnv(2, row, **of), pettingzoo.env]
)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int16])
def test_observations_have_the_dtype_and_the_scale_that_were_asked_for(make: Any, dtype: Any) -> None:
    env = make([8, -14, 3, 7], dtype=dtype, scale=2)
    told = env.reset()
    seen = env.observe("player_0") if told is None else told[0]
    assert seen.dtype == dtype
    assert (seen[0] if seen.ndim == 2 else seen).tolist() == [16, -28, 6, 14, 1, 1, 1, 1, 0]
    space = env.observation_space("player_0") if told is None else env.observation_space
    assert space.contains(seen), f"{space} and {seen}"


@pytest.mark.parametrize(
    ("row", "of", "said"),
    [
        (
            [2**12 + 1, 1],
            {"dtype": np.float16},
            "observations are of float16, in which 4097 is a rounded number",
        ),
        (
            [100, 1],
            {"dtype": np.int8, "scale": 2},
            "observations are of int8, in which 100 is a rounded number",
        ),
        (
            [1, 2],
            {"dtype": np.int64, "scale": 0.5},
            "observations are of int64, in which 1 is a rounded number",
        ),
        ([1] * 200, {"dtype": np.int8}, "observations are of int8, which has no number as large as 200"),
        ([2**53 + 1, 1], {"dtype": np.float64}, "in which 9007199254740993 is a rounded number"),
        ([1, 2], {"dtype": "U3"}, "give numbers, and a scale other than 0"),
        ([1, 2], {"scale": 0}, "give numbers, and a scale other than 0"),
    ],
)
def test_what_a_dtype_does_not_hold_is_refused(row: list[Any], of: dict[str, Any], said: str) -> None:
    for make in (TwoEndsEnv, pettingzoo.env):
        with pytest.raises(twoends.RowError, match=said):
            make(row, **of)
