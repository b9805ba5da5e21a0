"""Reviews on every shape: losses and promises equal an obvious recursion, marks follow their definition."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import slow_but
from command_line import refused, run
from shapes_oracle import REPLIES, best_total, dealt, steps
from twoends import Board, Circle, parse
from twoends.answers.reviews import Review, review
from twoends.engine.values import values
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.notation import parse_game, parse_shape
from twoends.rules.numbers import Exact
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row
from twoends.views.scoresheet import review_text


def sign(margin: Exact) -> int:
    return (margin > 0) - (margin < 0)


def check(judged: Review, name: str) -> None:
    """Compare a review with the recurrence, amount by amount."""
    game, values = judged.game, judged.game.shape.cards.values
    left, whole, book = dealt(game.shape), sum(values), game.book
    yours: Exact = 0
    assert judged.error == 0
    assert len(judged.promised) == len(game.ends) + 1 == len(judged.moves) + 1
    for who, is_you in ((judged.you, True), (judged.opponent, False)):
        own = [move for move in judged.moves if move.yours == is_you]
        assert (who.total, who.loss) == (sum(move.earned for move in own), sum(move.loss for move in own))
        stake = sum(Fraction(move.stake) for move in own)
        assert (who.stake, who.accuracy) == (stake, float(1 - Fraction(who.loss) / (stake or 1)))
        marks = [move.mark for move in own]
        assert (who.inaccuracies, who.blunders) == (marks.count("inaccuracy"), marks.count("blunder"))
    for place, state in enumerate(game.states):
        your_turn, shown = game.you_first == (place % 2 == 0), f"{game} against {name}, move {place + 1}"
        promised = 2 * (yours + best_total(left, name, your_turn)) - whole
        assert Fraction(judged.promised[place]) == promised, f"{shown}: promised {promised}"
        if place == len(game.ends):
            return
        move, end = judged.moves[place], game.ends[place]
        assert (move.number, move.yours) == (place + 1, your_turn), shown
        moves = dict(zip(book.moves(state), steps(left), strict=True))
        remaining = sum(sum(cards) for cards, _ in left)
        brings: dict[Any, Exact] = {
            each: card + best_total(rest, name, False)
            if your_turn
            else remaining - best_total(rest, "optimal", True)
            for each, (card, rest) in moves.items()
        }
        best = max(brings.values())
        expected = best - min(brings.values()), best - brings[end]
        assert (Fraction(move.stake), Fraction(move.loss)) == expected, f"{shown}: {expected}, got {move}"
        assert move.best == tuple(each for each, total in brings.items() if total == best), shown
        taken = yours if your_turn else whole - remaining - yours
        margin = 2 * (taken + best) - whole
        large = 4 * expected[1] >= max(values) - min(values)
        turned = sign(margin) != sign(margin - 2 * expected[1])
        mark = "best" if not expected[1] else "blunder" if large or turned else "inaccuracy"
        assert (move.mark, move.promised) == (mark, judged.promised[place + 1]), f"{shown}: {mark}"
        card, left = moves[end]
        assert Fraction(move.earned) == card, shown
        yours += card if your_turn else 0


def finished_games(game: Game) -> Iterator[Game]:
    """Every way in which a game may end; what is reviewed of it is checked move by move."""
    if game.over:
        yield game
    for end in game.moves():
        yield from finished_games(game.play(end))


SHAPES = [
    *map(Row.of, product((-1, 0, 3), repeat=3)), Row.of([]),
    *(Row.of(each) for each in permutations((0, 1, 2, 9)) if each[0] < each[-1]),
    Circle([2, 8, 1]), Circle([0, 0, 3, 1]), Circle([5]),
    *map(parse, ("board 5", "3 -1 | 3", "[1 2 | 0", "1 4] | [4", "[2 2 | 1 3]", "0 1 | 1 | 2]")),
    parse("7 8 | 20 21"),
]  # fmt: skip


@pytest.mark.parametrize("name", slow_but(("optimal", "greedy right", "random"), REPLIES))
def test_every_loss_and_promise_equals_the_recurrence_on_all_small_games(name: str) -> None:
    for shape, you_first in product(SHAPES, (True, False)):
        for game in finished_games(Game(shape, you_first)):
            check(review(game, name), name)


numbers = st.one_of(
    st.lists(st.integers(-9, 9), min_size=1, max_size=7),
    st.lists(st.fractions(-2, 2, max_denominator=6), min_size=1, max_size=7),
    st.lists(st.decimals(-2, 2, places=2), min_size=1, max_size=7),
)


@settings(max_examples=60)
@given(
    st.sampled_from([Row.of, Board.of, Circle]),
    numbers,
    st.booleans(),
    st.sampled_from(list(REPLIES)),
    st.data(),
)
def test_every_loss_and_promise_equals_the_recurrence_on_any_kind_of_number(
    kind: Callable[[Any], Any], values: list[Any], you_first: bool, name: str, data: st.DataObject
) -> None:
    game = Game(kind(values), you_first)
    for _ in range(data.draw(st.integers(0, len(values)))):
        game = game.play(data.draw(st.sampled_from(game.moves())))
    check(review(game, name), name)


@pytest.mark.parametrize(
    ("shape", "name"),
    [("rising", "optimal"), ("falling", "greedy right"), ("any", "greedy right"), ("equal", "optimal")],
)
def test_every_loss_in_a_long_game_equals_the_recurrence_on_rows_of_all_forms(shape: str, name: str) -> None:
    # Sorted rows have as many coins as cards: there the review walks another way.
    random = Random(shape)
    values = {
        "rising": list(range(150)),
        "falling": list(range(150, 0, -1)),
        "any": [random.randint(-99, 99) for _ in range(150)],
        "equal": [5] * 150,
    }[shape]
    # A game made by hand may say R for its last card.
    game = Game(Row.of(values), True, (*random.choices([LEFT, RIGHT], k=149), RIGHT))
    check(review(game, name), name)


def test_the_review_of_a_game_without_moves_is_empty() -> None:
    for text in ("board", "1 2 | 3", "circle", "circle 1 2 3"):
        judged = review(Game(parse_shape(text)))
        assert (judged.moves, len(judged.promised)) == ((), 1), text


def test_the_last_card_of_a_row_counts_as_left_and_that_of_a_pile_as_its_open_side() -> None:
    game = parse_game("4 5 | [6 / first / 0:RR 1:R")
    assert game.ends == (Move("R", row=0), Move("L", row=0), Move("R", row=1))


@pytest.mark.parametrize(
    ("text", "loss", "promised", "mark"),
    [
        ("2 6 7 / first / R", 0, (3, 3), "best"),
        ("2 6 7 / first / L", 1, (3, 1), "inaccuracy"),  # the spread is 5, and a win stays a win
        ("2 5 6 / first / L", 1, (3, 1), "blunder"),  # the spread is 4: one is a quarter of it
        ("0 4 5 / first / L", 1, (1, -1), "blunder"),  # less than a quarter, but the win is gone
    ],
)
def test_a_blunder_gives_away_a_quarter_of_the_spread_or_changes_the_outcome(
    text: str, loss: int, promised: tuple[int, int], mark: str
) -> None:
    judged = review(parse_game(text))
    (move,) = judged.moves
    assert (move.loss, judged.promised, move.mark) == (loss, promised, mark), text


def test_rounding_of_expectations_makes_no_losses() -> None:
    random = Random(3)
    row = Row.of([random.choice((0.1, 0.3)) for _ in range(20)] + [0.1] * 181)
    game = Game(row, True, tuple(random.choices([LEFT, RIGHT], k=200)))
    against = opponent("random")
    judged = review(game, against)
    after = [each.after for each in values(Game(row, True, game.ends, against))[:-1]]
    differences = [abs(float(totals[0][0]) - float(totals[-1][0])) for totals in after]
    rounding = [place for place, difference in enumerate(differences) if 0 < difference <= 2 * judged.error]
    assert rounding, "no two ends differ by rounding alone: this row tests nothing"
    assert judged.error > 0
    for place in rounding:
        move = judged.moves[place]
        if move.yours:
            assert (move.stake, move.loss, move.best) == (0, 0, (LEFT, RIGHT)), f"move {move.number}"


# --- the command -------------------------------------------------------------------------------


def test_the_command_reviews_every_game_of_a_file(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("# two games\n8 15 3 7 / first / LLRL\n\n5/2 1 / second / L / random  # unfinished\n")
    for ran in (
        run("review", str(games), "--json"),
        run("review", "--json", "-", stdin=games.read_text()),
    ):
        assert ran.status == 0, ran.err
        first, second = map(json.loads, ran.out.splitlines())
        assert (first["promises"], first["turning_point"]) == ([11, -3, -3, -3, -3], 1)
        assert [move["loss"] for move in first["played"]] == [7, 0, 0, 0]
        assert (second["over"], second["promises"]) == (False, [0, "-3/2"])


def test_a_wrong_game_in_a_file_is_named_by_its_line(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("8 15 / first / LL\n8 15 / first / LLL\n")
    refused(run("review", str(games)), "games.txt, line 2: move 3 has no card to take")
    games.write_text("# nothing\n")
    refused(run("review", str(games)), "has no game: give at least one, such as 8 15 3 7 / first")


def test_a_promise_within_its_rounding_error_is_a_draw() -> None:
    game = Game([0.1, 0.3, 0.2] * 67, False, [LEFT] * 201, "random")
    assert review_text(review(game)).endswith("you win by 0.05 on average, after it a draw on average.")
