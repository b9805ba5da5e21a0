"""The game on a terminal: an immutable session, its drawing, and the keys."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from twoends.terminal.session import Session


def play(session: Session) -> Iterator[Session]:
    """Play on a full screen or at prompts, and yield every state, so that the caller has the last one."""
    if on_a_terminal():
        from twoends.terminal.screen import play
    else:
        from twoends.terminal.prompts import play
    return play(session)


def on_a_terminal() -> bool:
    """Whether full screens can be drawn and single keys read."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")
        and "utf" in sys.stdout.encoding.lower()  # for the boxes and suits
        and os.name == "posix"
    )
