"""The pages of a session that are not its table: the keys, whom to guess, and the review a move at a time."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from twoends.answers.reviews import Review, ReviewedMove
from twoends.rules.numbers import Number
from twoends.rules.preferences import HABITS
from twoends.rules.sides import end_and_count
from twoends.terminal import cards
from twoends.terminal.session import Foresight, Session
from twoends.views.numbers import brief, card_text, signed
from twoends.views.scoresheet import review_text
from twoends.views.words import end_text, move_text, rule_text

KEYS = (
    ("←  →", "take the left, the right end; around a circle: choose the first card"),
    ("Enter", "take the chosen card of a circle"),
    ("↑  ↓", "choose a component of a board; look at the middle of a wide row"),
    ("h", "a hint: what each end would bring, and why"),
    ("p", "the promise: how it ends with best play from now on; counts like a hint"),
    ("u", "take your last move back"),
    ("n", "a new game: the next cards of the deck, or the same ones again"),
    ("r", "a review: step through the game, and try again from any move; before the end like a hint"),
    ("g", "say who the opponent is, in a game with --guess"),
    ("?", "this page"),
    ("q, Ctrl-C", "quit; the game is printed as text, and twoends play 'TEXT' resumes it"),
)

COUNT = ("1 … 9", "how many cards the next arrow takes")

RULES = """
{rules} Jack, queen, king and ace count 11, 12, 13 and 14.

The promised result is what you get if you play the best response to this opponent from now on. \
While it stays, you play perfectly. A mistake lowers it by twice what the move gives away."""

LINES_BELOW = 3
"""What stands in a review beside the move and the table: a blank line after each of them, and the keys."""

THINKING = "… is being worked out"


def page(session: Session, width: int, height: int) -> list[Text]:
    """The keys and the rules, or who may be guessed, as far down as the session has scrolled."""
    body, room = _body(session, width), _room(height)
    start = min(session.scroll, furthest(session, width, height))
    below = len(body) - start - room
    foot = "any key: back"
    if len(body) > room:
        foot = "↑ ↓ scroll" + (f", {below} more" if below > 0 else "") + "   other keys: back"
    return [*(Text(line) for line in body[start : start + room]), Text(""), Text(foot, style="dim")][-height:]


def furthest(session: Session, width: int, height: int) -> int:
    """How far down there is anything to scroll to."""
    return max(len(_body(session, width)) - _room(height), 0)


def _body(session: Session, width: int) -> list[str]:
    if session.view == "guess":
        lines = [f"{place}  {each.name:<10}{each.sentence}" for place, each in enumerate(HABITS.values(), 1)]
        return [
            *broken("Who is it? Press a number; you may say it once.", width),
            "",
            *(part for line in lines for part in broken(line, width, " " * 13)),
        ]
    keys = KEYS if session.game.rules.one_card else (*KEYS[:1], COUNT, *KEYS[1:])
    about = RULES.format(rules=rule_text(session.game)).splitlines()
    return [
        *(part for key, does in keys for part in broken(f"{key:<12}{does}", width, " " * 12)),
        *(part for line in about for part in broken(line, width)),
    ]


def broken(line: str, width: int, indent: str = "") -> list[str]:
    """A line as several that are narrower than a window."""
    return textwrap.wrap(line, max(width - 1, 1), subsequent_indent=indent) or [""]


def _room(height: int) -> int:
    return max(height - 2, 1)


# --- the review, a move at a time --------------------------------------------------------------


def review(session: Session, seen: Foresight | None, width: int, height: int) -> list[Text]:
    """One move of the game, and below it the table of all moves around it."""
    keys = "← → step   Home End   n next mistake   t try again from here   other keys: back"
    foot = Text(keys if len(keys) <= width else "← → step   n mistake   t try again", style="dim")
    if seen is None or seen.review is None:
        fault = "The review " + THINKING if seen is None else seen.fault
        return [*(Text(line) for line in broken(fault, width)), Text(""), Text("any key: back", "dim")][
            :height
        ]
    judged = seen.review
    head = _moment(session, judged, width, height - LINES_BELOW) if judged.moves else []
    sheet = review_text(judged, max(width - 3, 1)).splitlines()
    words = [f"{line} ".split(None, 2)[:2] for line in sheet]
    table = next((at for at, begins in enumerate(words) if begins[:1] == ["move"]), 0)  # or paragraphs
    number_of = str(session.at)
    here = next(
        (
            at
            for at in range(table, len(words))
            if words[at][:1] == [number_of] or f"{number_of}," in words[at]
        ),
        0,
    )
    room = max(height - len(head) - LINES_BELOW, 0)
    last = here if session.at == len(judged.moves) else max(here - room // 2, 0)
    start = min(last, max(len(sheet) - room, 0))
    below = len(sheet) - start - room
    body = [
        Text(f"{'▸' if at == here and judged.moves else ' '} {line}", _style(line))
        for at, line in enumerate(sheet[start : start + room], start)
    ]
    above, more = (
        Text(f"  … {count} more line{'s' * (count > 1)}" if count > 0 else "", "dim")
        for count in (start, below)
    )
    return [*head, above, *body, more, foot][:height]


def _style(line: str) -> str:
    return "red" if " blunder " in line else "yellow" if " inaccuracy " in line else ""


def _moment(session: Session, judged: Review, width: int, room: int) -> list[Text]:
    """One move of the review: what was taken and what was best; with the cards before it if there is room."""
    move = judged.moves[session.at - 1]
    game = judged.game
    before = Session(replace(game, ends=game.ends[: move.number - 1]), 0)
    row, signs = _marked(before, move)
    who = session.name(you=move.yours)
    mark = "" if move.mark == "best" else f": {move.mark}, gives away {brief(move.loss)}"
    took = card_text(move.card) if game.rules.plain else end_text(before.game, move.end)
    told = f"Move {move_text(game, move.number)}: {who} took {took}{mark}"
    margins = [signed(judged.promised[at]) for at in (move.number - 1, move.number)]
    said = [Text(f"  {line}", "bold") for line in broken(told, width - 2)]
    said.append(Text(f"  Promised margin: {margins[0]} before, {margins[1]} after", "dim"))
    strip = cards.strip(row, width, 0, tall=False, signs=signs) if row else []
    return said + strip if len(said) + len(strip) <= room else said


def _marked(before: Session, move: ReviewedMove) -> tuple[Sequence[Number], dict[int, str]]:
    """The cards that the move was made among, and below them what was taken and what was best."""
    taken, _ = end_and_count(move.end)
    number = next((at for at, lane in enumerate(before.game.lanes) if taken in lane.ends), 0)
    here = replace(before, lane=number)
    best, took = (
        {at for end in ends for at in cards.places(here.cards_here, end)} for ends in (move.best, [move.end])
    )
    both = {at: "✓" if at in best & took else "best" if at in best else "took" for at in best | took}
    return here.cards, both
