"""Pictures in notebooks are well-formed, show the right numbers, and are left out if too wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

import twoends
from expected import is_expected
from twoends import LEFT, RIGHT, Board, Circle, Game, parse, solve, write
from twoends.rules.notation import parse_shape
from twoends.views import pictures
from twoends.views.pictures import Note, Picture, Tile, picture


def pictures_by_name() -> Iterator[tuple[str, Picture]]:
    game = Game([8, 15, 3, 7])
    for played in (game, game.play(RIGHT).play(LEFT), Game([])):
        yield write(played), picture(played)
    for text in (
        "8 15 3", "7 7", "1 -3", "5", "[]", "A♥ 10♦ A♠ 7", "1 2 | 3", "5 | 5", "[1 2 | 3 4] | 5", "board",
        "circle 2 8 1 10 9", "circle 5", "circle", "[1 2 | 3 7 4 | 9] / first / 2:L 0:RR 1:R",
    ):  # fmt: skip
        yield f"solve {text}", picture(solve(parse(text)))
    yield "solve 1 2] | [3 4 | 5 against greedy", picture(solve(parse("1 2] | [3 4 | 5"), "greedy"))
    for row in ([5, 7, 9, 1, 4, 2], []):
        yield f"table {row}", picture(twoends.table(row, "greedy"))
    yield (
        "table by ties and chance",
        picture(twoends.table([4, 7, 1, 4, 9, 4], "greedy left trembling 1/3")),
    )
    for row in ([1, 30, 100, 15, 2], []):
        yield f"contraction {row}", picture(twoends.contraction(row))
    wide = Tile(0, 0, "1234567"), Tile(1, 0, "123456789", span=3)
    yield "a wide word", Picture("", wide)
    yield "a word over three columns", Picture("", wide[1:])
    yield "escaped", Picture("a < b", (Tile(0, 0, "<&>"),), (Note(0, 1, "<i>"),))


def test_every_tile_and_note_of_the_pictures() -> None:
    lines = []
    for name, made in pictures_by_name():
        lines.append(f"{name}: {made.title}, {made.size}, columns of {made.column}")
        for tile in made.tiles:
            where = f"{round(tile.column, 3):g}, {round(tile.level, 3):g}, {tile.span:g} wide"
            lines.append(f"  {tile.word or '-'} {tile.look} {tile.mark} at {where}, {tile.ink}")
        lines += [f"  '{note.text}' at {note.column:g}, {note.level:g}" for note in made.notes]
        assert ElementTree.fromstring(made.svg()) is not None, name
    lines += [Picture("a < b", ()).svg(), dict(pictures_by_name())["escaped"].svg()]
    is_expected("pictures.txt", "\n".join(lines) + "\n")


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
        (60, lambda cards: twoends.Game(twoends.Row.of(cards))),
        (30, twoends.table),
        (60, twoends.contraction),
        (29, lambda cards: twoends.solve(Board.of(cards, range(30)))),
        (123, lambda cards: twoends.solve(Circle(cards))),
    ],
)
def test_a_picture_that_is_too_wide_is_left_out(most: int, made: Callable[[range], Any]) -> None:
    assert made(range(most))._repr_svg_() is not None
    assert made(range(most + 1))._repr_svg_() is None


@pytest.mark.parametrize("shape", [range(201), Circle(range(201)), Board.of(range(100), range(101))])
def test_nothing_is_computed_for_a_picture_that_is_too_wide(
    shape: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = twoends.solve(shape)
    monkeypatch.setattr(pictures, "picture", None)
    assert solution._repr_svg_() is None
    assert "moves" not in vars(solution)
