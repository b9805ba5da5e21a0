"""Intervals and urgencies against the recurrence; losses of games; all optimal lines."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from shapes_oracle import STEADY, Left, dealt, on_a_row, played, steps
from twoends.answers.lines import graph, optimal_lines
from twoends.answers.solution import solve
from twoends.engine import contraction
from twoends.engine.oracle import oracle
from twoends.rules.circles import Circle
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT
from twoends.rules.numbers import Exact
from twoends.rules.rows import Row
from twoends.rules.shapes import Shape

SMALL_ROWS = [row for n in range(5) for row in product((-1, 0, 1, 2), repeat=n)]
RANDOM = Random(1)
LONG_ROWS: list[list[Exact]] = [
    [make(RANDOM) for _ in range(14)]
    for make in (
        lambda random: random.randint(-3, 3),
        lambda random: random.randint(-(10**30), 10**30),
        lambda random: Fraction(random.randint(-9, 9), random.randint(1, 6)),
    )
    for _ in range(8)
]


def check_all_intervals(values: Sequence[Exact]) -> None:
    of_values, n = oracle(values), len(values)

    def margin(i: int, j: int) -> Any:
        return 2 * on_a_row(values[i:j], "optimal") - sum(values[i:j])

    for i in range(n + 1):
        assert of_values.best(i, i) is None
        for j in range(i, n + 1):
            expected, got = margin(i, j), of_values.margin(i, j)
            assert got == expected, f"{values} [{i}, {j}): expected {expected}, got {got}"
            if i < j:
                lost = {
                    LEFT: Fraction(expected - values[i] + margin(i + 1, j)) / 2,
                    RIGHT: Fraction(expected - values[j - 1] + margin(i, j - 1)) / 2,
                }
                assert {side: of_values.loss(i, j, side) for side in lost} == lost, f"{values} [{i}, {j})"
                liked = (LEFT,) if j - i == 1 else tuple(side for side in lost if not lost[side])
                assert of_values.optimal(i, j) == liked, f"{values} [{i}, {j})"
                best = of_values.best(i, j)
                assert best is not None, f"{values} [{i}, {j}): no side is named"
                assert lost[best] == 0, f"{values} [{i}, {j})"
                if of_values.left[i] == of_values.right[j - 1]:
                    assert best == LEFT, f"{values} [{i}, {j}): of equal urgencies the left one"
                    assert lost == {LEFT: 0, RIGHT: 0}, f"{values} [{i}, {j}): both are best"


def test_every_interval_of_every_row_has_its_margin_and_losses() -> None:
    for values in (*SMALL_ROWS, *LONG_ROWS):
        check_all_intervals(values)


# --- games and lines ---------------------------------------------------------------------------


def every_line(left: Left, name: str, your_turn: bool) -> list[str]:
    """Every optimal line on a row or a circle, in alphabetical order."""
    moves = steps(left)
    if not moves:
        return [""]
    ends = [f"{at} " for at in range(len(moves))] if left[0][1] == "O" else "LR"
    rests = (
        (at, rest)
        for at in played(left, name, your_turn)
        for rest in every_line(moves[at][1], name, not your_turn)
    )
    return [(ends[at] + rest).strip() for at, rest in rests]


@pytest.mark.parametrize("who", ["optimal", "greedy right", "modest left", "generous random"])
def test_optimal_lines_are_those_of_an_enumeration(who: str) -> None:
    name = who.removesuffix(" random")  # whose tie rule is ignored
    rows: list[Shape] = [Row.of(each) for each in (*product((0, 1), repeat=4), *SMALL_ROWS[::20], (2,) * 7)]
    circles = [Circle(each) for each in ([2, 8, 1, 10, 9], [1, 1, 0, 1], [3], [])]
    for shape in (*rows, *circles):
        for you_first in (True, False):
            expected = every_line(dealt(shape), name, you_first)
            lines = optimal_lines(shape, who, you_first=you_first)
            assert lines.count == len(expected), f"{shape} against {name}: got {lines.count}"
            assert [str(line) for line in lines] == expected, f"{shape} against {name}"
            for end, (_, rest) in zip(Game(shape).moves(), steps(dealt(shape)), strict=True):
                begun = optimal_lines(Game(shape, you_first, [end], who))
                assert [str(line) for line in begun] == every_line(rest, name, not you_first), f"{begun.game}"
            solution = solve(shape, who)
            assert str(solution.line if you_first else solution.line_second) in expected


def test_the_lines_of_equal_cards_are_counted_exactly_and_drawn_evenly() -> None:
    lines = optimal_lines([1] * 60)
    assert lines.count == 2**59
    assert lines.random(seed=7) == lines.random(seed=7) != lines.random(seed=8)
    few = optimal_lines([1] * 4)
    drawn = [str(few.random(seed)) for seed in range(400)]
    assert {line: round(drawn.count(line) / 50) for line in map(str, few)} == dict.fromkeys(map(str, few), 1)


@pytest.mark.parametrize("name", [*STEADY, "random", "greedy left trembling 1/4"])
@pytest.mark.parametrize("you_first", [True, False])
def test_a_graph_has_every_position_its_total_and_the_moves_that_are_played(
    name: str, you_first: bool
) -> None:
    """All of your best moves, and all that the opponent intends, none if every move is random."""
    for row in ([8, 15, 3, 7, 1], [2, 2, 1, 2, 2], [0, 3, 3]):
        n = len(row)
        nodes = graph(Game(row, you_first, opponent=name))
        assert [node.state.remaining for node in nodes] == [
            *((i, i + length) for length in range(n, 0, -1) for i in range(n - length, -1, -1)),
            *((i, i) for i in range(n, 0, -1)),
        ]
        for node in nodes:
            i, j = node.state.remaining
            assert node.cards == tuple(row[i:j])
            assert [edge.to.remaining for edge in node.edges] == [(i + 1, j), (i, j - 1)][: j - i]
            assert node.mover == ("you" if ((n - (j - i)) % 2 == 0) == you_first else "opponent")
            assert node.total == on_a_row(node.cards, name, node.mover == "you")
            if i < j:
                none = name == "random" and node.mover == "opponent"
                of_cards = () if none else played(((tuple(row[i:j]), "LR"),), name, node.mover == "you")
                assert {str(edge.move) for edge in node.edges if edge.played} == {"LR"[at] for at in of_cards}


def test_folds_lead_step_by_step_to_the_reduced_row() -> None:
    for row in (*SMALL_ROWS, *product((-1, 0, 1, 2), repeat=6), *LONG_ROWS):
        *_, (state, last) = contraction.folds(Row.of(row))
        assert last is None
        assert [(coin.value, coin.stop - coin.start) for coin in state] == contraction.reduce(row)
        for coin in state:
            cards = row[coin.start : coin.stop]
            assert coin.value == sum(cards[::2]) - sum(cards[1::2])
