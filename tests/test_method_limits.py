"""The largest inputs of each method; no method changes the interpreter's recursion limit for good."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from oracle import REPLIES, Oracle
from twoends import Board, MethodError, OpponentError, opponent, solve
from twoends.solvers import bottom_up, search


@pytest.mark.parametrize("method", ["exhaustive", "top-down"])
def test_a_search_takes_as_many_cards_as_its_limit_allows(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_POSITIONS", 28)
    monkeypatch.setattr(search, "MOST_GAMES", 32)
    assert solve([1] * 6, "greedy", method=method).first == 3
    with pytest.raises(
        MethodError, match=r"the limit is [0-9]+: give fewer cards, or choose another method$"
    ):
        solve([1] * 7, "greedy", method=method)


def test_totals_are_computed_even_if_a_line_would_take_too_much_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bottom_up, "MOST_CARDS_OF_A_POLICY", 3)
    solution = solve([8, 15, 3, 7], "greedy")
    assert (solution.first, solution.moves[0].total) == (22, 22)
    with pytest.raises(MethodError, match="give at most 3 cards"):
        _ = solution.line


def test_a_table_has_every_position_even_those_without_cards() -> None:
    row = (8, 15, 3)
    known, oracle = bottom_up.table(row, opponent("greedy")), Oracle(row, REPLIES["greedy right"])
    for length in range(4):
        starts = range(4 - length)
        assert known.yours[length] == tuple(oracle.f(i, i + length) for i in starts)
        assert known.theirs[length] == tuple(oracle.g(i, i + length) for i in starts)
        best = [{str(side) for side in sides} for sides in known.best[length]]
        assert best == [oracle.best(i, i + length) if length else set() for i in starts]


def test_a_search_restores_the_recursion_limit() -> None:
    def fails(left: int, right: int, after_left: int, after_right: int) -> int:
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
    assert solution.line is not None
    assert len(solution.line) == len(row)
    start, stop, totals, turn = 0, len(row), [0, 0], 0
    for count, side in solution.line.runs:
        for _ in range(count):
            if str(side) == "L":
                totals[turn] += row[start]
                start += 1
            else:
                stop -= 1
                totals[turn] += row[stop]
            turn = 1 - turn
    assert totals == [solution.first, solution.second]


def test_searches_in_several_threads_restore_the_recursion_limit() -> None:
    before, rows = sys.getrecursionlimit(), [list(range(n)) for n in (30, 120, 60, 90)]
    with ThreadPoolExecutor(4) as pool:
        totals = list(pool.map(lambda row: solve(row, "greedy", method="top-down").first, rows))
    assert totals == [solve(row, "greedy").first for row in rows]
    assert sys.getrecursionlimit() == before
