"""Play on a whole terminal screen: keys in, drawings out, and the terminal as it was at the end.

The keys are read by the standard library, with the terminal set once for the whole session. A
reader that sets and restores it for each key, such as `click.getchar`, loses what is typed
between two keys, or shows it on the screen.
"""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from rich.console import Console, Group
from rich.control import Control
from rich.screen import Screen

from twoends.terminal.session import Session, outlook, press, reply
from twoends.terminal.table import draw, furthest

SECONDS_BEFORE_A_REPLY = 0.3
SECONDS_BETWEEN_LOOKS_AT_THE_SIZE = 0.2

_KEY = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)
_NAMES = {
    "\x1b[D": "left",
    "\x1b[C": "right",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1bOD": "left",
    "\x1bOC": "right",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1b[5~": "page up",
    "\x1b[6~": "page down",
    " ": "page down",
}


def play(session: Session) -> Iterator[Session]:
    """Play on the terminal; yields every state, so that whoever is asking has the last one."""
    console = Console(highlight=False)
    with keyboard(sys.stdin.fileno()) as descriptor, console.screen():
        waiting: list[str] = []
        while not session.done:
            _show(console, session)
            if session.view == "table" and not session.asks and not session.game.over:
                if not waiting:
                    select.select([descriptor], [], [], SECONDS_BEFORE_A_REPLY)
                session = reply(session)
            elif waiting:
                scroll = min(session.scroll, furthest(session, *console.size))
                session = press(replace(session, scroll=scroll), waiting.pop(0))
            else:
                size = console.size
                while not waiting and console.size == size:
                    waiting = pressed(descriptor, SECONDS_BETWEEN_LOOKS_AT_THE_SIZE)
            yield session


def _show(console: Console, session: Session) -> None:
    width, height = console.size
    lines = draw(session, outlook(session.game), width, height)
    console.control(Control.home())
    console.print(Screen(Group(*lines)), end="")


def pressed(descriptor: int, seconds: float) -> list[str]:
    """The names of the keys pressed within that time: none, one, or all that a quick hand has typed."""
    if not select.select([descriptor], [], [], seconds)[0]:
        return []
    typed = os.read(descriptor, 1024)
    if not typed:  # the terminal has gone
        return ["q"]
    return [_NAMES.get(key, key.lower()) for key in _KEY.findall(typed.decode(errors="ignore"))]


@contextmanager
def keyboard(descriptor: int) -> Iterator[int]:
    """Read key by key without an echo, and restore the terminal however the session ends."""
    before = termios.tcgetattr(descriptor)
    terminated = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        tty.setcbreak(descriptor)  # Ctrl-C still interrupts
        attributes = termios.tcgetattr(descriptor)
        attributes[6][termios.VSUSP] = b"\0"  # Ctrl-Z would leave the shell on our screen
        termios.tcsetattr(descriptor, termios.TCSADRAIN, attributes)
        yield descriptor
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        signal.signal(signal.SIGTERM, terminated)
