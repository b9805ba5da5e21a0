"""The OpenSpiel game passes OpenSpiel's own tests, and its algorithms agree with our methods."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'twoends[openspiel]'")

from open_spiel.python.algorithms import best_response, expected_game_score, generate_playthrough
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.algorithms.minimax import alpha_beta_search

import twoends
from twoends.interop.openspiel import OpponentPolicy, game
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


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ("row=1 2,circle=3 4", "row and circle are given: a game is played on one of them"),
        ("length=0", "length is 0: OpenSpiel has no games without a move; give 1 to 52 cards"),
        ("length=53", "length is 53: OpenSpiel has no games without a move; give 1 to 52 cards"),
        ("row=[]", "OpenSpiel has no games without a move: give a row of at least 1 card"),
        ("circle=one", "'one' is not a value: "),
    ],
)
def test_a_bad_parameter_is_one_sentence(parameters: str, said: str) -> None:
    with pytest.raises(twoends.RowError) as fault:
        pyspiel.load_game(f"twoends({parameters})")
    assert str(fault.value).startswith(said)


def test_the_recorded_playthrough_replays_to_the_letter() -> None:
    recorded = PLAYTHROUGH.read_text("utf-8")
    actions = [int(line.split()[-1]) for line in recorded.splitlines() if line.startswith("action:")]
    assert generate_playthrough.playthrough("twoends(row=8 15 3 7)", actions, seed=1) == recorded


@pytest.mark.parametrize("length", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_minimax_and_solve_agree_on_every_small_row(length: int) -> None:
    for row in product(range(-1, 3), repeat=length):
        duel = game(row)
        margin, action = alpha_beta_search(duel)
        ours = twoends.solve(row)
        assert margin == ours.margin_first, f"{row}: minimax says {margin}, solve {ours.margin_first}"
        assert (twoends.LEFT, twoends.RIGHT)[action] in ours.best, f"{row}: minimax takes {action}"


@pytest.mark.parametrize(
    "who",
    [
        "optimal",
        "greedy",
        "greedy left",
        "modest",
        "generous",
        "random",
        "random 1/4",
        "greedy trembling 1/8",
    ],
)
@pytest.mark.parametrize("row", [[5, 7, 9, 1, 4, 2], [1, 30, 100, 15, 2], [3, 3, 1, 3, 3, 1, 3], [4], [2, 2]])
@pytest.mark.parametrize("you", [0, 1])
def test_openspiels_best_response_earns_what_solve_promises(row: list[int], who: str, you: int) -> None:
    duel = game(row)
    policy = OpponentPolicy(duel, who)
    theirs = best_response.BestResponsePolicy(duel, you, policy).value(duel.new_initial_state())
    solution = twoends.solve(row, who)
    assert solution.margin_second is not None
    ours = float(solution.margin_second if you else solution.margin_first)
    assert theirs == pytest.approx(ours, abs=1e-9), f"{row} against {who}: OpenSpiel {theirs}, ours {ours}"


def test_your_own_player_becomes_a_policy() -> None:
    def always_right(position: twoends.Position) -> twoends.Side:
        assert position.mover == "opponent"
        return twoends.RIGHT

    duel = game([1, 2, 3])
    policies = [OpponentPolicy(duel, always_right)] * 2
    assert list(expected_game_score.policy_value(duel.new_initial_state(), policies)) == [3 + 1 - 2, -2]


def test_openspiels_tree_search_plays_the_game() -> None:
    import numpy as np

    duel = game([1, 3, 100, 2])
    random = np.random.RandomState(1)
    bot = MCTSBot(duel, 2, 400, RandomRolloutEvaluator(1, random), random_state=random)
    assert bot.step(duel.new_initial_state()) == 0, "taking the right end exposes the 100"


def test_totals_stay_exact_until_openspiel_asks() -> None:
    duel = game([Fraction(1, 3)] * 3)
    state = duel.new_initial_state()
    for _ in range(3):
        state.apply_action(0)
    assert state.totals == (Fraction(2, 3), Fraction(1, 3))


# --- boards and circles ------------------------------------------------------------------------

SMALL_SHAPES = [
    "1 2 | 3 7 4]",
    "2 | 2 | 1 1",
    "[1 2 5 | 3 0 -4",
    "circle 2 8 1 10 9",
    "circle 2 2 1",
    "circle 7",
]


@pytest.mark.parametrize("text", SMALL_SHAPES)
def test_minimax_and_solve_agree_on_boards_and_circles(text: str) -> None:
    shape = parse_shape(text)
    duel = game(shape)
    margin, action = alpha_beta_search(duel)
    ours = twoends.solve(shape)
    assert margin == ours.margin_first, f"{text}: minimax says {margin}, solve {ours.margin_first}"
    state = duel.new_initial_state()
    named = {state.action_to_string(0, each): each for each in state.legal_actions()}
    assert action in [named[str(end)] for end in ours.best], f"{text}: minimax takes {action}"


@pytest.mark.parametrize(
    "who", ["optimal", "greedy", "modest left", "generous", "random", "greedy trembling 1/8"]
)
@pytest.mark.parametrize("text", SMALL_SHAPES)
@pytest.mark.parametrize("you", [0, 1])
def test_best_responses_on_boards_and_circles_earn_what_solve_promises(text: str, who: str, you: int) -> None:
    shape = parse_shape(text)
    duel = game(shape)
    solution = twoends.solve(shape, who)
    promised = solution.margin_second if you else solution.margin_first
    assert promised is not None
    theirs = best_response.BestResponsePolicy(duel, you, OpponentPolicy(duel, who))
    earned = theirs.value(duel.new_initial_state())
    assert earned == pytest.approx(float(promised), abs=1e-9), (
        f"{text} against {who}: {earned}, ours {promised}"
    )


RULES = ["take 1-3 left", "take 2-any either, merge", "take 1-2 either, score rest, turns ABBA", "goal least"]


@pytest.mark.parametrize("rules", RULES)
def test_by_other_rules_openspiels_own_test_passes_and_its_minimax_agrees(rules: str) -> None:
    row = [3, 1, 2, 5, -1, 4]
    duel = game(row, rules)
    pyspiel.random_sim_test(duel, num_sims=5, serialize=False, verbose=False)
    again = pyspiel.load_game(str(duel)).new_initial_state()
    assert again.legal_actions() == sorted(duel.actions.legal(duel.book, duel.book.start))
    margin, _ = alpha_beta_search(duel)
    expected: Any = twoends.solve(row, rules=rules).margin_first
    assert margin == (-expected if "least" in rules else expected)


def test_boards_and_circles_are_played_by_other_rules() -> None:
    for what in (parse_shape("circle 2 8 1 4"), parse_shape("board 1 2 | [3 7 4")):
        duel = game(what, "take 1-2 either, turns ABBA")
        pyspiel.random_sim_test(duel, num_sims=5, serialize=False, verbose=False)
        margin, _ = alpha_beta_search(duel)
        assert margin == twoends.solve(what, rules="take 1-2 either, turns ABBA").margin_first


def test_the_policy_of_an_opponent_plays_by_other_rules() -> None:
    duel = game([1, 30, 100, 15, 2], "take 1-3 left")
    chances = OpponentPolicy(duel, "greedy").action_probabilities(duel.new_initial_state())
    assert chances == {0: 0.0, 2: 0.0, 4: 1.0}
