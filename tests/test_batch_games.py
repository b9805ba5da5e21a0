"""Many games at once are those of `match` on each row."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

import rules_oracle
from shapes_oracle import STEADY
from twoends import deal, match, play_rows
from twoends.answers import batch_games
from twoends.engine import compiled

pytestmark = pytest.mark.usefixtures("always_compiled")  # even for a few rows


PLAYERS = ["best", *STEADY, "optimal trembling 0", "optimal right", "generous right"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (first, second)
        for (place, first), (other, second) in product(enumerate(PLAYERS), repeat=2)
        if (place + other) % 5 == 0
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


def test_random_ties_have_their_expectation() -> None:
    for row in ((0, 1, 0, 0, 1, 0), (0, 0, 1, 1, 0, 1, 0, 0, 1)):
        games = rules_oracle.games("", row, "optimal random", False)
        expected = float(sum(rules_oracle.totals_of(row, game)[0] * games[game] for game in games))
        got = play_rows([row] * 10_000, "optimal random", "greedy left", seed=7).totals[:, 0]
        assert got.mean() == pytest.approx(expected, abs=1e-12 + 5 * got.std() / 100), row


def test_every_move_of_every_row_has_its_own_random_number() -> None:
    row = [2**place for place in range(12)]  # whose totals show who took which card
    totals = play_rows([row] * 200, "random", "random", seed=1).totals[:, 0].tolist()
    assert len(set(totals)) > 100, "all rows play alike, or all moves of a row"
    alone = play_rows([row] * 200, "random", "optimal trembling 1/2", seed=1).totals[:, 0].tolist()
    assert totals != alone
    custom = [
        play_rows([row] * 20, lambda position: position.moves()[0], "random", seed=s).totals[:, 0].tolist()
        for s in (1, 1, 2)
    ]
    assert len(set(custom[0])) > 5, custom[0]
    assert custom[0] == custom[1] != custom[2]


def test_games_do_not_depend_on_the_number_of_rows_played_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.array([deal(seed=seed) for seed in range(20)])
    at_once = play_rows(table, "best", "random", seed=5).totals
    for bytes_at_once in (3_000, 30_000, 60_000):  # one row, some, and all of them but not in one block
        monkeypatch.setattr(batch_games, "BYTES_AT_ONCE", bytes_at_once)
        assert (play_rows(table, "best", "random", seed=5).totals == at_once).all()


def test_rows_too_long_for_a_decision_table_are_played_along_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [deal(seed=1), [8, 15, 3], deal(seed=2)]
    for seats in (("best", "greedy"), ("greedy", "best")):
        expected = play_rows(rows, *seats).totals.tolist()
        with monkeypatch.context() as patch:
            patch.setattr(batch_games, "limits", SimpleNamespace(MAX_CARDS_OF_A_POLICY=51))
            patch.setattr(batch_games, "play_table", pytest.fail)
            patch.setattr(compiled, "decide", pytest.fail)
            assert play_rows(rows[::2], *seats).totals.tolist() == expected[::2]
