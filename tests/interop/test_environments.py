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


def test_rewards_add_up_to_each_agents_margin() -> None:
    game = pettingzoo.env([8, 15, 3, 7])
    game.reset()
    returns = dict.fromkeys(game.possible_agents, 0.0)
    actions = iter([1, 0, 0, 0])
    for agent in game.agent_iter():
        _, reward, over, _, info = game.last()
        returns[agent] += reward
        assert info["action_mask"].any() or over, f"no legal action: {info}"
        game.step(None if over else next(actions))
    assert returns == {"player_0": 22 - 11, "player_1": 11 - 22}


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


@pytest.mark.parametrize("row", [*ROWS[1:], [1, 30, 100, 15, 2], [1, 3, 100, 2, 7, 7, 4]], ids=str)
def test_each_agents_losses_and_gains_add_up_to_what_optimal_play_promised(row: list[Any]) -> None:
    random = Random(7)
    for _ in range(20):
        game = pettingzoo.env(row)
        game.reset()
        solution = twoends.solve(row)
        promised: dict[str, Any] = {"player_0": solution.first, "player_1": solution.second}
        assert {agent: info["best"] for agent, info in game.infos.items()} == promised
        played: dict[str, Any] = dict.fromkeys(game.agents, 0)
        while not game.unwrapped.game.over:
            mover, other = (
                game.agent_selection,
                "player_0" if game.agent_selection == "player_1" else "player_1",
            )
            rest: Any = game.unwrapped.game.rest
            side = random.randrange(min(2, len(rest)))
            end = (twoends.LEFT, twoends.RIGHT)[side]
            game.step(side)
            info = game.infos[mover]
            loss = next(move.loss for move in twoends.solve(rest).moves if move.end is end)
            assert info["loss"] == loss, f"{rest}, {end}: {info['loss']}, expected {loss}"
            played[mover] += loss
            promised[mover] -= loss
            promised[other] += loss
        taken = {"player_0": game.unwrapped.game.yours, "player_1": game.unwrapped.game.theirs}
        assert taken == promised, f"{row}: {taken}, expected {promised}"


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


@pytest.mark.parametrize("you_first", [True, False])
@pytest.mark.parametrize("opponent", ["optimal", "greedy", "greedy left", "modest", "generous"])
def test_the_losses_of_an_episode_add_up_to_its_regret(opponent: str, you_first: bool) -> None:
    env = TwoEndsEnv(opponent=opponent, length=9, you_first=you_first)
    random = Random(5)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        solution = twoends.solve(env.game.shape, opponent)
        best = info["best"]
        assert best == (solution.first if you_first else solution.second), f"{env.game.shape}"
        total, losses, over = 0.0, 0, False
        while not over:
            _, reward, over, _, info = env.step(np.int64(random.randrange(int(info["action_mask"].sum()))))
            total, losses = total + reward, losses + info["loss"]
            assert info["loss"] >= 0
        assert total + losses == best, f"{env.game.shape}: {total} + {losses} is not {best}"


def test_the_best_value_is_exact_against_a_random_opponent() -> None:
    _, info = TwoEndsEnv([5, 7, 9, 1, 4, 2], "random").reset()
    assert info["best"] == Fraction(73, 4)


def test_a_best_response_never_loses_anything() -> None:
    env = TwoEndsEnv(opponent="random", length=8)
    for seed in range(10):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            best = twoends.solve(env.game).best
            assert best is not None
            _, _, over, _, info = env.step(np.int64(best[0] is twoends.RIGHT))
            assert info["loss"] == 0


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
def test_every_step_loses_what_its_action_value_says(rules: str, opponent: str) -> None:
    env, random = TwoEndsEnv(ROW, opponent, rules=rules), Random(3)
    solved = twoends.solve(ROW, opponent, rules=rules)
    promised: Any = solved.first if solved.game.rules.fixed_sum else solved.margin_first
    sign = -1 if solved.game.rules.goal == "least" else 1
    for seed in range(6):
        _, info = env.reset(seed=seed)
        assert info["best"] == solved.first
        assert info["q"].max() == pytest.approx(sign * float(promised))
        fixed = solved.game.rules.fixed_sum
        values = [float(move.total) - (0 if fixed else float(move.theirs)) for move in solved.moves]
        shown = sorted(value for value in info["q"] if value > -np.inf)
        assert shown == pytest.approx(sorted(sign * value for value in values)), f"{rules}: {info['q']}"
        brought, before, over = 0.0, info, False
        while not over:
            action = random.choice(legal_actions(env))
            gives_away = before["q"].max() - before["q"][action]
            _, reward, over, _, info = env.step(np.int64(action))
            assert info["loss"] == pytest.approx(gives_away), f"{rules}, {opponent}: {env.game}"
            brought, before = brought + reward, info
        game = env.game
        got = game.yours if game.rules.fixed_sum else game.yours - game.theirs
        assert brought == sign * got, f"{rules}: {game}"


@pytest.mark.parametrize("rules", RULES)
def test_two_agents_share_the_margin_by_other_rules(rules: str) -> None:
    env, random = pettingzoo.env(ROW, rules=rules), Random(3)
    env.reset()
    assert env.infos["player_0"]["best"] == twoends.solve(ROW, rules=rules).first
    sign = -1 if "least" in rules else 1
    returns = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last()
        returns[agent] += reward
        legal = np.flatnonzero(info["action_mask"]).tolist()
        env.step(None if over else random.choice(legal))
    game = env.unwrapped.game
    assert returns["player_0"] == -returns["player_1"] == sign * (game.yours - game.theirs)


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
        ("turns A", "greedy", True, "in a game of one nobody sits opposite"),
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
