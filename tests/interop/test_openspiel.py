"""OpenSpiel's own tests pass, its algorithms agree with our methods, and states are those of our games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: the extra openspiel")

from open_spiel.python.algorithms import best_response
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.observation import make_observation

import twoends
from twoends.interop.openspiel import Observer, OpponentPolicy, game
from twoends.rules.notation import parse_shape

PLAYTHROUGH = Path(__file__).parent / "playthrough.txt"


def test_the_recorded_playthrough_replays_exactly() -> None:
    from open_spiel.python.algorithms import generate_playthrough  # brings SciPy, which takes a second

    recorded = PLAYTHROUGH.read_text("utf-8")
    actions = [int(line.split()[-1]) for line in recorded.splitlines() if line.startswith("action:")]
    assert generate_playthrough.playthrough("twoends(row=8 15 3 7)", actions, seed=1) == recorded


# --- OpenSpiel's algorithms and ours ------------------------------------------------------------

SHAPES = (
    "-1 1/3 0 0",
    "1 30 100 15 2",
    "3 3 1 3",
    "1 2 | 3 7 4]",
    "2 | 2 | 1 1",
    "circle 2 8 1 10 9",
    "circle 2 2 1",
)
RULES = ("take 1-3 left", "take 2-any left, merge", "take 1-2 either, score rest, turns ABBA")


@pytest.mark.parametrize(
    ("rules", "text"),
    [*((None, text) for text in SHAPES), *((rules, "3 1 2 5 -1 4") for rules in RULES),
     *(("take 1-2 either, turns ABBA", text) for text in ("circle 2 8 1 4", "board 1 2 | [3 7 4"))],
)  # fmt: skip
def test_openspiels_test_passes_and_its_minimax_agrees_with_solve(rules: str | None, text: str) -> None:
    shape = parse_shape(text)
    duel, ours = game(shape, rules), twoends.solve(shape, rules=rules)
    pyspiel.random_sim_test(duel, num_sims=5, serialize=True, verbose=False)
    again = pyspiel.load_game(str(duel)).new_initial_state()
    assert again.legal_actions() == sorted(duel.actions.legal(duel.book, duel.book.start))
    margin, action = alpha_beta_search(duel)
    assert margin == float(ours.margin_first or 0), f"{shape} / {rules}"
    assert action in map(duel.actions.number, ours.best), f"{shape} / {rules}: minimax takes {action}"


@pytest.mark.parametrize("who", ["random", "greedy trembling 1/8", lambda position: position.moves()[0]])
@pytest.mark.parametrize("you", [0, 1])
def test_openspiels_best_response_earns_what_solve_promises(who: Any, you: int) -> None:
    for text in SHAPES:
        shape = parse_shape(text)
        duel, solution = game(shape), twoends.solve(shape, who)
        promised: Any = solution.margin_second if you else solution.margin_first
        response = best_response.BestResponsePolicy(duel, you, OpponentPolicy(duel, who))
        earned = response.value(duel.new_initial_state())
        assert earned == pytest.approx(float(promised), abs=1e-9), f"{text}: {earned}, ours {promised}"


# --- states, observations and errors ------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rules"),
    [*((text, None) for text in ("8 -15 3 7", "1/3 1/3 1/3", "1 2 | 3 7 4", "circle 2 8 1 10")),
     ("8 15 3 7 1 2", "take 1-2M left"), ("8 15 3 7", "score rest, turns AAAB"),
     ("3 1 2 5 -1 4", "take 2-any left, merge")],
)  # fmt: skip
def test_a_state_is_the_game_after_the_same_moves(text: str, rules: str | None) -> None:
    shape = parse_shape(text)
    duel, same = game(shape, rules), twoends.Game(shape, rules=rules)
    state, observer, gone = duel.new_initial_state(), Observer(duel.book, None), set[int]()
    assert rules or duel.max_utility() == -duel.min_utility() == float(
        sum(max(value, -value) for value in shape.cards.values)
    )
    while not same.over:
        assert state.current_player() == ("you", "opponent").index(same.mover)
        assert str(state) == f"{same.rest} ({same.yours} : {same.theirs})"
        assert state.returns() == [0, 0]
        observer.set_from(state, 1)
        assert observer.dict["totals"].tolist() == pytest.approx([float(same.theirs), float(same.yours)])
        assert max(map(abs, observer.dict["totals"])) <= duel.max_utility()
        left = [place not in gone for place in range(len(shape))]
        cards = [float(value) * there for value, there in zip(shape.cards.values, left, strict=True)]
        if not same.rules.merge:
            assert observer.dict["left"].tolist() == left
            assert observer.dict["row"].tolist() == pytest.approx(cards)
        if rules:
            assert observer.dict["moves"].tolist() == [same.state.number, same.state.memory]
        actions = state.legal_actions()
        moves = {duel.actions.number(move): move for move in same.moves()}
        assert actions == sorted(moves)
        action = actions[len(actions) // 2]
        assert state.action_to_string(state.current_player(), action) == str(moves[action])
        gone |= {*same.book.places(same.state, moves[action])}
        state.apply_action(action)
        same = same.play(moves[action])
    kind = pyspiel.IIGObservationType(perfect_recall=False)
    observation = make_observation(duel, kind, params={"dtype": "float64", "scale": 6})
    observation.set_from(state, 0)
    assert observation.dict["totals"].tolist() == pytest.approx([6 * same.yours, 6 * same.theirs])
    assert (state.is_terminal(), state.action_to_string(0, 99)) == (True, "99")
    assert state.returns() == pytest.approx(
        [float(same.yours - same.theirs), float(same.theirs - same.yours)]
    )
