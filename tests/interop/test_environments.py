"""The environments pass the conformance suites, their losses are exact, and what they refuse is named."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs PettingZoo: the extra pettingzoo")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from matplotlib.colors import to_rgb
from pettingzoo.test import api_test, render_test, seed_test

import twoends
from twoends import Game
from twoends.interop import environment, pettingzoo
from twoends.interop.environment import Actions
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.interop.vector import vector_env
from twoends.rules.rules import Rules
from twoends.views.pictures import LOOKS, picture

ROWS: list[Any] = [None, [5], [-3, 0, -3, 2, 2], [Fraction(1, 3), 1, Fraction(1, 2)]]
ROWS += [[0.5, 2.0, -1.0, 4.0]]

RULES = ["take 2-any left, merge", "take 1-2 either, score rest, turns ABBA", "take 1-2M right", "stop 4"]
ROW = [3, 1, 2, 5, -1, 4, 7]


# --- PettingZoo --------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "rules"), [*product(ROWS, [None]), *product([ROW], RULES)], ids=str)
def test_pettingzoos_api_test_passes(row: list[int] | None, rules: str | None) -> None:
    api_test(pettingzoo.env(row, rules=rules), num_cycles=50)


def test_pettingzoos_tests_of_seeds_and_of_rendering_pass(capsys: pytest.CaptureFixture[str]) -> None:
    seed_test(pettingzoo.env, num_cycles=10)
    render_test(pettingzoo.env)


# --- Gymnasium ---------------------------------------------------------------------------------


# Gymnasium recommends boxes without a sign for grids of pixels; ours holds values that may be negative.
@pytest.mark.parametrize(
    ("row", "opponent", "rules"),
    [*((row, "optimal", None) for row in ROWS), ([8, 15, 3, 7], "random", None),
     ([0, 0], "greedy trembling 1/8", None), *((ROW, "greedy", rules) for rules in RULES)],
)  # fmt: skip
def test_gymnasiums_checker_passes(
    row: list[int] | None, opponent: str, rules: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = gymnasium.make("twoends/TwoEnds-v0", row=row, opponent=opponent, length=6, rules=rules).unwrapped
    env.reset()
    if rules or (row is not None and len(row) % 2):  # the checker draws without a mask
        begin = np.int64(legal_actions(env)[0])
        monkeypatch.setattr(env.action_space, "sample", lambda: begin)
    check_env(env, skip_render_check=row is not None)


@pytest.mark.parametrize("make", [TwoEndsEnv, pettingzoo.env])
def test_a_step_accepts_only_the_actions_of_the_mask(make: Callable[[list[int]], Any]) -> None:
    env = make([8, 15, 3])
    env.reset()
    while len(env.unwrapped.game.rest) > 1:
        env.step(0)
    assert legal_actions(env) == [0]
    with pytest.raises(twoends.IllegalMoveError, match="action 1 is not legal here: choose from 0"):
        env.step(1)
    env.step(0)
    with pytest.raises(twoends.IllegalMoveError, match="the game is over"):
        env.step(0)


# --- other rules -------------------------------------------------------------------------------


def legal_actions(env: Any) -> list[int]:
    """Those of the mask of the player to move."""
    info = env.episodes.info(0) if isinstance(env, TwoEndsEnv) else env.infos[env.agent_selection]
    legal: list[int] = np.flatnonzero(info["action_mask"]).tolist()
    return legal


@pytest.mark.parametrize("rules", ["take 1 either", "turns A, stop 3", *RULES])
@pytest.mark.parametrize("opponent", ["optimal", "greedy left", "random"])
@pytest.mark.parametrize("you_first", [True, False])
def test_the_loss_of_a_step_is_the_gap_of_its_action_value(
    rules: str, opponent: str, you_first: bool
) -> None:
    you_first |= "any" in rules  # else the opponent may take everything before you move
    if "turns A," in rules:
        opponent, you_first = "optimal", True
    env, random = TwoEndsEnv(ROW, opponent, rules=rules, you_first=you_first), Random(3)
    fixed = env.episodes.rules.fixed_sum
    for seed in range(3):
        _, info = env.reset(seed=seed)
        solved = twoends.solve(env.game)
        assert info["best"] == solved.first or not you_first
        values = [float(move.total) - (0 if fixed else float(move.theirs)) for move in solved.moves]
        assert sorted(info["q"][info["q"] > -np.inf]) == pytest.approx(sorted(values)), rules
        opening = 0.0 if fixed else float(env.game.yours - env.game.theirs)
        promised, losses, brought, over = opening + info["q"].max(), 0.0, 0.0, False
        while not over:
            before, action = info["q"], random.choice(legal_actions(env))
            _, reward, over, _, info = env.step(np.int64(action))
            assert info["loss"] == pytest.approx(before.max() - before[action]), f"{rules}: {env.game}"
            losses, brought = losses + float(info["loss"]), brought + reward
        assert brought == (env.game.yours if fixed else env.game.yours - env.game.theirs)
        if opponent != "random":
            assert brought + losses == pytest.approx(promised), f"{rules}: {env.game}"


@pytest.mark.parametrize("row", [ROW, *ROWS[2:]], ids=str)
@pytest.mark.parametrize("rules", ["take 1 either", *RULES])
def test_the_loss_of_each_agents_step_is_the_gap_of_its_action_value(rules: str, row: list[Any]) -> None:
    random, env = Random(7), pettingzoo.env(row, rules=rules)
    env.reset()
    solved = twoends.solve(env.unwrapped.game.shape, rules=rules)
    assert [env.infos[agent]["best"] for agent in env.agents] == [solved.first, solved.second]
    returns = np.zeros(2)
    while not (game := env.unwrapped.game).over:
        mover = env.agent_selection
        (other,) = {*env.agents} - {mover}
        q, last = env.infos[mover]["q"], env.infos[other]["loss"]
        assert np.flatnonzero(q > -np.inf).tolist() == legal_actions(env)
        assert (env.infos[other]["q"] == -np.inf).all()
        action = random.choice(legal_actions(env))
        env.step(action)
        assert env.infos[mover]["loss"] == pytest.approx(q.max() - q[action]), f"{game}"
        assert env.infos[other]["loss"] == last, f"what the other one gave away, still: {game}"
        returns += list(env.rewards.values())
        kinds = {type(env.infos[each][name]) for each in env.agents for name in ("best", "loss")}
        assert kinds == {type(row[0])}, f"the kind of number of the row: {game}"
        theirs = 0 if game.rules.fixed_sum else env.infos[other]["best"]
        after = env.unwrapped.game.earned[-1] + env.infos[mover]["best"] - theirs
        assert float(after) == pytest.approx(q[action]), f"{game}: {q}"
    margin = float(game.yours - game.theirs)
    assert returns.tolist() == pytest.approx([margin, -margin])


def test_a_merged_card_is_observed_beside_the_cards_that_remain() -> None:
    env = TwoEndsEnv([-1, -2, 3, 1, 1], rules="take 2-any left, merge, turns AAAB", render_mode="ansi")
    env.reset()
    seen, *_ = env.step(np.int64(env.episodes.actions.number(twoends.Move("L", 2))))
    assert seen.tolist() == [0, -3, 3, 1, 1, 0, 1, 1, 1, 1, 1]
    assert env.render() == ". -3 3 1 1   you -3, opponent 0"
    assert env.observation_space.contains(seen)
    dealt = TwoEndsEnv(length=4, rules="take 2 left, merge, turns AAAB")
    assert dealt.observation_space.high.max() == 4 * 14, "all four aces may merge"


# --- what is seen --------------------------------------------------------------------------------


@pytest.mark.parametrize(("dtype", "last"), [(np.float64, 7), (np.int16, 7), (np.int64, 2**53 + 1)])
def test_each_environment_has_the_requested_dtype_and_scale(dtype: Any, last: int) -> None:
    options: dict[str, Any] = {"row": [8, -14, 3, last], "dtype": dtype, "scale": 2}
    agents, one = pettingzoo.env(**options), TwoEndsEnv(**options)
    agents.reset()
    many = [vector_env(1, rules=rules, **options).reset()[0][0] for rules in (None, "take 1-2")]
    for found in (*map(agents.observe, agents.agents), one.reset()[0], *many):
        assert (found.dtype, found.tolist()) == (dtype, [16, -28, 6, 2 * last, 1, 1, 1, 1, 0])
    space = one.observation_space
    assert (space.low.min(), space.high.max(), space.dtype) == (-28, max(16, 2 * last), dtype)


def test_an_action_is_any_integer_of_a_legal_move() -> None:
    game = Game([8, 15])
    move = Actions.of(game.shape, game.rules).move
    for make in (int, np.int8, np.uint64, np.array):
        assert [move(game.book, game.state, make(action)) for action in (0, 1)] == list(game.moves())
    assert len(Actions.of(game.shape, Rules.of("take 1-9"))) == 4, "no move takes more cards than there are"
    for wrong in (2, -1, True, 1.0, "0", None, np.array([0]), np.array(1.0)):
        with pytest.raises(twoends.IllegalMoveError, match=r"is not legal here: choose from 0, 1$"):
            move(game.book, game.state, wrong)


def test_a_seed_gives_the_same_deals_and_replies_and_none_gives_others() -> None:
    def episode(seed: int | None) -> str:
        env = TwoEndsEnv(None, "random", length=20)
        seen, _ = env.reset(seed=seed)
        return f"{seen.tolist()} {env.step(np.int64(0))[0].tolist()}"

    def deals(seed: int) -> list[str]:
        agents = pettingzoo.env(length=20)
        return [str((agents.reset(again), agents.observe("player_0"))) for again in (seed, None, None)]

    assert (deals(0), deals(3)) == (deals(0), deals(3))
    assert len({*deals(0), *deals(3)}) == 6
    assert (episode(0), episode(3)) == (episode(0), episode(3))
    assert len({episode(seed) for seed in (0, 3, None, None)}) == 4


def test_each_deal_has_values_and_replies_of_its_own() -> None:
    env, dealt = TwoEndsEnv(length=6, you_first=False), set[Any]()
    for seed in (1, 2, 3, 4):
        _, info = env.reset(seed=seed)
        assert info["best"] == twoends.solve(env.game).first, seed
        assert env.game.ends == twoends.solve(Game(env.game.shape, False)).best, seed
        dealt |= {*env.game.shape.cards.values}
    assert len(dealt) > 6, "other cards"


def test_the_human_mode_prints_each_position_as_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    for env in (TwoEndsEnv([8, 15, 3, 7], render_mode="human"), pettingzoo.env([8, 15], render_mode="human")):
        env.reset()
        env.step(np.int64(1))
    assert capsys.readouterr().out == ". 15 3 .   you 7, opponent 8\n8 .   you 15, opponent 0\n"


def test_a_picture_is_painted_at_twice_its_size_with_each_tile_in_its_place() -> None:
    drawn = picture(Game([8, 15, 3, 7]).play("L").play("L"))
    painted = environment.pixels(drawn)
    assert painted.shape == (*(round(2 * side) for side in drawn.size[::-1]), 3)
    assert painted.dtype == np.uint8
    assert (painted[0, 0] == 255).all(), "paper around it"
    for tile in drawn.tiles:
        left, top, wide, high = drawn.box(tile)
        area = painted[
            round(2 * top) : round(2 * top + 2 * high), round(2 * left) : round(2 * left + 2 * wide)
        ]
        ink = [255 * part for part in to_rgb(tile.ink)]
        assert (abs(area - ink) < 40).all(axis=2).any() == (tile.word != ""), tile
        inside = painted[round(2 * top + high), round(2 * left) + 4]
        assert inside == pytest.approx([255 * part for part in to_rgb(LOOKS[tile.look][0])], abs=1), tile
