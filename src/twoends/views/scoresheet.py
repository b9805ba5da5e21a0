"""Score sheets: a review, and a match, as people read them."""

from __future__ import annotations

from twoends.answers.matches import Match
from twoends.answers.reviewed import Performance, Review, ReviewedMove
from twoends.rules.notation import write
from twoends.rules.numbers import Exact
from twoends.views.numbers import brief, number, signed, sparkline
from twoends.views.words import opponent_text, shape_text, verdict

MARKS = """\
blunder     gives away a quarter of the spread (largest card minus smallest) or more, or the promised result
inaccuracy  gives away less
accuracy    the share kept of what was at stake, the difference between the best and the worst move:
            the best always is 100%, the worst always 0%, and of two ends tossing a coin about 50%"""
"""How moves are judged, for people; `reviews` does it."""

MOST_MOVES_LISTED = 60
MOST_MISTAKES_LISTED = 30


def review_text(judged: Review, width: int = 80) -> str:
    """A review as text: the promised margin, the moves (of a long game the mistakes), both players.

    >>> from twoends import parse, review
    >>> print(review_text(review(parse("8 15 3 7 / first / LLRL"))))
    8 15 3 7
    You moved first, against an optimal opponent.
    <BLANKLINE>
    Promised margin: +11 █▁▁▁▁ -3
    <BLANKLINE>
    move  by        takes  mark     gives away  your margin
       1  you       L 8    blunder           7           -3
       2  opponent  L 15   best                          -3
       3  you       R 7    best                          -3
       4  opponent  L 3    best                          -3
    <BLANKLINE>
    You       15   accuracy  36%   1 blunder   gave away 7
    Opponent  18   accuracy 100%   no mistake
    <BLANKLINE>
    Turning point: move 1, L 8 by you. Before it you win by 11, after it you lose by 3.
    """
    game, promised = judged.game, judged.promised
    blocks = sparkline(promised, max(width - 40, 20))
    paragraphs = [
        f"{shape_text(game.shape)}\n"
        f"You moved {'first' if game.you_first else 'second'}, against {opponent_text(game.opponent)}.",
        f"Promised margin: {signed(promised[0])} {blocks} {signed(promised[-1])}",
    ]
    if judged.moves:
        paragraphs.append("\n".join(_moves_text(judged)))
    totals = [number(how.total) for how in (judged.you, judged.opponent)]
    broad = max(map(len, totals))
    paragraphs.append(
        f"You       {totals[0]:>{broad}}   {_performance_text(judged.you)}\n"
        f"Opponent  {totals[1]:>{broad}}   {_performance_text(judged.opponent)}"
    )
    paragraphs.append(_turning_text(judged))
    return "\n\n".join(paragraphs)


def _takes(move: ReviewedMove) -> str:
    end = f"card {move.end}:" if isinstance(move.end, int) else str(move.end)
    return f"{end} {move.card!s}"


def _moves_text(judged: Review) -> list[str]:
    """The moves as aligned lines: all of a short game, the costliest mistakes of a long one."""
    moves, left_out = judged.moves, ""
    if len(moves) > MOST_MOVES_LISTED:
        mistakes = sorted((move for move in moves if move.loss), key=lambda move: -move.loss)
        listed = sorted(mistakes[:MOST_MISTAKES_LISTED], key=lambda move: move.number)
        left_out = f"{len(moves) - len(mistakes):,} of {len(moves):,} moves were best"
        if len(mistakes) > len(listed):
            left_out += f"; the costliest {len(listed)} of {len(mistakes):,} mistakes are listed"
        moves = tuple(listed)
    cells = [("move", "by", "takes", "mark", "gives away", "your margin")]
    cells += [
        (
            str(move.number),
            "you" if move.yours else "opponent",
            _takes(move),
            move.mark,
            brief(move.loss) if move.loss else "",
            signed(move.promised),
        )
        for move in moves
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    shapes = [f"{{:{shape}{width}}}" for shape, width in zip("><<<>>", widths, strict=True)]
    lines = ["  ".join(shapes).format(*line).rstrip() for line in cells]
    return [*lines, f"({left_out})"] if left_out else lines


def _performance_text(how: Performance) -> str:
    counts = [(how.inaccuracies, "inaccuracy", "inaccuracies"), (how.blunders, "blunder", "blunders")]
    mistakes = ", ".join(f"{count} {many if count > 1 else one}" for count, one, many in counts if count)
    gave = f"   gave away {brief(how.loss)}" if mistakes else ""
    return f"accuracy {how.accuracy:>4.0%}   {mistakes or 'no mistake'}{gave}"


def _turning_text(judged: Review) -> str:
    if judged.turning_point is None:
        return (
            f"From the start to {'the end' if judged.game.over else 'now'} the promised winner was the same."
        )
    move = judged.moves[judged.turning_point - 1]
    before, after = judged.promised[move.number - 1 : move.number + 1]
    by = "you" if move.yours else "the opponent"
    return (
        f"Turning point: move {move.number}, {_takes(move)} by {by}. "
        f"Before it {verdict(before, judged.game.opponent)}, after it {verdict(after, judged.game.opponent)}."
    )


# --- a match -----------------------------------------------------------------------------------


def match_text(played: Match) -> str:
    """A match move by move: who took which end, and the score; then the result and the notation.

    >>> from twoends import match
    >>> print(match_text(match([8, 15, 3, 7], "greedy", "best")))
    8 15 3 7   greedy right against best
       1  greedy right  L 8       8 : 0
       2  best          L 15      8 : 15
       3  greedy right  R 7       15 : 15
       4  best          L 3       15 : 18
    The second player, best, wins, 15 : 18.
    8 15 3 7 / second / LLRL / greedy right
    """
    game = played.game
    cards = game.shape.cards
    names = [
        f"{seat}, {name}" if len(set(played.names)) == 1 else name
        for seat, name in zip(("first", "second"), played.names, strict=True)
    ]
    width = max(map(len, names))
    totals: list[Exact] = [0, 0]
    lines = [f"{shape_text(game.shape)}   {names[0]} against {names[1]}"]
    for turn, (end, place) in enumerate(zip(game.ends, game.places, strict=True)):
        mover = turn % 2
        totals[mover] += cards.values[place]
        score = " : ".join(number(cards.show(total)) for total in totals)
        lines.append(f"{turn + 1:>4}  {names[mover]:<{width}}  {end} {cards[place]!s:<6}  {score}")
    if totals[0] == totals[1]:
        result = "A draw"
    else:
        winner = 0 if totals[0] > totals[1] else 1
        result = f"The {('first', 'second')[winner]} player, {played.names[winner]}, wins"
    lines.append(f"{result}, {' : '.join(number(cards.show(total)) for total in totals)}.")
    return "\n".join([*lines, write(game)])
