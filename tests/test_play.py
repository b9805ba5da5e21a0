"""Games follow the rules, every opponent plays as they reply, and a game is one line of text."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import REPLIES, STEADY, Oracle
from twoends import (
    LEFT,
    RIGHT,
    Board,
    Circle,
    Component,
    End,
    Game,
    IllegalMoveError,
    NotationError,
    OpponentError,
    Position,
    Row,
    RowError,
    deal,
    match,
    opponent,
    parse,
    play_rows,
    review,
    solve,
    write,
)
from twoends.answers.matches import seated, tables_filled
from twoends.rules.notation import parse_game
from twoends.rules.rulebook import Rulebook, State
from twoends.rules.shapes import Shape
from twoends.rules.sides import AnyMove
from twoends.rules.text import parse_row

rows = st.lists(st.integers(-5, 5), max_size=10)
sides = st.sampled_from([LEFT, RIGHT])


@given(row=rows, you_first=st.booleans(), data=st.data())
def test_a_game_hands_every_card_to_exactly_one_player(
    row: list[int], you_first: bool, data: st.DataObject
) -> None:
    game = Game(Row.of(row), you_first)
    while not game.over:
        assert game.yours + game.theirs + sum(
            game.shape.cards.values[game.position.start : game.position.stop]
        ) == sum(row)
        assert game.mover == game.position.mover
        game = game.play(data.draw(sides))
    assert game.yours + game.theirs == sum(row)
    assert sorted(game.earned) == sorted(row)
    assert (len(row) + 1) // 2 == len(game.earned[::2])


def test_a_move_after_the_last_card_or_to_no_side_is_refused() -> None:
    game = Game(Row.of([5])).play(RIGHT)
    assert game.ends == (LEFT,), "the last card counts as taken from the left"
    with pytest.raises(IllegalMoveError, match="move 2 finds no card"):
        game.play(LEFT)
    with pytest.raises(IllegalMoveError, match="move 1 is 'L'"):
        Game(Row.of([5])).play("L")  # type: ignore[arg-type]  # what is under test
    with pytest.raises(IllegalMoveError, match="no card is left"):
        Game(Row.of([])).position.play(LEFT)


@given(row=rows, name=st.sampled_from(STEADY), best_first=st.booleans())
def test_best_gets_what_solve_promises_against_everyone(row: list[int], name: str, best_first: bool) -> None:
    played = match(row, *(("best", name) if best_first else (name, "best")))
    solution = solve(row, name)
    assert played.game.you_first == best_first or not row
    assert played.game.yours == (solution.first if best_first else solution.second)
    oracle = Oracle(row, REPLIES[name])
    assert oracle.replay("".join(map(str, played.game.ends)), best_first) == played.game.yours


def test_best_against_best_is_optimal_play() -> None:
    row = deal(seed=3)
    assert (
        match(row, "best", "best").game.yours
        == solve(row).first
        == match(row, "optimal", "optimal").game.yours
    )


def test_greedy_against_greedy_is_s1s_game() -> None:
    played = match([5, 7, 9, 1, 4, 2], "greedy", "greedy")
    assert "".join(map(str, played.game.ends)) == "LLLRRL"
    assert (played.game.yours, played.game.theirs) == (18, 10)


@pytest.mark.parametrize(
    ("first", "second", "tables"),
    [
        ("best", "random", 1),
        ("greedy trembling 1/3", "best", 1),
        ("best", "generous trembling 1/3", 2),
        ("best", opponent(lambda left, right, after_left, after_right: after_left), 2),
        ("best", opponent(lambda position: LEFT), 1),
        ("greedy", "optimal trembling 1/3", 1),
        ("generous", "generous", 2),
        ("best", "greedy", 0),
        ("best", "best", 0),
        ("best", "generous", 0),
        ("generous", "greedy", 1),
        ("generous trembling 1/3", "best", 2),
        ("optimal trembling 1/3", "best", 2),
        ("modest", "random", 0),
        ("optimal", "greedy trembling 1/3", 0),
    ],
)
def test_a_match_tells_its_progress_for_each_table_that_the_command_announces(
    first: Any, second: Any, tables: int
) -> None:
    told: list[tuple[int, int]] = []
    match(range(9), first, second, seed=1, progress=lambda done, n: told.append((done, n)))
    assert told == [(done, 9) for done in range(10)] * tables, told
    assert tables_filled([seated(who) for who in (first, second)]) == tables


def test_random_moves_come_from_the_seed_alone() -> None:
    games = [match(deal(seed=1), "random", "greedy trembling 1/2", seed=seed).game for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize("seed", range(3))
def test_each_player_draws_from_a_stream_of_their_own_and_anew_at_every_move(seed: int) -> None:
    coins = [1] * 61  # the last one, which leaves no choice, is the first player's
    sides = match(coins, "random", "random", seed=seed).game.ends
    first, second = sides[:-1:2], sides[1::2]
    assert first != second
    assert set(first) == set(second) == {LEFT, RIGHT}
    for opposite in ("optimal", "modest left", "greedy left trembling 1/2"):
        assert match(coins, "random", opposite, seed=seed).game.ends[:-1:2] == first
        assert match(coins, opposite, "random", seed=seed).game.ends[1::2] == second


def test_a_random_player_leans_as_they_are_told() -> None:
    game = match([1] * 2000, "random 1/4", "random 1/4", seed=5).game
    assert 400 < game.ends.count(LEFT) < 600


@pytest.mark.parametrize("read", [parse, parse_row])
def test_what_is_no_text_is_shown_some(read: Callable[[Any], object]) -> None:
    with pytest.raises(RowError) as fault:
        read(42)
    assert str(fault.value) == "42 is not text: give some, such as '8 15 3 7'"


def test_runs_of_moves_may_be_written_by_their_numbers() -> None:
    assert parse("8 15 3 7 / first / 1R 3L") == parse("8 15 3 7 / first / RLLL")
    assert parse("8 15 3 7 / first / R2L") == parse("8 15 3 7 / first / RLL")
    with pytest.raises(IllegalMoveError, match="move 5 finds no card: there are 4"):
        parse("8 15 3 7 / first / 2R 3L")


@pytest.mark.parametrize(
    "text",
    [
        "1/2 15 3/4 7 / second / LR / greedy left",
        "1/2 15 3/4 7/second/LR/greedy left",
        "[1/2, 15, 3/4, 7]/ second /l r/ greedy left",
    ],
)
def test_only_a_slash_between_digits_belongs_to_a_value(text: str) -> None:
    assert write(parse(text)) == "1/2 15 3/4 7 / second / LR / greedy left"


@pytest.mark.parametrize(
    ("text", "shape", "you_first", "ends", "written"),
    [
        (
            "1 2 | [3 7 4 / first / 0:R 1:RR 0:L",
            Board.of([1, 2], Component([3, 7, 4], (RIGHT,))),
            True,
            [End(0, RIGHT), End(1, RIGHT), End(1, RIGHT), End(0, LEFT)],
            "1 2 | [3 7 4 / first / 0:R 1:RR 0:L",
        ),
        ("BOARD 8 15 / Second / -", Board.of([8, 15]), False, [], "board 8 15 / second / -"),
        ("board / first / -", Board.of(), True, [], "board / first / -"),
        ("circle 2 8 1 / first / -", Circle([2, 8, 1]), True, [], "circle 2 8 1 / first / -"),
        ("circle / first / -", Circle([]), True, [], "circle / first / -"),
        (
            "Circle 2, 8, 1, 10, 9/SECOND/ 3 r2L R",
            Circle([2, 8, 1, 10, 9]),
            False,
            [3, RIGHT, LEFT, LEFT, LEFT],
            "circle 2 8 1 10 9 / second / 3 RLLL",
        ),
    ],
)
def test_a_game_on_a_board_or_around_a_circle_is_read_and_written(
    text: str, shape: Shape, you_first: bool, ends: list[AnyMove], written: str
) -> None:
    game = Game(shape, you_first, ends)
    assert parse(text) == game
    assert write(game) == written
    assert parse(written) == game


def test_an_index_has_at_most_a_thousand_digits() -> None:
    assert parse(f"1 2 | 3 / first / {'0' * 1000}:L") == parse("1 2 | 3 / first / 0:L")
    with pytest.raises(IllegalMoveError, match="names no end"):
        parse(f"1 2 | 3 / first / {'0' * 1001}:L")


def test_a_text_is_no_game_before_it_is_read() -> None:
    with pytest.raises(NotationError) as fault:
        review("8 15 3 7 / first / RLLL")  # type: ignore[arg-type]  # the fault
    assert str(fault.value) == (
        "a str is not a Game: make one, or read it, as in parse('8 15 3 7 / first / RLLL')"
    )


def test_what_has_no_notation_is_named() -> None:
    with pytest.raises(NotationError) as fault:
        write([8, 15])  # type: ignore[arg-type]  # the fault
    assert str(fault.value) == "a list has no notation: give a row, board, circle or game"


def test_an_empty_row_is_written_in_brackets_and_a_dash_is_read_for_it() -> None:
    assert write(Game([])) == "[] / first / -"
    assert parse("- / first / -") == parse("[] / first / -") == Game(Row.of([]))


@pytest.mark.parametrize(
    ("text", "fault", "sentence"),
    [
        ("8 15 3 7", NotationError, "a game has 3 to 5 parts"),
        (
            "8 15 / first / R / greedy / left",
            NotationError,
            "a game has 3 to 5 parts between slashes, here are 5: "
            "write ROW / first / MOVES, as in 8 15 3 7 / first / RLLL, and rules after the row",
        ),
        ("8 15 / third / R", NotationError, "'third' does not say who moved first"),
        ("1 2 | 3 / first / 0:L 1", IllegalMoveError, "move 2, '1', names no end: write a component from 0"),
        ("1 2 | 3 / first / ²:L", IllegalMoveError, "move 1, '²:L', names no end"),
        ("1 2 | 3 / first / ١:L", IllegalMoveError, "move 1, '١:L', names no end"),
        ("circle 1 2 3 / first / ² L", IllegalMoveError, "move 1 is '²': it takes any card"),
        ("1 2 | 3 / first / 0:", IllegalMoveError, "move 1, '0:', names no end"),
        ("1 2 | 3 / first / :L", IllegalMoveError, "move 1, ':L', names no end"),
        (
            "1 2 | 3 / first / x:L",
            IllegalMoveError,
            "names no end: write a component from 0 and sides, as in 0:R",
        ),
        ("1 2 | 3 / first / 0:L:R", IllegalMoveError, "move 2 is ':': write L for the left end or R for the"),
        ("1 2 | 3 / first / 0:L 0:LX", IllegalMoveError, "move 3 is 'X': write L for the left end"),
        ("X 1 | 2 / first / 0:L", RowError, "component 0: 'X' is not a value"),
        (
            "circle 1 2 / first / x",
            IllegalMoveError,
            "move 1 is 'x': it takes any card, so write its index from 0",
        ),
        ("circle 1 2 3 / first / 0 LX", IllegalMoveError, "move 3 is 'X': write L for the left end"),
        ("8 15 3 / first / RX", IllegalMoveError, "move 2 is 'X'"),
        ("8 15 3 / first / RLLR", IllegalMoveError, "move 4 finds no card: the row has 3"),
        ("8 x / first / R", ValueError, "'x' is not a value"),
        ("8 15 / first / R / clever", ValueError, "there is no opponent 'clever'"),
    ],
)
def test_a_text_that_is_not_a_game_is_refused_with_what_is_wrong(
    text: str, fault: type[Exception], sentence: str
) -> None:
    with pytest.raises(fault) as caught:
        parse_game(text)
    assert f" {sentence}" in f" {caught.value}", "it begins with a word"


def test_a_game_is_made_of_what_a_row_is_made_of_and_refuses_too_many_moves() -> None:
    assert Game([8, 15, 3, 7]).play(RIGHT).yours == 7
    with pytest.raises(IllegalMoveError, match="move 2 finds no card"):
        Game(Row.of([8]), True, (LEFT, LEFT))
    with pytest.raises(IllegalMoveError, match="'L' is not a legal move: choose from LEFT, RIGHT"):
        Game(Row.of([8, 15])).position.play("L")  # type: ignore[arg-type]  # what is under test


BOARD, CIRCLE = Board.of([1, 2], Component([9], (RIGHT,))), Circle([2, 8, 1, 10, 9])


@pytest.mark.parametrize(
    ("shape", "ends", "sentence"),
    [
        ([8, 15], [LEFT, "R"], "move 2 is 'R': take LEFT or RIGHT"),
        ([8, 15], [LEFT] * 3, "move 3 finds no card: the row has 2"),
        ([8, 15], "LR", "the moves are 'LR', which is text: give [LEFT, RIGHT], or read a game with parse"),
        ([8, 15], None, "the moves are None: give them in order, none as ()"),
        (BOARD, [End(0, LEFT), LEFT], "move 2 is LEFT: give an End, as in End(0, LEFT)"),
        (BOARD, [("0", LEFT)], "move 1 is ('0', LEFT): give an End, as in End(0, LEFT)"),
        (BOARD, [End(2, LEFT)], "move 1 is on component 2: the board's are 0 to 1"),
        (BOARD, [End(-1, LEFT)], "move 1 is on component -1: the board's are 0 to 1"),
        (Board.of(), [End(0, LEFT)], "move 1 finds no card: the board is empty"),
        (BOARD, [End(0, LEFT)] * 3, "move 3 finds no card: component 0 is empty by then"),
        (BOARD, [End(1, LEFT)], "move 1 takes from component 1 at a closed end: [9 is open at R"),
        (
            CIRCLE,
            [LEFT],
            "move 1 takes any card of a circle: give its index, a whole number from 0, not a side",
        ),
        (CIRCLE, ["x"], "move 1 takes card 'x': give its index, a whole number from 0"),
        (CIRCLE, [5], "move 1 takes card 5: give an index from 0 to 4"),
        (CIRCLE, [-1], "move 1 takes card -1: give an index from 0 to 4"),
        (Circle([]), [0], "move 1 finds no card: the circle is empty"),
        (CIRCLE, [0, LEFT, 1], "move 3 is 1: take LEFT or RIGHT"),
        (CIRCLE, [0, *[LEFT] * 5], "move 6 finds no card: the circle has 5"),
    ],
)
def test_a_move_that_the_rules_do_not_allow_is_named_with_its_number(
    shape: Any, ends: Any, sentence: str
) -> None:
    with pytest.raises(IllegalMoveError) as fault:
        Game(shape, True, ends)
    assert str(fault.value) == sentence


def test_who_moved_first_is_true_or_false() -> None:
    with pytest.raises(IllegalMoveError) as fault:
        Game([8, 15], you_first=2)  # type: ignore[arg-type]  # the fault
    assert str(fault.value) == "you_first is 2: give True if you moved first, else False"
    assert Game([8], you_first=1).you_first is True  # type: ignore[arg-type]  # as an array has it


def test_only_what_is_left_in_one_row_has_a_left_and_a_right_end() -> None:
    for game in (Game(BOARD), Game(CIRCLE)):
        assert game.position.moves() == game.moves()
        for name in ("left", "right", "start", "stop"):
            with pytest.raises(IllegalMoveError, match=r"^what is left is not one row: ask for moves\(\)"):
                getattr(game.position, name)
    around, row = Game(CIRCLE, True, [1]).position, Game([8, 15, 3], False, [RIGHT]).position
    assert (around.cards, around.left, around.right, around.mover) == ((1, 10, 9, 2), 1, 2, "opponent")
    assert (row.cards, row.start, row.stop, row.left, row.right, row.mover) == ((8, 15), 0, 2, 8, 15, "you")


def test_a_position_has_no_card_at_no_side_and_none_at_its_end() -> None:
    position = Game([8, 15]).position
    assert (position.earns(LEFT), position.earns(RIGHT), position.moves()) == (8, 15, (LEFT, RIGHT))
    over = position.play(RIGHT).play(LEFT)
    assert (over.over, over.moves(), len(over), over.mover) == (True, (), 0, "you")
    for wrong in (lambda: position.earns("L"), lambda: position.play("L")):  # type: ignore[arg-type]  # the fault
        with pytest.raises(IllegalMoveError, match=r"^'L' is not a legal move: choose from LEFT, RIGHT$"):
            wrong()
    for move in (lambda: over.left, lambda: over.right, lambda: over.earns(LEFT), lambda: over.play(LEFT)):
        with pytest.raises(IllegalMoveError, match=r"^no card is left: the game is over$"):
            move()


def test_a_position_of_a_long_array_can_be_copied() -> None:
    row = Row.of([1, 2])
    position = Position(Rulebook(row, False, memoryview(b"12")), State((0, 1), 1))
    copied = pickle.loads(pickle.dumps(position))
    assert (copied.cards, copied.mover, copied.moves()) == ((49,), "you", (LEFT,))


def test_who_made_each_move_follows_from_who_was_first() -> None:
    assert Game([5, 7, 9, 1], True, [LEFT, RIGHT, LEFT]).movers == ["you", "opponent", "you"]
    assert Game(BOARD, False, [End(1, RIGHT), End(0, LEFT)]).movers == ["opponent", "you"]


@pytest.mark.parametrize("play", [match, lambda row, *players: play_rows([row], *players)])
def test_a_misspelt_player_is_told_all_the_names_best_included(play: Callable[..., object]) -> None:
    for players in (("bst", "greedy"), ("greedy", "bst")):
        with pytest.raises(OpponentError, match=r"no player 'bst': did you mean best\? Choose best, optimal"):
            play([8, 15], *players)
    with pytest.raises(OpponentError, match=r"^nowhere:player cannot be loaded: ModuleNotFoundError"):
        play([8, 15], "nowhere:player", "greedy")


def test_a_match_without_a_seed_varies_and_names_one_that_repeats_it() -> None:
    games = [match([1] * 40, "random", "random") for _ in range(5)]
    assert len({each.game.ends for each in games}) > 1
    assert match([1] * 40, "random", "random", seed=games[0].seed) == games[0]
    assert match([1, 2]).seed is None, "nothing was random"
    assert match([1, 2], seed=5).seed == 5
