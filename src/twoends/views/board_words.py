"""Answers about boards and circles as people read them and as programs read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twoends.answers.boards import BoardSolution
from twoends.answers.circles import CircleSolution
from twoends.rules.boards import Board, BoardLine, End
from twoends.rules.replies import Opponent
from twoends.rules.rows import Number, Row
from twoends.rules.sides import LEFT
from twoends.views.words import (
    MOST_CARDS_SHOWN,
    MOST_RUNS_SHOWN,
    compared,
    json_number,
    line_text,
    number,
    opponent_text,
    row_text,
)

MOST_EQUALS_NAMED = 4

# --- boards ------------------------------------------------------------------------------------


def json_board(solution: BoardSolution) -> dict[str, Any]:
    """A solved board as a JSON object: an end is a list of its component, from 0, and "L" or "R"."""
    opponent, line = solution.opponent, solution.line
    return {
        "board": str(solution.board),
        "opponent": opponent.name,
        "ties": opponent.ties,
        "epsilon": _epsilon(opponent),
        "method": solution.method,
        "first": json_number(solution.first),
        "second": json_number(solution.second),
        "go_first": solution.go_first,
        "best": [_json_end(end) for end in solution.best],
        "winner": solution.winner,
        "margin_first": json_number(solution.margin_first),
        "margin_second": json_number(solution.margin_second),
        "line": None if line is None else [_json_end(end) for end in line.ends],
        "moves": [
            {"end": _json_end(move.end), "total": json_number(move.total), "loss": json_number(move.loss)}
            for move in solution.moves
        ],
        "positions": solution.positions,
    }


def board_summary(solution: BoardSolution) -> str:
    """A solved board as a short text of a few lines."""
    opponent, board = solution.opponent, solution.board
    lines = [f"{board_text(board)}   against {opponent_text(opponent)}", ""]
    totals = [number(solution.first), number(solution.second)]
    margins = (solution.margin_first, solution.margin_second)
    for turn, total, margin in zip(("first ", "second"), totals, margins, strict=True):
        lines.append(f"  You move {turn}  {total:>{max(map(len, totals))}}   {_verdict(opponent, margin)}")
    lines += ["", _board_advice(solution)]
    if solution.line is not None and len(board) > 1:
        lines.append(f"Best play, component:sides   {board_line_text(solution.line)}")
    elif opponent.by_chance and len(board) > 1:
        lines.append("His moves are random, so there is no line of play.")
    return "\n".join(lines)


def board_line_text(line: BoardLine) -> str:
    """A line of play on a board: every move of a short one, the first runs of a long one.

    >>> from twoends.rules.sides import RIGHT
    >>> board_line_text(BoardLine(((1000, End(0, LEFT)), (2, End(1, RIGHT)))))
    '0:1000L 1:2R'
    """
    if len(line) <= MOST_CARDS_SHOWN:
        return str(line)
    more = len(line.runs) - MOST_RUNS_SHOWN
    shown = " ".join(f"{end.component}:{count}{end.side}" for count, end in line.runs[:MOST_RUNS_SHOWN])
    return f"{shown} … ({more:,} more runs)" if more > 0 else shown


def _board_advice(solution: BoardSolution) -> str:
    if not solution.moves:
        return "There is no card to take."
    board, average = solution.board, " on average" if solution.opponent.by_chance else ""
    if len(solution.best) > 1:
        named = [_end_text(board, end) for end in solution.best[:MOST_EQUALS_NAMED]]
        take = f"take any of {len(solution.best)} equal ends{_such_as(named, len(solution.best))}."
    else:
        take = f"take {_end_text(board, solution.best[0])}"
        others = solution.moves[1:]
        take += f"; the next best end gives away {number(others[0].loss)}{average}." if others else "."
    return _turn_advised(solution, take)


def _such_as(named: Sequence[str], count: int) -> str:
    """All of a few equal moves, or the first of many; a long list would hide the advice."""
    return f": {'; '.join(named)}" if count == len(named) else f", such as {named[0]}"


def _turn_advised(solution: BoardSolution | CircleSolution, take: str) -> str:
    """Whether to let the opponent go first, as far as that is known, and the move now."""
    if solution.go_first is None:
        return f"{take[0].upper()}{take[1:]}"
    if solution.first == solution.second:
        return f"Go first or second: it is the same. {take[0].upper()}{take[1:]}"
    return (
        f"Go first: {take}" if solution.go_first else f"Let the opponent go first. If you must move: {take}"
    )


def _end_text(board: Board, end: End) -> str:
    row = board.components[end.component].row
    card = str(row[0 if end.side is LEFT else -1])
    return f"the {card}, component {end.component} from the {end.side.name.lower()}"


def board_text(board: Board) -> str:
    """The board, or what it is where it is long."""
    if len(board) <= 2 * MOST_CARDS_SHOWN:
        return str(board) or "an empty board"
    components = len(board.components)
    return f"a board of {components:,} component{'s' if components > 1 else ''}, {len(board):,} cards"


def _json_end(end: End) -> list[int | str]:
    return [end.component, end.side.value]


# --- circles -----------------------------------------------------------------------------------


def json_circle(solution: CircleSolution) -> dict[str, Any]:
    """A solved circle as a JSON object: `best` are indices from 0, `line` such an index, then sides.

    `second`, `go_first` and `margin_second` are null where the opponent knows two ends only.
    """
    opponent, line = solution.opponent, solution.line
    return {
        "circle": [json_number(value) for value in solution.row.given],
        "opponent": opponent.name,
        "ties": opponent.ties,
        "epsilon": _epsilon(opponent),
        "first": json_number(solution.first),
        "second": None if solution.second is None else json_number(solution.second),
        "go_first": solution.go_first,
        "best": list(solution.best),
        "winner": solution.winner,
        "margin_first": json_number(solution.margin_first),
        "margin_second": None if solution.margin_second is None else json_number(solution.margin_second),
        "line": None if line is None else [line[0], *(side.value for side in line[1].sides)],
        "brings": [json_number(total) for total in solution.brings],
        "moves": [
            {"index": move.index, "total": json_number(move.total), "loss": json_number(move.loss)}
            for move in solution.moves
        ],
        "exact": solution.error == 0,
        "error": json_number(solution.error),
    }


def circle_summary(solution: CircleSolution) -> str:
    """A solved circle as a short text of a few lines."""
    row, opponent, error = solution.row, solution.opponent, solution.error
    lines = [f"{circle_text(row)}   against {opponent_text(opponent)}", ""]
    turns = [("You take the first card", solution.first, solution.margin_first)]
    if solution.second is not None and solution.margin_second is not None:
        turns.append(("The opponent does      ", solution.second, solution.margin_second))
    lines += compared(row, row.show(sum(row.values)), turns, opponent, error)
    if error:
        lines.append(f"  (computed in floats; each total is right to within {float(error):.1g})")
    lines += ["", _circle_advice(solution)]
    if solution.line is not None and len(row) > 1:
        lines.append(
            f"Best play on the row that follows it, the opponent first: {line_text(solution.line[1])}"
        )
    return "\n".join(lines)


def _circle_advice(solution: CircleSolution) -> str:
    best = solution.best
    if not best:
        return "There is no card to take."
    named = [f"the {solution.row[at]!s}, card {at}" for at in best[:MOST_EQUALS_NAMED]]
    if len(best) > 1:
        take = f"take any of {len(best)} equal cards, counted from 0{_such_as(named, len(best))}."
    else:
        take = f"take {named[0]} counted from 0."
    return _turn_advised(solution, take)


def circle_text(row: Row) -> str:
    """The circle, shortened in the middle if it is long."""
    return f"{row_text(row)} in a circle" if len(row) else "an empty circle"


def _epsilon(opponent: Opponent) -> str | None:
    return str(opponent.stray) if opponent.by_chance and opponent.name != "random" else None


def _verdict(opponent: Opponent, margin: Number) -> str:
    average = " on average" if opponent.by_chance else ""
    if margin == 0:
        return f"a draw{average}"
    if margin > 0:
        return f"you win by {number(margin)}{average}"
    return f"you lose by {number(-margin)}{average}"
