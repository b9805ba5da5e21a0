"""The other pages of a session: the keys, the opponents to guess, and the review move by move."""

from __future__ import annotations

import textwrap
from dataclasses import replace

from rich.text import Text

from twoends.answers.reviews import Review
from twoends.rules.preferences import HABITS
from twoends.rules.sides import end_and_count
from twoends.terminal import cards
from twoends.terminal.session import Analysis, Session
from twoends.views.numbers import brief, card_text, signed
from twoends.views.scoresheet import review_text
from twoends.views.words import end_text, move_text, rule_text

KEYS = (
    ("←  →", "take the left or right end; on a circle, choose the first card"),
    ("Enter", "take the chosen card of a circle"),
    ("↑  ↓", "choose a component of a board; scroll a wide row"),
    ("h", "a hint: what each end would bring, and why"),
    ("p", "the promise: the result of best play from here; counts as a hint"),
    ("u", "undo your last move"),
    ("n", "a new game: a new deal, or the same cards again"),
    ("r", "a review: step through the game, or try again from any move; before the end it counts as a hint"),
    ("g", "guess the opponent, in a game with --guess"),
    ("?", "this page"),
    ("q, Ctrl-C", "quit; the game is printed as text, and twoends play 'TEXT' resumes it"),
)

COUNT = ("1 … 9", "the number of cards that the next arrow takes")

RULES = """
{rules} Jack, queen, king and ace count 11, 12, 13 and 14.

The promised result is what you get if you play the best response to this opponent from now on. \
As long as it stays the same, you play perfectly. A mistake lowers it by twice what the move gives away."""

LINES_BELOW = 3
"""The lines of a review besides the move and the table: a blank line after each, and the keys."""


def page(session: Session, width: int, height: int) -> list[Text]:
    """Draw the keys and the rules, or the opponents to guess, scrolled as in the session."""
    body, room = _body(session, width), _room(height)
    start = min(session.scroll, max_scroll(session, width, height))
    below = len(body) - start - room
    foot = "any key: back"
    if len(body) > room:
        foot = "↑ ↓ scroll" + (f", {below} more" if below > 0 else "") + "   other keys: back"
    return [*(Text(line) for line in body[start : start + room]), Text(""), Text(foot, style="dim")][-height:]


def max_scroll(session: Session, width: int, height: int) -> int:
    """Return the largest useful scroll position."""
    return max(len(_body(session, width)) - _room(height), 0)


def _body(session: Session, width: int) -> list[str]:
    if session.view == "guess":
        lines = [f"{place}  {each.name:<10}{each.sentence}" for place, each in enumerate(HABITS.values(), 1)]
        return [
            *wrap_line("Who is it? Press a number; you have one guess.", width),
            "",
            *(part for line in lines for part in wrap_line(line, width, " " * 13)),
        ]
    keys = KEYS if session.game.rules.one_card else (*KEYS[:1], COUNT, *KEYS[1:])
    about = RULES.format(rules=rule_text(session.game)).splitlines()
    return [
        *(part for key, does in keys for part in wrap_line(f"{key:<12}{does}", width, " " * 12)),
        *(part for line in about for part in wrap_line(line, width)),
    ]


def wrap_line(line: str, width: int, indent: str = "") -> list[str]:
    """Wrap a line to less than the width of a window."""
    return textwrap.wrap(line, max(width - 1, 1), subsequent_indent=indent) or [""]


def _room(height: int) -> int:
    return max(height - 2, 1)


# --- the review, a move at a time --------------------------------------------------------------


def review(session: Session, analysis: Analysis, width: int, height: int) -> list[Text]:
    """Draw one move of the game, and below it the table of all moves around it."""
    keys = "← → step   Home End   n next mistake   t try again from here   other keys: back"
    foot = Text(keys if len(keys) <= width else "← → step   n mistake   t try again", style="dim")
    if analysis.review is None:
        sentence = [Text(line) for line in wrap_line(analysis.fault, width)]
        return [*sentence, Text(""), Text("any key: back", "dim")][:height]
    reviewed = analysis.review
    head = _moment(session, reviewed, width, height - LINES_BELOW) if reviewed.moves else []
    sheet = review_text(reviewed, max(width - 3, 1)).splitlines()
    words = [f"{line} ".split(None, 2)[:2] for line in sheet]
    table = next((at for at, start in enumerate(words) if start[:1] == ["move"]), 0)  # or paragraphs
    number = str(session.at)
    here = next(
        (at for at in range(table, len(words)) if words[at][:1] == [number] or f"{number}," in words[at]), 0
    )
    room = max(height - len(head) - LINES_BELOW, 0)
    last = here if session.at == len(reviewed.moves) else max(here - room // 2, 0)
    start = min(last, max(len(sheet) - room, 0))
    below = len(sheet) - start - room
    body = [
        Text(f"{'▸' if at == here and reviewed.moves else ' '} {line}", _style(line))
        for at, line in enumerate(sheet[start : start + room], start)
    ]
    above, more = (
        Text(f"  … {count} more line{'s' * (count > 1)}" if count > 0 else "", "dim")
        for count in (start, below)
    )
    return [*head, above, *body, more, foot][:height]


def _style(line: str) -> str:
    return "red" if " blunder " in line else "yellow" if " inaccuracy " in line else ""


def _moment(session: Session, reviewed: Review, width: int, room: int) -> list[Text]:
    """Draw one move: what was taken and what was best, with the cards before it if there is room."""
    move = reviewed.moves[session.at - 1]
    game = reviewed.game
    taken, _ = end_and_count(move.end)
    before = Session(replace(game, ends=game.ends[: move.number - 1]), 0)
    before = replace(
        before, lane=next((at for at, lane in enumerate(before.game.lanes) if taken in lane.ends), 0)
    )
    best, took = (
        {at for end in ends for at in cards.places(before.current_lane, end)}
        for ends in (move.best, [move.end])
    )
    signs = {at: "✓" if at in best & took else "best" if at in best else "took" for at in best | took}
    who = session.name(you=move.yours)
    mark = "" if move.mark == "best" else f": {move.mark}, gives away {brief(move.loss)}"
    which = card_text(move.card) if game.rules.plain else end_text(before.game, move.end)
    sentence = f"Move {move_text(game, move.number)}: {who} took {which}{mark}"
    margins = [signed(reviewed.promised[at]) for at in (move.number - 1, move.number)]
    lines = [Text(f"  {line}", "bold") for line in wrap_line(sentence, width - 2)]
    lines.append(Text(f"  Promised margin: {margins[0]} before, {margins[1]} after", "dim"))
    strip = cards.strip(before.cards, width, 0, tall=False, signs=signs)
    return lines + strip if len(lines) + len(strip) <= room else lines
