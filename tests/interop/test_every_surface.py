"""The same games through every surface, for every opponent and tie rule, beside a recursion of this file.

You take the larger end, of two equal ones the left; the opponent is what is compared.
Whoever looks ahead believes that you answer with your best response to them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import pytest

pytest.importorskip("pettingzoo", reason="needs PettingZoo: pip install 'twoends[pettingzoo]'")
pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'twoends[openspiel]'")

import numpy as np

from twoends import LEFT, RIGHT, Game, Position, Row, match, opponent, play_rows, write
from twoends.answers.policies import policy
from twoends.interop import arrays, openspiel, pettingzoo
from twoends.interop.gymnasium import TwoEndsEnv
from twoends.interop.vector import TwoEndsVectorEnv
from twoends.judge.seating import InProcess, Seating
from twoends.terminal import session as terminal
from twoends.web import questions

Values = tuple[int, ...]

# --- the specification ---------------------------------------------------------------------------


class Known(NamedTuple):
    """An opponent as this file knows them: what they like, their tie rule, how often they stray, where."""

    habit: str
    ties: str = "left"
    stray: Fraction = Fraction(0)
    stray_left: Fraction = Fraction(1, 2)


HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)

STEADY = {
    **{
        f"{habit} {ties}": Known(habit, ties)
        for habit in ("optimal", "greedy", "modest", "generous")
        for ties in ("left", "right")
    },
    "optimal": Known("optimal", "left"),
    "greedy": Known("greedy", "right"),
    "modest": Known("modest", "right"),
    "generous": Known("generous", "left"),
}

BY_CHANCE = {
    **{f"{habit} random": Known(habit, "random") for habit in ("optimal", "greedy", "modest", "generous")},
    "random": Known("", stray=Fraction(1)),
    "random 1/3": Known("", stray=Fraction(1), stray_left=THIRD),
    "optimal trembling 1/4": Known("optimal", stray=QUARTER),
    "optimal right trembling 1/4 1/3": Known("optimal", "right", QUARTER, THIRD),
    "greedy random trembling 1/2": Known("greedy", "random", HALF),
    "generous right trembling 1/3": Known("generous", "right", THIRD),
}


@cache
def yours(row: Values, who: Known, your_turn: bool) -> Fraction:
    """Your total of a row under your best response."""
    if not row:
        return Fraction(0)
    if your_turn:
        return max(row[0] + yours(row[1:], who, False), row[-1] + yours(row[:-1], who, False))
    after = {"L": yours(row[1:], who, True), "R": yours(row[:-1], who, True)}
    return sum((chance * after[side] for side, chance in chances(row, who).items()), Fraction(0))


@cache
def chances(row: Values, who: Known) -> dict[str, Fraction]:
    """How likely the opponent takes each end of a row; the last card counts as the left one."""
    if len(row) == 1:
        return {"L": Fraction(1)}
    after = yours(row[1:], who, True), yours(row[:-1], who, True)
    liked: dict[str, tuple[Any, Any]] = {
        "optimal": (-after[0], -after[1]),
        "generous": after,
        "greedy": (row[0], row[-1]),
        "modest": (-row[0], -row[-1]),
        "": (0, 0),
    }
    left, right = liked[who.habit]
    tied = {"left": Fraction(1), "right": Fraction(0), "random": HALF}[who.ties]
    takes_left = Fraction(1) if left > right else Fraction(0) if left < right else tied
    takes_left = (1 - who.stray) * takes_left + who.stray * who.stray_left
    return {side: chance for side, chance in (("L", takes_left), ("R", 1 - takes_left)) if chance}


def yours_taken(row: Values) -> str:
    """Your move in all of these games."""
    return "L" if row[0] >= row[-1] else "R"


def games_of(row: Values, who: Known, your_turn: bool, so_far: str = "") -> Iterator[tuple[str, Fraction]]:
    """Every game that may be played, and how likely it is."""
    if not row:
        yield so_far, Fraction(1)
        return
    for side, chance in ({yours_taken(row): Fraction(1)} if your_turn else chances(row, who)).items():
        for game, likely in games_of(row[1:] if side == "L" else row[:-1], who, not your_turn, so_far + side):
            yield game, chance * likely


def totals_of(row: Values, game: str) -> tuple[int, int]:
    """What who moves first and who moves second take in a game."""
    totals, left = [0, 0], list(row)
    for number, side in enumerate(game):
        totals[number % 2] += left.pop(0 if side == "L" else -1)
    return totals[0], totals[1]


# --- the surfaces --------------------------------------------------------------------------------


def your_move(position: Position) -> Any:
    """Your move, as a player."""
    return LEFT if position.left >= position.right else RIGHT


def text_of(game: Game) -> str:
    return "".join(map(str, game.ends))


def by_match(row: Values, who: str, you_first: bool, seed: int) -> str:
    seats = (your_move, who) if you_first else (who, your_move)
    return text_of(match(row, *seats, seed=seed).game)


def by_gymnasium(row: Values, who: str, you_first: bool, seed: int) -> str:
    env = TwoEndsEnv(row, who, you_first=you_first)
    env.reset(seed=seed)
    while not env.game.over:
        env.step(np.int64(your_move(env.game.position) is RIGHT))
    return text_of(env.game)


def side_by_side(row: Values, who: str, you_first: bool, seed: int, games: int) -> list[str]:
    """Games in one vector environment; the moves are read off what is left in the observations."""
    n, left, moves = len(row), [row] * games, [""] * games
    env = TwoEndsVectorEnv(games, row, who, you_first=you_first)
    seen, _ = env.reset(seed=seed)

    def take(k: int, side: str) -> None:
        left[k], moves[k] = (left[k][1:] if side == "L" else left[k][:-1]), moves[k] + side

    def learn() -> None:
        for k in range(games):
            there = np.flatnonzero(seen[k, n : 2 * n])
            if len(there) < len(left[k]):  # the opponent has moved; of the last card nothing is left to see
                start = n - len(left[k]) - moves[k].count("R")
                take(k, "L" if not len(there) or there[0] > start else "R")

    learn()
    while left[0]:
        yours = [yours_taken(each) for each in left]
        for k, side in enumerate(yours):
            take(k, side)
        seen, *_ = env.step(np.array([side == "R" for side in yours], np.int64))
        learn()
    return moves


def by_vector(row: Values, who: str, you_first: bool, seed: int) -> str:
    return side_by_side(row, who, you_first, seed, 1)[0]


def by_arrays(row: Values, who: str, you_first: bool, seed: int) -> str:
    """The pure step; the opponent's moves are those of a policy of ours."""
    many, game, random = arrays.deal([row]), Game(row, you_first, opponent=who), Random(seed)
    theirs = policy(game)
    while arrays.legal(many).any():
        yours = (arrays.mover(many)[0] == 0) == you_first
        end = your_move(game.position) if yours else theirs(game.state, random)
        game = game.play(end)
        many = arrays.step(many, [int(end is RIGHT)])
        assert many.totals[0].tolist() == list(totals_of(row, text_of(game)))
    return text_of(game)


def by_pettingzoo(row: Values, who: str, you_first: bool, seed: int) -> str:
    """An agent of each side; the opponent's is a policy of ours."""
    env, random = pettingzoo.env(row), Random(seed)
    env.reset()
    theirs = policy(Game(row, you_first, opponent=who))
    for agent in env.agent_iter():
        game: Game = env.unwrapped.game
        if env.terminations[agent]:
            env.step(None)
        elif (agent == "player_0") == you_first:
            env.step(int(your_move(game.position) is RIGHT))
        else:
            env.step(int(theirs(game.state, random) is RIGHT))
    return text_of(env.unwrapped.game)


def by_openspiel(row: Values, who: str, you_first: bool, seed: int) -> str:
    duel, random = openspiel.game(row), Random(seed)
    state, theirs = duel.new_initial_state(), openspiel.OpponentPolicy(duel, who)
    left, moves = row, ""
    while not state.is_terminal():
        if (state.current_player() == 0) == you_first:
            action = int(yours_taken(left) == "R")
        else:
            likely = theirs.action_probabilities(state)
            action = random.choices(list(likely), list(likely.values()))[0]
        state.apply_action(action)
        left, moves = left[:-1] if action else left[1:], moves + "LR"[action]
    return moves


def by_judge(row: Values, who: str, you_first: bool, seed: int) -> str:
    seating = Seating(lambda: InProcess(your_move, 60.0))
    return text_of(seating.play(Row.of(row), opponent(who), you_first, Random(seed)).game)


def by_terminal(row: Values, who: str, you_first: bool, seed: int) -> str:
    session = terminal.Session(Game(row, you_first, (), who), seed)
    while not session.game.over:
        if session.game.mover == "you":
            session = terminal.take(session, your_move(session.game.position))
        else:
            session = terminal.reply(session)
    return text_of(session.game)


def by_page(row: Values, who: str, you_first: bool, seed: int) -> str:
    game, seeds = Game(row, you_first, (), who), Random(seed)
    while not game.over:
        if game.mover == "you":
            game = game.play(your_move(game.position))
        else:
            (side,) = questions.reply(write(game), seed=seeds.randrange(2**32))["end"]
            game = game.play(LEFT if side == "L" else RIGHT)
    return text_of(game)


SURFACES: list[Callable[[Values, str, bool, int], str]] = [
    by_match, by_gymnasium, by_vector, by_arrays, by_pettingzoo, by_openspiel, by_judge, by_terminal, by_page,
]  # fmt: skip

every_surface = pytest.mark.parametrize("play", SURFACES, ids=lambda play: play.__name__[3:])

# --- rows full of ties ---------------------------------------------------------------------------


def some_rows() -> list[Values]:
    """Every other short row of 0, 1 and 2, some of up to 8 cards, and a few longer ones."""
    random = Random(25)
    short = [row for length in range(2, 5) for row in product(range(3), repeat=length)]
    drawn = [tuple(random.choices(range(3), k=length)) for length in (5, 6, 7, 8) * 6 + (11, 12, 15, 16)]
    return [*short[::2], *drawn]


def every_row() -> list[Values]:
    return [row for length in range(2, 9) for row in product(range(3), repeat=length)]


Case = tuple[Values, str, bool]

SEATS = list(product(STEADY, (True, False)))


def few_cases() -> Iterator[Case]:
    return ((row, *seat) for row, seat in product(some_rows(), SEATS))


def many_cases() -> Iterator[Case]:
    """Every row, up to five cards with everybody, above with two of them."""
    random = Random(8)
    for row in every_row():
        for seat in SEATS if len(row) <= 5 else random.sample(SEATS, 2):
            yield (row, *seat)


@every_surface
@pytest.mark.parametrize("cases", [few_cases, pytest.param(many_cases, marks=pytest.mark.slow)])
def test_every_surface_plays_the_same_games(
    play: Callable[[Values, str, bool, int], str], cases: Callable[[], Iterator[Case]]
) -> None:
    for row, who, you_first in cases():
        ((expected, _),) = games_of(row, STEADY[who], you_first)
        got = play(row, who, you_first, 1)
        assert got == expected, f"{row}, {who}, you {'first' if you_first else 'second'}"


@pytest.mark.parametrize("you_first", [True, False])
@pytest.mark.parametrize("who", STEADY)
def test_many_rows_at_once_bring_the_totals_of_the_same_games(who: str, you_first: bool) -> None:
    for length in range(2, 9):
        rows = [row for row in every_row() if len(row) == length]
        seats = ("greedy left", who) if you_first else (who, "greedy left")
        got = play_rows(rows, *seats).tolist()
        for row, totals in zip(rows, got, strict=True):
            ((game, _),) = games_of(row, STEADY[who], you_first)
            assert tuple(totals) == totals_of(row, game), f"{row}, {who}, {game}"


# --- under chance --------------------------------------------------------------------------------

TIED: list[Values] = [(0, 1, 0, 0, 1), (1, 1, 2, 1)]
GAMES = 150


def agree(counts: Counter[Any], likely: Mapping[Any, Fraction], what: str) -> None:
    """Counts within four and a half standard deviations and two games, of what is possible at all."""
    many = counts.total()
    assert set(counts) <= set(likely), f"{what}: {set(counts) - set(likely)} cannot be"
    for outcome, chance in likely.items():
        bound = 4.5 * sqrt(many * chance * (1 - chance)) + 2
        assert abs(counts[outcome] - many * chance) <= bound, (
            f"{what}: {outcome} in {counts[outcome]} of {many} games, expected {float(chance):.3f} of them"
        )


@pytest.mark.parametrize("play", SURFACES[:2] + SURFACES[3:], ids=lambda play: play.__name__[3:])
@pytest.mark.parametrize("who", BY_CHANCE)
def test_every_surface_plays_by_chance_as_often(
    play: Callable[[Values, str, bool, int], str], who: str
) -> None:
    for row, you_first in product(TIED, (True, False)):
        counts = Counter(play(row, who, you_first, seed) for seed in range(GAMES))
        agree(counts, dict(games_of(row, BY_CHANCE[who], you_first)), f"{row}, {who}, first {you_first}")


@pytest.mark.parametrize("who", BY_CHANCE)
def test_many_rows_at_once_bring_totals_by_chance_as_often(who: str) -> None:
    for row, you_first in product(TIED, (True, False)):
        seats = ("greedy left", who) if you_first else (who, "greedy left")
        got = Counter(map(tuple, play_rows([row] * 4000, *seats, seed=1).tolist()))
        likely: defaultdict[tuple[Any, Any], Fraction] = defaultdict(Fraction)
        for game, chance in games_of(row, BY_CHANCE[who], you_first):
            likely[totals_of(row, game)] += chance
        agree(got, likely, f"{row}, {who}, first {you_first}")


@pytest.mark.parametrize("who", BY_CHANCE)
def test_many_episodes_side_by_side_go_by_chance_as_often(who: str) -> None:
    for row, you_first in product(TIED, (True, False)):
        counts = Counter(side_by_side(row, who, you_first, 1, 600))
        agree(counts, dict(games_of(row, BY_CHANCE[who], you_first)), f"{row}, {who}, first {you_first}")


@pytest.mark.parametrize("who", [*STEADY, *BY_CHANCE])
def test_openspiels_policy_has_the_exact_chances(who: str) -> None:
    known = (STEADY | BY_CHANCE)[who]
    for row, seat in product(some_rows(), (0, 1)):
        duel = openspiel.game(row)
        theirs, state, left = openspiel.OpponentPolicy(duel, who), duel.new_initial_state(), row
        if seat:
            state.apply_action(0)
            left = row[1:]
        expected = {"LR".index(side): float(chance) for side, chance in chances(left, known).items()}
        got = {action: chance for action, chance in theirs.action_probabilities(state).items() if chance}
        assert got == expected, f"{left} of {row}, {who}"
