"""A puzzle on the terminal: the row, one answer by a key or a word, and then the reason."""

from __future__ import annotations

import sys

import click
from rich.console import Console

from twoends.puzzles import Puzzle
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.terminal.cards import strip
from twoends.views.columns import wrapped
from twoends.views.puzzles import answer, depth_text, question

WORDS = {"l": LEFT, "left": LEFT, "r": RIGHT, "right": RIGHT}
HELP = ("?", "h", "help")
LEAVE = ("q", "quit", "\x1b")
KEYS = "  ← → take   ? help   q quit"
_ERASED = f"\r{' ' * len(KEYS)}\r"


def pose(puzzle: Puzzle, title: str, width: int | None, *, keys: bool) -> Side | None:
    """Ask, hear one answer, and say whether it was right and why; None: whoever is asked has left.

    `keys` is for a terminal: the row is drawn, and arrows answer. Else a word on a line does.
    No line of text is longer than `width`.
    """
    click.echo(wrapped(f"{title}\n{question(puzzle)}\n", width))
    if keys:
        console = Console(highlight=False)
        signs = {0: "←", len(puzzle.rest) - 1: "→"}
        for line in strip(puzzle.rest, console.width, 0, tall=False, signs=signs):
            console.print(line, no_wrap=True, overflow="ellipsis")
        taken = _key(wrapped(depth_text(puzzle), width))
    else:
        words = [str(card) for card in puzzle.rest]
        click.echo(" ".join([f"[{words[0]}]", *words[1:-1], f"[{words[-1]}]"]))
        taken = _word(depth_text(puzzle))
    if taken is not None:
        click.echo(wrapped(answer(puzzle, taken), width))
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


def _key(about: str) -> Side | None:
    from twoends.terminal.screen import keyboard, pressed

    with keyboard(sys.stdin.fileno()) as descriptor:
        click.echo(f"\n{KEYS}", nl=False)  # whoever reads it may press a key
        while True:
            for key in pressed(descriptor, 3600.0):
                if key in HELP:
                    click.echo(f"{_ERASED}{about}\n\n{KEYS}", nl=False)
                if key in WORDS or key in LEAVE:
                    click.echo(_ERASED, nl=False)
                    return WORDS.get(key)
