"""The width of the terminal, and colours if it shows them."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import click

from twoends.cli.command import terminal_width

COLOUR_OF_MARK = {"blunder": "red", "inaccuracy": "yellow"}


def width_of_terminal() -> int | None:
    """Return the number of characters per line; None if standard output is not a terminal."""
    return terminal_width() if sys.stdout.isatty() else None


def in_colour(text: str, **style: Any) -> str:
    """Style text with `click.style`, on a terminal that shows colours and unless NO_COLOR is set."""
    wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return click.style(text, **style) if wanted else text


def marks_in_colour(text: str) -> str:
    """Colour the marks of a review."""
    marks = rf"\b({'|'.join(COLOUR_OF_MARK)})\b"
    return re.sub(marks, lambda mark: in_colour(mark[0], fg=COLOUR_OF_MARK[mark[0]]), text)
