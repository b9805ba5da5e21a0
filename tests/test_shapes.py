"""All shapes, compared with plain lists: remaining cards, legal moves and places."""

from __future__ import annotations

from typing import Any

import pytest

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

Places = tuple[tuple[int, ...], ...] | None
"""The places of the cards of each component; None: a circle before its first move."""


def initial(shape: Any) -> Places:
    if isinstance(shape, Circle):
        return None
    if isinstance(shape, Row):
        return (tuple(range(len(shape))),)
    rows, at = [], 0
    for component in shape.components:
        rows.append(tuple(range(at, at + len(component.row))))
        at += len(component.row)
    return tuple(rows)


def legal(shape: Any, state: Places) -> list[Any]:
    if state is None:
        return list(range(len(shape)))
    ends: list[Any] = []
    for number, cards in enumerate(state):
        sides = shape.components[number].open if isinstance(shape, Board) else (LEFT, RIGHT)
        open_now = sides[: len(cards)]
        ends += [End(number, side) for side in open_now] if isinstance(shape, Board) else open_now
    return ends


def take(shape: Any, state: Places, end: Any) -> tuple[int, Places]:
    if state is None:
        return end, ((*range(end + 1, len(shape)), *range(end)),)
    number, side = end if isinstance(end, End) else (0, end)
    cards = state[number]
    place, rest = (cards[0], cards[1:]) if side is LEFT else (cards[-1], cards[:-1])
    return place, (*state[:number], rest, *state[number + 1 :])


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_a_shape_has_remaining_cards_moves_and_places_in_every_position(shape: Any) -> None:
    games: list[tuple[tuple[Any, ...], tuple[int, ...], Places]] = [((), (), initial(shape))]
    for ends, taken, state in games:  # it grows during the loop
        where, game = f"{shape!r} after {ends}", Game(shape, True, ends)
        assert game.ends == ends, where
        assert game.places == list(taken), where
        assert list(game.moves()) == legal(shape, state), where
        remaining = range(len(shape)) if state is None else [place for row in state for place in row]
        laid = [tuple(lane.places) for lane in shape.lanes(game.remaining)]
        assert laid == ([tuple(remaining)] if state is None else list(state)), f"{where}: {laid}"
        values = shape.cards.values
        assert list(game.rest.cards.values) == [values[place] for place in remaining], where
        assert (game.over, game.earned) == (not legal(shape, state), [values[place] for place in taken]), (
            where
        )
        assert (game.yours, game.theirs) == (sum(game.earned[::2]), sum(game.earned[1::2])), where
        assert game.states[-1] == game.state, where
        for end in legal(shape, state):
            place, after = take(shape, state, end)
            assert game.card(end) == shape.cards.given[place], f"{where}, {end}"
            assert game.play(end) == Game(shape, True, (*ends, end)), f"{where}, {end}"
            assert game.play(end).state == Game(shape, True, (*ends, end)).state, f"{where}, {end}"
            games.append(((*ends, end), (*taken, place), after))


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
