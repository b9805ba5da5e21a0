"""Pose a puzzle on the terminal: show the row, take one answer, and explain."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import click

from twoends.puzzles import Puzzle
from twoends.rules.games import Game
from twoends.rules.sides import LEFT, RIGHT, AnyMove
from twoends.terminal.prompts import ask
from twoends.terminal.session import Session, press, take_side
from twoends.views.columns import wrapped
from twoends.views.puzzles import answer, depth_text, question

WORDS = {"l": LEFT, "left": LEFT, "r": RIGHT, "right": RIGHT}
STEPS = {"up": -1, "down": 1, "page up": -1, "page down": 1}
HELP = ("?", "h", "help")
LEAVE = ("q", "quit", "\x1b")

MOST_DIGITS = 9
"""Of a number of cards, as in notation; int() refuses very long ones."""


def pose(puzzle: Puzzle, title: str, width: Callable[[], int | None], *, keys: bool) -> AnyMove | None:
    """Ask for one move, say whether it was right and why, and return it; None if the user quits.

    With `keys` the row is drawn as in `play` and an arrow key answers; otherwise a typed word does. Text
    is wrapped to the result of `width`, which may change in the meantime.
    """
    words = [str(card) for card in puzzle.rest]
    row = " ".join([f"[{words[0]}]", *words[1:-1], f"[{words[-1]}]"])
    if not puzzle.game.rules.one_card:
        row = " ".join(words)
    click.echo(wrapped(f"{title}\n{question(puzzle)}\n\n{row}", width()))
    session = Session(puzzle.game, 0)
    taken = _key(puzzle, session, title) if keys else _word(puzzle, session)
    if taken is not None:
        click.echo(wrapped(answer(puzzle, taken), width()))
    return taken


def _move(session: Session, before: Game) -> AnyMove | None:
    """Return the move made since `before`, or None."""
    return None if session.game is before else session.game.ends[-1]


def _word(puzzle: Puzzle, session: Session) -> AnyMove | None:
    while (line := ask()) is not None:
        word, _, count = line.partition(" ")
        if word in LEAVE:
            break
        if word in WORDS and len(count) <= MOST_DIGITS and (not count or count.isdecimal()):
            after = take_side(replace(session, count=int(count or 0)), WORDS[word])
            if (taken := _move(after, puzzle.game)) is not None:
                return taken
            click.echo(after.message)
        if word in HELP:
            click.echo(depth_text(puzzle))
        counted = "" if puzzle.game.rules.one_card else " and how many cards, such as left 2"
        click.echo(f"Type left or right (l, r){counted}, help (h), or quit (q).")
    return None


def _key(puzzle: Puzzle, session: Session, title: str) -> AnyMove | None:
    """Ask on the full screen, and redraw it when its size changes."""
    from rich.console import Console

    from twoends.terminal.screen import SECONDS_BETWEEN_LOOKS, keyboard, read_keys, show
    from twoends.terminal.table import draw_question, max_scroll

    console, shown = Console(highlight=False), None
    with keyboard(sys.stdin.fileno()) as descriptor, console.screen():
        while True:
            if shown != (now := (session, console.size)):
                drawn = draw_question(session, title, question(puzzle), session.message, *console.size)
                show(console, drawn)
                shown = now
            for key in read_keys(descriptor, SECONDS_BETWEEN_LOOKS):
                if key in LEAVE:
                    return None
                if key in WORDS:
                    session = take_side(session, WORDS[key])
                elif key.isdecimal():
                    session = press(session, key)
                elif key in HELP:
                    session = replace(session, message=depth_text(puzzle))
                elif key in STEPS:
                    scroll = min(max(session.scroll + STEPS[key], 0), max_scroll(session, *console.size))
                    session = replace(session, scroll=scroll)
                if (taken := _move(session, puzzle.game)) is not None:
                    return taken
