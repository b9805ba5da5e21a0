"""Reviews: losses against an obvious recursion, promises that hold, marks as they are stated."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import refused, run
from twoends import match
from twoends.answers.positions import prospects
from twoends.answers.reviews import Review, review
from twoends.rules.games import Game
from twoends.rules.notation import parse_game
from twoends.rules.numbers import Exact
from twoends.rules.opponents import opponent
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.solvers.bottom_up import table

OPPONENTS = [
    "optimal",
    "greedy right",
    "greedy left",
    "modest right",
    "generous",
    "random",
    "random 1/3",
    "greedy left trembling 1/10",
    "optimal trembling 1/2",
]


@cache
def hold(values: tuple[Exact, ...], against: Opponent, *, your_turn: bool) -> Exact:
    """Your total on these cards with best play, straight from the recurrence."""
    n = len(values)
    if n == 0:
        return 0
    after_left = hold(values[1:], against, your_turn=not your_turn)
    after_right = hold(values[:-1], against, your_turn=not your_turn)
    if your_turn:
        return max(values[0] + after_left, values[-1] + after_right)
    total = against.over(values)(0, n, after_left, after_right)
    assert not isinstance(total, float)
    return total


def games(row: tuple[int, ...]) -> list[Game]:
    """Every game on a row, finished or not."""
    return [
        Game(Row.of(row), you_first, sides)
        for you_first in (True, False)
        for moves in range(len(row) + 1)
        for sides in product((LEFT, RIGHT), repeat=moves)
        if moves < len(row) or not row or sides[-1] is LEFT
    ]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each, marks=() if each in ("optimal", "greedy left", "random 1/3") else pytest.mark.slow)
        for each in OPPONENTS
    ],
)
def test_every_loss_and_promise_equals_the_recurrence_on_all_small_games(name: str) -> None:
    against = opponent(name)
    rows = [(), (1,), *product((-1, 0, 3), repeat=3), *permutations((0, 1, 2, 9))]
    for row in rows:
        for game in games(row):
            check(review(game, against))


numbers = st.one_of(
    st.lists(st.integers(-9, 9), min_size=1, max_size=7),
    st.lists(st.fractions(-2, 2, max_denominator=6), min_size=1, max_size=7),
    st.lists(st.decimals(-2, 2, places=2), min_size=1, max_size=7),
)


@settings(max_examples=40)
@given(
    numbers, st.booleans(), st.lists(st.sampled_from([LEFT, RIGHT]), max_size=7), st.sampled_from(OPPONENTS)
)
def test_every_loss_and_promise_equals_the_recurrence_on_any_kind_of_number(
    values: list[int | Fraction | Decimal], you_first: bool, sides: list[Side], name: str
) -> None:
    game = Game(Row.of(values), you_first)
    for side in sides[: len(values)]:
        game = game.play(side)
    check(review(game, opponent(name)))


GAMES_BY_HAND: dict[str, tuple[str, str, tuple[int, int], tuple[int, int]]] = {
    "row": ("8 15 3 7", "LLRL", (15, 7), (18, 0)),
    "odd row": ("8 15 3 7 9", "LLRRL", (20, 0), (22, 0)),
    "board": ("1 2 | 3 7 4 | 9", "2:L 0:LL 1:LLL", (18, 0), (8, 1)),
    "circle": ("circle 2 8 1 10 9", "0 LLRL", (13, 6), (17, 1)),
}
"""What was dealt; the moves; total and loss of whoever moved first, and of the other."""


@pytest.mark.parametrize("you_first", [True, False])
@pytest.mark.parametrize("kind", GAMES_BY_HAND)
def test_each_player_is_credited_with_their_own_moves(kind: str, you_first: bool) -> None:
    dealt, played, *both = GAMES_BY_HAND[kind]
    judged = review(parse_game(f"{dealt} / {'first' if you_first else 'second'} / {played}"))
    for who, is_you, (total, loss) in zip(
        (judged.you, judged.opponent), (True, False), both if you_first else reversed(both), strict=True
    ):
        moves = judged.moves[0 if is_you == you_first else 1 :: 2]
        assert all(move.yours == is_you for move in moves)
        assert (who.total, who.loss) == (total, loss)
        assert (sum(move.card for move in moves), sum(move.loss for move in moves)) == (total, loss)
        assert Fraction(who.stake) == sum(Fraction(move.stake) for move in moves)
        assert who.accuracy == float(1 - Fraction(loss) / (sum(Fraction(move.stake) for move in moves) or 1))
        assert (who.inaccuracies, who.blunders) == tuple(
            sum(move.mark == mark for move in moves) for mark in ("inaccuracy", "blunder")
        )


def check(judged: Review) -> None:
    """Hold a review against the recurrence, amount by amount."""
    game, against = judged.game, judged.game.opponent
    values = tuple(game.shape.cards.values)
    whole = sum(values)
    yours: Exact = 0
    assert judged.error == 0
    assert len(judged.promised) == len(game.ends) + 1 == len(judged.moves) + 1
    for place, (start, stop) in enumerate(state.remaining for state in game.states):
        your_turn = game.you_first == (place % 2 == 0)
        cards = values[start:stop]
        promised = 2 * (yours + hold(cards, against, your_turn=your_turn)) - whole
        shown = f"{game} against {against}, before move {place + 1}"
        assert Fraction(judged.promised[place]) == promised, f"{shown}: promised {promised}"
        if place == len(game.ends):
            break
        move = judged.moves[place]
        judge = against if your_turn else opponent("optimal")
        gain = 1 if your_turn else -1
        left: Exact = gain * (
            (cards[0] if your_turn else 0) + hold(cards[1:], judge, your_turn=not your_turn)
        )
        right: Exact = gain * (
            (cards[-1] if your_turn else 0) + hold(cards[:-1], judge, your_turn=not your_turn)
        )
        taken = left if move.end is LEFT else right
        expected = (abs(Fraction(left - right)), Fraction(max(left, right) - taken))
        got = (Fraction(move.stake), Fraction(move.loss))
        assert got == expected, f"{shown}: stake and loss {expected}, got {got}"
        assert move.best == tuple(
            side
            for side, total in ((LEFT, left), (RIGHT, right))
            if total == max(left, right) and (side is LEFT or len(cards) > 1)
        ), shown
        margin = gain * (2 * (yours + hold(cards, judge, your_turn=your_turn)) - whole)
        turned = (margin > 0, margin < 0) != (
            margin - 2 * Fraction(move.loss) > 0,
            margin - 2 * Fraction(move.loss) < 0,
        )
        large = 4 * Fraction(move.loss) >= max(values) - min(values)
        mark = "best" if not move.loss else "blunder" if large or turned else "inaccuracy"
        assert move.mark == mark, f"{shown}: expected {mark}, got {move.mark}"
        assert move.promised == judged.promised[place + 1]
        yours += game.earned[place] if your_turn else 0


@pytest.mark.parametrize(
    ("shape", "name"),
    [
        ("rising", "optimal"),
        ("up and down", "greedy"),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                *(("rising", "greedy"), ("falling", "optimal"), ("falling", "greedy")),
                *(("up and down", "optimal"), ("equal", "optimal"), ("equal", "greedy")),
            )
        ),
    ],
)
def test_long_games_are_judged_as_their_recurrence_says_whatever_the_row_looks_like(
    shape: str, name: str
) -> None:
    # Sorted rows have as many coins as cards: there the review walks another way.
    random = Random(shape)
    values = {
        "rising": list(range(300)),
        "falling": list(range(300, 0, -1)),
        "up and down": [random.randint(-99, 99) for _ in range(300)],
        "equal": [5] * 300,
    }[shape]
    # A game made by hand may say R for its last card.
    game = Game(Row.of(values), True, (*random.choices([LEFT, RIGHT], k=299), RIGHT))
    judged = review(game, name)
    n = len(values)
    for yours, against in ((True, opponent(name)), (False, opponent("optimal"))):
        cells = table(values, against)
        for move, (start, stop) in zip(
            judged.moves, (state.remaining for state in game.states), strict=False
        ):
            if move.yours != yours:
                continue
            after = (cells.theirs if yours else cells.yours)[stop - start - 1]
            left = after[start + 1] + (values[start] if yours else 0)
            right = after[start] + (values[stop - 1] if yours else 0)
            best = max(left, right) if yours else min(left, right)
            loss = abs(best - (left if move.end is LEFT else right))
            assert move.loss == loss, f"{shape} row of {n}, {name}, move {move.number}: expected {loss}"
    assert judged.promised[-1] == game.yours - game.theirs


@settings(max_examples=30)
@given(st.lists(st.integers(-9, 9), max_size=12), st.sampled_from(["optimal", "greedy", "generous"]))
def test_best_play_is_a_flat_line_with_full_accuracy(values: list[int], name: str) -> None:
    game = match(values, "best", name).game
    judged = review(game, name)
    assert set(judged.promised) == {judged.promised[-1]} == {game.yours - game.theirs}
    assert (judged.you.accuracy, judged.you.loss, judged.turning_point) == (1.0, 0, None)


@pytest.mark.parametrize(
    ("text", "loss", "promised", "mark"),
    [
        ("2 6 7 / first / R", 0, (3, 3), "best"),
        ("2 6 7 / first / L", 1, (3, 1), "inaccuracy"),  # the spread is 5, and a win stays a win
        ("2 5 6 / first / L", 1, (3, 1), "blunder"),  # the spread is 4: one is a quarter of it
        ("0 4 5 / first / L", 1, (1, -1), "blunder"),  # less than a quarter, but the win is gone
    ],
)
def test_marks_are_what_they_say(text: str, loss: int, promised: tuple[int, int], mark: str) -> None:
    judged = review(parse_game(text))
    (move,) = judged.moves
    assert (move.loss, judged.promised, move.mark) == (loss, promised, mark), text


def test_accuracy_is_the_share_kept_of_what_was_at_stake() -> None:
    # You: 8 for 7 (gives 7 away), then the better of 3 and 7 (4 at stake). 1 - 7/11.
    judged = review(parse_game("8 15 3 7 / first / LLRL"))
    assert [(move.stake, move.loss) for move in judged.moves if move.yours] == [(7, 7), (4, 0)]
    assert judged.you.accuracy == pytest.approx(4 / 11)
    assert (judged.you.total, judged.you.loss, judged.you.blunders) == (15, 7, 1)
    assert (judged.opponent.total, judged.opponent.accuracy) == (18, 1.0)


def test_the_opponent_is_judged_by_optimal_play_even_where_they_play_as_they_should() -> None:
    judged = review(parse_game("1 3 100 2 / second / R / greedy"))
    (move,) = judged.moves
    assert (move.loss, move.mark) == (96, "blunder")
    assert judged.promised == (96, 96)  # that a greedy opponent blunders was promised from the start


def test_rounded_expectations_make_no_losses_out_of_nothing() -> None:
    random = Random(3)
    row = Row.of([random.choice((0.1, 0.3)) for _ in range(20)] + [0.1] * 181)
    game = Game(row, True, tuple(random.choices([LEFT, RIGHT], k=200)))
    against = opponent("random 1/3")
    held = prospects(Game(row, True, game.ends, against))
    differences = [abs(float(each.after[0]) - float(each.after[-1])) for each in held.states]
    rounding = [place for place, difference in enumerate(differences) if 0 < difference <= 2 * held.error]
    assert rounding, "no two ends differ by rounding alone: this row tests nothing"
    judged = review(game, against)
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
    refused(run("review", str(games)), "has no game")
