"""The drawing of a session: a pure function from its state and a size to lines of text.

Every line has a rank. Where the window is too low, the lines of the lowest rank go first, so that
the cards, the totals and the promised result stay to the last.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from twoends.answers.reviews import review
from twoends.terminal import cards
from twoends.rules.sides import RIGHT
from twoends.terminal.session import Outlook, Session, reason, side_verdict
from twoends.views.scoresheet import review_text
from twoends.views.words import brief, number, opponent_text, sparkline

KEYS = (
    ("←  →", "take the left, the right end"),
    ("h", "a hint: what each end would bring, and why"),
    ("u", "take your last move back"),
    ("n", "a new game: the next deck, or the same row again"),
    ("r", "a review of the game so far: losses, marks, accuracy"),
    ("↑  ↓", "look at the middle of a wide row, scroll a review"),
    ("?", "this page"),
    ("q, Ctrl-C", "leave; the game is printed as text, and twoends play 'TEXT' goes on with it"),
)

RULES = """
Take cards from either end; the larger total wins. Jack, queen, king and ace count 11, 12, 13 and 14.

The promised result is what you get if you play the best response to this opponent from now on. \
While it stays, you play perfectly; each step down is a mistake."""

TALL = 17
"""From this height on cards are five lines high, below it three."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the drawing, and how important it is."""

    rank: int
    text: Text


def draw(session: Session, outlook: Outlook, width: int, height: int) -> list[Text]:
    """Draw a session: at most `height` lines, each at most `width` cells."""
    if session.view == "table":
        lines = _fit(list(_table(session, outlook, width, height)), height)
    else:
        lines = _page(session, width, height)
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines


def furthest(session: Session, width: int, height: int) -> int:
    """How far there is anything to scroll to."""
    if session.view != "table":
        return max(len(_body(session, width)) - _room(height), 0)
    return cards.furthest(session.cards, width)


def _fit(lines: Sequence[Ranked], height: int) -> list[Text]:
    """Keep the most important lines, in their order; of equally important ones the upper ones."""
    kept = sorted(range(len(lines)), key=lambda at: (-lines[at].rank, at))[:height]
    return [lines[at].text for at in sorted(kept)]


# --- pages of text -----------------------------------------------------------------------------


def _page(session: Session, width: int, height: int) -> list[Text]:
    body, room = _body(session, width), _room(height)
    start = min(session.scroll, furthest(session, width, height))
    below = len(body) - start - room
    foot = "any key: back"
    if len(body) > room:
        foot = "↑ ↓ scroll" + (f", {below} more" if below > 0 else "") + "   other keys: back"
    return [*(Text(line) for line in body[start : start + room]), Text(""), Text(foot, style="dim")][-height:]


def _body(session: Session, width: int) -> list[str]:
    if session.view == "keys":
        return [
            *(part for key, does in KEYS for part in _wrapped(f"{key:<12}{does}", width, " " * 12)),
            *(part for line in RULES.splitlines() for part in _wrapped(line, width)),
        ]
    text = review_text(review(session.game, session.against), width)
    return [part for line in text.splitlines() for part in _wrapped(line, width)]


def _wrapped(line: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(line, max(width - 1, 1), subsequent_indent=indent) or [""]


def _room(height: int) -> int:
    return max(height - 2, 1)


# --- the table ---------------------------------------------------------------------------------


def _table(session: Session, outlook: Outlook, width: int, height: int) -> Iterator[Ranked]:
    blank = Ranked(0, Text(""))
    yield Ranked(3, _title(session))
    yield blank
    yield from _totals(session, width)
    yield Ranked(8, _promise(session, outlook, width))
    yield blank
    if not session.game.over:
        lines = cards.strip(session.cards, width, session.scroll, tall=height >= TALL, arrows=session.asks)
        yield from (Ranked(10, line) for line in lines)
        if session.hint:
            yield Ranked(8, _hint(outlook, lines[0].cell_len, width))
        yield blank
    yield from _news(session, width)
    yield blank
    yield Ranked(4, _keys(session, width))


def _title(session: Session) -> Text:
    who = "two players" if session.human else f"against {opponent_text(session.against)}"
    deal = f"   deck of seed {session.seed}" if session.dealt else ""
    return Text.assemble(("Two Ends", "bold"), (f"   {who}{deal}", "dim"))


def _totals(session: Session, width: int) -> Iterator[Ranked]:
    """A line for each player: the total, and the cards taken, the newest first."""
    game = session.game
    totals = [number(game.row.show(total)) for total in (game.yours, game.theirs)]
    names = [session.name(you=you) for you in (True, False)]
    broad, name_width = max(map(len, totals)), max(map(len, names))
    taken = [game.row[place] for place in game.places]
    for you, name, total in zip((True, False), names, totals, strict=True):
        turn = not game.over and game.your_turn == you
        line = Text("▸ " if turn else "  ")
        line.append(f"{name:<{name_width}}  ", style="bold" if turn else "")
        line.append(f"{total:>{broad}}", style="bold")
        line.append("  ")
        for card in reversed(taken[0 if you == game.you_first else 1 :: 2]):
            if line.cell_len + len(cards.face(card)) + 3 > width:
                line.append(" …", style="dim")
                break
            line.append(" ").append(cards.face(card), style=cards.suit_style(card))
        yield Ranked(9, line)


def _promise(session: Session, outlook: Outlook, width: int) -> Text:
    margin = outlook.promised[-1]
    text = side_verdict(session, margin)
    style = "bold green" if margin > 0 else "bold red" if margin < 0 else "bold yellow"
    if session.human:
        style = "bold"
    line = Text("  The end: " if session.game.over else "  With best play ")
    line.append(text, style=style)
    room = min(width - line.cell_len - 4, 52)
    if room > 3 and len(outlook.promised) > 1:
        line.append(f"   {sparkline(outlook.promised, room)}", style="dim")
    return line


def _hint(outlook: Outlook, strip: int, width: int) -> Text:
    """Below the cards: the final total that each end would bring, in fewer words where there is less room."""
    words = [
        f"brings {brief(move.total)}, " + (f"gives away {brief(move.loss)}" if move.loss else "best")
        for move in outlook.moves
    ]
    if sum(map(len, words)) + 6 > width:
        words = [
            f"{brief(move.total)} " + (f"(-{brief(move.loss)})" if move.loss else "best")
            for move in outlook.moves
        ]
    hint = Text("  ")
    for move, text in zip(outlook.moves, words, strict=True):
        if move.side is RIGHT:
            hint.append(" " * max(strip - 2 - sum(map(len, words)), 3))
        hint.append(text, style="yellow" if move.loss else "green")
    return hint


def _news(session: Session, width: int) -> Iterator[Ranked]:
    """What happened, whose move it is, and with a hint why which end is better."""
    game = session.game
    if session.said:
        yield from _sentence(5, session.said, width)
    if game.over:
        judged = review(game, session.against)
        accuracies = ", ".join(
            f"{session.name(you=you)} {how.accuracy:.0%}"
            for you, how in ((True, judged.you), (False, judged.opponent))
        )
        yield Ranked(6, Text(f"  Accuracy: {accuracies}. The review, key r, shows where it was lost."))
        return
    turn = "your turn" if game.your_turn else "the opponent is thinking"
    if session.human:
        turn = f"{session.name(you=game.your_turn)} to move"
    yield Ranked(6, Text(f"  Move {len(game.sides) + 1} of {len(game.row)}, {turn}."))
    if session.hint:
        yield from _sentence(6, reason(session), width, "italic")


def _sentence(rank: int, sentence: str, width: int, style: str = "") -> Iterator[Ranked]:
    for line in textwrap.wrap(sentence, max(width - 3, 1)):
        yield Ranked(rank, Text(f"  {line}", style=style))


def _keys(session: Session, width: int) -> Text:
    asked = "n new   r review   u undo" if session.game.over else "← → take   h hint   u undo"
    line = f"  {asked}   ? keys   q quit"
    return Text(line if len(line) <= width else "  ? keys   q quit", style="dim")
