"""All shapes, compared with plain lists: remaining cards, legal moves and places."""

from __future__ import annotations

from typing import Any

import pytest

from shapes_oracle import Left, dealt, steps
from twoends import LEFT, RIGHT, Board, Circle, Game, Row, parse
from twoends.rules.sides import End, card_count, move_taking

SHAPES = [
    Row.of([5, 6, 7, 8]),
    Circle([5, 6, 7, 8]),
    Board.of([5, 6], [7, 8, 9]),
    parse("[5 6 7 | 8 9]"),
    parse("1 | [2 | 3]"),
    parse("[2 | 3 4"),
    Row.of([]),
    Circle([]),
    Board.of(),
]


def legal(shape: Any, left: Left) -> list[Any]:
    """The ends of what is left, in their order."""
    if isinstance(shape, Board):
        open_now = (part.open[: len(cards)] for part, (cards, _) in zip(shape.components, left, strict=True))
        return [End(number, side) for number, sides in enumerate(open_now) for side in sides]
    [(cards, sides)] = left
    return list(range(len(cards)) if sides == "O" else (LEFT, RIGHT)[: len(cards)])


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


def test_several_cards_are_taken_from_the_end_inwards() -> None:
    for rules, end, count, places in (
        ("take 1-3 either", LEFT, 3, (0, 1, 2)),
        ("take 1-3 either", RIGHT, 3, (4, 3, 2)),
        ("take 2-any right, merge", RIGHT, 2, (4, 3)),
        ("take 2-any left, merge", LEFT, 3, (0, 1, 2)),
    ):
        game = Game([5, 6, 7, 8, 9], rules=rules)
        got = game.book.places(game.state, move_taking(end, count))
        assert got == places, f"{rules}, {end}{count}: expected {places}, got {got}"


def test_the_rest_of_a_circle_has_two_ends() -> None:
    game = Game(Circle([5, 6, 7, 8])).play(1)
    assert card_count(game.lanes) == 3
    assert (game.position.left, game.position.right) == (7, 5)


@pytest.mark.parametrize(
    ("shape", "ends"),
    [
        (Row.of([5, 6]), (LEFT, RIGHT)),
        (Circle([5, 6]), (0, 1, LEFT, RIGHT)),
        (parse("1 | [2"), (End(0, LEFT), End(0, RIGHT), End(1, LEFT), End(1, RIGHT))),
        (Board.of(), ()),
    ],
    ids=str,
)
def test_every_end_lists_all_ends_of_a_shape(shape: Any, ends: tuple[Any, ...]) -> None:
    assert shape.every_end() == ends
