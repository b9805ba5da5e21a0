"""One function solves every shape: a board of one row is that row, and texts round-trip."""

from __future__ import annotations

import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twoends import (
    LEFT,
    RIGHT,
    Board,
    Circle,
    Component,
    End,
    Game,
    OpponentError,
    Position,
    Row,
    Side,
    match,
    optimal_lines,
    parse,
    solve,
    write,
)
from twoends.views.summaries import summary
from twoends.views.words import verdict

BUILT_IN = ["optimal", "greedy right", "greedy left", "modest right", "modest left", "generous", "random"]
STEADY = BUILT_IN[:-1]

values = st.one_of(
    st.integers(-9, 9),
    st.integers(-(10**30), 10**30),
    st.fractions(-9, 9, max_denominator=9),
)
decimals = st.decimals(-9, 9, places=2, allow_nan=False)
floats = st.floats(-9, 9, allow_nan=False)
rows = st.one_of(*(st.lists(kind, max_size=6) for kind in (values, decimals, floats)))


@settings(max_examples=25)
@given(rows, st.sampled_from(STEADY))
def test_a_game_is_solved_as_its_remaining_cards(row: list[Any], opponent: str) -> None:
    for taken in ((), (LEFT,), (RIGHT, LEFT))[: len(row) + 1]:
        for shape, ends in (
            (Row.of(row), taken),
            (Board.of(*[row] * bool(row)), [End(0, side) for side in taken]),
        ):
            game = Game(shape, True, tuple(ends), opponent)
            whole, rest = solve(game), solve(game.rest, opponent)
            names = ["first", "second", "margin_first", "sum", "go_first"]
            if len(game.rest) or not isinstance(shape, Board):
                names += ["line"] if game.mover == "opponent" else ["line", "moves", "best"]
            for name in names:
                assert getattr(whole, name) == getattr(rest, name), (row, taken, opponent, name)
            assert whole.opponent == game.opponent
            assert whole.game is game


def test_a_custom_player_sees_the_whole_row_of_a_game_in_progress() -> None:
    seen: set[int] = set()

    def looks_back(position: Any) -> Side:
        seen.add(len(position.values))
        return LEFT if position.values[0] == 8 else RIGHT

    rest = solve(Game([8, 15, 3, 7], True, (LEFT,), looks_back))
    assert seen == {4}
    assert rest.second == 7, "they take the 15 because an 8 was there; without it the 7"


@pytest.mark.parametrize(
    ("shape", "ends", "row", "left"),
    [
        (Row.of([8, 15, 3, 7]), [], [8, 15, 3, 7], (0, 4)),
        (Row.of([8, 15, 3, 7, 1]), [LEFT, RIGHT], [8, 15, 3, 7, 1], (1, 4)),
        (Circle([2, 8, 1, 10, 9]), [3], [2, 8, 1, 10, 9] * 2, (4, 8)),
        (Circle([2, 8, 1, 10, 9]), [3, LEFT, RIGHT], [2, 8, 1, 10, 9] * 2, (5, 7)),
    ],
)
def test_a_custom_player_sees_its_place_in_the_row(
    shape: Any, ends: list[Any], row: list[int], left: tuple[int, int]
) -> None:
    seen: set[tuple[int, int]] = set()

    def looks(position: Position) -> Side:
        assert position.mover == "opponent"
        assert list(position.values) == row
        seen.add((position.start, position.stop))
        return LEFT

    solve(Game(shape, True, ends, looks))
    start, stop = left
    assert seen == {(i, j) for i in range(start, stop - 1) for j in range(i + 2, stop + 1)}


def test_a_custom_player_of_rows_plays_on_circles_but_not_on_boards() -> None:
    def lefty(position: Position) -> Side:
        return LEFT

    around = solve(Circle([3, 1, 2, 9]), lefty)
    assert (around.first, around.second) == (12, None), "3, and the 9 that the 1 leaves"
    with pytest.raises(OpponentError, match=r"answered LEFT: a player must return a legal move, here End\("):
        solve(parse("1 2 | 3"), lefty)


# --- text --------------------------------------------------------------------------------------

shapes = st.one_of(
    rows.map(Row.of),
    rows.map(Circle),
    st.lists(
        st.tuples(
            st.lists(st.integers(-9, 9), min_size=1, max_size=4),
            st.sampled_from([(LEFT, RIGHT), (LEFT,), (RIGHT,)]),
        ).map(lambda part: Component(*part)),
        max_size=4,
    ).map(lambda parts: Board.of(*parts)),
)


exact = shapes.filter(lambda shape: shape.cards.kind != "float")  # a float comes back as a decimal


@settings(max_examples=40)
@given(exact, st.booleans(), st.sampled_from([*BUILT_IN, "random 1/3", "optimal trembling 1/10"]), st.data())
def test_a_game_on_any_shape_round_trips_as_text(
    shape: Any, you_first: bool, opponent: str, data: st.DataObject
) -> None:
    game = Game(shape, you_first, (), opponent)
    for _ in range(data.draw(st.integers(0, len(shape)))):
        game = game.play(data.draw(st.sampled_from(game.moves())))
    back = parse(write(game))
    assert isinstance(back, Game)
    assert write(back) == write(game)
    assert parse(write(shape)) == back.shape
    assert (type(back.shape), back.shape.cards.values) == (type(shape), shape.cards.values)
    assert (back.ends, back.you_first, back.opponent) == (game.ends, you_first, game.opponent)
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[8 15 3 7]", Row),
        ("(8, 15)", Row),
        ("[8 15 3 7", Board),
        ("8 15]", Board),
        ("8 | 15", Board),
        ("[8 | 15]", Board),
        ("board 8 15", Board),
        ("board [8 15", Board),
        ("board", Board),
        ("circle 8 15", Circle),
        ("circle", Circle),
        ("circle [8, 15]", Circle),
        ("[]", Row),
        ("3/4 1/2", Row),
        ("- / first / -", Game),
        ("circle 8 15 / second / -", Game),
    ],
)
def test_the_notation_determines_the_shape(text: str, kind: type) -> None:
    assert type(parse(text)) is kind


# --- lines and matches -------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=5), st.sampled_from(STEADY), st.booleans())
def test_every_optimal_line_of_a_circle_replays_to_its_total(
    row: list[int], opponent: str, you_first: bool
) -> None:
    circle = Circle(row)
    solution = solve(circle, opponent)
    lines = list(optimal_lines(circle, opponent, you_first=you_first))
    assert len({str(line) for line in lines}) == len(lines)
    assert optimal_lines(circle, opponent, you_first=you_first).count == len(lines)
    for line in lines:
        game = Game(circle, you_first, tuple(line))
        assert game.over
        assert game.yours == (solution.first if you_first else solution.second), (row, opponent, str(line))
    if you_first:
        assert {line[0] for line in lines} == set(solution.best)


@settings(max_examples=30)
@given(shapes, st.sampled_from(STEADY), st.booleans())
def test_a_best_player_gets_the_promised_total_on_any_shape(
    shape: Any, opponent: str, best_first: bool
) -> None:
    if len(shape) > 7:
        return
    seats = ("best", opponent) if best_first else (opponent, "best")
    played = match(shape, *seats)
    solution = solve(shape, opponent)
    promised = solution.first if best_first else solution.second
    assert shape.cards.show(played.game.yours) == promised, (write(shape), opponent)
    assert played.game.over
    assert played.seed is None


# --- exact comparisons -------------------------------------------------------------------------


def test_no_comparison_uses_a_rounded_number() -> None:
    circle = solve(Circle([0.1, 0.2, 0.8, 0.7, 0.2]))
    assert circle.best == tuple(move.end for move in circle.moves if move.loss == 0) == (2,)
    board = solve(Board.of([0.1, 0.4, 0.3]))
    assert board.go_first == (board.winner != "opponent")
    assert board.go_first == solve([0.1, 0.4, 0.3]).go_first
    tiny = solve([5e-324, 1.0, 1.0, 0.0])
    exact = solve([Fraction(value) for value in (5e-324, 1.0, 1.0, 0.0)])
    assert tiny.best == exact.best


def test_a_loss_below_the_smallest_float_is_a_loss() -> None:
    row = [5e-324, 5e-324, 5e-324, 1e-323]
    exact = solve([Fraction(value) for value in row], "random")
    assert solve(row, "random").best == exact.best, "the loss is half of the smallest float"


def test_a_decimal_margin_keeps_all_its_digits() -> None:
    row = [0, Decimal("100000000000000000000000000000.5"), Decimal("0.25")]
    solution = solve(row)
    assert solution.margin_first == Decimal("-100000000000000000000000000000.25")
    assert "100000000000000000000000000000.25" in summary(solution)
    assert verdict(solution.margin_first, solution.opponent).endswith("by 100000000000000000000000000000.25")
