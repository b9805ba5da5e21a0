"""Many episodes on the kernels are those of single ones."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from cases import slow

pytest.importorskip("gymnasium", reason="needs Gymnasium: the extra pettingzoo")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

import twoends
import twoends.interop.gymnasium  # registers twoends/TwoEnds-v0
from twoends.interop.rules_vector import RulesVectorEnv
from twoends.interop.vector import TwoEndsVectorEnv, vector_env
from twoends.rules import limits

OPPONENTS = ["optimal", "generous right", *slow("greedy left")]
ROWS = [[5, 9], [-3, 0, -3, 2, 2], [7, 3, 5, 11, 10**9, 3 * 10**9], [0, 1, 0, 0, 1, 0]]


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
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_gymnasiums_vector_of_single_environments_returns_the_same(
    row: list[int], opponent: str, you_first: bool
) -> None:
    options: dict[str, Any] = {"row": row, "opponent": opponent, "you_first": you_first}
    ours = compare_with_single_ones(**options)
    assert isinstance(ours, TwoEndsVectorEnv)
    assert ours.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


@pytest.mark.parametrize("who", ["random", *slow("greedy trembling 1/8")])
def test_losses_against_random_opponents_are_differences_of_expectations(who: str) -> None:
    row, m = [5, 7, 9, 1, 4, 2, 8], 40
    env, random = TwoEndsVectorEnv(m, row, who), np.random.default_rng(3)
    seen, info = env.reset(seed=5)
    while seen[0, -1] < len(row):
        rests = [[row[at] for at in np.flatnonzero(each[len(row) : -1])] for each in seen]
        actions = random.integers(0, 2, m) * info["action_mask"][:, 1]
        best = info["best"]
        seen, _, _, _, info = env.step(actions)
        for k, rest in enumerate(rests):
            solved = twoends.solve(rest, who)
            assert best[k] == pytest.approx(float(solved.first))
            loss = next(move.loss for move in solved.moves if move.move.end == "LR"[actions[k]])
            assert info["loss"][k] == pytest.approx(float(loss), abs=1e-9), rest


@pytest.mark.parametrize("rules", [None, "take 1-2"])
def test_the_same_seed_plays_the_same_games_and_another_or_none_others(rules: str | None) -> None:
    env, played = vector_env(9, opponent="greedy trembling 1/4", rules=rules, length=12), list[str]()
    for seed in (1, 1, 2, None, None):
        begun, _ = env.reset(seed=seed)
        played.append(str([begun.tolist(), *(env.step(np.zeros(9, int))[0].tolist() for _ in range(14))]))
    assert played[0] == played[1]
    assert len(set(played)) == 4


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    env = TwoEndsVectorEnv(2, [5, 9, 2])
    many = side_by_side("optimal", 2, row=[1, 2, 3], rules="take 1-2 left")
    for each in (env, many):
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset before the first step"):
            each.step(np.zeros(2, int))
    env.reset()
    for wrong in ([0, 1, 0], [[0], [1]], [0.0, 1.0]):
        with pytest.raises(twoends.IllegalMoveError, match="give 2 integers"):
            env.step(np.array(wrong))
    for action in (-1, 2):
        with pytest.raises(twoends.IllegalMoveError, match="an action is 0 for the left end or 1 for the"):
            env.step(np.array([action, 0]))
    info = env.step(np.array([0, 1]))[4]
    assert info["action_mask"].tolist() == [[1, 0], [1, 0]]
    with pytest.raises(twoends.IllegalMoveError, match="one card is left"):
        env.step(np.array([0, 1]))
    assert env.step(np.array([0, 0]))[2].all(), "nothing had been played"
    many.reset()
    for action in (1, 9, -1):
        with pytest.raises(twoends.IllegalMoveError, match=r"in environment 1: choose from 0, 2$"):
            many.step(np.array([0, action]))


RULES = [
    *("take 1-2M right", "take 1-2 either, score rest, turns ABBA", "take 2-any left, merge"),
    *slow("take 1-3 left", "score 2^turn, stop 4", "take 2-3 right, merge, turns AAB"),
]


def side_by_side(opponent: str, m: int, **options: Any) -> Any:
    return gymnasium.make_vec("twoends/TwoEnds-v0", num_envs=m, opponent=opponent, **options)


@pytest.mark.parametrize("you_first", [True, False])
@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("rules", RULES)
def test_many_episodes_under_other_rules_are_single_ones_step_by_step(
    rules: str, opponent: str, you_first: bool
) -> None:
    if "any" in rules and not you_first:
        pytest.skip("the opponent could end an episode before you move")
    row = [3, 1, -2, 5, 0, 4, 1]
    ours = compare_with_single_ones(row=row, opponent=opponent, rules=rules, you_first=you_first)
    assert isinstance(ours, RulesVectorEnv)


@pytest.mark.parametrize("opponent", ["greedy", *slow("optimal", "generous right", "random")])
@pytest.mark.parametrize("rules", ["", "take 1-3", *slow("take 2-any left, merge", "turns ABBA")])
def test_dealt_episodes_have_the_values_of_their_rows(rules: str, opponent: str) -> None:
    n, m, dealt = 7, 7 if rules else 67, set[str]()
    many = side_by_side(opponent, m, length=n, rules=rules, dtype=np.float64, scale=0.5)
    seen, info = many.reset(seed=2)
    for _ in range(20):
        for k in np.flatnonzero((seen[:, 2 * n] == 0) | (rules in ("", "take 1-3"))).tolist():
            row = (2 * seen[k, np.flatnonzero(seen[k, n : 2 * n])]).astype(int).tolist()
            dealt.add(str(row))
            best = twoends.solve(row, opponent, rules=rules).first
            assert info["best"][k] == pytest.approx(float(best)), row
        seen, _, _, _, info = many.step(info["action_mask"].argmax(axis=1))
    assert len(dealt) > 2 * m


def test_a_random_opponent_under_other_rules_takes_each_legal_move_equally_often() -> None:
    many = side_by_side("random", 6_000, row=[1, 2, 4, 8, 16], rules="take 1-2")
    many.reset(seed=1)
    seen = many.step(np.zeros(6_000, int))[0]
    counts = np.unique(seen[:, 5:10], axis=0, return_counts=True)[1]
    assert len(counts) == 4
    assert counts.min() > 1_380
    assert counts.max() < 1_620


@pytest.mark.parametrize("row", [[2, 10**11, 5, 1, 3, 4], [10**11, 4, 1, 6, 2]], ids=str)
@pytest.mark.parametrize("who", ["optimal", "generous right"])
def test_an_opponents_reply_depends_on_its_own_episode_alone(who: str, row: list[int]) -> None:
    # Beside 10**11 no tolerance separates expectations that differ in the other cards, if at all.
    trembling = f"{who} trembling 1/1000000000"
    compare_with_single_ones(row=row, opponent=trembling, rules="take 1-2", dtype=np.float64)


def test_only_environments_with_rows_of_their_own_keep_their_own_totals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MAX_POSITIONS_SIDE_BY_SIDE", 1000)
    side_by_side("optimal", 1000, row=[3, 1, 2, 5], rules="take 1-3 left")
    with pytest.raises(twoends.RowError, match=r"1,000 environments, .* give at most [0-9]+, or fewer"):
        side_by_side("optimal", 1000, length=4, rules="take 1-3 left")


def test_what_does_not_fit_arrays_is_played_by_single_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    powers: dict[str, Any] = {"row": [2**30] * 24, "rules": "take 1 left, score 2^turn, stop 17"}
    assert isinstance(vector_env(2, **powers), RulesVectorEnv)
    assert not isinstance(vector_env(2, **powers | {"row": [2**50] * 24}), RulesVectorEnv)
    single = vector_env(2, iter([0.5, 1.0]), rules="score rest")
    assert single.reset()[0].tolist() == [[0.5, 1, 1, 1, 0]] * 2
    options: dict[str, Any] = {"row": [3, 1, 2, 5], "rules": "take 1-3 left"}
    many = vector_env(2, **options)
    assert isinstance(many, RulesVectorEnv)
    most = int((many._moves.after >= 0).sum())
    for limit in (most, most - 1):
        monkeypatch.setattr(limits, "MAX_MOVES_SIDE_BY_SIDE", limit)
        assert isinstance(vector_env(2, **options), RulesVectorEnv) == (limit == most)
