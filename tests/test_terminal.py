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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pyte
import pytest

from command_line import PATIENCE

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


@contextmanager
def playing(*arguments: str, stdin: Any = None) -> Iterator[Terminal]:
    opened = Terminal(*arguments, stdin=stdin)
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.wait()
        os.close(opened.keyboard)
        os.close(opened.inside)


def test_a_whole_game_is_played_in_colour_by_keys_and_in_a_window_that_changes_its_size() -> None:
    with playing("5", "7", "9", "1", "4", "2", "--opponent", "greedy") as game:
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
        playing("-", stdin=piped.stdout) as game,
    ):
        game.type("", "Move 3 of 4")
        game.type(LEFT + "q")
        assert game.end() == (0, "8 15 3 7 / first / RLLL")


@pytest.mark.usefixtures("unmeasured")
def test_a_very_long_row_is_shown_before_it_is_solved_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    random = Random(1)
    (tmp_path / "long.txt").write_text(" ".join(str(random.randint(1, 999)) for _ in range(20_000)))
    with playing(str(tmp_path / "long.txt"), "--opponent", "generous") as game:
        game.type("", "Move 1 of 20000, your turn.")
        game.type("p", "This is being computed …")
        game.type("?", "undo your last move")
        game.type("\x03")
        status, left = game.end()
    notation, interrupted = left.splitlines()
    assert " / first / - / generous" in notation, notation[-80:]
    assert (status, interrupted) == (130, "twoends: interrupted")
