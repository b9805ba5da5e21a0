"""Pages that scroll: the keys, and the review of a game a move at a time."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import NamedTuple

from rich.text import Text

from twoends.answers.reviews import Review
from twoends.terminal import cards
from twoends.terminal.session import Analysis, Session
from twoends.views.numbers import brief, card_text, signed
from twoends.views.scoresheet import COLOUR_OF_MARK, review_text
from twoends.views.words import end_text, loss_text, move_text, rule_text

KEYS = (
    ("←  →", "take the left or right end; on a circle, choose the first card"),
    ("Enter", "take the chosen card of a circle"),
    ("↑  ↓", "choose a component of a board; scroll a wide row or a page"),
    ("h", "a hint: what each end would bring, and why"),
    ("p", "the promise: the result of best play from here; counts as a hint"),
    ("u", "undo your last move"),
    ("n", "a new game: a new deal, or the same cards again"),
    ("r", "a review: step through the game, or try again from any move; before the end it counts as a hint"),
    ("?", "this page"),
    ("q, Ctrl-C", "quit; the game is printed as text, and twoends play 'TEXT' resumes it"),
)

COUNT = ("1 … 9", "the number of cards that the next arrow takes")

RULES = """
{rules} Jack, queen, king and ace count 11, 12, 13 and 14.

The promised result is what you get if you play the best response to this opponent from now on. \
As long as it stays the same, you play perfectly. A mistake lowers it by twice what the move gives away."""


class Page(NamedTuple):
    """A page: lines that stay, lines below them of which `room` fit, and the first of these if unscrolled."""

    top: list[Text]
    body: list[Text]
    room: int
    here: int = 0

    def start(self, scroll: int) -> int:
        """Return the first line of the body that is shown."""
        return max(min(self.here + scroll, len(self.body) - self.room), 0)


def page_of(session: Session, analysis: Analysis, width: int, height: int) -> Page:
    """The page that a session shows: the keys, or a review."""
    room = max(height - 2, 1)
    if session.view == "keys":
        return Page([], list(map(Text, _body(session, width))), room)
    if analysis.review is None:
        return Page([], list(map(Text, wrapped(analysis.fault, width))), room)
    return _review(session, analysis.review, width, room)


def draw_page(session: Session, analysis: Analysis, width: int, height: int) -> list[Text]:
    """Draw a page of keys, or a review, and below it the keys to move in it."""
    page = page_of(session, analysis, width, height)
    start = page.start(session.scroll)
    below = len(page.body) - start - page.room
    more = f", {below} more" if below > 0 else ""
    feet = [f"↑ ↓ scroll{more}   other keys: back" if len(page.body) > page.room else "any key: back"]
    if session.view == "review" and analysis.review is not None:
        feet = [
            f"← → step   ↑ ↓ scroll{more}   n next mistake   t try again   q back",
            f"← → step   ↑ ↓ scroll{more}   n t q",
            f"← → ↑ ↓{more}",
        ]
    foot = next((line for line in feet if len(line) <= width), feet[-1])
    shown = page.body[start : start + page.room]
    return [*page.top, *shown, Text(""), Text(foot, style="dim")]


def _body(session: Session, width: int) -> list[str]:
    keys = KEYS if session.game.rules.one_card else (*KEYS[:1], COUNT, *KEYS[1:])
    about = RULES.format(rules=rule_text(session.game)).splitlines()
    lines = [*((f"{key:<12}{does}", 12) for key, does in keys), *((line, 0) for line in about)]
    return [part for line, indent in lines for part in wrapped(line, width, " " * indent)]


def wrapped(line: str, width: int, indent: str = "") -> list[str]:
    """Wrap a line to less than the width of a window."""
    return textwrap.wrap(line, max(width - 1, 1), subsequent_indent=indent) or [""]


MIN_LINES_BELOW = 4
"""If fewer lines fit below the move of a review, it scrolls with them."""


def _review(session: Session, reviewed: Review, width: int, room: int) -> Page:
    """Draw one move of the game, and below it the totals, the turning point and the table of all moves."""
    top = [*_moment(session, reviewed, width), Text("")] if reviewed.moves else []
    sheet = review_text(reviewed, max(width - 3, 1), session.at).splitlines()
    body = [
        Text(f"  {line}", next((COLOUR_OF_MARK[mark] for mark in COLOUR_OF_MARK if f" {mark} " in line), ""))
        if line.lstrip(" ▸")[:1].isdigit()  # a move, not the totals
        else Text(f"  {line}")
        for line in sheet
    ]
    left = room - len(top)
    if left < MIN_LINES_BELOW:
        return Page([], top + body, room)
    here = next((at for at, line in enumerate(sheet) if "▸" in line), 0)
    # The totals come first, and as long as they do not hide the move they stay.
    return Page(top, body, left, 0 if session.at == 1 or here < left else here - left // 2)


def _moment(session: Session, reviewed: Review, width: int) -> list[Text]:
    """Draw one move: what was taken and what was best, and the cards before it."""
    move = reviewed.moves[session.at - 1]
    game = reviewed.game
    before = replace(game, ends=game.ends[: move.number - 1])
    lane = next((at for at, lane in enumerate(before.lanes) if move.move.single in lane.ends), 0)
    shown = Session(before, 0, lane=lane)
    best, took = (
        {at for end in ends for at in cards.places(shown.current_lane, end)}
        for ends in (move.best, [move.move])
    )
    signs = {at: "✓" if at in best & took else "best" if at in best else "took" for at in best | took}
    who = session.name(you=move.yours)
    mark = "" if move.mark == "best" else f": {move.mark}"
    mark += f", gives away {loss_text(brief(move.loss), game.rules)}" if move.loss else ""
    which = card_text(move.earned) if game.rules.plain else end_text(before, move.move)
    sentence = f"Move {move_text(game, move.number)}: {who} took {which}{mark}"
    margins = [signed(reviewed.promised[at]) for at in (move.number - 1, move.number)]
    lines = [Text(f"  {line}", "bold") for line in wrapped(sentence, width - 2)]
    strip = cards.strip(shown.cards, width, 0, tall=False, signs=signs)
    return [*lines, *strip, Text(f"  Promised margin: {margins[0]} before, {margins[1]} after", "dim")]
