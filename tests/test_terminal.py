"""`twoends play` on a real pseudo-terminal: keys in, screens out, and the terminal as it was."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyte
import pytest

from command_line import PATIENCE

LEFT, RIGHT = "\x1b[D", "\x1b[C"
SECONDS = PATIENCE
"""A screen that has not come by then is missing; nothing else here waits that long."""


class Terminal:
    """A pseudo-terminal with a twoends in it, and the screen that it shows."""

    def __init__(
        self,
        *arguments: str,
        command: str = "play",
        size: tuple[int, int] = (80, 24),
        stdin: Any = None,
    ) -> None:
        self.keyboard, inside = pty.openpty()
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.resize(*size)
        self.attributes = termios.tcgetattr(inside)
        self.inside = inside
        kept = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "twoends", *command.split(), *arguments],
            stdin=inside if stdin is None else stdin,
            stdout=inside,
            stderr=inside,
            env={**kept, "TERM": "xterm-256color"},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(1, termios.TIOCSCTTY, 0),  # so that Ctrl-C is a signal
        )

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        fcntl.ioctl(self.keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self.keyboard, keys.encode())

    @property
    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def wait(self, seen: Callable[[str], bool], what: str) -> str:
        """Read until the screen shows it."""
        end = time.monotonic() + SECONDS
        while not seen(self.shown):
            assert time.monotonic() < end, f"expected {what}, got\n{self.shown}"
            self._read(0.05)
        return self.shown

    def wait_for(self, text: str) -> str:
        return self.wait(lambda shown: text in shown, repr(text))

    def end(self) -> int:
        """Read to the end; the exit status."""
        end = time.monotonic() + SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it did not end, but shows\n{self.shown}"
            self._read(0.05)
        while self._read(0.02):
            pass
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        if not select.select([self.keyboard], [], [], seconds)[0]:
            return False
        read = os.read(self.keyboard, 65536)
        self.output += read
        self.stream.feed(read)
        return bool(read)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.keyboard)
        os.close(self.inside)

    def check_restored(self) -> None:
        """The normal screen is back, the cursor shows, and keys are echoed again."""
        assert termios.tcgetattr(self.inside) == self.attributes
        for off, on in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h")):
            assert self.output.rfind(on) > self.output.rfind(off) >= 0, f"{on!r} is missing"

    def last_line(self) -> str:
        """The last line of the normal screen."""
        return self.output.rpartition(b"\x1b[?25h")[2].decode().strip()


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_one(*arguments: str, **settings: Any) -> Terminal:
        opened.append(Terminal(*arguments, **settings))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


Open = Callable[..., Terminal]

COLOUR = re.compile(rb"\x1b\[[0-9;]*3[0-7](?:;[0-9;]*)?m")


def test_a_whole_game_is_played_in_colour_by_keys_with_hint_undo_and_review(terminal: Open) -> None:
    game = terminal("5", "7", "9", "1", "4", "2", "--opponent", "greedy")
    game.wait_for("Move 1 of 6, your turn.")
    for keys, seen in (
        ("?", "undo your last move"),
        ("xp", "With best play you win by 8"),
        ("h", "brings 18, best"),
        (LEFT, "You took the left end, 5. The opponent took the left end, 7."),
        ("u", "Move undone."),
        (LEFT, "Move 3 of 6, your turn."),
        (LEFT, "Move 5 of 6, your turn."),
        (LEFT, "The end:"),
        ("r", "Promised margin: +8 before"),
        ("q", "The end:"),
    ):
        game.type(keys)
        game.wait_for(seen)
    assert COLOUR.search(game.output)
    game.type("q")
    assert game.end() == 0
    game.check_restored()
    assert re.fullmatch(r"5 7 9 1 4 2 / first / LL[LR]{4} / greedy right", game.last_line())


def test_resizing_the_terminal_redraws_the_screen(terminal: Open) -> None:
    game = terminal("--seed", "7")
    wide = game.wait_for("your turn")
    assert max(map(len, wide.splitlines())) > 60
    game.resize(40, 10)
    shown = game.wait(lambda shown: "? keys   q quit" in shown and "hint" not in shown, "the short keys")
    assert len(shown.splitlines()) <= 10
    assert shown.count("┏") == 2, shown
    assert "Opponent" in shown, shown


def test_a_game_from_a_pipe_is_continued_by_keys_of_the_terminal(terminal: Open) -> None:
    with subprocess.Popen(["echo", "8 15 3 7 / first / RL"], stdout=subprocess.PIPE) as piped:
        game = terminal("-", stdin=piped.stdout)
        game.wait_for("Move 3 of 4")
        game.type(LEFT + "q")
        assert game.end() == 0
    assert game.last_line() == "8 15 3 7 / first / RLLL"


@pytest.mark.usefixtures("unmeasured")
def test_a_very_long_row_is_shown_before_it_is_solved_and_ends_at_ctrl_c(
    terminal: Open, tmp_path: Path
) -> None:
    random = Random(1)
    (tmp_path / "long.txt").write_text(" ".join(str(random.randint(1, 999)) for _ in range(20_000)))
    game = terminal(str(tmp_path / "long.txt"), "--opponent", "generous")
    game.wait_for("Move 1 of 20000, your turn.")
    game.type("p")
    game.wait_for("This is being computed …")
    game.type("?")
    game.wait_for("undo your last move")
    game.type("\x03")
    assert game.end() == 130
    game.check_restored()
    notation, interrupted = game.last_line().splitlines()
    assert " / first / - / generous" in notation, notation[-80:]
    assert interrupted == "twoends: interrupted"
