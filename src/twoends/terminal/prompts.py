"""Play by plain prompts, where there is no terminal: to pipe a game in, and to read one aloud."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

import click

from twoends.answers.reviews import review
from twoends.rules.boards import Board
from twoends.rules.circles import Circle
from twoends.rules.errors import IllegalMoveError
from twoends.rules.notation import parse_game, write
from twoends.rules.replies import names
from twoends.rules.sides import LEFT, ends_text
from twoends.terminal.session import (
    Session,
    again,
    foresee,
    looked_up,
    name_opponent,
    press,
    reply,
    side_verdict,
    take,
    wanted,
)
from twoends.views.numbers import brief, card_text, number
from twoends.views.scoresheet import made_text, review_text

MOST_CARDS_SHOWN = 24

KEYS = {
    "l": "left",
    "left": "left",
    "r": "right",
    "right": "right",
    "h": "h",
    "hint": "h",
    "p": "p",
    "promise": "p",
    "u": "u",
    "undo": "u",
    "n": "n",
    "new": "n",
    "q": "q",
    "quit": "q",
}
"""What may be typed, and the key of the screen that it stands for."""

HIDDEN_AT_FIRST = ("h", "hint", "p", "promise", "review")
"""What would tell who an opponent is that is to be guessed."""

HELP = "Type left or right (l, r), hint (h), promise (p), undo (u), new (n), review, again N, or quit (q)."

HELP_WITH_ENDS = {
    Board: "Type a component and a side such as 1:R,",
    Circle: "Type the number of the first card, from 0; then left or right (l, r),",
}


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
        changed = _obeyed(session, word)
        if changed.game is not session.game or changed.done or changed.seed != session.seed:
            return changed
        session = changed


def _obeyed(session: Session, word: str) -> Session:
    """What a line makes of the session; what is only to be told is told here."""
    word, _, rest = word.partition(" ")
    if session.hidden and word in HIDDEN_AT_FIRST:
        click.echo("Name the opponent first: guess NAME.")
        return session
    if word in KEYS and not (session.chooses_a_card and KEYS[word] in ("left", "right")):
        key = KEYS[word]
        if key in ("left", "right") and isinstance(session.game.shape, Board):
            click.echo(_help(session))
            return session
        changed = press(session, key)
        if key in ("h", "p") and changed.hints > session.hints:
            click.echo(_hint(changed) if key == "h" else _promise(changed))
            return replace(changed, hint=False, promise=False)
        if changed.said != session.said and changed.game is session.game:
            click.echo(changed.said)
            return replace(changed, said=session.said)
        if changed is session and session.game.over:
            click.echo("The game is over: type review, again N, undo, new or quit.")
        return changed
    if word == "review":
        click.echo(review_text(review(session.game)))
        return looked_up(session)
    if word == "guess" and session.guessing and rest in names():
        session = name_opponent(session, rest)
        click.echo(f"{session.said} {_made(session)}".rstrip() if session.game.over else session.said)
    elif word == "again" and rest.isdecimal() and 0 < int(rest) <= len(session.game.ends):
        return again(session, int(rest))
    elif word:
        return _moved(session, word)
    return session


def _moved(session: Session, word: str) -> Session:
    """Take an end that is written as the notation writes it; anything else gets the help."""
    if session.asks and any(letter.isdigit() for letter in word):
        try:
            moves = f"{ends_text((1, end) for end in session.game.ends)} {word}"
            end = parse_game(f"{write(session.game.shape)} / first / {moves}").ends[-1]
            return take(session, end)
        except IllegalMoveError as fault:
            click.echo(f"{fault}.")
            return session
    click.echo(_help(session))
    return session


def _help(session: Session) -> str:
    ends = HELP_WITH_ENDS.get(type(session.game.shape))
    line = HELP if ends is None else HELP.replace("Type left or right (l, r),", ends)
    if session.hidden:
        line = line.replace(" hint (h), promise (p),", "").replace(" review,", "")
    return f"{line} Or say who it is: guess {' | '.join(names())}." if session.guessing else line


def _opening(session: Session) -> str:
    who = "Two players" if session.human else f"You play against {session.opponent_name}"
    deal = f", deck of seed {session.seed}" if session.dealt else ""
    return f"{who}{deal}.\n{_help(session)}"


def _position(session: Session) -> str:
    """What has happened, the score, and the cards with their ends in brackets."""
    game = session.game
    scores = ", ".join(
        f"{session.name(you=you)} {number(game.shape.cards.show(total))}"
        for you, total in ((True, game.yours), (False, game.theirs))
    )
    if game.over:
        result = side_verdict(session, game.shape.cards.show(game.yours - game.theirs))
        return f"{session.said}\n\n{scores}. The end: {result}. {_made(session)}".rstrip()
    whose = "your turn" if not session.human else f"{session.name(you=game.your_turn)} to move"
    said = f"{session.said}\n" if session.said else ""
    return f"{said}\nMove {len(game.ends) + 1} of {len(game.shape)}, {whose}. {scores}.\n{_cards(session)}"


def _cards(session: Session) -> str:
    shape = session.game.shape
    if isinstance(shape, Board):
        lines = []
        for place, (part, (start, stop)) in enumerate(zip(shape.components, session.game.left, strict=True)):
            side = f"open at {part.open[0]}: " if len(part.open) == 1 else ""
            if start < stop:
                lines.append(f"component {place}: {side}{' '.join(map(card_text, part.row[start:stop]))}")
        return "\n".join(lines)
    words = [card_text(card) for card in session.cards]
    if session.chooses_a_card:
        return f"{' '.join(words)} in a circle"
    for end in {0, len(words) - 1}:
        words[end] = f"[{words[end]}]"
    if len(words) > MOST_CARDS_SHOWN:
        half = MOST_CARDS_SHOWN // 2
        words[half:-half] = [f"… {len(words) - MOST_CARDS_SHOWN} more …"]
    return " ".join(words)


def _made(session: Session) -> str:
    """What was made of a game that is over, as soon as that gives nobody away."""
    seen = foresee(session.game, **wanted(session))
    return made_text(seen.review) if seen.review is not None else ""


def _promise(session: Session) -> str:
    seen = foresee(session.game, hint=False, review=True)
    if seen.review is None:
        return seen.fault
    return f"With best play {side_verdict(session, seen.review.promised[-1])}."


def _hint(session: Session) -> str:
    seen = foresee(session.game, hint=True, review=False)
    if seen.fault:
        return seen.fault
    if session.chooses_a_card or isinstance(session.game.shape, Board):
        return seen.reason
    brings = ", ".join(
        f"{'left' if move.end is LEFT else 'right'} brings {brief(move.total)}" for move in seen.moves
    )
    return f"{brings.capitalize()}. {seen.reason}".strip()
