"""Intervals and urgencies against the recurrence; losses of games; all optimal lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oracle import REPLIES, STEADY, Oracle
from shapes_oracle import REPLIES as ON_ROWS
from shapes_oracle import Left, best_total, dealt, steps
from test_methods import rows
from twoends.answers.lines import optimal_lines
from twoends.answers.policies import choices
from twoends.answers.solution import solve
from twoends.engine import contraction
from twoends.engine.oracle import oracle
from twoends.rules.boards import Board
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT
from twoends.rules.notation import parse_game
from twoends.rules.numbers import Exact
from twoends.rules.rows import Row
from twoends.rules.rulebook import State

SMALL_ROWS = [row for n in range(6) for row in product((-1, 0, 1, 2), repeat=n)]
values_of_any_kind = st.one_of(
    st.lists(st.integers(-3, 3), max_size=14),
    st.lists(st.integers(-(10**30), 10**30), max_size=14),
    st.lists(st.fractions(-2, 2, max_denominator=6), max_size=10),
)


def margin_of(values: Sequence[Exact]) -> Callable[[int, int], Exact]:
    """The mover's margin on every interval, straight from the recurrence."""
    of_row = Oracle(values, REPLIES["optimal"])
    return lambda i, j: 2 * of_row.f(i, j) - sum(values[i:j])


def check_all_intervals(values: Sequence[Exact]) -> None:
    margin, of_values, n = margin_of(values), oracle(values), len(values)
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


def test_every_interval_of_every_small_row_has_its_margin_and_losses() -> None:
    for values in SMALL_ROWS:
        check_all_intervals(values)


@given(values_of_any_kind)
def test_every_interval_of_any_row_has_its_margin_and_losses(values: list[Exact]) -> None:
    check_all_intervals(values)


# --- games and lines ---------------------------------------------------------------------------


def every_line(left: Left, name: str, your_turn: bool) -> list[str]:
    """Every optimal line on a row, in alphabetical order."""
    moves, total = steps(left), best_total(left, name, your_turn)
    if not moves:
        return [""]
    cards, after = [card for card, _ in moves], [best_total(rest, name, not your_turn) for _, rest in moves]
    if your_turn:
        played = [at for at, card in enumerate(cards) if card + after[at] == total]
    elif name in ("optimal", "generous"):
        played = [at for at in range(len(moves)) if after[at] == total]
    else:
        played = [int(ON_ROWS[name](cards, list(range(len(moves)))))]
    return ["LR"[at] + rest for at in played for rest in every_line(moves[at][1], name, not your_turn)]


@pytest.mark.parametrize(
    "name", ["optimal", "greedy right", "greedy left", "modest right", "modest left", "generous"]
)
def test_optimal_lines_are_those_of_an_enumeration(name: str) -> None:
    random = Random(4)
    rows = [*product((0, 1), repeat=4), *random.sample(SMALL_ROWS, 30), (2,) * 7]
    for values in rows:
        for you_first in (True, False):
            expected = every_line(dealt(Row.of(values)), name, you_first)
            lines = optimal_lines(values, name, you_first=you_first)
            assert lines.count == len(expected), f"{values} against {name}: got {lines.count}"
            assert [str(line) for line in lines] == expected, f"{values} against {name}"
            solution = solve(values, name)
            assert str(solution.line if you_first else solution.line_second) in expected


def test_the_lines_of_equal_cards_are_counted_exactly_and_drawn_evenly() -> None:
    lines = optimal_lines([1] * 100)
    assert lines.count == 2**99
    assert lines.random(seed=7) == lines.random(seed=7) != lines.random(seed=8)
    few = optimal_lines([1] * 4)
    drawn = [str(few.random(seed)) for seed in range(400)]
    assert {line: round(drawn.count(line) / 50) for line in map(str, few)} == dict.fromkeys(map(str, few), 1)
    with pytest.raises(MethodError, match="there is no line 8"):
        few.line(8)


def test_lines_by_other_rules_say_how_many_cards_each_move_takes_and_where() -> None:
    for shape, rules in ((Row.of([1, 5, 2]), "take 1-2"), (Board.of([1, 5], [2]), "take 1-2")):
        game = Game(shape, rules=rules)
        written = [str(line) for line in optimal_lines(game)]
        for text in written:
            assert parse_game(f"{game.shape} / {rules} / first / {text}").over
        assert str(solve(game).line) in written


# --- policies, folds and what an oracle shows --------------------------------------------------


@given(row=rows)
@example(row=[2, 2, 1])
@example(row=[1, 2, 2])
def test_folds_lead_step_by_step_to_the_reduced_row(row: list[int]) -> None:
    *_, (state, last) = contraction.folds(Row.of(row))
    assert last is None
    assert [(coin.value, coin.stop - coin.start) for coin in state] == contraction.reduce(row)
    for coin in state:
        cards = row[coin.start : coin.stop]
        assert coin.value == sum(cards[::2]) - sum(cards[1::2])


@given(row=st.lists(st.integers(-3, 3), max_size=10), name=st.sampled_from(STEADY), you_first=st.booleans())
def test_the_policy_plays_best_and_intended_moves_at_every_position(
    row: list[int], name: str, you_first: bool
) -> None:
    game = Game(row, you_first, (), name)
    chosen, book = choices(game), game.book
    oracle = Oracle(row, REPLIES[name])
    for j in range(1, len(row) + 1):
        for i in range(j):
            if ((len(row) - (j - i)) % 2 == 0) == you_first:
                state = State((i, j), len(row) - (j - i))
                assert {str(side) for side in chosen(state)} == oracle.best(i, j)
                assert book.mover(state) == "you"
            elif j - i > 1:
                after = {"L": oracle.f(i + 1, j), "R": oracle.f(i, j - 1)}
                state = State((i, j), len(row) - (j - i))
                assert {after[str(side)] for side in chosen(state)} == {oracle.g(i, j)}


def test_an_oracle_of_a_long_row_shows_the_first_and_last_urgencies() -> None:
    assert repr(oracle([1])) == "Oracle(left=(1,), right=(1,))"
    assert repr(oracle([1] * 40)).count(",") == 2 * 39 + 1
    first = ", ".join(map(str, range(20)))
    assert repr(oracle(range(41))) == (
        f"Oracle(left=({first}, …, 36, 37, 38, 39, 40), right=({first}, …, 36, 37, 38, 39, 40))"
    )
