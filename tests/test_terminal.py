"""A game on a pseudo-terminal, of this process or a real one: keys in, screens out, what it waits for."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pyte
import pytest

from command_line import PATIENCE
from expected import calls_are_expected
from twoends import puzzles, terminal
from twoends.cli import puzzle
from twoends.rules.errors import OpponentError
from twoends.rules.games import Game
from twoends.rules.notation import parse_game
from twoends.terminal import screen
from twoends.terminal.drawing import draw, useful_scroll
from twoends.terminal.screen import keyboard, read_keys
from twoends.terminal.session import COMPUTING, Question, Session, reply

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
    typed, over, states, thought = threading.Event(), threading.Event(), list[Session](), list[Session]()
    keys = iter(["?", "page down", *["down"] * 99, "up", "x", "q"])

    def slow(session: Session) -> Session:
        thought.append(session)
        (over if first == "q" else typed).wait(60)
        return reply(session)

    def hear(*_: object) -> list[str]:
        if states:
            return [next(keys)]
        heard = [] if typed.is_set() else ["?", "x", first]
        typed.set()
        return heard

    monkeypatch.setattr(screen, "reply", slow)
    monkeypatch.setattr(screen, "read_keys", hear)
    for state in screen.play(Session(parse_game("8 15 / second / - / left"), 5)):
        states.append(state)
    over.set()
    assert len(thought) == 1, "it thinks about a move once"
    if first == "q":
        assert [(state.done, state.game.ends) for state in states] == [(True, ())]
        return
    assert [str(state.game.ends) for state in (states[0], states[3])] == ["(LEFT,)", "(LEFT, LEFT)"]
    assert states[5].scroll == 6, "a page of eight lines has two for its foot"
    last = useful_scroll(replace(states[5], scroll=999), COMPUTING, 40, 8)
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


@pytest.mark.parametrize("size", [(20, 8), (80, 24)])
def test_a_question_is_drawn_with_all_its_cards_at_every_size(size: tuple[int, int]) -> None:
    begun = Session(puzzles.named("1-10-3-5").game, 0, question=Question("Puzzle", "Which end?", "Depth 3."))
    drawn = "\n".join(line.plain for line in draw(begun, COMPUTING, *size))
    assert "Which end?" in drawn
    assert {*map(str, begun.game.shape.cards)} <= {*re.findall(r"\d+", drawn)}


# --- a real game --------------------------------------------------------------------------------

LEFT = "\x1b[D"


class Terminal:
    """A pseudo-terminal with a game in it, and the screen that it shows."""

    def __init__(self, *arguments: str, stdin: Any = None) -> None:
        self.keyboard, self.inside = pty.openpty()
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.resize(80, 24)
        self.attributes = termios.tcgetattr(self.inside)
        unset = ("NO_COLOR", "COLUMNS", "LINES")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "twoends", "play", *arguments],
            stdin=stdin or self.inside,
            stdout=self.inside,
            stderr=self.inside,
            env={**{name: value for name, value in os.environ.items() if name not in unset}, "TERM": "xterm"},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(1, termios.TIOCSCTTY, 0),  # so that Ctrl-C is a signal
        )

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        fcntl.ioctl(self.keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, keys: str, seen: str = "") -> str:
        """Type keys, and read until the screen shows a text."""
        os.write(self.keyboard, keys.encode())
        end = time.monotonic() + PATIENCE
        while seen not in (shown := "\n".join(line.rstrip() for line in self.screen.display).rstrip()):
            assert time.monotonic() < end, f"expected {seen}, got\n{shown}"
            self.read(0.05)
        return shown

    def end(self) -> tuple[int, str]:
        """Read to the end; the exit status, and the lines on the normal screen, which is as before."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, "it did not end"
            self.read(0.05)
        while self.read(0.02):
            pass
        assert termios.tcgetattr(self.inside) == self.attributes, "keys are not echoed again"
        for off, on in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h")):
            assert self.output.rfind(on) > self.output.rfind(off) >= 0, f"{on!r} is missing"
        return self.process.returncode, self.output.rpartition(b"\x1b[?25h")[2].decode().strip()

    def read(self, seconds: float) -> bool:
        if not select.select([self.keyboard], [], [], seconds)[0]:
            return False
        read = os.read(self.keyboard, 65536)
        self.output += read
        self.stream.feed(read)
        return bool(read)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.keyboard)
        os.close(self.inside)


def test_a_whole_game_is_played_in_colour_by_keys_and_in_a_window_that_changes_its_size() -> None:
    with closing(Terminal("5", "7", "9", "1", "4", "2", "--opponent", "greedy")) as game:
        for keys, seen in (
            ("", "Move 1 of 6, your turn."),
            ("?", "undo your last move"),
            ("xp", "With best play you win by 8"),
            ("h", "brings 18, best"),
            (LEFT, "You took the left end, 5. The opponent took the left end, 7."),
            ("u", "Move undone."),
            (LEFT, "Move 3 of 6, your turn."),
            (LEFT, "Move 5 of 6, your turn."),
        ):
            shown = game.type(keys, seen)
        assert max(map(len, shown.splitlines())) > 60
        game.resize(40, 10)
        shown = game.type("", "← → take   ? keys   q quit")
        assert len(shown.splitlines()) <= 10
        assert shown.count("┏") == 2, shown
        assert "Opponent" in shown, shown
        for keys, seen in ((LEFT, "The end:"), ("r", "Promised margin: +8"), ("q", "The end:"), ("q", "")):
            game.type(keys, seen)
        status, left = game.end()
        assert re.search(rb"\x1b\[[0-9;]*3[0-7](?:;[0-9;]*)?m", game.output), "no colour"
    assert status == 0
    assert re.fullmatch(r"5 7 9 1 4 2 / first / LL[LR]{4} / greedy right", left)


def test_a_game_from_a_pipe_is_continued_by_keys_of_the_terminal() -> None:
    with (
        subprocess.Popen(["echo", "8 15 3 7 / first / RL"], stdout=subprocess.PIPE) as piped,
        closing(Terminal("-", stdin=piped.stdout)) as game,
    ):
        game.type("", "Move 3 of 4")
        game.type(LEFT + "q")
        assert game.end() == (0, "8 15 3 7 / first / RLLL")


@pytest.mark.usefixtures("unmeasured")
def test_a_very_long_row_is_shown_before_it_is_solved_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    random = Random(1)
    (tmp_path / "long.txt").write_text(" ".join(str(random.randint(1, 999)) for _ in range(20_000)))
    with closing(Terminal(str(tmp_path / "long.txt"), "--opponent", "generous")) as game:
        game.type("", "Move 1 of 20000, your turn.")
        game.type("p", "This is being computed …")
        game.type("?", "undo your last move")
        game.type("\x03")
        status, left = game.end()
    notation, interrupted = left.splitlines()
    assert " / first / - / generous" in notation, notation[-80:]
    assert (status, interrupted) == (130, "twoends: interrupted")
