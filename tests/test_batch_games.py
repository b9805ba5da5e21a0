"""Many games at once are those of `match` on each row."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from oracle import REPLIES, STEADY, Oracle
from twoends import deal, match, opponent, play_rows, solve
from twoends.answers import batch_games
from twoends.engine import bottom_up, compiled, counters, play, replies
from twoends.engine.coins import LEFT, RIGHT, TABLE_ROWS
from twoends.engine.kernels import games
from twoends.engine.kernels.sweeps import LANES
from twoends.rules.opponents import Opponent

pytestmark = pytest.mark.usefixtures("always_compiled")  # even for a few rows


PLAYERS = ["best", *STEADY, "optimal trembling 0", "optimal right", "generous right"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(first, second, marks=() if (place + other) % 5 == 0 else pytest.mark.slow)
        for (place, first), (other, second) in product(enumerate(PLAYERS), repeat=2)
    ],
)
def test_deterministic_players_play_as_in_a_match(first: str, second: str) -> None:
    rng = np.random.default_rng(7)
    for n in (0, 1, 2, 3, 6, 7):
        table = rng.integers(-2, 3, (6, n))
        expected = []
        for row in table.tolist():
            taken = match(row, first, second, seed=1).game.earned
            expected.append([sum(taken[::2]), sum(taken[1::2])])
        assert play_rows(table, first, second).totals.tolist() == expected
        assert play_rows(list(table), first, second).totals.tolist() == expected


Policy = Callable[[int, int], dict[str, Fraction]]


def expected_total(row: Sequence[int], ties: str, chooser_first: bool, other: Policy) -> Fraction:
    """The expected total of `other` against an optimal player with this tie rule.

    By the definition: all optimal moves by comparing both successors, then the tie rule.
    """
    optimal, n = Oracle(row, REPLIES["optimal"]), len(row)

    @cache
    def total(i: int, j: int) -> Fraction:
        if i == j:
            return Fraction(0)
        ends = {"L": (row[i], i + 1, j), "R": (row[j - 1], i, j - 1)}
        if ((n - (j - i)) % 2 == 0) != chooser_first:
            chances = other(i, j) if j - i > 1 else {"L": Fraction(1)}
            return sum(
                (p * (ends[side][0] + total(*ends[side][1:])) for side, p in chances.items()), Fraction(0)
            )
        brings = [total(*ends[side][1:]) for side in sorted(optimal.best(i, j))]
        by_rule = {"left": brings[0], "right": brings[-1], "random": sum(brings, Fraction(0)) / len(brings)}
        return by_rule[ties]

    return total(0, n)


def greedy_policy(row: Sequence[int], equal: Fraction) -> Policy:
    """Greedy takes the left of equal ends with this chance."""

    def chances(i: int, j: int) -> dict[str, Fraction]:
        left = Fraction(row[i] > row[j - 1]) if row[i] != row[j - 1] else equal
        return {"L": left, "R": 1 - left}

    return chances


TIED = [list(row) for n in range(1, 7) for row in product((0, 1), repeat=n)] + [
    row.tolist() for seed in range(60) for row in [np.random.default_rng(seed).integers(-1, 3, 7 + seed % 6)]
]
"""Rows on which an optimal player often has a choice."""


@pytest.mark.parametrize("chooser_first", [True, False])
@pytest.mark.parametrize("ties", ["left", "right"])
def test_an_optimal_player_breaks_every_tie_by_their_rule(ties: str, chooser_first: bool) -> None:
    names = [f"optimal {ties}", "greedy"]
    column = 1 if chooser_first else 0
    players = names if chooser_first else names[::-1]
    played = play_rows(TIED, *players).totals[:, column].tolist()
    for place, (row, got) in enumerate(zip(TIED, played, strict=True)):
        expected = expected_total(row, ties, chooser_first, greedy_policy(row, Fraction(0)))
        assert got == expected, (row, ties, expected, got)
        if place % 7 == 0:
            game = match(row, *players).game
            assert sum(game.earned[column::2]) == expected, (row, ties, expected, game)


@pytest.mark.parametrize("chooser_first", [True, False])
@pytest.mark.parametrize("ties", ["left", "right", "random"])
@pytest.mark.parametrize("other", ["random", pytest.param("greedy random", marks=pytest.mark.slow)])
def test_every_tie_rule_has_its_expectation_against_a_random_player(
    other: str, ties: str, chooser_first: bool
) -> None:
    m = 10_000
    half = Fraction(1, 2)
    for row in ([0, 1, 0, 0, 1, 0], [0, 0, 1, 1, 0, 1, 0, 0, 1], [1, 0, 2, 0, 1, 1, 0]):
        policy: Policy = (
            greedy_policy(row, half) if other != "random" else lambda i, j: {"L": half, "R": half}
        )
        names = [f"optimal {ties}", other]
        played = play_rows([row] * m, *(names if chooser_first else names[::-1]), seed=7).totals
        got = played[:, 1 if chooser_first else 0]
        expected = float(expected_total(row, ties, chooser_first, policy))
        assert got.mean() == pytest.approx(expected, abs=1e-12 + 5 * got.std() / m**0.5), (row, ties)


def test_a_trembling_player_with_ties_right_has_the_mean_of_matches() -> None:
    row, m = [0, 1, 0, 0, 1, 0, 1], 300
    names = ["optimal right trembling 1/4", "greedy"]
    fast = play_rows([row] * 20 * m, *names, seed=1).totals[:, 1]
    one_by_one = np.array([sum(match(row, *names, seed=seed).game.earned[1::2]) for seed in range(m)])
    assert fast.mean() == pytest.approx(one_by_one.mean(), abs=5 * one_by_one.std() / m**0.5)


def test_the_same_seed_plays_the_same_games() -> None:
    table = np.array([deal(seed=seed) for seed in range(50)])
    once, again, other = (
        play_rows(table, "random", "greedy trembling 1/2", seed=s).totals for s in (1, 1, 2)
    )
    assert (once == again).all()
    assert (once != other).any()
    assert (once.sum(axis=1) == table.sum(axis=1)).all()


def test_every_move_of_every_row_has_its_own_random_number() -> None:
    row = [2**place for place in range(12)]  # whose totals show who took which card
    totals = play_rows([row] * 200, "random", "random", seed=1).totals[:, 0].tolist()
    assert len(set(totals)) > 100, "all rows play alike, or all moves of a row"
    alone = play_rows([row] * 200, "random", "optimal trembling 1/2", seed=1).totals[:, 0].tolist()
    assert totals != alone


def test_games_do_not_depend_on_the_number_of_rows_played_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.array([deal(seed=seed) for seed in range(20)])
    at_once = play_rows(table, "best", "random", seed=5).totals
    for bytes_at_once in (3_000, 30_000, 60_000):  # one row, some, and all of them but not in one block
        monkeypatch.setattr(batch_games, "BYTES_AT_ONCE", bytes_at_once)
        assert (play_rows(table, "best", "random", seed=5).totals == at_once).all()


@pytest.mark.parametrize("name", ["optimal", "generous trembling 1/2"])
@pytest.mark.parametrize("rows_at_once", [0, 5, LANES + 1])
def test_games_take_no_more_memory_than_allowed_or_than_one_row_needs(
    name: str, rows_at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []
    n = 100

    def play(rows: np.ndarray, first: games.Player, second: games.Player, draws: np.ndarray) -> np.ndarray:
        of_players = [array for who in (first, second) for array in (who.keys, who.sides)]
        own = {id(array): array.nbytes for array in (*of_players, draws) if array is not rows}
        taken.append(sum(own.values()))
        return play_all(rows, first, second, draws)

    play_all = games.play_games
    monkeypatch.setattr(games, "play_games", play)
    a_row = 2 * n * (n + 1) * name.startswith("generous") + 3 * 8 * n
    allowed = rows_at_once * (a_row + 1)
    monkeypatch.setattr(batch_games, "BYTES_AT_ONCE", allowed)
    for m in (1, LANES - 1, LANES + 1, 3 * LANES):
        taken.clear()
        table = np.random.default_rng(m).integers(0, 9, (m, n))
        played = play_rows(table, name, name, seed=1).totals
        assert played.sum(axis=1).tolist() == table.sum(axis=1).tolist()
        assert max(taken) <= max(allowed, a_row), (m, rows_at_once, taken)


@pytest.mark.parametrize(("first", "second"), [("best", "greedy"), ("greedy", "best"), ("best", "generous")])
def test_rows_too_long_for_a_decision_table_are_played_along_the_line(
    first: str, second: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [deal(seed=1), [8, 15, 3], deal(seed=2)]
    expected = play_rows(rows, first, second).totals.tolist()
    monkeypatch.setattr(batch_games, "limits", SimpleNamespace(MAX_CARDS_OF_A_POLICY=51))
    decide = compiled.decide

    def decide_short_rows(rows: np.ndarray, *rest: Any) -> np.ndarray:
        assert rows.shape[1] <= 51, "a long row got a decision table"
        return decide(rows, *rest)

    monkeypatch.setattr(compiled, "decide", decide_short_rows)
    assert play_rows(rows, first, second).totals.tolist() == expected
    assert play_rows(np.array([deal(seed=1), deal(seed=2)]), first, second).totals.tolist() == expected[::2]


def test_the_mean_of_many_random_games_is_the_expectation() -> None:
    table = np.tile([5, 7, 9, 1, 4, 2], (10_000, 1))
    for you_first in (True, False):
        names = ("best", "random") if you_first else ("random", "best")
        yours = play_rows(table, *names, seed=3).totals[:, 0 if you_first else 1]
        solution = solve(table[0], "random")
        assert solution.second is not None
        expected = float(solution.first if you_first else solution.second)
        assert yours.mean() == pytest.approx(expected, abs=5 * yours.std() / 100)


def test_every_row_of_a_custom_player_has_its_own_random_numbers() -> None:
    table = [[1, 2, 4, 8, 16, 32, 64, 128]] * 20
    games = [
        play_rows(table, lambda position: position.moves()[0], "random", seed=s).totals[:, 0].tolist()
        for s in (1, 1, 2)
    ]
    assert len(set(games[0])) > 5, games[0]
    assert games[0] == games[1] != games[2]


def test_custom_players_play_row_by_row() -> None:
    rows = [[8, 15, 3, 7], [1, 2]]
    played = play_rows(rows, lambda position: position.moves()[0], "greedy").totals
    assert played.tolist() == [[8 + 3, 15 + 7], [1, 2]]


@pytest.mark.parametrize("names", [("best", "greedy"), ("optimal", "generous"), ("modest", "best")])
@pytest.mark.usefixtures("always_compiled")
def test_few_games_are_played_in_python_as_by_the_kernels(
    names: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = np.random.default_rng(8).integers(-3, 4, (25, 8))
    compiled = play_rows(table, *names).totals
    monkeypatch.setattr(counters, "SECONDS_OF_ARRAYS", math.inf)
    monkeypatch.setattr(games, "play_games", None)
    assert play_rows(table, *names).totals.tolist() == compiled.tolist()


# --- the text of a game, on lists ----------------------------------------------------------------


@pytest.mark.parametrize("first", ["optimal", "greedy left", "modest", "generous"])
@pytest.mark.parametrize("second", ["optimal right", "greedy", "generous right"])
def test_games_on_lists_end_as_matches_do(first: str, second: str) -> None:
    """With the sides that `sweep` decides for a player who looks ahead, on lists."""
    m, n = 6, 7
    rows = np.random.default_rng(8).integers(-3, 4, (m, n)).tolist()

    def player(who: Opponent, first: bool) -> tuple[Any, ...]:
        sides = []
        for row in rows:
            assumed = opponent("generous") if who.name == "generous" else who
            kept = bottom_up.Sweep(bottom_up.prepare(row, assumed), not first, keep=True)
            kept.sweep_to(n)
            sides.append(kept.sides)
        keys = [replies.keys_of(who, row) for row in rows]
        ties = RIGHT if who.ties == "right" else LEFT
        decided = sides if who.name == "generous" else [[]] * m
        return who.is_optimal, keys, decided, 1, ties, 0.0

    totals = [[0, 0] for _ in range(m)]
    table = [[0] * (n + 1) for _ in range(TABLE_ROWS)]
    players = player(opponent(first), True), player(opponent(second), False)
    play.play_games(rows, *players, [[] for _ in rows], table, totals)
    for row, got in zip(rows, totals, strict=True):
        game = match(row, first, second).game
        expected = [game.yours, game.theirs] if game.you_first else [game.theirs, game.yours]
        assert got == expected, (row, first, second, str(game))


def test_one_draw_decides_between_a_random_move_and_a_tie() -> None:
    both, left, right = play.BOTH, LEFT, RIGHT
    for draw, expected in ((0.0, True), (0.12, True), (0.13, False), (0.24, False)):
        assert play.goes_left(right, left, 0.25, draw) == expected, draw
    assert [play.goes_left(side, left, 0.25, 0.25) for side in (left, right, both)] == [True, False, True]
    assert [play.goes_left(side, right, 0.25, 0.9) for side in (left, right, both)] == [True, False, False]
    halves = [play.goes_left(both, both, 0.25, draw) for draw in (0.25, 0.62, 0.63, 0.99)]
    assert halves == [True, True, False, False]
