"""A limit may be reached; one more is refused in a sentence, or shortened in text."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from command_line import run
from twoends import (
    LEFT,
    RIGHT,
    Board,
    Circle,
    Game,
    Row,
    Rules,
    TwoEndsError,
    contraction,
    deal,
    opponent,
    optimal_lines,
    oracle,
    parse,
    review,
    solve,
    solve_rows,
    table,
)
from twoends.answers.lines import graph
from twoends.puzzles import puzzle
from twoends.puzzles.depths import has_depth
from twoends.reading.sources import read_format
from twoends.rules import limits
from twoends.rules.moves import Line
from twoends.rules.shapes import Shape
from twoends.rules.text import parse_value
from twoends.views.explain import contraction_text, table_text
from twoends.views.scoresheet import review_text
from twoends.views.summaries import summary

Ask = Callable[[int], object]

LIMITS: tuple[tuple[Ask, int, str], ...] = (
    (lambda n: table_text(table(range(n))), 52, "a table of 53 cards is too wide to read: "),
    (lambda n: contraction_text(contraction(range(n))), 52, "a contraction of 53 cards is too wide "),
    (lambda n: contraction([3, 1] * (n // 2) + [5] * (n % 2)), 2000, "give at most 2,000 cards"),
    (lambda n: graph(Game(range(n)), 230), 20, "a graph of more than 230 positions is too large "),
    (lambda n: Rules.of(f"turns A{(n - 1) * 'B'}"), 100, "at most 100 letters"),
    (lambda n: Rules.of(f"stop {n}"), 10**9, "play may stop after 1 to 1,000,000,000 moves"),
    (lambda n: Rules.of(f"score {n}/-{n}"), 10**9, "too many or too large weights"),
    (lambda n: Rules.of(f"score {'1/' * (n - 1)}1"), 1000, "too many or too large weights"),
    (lambda n: Rules.of(f"take {n}"), 10**9 - 1, "'take 1000000000' is not a valid rule"),
    (lambda n: puzzle(1, length=n), 16, "the length is 17: give a whole number from 3 to 16"),
    (lambda n: puzzle(1, length=4, depth=n), 4, "the depth is 5: give a whole number from 1 to 4"),
    (lambda n: puzzle(n, length=3, depth=1), 10**18, "the seed is 1000000000000000001: give"),
    (lambda n: has_depth(Game(range(n), rules="take 2"), 1), 16, "needs at most 16 cards, not 17"),
    (deal, 52, "a deck has 52 cards, not 53"),
    (lambda n: parse(f"1 {'9' * n}"), 1000, "has more than 1000 digits: write a shorter number"),
    (lambda n: [*read_format("cases", ["1 1", "9" * n], "in")], 1000, "in, line 2, case 1: "),
    (lambda n: parse_value(f"1e{1:0{n - 1}}"), 9, "has more than 1000 digits written out"),
    (lambda n: parse(f"circle 5 6 / first / {1:0{n}}"), 1000, "write the index from 0 of the card"),
    (lambda n: parse(f"1 2 3 / first / {n}L"), 3, "move 4 has no card to take: there are 3"),
    (lambda n: parse(f"1/{2**n} 1/{5**1000}"), 999, "the common denominator has more than 1000 digits"),
    (lambda n: opponent(f"greedy trembling 1/{n}"), 10**18, "has a denominator of more than 18 digits"),
    (lambda n: solve([10**400, *[0] * (n - 1)], "random"), 200, "over more than 200 cards is computed in"),
    (lambda n: solve([n * 2**970, *[0] * 200], "random"), 2**53 - 1, "the values leave their range"),
    (lambda n: solve([1] * 201, "random", rules=f"score 2^turn, stop {n}"), 192, "more than floats can hold"),
    (lambda n: solve_rows(np.array([[n * 2.0**970] * 2])), 2**53 - 1, "row 1: the sum leaves the range"),
    (lambda n: Row.of([n * 2.0**970, n * -(2.0**970)]), 2**53 - 1, "the sum leaves the range of a float"),
)


@pytest.mark.parametrize(
    ("ask", "most", "message"), LIMITS, ids=[f"{most}-{message}" for _, most, message in LIMITS]
)
def test_a_limit_may_be_reached_and_not_passed(ask: Ask, most: int, message: str) -> None:
    assert ask(most) is not None
    with pytest.raises(TwoEndsError) as fault:
        ask(most + 1)
    assert message in str(fault.value)


LOWERED: tuple[tuple[str, int, Ask, int, str], ...] = (
    ("MAX_STEPS_OF_A_TABLE", 160, lambda n: table([1] * n, rules="take 1-2"), 5, "takes too long"),
    ("MAX_CARDS_OF_A_TABLE", 6, lambda n: table([1] * n), 6, "of 7 cards has 56 cells: give at most 6"),
    # Six with cards, three with none:
    ("MAX_POSITIONS_ON_LINES", 9, lambda n: optimal_lines([2] * n), 3, "more than 9 positions lie on"),
    ("MAX_POSITIONS", 21 + 7, lambda n: solve([1] * n, "greedy", method="top-down"), 6, "the limit is 28:"),
    ("MAX_GAMES", 2**5, lambda n: solve([1] * n, "greedy", method="exhaustive"), 6, "the limit is 32:"),
    # The number of ways up five steps of one or two:
    ("MAX_GAMES_BY_RULES", 8, lambda n: solve([1] * n, rules="take 1-2 left", method="exhaustive"), 5,
     "would play at least 11 games; the limit is 8"),
)  # fmt: skip
"""Limits that take seconds to reach: a lower value in their place, and what it limits."""


@pytest.mark.parametrize(
    ("limit", "value", "ask", "most", "message"), LOWERED, ids=[limit for limit, *_ in LOWERED]
)
def test_a_lowered_limit_may_be_reached_and_not_passed(
    limit: str, value: int, ask: Ask, most: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, limit, value)
    test_a_limit_may_be_reached_and_not_passed(ask, most, message)


def refused_move(shape: Shape) -> str:
    with pytest.raises(TwoEndsError) as fault:
        Game(shape).play("up")
    return str(fault.value)


SHOWN: tuple[tuple[Callable[[int], str], int, str, str], ...] = (
    (lambda n: summary(solve(range(n))), 12, "RL   you 11 + 9 + ", "RRL\n"),
    (lambda n: summary(solve(range(n))), 24, "  0 1 2 3 4 5 6 7 8 9 10 11 12", "8 9 10 11 12 13 14 15 … "),
    (lambda n: summary(solve(range(n))), 200, ", leaves them the 199 and costs", ", 0, costs"),
    (lambda n: summary(solve(Board.of(*[[1]] * n))), 4, "end of component 3.", "of 5 equal ends, counted"),
    (lambda n: table_text(table([0] * n, rules="take any left")), 3, "L L2 L3", "L L2 L3 …"),
    (lambda n: review_text(review(parse(f"{'1 ' * n}/ first / {'L' * n}"))), 60, "  60  ", "61 of 61 moves"),
    (
        lambda n: review_text(review(Game(range(90), True, [LEFT] * n + [RIGHT] * (90 - n)))),
        30,
        "(60 of 90 moves were best)",
        "; the costliest 30 of 31 mistakes are listed)",
    ),
    (
        lambda n: run("play", *map(str, range(n)), stdin="q\n").out,
        24,
        "\n[0] 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 [23]\n",
        "\n[0] 1 2 3 4 5 6 7 8 9 10 11 … 1 more … 13 14 15 16 17 18 19 20 21 22 23 [24]\n",
    ),
    (lambda n: repr(Line.of([LEFT] * n)), 60, "LLL)", "(61L)"),
    (lambda n: repr(Line.of((([LEFT] * 9 + [RIGHT] * 9) * 20)[: 9 * n])), 20, "9L 9R)", "9L 9R …)"),
    (lambda n: refused_move(Circle(range(n))), 8, "0, 1, 2, 3, 4, 5, 6, 7\n", "5, 6, 7, …"),
    (lambda n: repr(Row.of(range(n))), 40, "18 19 20 21", "18 19 … 36 37 38 39 40, 41 values"),
    (lambda n: repr(oracle(range(n))), 40, "18, 19, 20, 21", "18, 19, …, 36, 37, 38, 39, 40)"),
)


@pytest.mark.parametrize(
    ("show", "most", "complete", "shortened"), SHOWN, ids=[shortened for *_, shortened in SHOWN]
)
def test_text_is_complete_up_to_its_limit_and_shortened_beyond(
    show: Callable[[int], str], most: int, complete: str, shortened: str
) -> None:
    assert complete in f"  {show(most)}\n"
    assert shortened not in f"{show(most)}\n"
    assert shortened in f"{show(most + 1)}\n"


def test_moves_are_counted_before_they_are_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    for moves in ("999999999xL1", "9999999xL1 2xR1"):
        with pytest.raises(TwoEndsError, match=r"^a game has at most 10,000,000 moves: shorten the runs$"):
            parse(f"1 2 / take 1-2 / first / {moves}")
    monkeypatch.setattr("twoends.rules.limits.MAX_MOVES", 3)
    assert isinstance(parse("1 2 3 / take 1-2 / first / 2xL1 L1"), Game)
