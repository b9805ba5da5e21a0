"""Reviews of games on boards and around circles: losses and promises against an obvious recursion."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twoends import solve
from twoends.answers.reviews import review
from twoends.rules.boards import Board
from twoends.rules.circles import Circle
from twoends.rules.games import Game
from twoends.rules.notation import parse_game, parse_shape
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, AnyMove, End, Side

Cards = tuple[int, ...]
Component = tuple[Cards, str]
Left = tuple[Component, ...]


# --- the obvious recursion ---------------------------------------------------------------------


def steps(left: Left) -> list[tuple[End, int, Left]]:
    """Every move: the end, the card, and what is left after it."""
    found = []
    for number, (cards, sides) in enumerate(left):
        for side in sides[: len(cards)]:
            card, rest = (cards[0], cards[1:]) if side == "L" else (cards[-1], cards[:-1])
            found.append(
                (End(number, Side(side)), card, (*left[:number], (rest, sides), *left[number + 1 :]))
            )
    return found


@cache
def hold(left: Left, name: str, your_turn: bool) -> int:
    """Your total on what is left; a greedy opponent takes the last of equal cards."""
    moves = steps(left)
    if not moves:
        return 0
    after = [hold(rest, name, not your_turn) for _, _, rest in moves]
    if your_turn:
        return max(card + total for (_, card, _), total in zip(moves, after, strict=True))
    if name == "optimal":
        return min(after)
    largest = max(card for _, card, _ in moves)
    return [total for (_, card, _), total in zip(moves, after, strict=True) if card == largest][-1]


def side_of(end: AnyMove) -> Side:
    """An end of a row, as the type checker may know it."""
    assert isinstance(end, Side)
    return end


def sign(margin: float | Fraction | Decimal) -> int:
    return (margin > 0) - (margin < 0)


def games(left: Left) -> Iterator[tuple[End, ...]]:
    """Every game from here on, finished or not."""
    yield ()
    for end, _, rest in steps(left):
        for more in games(rest):
            yield (end, *more)


BOARDS = [
    "board 5",
    "3 -1 | 3",
    "[1 2 | 0",
    "1 4] | [4",
    "[2 2 | 1 3]",
    "0 1 | 1 | 2]",
    "[3 | 7 | 0 5",
    "7 8 | 20 21",
]


@pytest.mark.parametrize("name", ["optimal", "greedy"])
@pytest.mark.parametrize("text", BOARDS)
def test_every_loss_and_promise_on_all_games_of_small_boards_equals_the_recurrence(
    text: str, name: str
) -> None:
    board = parse_shape(text)
    assert isinstance(board, Board)
    start: Left = tuple(
        (tuple(map(int, part.row.values)), "".join(map(str, part.open))) for part in board.components
    )
    values = [card for cards, _ in start for card in cards]
    for ends, you_first in product(games(start), (True, False)):
        judged = review(Game(board, you_first, ends), name)
        left, yours, your_turn = start, 0, you_first
        for number, end in enumerate(ends):
            shown = f"{judged.game} against {name}, move {number + 1}"
            promised = 2 * (yours + hold(left, name, your_turn)) - sum(values)
            assert judged.promised[number] == promised, f"{shown}: promised {promised}"
            judge = name if your_turn else "optimal"
            moves = steps(left)
            remaining = sum(card for cards, _ in left for card in cards)
            brings = {
                each: card + hold(rest, judge, False)
                if your_turn
                else remaining - hold(rest, "optimal", True)
                for each, card, rest in moves
            }
            best, move = max(brings.values()), judged.moves[number]
            expected = (best - brings[end], best - min(brings.values()))
            assert (move.loss, move.stake) == expected, f"{shown}: {expected}, got {move}"
            assert move.best == tuple(each for each, total in brings.items() if total == best), shown
            taken = yours if your_turn else sum(values) - remaining - yours
            margin = 2 * (taken + best) - sum(values)
            turned = sign(margin) != sign(margin - 2 * move.loss)
            large = 4 * move.loss >= max(values) - min(values)
            mark = "best" if not move.loss else "blunder" if large or turned else "inaccuracy"
            assert move.mark == mark, f"{shown}: {mark}, got {move}"
            card, left = next((card, rest) for each, card, rest in moves if each == end)
            assert move.card == card, shown
            yours += card if your_turn else 0
            your_turn = not your_turn
        assert judged.promised[-1] == 2 * (yours + hold(left, name, your_turn)) - sum(values)


numbers = st.one_of(
    st.lists(st.integers(-9, 9), min_size=1, max_size=6),
    st.lists(st.fractions(-2, 2, max_denominator=6), min_size=1, max_size=6),
    st.lists(st.decimals(-2, 2, places=2), min_size=1, max_size=6),
)


@settings(max_examples=30)
@given(
    numbers,
    st.booleans(),
    st.lists(st.sampled_from([LEFT, RIGHT]), max_size=6),
    st.sampled_from(["optimal", "greedy left", "modest", "generous", "random", "greedy trembling 1/3"]),
)
def test_a_board_of_one_row_is_reviewed_as_the_row_is(
    values: list[int | Fraction | Decimal], you_first: bool, sides: list[Side], name: str
) -> None:
    played = tuple(sides[: len(values)])
    game = Game(Row.of(values), you_first, played)
    row = review(game, opponent(name))
    ends = tuple(End(0, side) for side in played)
    board = review(Game(Board.of(values), you_first, ends), name)
    assert board.promised == row.promised
    assert (board.you, board.opponent, board.turning_point) == (row.you, row.opponent, row.turning_point)
    for on_board, on_row in zip(board.moves, row.moves, strict=True):
        assert on_board[4:] == (tuple(End(0, side) for side in map(side_of, on_row.best)), *on_row[5:]), (
            f"{game} {name}"
        )
        assert on_board[:4] == (on_row.number, on_row.yours, End(0, side_of(on_row.end)), on_row.card)


@settings(max_examples=40)
@given(st.lists(st.integers(-5, 5), min_size=1, max_size=6), st.booleans(), st.data())
@pytest.mark.parametrize("name", ["optimal", "greedy"])
def test_every_loss_and_promise_around_a_circle_equals_the_recurrence(
    name: str, values: list[int], you_first: bool, data: st.DataObject
) -> None:
    n = len(values)
    first = data.draw(st.integers(0, n - 1))
    sides = tuple(data.draw(st.lists(st.sampled_from([LEFT, RIGHT]), max_size=n - 1)))
    judged = review(Game(Circle(values), you_first, (first, *sides)), name)

    def after(index: int) -> Left:
        return (((*values[index + 1 :], *values[:index]), "LR"),)

    move = judged.moves[0]
    judge = name if you_first else "optimal"
    brings = [value + hold(after(index), judge, False) for index, value in enumerate(values)]
    if not you_first:  # what is theirs is what optimal play leaves them
        brings = [sum(values) - hold(after(index), "optimal", True) for index in range(n)]
    assert (move.loss, move.stake) == (max(brings) - brings[first], max(brings) - min(brings)), judged
    assert move.best == tuple(index for index in range(n) if brings[index] == max(brings))
    rest = review(Game(Game(Circle(values)).play(first).rest, not you_first, sides), name)
    gain = values[first] if you_first else -values[first]
    assert list(judged.promised[1:]) == [margin + gain for margin in rest.promised]
    assert [each.loss for each in judged.moves[1:]] == [each.loss for each in rest.moves]
    assert [each.card for each in judged.moves[1:]] == [each.card for each in rest.moves]
    if you_first:
        assert judged.promised[0] == 2 * max(brings) - sum(values)


def test_best_play_on_a_board_and_around_a_circle_is_a_flat_line() -> None:
    random = Random(5)
    values = [random.randint(-99, 99) for _ in range(60)]
    board = Board.of(values[:30], values[30:45], values[45:])
    for shape in (board, Circle(values)):
        line = solve(shape).line
        assert line is not None
        judged = review(Game(shape, True, line))
        assert len(set(judged.promised)) == 1
        assert (judged.you.accuracy, judged.opponent.accuracy) == (1.0, 1.0)
        assert (judged.you.loss, judged.opponent.loss) == (0, 0)


def test_nothing_played_is_a_review_without_moves() -> None:
    for text in ("board", "1 2 | 3", "circle", "circle 1 2 3"):
        judged = review(Game(parse_shape(text)))
        assert (judged.moves, len(judged.promised)) == ((), 1), text


# --- notation ----------------------------------------------------------------------------------


def test_the_last_card_of_a_row_counts_as_left_and_that_of_a_pile_as_its_open_side() -> None:
    game = parse_game("4 5 | [6 / first / 0:RR 1:R")
    assert game.ends == (End(0, RIGHT), End(0, LEFT), End(1, RIGHT))


# --- the command -------------------------------------------------------------------------------
