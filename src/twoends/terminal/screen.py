"""Play on a full terminal screen, and restore the terminal at the end.

Keys are read with the terminal set once for the whole session. A reader that sets and restores it for
each key, such as `click.getchar`, loses what is typed between two keys, or echoes it.
"""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
import tty
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from threading import Thread
from typing import Any

from rich.console import Console, Group
from rich.control import Control
from rich.screen import Screen
from rich.text import Text

from twoends.terminal.drawing import draw, room_of_page, useful_scroll
from twoends.terminal.session import COMPUTING, Analysis, Session, analyse_game, press, reply

SECONDS_BEFORE_A_REPLY = 0.3
"""Shows your own move first. Tuned by hand, like the next three."""

SECONDS_BETWEEN_LOOKS = 0.1
"""How often the size of the window and the background tasks are checked."""

SECONDS_TO_WAIT_FOR_A_TASK = 0.05
"""The result of a faster task is shown at once."""

SECONDS_OF_AN_ARROW = 0.05
"""How long to wait for the rest of an arrow key on a slow line, before taking it for Escape."""

_KEY = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)
_NAMES = {
    **dict.fromkeys(("\x1b[D", "\x1bOD"), "left"),
    **dict.fromkeys(("\x1b[C", "\x1bOC"), "right"),
    **dict.fromkeys(("\x1b[A", "\x1bOA"), "up"),
    **dict.fromkeys(("\x1b[B", "\x1bOB"), "down"),
    **dict.fromkeys(("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"), "home"),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"), "end"),
    "\x1b[5~": "page up",
    "\x1b[6~": "page down",
    " ": "page down",
    "j": "down",
    "k": "up",
    "\r": "enter",
    "\n": "enter",
}


def play(session: Session) -> Iterator[Session]:
    """Play on the terminal and yield every state, so that the caller has the last one.

    Slow computations run in the background: keys always respond, and quitting waits for nothing.
    """
    console = Console(highlight=False)
    with keyboard(sys.stdin.fileno()) as descriptor, console.screen():
        waiting: list[str] = []
        shown: object = None
        while not session.done:
            analysing = _start(analyse_game, *session.asks)
            analysis: Analysis = analysing.result() if analysing.done() else COMPUTING
            if shown != (now := (session, analysis, console.size)):
                show(console, draw(session, analysis, *console.size))
                shown = now
            replying = None
            if session.view == "table" and not session.awaits_person and not session.game.over:
                replying = _start(reply, session)
            if replying is not None and not replying.done():
                typed = read_keys(descriptor, SECONDS_BETWEEN_LOOKS)
                waiting += typed
                if "q" not in typed:
                    continue
                session = press(session, "q")
            elif replying is not None:
                if not waiting:  # show your own move before the reply
                    select.select([descriptor], [], [], SECONDS_BEFORE_A_REPLY)
                session = replying.result()
            elif waiting:
                scroll = useful_scroll(session, analysis, *console.size)
                room = room_of_page(session, analysis, *console.size)
                session = press(replace(session, scroll=scroll), waiting.pop(0), analysis, room)
            else:
                waiting = read_keys(descriptor, SECONDS_BETWEEN_LOOKS)
                continue
            yield session


def show(console: Console, lines: Iterable[Text]) -> None:
    """Replace the whole screen by these lines."""
    console.control(Control.home())
    console.print(Screen(Group(*lines)), end="")


@lru_cache(maxsize=2)
def _start(work: Callable[..., Any], *what: Any) -> Future[Any]:
    """Start work on a daemon thread, which does not delay the exit; the latest two works start only once."""
    future = Future[Any]()

    def run() -> None:
        try:
            future.set_result(work(*what))
        except BaseException as fault:  # raised again in the main thread
            future.set_exception(fault)

    Thread(target=run, daemon=True).start()
    wait([future], SECONDS_TO_WAIT_FOR_A_TASK)
    return future


def read_keys(descriptor: int, seconds: float) -> list[str]:
    """Return the names of the keys pressed within that time."""
    if not select.select([descriptor], [], [], seconds)[0]:
        return []
    typed = os.read(descriptor, 1024)
    if typed == b"\x1b" and select.select([descriptor], [], [], SECONDS_OF_AN_ARROW)[0]:
        typed += os.read(descriptor, 1024)
    if not typed:  # the terminal has gone
        return ["q"]
    return [_NAMES.get(key, key.lower()) for key in _KEY.findall(typed.decode(errors="ignore"))]


@contextmanager
def keyboard(descriptor: int) -> Iterator[int]:
    """Read single keys without an echo, and restore the terminal in any case."""
    before = termios.tcgetattr(descriptor)
    # SIGHUP comes when the window closes.
    handlers = {
        number: signal.signal(number, lambda number, _: sys.exit(128 + number))
        for number in (signal.SIGTERM, signal.SIGHUP)
    }
    try:
        tty.setcbreak(descriptor)  # Ctrl-C still interrupts
        attributes = termios.tcgetattr(descriptor)
        attributes[6][termios.VSUSP] = b"\0"  # Ctrl-Z would leave our screen to the shell
        termios.tcsetattr(descriptor, termios.TCSADRAIN, attributes)
        yield descriptor
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
