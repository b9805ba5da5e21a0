"""Every surface plays the same games as the oracle, for every opponent and tie rule.

You take the move that earns most, the first of equals; the opponent is what is compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from random import Random
from typing import Any
from unittest import mock

import pytest

pytest.importorskip("pettingzoo", reason="needs PettingZoo: the extra pettingzoo")
pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: the extra openspiel")

import numpy as np
from open_spiel.python.observation import make_observation

import rules_oracle
from cases import slow
from expected import calls_are_expected
from judged import Moves
from rules_oracle import totals_of
from twoends import LEFT, RIGHT, Game, Position, Row, match, play_rows, write
from twoends.interop import openspiel
from twoends.interop.environment import Observations
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.interop.vector import TwoEndsVectorEnv, vector_env
from twoends.judge.games import pure_policy
from twoends.programs.referee import Referee
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
    """Games in one vector environment; the moves are read off what is left in the observations."""
    n, played = len(game.shape), [game] * games
    env = TwoEndsVectorEnv(games, game.shape.cards, game.opponent, you_first=game.you_first)
    seen, _ = env.reset(seed=seed)

    def reply(k: int) -> Game:
        there = np.flatnonzero(seen[k, n : 2 * n])
        if played[k].over or len(there) == len(played[k].rest):
            return played[k]
        starts_later = not len(there) or there[0] > played[k].remaining[0]
        return played[k].play(LEFT if starts_later else RIGHT)

    played = list(map(reply, range(games)))
    while not played[0].over:
        taken = list(map(yours, played))
        played = [each.play(side) for each, side in zip(played, taken, strict=True)]
        seen, *_ = env.step(np.array([side == RIGHT for side in taken], np.int64))
        played = list(map(reply, range(games)))
    return played


def by_vector(game: Game, seed: int) -> Game:
    return side_by_side(game, seed, 1)[0]


Surface = Callable[[Game, int], Game]

BY_ANY_RULES: tuple[Surface, ...] = (by_match, by_gymnasium, by_openspiel, by_terminal, by_page)
SURFACES: tuple[Surface, ...] = (*BY_ANY_RULES, by_judge, by_vector)


def name(play: Surface) -> str:
    return play.__name__[3:]


# --- rows full of ties ---------------------------------------------------------------------------


def few_rows() -> list[Values]:
    random = Random(25)
    return [tuple(random.choices(range(3), k=length)) for length in (2, 3, 4, 5, 6, 9)]


SEATS = list(product(STEADY, (True, False)))


@pytest.mark.parametrize("play", SURFACES, ids=name)
def test_every_surface_plays_the_same_games(play: Surface) -> None:
    for row, (who, you_first) in product(few_rows(), SEATS):
        got = moves_of(play(Game(row, you_first, opponent=who), 1))
        assert {got: 1} == games_of(PLAIN, row, who, you_first), f"{row}, {who}, first {you_first}"


@pytest.mark.parametrize(
    ("play", "rules"),
    [(play, rules) for play, rules in product(BY_ANY_RULES, RULES)
     if play is not by_page or "merge" not in rules],  # which the page does not show
    ids=lambda each: name(each) if callable(each) else None,
)  # fmt: skip
def test_every_surface_plays_the_same_games_under_other_rules(play: Surface, rules: str) -> None:
    random = Random(rules)
    for who, you_first, length in product(
        ("optimal", "greedy left", "modest", "generous right"), (True, False), (4, 5, 7)
    ):
        row = tuple(random.choices(range(-1, 3), k=length))
        if you_first or "any" not in rules:  # else the opponent may take everything, which Gymnasium refuses
            got = moves_of(play(Game(row, you_first, opponent=who, rules=rules), 1))
            assert {got: 1} == games_of(rules, row, who, you_first), f"{row} / {rules}, {who}, {you_first}"


# --- under chance --------------------------------------------------------------------------------

TIED = (((0, 1, 0, 0, 1), True), ((1, 1, 2, 1), False))

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
    for row, you_first in TIED:
        game = Game(row, you_first, opponent=who)
        counts = Counter(moves_of(play(game, seed)) for seed in range(50))
        agree(counts, games_of(PLAIN, row, who, you_first), f"{row}, {who}, first {you_first}")


@by_chance
def test_many_games_at_once_play_random_moves_with_the_right_frequency(who: str) -> None:
    for row, you_first in TIED:
        likely, what = games_of(PLAIN, row, who, you_first), f"{row}, {who}, first {you_first}"
        episodes = side_by_side(Game(row, you_first, opponent=who), 1, 600)
        agree(Counter(map(moves_of, episodes)), likely, what)
        seats = ("greedy left", who) if you_first else (who, "greedy left")
        totals: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for game, chance in likely.items():
            totals[totals_of(row, game)] += chance
        rows = play_rows([row] * 4000, *seats, seed=1).totals.tolist()
        agree(Counter(map(tuple, rows)), totals, what)


# --- what is refused -----------------------------------------------------------------------------


def test_what_environments_cannot_be_given_is_refused_in_one_sentence() -> None:
    called = (Fraction, Rules, TwoEndsEnv, TwoEndsVectorEnv, make_observation, openspiel.game, vector_env)
    names = {each.__name__: each for each in called} | {"np": np, "pyspiel": pyspiel}
    names["shape"] = lambda values, *given, **more: Observations(Row.of(values), *given, **more).space.shape
    calls_are_expected("calls_of_environments.txt", names)
