"""Play at plain prompts, without a terminal: for piped games and screen readers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from io import TextIOWrapper

import click

from twoends.rules.errors import IllegalMoveError
from twoends.rules.moves import Move
from twoends.rules.notation import moves_text, parse_game, write
from twoends.rules.rules import MAX_NUMBER
from twoends.terminal.session import (
    Session,
    analyse,
    press,
    reply,
    retry,
    side_verdict,
    take,
)
from twoends.views.numbers import brief, card_text, number
from twoends.views.scoresheet import made_text, review_text
from twoends.views.words import against_text, move_text, shape_text, side_text

MAX_CARDS_SHOWN = 24

KEYS = {
    **{word: side for side in ("left", "right") for word in (side, side[0])},
    **{word: name[0] for name in ("hint", "promise", "undo", "new", "quit") for word in (name, name[0])},
    "review": "r",
}
"""The commands, and the key of the screen that each stands for."""

KEYS_IN_A_PUZZLE = {word: key for word, key in KEYS.items() if key in ("left", "right", "h", "q")}

SIDES = {"either": "left or right (l, r)", "left": "left (l)", "right": "right (r)"}
"""What to type under rules that let a move take from these ends."""

HELP = "hint (h), promise (p), undo (u), new (n), review, again N, or quit (q)."

HELP_IN_A_PUZZLE = "hint (h), or quit (q)."


def play(session: Session) -> Iterator[Session]:
    """Play line by line and yield every state, so that the caller has the last one."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper) and stream.errors != "replace":  # setting it again loses lines
            stream.reconfigure(errors="replace")
    if session.question is None:
        who = "Two players" if session.human else f"You play {against_text(session.game)}"
        deal = f", deck of seed {session.seed}" if session.dealt else ""
        click.echo(f"{who}{deal}.\n{_help(session)}")
    while not session.done:
        while not session.awaits_person and not session.game.over:
            session = reply(session)
            yield session
        if session.question is None:
            click.echo(_position(session))
        if session.strict and session.game.over:
            return
        before = session
        while session.game is before.game and not session.done:
            line = _ask()
            session = press(session, "q") if line is None else _run_command(session, line)
        yield session


def _ask() -> str | None:
    """Return the next line of standard input in lower case; None at its end."""
    try:
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        click.echo()  # the message about the end starts on a new line
        raise
    if not sys.stdin.isatty():
        click.echo(line.strip())  # a piped game reads like a typed one
    return line.strip().lower() if line else None


def _run_command(session: Session, line: str) -> Session:
    """Return the session after a command; print what the command only shows."""
    word, _, rest = line.partition(" ")
    key = (KEYS if session.question is None else KEYS_IN_A_PUZZLE).get(word)
    number = int(rest) if rest.isdecimal() and len(rest) < len(str(MAX_NUMBER)) else 0
    if key in ("left", "right"):
        if session.several_lanes or session.chooses_a_card or (rest and not number):
            key = None
        session = replace(session, count=number)
    may_retry = session.question is None and not session.strict
    if word == "again" and may_retry and 0 < number <= len(session.game.ends):
        return retry(session, number)
    if key is None:
        return _take_typed(session, word) if word else session
    changed = press(session, key)
    if changed.view == "review" or changed.hints > session.hints:
        click.echo(_aid(changed))
        return replace(changed, view="table", at=session.at, hint=False, promise=False)
    if changed.message != session.message and changed.game is session.game:
        click.echo(changed.message)
        return replace(changed, message=session.message)
    if changed is session:
        over = "The game is over: type review, again N, undo, new or quit."
        click.echo(over if session.game.over else _help(session))
    return changed


def _take_typed(session: Session, word: str) -> Session:
    """Take an end given in notation; print the help for anything else."""
    if session.awaits_person and any(letter.isdigit() for letter in word):
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
    """How to type a move, and which other commands there are."""
    ends, rules = session.game.shape.every_end(), session.game.rules
    if all(end.side for end in ends):
        how = "a component and a side such as 1:R" if session.several_lanes else SIDES[rules.ends]
    elif any(end.side for end in ends):
        how = "the number of the first card, from 0; then left or right (l, r)"
    else:
        how = "the number of a card, from 0"
    example = "1:R2" if session.several_lanes else "right 2" if rules.ends == "right" else "left 2"
    counted = "" if rules.one_card else f" and how many cards, as in {example}"
    commands = HELP if session.question is None else HELP_IN_A_PUZZLE
    if session.strict:
        commands = "or quit (q)."
    return f"Type {how}{counted}, {commands}"


def _position(session: Session) -> str:
    """Describe the last move, the score, and the cards with their ends in brackets."""
    game = session.game
    scores = ", ".join(
        f"{session.name(you=you)} {number(total)}"
        for you, total in zip((True, False), game.totals, strict=True)
    )
    if game.over:
        result = side_verdict(session, game.margin)
        return f"{session.message}\n\n{scores}. The end: {result}. {_score(session)}".rstrip()
    turn = "your turn" if not session.human else f"{session.name(you=game.mover == 'you')} to move"
    message = f"{session.message}\n" if session.message else ""
    return f"{message}\nMove {move_text(game, len(game.ends) + 1)}, {turn}. {scores}.\n{_cards(session)}"


def _cards(session: Session) -> str:
    game = session.game
    given = game.shape.cards.given
    if session.several_lanes:
        lines = []
        for number, lane in enumerate(game.lanes):
            sides = [side for end in lane.ends if (side := end.side)]
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
    for at in {0 if end.end == "L" else len(words) - 1 for end in session.current_moves}:
        words[at] = f"[{words[at]}]"
    if len(words) > MAX_CARDS_SHOWN:
        half = MAX_CARDS_SHOWN // 2
        words[half:-half] = [f"… {len(words) - MAX_CARDS_SHOWN} more …"]
    return " ".join(words)


def _move_name(move: Move) -> str:
    """Return the name of a move of a row, such as left or right 2."""
    return side_text(move) if move.cards == 1 else f"{side_text(move)} {move.cards}"


def _score(session: Session) -> str:
    """Compare the score of a finished game with the best; "" if that cannot be computed."""
    review = analyse(session).review
    return made_text(review) if review is not None else ""


def _aid(session: Session) -> str:
    """Return the hint, the promise or the review that a session shows."""
    analysis = analyse(session)
    if analysis.fault:
        return analysis.fault
    if analysis.review is not None:
        if session.view == "review":
            return review_text(analysis.review)
        return f"With best play {side_verdict(session, analysis.review.promised[-1])}."
    if session.several_lanes or session.chooses_a_card:
        return analysis.reason
    brings = ", ".join(f"{_move_name(value.move)} brings {brief(value.total)}" for value in analysis.moves)
    return f"{brings.capitalize()}. {analysis.reason}".strip()
