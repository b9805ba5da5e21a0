"""All shapes compared with plain lists, and boards with all games."""

from __future__ import annotations

import gc
import tracemalloc
from random import Random
from typing import Any

import pytest

from shapes_oracle import Left, dealt, steps
from twoends import LEFT, RIGHT, Board, Circle, Game, Row, parse, solve
from twoends.rules.boards import Component
from twoends.rules.moves import Move

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
        return [Move(side.end, row=number) for number, sides in enumerate(open_now) for side in sides]
    [(cards, sides)] = left
    return list(map(Move, range(len(cards))) if sides == "O" else (LEFT, RIGHT)[: len(cards)])


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


# --- boards ------------------------------------------------------------------------------------


def test_the_lines_of_any_board_bring_its_totals() -> None:
    random = Random(1)
    for _ in range(500):
        rows = (random.choices(range(4), k=random.randint(1, 7)) for _ in range(random.randint(1, 3)))
        ends = [(LEFT, RIGHT), (LEFT,), (RIGHT,)]
        solved: Any = solve(Board.of(*(Component(row, random.choice(ends)) for row in rows)))
        first, second = Game(solved.shape, True, solved.line), Game(solved.shape, False, solved.line_second)
        assert first.totals == (solved.first, solved.theirs_first), solved
        assert second.totals == (solved.second, solved.theirs_second), solved
    assert solve(Board.of([1, 3, 1], [2])).positions == 2 * (4 + 1), "cards, and the peak that is folded"


def test_a_solution_keeps_no_memo() -> None:
    board = Board.of(*([place * 7 % 10 + row for place in range(4)] for row in range(3)))
    solve(board, "greedy")  # which loads what is loaded once
    tracemalloc.start()
    solution = solve(board, "greedy")
    gc.collect()
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert solution.line is not None
    assert kept < peak / 50, f"{kept:,} of {peak:,} bytes"


# --- the text ----------------------------------------------------------------------------------
