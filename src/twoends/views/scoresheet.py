"""Score sheets: reviews and matches as text."""

from __future__ import annotations

from fractions import Fraction

from twoends.answers.matches import Match
from twoends.answers.reviews import Performance, Review, ReviewedMove
from twoends.rules.notation import write
from twoends.rules.numbers import Exact, exact_number
from twoends.rules.rules import Rules
from twoends.views.columns import columns, wrapped
from twoends.views.numbers import Form, card_text, form_of, number, signed, sparkline
from twoends.views.words import against_text, dealt_text, face_values, loss_text, verdict

MARKS = """\
gives away  the loss in the mover's total; the margin falls by twice that
blunder     gives away a quarter of the spread (largest card minus smallest) or more, or the promised result
inaccuracy  gives away less
accuracy    the share kept of what was at stake, the difference between the best and the worst move:
            the best move every time is 100%, the worst 0%, a coin toss about 50%"""
"""The explanation of the terms in a review; `answers.reviews` defines them."""

COLOUR_OF_MARK = {"blunder": "red", "inaccuracy": "yellow"}

MAX_MOVES_LISTED = 60
MAX_MISTAKES_LISTED = 30


def review_text(judged: Review, width: int | None = None, current: int | None = None) -> str:
    """A review as text: the promised margin, the moves (only mistakes if the game is long), both players.

    No line is longer than `width`, unless a number does not fit. The `current` move is marked with ▸, and
    the totals and the turning point come first.
    """
    game, promised = judged.game, judged.promised
    form = form_of([*promised, judged.you.loss, judged.opponent.loss], judged.error)
    blocks = sparkline(promised, max((width or 80) - 40, 20))
    turn = "first" if game.you_first else "second"
    players = f"You moved {turn}, {against_text(game)}."
    if game.opponent.is_human:
        players = f"Two people: you moved {turn}. Both are judged by best play."
    paragraphs = [
        "\n".join([dealt_text(game), players, *face_values(game.shape)]),
        f"Promised margin: {signed(promised[0], form)} {blocks} {signed(promised[-1], form)}",
    ]
    if judged.moves:
        paragraphs.append("\n".join(_moves_text(judged, form, width, current)))
    yours, theirs = form(judged.you.total), form(judged.opponent.total)
    column = max(len(yours), len(theirs))
    paragraphs.append(
        f"You       {yours:>{column}}   {_performance_text(judged.you, form, game.rules)}\n"
        f"Opponent  {theirs:>{column}}   {_performance_text(judged.opponent, form, game.rules)}"
    )
    paragraphs.append(_turning_text(judged, form))
    if current is not None:
        paragraphs = paragraphs[-2:] + paragraphs[:-2]
    return wrapped("\n\n".join(paragraphs), width)


def marks_text(judged: Review) -> str:
    """The explanation of the terms in this review, adapted to its rules and to its opponent."""
    against = judged.game.opponent
    first, rest = MARKS.split("\n", 1)
    if not judged.game.rules.plain:
        first = (
            "gives away  the loss in the mover's total, or in the margin where both totals have no fixed sum"
        )
    if any(move.mark == "equal" for move in judged.moves):
        rest = f"equal       leaves the margin of a best move, but the mover a smaller total\n{rest}"
    if against.is_optimal or not judged.opponent.loss:
        return f"{first}\n{rest}"
    counted = f"(not for the moves of {against} here: the promise counts on how they play)"
    return f"{first}\n{' ' * 12}{counted}\n{rest}"


def _takes(move: ReviewedMove) -> str:
    end = str(move.move) if move.move.side else f"card {move.move}:"
    return f"{end} {card_text(move.earned)}"


def _moves_text(judged: Review, form: Form, width: int | None, current: int | None) -> list[str]:
    """The moves as aligned lines: all moves of a short game, the costliest mistakes of a long one."""
    moves, left_out = judged.moves, ""
    if len(moves) > MAX_MOVES_LISTED:
        mistakes = sorted((move for move in moves if move.loss), key=lambda move: -move.loss)
        listed = sorted(mistakes[:MAX_MISTAKES_LISTED], key=lambda move: move.number)
        best = sum(move.mark == "best" for move in moves)
        left_out = f"{best:,} of {len(moves):,} moves were best"
        if len(mistakes) > len(listed):
            left_out += f"; the costliest {len(listed)} of {len(mistakes):,} mistakes are listed"
        moves = tuple(listed)
    header = ("move", "by", "takes", "mark", "gives away", "your margin")
    cells = [
        (
            f"▸ {move.number}" if move.number == current else str(move.number),
            "you" if move.yours else "opponent",
            _takes(move),
            move.mark,
            form(move.loss) if move.loss else "",
            signed(move.promised, form),
        )
        for move in moves
    ]
    lines = columns(header, cells, "><<<>>", width, keys=3) if cells else []
    return [*lines, f"({left_out})"] if left_out else lines


def accuracy_text(performance: Performance) -> str:
    """The accuracy in percent; - if no choice mattered."""
    return f"{performance.accuracy:.0%}" if performance.stake else "-"


def made_text(judged: Review) -> str:
    """Your result in a finished game and the best possible one; "" against a person."""
    opponent, made = judged.game.opponent, exact_number(judged.you.total)
    if opponent.is_human:
        return ""
    given_away = exact_number(judged.promised[0]) - exact_number(judged.promised[-1])
    if not judged.game.rules.fixed_sum:
        best, yours = (signed(judged.promised[at]) for at in (0, -1))
        expected = "expected" if opponent.stochastic else "possible"
        return f"The best {expected} margin was {best}, yours was {yours}."
    show = judged.game.shape.cards.show
    best, yours = (number(show(total), judged.error) for total in (made + given_away * Fraction(1, 2), made))
    if opponent.stochastic:
        return f"Best play makes {best} on average; you made {yours}."
    if not given_away:
        return f"You made {yours}, the best possible."
    if given_away < 0:  # the opponent did not play as they promise to
        return f"Best play promised {best}, you made {yours}."
    return f"The best possible was {best}, you made {yours}."


def _performance_text(performance: Performance, form: Form, rules: Rules) -> str:
    text = f"accuracy {accuracy_text(performance):>4}"
    if not performance.stake:
        return text
    counts = (
        (performance.inaccuracies, "inaccuracy", "inaccuracies"),
        (performance.blunders, "blunder", "blunders"),
    )
    mistakes = ", ".join(f"{count} {many if count > 1 else one}" for count, one, many in counts if count)
    given_away = loss_text(form(performance.loss), rules)
    return f"{text}   {mistakes}   gave away {given_away}" if mistakes else f"{text}   no mistake"


def _turning_text(judged: Review, form: Form) -> str:
    if judged.turning_point is None:
        return (
            f"From the start to {'the end' if judged.game.over else 'now'} the promised winner was the same."
        )
    game, move = judged.game, judged.moves[judged.turning_point - 1]
    by = "you" if move.yours else "the opponent"
    before, after = (
        verdict(
            judged.promised[turn],
            # A player without a choice, or a game that is over, leaves nothing to chance.
            game.opponent if len(game.book.moves(game.states[turn])) > 1 else None,
            judged.error,
            form,
            game.rules,
        )
        for turn in (move.number - 1, move.number)
    )
    return f"Turning point: move {move.number}, {_takes(move)} by {by}. Before it {before}, after it {after}."


# --- a match -----------------------------------------------------------------------------------


def match_text(played: Match) -> str:
    """A match as text: each move with the score after it, then the result and the notation."""
    game = played.game
    cards = game.shape.cards
    names = [
        f"{seat}, {name}" if len(set(played.names)) == 1 else name
        for seat, name in zip(("first", "second"), played.names, strict=True)
    ]
    totals: list[Exact] = [0, 0]
    moves, scores = [], []
    turns = zip(game.movers, game.ends, game.exact_earned, game.earned, strict=True)
    for at, (mover, end, earned, taken) in enumerate(turns, 1):
        seat = 0 if (mover == "you") == game.you_first else 1
        totals[seat] += earned
        moves.append((str(at), names[seat], str(end), card_text(taken)))
        scores.append(tuple(map(cards.show, totals)))
    form = form_of([total for score in scores for total in score])
    who = names[0] if game.rules.alone else f"{names[0]} against {names[1]}"
    lines = [f"{dealt_text(game)}{'   ' if game.rules.plain else ', '}{who}"]
    cells = [(*move, *map(form, score)) for move, score in zip(moves, scores, strict=True)]
    if cells:
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        aligned = [f"{{:{side}{width}}}" for side, width in zip("><<<><", widths, strict=True)]
        layout = "  {}  {}  {} {}  {} : {}".format(*aligned)
        lines += [layout.format(*row).rstrip() for row in cells]
    if game.rules.alone:
        result = f"The only player, {played.names[0]}, makes {form(cards.show(totals[0]))}."
        return "\n".join([*lines, result, write(game)])
    result = "A draw"
    if played.winner != "draw":
        seat = 0 if (played.winner == "you") == game.you_first else 1
        result = f"The {('first', 'second')[seat]} player, {played.names[seat]}, wins"
    lines.append(f"{result}, {' : '.join(form(cards.show(total)) for total in totals)}.")
    return "\n".join([*lines, write(game)])
