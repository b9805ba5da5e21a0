"""A puzzle on the terminal: the row, one answer by a key or a word, and then the reason."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import click

from twoends.puzzles import Puzzle
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.views.columns import wrapped
from twoends.views.puzzles import answer, depth_text, question

WORDS = {"l": LEFT, "left": LEFT, "r": RIGHT, "right": RIGHT}
STEPS = {"up": -1, "down": 1, "page up": -1, "page down": 1}
HELP = ("?", "h", "help")
LEAVE = ("q", "quit", "\x1b")


def pose(puzzle: Puzzle, title: str, width: Callable[[], int | None], *, keys: bool) -> Side | None:
    """Ask, hear one answer, and say whether it was right and why; None: whoever is asked has left.

    `keys` is for a terminal: the row lies on the table of `play`, and arrows answer. Else a word on a line
    does. No line of text is longer than `width` says, which may change meanwhile.
    """
    words = [str(card) for card in puzzle.rest]
    row = " ".join([f"[{words[0]}]", *words[1:-1], f"[{words[-1]}]"])
    click.echo(wrapped(f"{title}\n{question(puzzle)}\n\n{row}", width()))
    taken = _key(puzzle, title) if keys else _word(depth_text(puzzle))
    if taken is not None:
        click.echo(wrapped(answer(puzzle, taken), width()))
    return taken


def _word(about: str) -> Side | None:
    while True:
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not sys.stdin.isatty():
            click.echo(word)
        if not line or word in LEAVE:
            return None
        if word in WORDS:
            return WORDS[word]
        if word in HELP:
            click.echo(about)
        click.echo("Type left or right (l, r), help (h), or quit (q).")


def _key(puzzle: Puzzle, title: str) -> Side | None:
    """Ask on the whole screen, which is drawn anew whenever its size changes."""
    from rich.console import Console

    from twoends.terminal.screen import SECONDS_BETWEEN_LOOKS, keyboard, pressed, show
    from twoends.terminal.session import Session
    from twoends.terminal.table import draw_question, furthest

    console, session, told, shown = Console(highlight=False), Session(puzzle.game, 0), "", None
    with keyboard(sys.stdin.fileno()) as descriptor, console.screen():
        while True:
            if shown != (now := (session, told, console.size)):
                show(console, draw_question(session, title, question(puzzle), told, *console.size))
                shown = now
            for key in pressed(descriptor, SECONDS_BETWEEN_LOOKS):
                if key in WORDS or key in LEAVE:
                    return WORDS.get(key)
                if key in HELP:
                    told = depth_text(puzzle)
                if key in STEPS:
                    scroll = min(max(session.scroll + STEPS[key], 0), furthest(session, *console.size))
                    session = replace(session, scroll=scroll)
