"""A game at the terminal: what keys do and what is drawn; and Ctrl-C at a prompt."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import run
from twoends.rules.cards import deal
from twoends.rules.games import Game
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row
from twoends.terminal.cards import visible
from twoends.terminal.drawing import draw
from twoends.terminal.session import COMPUTING, Session, analyse, press, reply

KEYS = ["left", "right", "h", "u", "n", "r", "?", "up", "down", "page down", "q", "x", "\x1b"]
OPPONENTS = ["optimal", "greedy left", "modest right", "generous", "random", "greedy right trembling 1/10"]


def session(row: list[int] | Row, name: str = "optimal", **more: object) -> Session:
    return Session(Game(Row.of(row), opponent=opponent(name)), seed=1, **more)  # type: ignore[arg-type]  # by name


def shown(state: Session, width: int = 80, height: int = 24) -> str:
    """The drawing as text, with its analysis complete."""
    lines = draw(state, analyse(state), width, height)
    return "\n".join(line.plain.rstrip() for line in lines)


def settle(state: Session) -> Session:
    """Let the opponent move until it is a person's turn."""
    while not state.awaits_person and not state.game.over:
        state = reply(state)
    return state


def play(state: Session, keys: str) -> Session:
    """Press l, r and other keys, the opponent replying in between."""
    for key in keys:
        state = settle(press(state, {"l": "left", "r": "right"}.get(key, key)))
    return state


rows = st.one_of(
    st.lists(st.integers(-20, 120), max_size=40).map(Row.of),
    st.lists(st.fractions(), max_size=8).map(Row.of),
    st.integers(0, 9).map(lambda seed: deal(seed=seed)),
)


@settings(max_examples=25)
@given(
    rows, st.booleans(), st.booleans(), st.sampled_from(OPPONENTS), st.lists(st.sampled_from(KEYS)), st.data()
)
def test_the_drawing_fits_the_window_after_any_keys(
    row: Row, you_first: bool, human: bool, name: str, keys: list[str], data: st.DataObject
) -> None:
    game = Game(row, you_first, opponent=opponent("human" if human else name))
    state = Session(game, seed=3)
    for key in [*keys, ""]:
        state = settle(press(state, key))
        width, height = data.draw(st.integers(1, 130)), data.draw(st.integers(1, 40))
        seen = analyse(state) if data.draw(st.booleans()) else COMPUTING
        lines = draw(state, seen, width, height)
        assert len(lines) <= height, f"{len(lines)} lines in a window of {height}"
        for line in lines:
            assert line.cell_len <= width, f"'{line.plain}' is {line.cell_len} wide in a window of {width}"
    game = state.game
    left_over = sum(game.position.cards)
    assert game.yours + game.theirs + left_over == sum(row.values)


def test_the_screen_in_the_manual_is_the_screen() -> None:
    state = play(session(deal(seed=7), "greedy right"), "llrhp")
    screen = shown(replace(state, seed=7, dealt=True))
    manual = Path(__file__).parent.parent / "docs" / "play.md"
    assert f"```text\n{screen}\n```" in manual.read_text("utf-8"), screen


def test_an_arrow_points_only_to_an_end_that_may_be_taken() -> None:
    drawn = shown(Session(Game(Row.of([3, 1, 2]), rules="take 1 left"), 1))
    assert "←" in drawn
    assert "→" not in drawn


@given(st.integers(1, 60), st.integers(2, 20), st.integers(0, 60))
def test_every_card_is_drawn_or_counted_in_a_gap(cards: int, slots: int, scroll: int) -> None:
    items = visible(cards, slots, scroll)
    places = [place for item in items for place in (item if isinstance(item, range) else [item])]
    assert places == list(range(cards)), f"{cards} cards in {slots} slots, scrolled {scroll}: {items}"
    assert sum(not isinstance(item, range) for item in items) == min(cards, slots)


@settings(max_examples=8)
@given(st.integers(0, 50), st.text("lr", min_size=1, max_size=6))
def test_after_undo_the_same_moves_bring_the_same_replies(seed: int, moves: str) -> None:
    start = settle(Session(Game(deal(seed=1), False, opponent=opponent("random")), seed))
    once = play(start, moves)
    back = play(once, "u" * len(moves))
    assert back.game == start.game
    assert play(back, moves).game == once.game


def test_a_random_opponent_draws_anew_at_every_move_and_in_every_game() -> None:
    def replies(seed: int) -> tuple[object, ...]:
        start = Session(Game(Row.of([1] * 40), opponent=opponent("random")), seed)
        return play(start, "l" * 20).game.ends[1:-1:2]

    assert len(set(replies(1))) == 2
    assert replies(1) == replies(1) != replies(2)


def test_a_review_counts_as_a_hint_only_before_the_end() -> None:
    for keys, expected in (("r", "with 1 hint"), ("", "Accuracy: You 100%.")):
        state = session([8, 15, 3, 7])
        for key in keys:
            state = press(press(state, key), "x")
        assert expected in " ".join(shown(play(state, "rl")).split())
    over = press(press(play(session([8, 15, 3, 7]), "rl"), "r"), "x")
    assert "Accuracy: You 100%." in " ".join(shown(over).split())


def test_the_text_that_a_game_leaves_continues_it() -> None:
    whole = run("play", "8 15 3 7 2", "-o", "greedy", "--second", stdin="r\nl\nq\n")
    text = run("play", "8 15 3 7 2", "-o", "greedy", "--second", stdin="r\nq\n").out.splitlines()[-1]
    assert text == "8 15 3 7 2 / second / LRL / greedy right"
    continued = run("play", text, stdin="l\nq\n")
    assert continued.out.splitlines()[-1] == whole.out.splitlines()[-1]
    assert "You play against a greedy opponent" in continued.out


# --- without a terminal ------------------------------------------------------------------------


@pytest.mark.usefixtures("unmeasured")
def test_ctrl_c_at_a_prompt_leaves_the_game_on_a_line_of_its_own() -> None:
    command = [sys.executable, "-m", "twoends", "play", "8", "15", "3", "7"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    ) as game:
        assert game.stdout is not None
        while (shown := game.stdout.read(1)) != b">":
            assert shown, "the game ended"
        game.send_signal(signal.SIGINT)
        rest, said = game.communicate()
    assert rest == b" \n8 15 3 7 / first / -\n"
    assert (game.returncode, said) == (130, b"twoends: interrupted\n")
