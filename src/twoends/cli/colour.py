"""The terminal: how wide it is, and whether colours are wanted there. Elsewhere text is plain."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import click

from twoends.cli.command import terminal_width

COLOUR_OF_MARK = {"blunder": "red", "inaccuracy": "yellow"}


def width_of_terminal() -> int | None:
    """How many characters fit into a line; None where nobody counts them."""
    return terminal_width() if sys.stdout.isatty() else None


def in_colour(text: str, **style: Any) -> str:
    """A text as `click.style` shows it, on a terminal where nobody asked for none."""
    wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return click.style(text, **style) if wanted else text


def marks_in_colour(text: str) -> str:
    """A review whose marks are in colour."""
    marks = rf"\b({'|'.join(COLOUR_OF_MARK)})\b"
    return re.sub(marks, lambda mark: in_colour(mark[0], fg=COLOUR_OF_MARK[mark[0]]), text)
