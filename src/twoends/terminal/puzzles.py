"""A puzzle on the terminal: the row, one answer by a key or a word, and then the reason."""

from __future__ import annotations

import sys

import click
from rich.console import Console

from twoends.puzzles import Puzzle
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.terminal.cards import strip
from twoends.views.columns import wrapped
from twoends.views.puzzles import answer, question

WORDS = {"l": LEFT, "left": LEFT, "r": RIGHT, "right": RIGHT}


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
        taken = _key()
    else:
        words = [str(card) for card in puzzle.rest]
        click.echo(" ".join([f"[{words[0]}]", *words[1:-1], f"[{words[-1]}]"]))
        taken = _word()
    if taken is not None:
        click.echo(wrapped(answer(puzzle, taken), width))
    return taken


def _word() -> Side | None:
    while True:
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not sys.stdin.isatty():
            click.echo(word)
        if not line or word in ("q", "quit"):
            return None
        if word in WORDS:
            return WORDS[word]
        click.echo("Type left or right (l, r), or quit (q).")


def _key() -> Side | None:
    from twoends.terminal.screen import keyboard, pressed

    with keyboard(sys.stdin.fileno()) as descriptor:
        click.echo("\n  ← → take   q quit", nl=False)  # whoever reads it may press a key
        while True:
            for key in pressed(descriptor, 3600.0):
                if key in ("q", *WORDS):
                    click.echo("\r" + " " * 20 + "\r", nl=False)
                    return WORDS.get(key)
