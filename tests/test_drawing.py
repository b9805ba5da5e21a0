"""What draws itself in a notebook is well-formed, says the numbers, and knows when it is too wide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

import twoends
from twoends import LEFT, RIGHT, Board, Circle
from twoends.views import pictures
from twoends.views import svg as drawing
from twoends.views.pictures import picture

SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str | None) -> list[str]:
    assert svg is not None, "no picture"
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_game_shows_who_took_what_and_in_which_order() -> None:
    game = twoends.Game(twoends.Row.of([8, 15, 3, 7])).play(RIGHT).play(LEFT)
    tiles = picture(game).tiles
    assert [(tile.word, tile.look, tile.mark) for tile in tiles if tile.mark] == [
        ("7", "yours", "1"),
        ("8", "theirs", "2"),
    ]
    assert [(tile.word, tile.column) for tile in tiles if tile.look == "end"] == [("15", 1), ("3", 2)]
    assert {"you 7", "opponent 8"} <= set(words(game._repr_svg_()))


def test_every_frame_of_a_game_has_one_size() -> None:
    game = twoends.Game(twoends.Row.of([8, 15, 3, 7]), you_first=False)
    sizes = {picture(game).size}
    while not game.over:
        game = game.play(RIGHT)
        sizes.add(picture(game).size)
    assert len(sizes) == 1, sizes


@pytest.mark.parametrize("row", [[5], [2, 8, 1, 10, 9], [3] * 52])
def test_a_circle_shows_what_each_first_card_brings_and_no_two_cards_overlap(row: list[int]) -> None:
    solution = twoends.solve(Circle(row))
    tiles = picture(solution).tiles
    brings = {move.end: move.total for move in solution.moves}
    assert [tile.mark for tile in tiles] == [str(brings[at]) for at in range(len(row))]
    assert [at for at, tile in enumerate(tiles) if tile.look == "best"] == list(solution.best)
    for at, one in enumerate(tiles):
        for other in tiles[at + 1 :]:
            apart = max(abs(one.column - other.column), abs(one.level - other.level))
            assert apart >= 1, f"{row}: {one} and {other} overlap"


def test_what_is_left_of_a_game_on_a_board_is_drawn_without_its_empty_components() -> None:
    solution = twoends.solve(twoends.parse("[1 2 | 3 7 4 | 9] / first / 2:L 0:RR 1:R"))
    tiles = picture(solution).tiles
    assert [(tile.word, tile.look) for tile in tiles if tile.look != "wall"] == [("3", "end"), ("7", "best")]
    assert {tile.mark for tile in tiles if tile.mark} == {str(move.total) for move in solution.moves}


@pytest.mark.parametrize("shape", ["1 2 | 3", "circle 1 2"])
def test_a_game_on_another_shape_than_a_row_is_left_to_its_text(shape: str) -> None:
    game = twoends.Game(twoends.parse(shape))  # type: ignore[arg-type]  # a shape
    assert game._repr_svg_() is None
    with pytest.raises(TypeError, match="has no picture"):
        picture(game)


def test_a_table_is_a_pyramid_with_every_position() -> None:
    table = twoends.table([5, 7, 9, 1, 4, 2], "greedy")
    tiles = picture(table).tiles
    assert len(tiles) == 6 * 7 / 2
    top = min(tiles, key=lambda tile: tile.level)
    assert (top.word, top.mark, top.column) == ("18", "L", 2.5)
    assert [tile.word for tile in tiles if tile.level == 5] == ["5", "7", "9", "1", "4", "2"]


def test_a_table_is_against_the_opponent_that_solve_is_against() -> None:
    tweaks: list[dict[str, Any]] = [{"ties": "left"}, {"ties": "right"}, {"epsilon": "1/3"}]
    for tweak in tweaks:
        solution = twoends.solve([4, 7, 1, 4, 9, 4], "greedy", **tweak)
        table = twoends.table([4, 7, 1, 4, 9, 4], "greedy", **tweak)
        assert table[0, 6][:2] == (solution.first, solution.second), tweak


def test_a_contraction_draws_coins_as_wide_as_the_cards_that_they_cover() -> None:
    contraction = twoends.contraction([1, 30, 100, 15, 2])
    assert contraction.reduced == (1, -55, 2)
    assert contraction.margin == twoends.solve([1, 30, 100, 15, 2]).margin_first
    last = [tile for tile in picture(contraction).tiles if tile.level == 1]
    assert [(tile.word, tile.column, tile.span) for tile in last] == [("1", 0, 1), ("-55", 1, 3), ("2", 4, 1)]
    assert [tile.word for tile in picture(contraction).tiles if tile.look == "peak"] == ["100"]


@pytest.mark.parametrize(
    ("most", "made"),
    [
        (60, twoends.solve),
        (60, lambda cards: twoends.Game(twoends.Row.of(cards))),
        (30, twoends.table),
        (60, twoends.contraction),
        (29, lambda cards: twoends.solve(Board.of(cards, range(30)))),
        (123, lambda cards: twoends.solve(Circle(cards))),
    ],
)
def test_what_is_too_wide_to_read_is_left_to_its_text(most: int, made: Callable[[range], Any]) -> None:
    assert made(range(most))._repr_svg_() is not None
    assert made(range(most + 1))._repr_svg_() is None


@pytest.mark.parametrize("shape", [range(201), Circle(range(201)), Board.of(range(100), range(101))])
def test_nothing_is_worked_out_for_a_picture_that_is_too_wide(
    shape: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = twoends.solve(shape)
    monkeypatch.setattr(pictures, "picture", None)
    assert solution._repr_svg_() is None
    assert "moves" not in vars(solution)


def test_an_empty_row_draws_without_an_error() -> None:
    row = twoends.Row.of([])
    of_rows = (twoends.Game(row), twoends.solve(row), twoends.table(row), twoends.contraction(row))
    drawn = (*of_rows, twoends.solve(Board.of()), twoends.solve(Circle([])))
    assert all(ElementTree.fromstring(each._repr_svg_() or "") is not None for each in drawn)


def test_words_are_escaped() -> None:
    drawn = drawing.Picture("a < b", (drawing.Tile(0, 0, "<&>"),), (drawing.Note(0, 1, "<i>"),))
    assert words(drawn.svg()) == ["<&>", "<i>"]


def test_hearts_and_diamonds_are_red() -> None:
    inks = [drawing.Tile(0, 0, word).ink == drawing.RED_INK for word in ("A♥", "10♦", "A♠", "7")]
    assert inks == [True, True, False, False]


def places(drawn: Any) -> list[tuple[float, float, str, str, str]]:
    return [(round(tile.column, 6), tile.level, tile.word, tile.look, tile.mark) for tile in drawn.tiles]


def sentences(drawn: Any) -> list[tuple[float, float, str]]:
    return [(note.column, note.level, note.text) for note in drawn.notes]


def test_a_board_has_its_walls_its_numbers_and_gaps_where_they_belong() -> None:
    drawn = picture(twoends.solve(twoends.parse("1 2] | [3 4 | 5"), "greedy"))
    assert places(drawn) == [
        (0.0, 0, "1", "end", "7"),
        (1.0, 0, "2", "card", ""),
        (2.0, 0, "", "wall", ""),
        (2.8, 0, "", "wall", ""),
        (3.1, 0, "3", "card", ""),
        (4.1, 0, "4", "end", "9"),
        (5.6, 0, "5", "best", "10"),
    ]
    assert sentences(drawn) == [
        (0.0, 0.85, "0"),
        (2.8, 0.85, "1"),
        (5.6, 0.85, "2"),
        (0, 1.4, "Moving first you get 10 and win by 5. The opponent is greedy right."),
        (0, 1.9, "Moving second you get 5 and lose by 5."),
    ]
    assert [tile.span for tile in drawn.tiles if tile.look == "wall"] == [0.3, 0.3]
    assert (drawn.title, drawn.size, drawn.column) == ("A board of Two Ends", (479, 149), 38)
    closed = picture(twoends.solve(twoends.parse("[1 2 | 3 4] | 5")))
    assert [column for column, *_ in places(closed)] == [0, 0.3, 1.3, 2.8, 3.8, 4.8, 5.6]


@pytest.mark.parametrize(
    ("row", "first", "second"),
    [
        ([7, 7], "7 and draw", "7 and draw"),
        ([1, 2], "2 and win by 1", "1 and lose by 1"),
        ([1, -3], "1 and win by 4", "-3 and lose by 4"),
        ([1, 3, 1], "2 and lose by 1", "3 and win by 1"),
        ([], "0 and draw", "0 and draw"),
    ],
)
def test_a_solution_says_what_the_row_is_worth(row: list[int], first: str, second: str) -> None:
    assert sentences(picture(twoends.solve(row))) == [
        (0, 0.9, f"Moving first you get {first}. The opponent is optimal."),
        (0, 1.4, f"Moving second you get {second}."),
    ]


def test_a_row_of_one_card_is_its_left_end_and_inner_cards_have_no_mark() -> None:
    assert places(picture(twoends.solve([5]))) == [(0, 0, "5", "best", "5")]
    assert places(picture(twoends.solve([8, 15, 3]))) == [
        (0, 0, "8", "best", "11"), (1, 0, "15", "card", ""), (2, 0, "3", "best", "11")
    ]  # fmt: skip


def test_a_circle_of_one_card_and_of_none_says_what_it_brings() -> None:
    one, none = picture(twoends.solve(Circle([5]))), picture(twoends.solve(Circle([])))
    assert (places(one), places(none)) == ([(0.0, 0.0, "5", "best", "5")], [])
    assert sentences(one) == [
        (0, 0.9, "Taking the first card you get 5. The opponent is optimal."),
        (0, 1.4, "If the opponent takes it you get 0."),
    ]
    assert [(column, level) for column, level, _ in sentences(none)] == [(0, 0), (0, 0.5)]


def test_a_picture_of_nothing_is_its_border() -> None:
    nothing = drawing.Picture("a < b", ())
    assert (nothing.size, nothing.column) == ((16, 16), 38)
    assert (
        nothing.svg()
        == nothing.svg_in_notebook()
        == (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16" '
            'style="max-width:100%;height:auto" role="img" font-family="system-ui, sans-serif" '
            'text-anchor="middle"><title>a &lt; b</title>'
            '<rect width="16" height="16" rx="8" fill="#ffffff"/></svg>'
        )
    )


def test_a_column_has_room_for_the_longest_word_of_one_column() -> None:
    tiles = (drawing.Tile(0, 0, "1234567"), drawing.Tile(1, 0, "123456789", span=3))
    assert drawing.Picture("", tiles).column == 9 * 7 + 18
    assert drawing.Picture("", tiles[1:]).column == 9 * 3 + 18
    assert drawing.Picture("", (drawing.Tile(0, 0, "12"),)).column == 38
