"""Every surface plays the same games as the oracle, for every opponent and tie rule.

You take the move that earns most, the first of equals; the opponent is what is compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import pytest

pytest.importorskip("pettingzoo", reason="needs PettingZoo: the extra pettingzoo")
pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: the extra openspiel")

import numpy as np
from open_spiel.python.algorithms import best_response
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.observation import make_observation

import rules_oracle
from cases import slow
from expected import calls_are_expected
from judged import Moves
from rules_oracle import totals_of
from twoends import Game, Position, Row, TwoEndsError, match, play_rows, solve, write
from twoends.interop import openspiel, pettingzoo, vector
from twoends.interop.environment import Actions, Observations
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.interop.vector import vector_env
from twoends.judge.games import pure_policy
from twoends.programs.referee import Referee
from twoends.rules import limits
from twoends.rules.notation import parse_shape
from twoends.rules.rules import Rules
from twoends.terminal import session as terminal
from twoends.web import questions

Values = tuple[int, ...]

STEADY = (
    *map("".join, product(("optimal", "greedy", "modest", "generous"), ("", " left", " right"))),
    "left", "right",
)  # fmt: skip
BY_CHANCE = (
    "random", "optimal right trembling 1/4", "greedy random trembling 1/2",
    "optimal random", "greedy random", "modest random", "generous random", "optimal trembling 1/4",
    "generous right trembling 1/3",
)  # fmt: skip
RULES = ("take 1-3 left", "take 2-any left, merge", "take 1-2 either, score rest, turns ABBA")
PLAIN = str(Rules())

games_of = cache(rules_oracle.games)


def yours(at: Position | Game) -> Any:
    """Your player in all of these games."""
    return max(at.moves(), key=at.earns)


def moves_of(game: Game) -> str:
    """The moves of a game as the oracle writes them: L1 R2."""
    return " ".join(f"{move.end}{move.cards}" for move in game.ends)


# --- the surfaces: each plays an empty game to its end -------------------------------------------


def by_match(game: Game, seed: int) -> Game:
    seats = (yours, game.opponent) if game.you_first else (game.opponent, yours)
    return match(game.shape, *seats, seed=seed, rules=game.rules).game


def by_gymnasium(game: Game, seed: int) -> Game:
    env = TwoEndsEnv(game.shape.cards, game.opponent, you_first=game.you_first, rules=game.rules)
    env.reset(seed=seed)
    while not env.game.over:
        env.step(np.int64(env.episodes.actions.number(yours(env.game))))
    return env.game


def by_openspiel(game: Game, seed: int) -> Game:
    duel, random = openspiel.game(game.shape, game.rules), Random(seed)
    state, theirs = duel.new_initial_state(), openspiel.OpponentPolicy(duel, game.opponent)
    while not state.is_terminal():
        if (state.current_player() == 0) == game.you_first:
            action = duel.actions.number(yours(game))
        else:
            likely = theirs.action_probabilities(state)
            action = random.choices(list(likely), list(likely.values()))[0]
        game = game.play(state.moves()[action])
        state.apply_action(action)
    return game


def by_terminal(game: Game, seed: int) -> Game:
    session = terminal.Session(game, seed)
    while not session.game.over:
        if session.game.mover == "you":
            session = terminal.take(session, yours(session.game))
        else:
            session = terminal.reply(session)
    return session.game


def by_page(game: Game, seed: int) -> Game:
    seeds = Random(seed)
    while not game.over:
        if game.mover == "you":
            game = game.play(yours(game))
        else:
            with mock.patch.object(questions, "Random", return_value=Random(seeds.randrange(2**32))):
                game = game.play(questions.reply(write(game))["end"])
    return game


def by_judge(game: Game, seed: int) -> Game:
    bot: Any = Moves(yours)
    referee = Referee(lambda: bot, policy=pure_policy)
    return referee.play(game, Random(seed))[0]


def side_by_side(game: Game, seed: int, games: int) -> list[Game]:
    """Games in one vector environment; the opponent's moves are those that lead to what is observed."""
    env = vector_env(games, game.shape.cards, game.opponent, you_first=game.you_first, rules=game.rules)
    shown, actions = Observations(game.shape.cards, game.rules), Actions.of(game.shape, game.rules)
    (seen, _), played, live = env.reset(seed=seed), [game] * games, [*range(games)]

    def replied(at: Game, then: list[float]) -> Game | None:
        if at.over or at.mover == "you":
            return at if shown.of(at.position).tolist() == then else None
        return next(filter(None, (replied(at.play(move), then) for move in at.moves())), None)

    while live:
        taken = np.zeros(games, np.int64)
        for k in live:
            at = replied(played[k], seen[k].tolist())
            assert at, f"{seen[k]} does not follow {played[k]}"
            played[k] = at
        live = [k for k in live if not played[k].over]
        for k in live:
            taken[k], played[k] = actions.number(yours(played[k])), played[k].play(yours(played[k]))
        seen, *_ = env.step(taken)
    return played


def by_vector(game: Game, seed: int) -> Game:
    return side_by_side(game, seed, 1)[0]


Surface = Callable[[Game, int], Game]

BY_ANY_RULES: tuple[Surface, ...] = (by_match, by_gymnasium, by_openspiel, by_terminal, by_page, by_vector)
SURFACES: tuple[Surface, ...] = (*BY_ANY_RULES, by_judge)


def name(play: Surface) -> str:
    return play.__name__[3:]


# --- rows full of ties ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "rules"),
    [(play, rules) for play, rules in product(SURFACES, (PLAIN, *RULES))
     if (rules == PLAIN or play is not by_judge)
     and not (play is by_page and "merge" in rules)  # which the page does not show
     and not (play is by_vector and "turns" in rules)],  # two moves may lead to the same as two others
    ids=lambda each: name(each) if callable(each) else None,
)  # fmt: skip
def test_every_surface_plays_the_same_games(play: Surface, rules: str) -> None:
    random = Random(rules)
    few = ("optimal", "greedy left", "modest", "generous right"), (4, 5, 7)
    opponents, lengths = (STEADY, (2, 3, 4, 6, 9)) if rules == PLAIN else few
    for who, you_first, length in product(opponents, (True, False), lengths):
        row = tuple(random.choices(range(-1, 3), k=length))
        if you_first or "any" not in rules:  # else the opponent may take everything, which Gymnasium refuses
            got = moves_of(play(Game(row, you_first, opponent=who, rules=rules), 1))
            assert {got: 1} == games_of(rules, row, who, you_first), f"{row} / {rules}, {who}, {you_first}"


# --- under chance --------------------------------------------------------------------------------

TIED: tuple[tuple[str, Values, bool], ...] = (
    (PLAIN, (0, 1, 0, 0, 1), True), (PLAIN, (1, 1, 2, 1), False), ("take 1-2 either", (1, 0, 1, 1, 0), True),
)  # fmt: skip

by_chance = pytest.mark.parametrize("who", [*BY_CHANCE[:3], *slow(*BY_CHANCE[3:])])


def agree(counts: Counter[Any], likely: Mapping[Any, Fraction], what: str) -> None:
    """Every outcome is possible and counted within four and a half standard deviations and two games."""
    many = counts.total()
    assert set(counts) <= set(likely), f"{what}: {set(counts) - set(likely)} cannot be"
    for outcome, chance in likely.items():
        bound = 4.5 * sqrt(many * chance * (1 - chance)) + 2
        assert abs(counts[outcome] - many * chance) <= bound, (
            f"{what}: {outcome} in {counts[outcome]} of {many} games, expected {float(chance):.3f} of them"
        )


@pytest.mark.parametrize("play", [play for play in SURFACES if play is not by_vector], ids=name)
@by_chance
def test_every_surface_plays_random_moves_with_the_right_frequency(play: Surface, who: str) -> None:
    for rules, row, you_first in TIED if play in BY_ANY_RULES else TIED[:2]:
        game = Game(row, you_first, opponent=who, rules=rules)
        counts = Counter(moves_of(play(game, seed)) for seed in range(50))
        agree(counts, games_of(rules, row, who, you_first), f"{row} / {rules}, {who}, first {you_first}")


@by_chance
def test_many_games_at_once_play_random_moves_with_the_right_frequency(who: str) -> None:
    for rules, row, you_first in TIED:
        likely, what = games_of(rules, row, who, you_first), f"{row} / {rules}, {who}, first {you_first}"
        episodes = side_by_side(Game(row, you_first, opponent=who, rules=rules), 1, 600)
        agree(Counter(map(moves_of, episodes)), likely, what)
        if rules != PLAIN:
            continue
        seats = ("greedy left", who) if you_first else (who, "greedy left")
        totals: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for game, chance in likely.items():
            totals[totals_of(row, game)] += chance
        rows = play_rows([row] * 4000, *seats, seed=1).totals.tolist()
        agree(Counter(map(tuple, rows)), totals, what)


# --- OpenSpiel ---------------------------------------------------------------------------------


def test_the_recorded_playthrough_replays_exactly() -> None:
    from open_spiel.python.algorithms import generate_playthrough  # brings SciPy, which takes a second

    recorded = (Path(__file__).parent / "playthrough.txt").read_text("utf-8")
    actions = [int(line.split()[-1]) for line in recorded.splitlines() if line.startswith("action:")]
    assert generate_playthrough.playthrough("twoends(row=8 15 3 7)", actions, seed=1) == recorded


# --- OpenSpiel's algorithms and ours ------------------------------------------------------------

SHAPES = (
    "-1 1/3 0 0",
    "1 30 100 15 2",
    "3 3 1 3",
    "1 2 | 3 7 4]",
    "2 | 2 | 1 1",
    "board 5 3 1",
    "circle 2 8 1 10 9",
    "circle 2 2 1",
)


@pytest.mark.parametrize(
    ("rules", "text"),
    [*((None, text) for text in SHAPES), *((rules, "3 1 2 5 -1 4") for rules in RULES),
     *(("take 1-2 either, turns ABBA", text) for text in ("circle 2 8 1 4", "board 1 2 | [3 7 4"))],
)  # fmt: skip
def test_openspiels_test_passes_and_its_minimax_agrees_with_solve(rules: str | None, text: str) -> None:
    shape = parse_shape(text)
    duel, ours = openspiel.game(shape, rules), solve(shape, rules=rules)
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
        duel, solution = openspiel.game(shape), solve(shape, who)
        promised: Any = solution.margin_second if you else solution.margin_first
        response = best_response.BestResponsePolicy(duel, you, openspiel.OpponentPolicy(duel, who))
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
    duel, same = openspiel.game(shape, rules), Game(shape, rules=rules)
    kind = pyspiel.IIGObservationType(perfect_recall=False)
    observer = make_observation(duel, kind, params={"dtype": "float64", "scale": 6})
    state, gone = duel.new_initial_state(), set[int]()
    most = float(sum(max(value, -value) for value in shape.cards.values))
    assert rules or duel.max_utility() == -duel.min_utility() == most
    while True:
        for player, totals in enumerate((same.totals, same.totals[::-1])):
            observer.set_from(state, player)
            assert observer.dict["totals"].tolist() == pytest.approx([6 * float(each) for each in totals])
        if not same.rules.merge:
            left = [place not in gone for place in range(len(shape))]
            cards = [6 * float(value) * there for value, there in zip(shape.cards.values, left, strict=True)]
            assert observer.dict["left"].tolist() == left
            assert observer.dict["row"].tolist() == pytest.approx(cards)
        if rules:
            assert observer.dict["moves"].tolist() == [same.state.number, same.state.memory]
        if same.over:
            break
        assert str(state) == f"{same.rest} ({same.yours} : {same.theirs})"
        assert (state.current_player(), state.returns()) == (("you", "opponent").index(same.mover), [0, 0])
        actions = state.legal_actions()
        moves = {duel.actions.number(move): move for move in same.moves()}
        assert actions == sorted(moves)
        action = actions[len(actions) // 2]
        assert state.action_to_string(state.current_player(), action) == str(moves[action])
        gone |= {*same.book.places(same.state, moves[action])}
        state.apply_action(action)
        same = same.play(moves[action])
    assert (state.is_terminal(), state.action_to_string(0, 99)) == (True, "99")
    margin = float(same.yours - same.theirs)
    assert state.returns() == pytest.approx([margin, -margin])
    assert abs(margin) <= duel.max_utility()


# --- what is refused -----------------------------------------------------------------------------


def tried(env: Any, *actions: Any) -> list[Any]:
    """What an environment shows after each action, or why it refuses it."""
    told = []
    env.reset()
    for action in actions:
        try:
            result = env.step(action)
            seen = env.observe("player_1") if result is None else result[0]
            told.append(seen.tolist() if env.render_mode is None else env.render())
        except TwoEndsError as fault:
            told.append(str(fault))
    return told


def test_calls_of_environments_answer_as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    names = vars(openspiel) | vars(vector) | vars(pettingzoo) | globals() | {"__name__": "mine"}
    names["shape"] = lambda values, *given, **more: Observations(Row.of(values), *given, **more).space.shape
    names["limited"] = partial(monkeypatch.setattr, limits)
    calls_are_expected("calls_of_environments.txt", names)
