"""OpenSpiel's game told whole: states as text, tensors and policies of every shape, and its refusals."""

from __future__ import annotations

from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'twoends[openspiel]'")

from open_spiel.python.observation import make_observation

from expected import is_expected
from twoends import Board, Circle
from twoends.interop.openspiel import Observer, OpponentPolicy, game
from twoends.rules.errors import TwoEndsError

SHAPES: tuple[Any, ...] = ([8, 15, 3, 7], [5], Circle([2, 8, 1, 10]), Board.of([1, 2], [3, 7, 4]))


def test_games_step_by_step() -> None:
    lines = []
    for shape in SHAPES:
        duel = game(shape)
        bounds = f"{duel.min_utility()} to {duel.max_utility()}, {duel.utility_sum()}"
        sizes = f"{duel.num_distinct_actions()} {duel.max_game_length()} {duel.num_players()}"
        lines.append(f"{duel}: {sizes}, {bounds}")
        state, observer = duel.new_initial_state(), Observer(duel.book, None)
        while True:
            observer.set_from(state, 1)
            lines.append(f"  {state!s} {state.current_player()} {state.returns()} {observer.tensor.tolist()}")
            if state.is_terminal():
                break
            actions = state.legal_actions()
            words = [state.action_to_string(state.current_player(), action) for action in actions]
            lines.append(f"    {actions} {words}")
            for who in ("optimal", "greedy left", "random", "modest trembling 1/4"):
                chances = OpponentPolicy(duel, who).action_probabilities(state)
                lines.append(f"    {who}: {chances}")
            state.apply_action(actions[len(actions) // 2])
    is_expected("answers/openspiel.txt", "\n".join(lines) + "\n")


def test_an_illegal_action_is_refused_word_by_word() -> None:
    state = game([8, 15]).new_initial_state()
    for action in (2, -1):
        with pytest.raises(TwoEndsError) as fault:
            state._apply_action(action)
        assert str(fault.value) == f"action {action} is not legal here: choose from 0, 1"
    state.apply_action(0)
    state.apply_action(0)
    with pytest.raises(TwoEndsError) as fault:
        state._apply_action(0)
    assert str(fault.value) == "action 0 is not legal here: the game is over, so begin a new one"


def test_observations_have_the_dtype_and_the_scale_that_were_asked_for() -> None:
    duel = game([8, 15, 3, 7])
    state = duel.new_initial_state()
    state.apply_action(1)
    observation = make_observation(duel, params={"dtype": "int16", "scale": 2})
    observation.set_from(state, 1)
    assert observation.tensor.dtype == "int16"
    assert observation.tensor.tolist() == [16, 30, 6, 0, 1, 1, 1, 0, 0, 14]


def test_a_total_that_a_dtype_does_not_hold_and_another_parameter_are_refused() -> None:
    for row, params, said in (
        ([2**24 + 1, 1], {}, "are of float32, in which 16777217 is a rounded number"),
        ([2**23, 2**23, 2], {}, "are of float32, which has no number as large as 16777218"),
        ([100, 100], {"dtype": "int8"}, "are of int8, which has no number as large as 200"),
    ):
        with pytest.raises(TwoEndsError, match=said):
            make_observation(game(row), params=params)
    with pytest.raises(ValueError, match="the parameters of an observation are dtype and scale, here are"):
        make_observation(game([8, 15]), params={"colour": 1})
