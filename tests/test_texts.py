"""Numbers, sentences, columns and tables of text, each as it is written, at its limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from twoends import Board, Circle, Game, Line, Row, contraction, opponent, parse, table
from twoends.rules.errors import MethodError
from twoends.rules.numbers import Number
from twoends.rules.sides import LEFT, RIGHT, End
from twoends.views import svg
from twoends.views.columns import columns, wrapped
from twoends.views.explain import chessboard_text, contraction_text, dot, table_text
from twoends.views.numbers import brief, card_text, form_of, number, signed, sparkline
from twoends.views.words import (
    capitalised,
    end_text,
    face_values,
    line_text,
    opponent_text,
    shape_text,
    sum_text,
    verdict,
)

# --- numbers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "error", "told"),
    [
        ([], 0, {Fraction(1, 101): "1/101 ≈ 0.0099009901"}),
        (
            [Fraction(1, 16), 7],
            0,
            {Fraction(1, 16): "0.0625", Fraction(1, 3): "1/3", Decimal("2.50"): "2.5", 3: "3"},
        ),
        ([Fraction(1, 32)], 0, {Fraction(1, 32): "1/32", Decimal("2.50"): "2.5"}),
        (
            [Fraction(1, 97), Fraction(1, 2)],
            0,
            {Fraction(1, 97): "1/97", Fraction(100, 97): "100/97", -2: "-2"},
        ),
        ([Fraction(1, 2), Fraction(1, 96)], 0, {Fraction(1, 96): "1/96", Fraction(1, 2): "1/2"}),
        (
            [Fraction(1, 101), Fraction(1, 2)],
            0,
            {
                Fraction(1, 101): "≈ 0.0099",
                Fraction(-1, 101): "≈ -0.0099",
                Fraction(-1, 10**6): "≈ 0.0000",
                Fraction(10**9 + 1, 3**9): "≈ 50805.2635",
                12: "12",
            },
        ),
        ([Fraction(1, 2)], 1e-3, {0.123456: "0.123", Fraction(1, 2): "0.5"}),
        ([Fraction(1, 3)], 1e-3, {0.123456: "0.123", Fraction(1, 2): "1/2"}),
        ([Fraction(1, 101)], 1e-3, {0.123456: "0.123", Fraction(1, 2): "≈ 0.5000"}),
    ],
)
def test_the_numbers_of_a_report_have_one_form(
    values: list[Number], error: float, told: dict[Number, str]
) -> None:
    form = form_of(values, error)
    assert {value: form(value) for value in told} == told


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (Decimal("-0.0"), "0"),
        (Decimal("2.50"), "2.5"),
        (Decimal("100"), "100"),
        (Decimal("-0.10"), "-0.1"),
        (Decimal("1E+29"), "1" + 29 * "0"),
        (Decimal("1E+30"), "1E+30"),
        (Decimal("1E-28"), "0." + 27 * "0" + "1"),
        (Decimal("1E-29"), "1E-29"),
        (Fraction(73, 4), "73/4"),
        (2.50, "2.5"),
        (7, "7"),
    ],
)
def test_a_card_is_written_as_it_was_given_without_an_exponent(card: Number, text: str) -> None:
    assert card_text(card) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1 + 0.2, "0.3"),
        (1234567890123.4, "1.23456789012e+12"),
        (Decimal("-0.0"), "0"),
        (Fraction(-5, 4), "-1.25"),
        (Fraction(7), "7"),
        (Fraction(1, 16), "0.0625"),
        (Fraction(1, 32), "1/32"),
        (Fraction(1, 97), "1/97"),
        (Fraction(1, 101), "1/101 ≈ 0.0099009901"),
        (Fraction(1, 10**6), "1/1000000 ≈ 0.000001"),
        (Fraction(1, 10**6 + 1), "≈ 9.9999900e-7"),
        (Fraction(10**400, 997), f"1{400 * '0'}/997 ≈ 1.0030090e+397"),
    ],
)
def test_a_number_is_written_as_people_read_it(value: Number, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("error", "text"),
    [(2e-6, "8.4105"), (2e-7, "8.4104996"), (1e-3, "8.41"), (0.5, "8.4"), (1, "8"), (2.0, "8")],
)
def test_a_float_has_no_digits_beyond_its_error(error: float, text: str) -> None:
    assert number(8.410499633, error) == text


@pytest.mark.parametrize(
    ("value", "text", "with_sign"),
    [
        (11, "11", "+11"),
        (0, "0", "0"),
        (-3, "-3", "-3"),
        (2.5, "2.5", "+2.5"),
        (Fraction(5, 4), "1.25", "+1.25"),
        (Fraction(12345, 97), "12345/97", "+12345/97"),
        (Fraction(123456, 97), "≈ 1273", "≈ +1273"),
        (Fraction(-123456, 97), "≈ -1273", "≈ -1273"),
        (Fraction(1, 10**6 + 1), "≈ 0.000001000", "≈ +0.000001000"),
        (123456789012, "123456789012", "+123456789012"),
    ],
)
def test_a_number_where_there_is_little_room_is_short(value: Number, text: str, with_sign: str) -> None:
    assert (brief(value), signed(value)) == (text, with_sign)


def test_a_margin_is_signed_in_the_form_of_its_report() -> None:
    assert signed(Fraction(123456, 97), number) == "+123456/97"


@pytest.mark.parametrize(
    ("values", "width", "blocks"),
    [
        ([11, 11, 4, -3], 80, "██▅▁"),
        ([5, 5, 5], 80, "▄▄▄"),
        ([1, 2, 3, 4, 5, 6, 7, 8], 8, "▁▂▃▄▅▆▇█"),
        ([1, 2, 3, 4, 5, 6, 7, 8], 7, "▁▂▃▄▅▆█"),
        ([1, 2, 3, 4, 5, 6, 7, 8], 3, "▁▄█"),
        ([0, Fraction(1, 2), 0.75, Decimal(1)], 9, "▁▅▆█"),
        (range(100), 20, "▁▁▂▂▂▃▃▄▄▄▅▅▅▆▆▇▇▇██"),
    ],
)
def test_a_sparkline_is_as_high_as_its_values(values: Sequence[Number], width: int, blocks: str) -> None:
    assert sparkline(values, width) == blocks


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (123456789, "123456789"),
        (Decimal("123456789.5"), "123456789.5"),
        (Fraction(12345, 67), "12345/67"),
        (Fraction(123456, 67), "≈1842.63"),
        (0.123456, "0.123456"),
        (0.12345678, "≈0.123457"),
    ],
)
def test_a_number_fits_on_a_tile(value: object, text: str) -> None:
    assert svg.number(value) == text


# --- sentences ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("human", "another person"),
        ("optimal", "an optimal opponent"),
        ("generous", "a generous opponent"),
        ("greedy left", "a greedy opponent (ties left)"),
        ("optimal right", "an optimal opponent (ties right)"),
        ("optimal worst", "an optimal opponent (ties worst for the other player)"),
        ("greedy random", "a greedy opponent (ties at random)"),
        ("random", "a random opponent"),
        ("random 1/4", "a random opponent who goes left with probability 0.25"),
        ("random 1/3", "a random opponent who goes left with probability 1/3"),
        (
            "greedy trembling 1/10",
            "a greedy opponent (ties right) who trembles with probability 0.1",
        ),
        (
            "generous trembling 1/10 1/4",
            "a generous opponent who trembles with probability 0.1 and then goes left with probability 0.25",
        ),
    ],
)
def test_an_opponent_is_told_with_all_that_they_do(name: str, text: str) -> None:
    assert opponent_text(opponent(name)) == text


def lowest(left: int, right: int, after_left: int, after_right: int) -> int:
    return min(after_left, after_right)


def test_an_opponent_of_your_own_is_told_by_name() -> None:
    assert opponent_text(opponent(lowest)) == f"your own opponent {__name__}:lowest"


TO_24 = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        (Row.of(()), "an empty row"),
        (Row.of([Decimal("2.50")]), "2.5"),
        (Row.of(range(24)), f"{TO_24} 16 17 18 19 20 21 22 23"),
        (Row.of(range(25)), f"{TO_24} … 21 22 23 24 (25 cards)"),
        (Row.of(range(1000)), f"{TO_24} … 996 997 998 999 (1,000 cards)"),
        (Circle([]), "an empty circle"),
        (Circle([7]), "7 in a circle"),
        (Circle(range(25)), f"{TO_24} … 21 22 23 24 (25 cards) in a circle"),
        (Board.of(), "an empty board"),
        (Board.of([1], [2]), "1 | 2"),
        (Board.of([1] * 48), "board" + 48 * " 1"),
        (Board.of(range(49)), "a board of 1 component, 49 cards"),
        (Board.of(range(999), [1]), "a board of 2 components, 1,000 cards"),
    ],
)
def test_a_shape_is_written_whole_or_shortened(shape: Any, text: str) -> None:
    assert shape_text(shape) == text


SIX = 6 * [(1, LEFT), (2, RIGHT)]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (Line.of([LEFT] * 24), 24 * "L"),
        (Line.of([LEFT] * 25), "25L"),
        (Line.of([LEFT, RIGHT] * 12), 11 * "LR" + "LL"),
        (Line.of_runs([(13, LEFT), (12, RIGHT), (1, LEFT)]), "13L 12R 1L"),
        (Line.of_runs([*SIX, (30, LEFT)]), " ".join(["1L 2R"] * 6) + " … (1 more run)"),
        (Line.of_runs([*SIX[1:], (30, LEFT)]), "2R 1L " * 5 + "2R 30L"),
        (Line.of_runs([*SIX, *SIX, (30, LEFT)]), " ".join(["1L 2R"] * 6) + " … (13 more runs)"),
        (Line.of_runs([(1, LEFT), (1, RIGHT)] * 1012), " ".join(["1L 1R"] * 6) + " … (2,011 more runs)"),
    ],
)
def test_a_line_of_play_is_written_in_letters_or_in_runs(line: Line, text: str) -> None:
    assert line_text(line) == text


def test_an_end_is_told_by_its_card() -> None:
    row, board, circle = Row.of([Decimal("2.50"), 7]), Board.of([1, Decimal("2.50")]), Circle([2, 8])
    assert [end_text(Game(row), side) for side in (LEFT, RIGHT)] == ["the left end, 2.5", "the right end, 7"]
    assert end_text(Game(board), End(0, RIGHT)) == "the 2.5, the right end of component 0"
    assert end_text(Game(board), End(0, LEFT)) == "the 1, the left end of component 0"
    assert end_text(Game(circle), 1) == "the 8, card 1"


@pytest.mark.parametrize(
    ("margin", "more", "text"),
    [
        (3, {}, "you win by 3"),
        (-3, {}, "you lose by 3"),
        (0, {}, "a draw"),
        (0.5, {"error": 0.25}, "a draw"),
        (-0.6, {"error": 0.25}, "you lose by 0.6"),
        (0.6, {"error": 0.25}, "you win by 0.6"),
        (0, {"opponent": opponent("random")}, "a draw on average"),
        (2, {"opponent": opponent("random")}, "you win by 2 on average"),
        (2, {"opponent": opponent("greedy")}, "you win by 2"),
        (Fraction(123456, 97), {}, "you win by ≈ 1273"),
        (Fraction(123456, 97), {"form": number}, "you win by 123456/97"),
    ],
)
def test_a_verdict_says_who_wins_and_by_how_much(margin: Number, more: dict[str, Any], text: str) -> None:
    assert verdict(margin, **more) == text


def test_the_cards_of_a_player_are_added_up() -> None:
    assert sum_text([], "0") == "nothing"
    assert sum_text(["-3"], "-3") == "-3"
    assert sum_text(["-3", "-5", "2"], "-6") == "-3 - 5 + 2 = -6"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("J 10h 9", ["J counts 11."]),
        ("A A♠ K♦ A♥", ["A counts 14, K 13."]),
        ("board J | Q♠", ["Q counts 12, J 11."]),
        ("circle K 2", ["K counts 13."]),
        ("11 12 10♠", []),
    ],
)
def test_court_cards_are_said_to_count(text: str, said: list[str]) -> None:
    assert face_values(parse(text)) == said  # type: ignore[arg-type]  # no game


def test_a_sentence_begins_with_a_capital_letter_and_its_cards_stay() -> None:
    assert capitalised("take the K♠") == "Take the K♠"


# --- columns -----------------------------------------------------------------------------------

HEADER, CELLS = ["n", "first", "second"], [["1", "22", "11"], ["10", "", "7"]]


@pytest.mark.parametrize(
    ("width", "keys", "lines"),
    [
        (None, 1, ["n   first  second", "1      22      11", "10              7"]),
        (17, 1, ["n   first  second", "1      22      11", "10              7"]),
        (16, 1, ["n   first", "1      22", "10", "", "n   second", "1       11", "10       7"]),
        (10, 1, ["n   first", "1      22", "10", "", "n   second", "1       11", "10       7"]),
        (9, 1, ["n 1,", "first 22,", "second 11", "", "n 10,", "second 7"]),
        (17, 2, ["n   first  second", "1      22      11", "10              7"]),
        (16, 2, ["n 1, first 22,", "second 11", "", "n 10, second 7"]),
    ],
)
def test_what_is_too_wide_stands_below(width: int | None, keys: int, lines: list[str]) -> None:
    assert columns(HEADER, CELLS, "<>>", width, keys) == lines


def test_as_many_columns_stand_beside_each_other_as_fit() -> None:
    header, rows = list("abcde"), [["1"] * 5]
    assert columns(header, rows, "<<<<<", 7) == ["a  b  c", "1  1  1", "", "a  d  e", "1  1  1"]
    assert columns(header, rows, "<<<<<", 10, keys=2) == [
        "a  b  c  d",
        "1  1  1  1",
        "",
        "a  b  e",
        "1  1  1",
    ]
    assert columns(["a"], [], "<", 5) == ["a"]
    assert columns(["aa", "b"], [["1", "2"]], "<>", 1, keys=2) == ["aa", "1,", "b", "2"]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("a b c", 5, ["a b c"]),
        ("a b c", 4, ["a b", "c"]),
        ("abcdef gh", 3, ["abcdef", "gh"]),
        ("  indented words here", 12, ["  indented", "  words here"]),
        ("key  value one two", 10, ["key  value", "one two"]),
        ("key  value one two", 12, ["key  value", "     one two"]),
        ("two words  value one two", 23, ["two words  value one", "           two"]),
        ("a\n\nlonger line", 6, ["a", "", "longer", "line"]),
        ("x  y", None, ["x  y"]),
    ],
)
def test_long_lines_are_broken_between_words(text: str, width: int | None, lines: list[str]) -> None:
    assert wrapped(text, width).split("\n") == lines


# --- explanations ------------------------------------------------------------------------------


def test_a_table_of_no_card_and_one_with_a_path() -> None:
    assert table_text(table([])).split("\n") == ["j\\i", ""]
    shown = table_text(table([5, 7, 9, 1], "greedy"), None, [(0, 4), (1, 2)], lambda cell: f"<{cell}>")
    assert shown.split("\n") == [
        "j\\i   1     2     3     4",
        "      5     7     9     1",
        "1     5 L",
        "2     7 R   <7 L >",
        "3    14 R   9 R   9 L",
        "4    <14 L >  8 LR  9 L   1 L",
    ]


TABLE_IN_TWO = """\
j\\i    1      2      3      4      5
     123      2      1      5      5
1    123 L
2    123 L    2 L
3    124 L    2 L    1 L
4    125 L    6 R    5 R    5 L
5    129 L    7 LR   6 LR   5 LR   5 L
6    130 L   11 R   10 R   10 LR   5 LR
7    134 L   12 LR  11 LR  10 LR  10 LR
8    135 L   16 R   15 R   15 LR  10 LR
9    139 L   17 LR  16 LR  15 LR  15 LR
10   140 L   21 R   20 R   20 LR  15 LR

j\\i   6      7      8     9     10
      5      5      5     5     5
6     5 L
7     5 LR   5 L
8    10 LR   5 LR   5 L
9    10 LR  10 LR   5 LR  5 L
10   15 LR  10 LR  10 LR  5 LR  5 L"""


def test_columns_of_a_table_that_do_not_fit_stand_below() -> None:
    wide = table([123, 2, 1, 5, 5, 5, 5, 5, 5, 5])
    assert table_text(wide, 45) == TABLE_IN_TWO
    assert table_text(wide, 8).count("j\\i") == 10, "at least one column each"


def test_the_trick_of_the_chessboard_says_what_it_brings() -> None:
    assert chessboard_text(Row.of([1, -2, Fraction(1, 3), 5]), Fraction(11, 2)).split("\n") == [
        "Odd places:  1 + 1/3 = 4/3",
        "Even places: -2 + 5 = 3",
        "Moving first you may have all of either: after your move both ends are of the other kind.",
        "So you get at least 3, whoever sits opposite. Best play brings 11/2, because it may change from one "
        "to the other.",
    ]


@pytest.mark.parametrize(
    ("row", "lines"),
    [
        ([], ["  ", "No coin is left: 0 is the first player's margin."]),
        ([Decimal("0.50")], ["  0.5", "One coin is left: 0.5 is the first player's margin."]),
        (
            [1, 5, 2, 9, 3, -1],
            [
                "  1 [5] 2 9 3 -1   1 < 5 >= 2: whoever takes 1 or 2 hands over 5, so they fold into "
                "1 - 5 + 2 = -2",
                "  -2 [9] 3 -1   -2 < 9 >= 3: whoever takes -2 or 3 hands over 9, so they fold into "
                "-2 - 9 + 3 = -8",
                "  -8 -1",
                "No peak is left. Take the larger end each time: -1 - (-8) = 7 is the first player's margin.",
            ],
        ),
    ],
)
def test_a_contraction_is_told_step_by_step(row: list[Number], lines: list[str]) -> None:
    assert contraction_text(contraction(row)).split("\n") == lines


@pytest.mark.parametrize(
    ("tell", "what"),
    [
        (lambda row: table_text(table(row)), "table"),
        (lambda row: contraction_text(contraction(row)), "contraction"),
    ],
)
def test_what_is_too_wide_to_read_is_refused(tell: Callable[[range], str], what: str) -> None:
    assert tell(range(52))
    with pytest.raises(MethodError) as fault:
        tell(range(53))
    assert str(fault.value) == f"a {what} of 53 cards is too wide to read: give at most 52 cards"


def test_a_graph_of_two_hundred_cards_is_the_largest() -> None:
    assert dot(Row.of(range(200)), []).split("\n") == [
        "digraph positions {", '  node [fontname="sans-serif"];', "}"
    ]  # fmt: skip
    with pytest.raises(MethodError) as fault:
        dot(Row.of(range(1000)), [])
    assert str(fault.value) == "a graph of 1,000 cards has 500,500 positions: give at most 200 cards"
    with pytest.raises(MethodError):
        dot(Row.of(range(201)), [])
