"""OpenSpiel's own tests pass, its algorithms agree with our methods, and states are shown in full."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: the extra openspiel")

from open_spiel.python.algorithms import best_response
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.observation import make_observation

import twoends
from cases import slow
from expected import is_expected
from twoends import Board, Circle
from twoends.interop.openspiel import Observer, OpponentPolicy, game
from twoends.rules.notation import parse_shape

PLAYTHROUGH = Path(__file__).parent / "playthrough.txt"


@pytest.mark.parametrize(
    "parameters",
    ["", "row=8 15 3 7", "row=[5]", "row=-1 1/3 0 0", "board=1 2 | 3 7 4] | [9", "board=board 5",
     "board=[1 2 | 3 0 -4 | 9]", "circle=2 8 1 10 9", "circle=[5]"],
)  # fmt: skip
def test_the_game_passes_openspiels_random_simulations(parameters: str) -> None:
    duel = pyspiel.load_game(f"twoends({parameters})")
    pyspiel.random_sim_test(duel, num_sims=5, serialize=True, verbose=False)


def test_the_recorded_playthrough_replays_exactly() -> None:
    from open_spiel.python.algorithms import generate_playthrough  # brings SciPy, which takes a second

    recorded = PLAYTHROUGH.read_text("utf-8")
    actions = [int(line.split()[-1]) for line in recorded.splitlines() if line.startswith("action:")]
    assert generate_playthrough.playthrough("twoends(row=8 15 3 7)", actions, seed=1) == recorded


# --- OpenSpiel's algorithms and ours ------------------------------------------------------------

SHAPES = ("1 2 | 3 7 4]", "2 | 2 | 1 1", "[1 2 5 | 3 0 -4", "circle 2 8 1 10 9", "circle 2 2 1", "circle 7")
ROWS = ("1 30 100 15 2", "3 3 1 3", "4")
RULES = ("take 1-3 left", "take 2-any left, merge", "take 1-2 either, score rest, turns ABBA")


def minimax_agrees(shape: Any, rules: str | None = None) -> None:
    """OpenSpiel's margin is ours, and its move is one of our best."""
    duel, ours = game(shape, rules), twoends.solve(shape, rules=rules)
    margin, action = alpha_beta_search(duel)
    assert margin == ours.margin_first, f"{shape} / {rules}"
    assert action in map(duel.actions.number, ours.best), f"{shape} / {rules}: minimax takes {action}"


@pytest.mark.parametrize("length", [1, 2, 3, *slow(4, 5)])
def test_minimax_and_solve_agree_on_every_small_row(length: int) -> None:
    for row in product(range(-1, 3), repeat=length):
        minimax_agrees(row)


@pytest.mark.parametrize("text", SHAPES)
def test_minimax_and_solve_agree_on_boards_and_circles(text: str) -> None:
    minimax_agrees(parse_shape(text))


@pytest.mark.parametrize(
    ("rules", "text"),
    [*((rules, "3 1 2 5 -1 4") for rules in RULES),
     *(("take 1-2 either, turns ABBA", text) for text in ("circle 2 8 1 4", "board 1 2 | [3 7 4"))],
)  # fmt: skip
def test_openspiels_test_passes_and_its_minimax_agrees_under_other_rules(rules: str, text: str) -> None:
    duel = game(parse_shape(text), rules)
    pyspiel.random_sim_test(duel, num_sims=5, serialize=False, verbose=False)
    again = pyspiel.load_game(str(duel)).new_initial_state()
    assert again.legal_actions() == sorted(duel.actions.legal(duel.book, duel.book.start))
    minimax_agrees(parse_shape(text), rules)


def lefty(position: twoends.Position) -> Any:
    """A custom player, who sees the position as the opponent."""
    assert position.mover == "opponent"
    return position.moves()[0]


@pytest.mark.parametrize(
    "who",
    [
        *("optimal", "random", "greedy trembling 1/8", pytest.param(lefty, id="lefty")),
        *slow("greedy", "modest left", "generous"),
    ],
)
@pytest.mark.parametrize("you", [0, 1])
def test_openspiels_best_response_earns_what_solve_promises(who: Any, you: int) -> None:
    for text in (*ROWS, *SHAPES):
        shape = parse_shape(text)
        duel, solution = game(shape), twoends.solve(shape, who)
        promised: Any = solution.margin_second if you else solution.margin_first
        response = best_response.BestResponsePolicy(duel, you, OpponentPolicy(duel, who))
        earned = response.value(duel.new_initial_state())
        assert earned == pytest.approx(float(promised), abs=1e-9), f"{text}: {earned}, ours {promised}"


# --- states, observations and errors ------------------------------------------------------------


def test_games_step_by_step() -> None:
    lines = []
    rows = [8, 15, 3, 7], [5], [Fraction(1, 3)] * 3
    for shape in (*rows, Circle([2, 8, 1, 10]), Board.of([1, 2], [3, 7, 4])):
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


def test_observations_have_the_requested_dtype_and_scale() -> None:
    duel = game([8, 15, 3, 7])
    state = duel.new_initial_state()
    state.apply_action(1)
    observation = make_observation(duel, params={"dtype": "int16", "scale": 2})
    observation.set_from(state, 1)
    assert observation.tensor.dtype == "int16"
    assert observation.tensor.tolist() == [16, 30, 6, 0, 1, 1, 1, 0, 0, 14]
