"""Answers as JSON, with the same keys for every shape and command.

A key has the same type (or null, if KEYS says so) and meaning everywhere. An end is text, as in the notation:
`L`, `2:L` on a board, `3` for a card of a circle. Whole numbers and floats are JSON numbers; other exact
numbers are text: "1/3", "2.50".
"""

from __future__ import annotations

from typing import Any, Literal

from twoends.answers.matches import Match
from twoends.answers.reviews import Performance, Review
from twoends.answers.solution import Solution
from twoends.answers.tables import Contraction, Table
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.notation import write
from twoends.rules.numbers import Number
from twoends.rules.rows import Row
from twoends.rules.shapes import Shape
from twoends.rules.sides import Line
from twoends.views.summaries import why

KEYS: dict[str, tuple[str, str]] = {
    "shape": ("text", "what was dealt: `row`, `board` or `circle`"),
    "notation": ("text", "the shape or the game, as `parse` and the command line read it"),
    "values": ("list of number", "all cards that were dealt, in order"),
    "opponent": ("text", "the opponent, as `--opponent` reads it"),
    "method": ("text", "how the totals were computed"),
    "first": ("number", "your total when you move first"),
    "second": ("number or null", "your total when the opponent moves first; null: it is undefined"),
    "theirs_first": ("number", "the opponent's total when you move first"),
    "theirs_second": ("number or null", "the opponent's total when they move first; null if `second` is"),
    "margin_first": ("number", "your total minus the opponent's when you move first"),
    "margin_second": ("number or null", "your margin when the opponent moves first; null if `second` is"),
    "go_first": ("boolean or null", "whether moving first is at least as good; null if `second` is"),
    "winner": (
        "text or null",
        "who wins with best play from here: `you`, `opponent` or `draw`; null: it is undefined",
    ),
    "to_move": ("text or null", "whose turn it is: `you` or `opponent`; null: the game is over"),
    "best": (
        "list of text",
        "all best ends of the mover, in order; on the opponent's turn the ends that they intend, none if "
        "chance decides or it is undefined",
    ),
    "line": ("text or null", "one best game with you moving first; null: moves are random, or there is none"),
    "line_second": ("text or null", "one best game with the opponent moving first"),
    "moves": ("list of object", "the mover's moves, best first: `end`, `total`, `loss`"),
    "end": ("text", "the end that a move takes"),
    "total": ("number", "your total if you take this end and play best from then on"),
    "loss": ("number", "what the move gives away compared with the best one, in the mover's total"),
    "sum": ("number", "the sum of the remaining cards"),
    "exact": ("boolean", "whether the numbers are exact, not rounded"),
    "error": ("number", "0, or a bound on the rounding error of each total"),
    "positions": ("number", "the number of positions examined for both totals"),
    "why": ("text", "one sentence that says which end to take now, and why"),
    "table": ("object or null", "every position, by length, then by start; null if it would be too wide"),
    "your_turn_totals": ("list of list of number", "your total at each position when you are to move"),
    "their_turn_totals": ("list of list of number", "your total when the opponent is to move"),
    "your_turn_theirs": (
        "list of list of number",
        "the opponent's total when you are to move; under other rules only",
    ),
    "their_turn_theirs": (
        "list of list of number",
        "the opponent's total when they are to move; likewise",
    ),
    "best_sides": (
        "list of list of text",
        "your best sides at each position: `L`, `R` or `LR`; under other rules your best moves: `L2 R1`",
    ),
    "contraction": ("object or null", "`coins`, `folds` and `margin`; null unless both play optimally"),
    "coins": ("list of number", "the cards as coins, before any fold"),
    "folds": (
        "list of object",
        "the folds, in order: each replaces the coins at, at+1 and at+2 by one: `at`, `coin`",
    ),
    "at": ("number", "the index of the first of the three coins that fold"),
    "coin": ("number", "the coin that replaces them"),
    "margin": ("number", "the first player's margin, both optimal"),
    "players": ("list of text", "the first and the second player"),
    "you_first": ("boolean", "whether you moved first"),
    "yours": ("number", "your total of the cards taken so far"),
    "theirs": ("number", "the opponent's total of the cards taken so far"),
    "seed": ("number or null", "the seed of shuffles and random moves; null: nothing was random"),
    "over": ("boolean", "whether the game is over"),
    "promises": ("list of number", "your promised margin before the first move and after each"),
    "played": ("list of object", "all moves made so far, judged"),
    "number": ("number", "the number of a move, from 1"),
    "by": ("text", "who made the move: `you` or `opponent`"),
    "card": ("number", "the card taken"),
    "stake": ("number", "what the worst move would have given away, in the mover's total"),
    "mark": ("text", "`best`, `inaccuracy` or `blunder`"),
    "promised": ("number", "your promised margin after the move"),
    "turning_point": ("number or null", "the last move that changed the promised winner"),
    "performance": ("object", "how well `you` and the `other` player played"),
    "you": ("object", "your `taken`, `loss`, `accuracy`, `inaccuracies` and `blunders`"),
    "other": ("object", "the opponent's `taken`, `loss`, `accuracy`, `inaccuracies` and `blunders`"),
    "taken": ("number", "the sum of the cards that a player has taken"),
    "accuracy": ("number", "1 - losses / stakes over all moves of a player, from 0 to 1"),
    "aided": ("boolean", "in `record`: whether a hint, the promise, an early review or an undo was used"),
    "guessed": (
        "boolean or null",
        "in `record`: whether the mystery opponent was identified; null: there was none",
    ),
    "inaccuracies": ("number", "the number of a player's moves with this mark"),
    "blunders": ("number", "the number of a player's moves with this mark"),
}
"""The type and the meaning of every key."""


def json_number(value: Number) -> int | float | str:
    """Whole numbers and floats as JSON numbers, other exact numbers as text.

    >>> from decimal import Decimal
    >>> from fractions import Fraction
    >>> json_number(3), json_number(Fraction(1, 2)), json_number(Decimal("2.50")), json_number(Decimal("2.0"))
    (3, '1/2', '2.50', 2)
    """
    if type(value) is int or isinstance(value, float):
        return value
    return int(value) if value == int(value) else str(value)


def json_shape(what: Shape | Game) -> dict[str, Any]:
    """A shape, or a game with its moves so far."""
    shape = what.shape if isinstance(what, Game) else what
    return {
        "shape": shape.name,
        "notation": write(what),
        "values": _numbers(shape.cards),
    }


def json_solution(solution: Solution) -> dict[str, Any]:
    """A solution; a line is null if there is none or if it would take too much memory."""
    game = solution.game
    yours, theirs = game.totals if game.ends else (0, 0)  # quick, because a file may have many rows
    return {
        **json_shape(game if game.ends or not game.rules.plain else game.shape),
        "opponent": str(game.opponent),
        "method": solution.method,
        "first": json_number(solution.first),
        "second": _or_null(solution.second),
        "theirs_first": json_number(solution.theirs_first),
        "theirs_second": _or_null(solution.theirs_second),
        "margin_first": json_number(solution.margin_first),
        "margin_second": _or_null(solution.margin_second),
        "go_first": solution.go_first,
        "to_move": json_mover(game),
        "winner": solution.winner,
        "best": list(map(str, solution.best)),
        "line": _line(solution, "line"),
        "line_second": _line(solution, "line_second"),
        "moves": [
            {"end": str(move.end), "total": json_number(move.total), "loss": json_number(move.loss)}
            for move in solution.moves
        ],
        "sum": json_number(solution.sum),
        "yours": json_number(game.shape.cards.show(yours)),
        "theirs": json_number(game.shape.cards.show(theirs)),
        "exact": solution.exact,
        "error": json_number(solution.error),
        "positions": solution.positions,
    }


def json_mover(game: Game) -> str | None:
    """The player to move; None if the game is over."""
    return None if game.over else game.mover


def _numbers(cards: Row) -> list[int | float | str]:
    """The values of all cards; faster for integers, because there may be many."""
    return list(map(int, cards.given)) if cards.kind == "integer" else list(map(json_number, cards.given))


def _or_null(value: Number | None) -> int | float | str | None:
    return None if value is None else json_number(value)


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
        key: [[_or_null(getattr(cell, total)) for cell in cells] for cells in diagonals]
        for key, total in totals.items()
    } | {"best_sides": [[between.join(map(str, cell.best)) for cell in cells] for cells in diagonals]}


def json_contraction(contraction: Contraction) -> dict[str, Any]:
    """A contraction: the coins, all folds in order, and the margin."""
    show = contraction.row.show
    folds = [
        {"at": state.index(fold.before), "coin": json_number(show(fold.coin.value))}
        for state, fold in contraction.steps
        if fold is not None
    ]
    return {
        "coins": _numbers(contraction.row),
        "folds": folds,
        "margin": json_number(show(contraction.margin)),
    }


def json_deal(what: Shape | Game, seed: int) -> dict[str, Any]:
    """A shape (under other rules a game) with the seed that it was dealt from."""
    return {**json_shape(what), "seed": seed}


def json_match(played: Match) -> dict[str, Any]:
    """A finished match."""
    game, show = played.game, played.game.shape.cards.show
    return {
        **json_shape(game),
        "players": list(played.names),
        "opponent": str(game.opponent),
        "you_first": game.you_first,
        "to_move": json_mover(game),
        "yours": json_number(show(game.yours)),
        "theirs": json_number(show(game.theirs)),
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
        "to_move": json_mover(game),
        "over": game.over,
        "promises": [json_number(margin) for margin in judged.promised],
        "played": [
            {
                "number": move.number,
                "by": "you" if move.yours else "opponent",
                "end": str(move.end),
                "card": json_number(move.card),
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
