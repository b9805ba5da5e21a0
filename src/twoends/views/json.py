"""Answers as JSON, with the same keys for every shape and command.

A key has the same type (or null) and meaning everywhere, which docs/json.md lists. An end is text, as in the
notation: `L`, `2:L` on a board, `3` for a card of a circle. Whole numbers and floats are JSON numbers; other
exact numbers are text: "1/3", "2.50".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from twoends.answers.matches import Match
from twoends.answers.reviews import Performance, Review
from twoends.answers.solution import Solution
from twoends.answers.tables import Contraction, Table
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.moves import Line
from twoends.rules.notation import write
from twoends.rules.numbers import Number
from twoends.rules.shapes import Shape
from twoends.views.summaries import why

TOTALS = "first", "second", "theirs_first", "theirs_second", "margin_first", "margin_second"


def json_number(value: Number | None) -> int | float | str | None:
    """Whole numbers and floats as JSON numbers, other exact numbers as text; None as it is.

    >>> from decimal import Decimal
    >>> from fractions import Fraction
    >>> json_number(3), json_number(Fraction(1, 2)), json_number(Decimal("2.50")), json_number(Decimal("2.0"))
    (3, '1/2', '2.50', 2)
    """
    if value is None or type(value) is int or isinstance(value, float):
        return value
    return int(value) if value == int(value) else str(value)


def json_shape(what: Shape | Game) -> dict[str, Any]:
    """A shape, or a game with its moves so far."""
    shape = what.shape if isinstance(what, Game) else what
    given: Iterable[Any] = shape.cards.given
    if shape.cards.kind != "integer":
        given = map(json_number, given)
    return {"shape": shape.name, "notation": write(what), "values": list(given)}


def json_solution(solution: Solution) -> dict[str, Any]:
    """A solution; a line is null if there is none or if it would take too much memory."""
    game = solution.game
    yours, theirs = game.totals
    return {
        **json_shape(game.shape if game.you_first and game.rules.plain and not game.ends else game),
        "opponent": str(game.opponent),
        "method": solution.method,
        **{name: json_number(getattr(solution, name)) for name in TOTALS},
        "go_first": solution.go_first,
        "to_move": None if game.over else game.mover,
        "winner": solution.winner,
        "best": [str(end) for end in solution.best],
        "line": _line(solution, "line"),
        "line_second": _line(solution, "line_second"),
        "moves": [
            {"end": str(value.move), "total": json_number(value.total), "loss": json_number(value.loss)}
            for value in solution.moves
        ],
        "sum": json_number(solution.sum),
        "yours": json_number(yours),
        "theirs": json_number(theirs),
        "exact": solution.exact,
        "error": json_number(solution.error),
        "positions": solution.positions,
    }


def _line(solution: Solution, name: Literal["line", "line_second"]) -> str | None:
    try:
        line: Line | None = getattr(solution, name)
    except MethodError:
        return None
    return None if line is None else str(line)


def json_explanation(
    solution: Solution, table: Table | None, contraction: Contraction | None
) -> dict[str, Any]:
    """A solution with its reason, its table and its contraction."""
    return {
        **json_solution(solution),
        "why": why(solution),
        "table": None if table is None else _table(table),
        "contraction": None if contraction is None else json_contraction(contraction),
    }


def _table(table: Table) -> dict[str, Any]:
    """All positions by length from 1, then by start; under other rules with both players' totals."""
    diagonals, between = table.cells[1:], "" if table.rules.one_card else " "
    totals = {"your_turn_totals": "first", "their_turn_totals": "second"}
    if not table.rules.plain:
        totals |= {"your_turn_theirs": "theirs_first", "their_turn_theirs": "theirs_second"}
    return {
        key: [[json_number(getattr(cell, total)) for cell in cells] for cells in diagonals]
        for key, total in totals.items()
    } | {"best_sides": [[between.join(map(str, cell.best)) for cell in cells] for cells in diagonals]}


def json_contraction(contraction: Contraction) -> dict[str, Any]:
    """A contraction: the coins, all folds in order, and the margin."""
    folds = [
        {"at": state.index(fold.before), "coin": json_number(fold.coin.value)}
        for state, fold in contraction.steps
        if fold is not None
    ]
    return {
        "coins": list(map(json_number, contraction.row.given)),
        "folds": folds,
        "margin": json_number(contraction.margin),
    }


def json_match(played: Match) -> dict[str, Any]:
    """A finished match."""
    game = played.game
    return {
        **json_shape(game),
        "players": list(played.names),
        "opponent": str(game.opponent),
        "you_first": game.you_first,
        "to_move": None if game.over else game.mover,
        "yours": json_number(game.yours),
        "theirs": json_number(game.theirs),
        "winner": played.winner,
        "seed": played.seed,
    }


def json_review(judged: Review) -> dict[str, Any]:
    """A review, move by move."""
    game = judged.game
    return {
        **json_shape(game),
        "opponent": str(game.opponent),
        "you_first": game.you_first,
        "to_move": None if game.over else game.mover,
        "over": game.over,
        "promises": [json_number(margin) for margin in judged.promised],
        "played": [
            {
                "number": move.number,
                "by": "you" if move.yours else "opponent",
                "end": str(move.move),
                "earned": json_number(move.earned),
                "best": [str(end) for end in move.best],
                "stake": json_number(move.stake),
                "loss": json_number(move.loss),
                "mark": move.mark,
                "promised": json_number(move.promised),
            }
            for move in judged.moves
        ],
        "turning_point": judged.turning_point,
        "performance": {"you": _performance(judged.you), "other": _performance(judged.opponent)},
        "exact": judged.error == 0,
        "error": judged.error,
    }


def _performance(performance: Performance) -> dict[str, Any]:
    return {
        "taken": json_number(performance.total),
        "loss": json_number(performance.loss),
        "accuracy": performance.accuracy,
        "inaccuracies": performance.inaccuracies,
        "blunders": performance.blunders,
    }
