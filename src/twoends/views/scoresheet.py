"""Score sheets: a review as programs read it, and as people do."""

from __future__ import annotations

from typing import Any

from twoends.answers.reviews import Performance, Played, Review, ReviewedMove, Taken
from twoends.rules.board_games import BoardGame, CircleGame
from twoends.rules.boards import End
from twoends.rules.games import Game
from twoends.rules.notation import write_game
from twoends.rules.sides import Side
from twoends.views.board_words import board_text, circle_text
from twoends.views.words import (
    brief,
    json_number,
    number,
    opponent_text,
    row_text,
    signed,
    sparkline,
    verdict,
)

# --- for programs ------------------------------------------------------------------------------


def json_review(judged: Review[Played, Taken]) -> dict[str, Any]:
    """A review as a JSON object; `accuracy` is from 0 to 1."""
    game = judged.game

    def player(how: Performance) -> dict[str, Any]:
        return {
            "total": json_number(how.total),
            "loss": json_number(how.loss),
            "accuracy": how.accuracy,
            "inaccuracies": how.inaccuracies,
            "blunders": how.blunders,
        }

    return {
        "notation": write_game(game, judged.against),
        "over": game.over,
        "promised": [json_number(margin) for margin in judged.promised],
        "moves": [
            {
                "number": move.number,
                "by": "you" if move.yours else "opponent",
                _KEYS[type(move.taken)]: _json_taken(move.taken),
                "card": json_number(move.card),
                "best": [_json_taken(taken) for taken in move.best],
                "stake": json_number(move.stake),
                "loss": json_number(move.loss),
                "mark": move.mark,
                "promised": json_number(move.promised),
            }
            for move in judged.moves
        ],
        "turning_point": judged.turning_point,
        "you": player(judged.you),
        "opponent": player(judged.opponent),
        "exact": judged.error == 0,
        "error": judged.error,
    }


_KEYS = {Side: "side", End: "end", int: "index"}


def _json_taken(taken: Side | End | int) -> str | list[int | str] | int:
    if isinstance(taken, End):
        return [taken.component, taken.side.value]
    return taken if isinstance(taken, int) else taken.value


# --- for people --------------------------------------------------------------------------------

MARKS = """\
blunder     gives away a quarter of the spread (largest card minus smallest) or more, or the promised result
inaccuracy  gives away less
accuracy    the share kept of what was at stake, the difference between the best and the worst move:
            the best always is 100%, the worst always 0%, and of two ends tossing a coin about 50%"""
"""How moves are judged, for people; `reviews` does it."""

MOST_MOVES_LISTED = 60
MOST_MISTAKES_LISTED = 30


def review_text(judged: Review[Played, Taken], width: int = 80) -> str:
    """A review as text: the promised margin, the moves (of a long game the mistakes), both players.

    >>> from twoends.rules.notation import parse_game
    >>> from twoends.answers.reviews import review
    >>> print(review_text(review(*parse_game("8 15 3 7 / first / LLRL"))))
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
        f"{_dealt_text(game)}\n"
        f"You moved {'first' if game.you_first else 'second'}, against {opponent_text(judged.against)}.",
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


def _dealt_text(game: Game | BoardGame | CircleGame) -> str:
    if isinstance(game, BoardGame):
        return board_text(game.board)
    return circle_text(game.row) if isinstance(game, CircleGame) else row_text(game.row)


def _takes(move: ReviewedMove[Taken]) -> str:
    taken = move.taken
    if isinstance(taken, End):
        return f"{taken.component}:{taken.side} {move.card!s}"
    return f"card {taken}: {move.card!s}" if isinstance(taken, int) else f"{taken} {move.card!s}"


def _moves_text(judged: Review[Played, Taken]) -> list[str]:
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


def _turning_text(judged: Review[Played, Taken]) -> str:
    if judged.turning_point is None:
        return (
            f"From the start to {'the end' if judged.game.over else 'now'} the promised winner was the same."
        )
    move = judged.moves[judged.turning_point - 1]
    before, after = judged.promised[move.number - 1 : move.number + 1]
    by = "you" if move.yours else "the opponent"
    return (
        f"Turning point: move {move.number}, {_takes(move)} by {by}. "
        f"Before it {verdict(before, judged.against)}, after it {verdict(after, judged.against)}."
    )
