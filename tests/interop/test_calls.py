"""Small answers and the exact errors of the environments, as tests/data/calls_of_interop.txt has them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs PettingZoo: the extra pettingzoo")
pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: the extra openspiel")

import numpy as np
from open_spiel.python.observation import make_observation

from expected import calls_are_expected
from twoends import Game, Row
from twoends.interop import openspiel, pettingzoo
from twoends.interop.environment import Actions, Observations
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.interop.vector import TwoEndsVectorEnv


def move(action: Any) -> Any:
    """An action of a row of two cards."""
    game = Game([8, 15])
    return Actions.of(game.shape, game.rules).move(game.book, game.state, action)


def begun(env: Any) -> Any:
    env.reset()
    return env


def played(state: Any, *actions: int) -> Any:
    for action in actions:
        state.apply_action(action)
    return state


NAMES: dict[str, Any] = {
    each.__name__: each
    for each in (
        *(Fraction, Row, Observations, TwoEndsEnv, TwoEndsVectorEnv, make_observation),
        *(move, begun, played),
    )
}
NAMES |= {"np": np, "env": pettingzoo.env, "load_game": pyspiel.load_game, "game": openspiel.game}


def test_the_calls_of_the_environments_give_what_their_file_says() -> None:
    calls_are_expected("calls_of_interop.txt", NAMES)
