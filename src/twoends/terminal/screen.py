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
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import Generic, TypeVar

from rich.console import Console, Group
from rich.control import Control
from rich.screen import Screen
from rich.text import Text

from twoends.terminal.session import Foresight, Session, foresee, mistakes, press, reply, wanted
from twoends.terminal.table import draw, furthest

SECONDS_BEFORE_A_REPLY = 0.3
"""So that your own move is seen. It is tuned by hand, as are the next three."""

SECONDS_BETWEEN_LOOKS = 0.1
"""At the size of the window, and at what is being worked out."""

SECONDS_BEFORE_IT_TAKES_LONG = 0.05
"""What is there so soon is shown at once."""

SECONDS_OF_AN_ARROW = 0.05
"""Within so long the rest of an arrow key comes over a slow line; after it, Escape was pressed alone."""

Answer = TypeVar("Answer")

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
    "\r": "enter",
    "\n": "enter",
}


def play(session: Session) -> Iterator[Session]:
    """Play on the terminal; yields every state, so that whoever is asking has the last one.

    What takes long is worked out beside it: keys are answered all the time, and leaving waits for nothing.
    """
    console = Console(highlight=False)
    looking, replying = _Beside[Foresight](), _Beside[Session]()
    with keyboard(sys.stdin.fileno()) as descriptor, console.screen():
        waiting: list[str] = []
        shown: object = None
        while not session.done:
            look = wanted(session)
            seen: Foresight | None = Foresight()
            if any(look.values()):
                seen = looking.answer((session.game, *look.values()), partial(foresee, session.game, **look))
            waits = session.view == "table" and not session.asks and not session.game.over
            moved = replying.answer(session, partial(reply, session)) if waits else None
            if shown != (now := (session, seen, console.size)):
                show(console, draw(session, seen, *console.size))
                shown = now
            if waits and moved is None:
                typed = pressed(descriptor, SECONDS_BETWEEN_LOOKS)
                waiting += typed
                if "q" not in typed:
                    continue
                session = press(session, "q")
            elif moved is not None:
                if not waiting:  # so that your own move is seen before the answer to it
                    select.select([descriptor], [], [], SECONDS_BEFORE_A_REPLY)
                session = moved
            elif waiting:
                scroll = min(session.scroll, furthest(session, *console.size))
                session = press(replace(session, scroll=scroll), waiting.pop(0), mistakes(seen))
            else:
                waiting = pressed(descriptor, SECONDS_BETWEEN_LOOKS)
                continue
            yield session


def show(console: Console, lines: Iterable[Text]) -> None:
    """Show these lines on the whole screen, and nothing of what was there."""
    console.control(Control.home())
    console.print(Screen(Group(*lines)), end="")


class _Beside(Generic[Answer]):
    """One answer at a time, worked out in a thread that nobody waits for when the session ends."""

    def __init__(self) -> None:
        self._asked: object = None
        self._found: list[Answer | BaseException] = []

    def answer(self, question: object, work: Callable[[], Answer]) -> Answer | None:
        """The answer, or None while it is being worked out. Raises what the work raised."""
        if self._asked != question:
            found: list[Answer | BaseException] = []
            self._asked, self._found = question, found
            thread = Thread(target=_work_out, args=(work, found), daemon=True)
            thread.start()
            thread.join(SECONDS_BEFORE_IT_TAKES_LONG)
        if not self._found:
            return None
        found_now = self._found[0]
        if isinstance(found_now, BaseException):
            raise found_now
        return found_now


def _work_out(work: Callable[[], Answer], found: list[Answer | BaseException]) -> None:
    try:
        found.append(work())
    except BaseException as fault:  # for whoever asked
        found.append(fault)


def pressed(descriptor: int, seconds: float) -> list[str]:
    """The names of the keys pressed within that time: none, one, or all that a quick hand has typed."""
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
