"""Searches estimate the numbers of positions and games by other rules in advance."""

from __future__ import annotations

import pytest

from test_rules import RULES
from twoends import LEFT, RIGHT, Board, Circle, Game, Row, Rules, opponent, solve
from twoends.answers.positions import prospects
from twoends.rules.errors import MethodError
from twoends.rules.preferences import _LazyCards
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.shapes import Shape
from twoends.rules.sides import Take
from twoends.solvers import search
from twoends.solvers.costs import states_of

SHAPES: list[Shape] = [Row.of([3, 1, 2, 5, 1, 4]), Circle([2, 8, 1, 10, 9]), Board.read("1 2 | [3 7 4 | 9 1")]


def books(rules: str) -> list[Rulebook]:
    made = Rules.of(rules)
    on_rows = made.merge or made.score != "cards"
    return [Rulebook.of(shape, you_first=True, rules=made) for shape in SHAPES[: 1 if on_rows else None]]


def games(book: Rulebook, state: State) -> int:
    moves = book.moves(state)
    return sum(games(book, book.after(state, move)) for move in moves) if moves else 1


@pytest.mark.parametrize("rules", RULES)
def test_games_are_counted_without_playing_them(rules: str) -> None:
    for book in books(rules):
        expected, got = games(book, book.start), search.games_of(book, book.start)
        assert got == expected, f"{book.shape} / {rules}: expected {expected}, got {got}"


@pytest.mark.parametrize("rules", RULES)
def test_no_memo_has_more_positions_than_estimated(rules: str) -> None:
    for book in books(rules):
        searching = search.top_down(book, opponent(), book.start)
        searching.solve(book.start)
        assert searching.memo is not None
        most, got = states_of(book, book.start), len(searching.memo)
        assert got <= most, f"{book.shape} / {rules}: expected at most {most}, got {got}"


@pytest.mark.parametrize(
    ("rules", "at", "numbered", "expected"),
    [
        ("take 1", 0, True, 44),
        ("take 1 left", 0, False, 9),
        ("take 2-3", 0, False, 44 * 2),
        ("take 2-3", 0, True, 44 * 5),
        ("take 2-3, score turn", 0, False, 44 * 5),
        ("take 2-3, stop 3", 1, False, 44 * 3),
        ("take 2-3, stop 3", 3, False, 44),
        ("take 2-any left, merge, score turn", 0, False, 9 * 9),
        ("take 1-2, turns ABBA", 0, False, 44 * 4),
        ("take 4-5, turns ABBA", 0, False, 44 * 3),
        ("take 1-2M left", 0, False, 9 * 2 * 3),
    ],
)
def test_estimated_states_are_positions_times_what_the_rules_distinguish(
    rules: str, at: int, numbered: bool, expected: int
) -> None:
    book = Rulebook.of(Row.of(range(8)), you_first=True, rules=Rules.of(rules))
    assert repr(states_of(book, State((0, 8), at), numbered=numbered)) == str(expected)


@pytest.mark.parametrize(
    "shape",
    [
        *(Row.of(range(n)) for n in (0, 1, 2, 4)),
        *(Circle(range(n)) for n in (1, 2, 4)),
        *map(Board.read, ("1 2 | [3 7 4 | 9 1", "6 | [2")),
    ],
    ids=str,
)
def test_shapes_count_their_positions_and_games(shape: Shape) -> None:
    book = Rulebook.of(shape, you_first=True)
    reached, ahead = set(), [book.start]
    while ahead:
        state = ahead.pop()
        reached.add(state.remaining)
        ahead += [book.after(state, move) for move in book.moves(state)]
    positions, played = shape.sizes(shape.initial)
    message = f"{shape}: expected {len(reached)} positions, got {positions}"
    assert positions >= len(reached) if isinstance(shape, Circle) else positions == len(reached), message
    assert played == games(book, book.start), shape


def test_a_pile_of_any_length_is_one_game() -> None:
    for piles, expected in ("[" + "1 " * 500, (501, 1)), ("[" + "1 " * 500 + "| [2", (501 * 2, 501)):
        board = Board.read(piles)
        assert board.sizes(board.initial) == expected, piles


def test_exhaustive_search_takes_many_cards_if_there_are_few_games() -> None:
    assert solve(range(8), rules="take 2 left", method="exhaustive").first == 0 + 1 + 4 + 5


def test_a_position_with_too_many_games_is_searched_with_a_memo() -> None:
    game = Game([3, 1, 4] * 8, rules="take 1-2")
    with pytest.raises(MethodError, match="exhaustive search would play"):
        solve(game, method="exhaustive")
    solved = solve(game)
    assert prospects(game).states[0][:2] == (solved.first, solved.theirs_first)


def test_a_merged_card_is_one_of_the_remaining_cards() -> None:
    game = Game([1, 2, 3, 4, 5], rules="take 2-any, merge").play(Take(LEFT, 3)).play(Take(RIGHT, 2))
    position = game.position
    assert (position.cards, len(position), position.left, position.right) == ((6, 9), 2, 6, 9)
    assert game.rest == Row.of([6, 9])
    assert (position.start, position.stop) == (3, 3)
    assert game.play(Take(RIGHT, 2)).ends[-1] == Take(LEFT, 2), "all that is left is taken from the left"


def test_the_value_at_an_end_is_that_of_its_card() -> None:
    position = Game([8, 15, 3, 7], rules="take 2 right, score turn, stop 1").position
    assert (position.left, position.right) == (8, 7)
    assert position.play(Take(RIGHT, 2)).left == 8


def test_a_move_reveals_as_many_cards_as_it_takes() -> None:
    book = Rulebook.of(Row.of([1, 2, 3, 4, 5]), you_first=True, rules=Rules.of("take 1-3"))
    moves = (LEFT, Take(LEFT, 2), Take(RIGHT, 2), Take(LEFT, 3))
    assert [_LazyCards(book, book.start, move).beyond for move in moves] == [2, 3 + 4, 3 + 2, 0]
