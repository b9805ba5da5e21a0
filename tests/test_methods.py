"""Every method gives the totals of the plain recurrence, and every line of play keeps its promise.

No method changes the interpreter's recursion limit for good.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import slow, slow_but
from oracle import BY_CHANCE, REPLIES, Oracle
from shapes_oracle import REPLIES as ON_ROWS
from shapes_oracle import assert_solved
from twoends import (
    LEFT,
    Board,
    Circle,
    MethodError,
    Move,
    OpponentError,
    Position,
    Row,
    opponent,
    solve,
)
from twoends.engine import bottom_up
from twoends.engine.options import Options
from twoends.rules import limits
from twoends.rules.games import Game
from twoends.rules.rulebook import State
from twoends.views.summaries import summary

SMALL_ROWS = [row for n in range(5) for row in product((-1, 0, 2), repeat=n)]
LONGER_ROWS = [row for n in (5, 6) for row in product((-1, 0, 1, 2), repeat=n)]
ROWS = [SMALL_ROWS, *slow(LONGER_ROWS)]
"""All rows of up to four cards over three values; in make test-all also those of five and six over four."""


METHODS = ("exhaustive", "top-down", "bottom-up", "contraction")

rows = st.lists(st.integers(-5, 5) | st.integers(-(10**20), 10**20), max_size=24)
short_rows = st.lists(st.integers(-3, 3) | st.fractions(max_denominator=7), max_size=7)


def methods_for(name: str) -> list[str]:
    return [method for method in METHODS if method != "contraction" or name == "optimal"]


@pytest.mark.parametrize("small", ROWS, ids=["to four cards", "five and six"])
@pytest.mark.parametrize("name", ON_ROWS)
def test_all_methods_agree_with_all_games_on_small_rows(name: str, small: list[tuple[int, ...]]) -> None:
    for row in small:
        for method in methods_for(name):
            if method != "exhaustive" or len(row) < 6 or name == "greedy right":
                assert_solved(Row.of(row), name, method)


def test_a_sweep_ends_at_the_longest_position_asked_for() -> None:
    asked: set[int] = set()

    def player(position: Position) -> Move:
        asked.add(len(position))
        return LEFT

    game = Game([8, 15, 3, 7, -2, 9, 1, 4], opponent=player)
    states = [State((0, 3), 5), State((2, 4), 6)]
    bottom_up.BottomUp(game.shape.cards, game.opponent).totals(game.book, states)
    assert asked == {3}


def test_a_sweep_reports_its_progress_diagonal_by_diagonal() -> None:
    reports: list[tuple[int, int]] = []
    whole = bottom_up.Sweep(bottom_up.prepare([8, 15, 3], opponent("greedy")), True)
    bottom_up.run(whole, lambda *report: reports.append(report))
    options = Options(lambda *report: reports.append(report))
    game = Game([8, 15, 3], opponent="greedy")
    bottom_up.BottomUp(game.shape.cards, game.opponent, options=options).policy(game.book)
    solution = solve([8, 15, 3], "greedy", progress=lambda *report: reports.append(report))
    assert reports == 4 * [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert solution.line is not None
    solve([8, 15, 3], rules="take 1-2", progress=lambda *report: reports.append(report))
    assert reports == 6 * [(0, 3), (1, 3), (2, 3), (3, 3)]


@given(row=rows | short_rows, name=st.sampled_from(list(ON_ROWS)))
def test_every_method_agrees_with_all_games_on_any_row(row: list[Any], name: str) -> None:
    for method in methods_for(name):
        if method != "exhaustive" or len(row) <= 8:
            assert_solved(Row.of(row), name, method)


def test_equal_sums_of_decimals_stay_equal_in_long_expectations() -> None:
    random = Random(3)
    whole = [random.randrange(1, 10) for _ in range(201)]
    expected = solve(whole, "greedy random", rules="take 1-2")
    got = solve([Decimal(card) / 10 for card in whole], "greedy random", rules="take 1-2")
    for name in ("first", "theirs_first"):
        difference = float(getattr(got, name)) - float(getattr(expected, name)) / 10
        assert abs(difference) <= got.error + expected.error, name


@pytest.mark.parametrize("name", slow_but(("random", "optimal trembling 1/10"), BY_CHANCE))
def test_long_expectations_are_floats_within_their_stated_error(name: str) -> None:
    row = [(i * 7919) % 101 - 50 for i in range(201)]
    solution = solve(row, name)
    exact = Oracle(row, REPLIES[name]).totals
    assert isinstance(solution.first, float)
    assert isinstance(solution.error, float)
    assert isinstance(solution.second, float)
    for got, expected in zip((solution.first, solution.second), exact, strict=True):
        assert abs(Fraction(got) - expected) <= solution.error, (
            f"{name}: {expected=} {got=} {solution.error=}"
        )
    assert solution.error < 1e-8
    assert solution.sum == sum(row)


SHAPES = {
    "empty": [],
    "one": [4],
    "random": [8, 15, 3, 7, 9, 1, 2, 6, 4],
    "rising": list(range(9)),  # no peak at all
    "valley": [5, 4, 3, 2, 1, 2, 3, 4, 5],
    "mountain": [1, 2, 3, 4, 5, 4, 3, 2, 1],  # nothing but peaks
    "flat": [7] * 9,
    "zeros": [0] * 9,
}


@pytest.mark.parametrize("row", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("name", ["optimal", "greedy left", "random"])
def test_exhaustive_counts_every_call_of_its_search(row: list[int], name: str) -> None:
    # The last card has one side: each of its 2^(n-1) positions leaves one without cards.
    calls = 2 ** len(row) - 1 + 2 ** (len(row) - 1) if row else 1
    assert solve(row, name, method="exhaustive").positions == 2 * calls


@pytest.mark.parametrize("row", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("method", ["auto", "bottom-up", "top-down"])
def test_a_table_counts_every_position_with_a_decision(row: list[int], method: str) -> None:
    asked: list[tuple[int, int]] = []

    def player(position: Position) -> Move:
        asked.append((position.start, position.stop))
        return LEFT

    got = solve(row, player, method=method).positions
    # What they decide when you start, you decide when they start; nobody does with one card or none left.
    # A diagonal has a place without cards on either side of each card; play from the left leaves one fewer.
    decided, others = set(asked), len(row) + max(len(row) + (method != "top-down"), 1)
    assert got == 2 * (len(decided) + others), f"{row}: {len(decided)} asked, {got=}"


def test_a_custom_player_sees_the_cards_as_they_were_given() -> None:
    def types_of(row: list[Any]) -> set[type]:
        seen: set[type] = set()

        def player(position: Position) -> Move:
            seen.update(map(type, (position.left, position.right)))
            return LEFT

        solve(row, player)
        return seen

    assert types_of([8, 15, 3]) == {int}
    assert types_of([Decimal("0.5"), 15, 3]) == {Decimal, int}
    assert types_of([Fraction(1, 2), 15, 3]) == {Fraction, int}
    assert types_of([0.5, 15.0]) == {float}


@pytest.mark.parametrize("name", ["optimal", "greedy"])
@pytest.mark.parametrize("method", ["exhaustive", "top-down", "bottom-up"])
def test_a_line_takes_the_left_of_two_equal_ends(method: str, name: str) -> None:
    assert str(solve([2, 2], name, method=method).line) == "LL"


# --- limits ------------------------------------------------------------------------------------


def test_totals_are_computed_even_if_a_line_would_take_too_much_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MAX_CARDS_OF_A_POLICY", 3)
    assert str(solve([8, 15, 3], "greedy").line) == "LLL"
    solution = solve([8, 15, 3, 7], "greedy")
    assert (solution.first, solution.moves[0].total) == (22, 22)
    assert solution.line is None
    for shape in (Row.of([8, 15, 3, 7]), Circle([8, 15, 3, 7, 2])):
        assert "There is no line of play above" in summary(solve(shape, "greedy"))
    refused = r"^the moves in all positions of 4 cards take \d+ bytes: give at most 3 cards$"
    with pytest.raises(MethodError, match=refused):
        bottom_up.BottomUp(Row.of([8, 15, 3, 7]), opponent("greedy")).policy(Game([8, 15, 3, 7]).book)


def test_a_search_restores_the_recursion_limit() -> None:
    def fails(position: Position) -> Move:
        assert sys.getrecursionlimit() > before, "it was not raised at all"
        raise ArithmeticError

    before = sys.getrecursionlimit()
    solve(list(range(100)), method="top-down")
    assert sys.getrecursionlimit() == before
    solve(Board.of(list(range(60))), "greedy")
    assert sys.getrecursionlimit() == before
    with pytest.raises(OpponentError):
        solve(list(range(100)), fails, method="top-down")
    assert sys.getrecursionlimit() == before


def test_hundreds_of_thousands_of_cards_are_solved_exactly() -> None:
    row = [(i * 7919) % 1_000_003 - 500_000 for i in range(300_000)]
    solution = solve(row)
    game = Game(row, True, solution.line or ())
    assert game.over
    assert game.totals == (solution.first, solution.second)


def test_searches_in_several_threads_restore_the_recursion_limit() -> None:
    before, rows = sys.getrecursionlimit(), [list(range(n)) for n in (30, 120, 60, 90)]
    with ThreadPoolExecutor(4) as pool:
        totals = list(pool.map(lambda row: solve(row, "greedy", method="top-down").first, rows))
    assert totals == [solve(row, "greedy").first for row in rows]
    assert sys.getrecursionlimit() == before
