"""By other rules the same games through match, Gymnasium, PettingZoo and OpenSpiel, beside a recursion."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs PettingZoo: pip install 'twoends[pettingzoo]'")
pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'twoends[openspiel]'")

import numpy as np

import rules_oracle
from twoends import Game, match
from twoends.answers.policies import policy
from twoends.interop import openspiel, pettingzoo
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.rules.sides import end_and_count

Values = tuple[int, ...]

RULES = ("take 1-3 left", "take 2-any either, merge", "take 1-2 either, score rest, turns ABBA", "goal least")


def first_legal(game: Game) -> Any:
    return game.moves()[0]


def by_match(row: Values, who: str, you_first: bool, rules: str) -> Game:
    you: Any = lambda position: position.moves()[0]  # noqa: E731  # a player of one line
    return match(row, *((you, who) if you_first else (who, you)), rules=rules).game


def by_gymnasium(row: Values, who: str, you_first: bool, rules: str) -> Game:
    env = TwoEndsEnv(row, who, you_first=you_first, rules=rules)
    env.reset()
    while not env.game.over:
        env.step(np.int64(env.actions.number(first_legal(env.game))))
    return env.game


def by_pettingzoo(row: Values, who: str, you_first: bool, rules: str) -> Game:
    env, random = pettingzoo.env(row, rules=rules), Random(1)
    env.reset()
    raw = env.unwrapped
    theirs = policy(Game(row, you_first, opponent=who, rules=rules))
    while not raw.game.over:
        yours = (env.agent_selection == "player_0") == you_first
        env.step(raw.actions.number(first_legal(raw.game) if yours else theirs(raw.game.state, random)))
    return raw.game  # type: ignore[no-any-return]  # PettingZoo's wrappers have no types


def by_openspiel(row: Values, who: str, you_first: bool, rules: str) -> Game:
    duel = openspiel.game(row, rules)
    state, theirs, game = (
        duel.new_initial_state(),
        openspiel.OpponentPolicy(duel, who),
        Game(row, rules=rules),
    )
    while not state.is_terminal():
        if (state.current_player() == 0) == you_first:
            action = next(iter(state.moves()))
        else:
            likely = theirs.action_probabilities(state)
            action = max(likely, key=likely.__getitem__)
        game = game.play(state.moves()[action])
        state.apply_action(action)
    return game


SURFACES = [by_match, by_gymnasium, by_pettingzoo, by_openspiel]


@pytest.mark.parametrize("play", SURFACES, ids=lambda play: play.__name__[3:])
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("who", ["optimal", "greedy left", "modest"])
def test_every_surface_plays_the_same_games(
    play: Callable[[Values, str, bool, str], Game], rules: str, who: str
) -> None:
    random = Random(rules)
    for length, you_first in product((4, 5, 7, 8), (True, False)):
        row = tuple(random.choices(range(-1, 3), k=length))
        if not you_first and "any" in rules:
            continue  # whom the environments refuse: the opponent may take everything before you move
        expected = [f"{end}{count}" for end, count in rules_oracle.game(rules, row, who, you_first)]
        got = [f"{end}{count}" for end, count in map(end_and_count, play(row, who, you_first, rules).ends)]
        assert got == expected, f"{row} / {rules}, {who}, you {'first' if you_first else 'second'}"
