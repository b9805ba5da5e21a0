"""Play by plain prompts, where there is no terminal: to pipe a game in, and to read one aloud."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from io import TextIOWrapper

import click

from twoends.answers.reviews import review
from twoends.rules.errors import IllegalMoveError
from twoends.rules.notation import moves_text, parse_game, write
from twoends.rules.preferences import names
from twoends.rules.rules import MOST
from twoends.rules.sides import LEFT, AnyMove, End, Side, end_and_count, side_of
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
from twoends.views.words import move_text, shape_text

MOST_CARDS_SHOWN = 24

KEYS = {
    **{word: side for side in ("left", "right") for word in (side, side[0])},
    **{word: told[0] for told in ("hint", "promise", "undo", "new", "quit") for word in (told, told[0])},
}
"""What may be typed, and the key of the screen that it stands for."""

HIDDEN_AT_FIRST = ("h", "hint", "p", "promise", "review")
"""What would tell who an opponent is that is to be guessed."""

HELP = "hint (h), promise (p), undo (u), new (n), review, again N, or quit (q)."

HELP_WITH_ENDS = {
    (Side,): "Type left or right (l, r){}",
    (End,): "Type a component and a side such as 1:R{}",
    (int,): "Type the number of a card, from 0{}",
    (int, Side): "Type the number of the first card, from 0; then left or right (l, r){}",
}
"""How to type a move, by the kinds of moves that there are in a game."""


def play(session: Session) -> Iterator[Session]:
    """Play by lines of text; yields every state, so that whoever is asking has the last one."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
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
    while (word := ask()) is not None:
        changed = _obeyed(session, word)
        if changed.game is not session.game or changed.done or changed.seed != session.seed:
            return changed
        session = changed
    return press(session, "q")


def ask() -> str | None:
    """The next line of standard input in small letters; None at its end."""
    try:
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        click.echo()  # what is said of the end begins a line of its own
        raise
    if not sys.stdin.isatty():
        click.echo(line.strip())  # so that a piped game reads like a typed one
    return line.strip().lower() if line else None


def _obeyed(session: Session, word: str) -> Session:
    """What a line makes of the session; what is only to be told is told here."""
    word, _, rest = word.partition(" ")
    if session.hidden and word in HIDDEN_AT_FIRST:
        click.echo("Name the opponent first: guess NAME.")
        return session
    if word in ("l", "left", "r", "right") and rest.isdecimal() and len(rest) < len(str(MOST)):
        session = replace(session, count=int(rest))
    if word in KEYS and not (session.chooses_a_card and KEYS[word] in ("left", "right")):
        key = KEYS[word]
        if key in ("left", "right") and session.several:
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
            game = session.game
            text = f"{moves_text(game.ends, game.rules)} {word}"
            end = parse_game(f"{write(game.shape)} / {game.rules} / first / {text}").ends[-1]
            return take(session, end)
        except IllegalMoveError as fault:
            click.echo(f"{fault}.")
            return session
    click.echo(_help(session))
    return session


def _help(session: Session) -> str:
    kinds = tuple(dict.fromkeys(map(type, session.game.shape.every_end())))
    sides = not kinds or (kinds == (End,) and not session.several)
    example = "1:R2" if session.several else "left 2"
    counted = "" if session.game.rules.one_card else f" and how many cards, as in {example}"
    line = f"{HELP_WITH_ENDS[(Side,) if sides else kinds].format(counted)}, {HELP}"
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
    whose = "your turn" if not session.human else f"{session.who} to move"
    said = f"{session.said}\n" if session.said else ""
    return f"{said}\nMove {move_text(game, len(game.ends) + 1)}, {whose}. {scores}.\n{_cards(session)}"


def _cards(session: Session) -> str:
    game = session.game
    given = game.shape.cards.given
    if session.several:
        lines = []
        for number, lane in enumerate(game.lanes):
            sides = [side for end in lane.ends if (side := side_of(end))]
            opening = (
                "" if lane.any_card or len(sides) == 2 else f"open at {sides[0]}: " if sides else "closed: "
            )
            if lane.places:
                cards = " ".join(card_text(given[place]) for place in lane.places)
                lines.append(f"component {number}: {opening}{cards}")
        return "\n".join(lines)
    if session.chooses_a_card:
        return shape_text(game.rest)
    words = [card_text(card) for card in session.cards]
    for at in {0 if side_of(end) is LEFT else len(words) - 1 for end in session.moves_here}:
        words[at] = f"[{words[at]}]"
    if len(words) > MOST_CARDS_SHOWN:
        half = MOST_CARDS_SHOWN // 2
        words[half:-half] = [f"… {len(words) - MOST_CARDS_SHOWN} more …"]
    return " ".join(words)


def _named(move: AnyMove) -> str:
    """A move of a row: left, right 2."""
    end, count = end_and_count(move)
    side = "left" if end is LEFT else "right"
    return side if count == 1 else f"{side} {count}"


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
    if session.several or session.chooses_a_card:
        return seen.reason
    brings = ", ".join(f"{_named(move.end)} brings {brief(move.total)}" for move in seen.moves)
    return f"{brings.capitalize()}. {seen.reason}".strip()
