"""A puzzle on the terminal: the row, one answer by a key or a word, and then the reason."""

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
"""Of a number of cards, as in notation; Python would refuse one of 100,000."""


def pose(puzzle: Puzzle, title: str, width: Callable[[], int | None], *, keys: bool) -> AnyMove | None:
    """Ask, hear one answer, and say whether it was right and why; None: whoever is asked has left.

    `keys` is for a terminal: the row lies on the table of `play`, and arrows answer. Else a word on a line
    does. No line of text is longer than `width` says, which may change meanwhile.
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
    """The move that was made since a game."""
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
            click.echo(after.said)
        if word in HELP:
            click.echo(depth_text(puzzle))
        counted = "" if puzzle.game.rules.one_card else " and how many cards, such as left 2"
        click.echo(f"Type left or right (l, r){counted}, help (h), or quit (q).")
    return None


def _key(puzzle: Puzzle, session: Session, title: str) -> AnyMove | None:
    """Ask on the whole screen, which is drawn anew whenever its size changes."""
    from rich.console import Console

    from twoends.terminal.screen import SECONDS_BETWEEN_LOOKS, keyboard, pressed, show
    from twoends.terminal.table import draw_question, furthest

    console, shown = Console(highlight=False), None
    with keyboard(sys.stdin.fileno()) as descriptor, console.screen():
        while True:
            if shown != (now := (session, console.size)):
                drawn = draw_question(session, title, question(puzzle), session.said, *console.size)
                show(console, drawn)
                shown = now
            for key in pressed(descriptor, SECONDS_BETWEEN_LOOKS):
                if key in LEAVE:
                    return None
                if key in WORDS:
                    session = take_side(session, WORDS[key])
                elif key.isdecimal():
                    session = press(session, key)
                elif key in HELP:
                    session = replace(session, said=depth_text(puzzle))
                elif key in STEPS:
                    scroll = min(max(session.scroll + STEPS[key], 0), furthest(session, *console.size))
                    session = replace(session, scroll=scroll)
                if (taken := _move(session, puzzle.game)) is not None:
                    return taken
