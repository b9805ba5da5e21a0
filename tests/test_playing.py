"""Playing on a terminal: circles, boards, riddles, the promise on a key, reviews in steps, and the record."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import refused, run
from test_session import play, session, shown
from twoends import Game, match
from twoends.rules.cards import deal
from twoends.rules.preferences import names
from twoends.terminal import records
from twoends.terminal.session import Session, press

# --- the review in steps -----------------------------------------------------------------------


@settings(max_examples=30)
@given(st.integers(1, 8), st.integers(3, 130), st.integers(1, 40))
def test_a_review_of_any_move_fits_the_window_and_shows_the_move(at: int, width: int, height: int) -> None:
    game = match(deal(8, seed=3), "random", "greedy", seed=2).game
    lines = shown(Session(game, 1, view="review", at=at), width, height).splitlines()
    assert len(lines) <= height
    assert max(map(len, lines), default=0) <= width
    if width > 40:
        assert f"Move {at} of 8" in lines[0]


# --- guessing ------------------------------------------------------------------------------------


def test_a_guessing_game_that_was_left_continues_with_the_same_unnamed_opponent() -> None:
    for seed in range(3):
        whole = run("play", "--guess", "--seed", f"{seed}", stdin="r\nl\nr\nr\nguess optimal\nq\n")
        line = run("play", "--guess", "--seed", f"{seed}", stdin="r\nl\nq\n").out.splitlines()[-1]
        assert not any(name in line for name in names())
        command = shlex.split(line)
        assert command[:5] == ["twoends", "play", "--guess", "--seed", f"{seed}"]
        on = run(*command[1:], stdin="r\nr\nguess optimal\nq\n")
        assert on.out.splitlines()[-1] == whole.out.splitlines()[-1]
        assert "a mystery opponent" in on.out
    for named in ("greedy", "human"):
        refused(run("play", "--guess", f"8 15 / first / L / {named}"), "the notation gives")


def test_each_new_guessing_game_draws_one_of_the_five_opponents() -> None:
    state = Session(Game(deal(8, seed=1)), 1, dealt=True, guessing=True)
    met = set()
    for _ in range(30):
        state = press(state, "n")
        met.add(state.game.opponent.name)
    assert met == {"optimal", "greedy", "modest", "generous", "random"}


# --- the record --------------------------------------------------------------------------------


def test_finished_games_are_recorded_shown_and_deleted(home: Path) -> None:
    run("play", "8", "15", "3", "7", stdin="r\nl\n")
    run("play", "8", "15", "3", "7", stdin="h\nl\nl\n")
    run("play", "8", "15", "3", "7", "-o", "greedy", "--no-record", stdin="r\nl\n")
    run("play", "8", "15", "3", "7", "-o", "human", stdin="r\nl\nl\nl\n")
    run("play", "8 15 3 7 / first / RL", stdin="l\n")
    run("play", "8", "15", "3", "7", stdin="l\n")
    assert [json.loads(line) for line in run("record", "--json").out.splitlines()] == [
        {"opponent": "optimal", "winner": "you", "accuracy": 1.0, "aided": False, "guessed": None},
        {"opponent": "optimal", "winner": "opponent", "accuracy": 0.0, "aided": True, "guessed": None},
    ]
    line = run("record").out.splitlines()[1].split()
    assert line == ["optimal", "2", "1", "0", "1", "1", "100%", "1"]
    assert run("record", "--delete").out == "2 games deleted\n"
    assert not records.games_file().exists()
    assert "No game is recorded yet" in run("record").out


def test_a_review_counts_as_help_only_before_the_end(home: Path) -> None:
    run("play", "8", "15", "3", "7", stdin="review\nr\nl\n")
    run("play", "8", "15", "3", "7", stdin="r\nl\nreview\n")
    assert [each.aided for each in records.records()] == [True, False]
    for keys, expected in (("r", "with 1 hint"), ("", "Accuracy: You 100%.")):
        state = session([8, 15, 3, 7])
        for key in keys:
            state = press(press(state, key), "x")
        assert expected in " ".join(shown(play(state, "rl")).split())


def test_a_game_ends_normally_when_its_record_cannot_be_written(home: Path) -> None:
    (home / "data").write_text("in the way")
    ran = run("play", "8", "15", stdin="r\n")
    assert ran.status == 0
    assert "cannot be written" in ran.err
    assert ran.out.splitlines()[-1] == "8 15 / first / RL"
