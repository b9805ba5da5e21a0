"""Playing on a terminal: circles, boards, riddles, the promise on a key, reviews in steps, and the record."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import refused, run
from test_json import fits
from test_session import play, session, settle, shown
from test_terminal import Open, Terminal, colours
from twoends import Board, Circle, Game, match, opponent, parse
from twoends.answers.matches import reply
from twoends.rules.cards import deal
from twoends.rules.notation import parse_game
from twoends.rules.preferences import names
from twoends.terminal import records
from twoends.terminal.records import Record, best_streak, told
from twoends.terminal.session import Session, foresee, mistakes, press
from twoends.views.json import KEYS

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
SIZES = [(80, 24), (40, 15), (200, 50)]


@pytest.fixture
def terminal() -> Iterator[Open]:
    opened: list[Terminal] = []

    def open_one(*arguments: str, size: tuple[int, int] = (80, 24), **environment: str) -> Terminal:
        opened.append(Terminal(*arguments, size=size, **environment))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


@pytest.fixture
def own_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "twoends" / "games.jsonl"


# --- every shape -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["8 15 3 7", "circle 2 8 1 10 9", "[1 2 | 3 7 4 | 9]"])
@pytest.mark.parametrize(
    "name", ["optimal", "optimal right", "greedy left", "modest right", "generous right"]
)
def test_the_opponent_replies_as_in_a_match(text: str, name: str) -> None:
    game = Game(parse(text), False, opponent=opponent(name))  # type: ignore[arg-type]  # a shape
    random = Random(1)
    played = match(game.shape, name, "best").game
    for end in played.ends:
        if game.mover == "opponent":
            assert reply(game, random) == end, f"{text}, {name}, after {game.ends}"
        game = game.play(end)


def test_a_circle_is_turned_and_its_first_card_taken() -> None:
    state = Session(Game(Circle([2, 8, 1, 10, 9])), 1)
    turned = press(state, "right")
    assert [*turned.cards] == [8, 1, 10, 9, 2]
    assert "↑" in shown(turned)
    assert press(state, "left").cards[0] == 9
    taken = press(turned, "enter")
    assert taken.game.ends == (1,)
    assert taken.said == "You took the 8."


def test_a_circle_opens_with_its_own_rule_and_all_its_keys() -> None:
    opening = "The first move takes any card, each later one either end"
    assert opening in run("play", "circle", "2", "8", "1", stdin="q\n").out
    assert opening not in run("play", "circle 2 8 1 / first / 0", stdin="q\n").out
    foot = shown(Session(Game(Circle([2, 8, 1])), 1)).splitlines()[-1]
    for key in ("Enter take", "h hint", "p promise", "u undo", "? keys", "q quit"):
        assert key in foot, foot


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 15)])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_hint_on_a_board_stands_directly_below_the_arrows_of_its_component(
    at: int, width: int, height: int
) -> None:
    state = press(Session(Game(Board.of_deck(deal(seed=3))), 3, lane=at), "h")
    lines = shown(state, width, height).splitlines()
    arrows = next(number for number, line in enumerate(lines) if "←" in line and "→" in line)
    assert f"▸ component {at}" in "\n".join(lines[:arrows]), "\n".join(lines)
    assert re.search(r"\d (best|\(-)|brings", lines[arrows + 1]), "\n".join(lines)


def test_a_hint_for_a_right_end_alone_stands_below_it() -> None:
    lines = shown(press(Session(parse_game("[1 2 3 4 5 / first / -"), 3), "h")).splitlines()
    arrows = next(number for number, line in enumerate(lines) if "→" in line and "take" not in line)
    assert lines[arrows + 1].endswith("best"), lines[arrows + 1]
    assert len(lines[arrows + 1]) > lines[arrows].index("→"), "\n".join(lines)


def test_a_board_is_played_component_by_component() -> None:
    board = parse("[1 2 | 3 7 4 | 9]")
    state = Session(Game(board), 1)  # type: ignore[arg-type]  # a shape
    assert press(state, "left").said == "The left end of this component is closed."
    state = press(state, "down")
    assert state.lane_here == 1
    state = press(state, "left")
    assert str(state.game.ends[0]) == "1:L"
    assert "▸ component 1" in shown(state)
    assert press(press(state, "up"), "up").lane_here == 2, "one goes round"


@pytest.mark.parametrize(("word", "cards"), [("circle", 12), ("board", 15)])
def test_the_word_alone_deals_one(word: str, cards: int) -> None:
    last = run("play", word, "--seed", "7").out.splitlines()[-1]
    shape = parse(last.split(" / ")[0])
    assert shape == (Circle if word == "circle" else Board).of_deck(deal(seed=7))
    assert len(shape) == cards


def test_prompts_take_ends_as_the_notation_writes_them() -> None:
    ran = run("play", "[1 2 | 3 7 4 | 9]", stdin="0:L\n1:R\nq\n")
    assert "move 1 takes from component 0 at a closed end" in ran.out
    assert ran.out.splitlines()[-1].startswith("[1 2 | 3 7 4 | 9] / first / 1:R")
    ran = run("play", "circle", "2", "8", "1", stdin="7\n1\nl\n")
    assert "give an index from 0 to 2" in ran.out
    assert ran.out.splitlines()[-1].startswith("circle 2 8 1 / first / 1 ")


# --- blind, with help on a key -----------------------------------------------------------------


def test_the_promise_is_shown_on_a_key_until_the_next_move_and_counted() -> None:
    state = session([8, 15, 3, 7])
    assert "With best play" not in shown(state)
    state = press(state, "p")
    assert "With best play you win by 11" in shown(state)
    state = settle(press(press(state, "h"), "right"))
    assert "With best play" not in shown(state)
    assert "with 2 hints" in shown(play(state, "l"))


@pytest.mark.parametrize(
    ("row", "name", "keys", "expected"),
    [
        ([8, 15, 3, 7], "optimal", "rl", "You gave nothing away."),
        ([8, 15, 3, 7], "optimal", "lr", "shows where you gave away 7; key t in it tries again."),
        ([8, 15, 3, 7], "optimal", "lr", "The end: you lost by 3 "),
        ([8, 15, 3, 7], "optimal", "lr", "The best possible was 22, you made 15."),
        ([8, 15, 3, 7], "greedy", "rll", "You made 22, the best possible."),
        ([8, 15], "random", "l", "Best play was expected to make 15, you made 8."),
        ([], "optimal", "", "There was no card to take."),
        ([8, 15], "human", "ll", "shows what each move gave away; key t in it tries again."),
        ([8, 15], "random", "r", "The end: you won by 7 "),
    ],
)
def test_the_end_says_what_was_so(row: list[int], name: str, keys: str, expected: str) -> None:
    told_then = " ".join(shown(play(session(row, name), keys)).split())
    assert expected in told_then
    assert "on average" not in told_then


# --- the review in steps -----------------------------------------------------------------------


def test_a_review_steps_through_the_game_and_tries_again() -> None:
    state = press(play(session([8, 15, 3, 7]), "ll"), "r")
    assert "Move 1 of 4: You took 8: blunder, gives away 7" in shown(state)
    assert "Promised margin: +11 before, -3 after" in shown(state)
    assert [press(state, key).at for key in ("left", "right", "page down")] == [1, 2, 4]
    again = press(press(press(state, "right"), "right"), "t")
    assert (len(again.game.ends), again.view, again.begun) == (2, "table", True)
    assert press(state, "x").view == "table"


def test_a_review_goes_to_its_ends_and_from_mistake_to_mistake() -> None:
    game = match([4, 9, 2, 8, 15, 3, 7, 6], "random", "random", seed=4).game
    state = Session(game, 1, view="review", at=1)
    seen = foresee(game, hint=False, review=True)
    assert press(state, "end").at == 8
    assert press(press(state, "end"), "home") == state
    wrong = [move.number for move in (seen.review.moves if seen.review else ()) if move.loss]
    assert len(wrong) > 1, wrong
    went = []
    for _ in wrong:
        state = press(state, "n", mistakes(seen))
        went.append(state.at)
    if wrong[0] == 1:
        wrong = [*wrong[1:], wrong[-1]]  # where it is already; behind the last one there is none
    assert went == wrong
    assert press(state, "n", mistakes(seen)) == state
    for width in (80, 40):
        foot = shown(state, width).splitlines()[-1]
        assert "mistake" in foot, foot
    assert "Home End   n next mistake" in shown(state), shown(state)


def test_a_review_shows_the_cards_before_the_table() -> None:
    for height in (24, 15, 12, 10):
        told_now = shown(Session(parse_game("8 15 3 7 / first / LLRL"), 1, view="review", at=1), 40, height)
        assert "┃ 8 ┃╭───╮╭───╮┃ 7 ┃" in told_now, told_now
        assert told_now.splitlines()[-1] == "← → step   n mistake   t try again", told_now
        assert ("▸    1  you       L 8" in told_now) == (height > 10), told_now


@given(st.integers(1, 8), st.integers(3, 130), st.integers(1, 40))
def test_a_review_of_any_move_fits_the_window_and_shows_the_move(at: int, width: int, height: int) -> None:
    game = match(deal(8, seed=3), "random", "greedy", seed=2).game
    lines = shown(Session(game, 1, view="review", at=at), width, height).splitlines()
    assert len(lines) <= height
    assert max(map(len, lines), default=0) <= width
    if width > 40:
        assert f"Move {at} of 8" in lines[0]


@pytest.mark.parametrize(
    "text", ["circle 2 8 1 10 9 / first / 3 RLLL", "[1 2 | 3 7 4 | 9] / first / 1:R 2:L 0:RR 1:LL"]
)
def test_a_review_of_any_shape_is_stepped_through(text: str) -> None:
    game = parse(text)
    assert isinstance(game, Game)
    for at in range(1, len(game.ends) + 1):
        told_now = shown(Session(game, 1, view="review", at=at))
        assert f"Move {at} of {len(game.shape)}" in told_now, told_now
        assert "took" in told_now or "✓" in told_now, told_now


# --- who is it? --------------------------------------------------------------------------------


def test_an_unnamed_opponent_is_named_once_and_nothing_tells_before() -> None:
    state = Session(Game(deal(8, seed=1), opponent="greedy"), 1, guessing=True)
    for key in "hpr":
        assert press(state, key).said == "Name the opponent first: key g."
    assert "greedy" not in shown(state)
    asked = press(state, "g")
    assert "2  greedy" in shown(asked)
    right, wrong = press(asked, "2"), press(asked, "3")
    assert right.said == "Right: it is a greedy opponent (ties right), named after 0 moves."
    assert wrong.said.startswith("No, not modest: it is a greedy opponent")
    assert press(press(right, "g"), "3").guess == "greedy", "once"
    assert "greedy" in shown(right)


def test_a_game_that_is_left_keeps_the_opponent_unnamed_and_goes_on_with_the_same_one() -> None:
    for seed in range(6):
        whole = run("play", "--guess", "--seed", f"{seed}", stdin="r\nl\nr\nr\nguess optimal\nq\n")
        line = run("play", "--guess", "--seed", f"{seed}", stdin="r\nl\nq\n").out.splitlines()[-1]
        assert not any(name in line for name in names())
        command = shlex.split(line)
        assert command[:5] == ["twoends", "play", "--guess", "--seed", f"{seed}"]
        on = run(*command[1:], stdin="r\nr\nguess optimal\nq\n")
        assert on.out.splitlines()[-1] == whole.out.splitlines()[-1]
        assert "an opponent whom you may name" in on.out
    for named in ("greedy", "human"):
        refused(run("play", "--guess", f"8 15 / first / L / {named}"), "the notation names")


def test_the_unnamed_opponents_differ_from_game_to_game() -> None:
    state = Session(Game(deal(8, seed=1)), 1, dealt=True, guessing=True)
    met = set()
    for _ in range(30):
        state = press(state, "n")
        met.add(state.game.opponent.name)
    assert met == {"optimal", "greedy", "modest", "generous", "random"}


def test_guess_leaves_no_room_for_a_named_opponent() -> None:
    refused(run("play", "--guess", "--opponent", "greedy"), "--guess chooses the opponent")


# --- the record --------------------------------------------------------------------------------


def test_finished_games_are_recorded_shown_and_deleted(own_records: Path) -> None:
    run("play", "8", "15", "3", "7", stdin="r\nl\n")
    run("play", "8", "15", "3", "7", stdin="h\nl\nl\n")
    run("play", "8", "15", "3", "7", "-o", "greedy", "--no-record", stdin="r\nl\n")
    run("play", "8", "15", "3", "7", "-o", "human", stdin="r\nl\nl\nl\n")
    run("play", "8 15 3 7 / first / RL", stdin="l\n")
    run("play", "8", "15", "3", "7", stdin="l\n")
    kept = [json.loads(line) for line in run("record", "--json").out.splitlines()]
    assert [(each["opponent"], each["winner"], each["aided"]) for each in kept] == [
        ("optimal", "you", False),
        ("optimal", "opponent", True),
    ]
    assert all(fits(value, KEYS[key][0]) for each in kept for key, value in each.items())
    line = run("record").out.splitlines()[1].split()
    assert line == ["optimal", "2", "1", "0", "1", "1", "100%", "1"]
    assert run("record", "--delete").out == "2 games deleted\n"
    assert not own_records.exists()
    assert "No game is recorded yet" in run("record").out


def test_a_review_before_the_end_is_help_and_one_after_it_is_none(own_records: Path) -> None:
    run("play", "8", "15", "3", "7", stdin="review\nr\nl\n")
    run("play", "8", "15", "3", "7", stdin="r\nl\nreview\n")
    assert [each.aided for each in records.records()] == [True, False]
    for keys, told_then in (("r", "with 1 hint"), ("", "Accuracy: You 100%, Opponent -.")):
        state = session([8, 15, 3, 7])
        for key in keys:
            state = press(press(state, key), "x")
        assert told_then in " ".join(shown(play(state, "rl")).split())


def test_a_broken_line_of_the_record_spoils_no_other(own_records: Path) -> None:
    records.add(Record("optimal", 1, 1.0, False))
    with own_records.open("ab") as stream:
        stream.write(b'{"opponent": "x"}\nnonsense \xff\n')
    records.add(Record("optimal", 0, 0.5, False))
    with records.file().open("a") as stream:
        stream.write(
            '{"accuracy": null}\n{"opponent": "x", "result": "1", "accuracy": 1, "aided": false}\n{"o'
        )
    records.add(Record("optimal", -1, 0.75, False))
    assert [each.result for each in records.records()] == [1, 0, -1], records.file().read_text()
    assert "75%" in told(records.records())


def test_a_streak_is_of_games_won_without_help() -> None:
    won, lost, aided = (Record("x", 1, 1.0, False), Record("x", -1, 1.0, False), Record("x", 1, 1.0, True))
    assert best_streak([won, aided, won, lost, won]) == 2
    assert best_streak([]) == 0


def test_a_record_that_cannot_be_written_ends_no_game(own_records: Path) -> None:
    own_records.parent.write_text("in the way")
    ran = run("play", "8", "15", stdin="r\n")
    assert ran.status == 0
    assert "cannot be written" in ran.err
    assert ran.out.splitlines()[-1] == "8 15 / first / RL"


# --- on a pseudo-terminal ----------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_circle_and_a_board_are_played_at_every_size(terminal: Open, size: tuple[int, int]) -> None:
    circle = terminal("circle", "2", "8", "1", "10", "9", size=size)
    circle.wait_for("Move 1 of 5, your turn.")
    circle.type(RIGHT + "\r")
    circle.wait_for("Move 3 of 5")
    circle.type("q")
    board = terminal("[1 2 | 3 7 4 | 9]", size=size)
    board.wait_for("component 2")
    board.type(DOWN + RIGHT)
    board.wait_for("Move 3 of 6")
    board.type("q")
    assert (circle.end(), board.end()) == (0, 0)
    assert circle.last_line().startswith("circle 2 8 1 10 9 / first / 1 ")
    assert board.last_line().startswith("[1 2 | 3 7 4 | 9] / first / 1:R")


@pytest.mark.parametrize("size", SIZES)
def test_a_review_is_stepped_through_at_every_size(terminal: Open, size: tuple[int, int]) -> None:
    game = terminal("8", "15", "3", "7", size=size)
    game.wait_for("Move 1 of 4")
    game.type(LEFT)
    game.wait_for("Move 3 of 4")
    game.type("r")
    first = game.wait_for("Move 1 of 4: You took 8: blunder")
    assert len(first.splitlines()) <= size[1]
    game.type(RIGHT)
    game.wait_for("Move 2 of 4: Opponent took 15")
    game.type("\x1b[1~")
    game.wait_for("Move 1 of 4: You took 8")
    game.type("\x1b[F")
    game.wait_for("Move 2 of 4: Opponent took 15")
    game.type("\x1b[Ht")
    game.wait_for("Again from move 1.")
    game.type("q")
    assert game.end() == 0
    assert game.last_line() == "8 15 3 7 / first / -"


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.parametrize("name", ["greedy", "generous"])
def test_a_very_long_row_shows_its_first_screen_at_once_and_is_left_at_once(
    terminal: Open, tmp_path: Path, name: str
) -> None:
    random = Random(1)
    (tmp_path / "long.txt").write_text(" ".join(str(random.randint(1, 999)) for _ in range(20_000)))
    game = terminal(str(tmp_path / "long.txt"), "--opponent", name)
    game.wait_for("Move 1 of 20000, your turn.")
    game.type("p")
    game.wait_for("With best play … is being worked out")
    game.type("?")
    game.wait_for("take your last move back")
    game.type("\x03")
    assert game.end() == 130
    game.check_restored()


@pytest.mark.parametrize("no_color", [False, True])
def test_explain_and_review_have_colours_on_a_terminal_only(terminal: Open, no_color: bool) -> None:
    for command in (["review", "8 15 3 7 / first / LLRL"], ["explain", "8", "15", "3", "7"]):
        assert "\x1b" not in run(*command).out
        told_there = terminal(*command, command="", **({"NO_COLOR": "1"} if no_color else {}))
        assert told_there.end() == 0
        assert bool(colours(told_there.output)) != no_color, told_there.output
