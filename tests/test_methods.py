"""Every method gives the totals of the plain recurrence, and every line of play keeps its promise.

No method changes the interpreter's recursion limit for good.
"""

from __future__ import annotations

import gc
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

import twoends
from shapes_oracle import OPPONENTS, Left, assert_solved, dealt, played, steps
from twoends import LEFT, RIGHT, Board, Circle, Move, Position, Row, match, parse, review, solve
from twoends.answers.policies import choices
from twoends.engine import bottom_up, contraction
from twoends.rules import limits
from twoends.rules.games import Game
from twoends.views.summaries import summary

RANDOM = Random(1)
LARGE: list[tuple[Any, ...]] = [
    (10**30, -(10**30), 7, 1, 10**30),
    (Fraction(1, 2), Fraction(-2, 3), 2, 1, Fraction(1, 6)),
    (2**62, -(2**62), 5),  # whose totals fit no array
]
SMALL_ROWS = [*(row for n in range(4) for row in product((-1, 0, 2), repeat=n)), *LARGE]
LARGER_ROWS: list[tuple[Any, ...]] = [
    *(tuple(RANDOM.choices((-1, 0, 1, 2), k=6)) for _ in range(6)),
    tuple(RANDOM.randint(-(10**20), 10**20) for _ in range(8)),
    tuple(Fraction(RANDOM.randint(-9, 9), RANDOM.randint(1, 7)) for _ in range(7)),
    tuple(RANDOM.choices(range(-5, 6), k=21)),
]
OPEN = [(LEFT, RIGHT), (LEFT,), (RIGHT,)]
BOARDS = [
    [
        (
            RANDOM.choices((-2, -1, 0, 1, 3, Fraction(7, 2), 10**40), k=RANDOM.randint(1, 3)),
            RANDOM.choice(OPEN),
        )
        for _ in range(RANDOM.randint(0, 3))
    ]
    for _ in range(100)
]
BOARDS += [  # a long pile and a long row
    [(RANDOM.choices(range(-1, high), k=12), end), (RANDOM.choices(range(-1, high), k=9), ends)]
    for high, end, ends in zip((2, 4, 51), (OPEN[1], OPEN[2], OPEN[1]), OPEN, strict=True)
]

METHODS = ("exhaustive", "top-down", "bottom-up", "contraction")


def methods_for(name: str) -> list[str]:
    return [method for method in METHODS if method != "contraction" or name == "optimal"]


def board_of(parts: list[tuple[list[Any], tuple[Move, ...]]]) -> Board:
    return Board.of(*(twoends.Component(values, sides) for values, sides in parts))


@pytest.mark.parametrize("name", OPPONENTS)
def test_all_methods_agree_with_all_games_on_small_shapes(name: str) -> None:
    for row in (*SMALL_ROWS, *LARGER_ROWS):
        for method in methods_for(name):
            if method != "exhaustive" or len(row) < 6 or (name == "greedy right" and len(row) < 10):
                assert_solved(Row.of(row), name, method)
        if len(row) < 6:
            assert_solved(Circle(row), name)
    for method in methods_for(name):
        assert_solved(Circle([2, 8, 1, 10, 9]), name, method)
    for parts in BOARDS if name == "optimal" else BOARDS[:8]:
        board = board_of(parts)
        for method in ("auto", "top-down", "exhaustive") if len(board) < 20 else ("auto",):
            if method != "exhaustive" or len(board) < 7:
                assert_solved(board, name, method)
    for most in (2, 3):
        for row in (*LARGE[:2], (2, 2, 1, 2)):
            assert_solved(Circle(row), name, "top-down", most)
        for parts in BOARDS[:9]:
            assert_solved(board_of(parts), name, "top-down", most)


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("name", OPPONENTS)
def test_compiled_circles_agree_with_all_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="nothing is compiled without it")
    monkeypatch.setattr(contraction, "end_coins", None)  # in Python
    random = Random(5)
    for n in (0, 1, 2, 5, 8):
        circle = Circle(random.choices((-3, 0, 1, 2, 2, 9, 2**40), k=n))
        assert_solved(circle, name)
        for _ in range(n):  # games to their end, which go around the last card
            game, left = Game(circle, random.random() < 0.5, opponent=name), dealt(circle)
            chosen = choices(game)
            while ends := game.moves():
                expected = [ends[at] for at in played(left, name, game.mover == "you")]
                assert list(chosen(game.state)) == expected, f"{game}: expected {expected}"
                at = random.randrange(len(ends))
                game, (_, left) = game.play(ends[at]), steps(left)[at]


def test_a_solution_keeps_no_memo() -> None:
    board = Board.of(*([place * 7 % 10 + row for place in range(4)] for row in range(3)))
    solve(board, "greedy")  # which loads what is loaded once
    tracemalloc.start()
    solution = solve(board, "greedy")
    gc.collect()
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert solution.line is not None
    assert kept < peak / 50, f"{kept:,} of {peak:,} bytes"


def test_progress_is_reported_diagonal_by_diagonal_also_of_a_line() -> None:
    reports: list[tuple[int, int]] = []
    solution = solve([8, 15, 3], "greedy", progress=lambda *report: reports.append(report))
    assert solution.line is not None
    solve([8, 15, 3], rules="take 1-2", progress=lambda *report: reports.append(report))
    assert reports == 4 * [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("row", [[], [4], list(range(9)), [7] * 9])
def test_the_positions_are_the_calls_of_a_search_and_the_cells_of_a_table(row: list[int]) -> None:
    n = len(row)
    # The last card has one side: each of its 2^(n-1) positions leaves one without cards.
    assert solve(row, "greedy", method="exhaustive").positions == 2 * (2**n - 1 + 2**n // 2 if n else 1)
    for method in ("auto", "bottom-up", "top-down"):
        # A diagonal has a place without cards on either side of each card; play from the left one fewer.
        cells = n * (n + 1) // 2 + max(n + (method != "top-down"), 1)
        assert solve(row, "greedy", method=method).positions == 2 * cells, method
    for rules in ("take 1-2", "take any left, score rest"):
        assert solve(row, rules=rules).positions == solve(row, "greedy", rules=rules).positions, rules


def test_what_is_equal_but_for_rounding_is_equally_good(monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(row: list[int], who: str, rules: str) -> tuple[Any, ...]:
        solved = solve(row, who, rules=rules)
        losses = [(each.move, each.loss > 0) for each in solved.moves]
        judged = review(match(row, "modest", who, seed=1, rules=rules).game)
        marks = [(each.best, each.mark, each.stake > 0, each.loss > 0) for each in judged.moves]
        turns = solved.go_first, solved.order_irrelevant, judged.turning_point
        return solved.best, losses, marks, turns, bool(solved.error)

    rows = [[2, 1, 2, 1, 2, 3, 3], [1, 1, 2, 2, 1, 1, 1], [2, 2, 3, 1, 0, 2, 2], [-1, 0, 1, 0]]
    opponents = ("greedy left trembling 1/3", "optimal trembling 1/10", "random")
    asked = list(product(rows, opponents, ("take 1", "take 1-2", "take 1-2, score rest")))
    expected = [judged(*each) for each in asked]
    monkeypatch.setattr(limits, "MAX_CARDS_EXACT_BY_CHANCE", 3)
    for each, exact in zip(asked, expected, strict=True):
        assert judged(*each) == (*exact[:-1], True), each


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
    monkeypatch.setattr(limits, "MAX_DECISIONS", 4 * 5 // 2 - 1)
    by_rules = solve([8, 15, 3, 7], "greedy", rules="take 1-2")
    searched = solve([8, 15, 3, 7], "greedy", rules="take 1-2", method="top-down")
    assert (by_rules.first, by_rules.line) == (searched.first, None)
    refused = r"^the moves in all positions of 4 cards take \d+ bytes: give at most 3 cards$"
    with pytest.raises(twoends.MethodError, match=refused):
        bottom_up.BottomUp(Row.of([8, 15, 3, 7]), twoends.opponent("greedy")).policy(Game([8, 15, 3, 7]).book)
    ended = match([8, 15, 3, 7], "greedy", "greedy").game
    monkeypatch.setattr(limits, "MAX_VALUES", 2 + 2 + 2 + 1)
    assert review(ended).you.loss == 7
    monkeypatch.setattr(limits, "MAX_VALUES", 2 + 2 + 2)
    with pytest.raises(
        twoends.MethodError, match=r"^5 states have 7 moves; the limit is 6: give fewer cards$"
    ):
        review(ended)


def test_a_search_restores_the_recursion_limit() -> None:
    def fails(position: Position) -> Move:
        assert sys.getrecursionlimit() > before, "it was not raised at all"
        raise ArithmeticError

    before = sys.getrecursionlimit()
    solve(list(range(100)), method="top-down")
    assert sys.getrecursionlimit() == before
    solve(Board.of(list(range(60))), "greedy")
    assert sys.getrecursionlimit() == before
    with pytest.raises(twoends.OpponentError):
        solve(list(range(100)), fails, method="top-down")
    assert sys.getrecursionlimit() == before


def test_searches_in_several_threads_restore_the_recursion_limit() -> None:
    before, rows = sys.getrecursionlimit(), [list(range(n)) for n in (30, 120, 60, 90)]
    with ThreadPoolExecutor(4) as pool:
        totals = list(pool.map(lambda row: solve(row, "greedy", method="top-down").first, rows))
    assert totals == [solve(row, "greedy").first for row in rows]
    assert sys.getrecursionlimit() == before


# --- positions --------------------------------------------------------------------------------------


TEXTS = "5 6 7 8", "circle 5 6 7 8", "5 6 | 7 8 9", "[5 6 7 | 8 9]", "1 | [2 | 3]", "[2 | 3 4", "board"
SHAPES = [*map(parse, TEXTS), Row.of([]), Circle([])]


def legal(shape: Any, left: Left) -> list[Any]:
    """The ends of what is left, in their order."""
    if isinstance(shape, Board):
        open_now = (part.open[: len(cards)] for part, (cards, _) in zip(shape.components, left, strict=True))
        return [Move(side.end, row=number) for number, sides in enumerate(open_now) for side in sides]
    [(cards, sides)] = left
    return list(map(Move, range(len(cards))) if sides == "O" else (LEFT, RIGHT)[: len(cards)])


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_a_shape_has_remaining_cards_moves_and_places_in_every_position(shape: Any) -> None:
    numbers = iter(range(len(shape)))
    places: Left = tuple((tuple(next(numbers) for _ in cards), sides) for cards, sides in dealt(shape))
    games: list[tuple[tuple[Any, ...], tuple[Any, ...], Left]] = [((), (), places)]
    for ends, taken, left in games:  # it grows during the loop
        where, game = f"{shape!r} after {ends}", Game(shape, True, ends)
        assert game.ends == ends, where
        assert game.places == list(taken), where
        assert list(game.moves()) == legal(shape, left), where
        laid = [tuple(lane.places) for lane in shape.lanes(game.remaining)]
        assert laid == [cards for cards, _ in left], f"{where}: {laid}"
        values: Any = shape.cards.values
        assert list(game.rest.cards.values) == [values[place] for cards, _ in left for place in cards], where
        earned = [values[place] for place in taken]
        assert (game.over, game.earned) == (not legal(shape, left), earned), where
        assert (game.yours, game.theirs) == (sum(earned[::2]), sum(earned[1::2])), where
        assert game.states[-1] == game.state, where
        for end, (place, after) in zip(legal(shape, left), steps(left), strict=True):
            played: Any = (*ends, end)
            assert game.card(end) == shape.cards.given[int(place)], f"{where}, {end}"
            assert game.play(end) == Game(shape, True, played), f"{where}, {end}"
            assert game.play(end).state == Game(shape, True, played).state, f"{where}, {end}"
            games.append((played, (*taken, place), after))
