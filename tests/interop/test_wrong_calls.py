"""The exact errors of wrong calls of the environments, as tests/data/errors_of_interop.txt has them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs PettingZoo: pip install 'twoends[pettingzoo]'")
pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'twoends[openspiel]'")

import numpy as np
from open_spiel.python.observation import make_observation

from expected import DATA, is_expected
from twoends import Game, Row
from twoends.interop import arrays, openspiel, pettingzoo
from twoends.interop.environment import Observations
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.interop.prompts import Decisions
from twoends.interop.states import Actions
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
        *(Fraction, Row, arrays, Observations, TwoEndsEnv, Decisions, TwoEndsVectorEnv, make_observation),
        *(move, begun, played),
    )
}
NAMES |= {"__name__": "mine", "np": np, "env": pettingzoo.env, "load_game": pyspiel.load_game}
NAMES |= {"game": openspiel.game, "arrays": arrays}


def error_of(call: str) -> str:
    """The type and the message of the error of a call, or its result."""
    try:
        return repr(eval(call, NAMES))
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"


def test_the_error_of_a_wrong_call_says_what_is_wrong_and_what_to_write() -> None:
    calls = re.findall("^>>> (.*)$", (DATA / "errors_of_interop.txt").read_text("utf-8"), re.MULTILINE)
    is_expected("errors_of_interop.txt", "".join(f">>> {call}\n{error_of(call)}\n" for call in calls))
