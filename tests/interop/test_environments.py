"""The environments pass the conformance suites, their losses are exact, whole episodes are as expected."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs PettingZoo: the extra pettingzoo")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import twoends
from twoends.interop import pettingzoo
from twoends.interop.gymnasium import TwoEndsEnv

OPPONENTS = ["optimal", "greedy", "greedy left", "modest", "generous", "random", "greedy trembling 1/8"]
ROWS = [None, [8, 15, 3, 7], [5], [-3, 0, -3, 2, 2], [Fraction(1, 3), 1, Fraction(1, 2)], [0, 0]]


# --- PettingZoo --------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_pettingzoos_api_test_passes(row: list[int] | None) -> None:
    api_test(pettingzoo.env(row), num_cycles=50)


def test_pettingzoos_tests_of_seeds_and_of_rendering_pass(capsys: pytest.CaptureFixture[str]) -> None:
    seed_test(pettingzoo.env, num_cycles=30)
    render_test(pettingzoo.env)


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


def mask_of(env: Any) -> list[int]:
    """The mask of the player to move."""
    info = env.episodes.info(0) if isinstance(env, TwoEndsEnv) else env.infos[env.agent_selection]
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
    "take 1-3 left", "take 2-any left, merge", "take 1-2 either, score rest, turns ABBA",
    "take 1-2M right", "stop 4",
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
        fixed = env.episodes.rules.fixed_sum
        values = [float(move.total) - (0 if fixed else float(move.theirs)) for move in solved.moves]
        shown = sorted(value for value in info["q"] if value > -np.inf)
        assert shown == pytest.approx(sorted(values)), f"{rules}: {info['q']}"
        opening = 0.0 if fixed else float(env.game.yours - env.game.theirs)
        promised, losses, brought, before, over = info["q"].max(), 0.0, 0.0, info, False
        while not over:
            action = random.choice(legal_actions(env))
            gives_away = before["q"].max() - before["q"][action]
            _, reward, over, _, info = env.step(np.int64(action))
            assert info["loss"] == pytest.approx(gives_away), f"{rules}, {opponent}: {env.game}"
            losses, brought, before = losses + float(info["loss"]), brought + reward, info
        got = env.game.yours if fixed else env.game.yours - env.game.theirs
        assert brought == got, f"{rules}: {env.game}"
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
            values = env.infos[mover]["best"], env.infos[other]["best"]
            earned = env.unwrapped.game.earned[-1]
            after = earned + values[0] if game.rules.fixed_sum else earned + values[0] - values[1]
            assert float(after) == pytest.approx(q[action]), f"{game}: {q}"
        margin = game.yours - game.theirs
        assert list(returns.values()) == pytest.approx([float(margin), -float(margin)])


def test_a_merged_card_is_observed_beside_the_cards_that_remain() -> None:
    env = TwoEndsEnv([1, 2, 3, 4, 5], rules="take 2-any left, merge, turns AAAB", render_mode="ansi")
    env.reset()
    seen, *_ = env.step(np.int64(env.episodes.actions.number(twoends.Move("L", 2))))
    assert seen.tolist() == [0, 3, 3, 4, 5, 0, 1, 1, 1, 1, 1]
    assert env.render() == ". 3 3 4 5   you 3, opponent 0"
    assert env.observation_space.contains(seen)


# --- whole episodes ------------------------------------------------------------------------------

pytest.importorskip("pettingzoo", reason="needs PettingZoo: the extra pettingzoo")
pytest.importorskip("gymnasium", reason="needs Gymnasium: the extra pettingzoo")


from expected import is_expected
from twoends import LEFT, Game
from twoends.interop import environment, pettingzoo
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.views.pictures import picture

SHOWN: tuple[Any, ...] = ([0.5, -2.25, 3.0], None)


def show(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.tolist()}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {show(each)}" for name, each in value.items()) + "}"
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def test_episodes_of_gymnasium_in_full() -> None:
    lines = []
    for row, (who, you_first) in product(SHOWN, (("greedy left", False), ("generous trembling 1/2", True))):
        env = TwoEndsEnv(row, who, length=5, you_first=you_first, render_mode="ansi")
        lines.append(f"{row} {who}: {env.observation_space} {env.action_space}")
        seen, info = env.reset(seed=3)
        lines.append(f"  {show(seen)} {show(info)}")
        over, action = False, 1
        while not over:
            seen, reward, over, stopped, info = env.step(np.int64(action))
            lines.append(f"  {action}: {show(seen)} {reward} {over} {stopped} {show(info)}, {env.render()}")
            action = (1 - action) * int(info["action_mask"][1])
    is_expected("answers/gymnasium.txt", "\n".join(lines) + "\n")


def test_a_seed_gives_the_same_deals_and_replies_and_none_gives_others() -> None:
    def episode(seed: int | None) -> str:
        env = TwoEndsEnv(None, "random", length=20)
        seen, _ = env.reset(seed=seed)
        return f"{show(seen)} {show(env.step(np.int64(0))[0])}"

    assert episode(3) == episode(3)
    assert len({episode(seed) for seed in (3, 4, None, None)}) == 4


def test_episodes_of_pettingzoo_in_full() -> None:
    lines = []
    for row in SHOWN:
        env = pettingzoo.env(row, length=4, render_mode="ansi")
        env.reset(seed=3)
        action = 1
        while env.agents:
            agent = env.agent_selection
            done = env.terminations[agent]
            lines.append(
                f"{agent} {show(env.observe(agent))} {show(env.rewards)} {show(env._cumulative_rewards)} "
                f"{env.terminations} {env.truncations} {show(env.infos)}, {env.render()}"
            )
            env.step(None if done else action * int(env.infos[agent]["action_mask"][1]))
            action = 1 - action
    is_expected("answers/pettingzoo.txt", "\n".join(lines) + "\n")


def test_the_human_mode_prints_each_position_as_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    env = TwoEndsEnv([8, 15, 3, 7], render_mode="human")
    env.reset()
    env.step(np.int64(1))
    assert env.render() is None
    assert capsys.readouterr().out == ". 15 3 .   you 7, opponent 8\n" * 2
    two = pettingzoo.env([8, 15, 3, 7], render_mode="human")
    two.reset()
    two.step(0)
    assert capsys.readouterr().out == ". 15 3 7   you 8, opponent 0\n"


def test_pictures_are_rendered_at_twice_their_size() -> None:
    drawn = picture(Game([8, 15, 3, 7]))
    width, height = drawn.size
    painted = environment.pixels(drawn)
    assert painted.shape == (round(2 * height), round(2 * width), 3)
    assert painted.dtype == np.uint8
    assert painted.flags.owndata
    assert (painted[0, 0] == 255).all(), "paper around it"


def test_each_mark_of_a_picture_is_rendered_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    marks: list[str] = []

    def note_text(axes: Any, *place: Any, **look: Any) -> None:
        marks.append(f"text {[show(each) for each in place]} {look}")

    def note_patch(axes: Any, patch: Any) -> None:
        bounds = [show(float(each)) for each in patch.get_bbox().bounds]
        look = [[show(float(each)) for each in of] for of in (patch.get_facecolor(), patch.get_edgecolor())]
        marks.append(f"tile {bounds} {look} {patch.get_boxstyle().rounding_size} {patch.get_boxstyle().pad}")

    monkeypatch.setattr("matplotlib.axes.Axes.text", note_text)
    monkeypatch.setattr("matplotlib.axes.Axes.add_patch", note_patch)
    environment.pixels(picture(Game([8, 15, 3, 7]).play(LEFT).play(LEFT)))
    is_expected("answers/pixels.txt", "\n".join(marks) + "\n")


# --- the table of an observation in the documentation ---------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "environments.md"
TABLE = re.findall(
    r"^\| `((?:observation|infos|rewards)\b[^`]*)` \| ([^|]+) \| (\w+) \|",
    PAGE.read_text("utf-8"),
    re.MULTILINE,
)


@pytest.mark.parametrize("rules", [None, "take 1-2M left", "take 1-3"])
def test_an_observation_of_pettingzoo_is_as_the_table_of_the_documentation_says(rules: str | None) -> None:
    row = [8, 15, 3, 7, 9]
    n, env = len(row), pettingzoo.env(row, rules=rules)
    env.reset()
    env.step(0)
    seen = {"observation": env.observe("player_1"), "infos": env.infos, "rewards": env.rewards}
    actions, covered = int(env.action_space("player_1").n), 0
    assert [key for key, _, _ in TABLE if key.startswith("infos")] == [
        f'infos[agent]["{key}"]' for key in ("action_mask", "q", "best", "loss")
    ]
    for key, shape, dtype in TABLE:
        if "2n+1]" in key and rules != "take 1-2M left":
            continue
        code = re.sub(r"(\d)n", r"\1*n", key)
        found = np.asarray(eval(code, {"n": n, "agent": "player_1", **seen}))
        expected = {"(n,)": (n,), "(a,)": (actions,), "()": ()}[shape]
        assert found.shape == expected, f"{key}: {found.shape}"
        assert found.dtype == np.dtype(dtype), f"{key}: {found.dtype}"
        covered += found.size if key.startswith("observation") else 0
    assert covered == seen["observation"].size, "the table leaves out a part of the observation"
    assert {*seen["infos"]["player_1"]} == {"action_mask", "q", "best", "loss"}
