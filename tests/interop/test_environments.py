"""The environments pass the conformance suites, their losses are exact, and what they refuse is named."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from math import inf
from random import Random
from typing import Any

import pytest

from cases import slow

pytest.importorskip("pettingzoo", reason="needs PettingZoo: the extra pettingzoo")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from matplotlib.colors import to_rgb
from pettingzoo.test import api_test, render_test

import twoends
from twoends import Game
from twoends.interop import environment, pettingzoo
from twoends.interop.environment import Actions
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.interop.rules_vector import RulesVectorEnv
from twoends.interop.vector import TwoEndsVectorEnv, vector_env
from twoends.views.pictures import LOOKS, picture

ROWS: list[Any] = [None, [5], [-3, 0, -3, 2, 2], [Fraction(1, 3), 1, Fraction(1, 2)]]
ROWS += [[0.5, 2.0, -1.0, 4.0]]

RULES = ["take 2-any left, merge", "take 1-2 either, score rest, turns ABBA", "take 1-2M right", "stop 4"]
ROW = [-3, -5, -4, 4, 2, 1, 7]


# --- PettingZoo --------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "rules"), [*product(ROWS, [None]), *product([ROW], RULES)], ids=str)
def test_pettingzoos_api_test_passes(row: list[int] | None, rules: str | None) -> None:
    api_test(pettingzoo.env(row, rules=rules), num_cycles=50)


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


# --- what an agent is told -----------------------------------------------------------------------


def legal_actions(env: Any) -> list[int]:
    """Those of the mask of the player to move."""
    info = env.episodes.info(0) if isinstance(env, TwoEndsEnv) else env.infos[env.agent_selection]
    legal: list[int] = np.flatnonzero(info["action_mask"]).tolist()
    return legal


def assert_told(info: dict[str, Any], game: Game, agent: str, loss: float) -> list[float]:
    """The info of an agent has what `solve` finds in the rest of the game; return the action values."""
    best, actions = list[Any](), Actions.of(game.shape, game.rules)
    q = [-inf] * len(actions)
    for move in twoends.solve(game).moves:
        own, other = (move.total, move.theirs)[:: 1 if agent == "you" else -1]
        best += [own] * (not move.loss)
        if game.mover == agent:
            q[actions.number(move.move)] = float(own if game.rules.fixed_sum else own - other)
    assert info["q"].tolist() == pytest.approx(q), f"{game}, {agent}"
    assert info["action_mask"].tolist() == [value > -inf for value in q], f"{game}, {agent}"
    assert info["best"] == (*best, 0)[0], f"{game}, {agent}"
    assert float(info["loss"]) == pytest.approx(loss), f"{game}, {agent}"
    return q


def worth_of(game: Game) -> float:
    """What you have from the game so far."""
    return float(game.yours - game.theirs * (not game.rules.fixed_sum))


@pytest.mark.parametrize("rules", ["take 1 either", "turns A, stop 3", *RULES])
@pytest.mark.parametrize("opponent", ["optimal", "greedy left", "random"])
@pytest.mark.parametrize("you_first", [True, False])
def test_one_agent_is_told_the_values_and_losses_of_its_moves(
    rules: str, opponent: str, you_first: bool
) -> None:
    you_first |= "any" in rules  # else the opponent may take everything before you move
    if "turns A," in rules:
        opponent, you_first = "optimal", True
    random = Random(3)
    for row in (ROW, None):
        env = TwoEndsEnv(row, opponent, length=6, rules=rules, you_first=you_first)
        for seed in range(3):
            _, info = env.reset(seed=seed)
            worth, loss, due = 0.0, 0.0, info["q"].max()
            while True:
                q, then = assert_told(info, env.game, "you", loss), worth_of(env.game)
                assert opponent == "random" or max(*q, 0 if env.game.over else -inf) == pytest.approx(due)
                if env.game.over:
                    break
                action = random.choice(legal_actions(env))
                loss, twin = max(q) - q[action], copy.deepcopy(env)
                seen, reward, over, cut, info = env.step(np.int64(action))
                before, worth = worth, worth_of(env.game)
                assert (reward, over, cut) == (worth - before, env.game.over, False), f"{env.game}"
                assert (twin.step(np.int64(action))[0] == seen).all(), "a copy goes on in the same way"
                due = q[action] - (worth - then)


@pytest.mark.parametrize("row", [ROW, *ROWS[2:]], ids=str)
@pytest.mark.parametrize("rules", ["take 1 either", "turns A, stop 3", *RULES])
def test_two_agents_are_told_the_values_and_losses_of_their_moves(rules: str, row: list[Any]) -> None:
    random, env = Random(7), pettingzoo.env(row, rules=rules)
    for _ in range(2):
        env.reset()
        losses, returns = dict.fromkeys(env.agents, 0.0), np.zeros(2)
        got = dict.fromkeys(env.agents, 0.0)
        while True:
            game, mover = env.unwrapped.game, env.agent_selection
            for agent, who in zip(losses, ("you", "opponent"), strict=True):
                q = assert_told(env.infos[agent], game, who, losses[agent])
                kinds = {type(env.infos[agent][name]) for name in ("best", "loss")}
                assert kinds == {type(row[0])}, f"the kind of number of the row: {game}"
                if agent == mover and not game.over:
                    action = random.choice(legal_actions(env))
                    loss = max(q) - q[action]
            if game.over:
                break
            losses[mover] = loss
            got[mover] += env.last()[1]
            env.step(action)
            returns += list(env.rewards.values())
        while env.agents:
            got[env.agent_selection] += env.last()[1]
            env.step(None)
        margin = float(game.yours - game.theirs)
        assert returns.tolist() == pytest.approx([margin, -margin])
        assert [*got.values()] == pytest.approx([margin, -margin]), "the sum of what each agent was told"


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


def episode(env: Any, seed: int | None) -> str:
    """What an environment deals, and what follows if the left end is taken five times."""
    left = np.zeros(getattr(env, "num_envs", ()), np.int64)
    results = [env.reset(seed=seed), *(env.step(left) for _ in range(5))]
    return str(env.observe("player_0") if results[0] is None else [seen for seen, *_ in results])


@pytest.mark.parametrize(
    "make",
    [
        partial(pettingzoo.env, length=20),
        partial(TwoEndsEnv, None, "random", length=20),
        partial(vector_env, 2, None, "greedy trembling 1/4", length=20),
        partial(vector_env, 2, None, "random", length=20, rules="take 1-2"),
    ],
)
def test_a_seed_gives_the_same_episodes_and_no_seed_others(make: Callable[[], Any]) -> None:
    seeds, first, again = (0, None, 3, None), make(), make()
    begun = [episode(first, seed) for seed in seeds]
    assert begun == [episode(again, seed) for seed in seeds]
    assert [episode(again, seed) for seed in seeds] == begun, "whatever was played before"
    assert len({*begun, episode(make(), None), episode(make(), None)}) == 6


def test_the_human_mode_prints_lines_and_passes_pettingzoos_test(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for env in (TwoEndsEnv([8, 15, 3, 7], render_mode="human"), pettingzoo.env([8, 15], render_mode="human")):
        env.reset()
        env.step(np.int64(1))
    assert capsys.readouterr().out == ". 15 3 .   you 7, opponent 8\n8 .   you 15, opponent 0\n"
    render_test(pettingzoo.env)


def test_a_picture_is_painted_at_twice_its_size_with_each_tile_in_its_place() -> None:
    drawn = picture(Game([8, 15, 3, 7]).play("L").play("L"))
    painted = environment.pixels(drawn)
    assert painted.shape == (*(round(2 * side) for side in drawn.size[::-1]), 3)
    assert (painted.dtype, *painted[0, 0]) == (np.uint8, 255, 255, 255), "paper around it"
    for tile in drawn.tiles:
        left, top, wide, high = (round(2 * side) for side in drawn.box(tile))
        area = painted[top : top + high, left : left + wide]
        ink, inside = ([255 * part for part in to_rgb(each)] for each in (tile.ink, LOOKS[tile.look][0]))
        assert (abs(area - ink) < 40).all(axis=2).any() == (tile.word != ""), tile
        assert area[high // 2, 4] == pytest.approx(inside, abs=1), tile


# --- many episodes side by side --------------------------------------------------------------------

OPPONENTS = ["optimal", "generous right", *slow("greedy left")]
INTEGERS = [[5, 9], [-3, 0, -3, 2, 2], [7, 3, 5, 11, 10**9, 3 * 10**9], [0, 1, 0, 0, 1, 0]]


MIXED = [3, 1, -2, 5, 0, 4, 1]
BY_RULES = [
    (MIXED, "take 1-2M right"),
    ([2, 0, 0, -1, 3, 0, 0], "take 1-2 either, score rest, turns ABBA"),  # full of ties
    (MIXED, "take 2-any left, merge"),
    *slow(
        (MIXED, "take 1-3 left"), (MIXED, "score 2^turn, stop 4"), (MIXED, "take 2-3 right, merge, turns AAB")
    ),
]


def compare_with_single_ones(**options: Any) -> Any:
    """The environment that Gymnasium makes, after 20 steps beside its vector of single ones."""
    ours, theirs = (
        gymnasium.make_vec("twoends/TwoEnds-v0", num_envs=4, vectorization_mode=mode, **options)
        for mode in ("vector_entry_point", "sync")
    )
    for space in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
        assert getattr(ours, space) == getattr(theirs, space), space
    random = np.random.default_rng(1)
    results: tuple[Any, Any] = ours.reset(seed=3), theirs.reset(seed=3)
    last = -1 if "trembling" in options["opponent"] else None  # expectations: floats of fractions
    for step in range(20):
        for one, other in zip(*(each[:last] for each in results), strict=True):
            assert data_equivalence(one, other, exact=True), f"step {step}: {one}, expected {other}"
        legal = results[0][-1]["action_mask"]
        actions = np.array([random.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in legal])
        before, returned = results[0], copy.deepcopy(results[0])
        results = ours.step(actions), theirs.step(actions)
        assert data_equivalence(before, returned, exact=True), f"step {step} changed what was returned"
    return ours


@pytest.mark.parametrize("you_first", [True, False])
@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize(("row", "rules"), [*((row, None) for row in INTEGERS), *BY_RULES], ids=str)
def test_gymnasiums_vector_of_single_environments_returns_the_same(
    row: list[int], rules: str | None, opponent: str, you_first: bool
) -> None:
    you_first |= "any" in (rules or "")  # else the opponent may take everything before you move
    ours = compare_with_single_ones(row=row, opponent=opponent, rules=rules, you_first=you_first)
    assert isinstance(ours, RulesVectorEnv if rules else TwoEndsVectorEnv)
    assert ours.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


@pytest.mark.parametrize("opponent", ["greedy", "random", *slow("optimal", "greedy trembling 1/8")])
@pytest.mark.parametrize("rules", ["", "take 1-3", *slow("take 2-any left, merge", "turns ABBA")])
@pytest.mark.parametrize("you_first", [True, False])
def test_dealt_episodes_have_the_values_and_losses_of_their_rows(
    rules: str, opponent: str, you_first: bool
) -> None:
    you_first |= "any" in rules  # else the opponent may take everything before you move
    n, m, dealt, random = 7, 7 if rules else 67, set[str](), np.random.default_rng(3)
    options: dict[str, Any] = {"length": n, "rules": rules, "dtype": np.float64, "scale": 0.5}
    options |= {"opponent": opponent, "you_first": you_first}
    many: Any = gymnasium.make_vec("twoends/TwoEnds-v0", num_envs=m, **options)
    seen, info = many.reset(seed=2)
    assert (seen[:, 2 * n] == (not you_first)).all(), "the moves made before yours"
    for _ in range(20):
        for k in np.flatnonzero((seen[:, 2 * n] == 0) | (rules in ("", "take 1-3"))).tolist():
            row = (2 * seen[k, np.flatnonzero(seen[k, n : 2 * n])]).astype(int).tolist()
            dealt.add(str(row))
            solved = twoends.solve(row, opponent, rules=rules)
            assert info["best"][k] == pytest.approx(float(solved.first)), row
            if "merge" not in rules:  # else these are margins
                worth = sorted(float(move.total) for move in solved.moves)
                assert sorted(q for q in info["q"][k] if q > -inf) == pytest.approx(worth), row
        legal, q = info["action_mask"], info["q"]
        actions = np.array([random.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in legal])
        seen, _, _, _, info = many.step(actions)
        for k in np.flatnonzero(legal.any(axis=1)).tolist():
            assert info["loss"][k] == pytest.approx(q[k].max() - q[k, actions[k]]), seen[k]
    assert len(dealt) > 2 * m or (rules and not you_first)


@pytest.mark.parametrize("row", [[2, 10**11, 5, 1, 3, 4], [10**11, 4, 1, 6, 2]], ids=str)
@pytest.mark.parametrize("who", ["optimal", "generous right"])
def test_an_opponents_reply_depends_on_its_own_episode_alone(who: str, row: list[int]) -> None:
    # Beside 10**11 no tolerance separates expectations that differ in the other cards, if at all.
    trembling = f"{who} trembling 1/1000000000"
    compare_with_single_ones(row=row, opponent=trembling, rules="take 1-2", dtype=np.float64)
