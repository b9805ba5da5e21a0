"""The drawing of a session: a pure function from its state and a size to lines of text.

Every line has a rank. Where the window is too low, the lines of the lowest rank go first, so that
the cards, the totals and the result stay to the last.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from rich.text import Text

from twoends.rules.rules import Rules
from twoends.rules.sides import LEFT, RIGHT, Lane, end_and_count, side_of
from twoends.terminal import cards, pages
from twoends.terminal.session import Foresight, Session, side_verdict
from twoends.views.numbers import brief, card_text, number, sparkline
from twoends.views.scoresheet import accuracy_text, made_text
from twoends.views.words import move_text

TALL = 17
"""From this height on cards are five lines high, below it three."""

UNDO = "   u undo"


Ranked = tuple[int, Text]
"""How important a line of the drawing is, and the line."""

BLANK: Ranked = (0, Text(""))


def draw(session: Session, seen: Foresight | None, width: int, height: int) -> list[Text]:
    """Draw a session: at most `height` lines of at most `width` cells. `seen` is None until it is there."""
    if session.view == "table":
        lines = _fit(list(_table(session, seen, width, height)), height)
    elif session.view == "review":
        lines = pages.review(session, seen, width, height)
    else:
        lines = pages.page(session, width, height)
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines


def furthest(session: Session, width: int, height: int) -> int:
    """How far there is anything to scroll to."""
    if session.view != "table":
        return pages.furthest(session, width, height)
    return cards.furthest(session.cards, width)


def _fit(lines: Sequence[Ranked], height: int) -> list[Text]:
    """Keep the most important lines, in their order; of equally important ones the upper ones."""
    kept = sorted(range(len(lines)), key=lambda at: -lines[at][0])[:height]
    return [lines[at][1] for at in sorted(kept)]


# --- the table ---------------------------------------------------------------------------------


def _table(session: Session, seen: Foresight | None, width: int, height: int) -> Iterator[Ranked]:
    yield (3, _title(session))
    yield BLANK
    yield from _totals(session, width)
    if session.game.over or session.promise:
        yield (8, _result(session, seen, width))
    yield BLANK
    if not session.game.over:
        yield from _cards(session, seen, width, height)
        yield BLANK
    yield from _news(session, seen, width)
    yield BLANK
    yield (5, _keys(session, width))


def draw_question(session: Session, title: str, asked: str, told: str, width: int, height: int) -> list[Text]:
    """Draw a question about the cards, at most `height` lines of at most `width` cells; nothing helps there.

    All cards stand below as text where the drawing leaves some out: the question is asked once.
    """
    wide = furthest(session, width, height) > 0
    words = " ".join(map(card_text, session.cards))
    left_out = len(session.cards) > cards.slots(session.cards, width)
    look = "   ↑ ↓ look" if wide else ""
    lines = (f"  ← → take{more}   ? help   q quit" for more in (look, ""))
    drawn = _fit(
        [
            *((3, Text(line, "bold")) for line in pages.broken(f"  {title}", width)),
            BLANK,
            *_sentence(6, asked, width),
            BLANK,
            *_strip(session, None, width, height),
            *(_sentence(9, words, width) if left_out else ()),
            BLANK,
            *_sentence(7, told, width),
            BLANK,
            (8, Text(next((line for line in lines if len(line) <= width), "  ← → ? q"), "dim")),
        ],
        height,
    )
    for line in drawn:
        line.truncate(width, overflow="ellipsis")
    return drawn


def _title(session: Session) -> Text:
    who = "two players" if session.human else f"against {session.opponent_name}"
    deal = f"   deck of seed {session.seed}" if session.dealt else ""
    deal += "" if session.game.rules.plain else f"   {session.game.rules}"
    return Text.assemble(("Two Ends", "bold"), (f"   {who}{deal}", "dim"))


def _totals(session: Session, width: int) -> Iterator[Ranked]:
    """A line for each player: the total, and the cards taken, the newest first."""
    game = session.game
    totals = [number(game.shape.cards.show(total)) for total in (game.yours, game.theirs)]
    names = [session.name(you=you) for you in (True, False)]
    broad, name_width = max(map(len, totals)), max(map(len, names))
    row = game.shape.cards
    earned = [row[at] for at in game.places] if game.rules.plain else list(map(row.show, game.earned))
    taken = [(mover == "you", card) for mover, card in zip(game.movers, earned, strict=True)]
    for you, name, total in zip((True, False), names, totals, strict=True):
        turn = not game.over and (game.mover == "you") == you
        line = Text("▸ " if turn else "  ")
        line.append(f"{name:<{name_width}}  ", style="bold" if turn else "")
        line.append(f"{total:>{broad}}", style="bold")
        line.append("  ")
        for card in (card for by_you, card in reversed(taken) if by_you == you):
            if line.cell_len + len(cards.face(card)) + 3 > width:
                line.append(" …", style="dim")
                break
            line.append(" ").append(cards.face(card), style=cards.suit_style(card))
        yield (9, line)


FEWEST_BLOCKS, MOST_BLOCKS = 4, 52
"""Of the history of a promise: fewer show nothing, and of a deck a block is a card."""


def _result(session: Session, seen: Foresight | None, width: int) -> Text:
    """How it has ended, or how it ends with best play; and the history of that promise."""
    game = session.game
    promised = seen.review.promised if seen and seen.review else ()
    line = Text("  The end: " if game.over else "  With best play ")
    if game.over:
        margin = game.shape.cards.show(game.yours - game.theirs)
    elif promised:
        margin = promised[-1]
    else:
        return line.append(pages.THINKING if seen is None else seen.fault)
    style = "bold green" if margin > 0 else "bold red" if margin < 0 else "bold yellow"
    line.append(side_verdict(session, margin), style="bold" if session.human else style)
    room = min(width - line.cell_len - 4, MOST_BLOCKS)
    if room >= FEWEST_BLOCKS and len(promised) > 1:
        line.append(f"   {sparkline(promised, room)}", style="dim")
    return line


def _cards(session: Session, seen: Foresight | None, width: int, height: int) -> Iterator[Ranked]:
    """The cards on the table: one lane, turned to the chosen card where any may be taken, or several."""
    if not session.several:
        yield from _strip(session, seen, width, height)
        return
    for at, lane in enumerate(session.game.lanes):
        if not lane.places:
            continue
        if at == session.lane_here:
            yield (9, Text(f"▸ component {at}", "bold"))
            yield from _strip(session, seen, width, height)
        else:
            yield (7, Text(f"  component {at}   {_lane(session, lane)}"))


def _lane(session: Session, lane: Lane) -> str:
    """The cards of a lane in a line, with a wall at a side where none may be taken."""
    given = session.game.shape.cards.given
    sides = {None} if lane.any_card else {side_of(end) for end in lane.ends}
    left, right = ("" if sides & {None, side} else wall for side, wall in ((LEFT, "["), (RIGHT, "]")))
    return f"{left}{' '.join(card_text(given[place]) for place in lane.places)}{right}"


def _strip(session: Session, seen: Foresight | None, width: int, height: int) -> Iterator[Ranked]:
    """The cards among which a person chooses, arrows below those to take, and a hint below these."""
    row = session.cards
    if session.chooses_a_card:
        signs = {0: "↑"}
    elif session.asks:
        signs = _arrows(session)
    else:
        signs = {}
    lines = cards.strip(row, width, session.scroll, tall=height >= TALL, signs=signs)
    yield from ((10, line) for line in lines)
    if session.hint:
        yield (8, _hint(session, seen, lines[0].cell_len, width))


def _arrows(session: Session) -> dict[int, str]:
    """An arrow below each card that an arrow key would take now."""
    lane, signs = session.cards_here, dict[int, str]()
    for side, arrow in ((LEFT, "←"), (RIGHT, "→")):
        moves = (move for move in session.moves_here if side_of(move) is side)
        if session.game.rules.one_card:  # the last card lies at both ends
            moves = (end for end in lane.ends if side_of(end) is side)
        if (move := next(iter(moves), None)) is not None:
            signs |= dict.fromkeys(cards.places(lane, move), arrow)
    return signs


def _hint(session: Session, seen: Foresight | None, strip: int, width: int) -> Text:
    """Below the cards: the final total that each end would bring, in fewer words where there is less room."""
    if seen is None:
        return Text(f"  The hint {pages.THINKING}")
    ends = session.moves_here
    if session.chooses_a_card:
        ends = [ends[session.at % len(ends)]]
    ahead = [move for move in seen.moves if move.end in ends]
    sides = dict.fromkeys(side_of(move.end) for move in ahead)
    # Of several counts the best one at each end.
    moves = [min((m for m in ahead if side_of(m.end) is side), key=lambda m: m.loss) for side in sides]
    counted = not session.game.rules.one_card
    counts = [f"{end_and_count(move.end)[1]}: " if counted else "" for move in moves]
    words = [
        f"{count}brings {brief(move.total)}, " + (f"gives away {brief(move.loss)}" if move.loss else "best")
        for count, move in zip(counts, moves, strict=True)
    ]
    if sum(map(len, words)) + 6 > width:
        words = [
            f"{count}{brief(move.total)} " + (f"(-{brief(move.loss)})" if move.loss else "best")
            for count, move in zip(counts, moves, strict=True)
        ]
    hint = Text("  ")
    for place, (move, text) in enumerate(zip(moves, words, strict=True)):
        if place:
            hint.append(" " * max(strip - 2 - sum(map(len, words)), 3))
        elif list(sides) == [RIGHT]:
            hint.append(" " * max(strip - 2 - len(text), 0))
        hint.append(text, style="yellow" if move.loss else "green")
    return hint


def _news(session: Session, seen: Foresight | None, width: int) -> Iterator[Ranked]:
    """What happened, whose move it is, and with a hint why which end is better."""
    game = session.game
    if session.said:
        yield from _sentence(4, session.said, width)
    if game.over:
        yield from _sentence(6, _end(session, seen), width)
        return
    turn = "your turn" if game.mover == "you" else "the opponent is thinking"
    if session.human:
        turn = f"{session.who} to move"
    yield (6, Text(f"  Move {move_text(game, len(game.ends) + 1)}, {turn}."))
    if session.hint and seen is not None:
        yield from _sentence(6, seen.fault or seen.reason, width, "italic")


def _end(session: Session, seen: Foresight | None) -> str:
    """How well it was played, and where that is shown."""
    if not len(session.game.shape):
        return "There was no card to take."
    if session.hidden:
        return "Who was it? Name the opponent: key g."
    if seen is None or seen.review is None:
        return f"The review {pages.THINKING}." if seen is None else seen.fault
    judged = seen.review
    made = made_text(judged)
    both = ((True, judged.you), (False, judged.opponent))
    # Who never had a choice that mattered is left out.
    decided = [f"{session.name(you=you)} {accuracy_text(how)}" for you, how in both if how.stake]
    helped = [
        f"{count} {what}{'s' * (count > 1 and what == 'hint')}"
        for count, what in ((session.hints, "hint"), (session.undone, "taken back"))
        if count
    ]
    told = f"Accuracy: {', '.join(decided)}" if decided else ""
    if helped:  # yours, and not the opponent's
        told += f"{', with' if judged.you.stake else '. With' if told else 'With'} {', '.join(helped)}"
    if session.human:
        then = "The review, key r, shows what each move gave away; key t in it tries again."
    elif judged.you.loss:
        gave = brief(judged.you.loss)
        then = f"The review, key r, shows where you gave away {gave}; key t in it tries again."
    else:
        then = "You gave nothing away."
    parts = ["" if session.human else made, f"{told}." if told else "", then]
    return " ".join(filter(None, parts))


def _sentence(rank: int, sentence: str, width: int, style: str = "") -> Iterator[Ranked]:
    for line in textwrap.wrap(sentence, max(width - 3, 1)):
        yield (rank, Text(f"  {line}", style=style))


def _taking(rules: Rules) -> str:
    """The keys of a move: the digits where they choose something, and the ends that may be taken."""
    arrows = {"either": "← →", "left": "←", "right": "→"}[rules.ends]
    if rules.least == rules.most and not rules.doubling:
        return f"{arrows} take"
    most = None if rules.doubling else rules.most
    return f"{rules.least}-{most or max(rules.least, 9)} how many   {arrows} take"


def _keys(session: Session, width: int) -> Text:
    """The keys that matter now, as many as fit; the page of keys has them all."""
    aids = "" if session.hidden else "   h hint   p promise"
    if session.game.over:
        few, aids = "n new" if session.hidden else "n new   r review", ""
    elif session.chooses_a_card:
        few = "← → choose   Enter take"
    else:
        few = _taking(session.game.rules)
    if session.several and not session.game.over:
        few = f"↑ ↓ component   {few}"
    guess = "   g name them" if session.hidden else ""
    lines = (f"  {asked}   ? keys   q quit" for asked in (few + aids + UNDO + guess, few + guess, few))
    return Text(next((line for line in lines if len(line) <= width), "  ? keys   q quit"), style="dim")
