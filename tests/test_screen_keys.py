"""A game on a pseudo-terminal of this process: the keys it reads, what it shows, what it waits for."""

from __future__ import annotations

import os
import re
import signal
import sys
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest

from expected import calls_are_expected
from twoends import puzzles, terminal
from twoends.cli import puzzle
from twoends.rules.errors import OpponentError
from twoends.rules.games import Game
from twoends.rules.notation import parse_game
from twoends.terminal import screen
from twoends.terminal.drawing import draw, useful_scroll
from twoends.terminal.screen import keyboard, read_keys
from twoends.terminal.session import COMPUTING, Question, Session, press, reply

Type = Callable[[bytes], None]


@pytest.fixture
def type_keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[Type]:
    """Type keys on a pseudo-terminal, which is standard input, as soon as it reads single keys."""
    ours, theirs = os.openpty()
    waiting: list[bytes] = []
    listen = tty.setcbreak

    def listen_and_type(descriptor: int) -> None:
        listen(descriptor)
        for keys in waiting:
            os.write(ours, keys)

    listened: list[float] = []

    def hear(descriptor: int, seconds: float) -> list[str]:
        listened.append(seconds)
        assert len(listened) < 500, "it waits for a key that nobody types"
        return read_keys(descriptor, min(seconds, 0.01))

    monkeypatch.setattr(tty, "setcbreak", listen_and_type)
    monkeypatch.setattr(screen, "read_keys", hear)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(fileno=lambda: theirs, isatty=lambda: True))
    monkeypatch.setattr(screen, "SECONDS_BEFORE_A_REPLY", 0)
    monkeypatch.setattr(screen, "SECONDS_TO_WAIT_FOR_A_TASK", 60)
    yield waiting.append
    os.close(ours)
    os.close(theirs)


def keys(typed: bytes) -> list[str]:
    """What is read of these bytes."""
    reading, writing = os.pipe()
    try:
        os.write(writing, typed)
        return read_keys(reading, 0)
    finally:
        os.close(reading)
        os.close(writing)


def test_each_key_has_a_name() -> None:
    calls_are_expected("keys.txt", {"keys": keys})


def test_an_arrow_that_arrives_in_two_parts_is_one_key(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    parts = [b"[", b"D"]
    waited: list[float] = []

    def ready(descriptors: list[int], *_: Any) -> tuple[list[int], list[int], list[int]]:
        waited.append(_[2])
        if len(waited) == 2:
            os.write(writing, b"".join(parts))
        return descriptors, [], []

    monkeypatch.setattr("select.select", ready)
    os.write(writing, b"\x1b")
    assert read_keys(reading, 7) == ["left"]
    assert waited == [7, screen.SECONDS_OF_AN_ARROW]
    os.close(writing)
    assert read_keys(reading, 7) == ["q"], "the terminal has gone"
    os.close(reading)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_restored_after_an_error_and_a_signal(
    type_keys: Type, number: signal.Signals
) -> None:
    descriptor = sys.stdin.fileno()
    before, handler = termios.tcgetattr(descriptor), signal.getsignal(number)
    with suppress(KeyError), keyboard(descriptor) as same:
        assert same == descriptor
        now = termios.tcgetattr(descriptor)
        assert not now[3] & (termios.ECHO | termios.ICANON)
        assert now[3] & termios.ISIG
        assert now[6][termios.VSUSP] == b"\0"
        with pytest.raises(SystemExit) as ended:
            signal.raise_signal(number)
        assert ended.value.code == 128 + number
        raise KeyError
    assert termios.tcgetattr(descriptor) == before
    assert signal.getsignal(number) is handler


@pytest.mark.parametrize("first", ["left", "q"])
def test_keys_typed_while_the_opponent_thinks_are_kept_or_quit_and_a_page_scrolls_to_its_end_at_most(
    first: str, type_keys: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", StringIO())
    monkeypatch.setattr(screen, "SECONDS_TO_WAIT_FOR_A_TASK", 0)
    for name, size in (("COLUMNS", "40"), ("LINES", "8")):
        monkeypatch.setenv(name, size)
    typed, over, states = threading.Event(), threading.Event(), list[Session]()
    keys = iter(["?", *["down"] * 99, "up", "x", "q"])

    def slow(session: Session) -> Session:
        (over if first == "q" else typed).wait(60)
        return reply(session)

    def hear(*_: object) -> list[str]:
        if states:
            return [next(keys)]
        heard = [] if typed.is_set() else ["x", first]
        typed.set()
        return heard

    monkeypatch.setattr(screen, "reply", slow)
    monkeypatch.setattr(screen, "read_keys", hear)
    for state in screen.play(Session(parse_game("8 15 / second / - / left"), 5)):
        states.append(state)
    over.set()
    if first == "q":
        assert [(state.done, state.game.ends) for state in states] == [(True, ())]
        return
    assert [str(state.game.ends) for state in (states[0], states[2])] == ["(LEFT,)", "(LEFT, LEFT)"]
    last = useful_scroll(replace(states[4], scroll=999), COMPUTING, 40, 8)
    assert [state.scroll for state in states[-4:]] == [last + 1, last - 1, 0, 0]


def test_an_opponent_who_fails_ends_the_game_with_the_error(
    type_keys: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", StringIO())
    with pytest.raises(OpponentError, match="failed"):
        list(screen.play(Session(Game([8, 15], False, opponent=lambda position: 1 // 0), 5)))


# --- puzzles -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "right", "begins"),
    [(b"xnpu\x1b[D", True, "Right. "), (b"R", False, "No: "), (b"?\x1b", None, "")],
)
def test_an_arrow_or_a_letter_answers_a_puzzle(
    typed: bytes, right: bool | None, begins: str, type_keys: Type,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(terminal, "on_a_terminal", lambda: True)
    type_keys(typed)
    assert puzzle._pose(puzzles.named("1-8-3-42"), "Puzzle") is right
    shown = capsys.readouterr().out
    assert shown.startswith("Puzzle\n")
    assert shown.count("┏━━━┓") == (4 if b"?" in typed else 2)
    normal = shown.rpartition("q quit")[2].strip()
    assert normal.startswith(begins) if begins else not normal, normal


def test_two_digits_are_one_number_of_cards_if_so_many_can_be_taken() -> None:
    session, told = Session(parse_game(f"{'1 ' * 12}/ take any / first / -"), 0), []
    for key in "1230":
        session = press(session, key)
        told.append(session.message)
    counts = ("1 card", "12 cards", "3 cards")
    assert told == [
        *(f"Now an arrow takes {count}." for count in counts),
        "You can take at most 12 cards now.",
    ]


@pytest.mark.parametrize("size", [(20, 8), (80, 24)])
def test_a_question_is_drawn_with_all_its_cards_at_every_size(size: tuple[int, int]) -> None:
    begun = Session(puzzles.named("1-10-3-5").game, 0, question=Question("Puzzle", "Which end?", "Depth 3."))
    drawn = "\n".join(line.plain for line in draw(begun, COMPUTING, *size))
    assert "Which end?" in drawn
    assert {*map(str, begun.game.shape.cards)} <= {*re.findall(r"\d+", drawn)}
