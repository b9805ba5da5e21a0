"""Draw a session: a pure function from its state and a size to lines of text.

Every line has a rank. If the window is too low, the lines of the lowest rank are dropped first, so
that the cards, the totals and the result stay visible longest.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from rich.text import Text

from twoends.answers.solution import MoveValue
from twoends.rules.moves import LEFT, RIGHT, Lane, Move
from twoends.rules.rulebook import MOVERS
from twoends.rules.rules import Rules
from twoends.terminal import cards
from twoends.terminal.pages import draw_page, page_of, wrapped
from twoends.terminal.session import COMPUTING, Analysis, Question, Session, side_verdict
from twoends.views.numbers import brief, card_text, number, sparkline
from twoends.views.scoresheet import accuracy_text, made_text
from twoends.views.words import against_text, loss_text, move_text

TALL = 17
"""From this height on, cards are five lines high instead of three."""

Ranked = tuple[int, Text]
"""The importance of a line of the drawing, and the line."""

BLANK: Ranked = (0, Text(""))


def draw(session: Session, analysis: Analysis, width: int, height: int) -> list[Text]:
    """Draw a session and the analysis that it shows in `height` lines of `width` cells."""
    if session.question is not None:
        return _fit(list(_puzzle(session, session.question, width, height)), width, height)
    if session.view == "table":
        return _fit(list(_table(session, analysis, width, height)), width, height)
    return _fit([(0, line) for line in draw_page(session, analysis, width, height)], width, height)


def useful_scroll(session: Session, analysis: Analysis, width: int, height: int) -> int:
    """Return how far the session is scrolled: not beyond what there is to see."""
    if session.view == "table":
        return min(session.scroll, cards.max_scroll(session.cards, width))
    page = page_of(session, analysis, width, height)
    return page.start(session.scroll) - page.here


def room_of_page(session: Session, analysis: Analysis, width: int, height: int) -> int:
    """Return how many lines of a page the window shows at once: a page that scrolls by them skips none."""
    return page_of(session, analysis, width, height).room if session.view != "table" else 1


def _fit(lines: Sequence[Ranked], width: int, height: int) -> list[Text]:
    """Keep the most important lines, in their order; among equals the upper ones. Cut off long ones."""
    kept = sorted(range(len(lines)), key=lambda at: -lines[at][0])[:height]
    fitting = [lines[at][1] for at in sorted(kept)]
    for line in fitting:
        line.truncate(width, overflow="ellipsis")
    return fitting


# --- the table ---------------------------------------------------------------------------------


def _table(session: Session, analysis: Analysis, width: int, height: int) -> Iterator[Ranked]:
    yield (3, _title(session))
    yield BLANK
    yield from _totals(session, width)
    if session.game.over or session.promise:
        yield (8, _result(session, analysis, width))
    yield BLANK
    if not session.game.over:
        yield from _cards(session, analysis, width, height)
        yield BLANK
    yield from _status(session, analysis, width)
    yield BLANK
    yield (5, _keys(session, width))


def _puzzle(session: Session, question: Question, width: int, height: int) -> Iterator[Ranked]:
    """Draw a question about the cards, without any help.

    If the drawing leaves out cards, all of them are listed below as text, because there is one try.
    """
    yield from ((3, Text(line, "bold")) for line in wrapped(f"  {question.title}", width))
    yield BLANK
    yield from _sentence(6, question.text, width)
    yield BLANK
    yield from _strip(session, COMPUTING, width, height)
    if len(session.cards) > cards.slots(session.cards, width):
        yield from _sentence(9, " ".join(map(card_text, session.cards)), width)
    yield BLANK
    yield from _sentence(7, session.message, width)
    yield BLANK
    scrolling = "   ↑ ↓ scroll" if cards.max_scroll(session.cards, width) > 0 else ""
    lines = (f"  {_take_keys(session.game.rules)}{more}   ? help   q quit" for more in (scrolling, ""))
    yield (8, Text(next((line for line in lines if len(line) <= width), "  ← → ? q"), "dim"))


def _title(session: Session) -> Text:
    who = "two players" if session.human else against_text(session.game)
    deal = f"   deck of seed {session.seed}" if session.dealt else ""
    deal += "" if session.game.rules.plain else f"   {session.game.rules}"
    return Text.assemble(("Two Ends", "bold"), (f"   {who}{deal}", "dim"))


def _totals(session: Session, width: int) -> Iterator[Ranked]:
    """Draw a line for each player: the total, and the cards taken, the latest first."""
    game = session.game
    totals = list(map(number, game.totals))
    names = [session.name(you=you) for you in (True, False)]
    broad, name_width = max(map(len, totals)), max(map(len, names))
    taken = list(zip(game.movers, game.earned, strict=True))
    for mover, name, total in zip(MOVERS, names, totals, strict=True):
        turn = not game.over and game.mover == mover
        line = Text("▸ " if turn else "  ")
        line.append(f"{name:<{name_width}}  ", style="bold" if turn else "")
        line.append(f"{total:>{broad}}", style="bold")
        line.append("  ")
        for card in (card for by, card in reversed(taken) if by == mover):
            if line.cell_len + len(cards.face(card)) + 3 > width:
                line.append(" …", style="dim")
                break
            line.append(" ").append(cards.face(card), style=cards.suit_style(card))
        yield (9, line)


MIN_BLOCKS, MAX_BLOCKS = 4, 52
"""The length of a sparkline of promised margins; shorter ones are omitted, and a deck has 52 cards."""


def _result(session: Session, analysis: Analysis, width: int) -> Text:
    """Draw the result, or that of best play, with a sparkline of the promised margins so far."""
    game = session.game
    promised = analysis.review.promised if analysis.review is not None else ()
    if not (promised or game.over):
        return Text(f"  {analysis.fault}")
    line = Text("  The end: " if game.over else "  With best play ")
    margin = game.margin if game.over else promised[-1]
    style = "bold green" if margin > 0 else "bold red" if margin < 0 else "bold yellow"
    line.append(side_verdict(session, margin), style="bold" if session.human else style)
    room = min(width - line.cell_len - 4, MAX_BLOCKS)
    if room >= MIN_BLOCKS and len(promised) > 1:
        line.append(f"   {sparkline(promised, room)}", style="dim")
    return line


def _cards(session: Session, analysis: Analysis, width: int, height: int) -> Iterator[Ranked]:
    """Draw the cards: one lane, or all of several with the chosen one enlarged."""
    if not session.several_lanes:
        yield from _strip(session, analysis, width, height)
        return
    for at, lane in enumerate(session.game.lanes):
        if not lane.places:
            continue
        if at == session.lane_number:
            yield (9, Text(f"▸ component {at}", "bold"))
            yield from _strip(session, analysis, width, height)
        else:
            yield (7, Text(f"  component {at}   {_lane(session, lane)}"))


def _lane(session: Session, lane: Lane) -> str:
    """Return the cards of a lane as text, with a bracket at a closed end."""
    given = session.game.shape.cards.given
    sides = {None} if lane.any_card else {end.side for end in lane.ends}
    left, right = ("" if sides & {None, side} else wall for side, wall in ((LEFT, "["), (RIGHT, "]")))
    return f"{left}{' '.join(card_text(given[place]) for place in lane.places)}{right}"


def _strip(session: Session, analysis: Analysis, width: int, height: int) -> Iterator[Ranked]:
    """Draw the cards to choose from, arrows below those that can be taken, and the hint."""
    row = session.cards
    if session.chooses_a_card:
        signs = {0: "↑"}
    elif session.awaits_person:
        signs = _arrows(session)
    else:
        signs = {}
    lines = cards.strip(row, width, session.scroll, tall=height >= TALL, signs=signs)
    yield from ((10, line) for line in lines)
    if session.hint and analysis.moves:
        yield (8, _hint(session, analysis, lines[0].cell_len, width))


def _arrows(session: Session) -> dict[int, str]:
    """Return an arrow for each card that an arrow key would take now."""
    fewest = {move.side: move for move in reversed(session.current_moves)}
    return {
        at: "→" if side == RIGHT else "←"
        for side, move in fewest.items()
        for at in cards.places(session.current_lane, move)
    }


def _hint(session: Session, analysis: Analysis, strip: int, width: int) -> Text:
    """Draw the final total that each end would bring, abbreviated if there is little space."""
    ends = session.current_moves
    if session.chooses_a_card:
        ends = [ends[session.at % len(ends)]]
    rules = session.game.rules
    best: dict[Move | None, MoveValue] = {}  # with several counts, show only the best one at each end
    for value in analysis.moves:
        side = value.move.side
        if value.move in ends and (side not in best or value.loss < best[side].loss):
            best[side] = value
    brings = f"brings {{}}, gives away {loss_text('{}', rules)}"
    for loses, is_best in ((brings, "brings {}, best"), ("{} (-{})", "{} best")):
        words = [
            ("" if rules.one_card else f"{value.move.cards}: ")
            + (loses if value.loss else is_best).format(brief(value.total), brief(value.loss))
            for value in best.values()
        ]
        if sum(map(len, words)) + 6 <= width:
            break
    gap = strip - 2 - sum(map(len, words))
    hint = Text("  " + " " * gap * (list(best) == [RIGHT]))
    for place, (value, text) in enumerate(zip(best.values(), words, strict=True)):
        hint.append(" " * max(gap, 3) * (place > 0)).append(text, style="yellow" if value.loss else "green")
    return hint


def _status(session: Session, analysis: Analysis, width: int) -> Iterator[Ranked]:
    """Draw what happened and whose turn it is, and explain a hint."""
    game = session.game
    yield from _sentence(4, session.message, width)
    if game.over:
        yield from _sentence(6, _end(session, analysis), width)
        return
    turn = "your turn" if game.mover == "you" else "the opponent is thinking"
    if session.human:
        turn = f"{session.name(you=game.mover == 'you')} to move"
    yield (6, Text(f"  Move {move_text(game, len(game.ends) + 1)}, {turn}."))
    if session.hint:
        yield from _sentence(6, analysis.fault or analysis.reason, width, "italic")


def _end(session: Session, analysis: Analysis) -> str:
    """Say how well the game was played and where the review is."""
    if not len(session.game.shape):
        return "There were no cards to take."
    if analysis.review is None:
        return analysis.fault
    review = analysis.review
    score = "" if session.human else made_text(review)
    players = ((True, review.you), (False, review.opponent))
    # A player who never had a choice that mattered has no accuracy.
    accuracies = [f"{session.name(you=you)} {accuracy_text(how)}" for you, how in players if how.stake]
    aids = [
        f"{count} {kind}{'s' * (count > 1)}"
        for count, kind in ((session.hints, "hint"), (session.undone, "undo"))
        if count
    ]
    accuracy = f"Accuracy: {', '.join(accuracies)}" if accuracies else ""
    if aids:  # they are the person's, not the opponent's
        accuracy += f"{', with' if review.you.stake else '. With' if accuracy else 'With'} {', '.join(aids)}"
    again = "" if session.strict else ", and t there to try again"
    if session.human:
        more = f"Press r to see what each move gave away{again}."
    elif review.you.loss:
        given_away = loss_text(brief(review.you.loss), session.game.rules)
        more = f"Press r to see where you gave away {given_away}{again}."
    else:
        more = "You gave nothing away."
    return " ".join(filter(None, [score, f"{accuracy}." if accuracy else "", more]))


def _sentence(rank: int, sentence: str, width: int, style: str = "") -> Iterator[Ranked]:
    for line in textwrap.wrap(sentence, max(width - 3, 1)):
        yield (rank, Text(f"  {line}", style=style))


def _keys(session: Session, width: int) -> Text:
    """List the keys that matter now, as many as fit; the page of keys has them all."""
    rules, aids = session.game.rules, "   h hint   p promise"
    if session.game.over:
        few, aids = "r review" if session.strict else "n new   r review", ""
    elif session.chooses_a_card:
        few = "← → choose   Enter take"
    else:
        few = _take_keys(rules)
    if session.several_lanes and not session.game.over:
        few = f"↑ ↓ component   {few}"
    all_keys = few if session.strict else few + aids + "   u undo"
    lines = (f"  {keys}   ? keys   q quit" for keys in (all_keys, few))
    return Text(next((line for line in lines if len(line) <= width), "  ? keys   q quit"), style="dim")


def _take_keys(rules: Rules) -> str:
    """The arrows that take cards, and the digits if their number can be chosen."""
    take = {"either": "← → take", "left": "← take", "right": "→ take"}[rules.ends]
    if rules.least == rules.most and not rules.doubling:
        return take
    most = None if rules.doubling else rules.most
    return f"{rules.least}-{most or max(rules.least, 9)} count   {take}"
