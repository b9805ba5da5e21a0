"""`engine.sweep` and `engine.play`: the same text on lists of exact numbers and, compiled, on arrays."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from cases import slow_but
from kernel_rows import keyed
from oracle import BY_CHANCE, REPLIES, STEADY, Oracle
from twoends import match, opponent
from twoends.engine import bottom_up, play, replies, sweep
from twoends.engine.coins import LEFT, RIGHT, TABLE_ROWS
from twoends.engine.kernels import games, sweeps
from twoends.rules.opponents import Opponent, every_opponent

KINDS = {
    "optimal": sweep.OPTIMAL,
    "generous": sweep.GENEROUS,
    "larger left": sweep.LARGER_LEFT,
    "larger right": sweep.LARGER_RIGHT,
    "larger either": sweep.LARGER_EITHER,
}


def interleaved(rows: Any) -> list[Any]:
    return [rows[lane][i] for i in range(len(rows[0])) for lane in range(len(rows))]


def swept(text: Any, rows: Any, keys: Any, kind: int, weights: Any, around: bool, you_first: bool) -> Any:
    """All levels and sides of interleaved rows, or of a circle; on arrays if `text` is compiled."""
    m, n = len(rows), len(rows[0])
    cards, ranked = interleaved(rows), interleaved(keys)
    width = (n + 1) * m
    if around:
        cards, ranked = cards * 2, ranked * 2
    levels: Any = [[0] * width, [0] * width]
    sides: Any = [[0] * (n * m) for _ in range(n + 1)]
    totals: Any = [[0] * (n * m) for _ in range(n + 1)]
    if text is not sweep:
        dtype = np.float64 if weights else np.int64
        arrays: list[Any] = [np.array(each, dtype) for each in (cards, ranked, levels, totals)]
        cards, ranked, levels, totals = arrays
        sides = np.array(sides, np.uint8)
    middle = n // 3
    for low, high in ((0, middle), (middle, n)):
        text.sweep(
            levels, cards, ranked, n, m, around, kind, weights, you_first, low, high, sides, None, totals
        )
    return [[*map(int, each)] for each in sides], [list(each) for each in totals]


@pytest.mark.parametrize("around", [False, True], ids=["rows", "circle"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_sweep_gives_the_same_on_lists_and_compiled_on_arrays(kind: str, around: bool) -> None:
    for n in (1, 2, 3, 10, 33):
        rows = np.random.default_rng(n).integers(-9, 10, (1 if around else 5, n))
        for keys in (rows, keyed(rows)):
            for you_first in (True, False):
                arguments = rows.tolist(), keys.tolist(), KINDS[kind], None, around, you_first
                expected, got = swept(sweep, *arguments), swept(sweeps.compiled, *arguments)
                assert got == expected, (kind, rows.tolist(), you_first)


@pytest.mark.parametrize("kind", KINDS)
def test_whole_weights_give_the_expectations_that_floats_round(kind: str) -> None:
    rows = np.random.default_rng(7).integers(-9, 10, (3, 12)).tolist()
    for you_first in (True, False):
        _, exact = swept(sweep, rows, rows, KINDS[kind], (18, 1, 10, 20), False, you_first)
        _, rounded = swept(sweeps.compiled, rows, rows, KINDS[kind], (0.9, 0.05, 0.5, 1.0), False, you_first)
        choices = 0
        for length in range(1, 13):
            choices += length > 1 and ((12 - length) % 2 == 0) != you_first
            expected = [float(Fraction(total, 20**choices)) for total in exact[length]]
            assert rounded[length] == pytest.approx(expected, rel=1e-12, abs=1e-12), (kind, length, you_first)


@pytest.mark.parametrize("name", [*STEADY, *slow_but(("random", "optimal trembling 1/10"), BY_CHANCE)])
def test_every_total_of_a_sweep_is_that_of_the_definition(name: str) -> None:
    random = Random(3)
    for n in (0, 1, 2, 5, 9):
        row = [random.randrange(-9, 10) for _ in range(n)]
        for you_first in (True, False):
            whole = bottom_up.Sweep(bottom_up.prepare(row, opponent(name)), you_first)
            for length in range(n + 1):
                whole.climb(length)
                place = 0 if whole.your_turn(length) else 1
                got = whole.totals(length)
                expected = [
                    Oracle(row[i : i + length], REPLIES[name]).totals[place] for i in range(n + 1 - length)
                ]
                assert got == expected, (row, name, you_first, length)


@pytest.mark.parametrize("n", [300, 1025])
@pytest.mark.parametrize("size", [1, 2**40], ids=["32 bits", "64 bits"])
def test_long_rows_give_the_same_totals_and_lines_compiled(n: int, size: int) -> None:
    row = (np.random.default_rng(n).integers(-9, 10, n) * size).tolist()
    for who in (each for each in every_opponent(stochastic=False) if not each.is_optimal):
        table = bottom_up.prepare_arrays(row, who)
        assert table is not None
        for you_first in (True, False):
            answers = []
            for each in (bottom_up.prepare(row, who), table):
                whole = bottom_up.Sweep(each, you_first)
                bottom_up.run(whole)
                kept = bottom_up.Sweep(each, you_first, keep=True)
                bottom_up.run(kept)
                after = whole.total(n - 1), whole.total(n - 1, 1)
                answers.append((whole.total(n), after, kept.policy().line()))
            assert answers[0] == answers[1], (n, str(who), you_first)


def test_a_game_gives_the_same_on_lists_and_compiled_on_arrays() -> None:
    m, n = 40, 9
    rows = np.random.default_rng(5).integers(-5, 6, (m, n))
    draws = np.random.default_rng(6).random((m, n))
    best = sweeps.decisions(m, n)
    sweeps.decide(rows, rows, sweep.LARGER_RIGHT, None, None, True, best, None)
    lanes, none = sweeps.lanes_of_decisions(m), games.no_sides(m)
    players = [
        games.Player(True, rows, none, lanes, LEFT, 0.0),
        games.Player(False, rows, best, lanes, LEFT, 0.0),
        games.Player(False, -rows, none, lanes, play.BOTH, 0.25),
        games.Player(False, rows, none, lanes, RIGHT, 0.0),
    ]
    for first in players:
        for second in players[::-1]:
            totals = [[0, 0] for _ in range(m)]
            table = [[0] * (n + 1) for _ in range(TABLE_ROWS)]
            lists: list[Any] = [
                [each.tolist() if isinstance(each, np.ndarray) else each for each in who]
                for who in (first, second)
            ]
            play.play_games(rows.tolist(), lists[0], lists[1], draws.tolist(), table, totals)
            assert games.play_games(rows, first, second, draws).tolist() == totals, (first[:1], second[:1])


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
            kept.climb(n)
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
