"""Play by plain prompts, where there is no terminal: to pipe a game in, and to read one aloud."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from twoends.answers.reviews import review
from twoends.rules.sides import LEFT
from twoends.terminal.session import Session, outlook, press, reason, reply, side_verdict
from twoends.views.numbers import brief, number
from twoends.views.scoresheet import review_text
from twoends.views.words import opponent_text

MOST_CARDS_SHOWN = 24

KEYS = {
    "l": "left",
    "left": "left",
    "r": "right",
    "right": "right",
    "h": "h",
    "hint": "h",
    "u": "u",
    "undo": "u",
    "n": "n",
    "new": "n",
    "q": "q",
    "quit": "q",
}
"""What may be typed, and the key of the screen that it stands for."""

HELP = "Type left or right (l, r), hint (h), undo (u), new (n), review, or quit (q)."


def play(session: Session) -> Iterator[Session]:
    """Play by lines of text; yields every state, so that whoever is asking has the last one."""
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # both are text files
    click.echo(_opening(session))
    while not session.done:
        while not session.asks and not session.game.over:
            session = reply(session)
            yield session
        click.echo(_position(session))
        session = _obey(session)
        yield session


def _obey(session: Session) -> Session:
    """Ask until a word changes the session."""
    while True:
        try:
            click.echo("> ", nl=False)
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            click.echo()  # what is said of the end begins a line of its own
            raise
        if not sys.stdin.isatty():
            click.echo(line.strip())  # so that a piped game reads like a typed one
        word = line.strip().lower()
        if not line:
            return press(session, "q")
        if word in KEYS:
            changed = press(session, KEYS[word])
            if changed.hint:
                click.echo(_hint(session))
            elif changed is session:
                click.echo("The game is over: type review, undo, new or quit.")
            else:
                return changed
        elif word == "review":
            click.echo(review_text(review(session.game)))
        elif word:
            click.echo(HELP)


def _opening(session: Session) -> str:
    who = "Two players" if session.human else f"You play against {opponent_text(session.game.opponent)}"
    deal = f", deck of seed {session.seed}" if session.dealt else ""
    return f"{who}{deal}.\n{HELP}"


def _position(session: Session) -> str:
    """What has happened, the score, what best play promises, and the cards with their ends in brackets."""
    game = session.game
    seen = outlook(game)
    scores = ", ".join(
        f"{session.name(you=you)} {number(game.shape.cards.show(total))}"
        for you, total in ((True, game.yours), (False, game.theirs))
    )
    result = side_verdict(session, seen.promised[-1])
    if game.over:
        return f"{session.said}\n\n{scores}. The end: {result}."
    whose = "your turn" if not session.human else f"{session.name(you=game.your_turn)} to move"
    words = [str(card) for card in session.cards]
    for end in {0, len(words) - 1}:
        words[end] = f"[{words[end]}]"
    if len(words) > MOST_CARDS_SHOWN:
        half = MOST_CARDS_SHOWN // 2
        words[half:-half] = [f"… {len(words) - MOST_CARDS_SHOWN} more …"]
    said = f"{session.said}\n" if session.said else ""
    return (
        f"{said}\nMove {len(game.ends) + 1} of {len(game.shape)}, {whose}. {scores}. "
        f"With best play {result}.\n{' '.join(words)}"
    )


def _hint(session: Session) -> str:
    seen = outlook(session.game)
    brings = ", ".join(
        f"{'left' if move.end is LEFT else 'right'} brings {brief(move.total)}" for move in seen.moves
    )
    return f"{brings.capitalize()}. {reason(session)}".strip()
