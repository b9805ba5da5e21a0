"""Other rules: every setting and every opponent, compared with a plain recursion that shares no code."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from rules_oracle import dials, opponent_of, outcomes, play, score, value
from twoends import Board, Circle, Game, Row, Rules, match, parse, review, solve, write
from twoends.engine import search
from twoends.engine.costs import states_of
from twoends.engine.values import values
from twoends.rules.errors import IllegalMoveError, MethodError, RulesError
from twoends.rules.moves import Move
from twoends.rules.opponents import custom_opponent, opponent
from twoends.rules.rulebook import Position, Rulebook, State
from twoends.rules.shapes import Shape

RULES = (
    "take 1 either", "take 2 either", "take 1-2 either", "take 1-3 either", "take 2-3 either",
    "take any either", "take 2-any either",
    "take 1 left", "take 1-3 left", "take 2-4 left", "take any left",
    "take 3-any left", "take 1-2M left", "take 1-3 right", "take any right", "take 1-2M right", "score rest",
    "take 1-2 either, score rest", "take any either, score rest", "take 1-2M left, score rest",
    "take 1-3 right, score rest", "score turn", "take 1-2 either, score turn", "take any left, score turn",
    "take 2-any left, merge", "take 2-3 right, merge", "take 2-any right, score turn, merge",
    "take 2-3 left, score turn, merge", "turns ABBA", "turns AAB", "take 1-2 either, turns ABBA",
    "take any left, turns ABBAB", "take 1-2M left, turns ABB", "stop 3", "take 1-3 either, stop 2",
    "take any left, stop 2", "take 2-any left, merge, stop 2", "turns A, stop 3", "score turn, turns A",
    "take any either, score rest, turns ABBA", "take 1-2 left, score turn, turns AAB, stop 4",
    "score 3/-1/2", "take 1-2 either, score 2/5/-3/1, turns ABBA", "take any left, score 4/",
    "take 1-2M right, score 1/2/3, stop 2", "score 5/0/-2/3, turns A", "score 2^turn",
    "take 2-any left, score 2^turn, merge", "take 1-3 either, score 2^turn, turns ABB",
)  # fmt: skip
"""Every setting, alone and with others."""

OPPONENTS = (
    "optimal", "greedy left", "greedy right", "greedy random", "modest left", "modest right", "modest random",
    "generous", "random", "optimal trembling 1/4", "greedy left trembling 1/2", "middle",
    "left", "right", "right trembling 1/4",
)  # fmt: skip

VALUES = range(-2, 4)

PUBLISHED = (
    ("take 1-2M left", "2 7 9 4 4", 10, None),
    ("take 1-2M left", "1 2 3 4 5 100", 104, None),
    ("take 1-3 left", "1 2 3 7", None, -1),
    ("take 1-3 left", "1 2 3 -9", None, 15),
    ("take 1-3 left", "1 2 3 6", None, 0),
    ("score rest", "5 3 1 4 2", 18, 6),
    ("score rest", "7 90 5 1 100 10 10 2", None, 122),
    ("score rest", "2 1 3 3", 9, 5),
    ("take 2-any left, merge", "-1 2 -3 4 -5", None, 5),
    ("take 2-any left, merge", "7 -6 5 10 5 -2 -6", None, 13),
    ("take 2-any left, merge", "-10 -12", None, -22),
    ("take any either", "4 -10 -20 7", None, 7),
    ("take any either", "1 2 3 4", None, 10),
    ("turns A, stop 3", "1 2 3 4 5 6 1", 12, 12),
    ("score turn, turns A", "1 3 1 5 2", 43, 43),
    ("score 3/2/1, turns A", "1 2 3", 14, 14),
    ("score -10/-5/3/4/6, turns A", "-5 -3 -3 -2 7 1", 102, 102),
    ("score 2^turn, turns A", "1 2 3", 34, 34),
    ("score 2^turn, turns A", "3 4 2", 48, 48),
)
"""From RULES.md and the sources: rules, row, first total, first margin."""


def middle(position: Position) -> Move:
    """A custom player: the middle one of the legal moves."""
    moves = position.moves()
    return moves[len(moves) // 2]


def opponent_named(name: str) -> Any:
    return custom_opponent(middle, "middle") if name == "middle" else opponent(name)


def opponents_under(rules: str) -> tuple[str, ...]:
    """All opponents, or one who never moves."""
    return ("optimal",) if "turns A" in rules.replace("turns AA", "").replace("turns AB", "") else OPPONENTS


def rows_up_to(n: int) -> Iterator[tuple[int, ...]]:
    for length in range(n + 1):
        yield from product(VALUES, repeat=length)


def letter_and_count(move: Move) -> tuple[str, int]:
    return str(move.end), move.cards


def agrees(rules: str, row: tuple[Any, ...], name: str, method: str = "top-down") -> None:
    """Compare `solve` with the recursion: both pairs, the pair after each first move, and replayed lines."""
    solved = solve(row, opponent_named(name), rules=rules, method=method)
    where = f"{row} / {rules} / {name} / {method}"
    expected: Any = score(rules, row, name)
    assert (solved.first, solved.theirs_first) == expected, f"{where}: expected {expected}, got {solved!r}"
    assert solved.margin_first == expected[0] - expected[1], where
    assert solved.sum == sum(row), where
    if Rules.of(rules).alone:
        assert (solved.second, solved.go_first) == (None, None), where
    else:
        expected = score(rules, row, name, you_first=False)
        got = (solved.second, solved.theirs_second)
        assert got == expected, f"{where}, second: expected {expected}, got {got}"
    after = outcomes(dials(rules), row, 0, 1, True, opponent_of(name))
    expected = {(end, count): pair for (end, count), pair, _ in after}
    pairs = {letter_and_count(move.move): (move.total, move.theirs) for move in solved.moves}
    assert pairs == expected, f"{where}: expected {expected}, got {pairs}"
    for you_first, line, promised in (
        (True, solved.line, (solved.first, solved.theirs_first)),
        (False, solved.line_second, (solved.second, solved.theirs_second)),
    ):
        if line is not None:
            game = Game(row, you_first, line, rules=rules)
            assert game.over, f"{where}: {line} stops early"
            assert line.counted == (not game.rules.one_card), f"{where}: {line}"
            assert game.totals == promised, f"{where}: {line}: expected {promised}, got {game.totals}"
        else:
            assert (not you_first and solved.second is None) or solved.opponent.stochastic, where


@pytest.mark.parametrize(("rules", "row", "first", "margin"), PUBLISHED)
def test_published_values_hold(rules: str, row: str, first: int | None, margin: int | None) -> None:
    values = tuple(map(int, row.split()))
    solved = solve(values, rules=rules)
    assert solved.method == "bottom-up"
    pair = score(rules, values)
    assert first in (None, solved.first)
    assert margin in (None, solved.margin_first)
    assert (first or pair[0], pair[0] - pair[1] if margin is None else margin) == (pair[0], pair[0] - pair[1])


def test_a_custom_player_may_look_at_the_number_of_the_move() -> None:
    def turns_around(position: Position) -> Move:
        return position.moves()[0 if position.state.number < 3 else -1]

    for method in ("top-down", "exhaustive"):
        assert solve([0, 1, 1, 5, 2, 4, 4], turns_around, rules="take 1-3", method=method).first == 17


@pytest.mark.parametrize("way", ["searched", "swept in Python", "swept in arrays"])
@pytest.mark.parametrize("rules", RULES)
def test_search_and_sweeps_agree_with_the_recursion_for_every_setting_and_opponent(
    rules: str, way: str, request: pytest.FixtureRequest
) -> None:
    """Python sweeps against every opponent, on rows of up to six cards; the other ways against some."""
    random, method = Random(rules), "top-down" if way == "searched" else "auto"
    opponents = opponents_under(rules)
    if way == "swept in Python":
        lengths: Sequence[int] = range(7)
    else:
        lengths, opponents = (3, 6), ("optimal", *opponents[RULES.index(rules) % 4 + 1 :: 4])
    if way == "swept in arrays":
        request.getfixturevalue("always_compiled")
    for name in opponents:
        for n in lengths if name == "optimal" else (5,):
            agrees(rules, tuple(random.choices(VALUES, k=n)), name, method)
    for each in {method, "exhaustive" if way == "searched" else method}:
        agrees(rules, (Fraction(1, 2), 3, Fraction(-2, 3), 1), "optimal", each)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_sweeps_and_search_agree_with_the_recursion_on_all_short_rows(rules: str) -> None:
    for method, most in (("auto", 4), ("top-down", 3)):
        for row in rows_up_to(most):
            agrees(rules, row, "optimal", method)
    for name in opponents_under(rules)[1:]:
        for row in rows_up_to(2):
            agrees(rules, row, name)


@pytest.mark.parametrize("rules", RULES)
def test_sweeps_and_search_agree_with_the_recursion_on_games_in_progress(rules: str) -> None:
    """A game in progress keeps its move number, its M and its turn."""
    random, made, who = Random(rules), dials(rules), opponent_of("optimal")
    game = Game(random.choices(VALUES, k=7), rules=rules)
    cards, number, memory = tuple(game.shape.cards.values), 0, 1
    for _ in range(4):  # beyond the end of those that stop after 3 moves
        swept, searched = solve(game), solve(game, method="top-down")
        you = made.turns[number % len(made.turns)] == "A"
        expected: Any = [value(made, cards, number, memory, first == you, who) for first in (True, False)]
        got = [(swept.first, swept.theirs_first), (swept.second, swept.theirs_second)]
        played = slice(1) if made.turns == "A" else slice(2)
        assert got[played] == expected[played], f"{write(game)}: expected {expected}, got {got}"
        for name in ("first", "second", "moves", "final"):
            expected, got = getattr(searched, name), getattr(swept, name)
            assert got == expected, f"{game!r}, {name}: expected {expected}, got {got}"
        if (line := swept.line if game.mover == "you" else swept.line_second) is not None:
            ended = replace(game, ends=(*game.ends, *line))
            assert ended.over
            assert ended.totals == swept.final, f"{game!r}: {line} brings {ended.totals}, not {swept.final}"
        if not game.over:
            game = game.play(random.choice(game.moves()))
            end, count = letter_and_count(game.ends[-1])
            cards, _ = play(made, cards, number, (end, count))
            number, memory = number + 1, max(memory, count) if made.doubling else 1


# --- text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_texts_of_rules_and_games_round_trip(rules: str) -> None:
    assert str(Rules.of(rules)) == rules
    assert Rules.of(str(Rules.of(rules.upper().replace("TURNS ", "turns ")))) == Rules.of(rules)
    random = Random(rules)
    for _ in range(5):
        game = Game(random.choices(VALUES, k=7), random.random() < 0.5, rules=rules)
        while game.moves() and random.random() < 0.9:
            game = game.play(random.choice(game.moves()))
        assert parse(write(game)) == game, write(game)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("score 3/2, stop 3", "stop 3 is more than the 2 weights"),
        ("take 2-any left, score 3/2, merge", "merge and weights do not go together"),
        ("score " + "1/" * 1000 + "1", "too many or too large weights"),
    ],
)
def test_weights_that_mean_nothing_are_refused(rules: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        Rules.of(rules)


def test_weights_end_play_and_a_smaller_stop_holds() -> None:
    for rules, stop, text in (
        ("score 3/2/1", 3, "score 3/2/1"),
        ("score 03/-2/1, stop 3", 3, "score 3/-2/1"),
        ("stop 2, score 3/2/1", 2, "score 3/2/1, stop 2"),
        ("score 7/", 1, "score 7/"),
    ):
        assert (Rules.of(rules).stop, str(Rules.of(rules))) == (stop, text)
    with pytest.raises(RulesError, match="a board has no score"):
        solve(Board.read("1 2 | 3"), rules="score 2/1")


def test_a_review_measures_weighted_moves_in_margin() -> None:
    first, _ = review(parse("3 1 2 8 / score 3/2/1 / first / LR")).moves
    # L earns 9, then 16 and 2; R earns 24, then 6 and 2.
    assert (first.loss, first.mark, first.promised) == ((26 - 6) - (11 - 16), "blunder", 11 - 16)


def test_many_cards_and_few_weights_take_a_sweep_of_few_lengths() -> None:
    row, weights = [number * 7919 % 2001 - 1000 for number in range(100_000)], range(-150, 150)
    solved = solve(row, rules=f"turns A, score {'/'.join(map(str, weights))}")
    assert solved.line is not None
    assert len(solved.line) == 300
    assert solved.first == Game(row, ends=solved.line, rules=solved.game.rules).totals[0]
    assert solved.first >= sum(w * c for w, c in zip(weights, row[:300], strict=True))
    assert solve(row[:6], rules="turns A, score 3/-1").positions == 1 + 2 + 3


def test_hundreds_of_cards_by_other_rules_are_searched() -> None:
    row = range(350)
    assert solve(row, rules="take 1 left", method="top-down").first == sum(row[::2])
    assert len(match(row, "generous", "optimal", rules="take 1 left").game.ends) == 350


def test_a_position_by_other_rules_pickles() -> None:
    position = Game([1, 2, 3], False, rules="take 1-2 left, stop 2").position
    assert pickle.loads(pickle.dumps(position)).moves() == position.moves()


# --- numbers of positions and games, estimated in advance --------------------------------------


SHAPES: list[Shape] = [Row.of([3, 1, 2, 5, 1, 4]), Circle([2, 8, 1, 10, 9]), Board.read("1 2 | [3 7 4 | 9 1")]


def books(rules: str) -> list[Rulebook]:
    made = Rules.of(rules)
    on_rows = made.merge or made.score != "cards"
    return [Rulebook(shape, you_first=True, rules=made) for shape in SHAPES[: 1 if on_rows else None]]


def games(book: Rulebook, state: State) -> int:
    moves = book.moves(state)
    return sum(games(book, book.after(state, move)) for move in moves) if moves else 1


@pytest.mark.parametrize("rules", RULES[::3])
def test_games_are_counted_without_playing_them(rules: str) -> None:
    for book in books(rules):
        expected, got = games(book, book.start), search.games_of(book, book.start)
        assert got == expected, f"{book.shape} / {rules}: expected {expected}, got {got}"


@pytest.mark.parametrize("rules", RULES)
def test_no_memo_has_more_positions_than_estimated(rules: str) -> None:
    for book in books(rules):
        searching = search.Search(Game(book.shape, book.you_first, rules=book.rules))
        searching.totals(book, [book.start])
        most, got = states_of(book, book.start), searching.positions
        assert got <= most, f"{book.shape} / {rules}: expected at most {most}, got {got}"


@pytest.mark.parametrize(
    ("rules", "at", "numbered", "expected"),
    [
        ("take 1", 0, True, 44),
        ("take 1 left", 0, False, 9),
        ("take 2-3", 0, True, 44 * 5),
        ("take 2-3, stop 3", 1, False, 44 * 3),
        ("take 2-3, stop 3", 3, False, 44),
        ("take 2-any left, merge, score turn", 0, False, 9 * 9),
        ("take 1-2, turns ABBA", 0, False, 44 * 4),
        ("take 1-2M left", 0, False, 9 * 2 * 3),
    ],
)
def test_estimated_states_are_positions_times_what_the_rules_distinguish(
    rules: str, at: int, numbered: bool, expected: int
) -> None:
    book = Rulebook(Row.of(range(8)), you_first=True, rules=Rules.of(rules))
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
    book = Rulebook(shape, you_first=True)
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


def test_a_position_with_too_many_games_is_searched_with_a_memo() -> None:
    game = Game([3, 1, 4] * 8, rules="take 1-2")
    with pytest.raises(MethodError, match="exhaustive search would play"):
        solve(game, method="exhaustive")
    solved = solve(game)
    assert values(game)[0][:2] == (solved.first, solved.theirs_first)


def test_a_merged_card_is_one_of_the_remaining_cards() -> None:
    game = Game([1, 2, 3, 4, 5], rules="take 2-any right, merge").play(Move("R", 3)).play(Move("R", 2))
    position = game.position
    assert (position.cards, len(position), position.left, position.right) == ((1, 14), 2, 1, 14)
    assert game.rest == Row.of([1, 14])
    assert (position.start, position.stop) == (0, 1)
    assert game.play(Move("R", 2)).ends[-1] == Move("R", 2)
    with pytest.raises(IllegalMoveError, match="0:R2 is not a legal move: choose from R2"):
        game.play(Move("R", 2, row=0))


def test_the_value_at_an_end_is_that_of_its_card() -> None:
    position = Game([8, 15, 3, 7], rules="take 2 right, score turn, stop 1").position
    assert (position.left, position.right) == (8, 7)
    assert position.play(Move("R", 2)).left == 8
