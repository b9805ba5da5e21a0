"""Numbers, sentences, columns and tables of text at their limits, as data/texts.txt has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

import twoends
from expected import is_expected
from twoends import Board, Circle, Game, Line, Row, contraction, opponent, parse, solve, table
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.notation import parse_shape
from twoends.rules.rulebook import Position
from twoends.views.columns import columns, wrapped
from twoends.views.explain import chessboard_text, contraction_text, table_text
from twoends.views.numbers import brief, card_text, form_of, number, signed, sparkline
from twoends.views.pictures import Note, Picture, Tile, picture
from twoends.views.words import (
    end_text,
    face_values,
    line_text,
    opponent_text,
    shape_text,
    verdict,
)  # fmt: skip

F, D = Fraction, Decimal

# Values of a report, the error of its floats, and numbers in it.
FORMS: tuple[tuple[list[Any], float, list[Any]], ...] = (
    ([], 0, [F(1, 101)]),
    ([F(1, 16), 7], 0, [F(1, 16), F(1, 3), D("2.50"), 3]),
    ([F(1, 97), F(1, 2)], 0, [F(1, 97), F(100, 97), -2]),
    ([F(1, 101), F(1, 2)], 0, [F(1, 101), F(-1, 101), F(-1, 10**6), F(10**9 + 1, 3**9), 12]),
    ([F(1, 3)], 1e-3, [0.123456, F(1, 2)]),
    ([F(1, 101)], 1e-3, [0.123456, F(1, 2)]),
)
CARDS: tuple[Any, ...] = (*map(D, ("-0.0", "2.50", "100", "1E+29", "1E+30", "1E-28", "1E-29")), F(73, 4), 7)
NUMBERS = (
    0.1 + 0.2, 1234567890123.4, F(-5, 4), F(1, 16), F(1, 32), F(1, 97), F(1, 101), F(1, 10**6),
    F(1, 10**6 + 1), F(10**40, 997),
)  # fmt: skip
SHORT_NUMBERS = (11, 0, -3, 2.5, F(12345, 97), F(-123456, 97), F(1, 10**6 + 1), 123456789012)
SPARKS: tuple[tuple[Any, int], ...] = (
    ([11, 11, 4, -3], 80), ([5, 5, 5], 80), (range(1, 9), 3), (range(100), 20),
)  # fmt: skip


def leftmost(position: Position) -> Move:
    return position.moves()[0]


OPPONENTS = (
    "human", "optimal", "greedy left", "optimal right", "greedy random", "random", "generous trembling 1/10",
    leftmost,
)  # fmt: skip
SHAPES: tuple[Any, ...] = (
    Row.of(()), Row.of(range(24)), Row.of(range(25)), Row.of(range(1000)), Circle([]), Circle(range(25)),
    Board.of(), Board.of([1], [2]), Board.of(range(49)), Board.of(range(999), [1]),
)  # fmt: skip
SIX = 6 * [(1, LEFT), (2, RIGHT)]
LINES = (
    Line.of([LEFT] * 24), Line.of([LEFT] * 25), Line.of([*[LEFT, RIGHT] * 11, LEFT, LEFT]),
    Line.of_runs([*SIX, (30, LEFT)]), Line.of_runs([*SIX[1:], (30, LEFT)]),
    replace(Line.of_runs([*SIX, (30, LEFT)]), counted=True),
)  # fmt: skip
ENDS: tuple[tuple[Any, Any], ...] = (
    (Row.of([D("2.50"), 7]), LEFT), (Board.of([1, D("2.50")]), Move("R", row=0)), (Circle([2, 8]), Move(1)),
)  # fmt: skip
VERDICTS: tuple[tuple[Any, dict[str, Any]], ...] = (
    (3, {}), (-3, {}), (0, {}), (0.5, {"error": 0.25}), (-0.6, {"error": 0.25}),
    (0, {"opponent": opponent("random")}), (2, {"opponent": opponent("random")}), (F(123456, 97), {}),
)  # fmt: skip
COURT = ("J 10h 9", "A A♠ K♦ A♥", "circle K 2", "11 12 10♠")

RECORDS = ["n", "first", "second"], [["1", "22", "11"], ["10", "", "7"]], "<>>"
LETTERS = list("abcde"), [["1"] * 5], "<<<<<"
COLUMNS: tuple[tuple[tuple[Any, ...], int | None, int], ...] = (
    *((RECORDS, width, 1) for width in (None, 17, 16, 9)), (RECORDS, 16, 2), (LETTERS, 10, 2),
)  # fmt: skip
WRAPPED = (
    ("a b c", 5), ("a b c", 4), ("abcdef gh", 3), ("  indented words here", 12),
    ("key  value one two", 12), ("a\n\nlonger line", 6), ("x  y", None),
)  # fmt: skip


def sentences() -> Iterator[tuple[str, object]]:
    """Each text, with the call that gives it."""
    for values, error, shown in FORMS:
        form = form_of(values, error)
        yield f"form of {[*map(str, values)]}, {error}", [f"{value}: {form(value)}" for value in shown]
    yield from ((f"card {card!r}", card_text(card)) for card in CARDS)
    yield from ((f"number {value!r}", number(value)) for value in NUMBERS)
    yield from ((f"8.410499633 to {error}", number(8.410499633, error)) for error in (2e-6, 1e-3, 0.5, 2.0))
    yield from ((f"short {value!r}", (brief(value), signed(value))) for value in SHORT_NUMBERS)
    yield from ((f"spark of {values}, {width}", sparkline(values, width)) for values, width in SPARKS)
    yield from ((f"opponent {who}", opponent_text(who)) for who in map(opponent, OPPONENTS))
    yield from ((f"shape {shape!r}", shape_text(shape)) for shape in SHAPES)
    yield from ((f"line {line.text():.60}", line_text(line)) for line in LINES)
    yield from ((f"{end} of {shape}", end_text(Game(shape), end)) for shape, end in ENDS)
    yield from ((f"verdict {margin} {[*more]}", verdict(margin, **more)) for margin, more in VERDICTS)
    yield from ((f"court cards {text}", face_values(parse(text))) for text in COURT)  # type: ignore[arg-type]  # no game
    yield from (
        (f"columns {cells[0]}, {width}, {keys}", columns(cells[0], cells[1], cells[2], width, keys))
        for cells, width, keys in COLUMNS
    )
    yield from ((f"{text!r} in {width}", wrapped(text, width).split("\n")) for text, width in WRAPPED)
    path = table([5, 7, 9, 1], "greedy")
    wide = table([123, 2, 1, 5, 5, 5, 5, 5, 5, 5])
    for name, text in (
        ("no table", table_text(table([]))),
        ("a path", table_text(path, None, [(0, 4), (1, 2)], lambda cell: f"<{cell}>")),
        ("a table in two", table_text(wide, 45)),
        ("chessboard", chessboard_text(Row.of([1, -2, F(1, 3), 5]), F(11, 2))),
        ("no coin", contraction_text(contraction([]))),
        ("one coin", contraction_text(contraction([D("0.50")]))),
        ("coins", contraction_text(contraction([1, 5, 2, 9, 3, -1]))),
    ):
        yield name, text.split("\n")


def test_all_texts_at_their_limits() -> None:
    lines = []
    for call, text in sentences():
        lines += [call, *(f"  {line}" for line in (text if isinstance(text, list) else [text]))]
    is_expected("texts.txt", "\n".join(lines) + "\n")


# --- pictures ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["8 15 3", "7 7", "1 2] | [3 4 | 5", "circle 2 8 1 10 9", "[]"])
def test_a_picture_of_a_solution_marks_its_best_ends_with_their_totals(text: str) -> None:
    solution = solve(parse(text))
    drawn = picture(solution)
    assert ElementTree.fromstring(drawn.svg()) is not None
    assert [tile.word for tile in drawn.tiles if tile.word] == [
        str(card) for card in solution.game.shape.cards
    ]
    best = [str(tile.mark) for tile in drawn.tiles if tile.look == "best"]
    assert best == [str(move.total) for move in solution.moves if move.loss == 0]
    for total in (solution.first, solution.second):
        assert any(f" you get {total} " in note.text for note in drawn.notes), drawn.notes


def test_text_in_a_picture_is_escaped_and_fits_its_tile() -> None:
    drawn = Picture("a < b", (Tile(0, 0, "<&>"), Tile(1, 0, "123456789")), (Note(0, 1, "<i>"),))
    read = "".join(ElementTree.fromstring(drawn.svg()).itertext())
    assert "<&>" in read
    assert "<i>" in read
    assert drawn.column > Picture("", (Tile(0, 0, "1"),)).column


def test_no_cards_of_a_large_circle_overlap() -> None:
    for one, other in combinations(picture(twoends.solve(Circle([3] * 52))).tiles, 2):
        apart = max(abs(one.column - other.column), abs(one.level - other.level))
        assert apart >= 1, f"{one} and {other} overlap"


@pytest.mark.parametrize("shape", ["1 2 | 3", "circle 1 2"])
def test_a_game_on_a_board_or_circle_has_no_picture(shape: str) -> None:
    game = twoends.Game(parse_shape(shape))
    assert game._repr_svg_() is None
    with pytest.raises(TypeError, match="has no picture"):
        picture(game)


@pytest.mark.parametrize(
    ("most", "made"),
    [
        (60, twoends.solve),
        (30, twoends.table),
        (29, lambda cards: twoends.solve(Board.of(cards, range(30)))),
        (123, lambda cards: twoends.solve(Circle(cards))),
    ],
)
def test_a_picture_that_is_too_wide_is_left_out(most: int, made: Callable[[range], Any]) -> None:
    assert made(range(most))._repr_svg_() is not None
    assert made(range(most + 1))._repr_svg_() is None
