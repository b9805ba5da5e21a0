"""What the page draws, as JSON objects: a table, a position, and why a move is right.

An end is text, `L` or `R`; an opponent is text that `opponent()` reads. Numbers are as on the command
line (`json_number`); `for_browsers` keeps large ones exact. Everything here also runs in a browser, so
that it needs neither NumPy nor a server.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from twoends.answers.marks import judge, spread
from twoends.answers.outcomes import winner_of, worth
from twoends.answers.policies import choices
from twoends.answers.positions import Prospects, oracle, prospects
from twoends.answers.solution import solve
from twoends.answers.tables import contraction
from twoends.rules.games import Game
from twoends.rules.notation import moves_text, write
from twoends.rules.numbers import Total
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import State
from twoends.rules.shapes import row_of
from twoends.rules.sides import RIGHT, AnyMove
from twoends.solvers import bottom_up
from twoends.solvers.moves import Policy, settle
from twoends.views import explain
from twoends.views.json import json_contraction, json_mover, json_number
from twoends.views.summaries import why
from twoends.views.words import opponent_text

MOST_CARDS_IN_TRIANGLE = 200
"""The triangle has n²/2 cells: 20,000 here, about what a browser draws at once."""

DIGITS_OF_A_COST = 9
"""Where they are expectations: at most 10⁻⁹ of the largest cost is an error of floats, and no cost."""

MOST_CARDS_WITH_TOTALS = 60
"""Up to here the cells carry their numbers too."""

MOST_MOVES_AHEAD = 12
"""How far ahead the futures of a position are told."""

MOST_FUTURES = 4
"""Of so many moves the futures are told, where there are more than two."""

SHADES = 9

_LARGEST_SAFE = 2**53


def for_browsers(answer: Any) -> Any:
    """Write integers beyond 2^53 as text, because a browser reads every number as a float.

    >>> for_browsers({"first": 2**53 + 1, "moves": [3]})
    {'first': '9007199254740993', 'moves': [3]}
    """
    if isinstance(answer, dict):
        return {key: for_browsers(value) for key, value in answer.items()}
    if isinstance(answer, list):
        return [for_browsers(value) for value in answer]
    if isinstance(answer, int) and abs(answer) > _LARGEST_SAFE:
        return str(answer)
    return answer


def table(game: Game) -> dict[str, Any]:
    """What lies on the table, which the rules alone say: the cards, the moves and the totals so far."""
    row, against = game.shape.cards, game.opponent
    left = game.shape.interval(game.remaining)
    return {
        "game": write(game),
        "shape": game.shape.name,
        "row": row.words(),
        "opponent": str(against),
        "opponent_text": opponent_text(against),
        "by_chance": against.stochastic,
        "you_first": game.you_first,
        "taken": moves_text(game.ends, game.rules),
        "start": left and left[0],
        "stop": left and left[1],
        "to_move": json_mover(game),
        "over": game.over,
        "yours": json_number(row.show(game.yours)),
        "theirs": json_number(row.show(game.theirs)),
        "span": json_number(row.show(sum(max(value, -value) for value in row.values))),
        "leader": winner_of(game.rules.sign * (game.yours - game.theirs)),
    }


def position(game: Game) -> dict[str, Any]:
    """A position of a game: the table, the totals that are promised, and what each move brings.

    One sweep for one total: what is promised to whoever is to move.
    """
    row = game.shape.cards
    known = prospects(game, [game.state])
    held = known.states[0]
    yours, theirs = game.yours + held.yours, game.theirs + held.theirs
    return table(game) | {
        "promised": {
            "yours": json_number(row.show(yours)),
            "theirs": json_number(row.show(theirs)),
            "exact": not known.error,
        },
        "moves": _moves(game, known, yours - theirs) if game.mover == "you" else [],
    }


def _moves(game: Game, known: Prospects, margin: Total) -> list[dict[str, Any]]:
    """Your moves in order, each marked as the review will mark it; `margin` is what you are promised."""
    row, held, legal = game.shape.cards, known.states[0], game.moves()
    values = {move: worth(game.rules, *totals) for move, totals in zip(legal, held.after, strict=True)}
    moves = []
    for end, (total, _) in zip(legal, held.after, strict=True):
        _, _, loss, marked = judge(values, end, game.rules.sign * margin, spread(game.shape), known.error)
        moves.append(
            {
                "end": str(end),
                "card": json_number(game.card(end) if game.rules.one_card else game.earns(end)),
                "total": json_number(row.show(total)),
                "loss": json_number(row.show(loss)),
                "finish": json_number(row.show(game.yours + total)),
                "mark": marked,
            }
        )
    return moves


def explanation(game: Game) -> dict[str, Any]:
    """Why a move is right, in this position: words, futures, urgencies, triangle, contraction.

    The triangle is of rows by plain rules, and null for any other game. Urgencies and contraction are of two
    optimal players on such a row, and null against any other opponent, too.
    """
    against = game.opponent
    played = None if against.stochastic else _played(game)
    row = row_of(game.shape) if game.rules.plain else None
    rest = None if row is None else game.rest.cards
    folds = rest is not None and against.is_optimal
    return {
        "game": write(game),
        "why": why(solve(game) if rest is None else solve(rest, against)),
        "line": None if played is None else moves_text(_follow(game, played), game.rules),
        "futures": _futures(game, played) if game.mover == "you" else [],
        "urgencies": _urgencies(game, rest) if folds and rest is not None else None,
        "contraction": _contraction(rest) if folds and rest else None,
        "triangle": _triangle(row, against) if row and len(row) <= MOST_CARDS_IN_TRIANGLE else None,
        "most_cards_in_triangle": MOST_CARDS_IN_TRIANGLE,
    }


# --- the parts of an explanation ---------------------------------------------------------------


def _futures(game: Game, played: Policy | None) -> list[dict[str, Any]]:
    """Moves and what follows each, best play from there on; nothing follows where moves are random.

    Of a row by plain rules both ends, left before right; else your best moves, best first.
    """
    futures = []
    moves = solve(game).moves[:MOST_FUTURES]
    if game.rules.plain and row_of(game.shape) is not None:
        moves = tuple(sorted(moves, key=lambda move: move.end is RIGHT))
    words, turn = game.shape.cards.words(), len(game.ends)
    for move in moves:
        after = game.play(move.end)
        follows = [] if played is None else _follow(after, played)[: MOST_MOVES_AHEAD - 1]
        ahead = replace(after, ends=(*after.ends, *follows))
        taken = [
            (mover, place)
            for mover, state, end in list(zip(ahead.movers, ahead.states, ahead.ends, strict=False))[turn:]
            for place in game.book.places(state, end)
        ]
        futures.append(
            {
                "end": str(move.end),
                "earns": json_number(game.earns(move.end)),
                "total": json_number(move.total),
                "loss": json_number(move.loss),
                "cards": [words[place] for _, place in taken],
                "by": [mover for mover, _ in taken],
                "whole": ahead.over,
            }
        )
    return futures


def _played(game: Game) -> Policy:
    """What both players do from here on: you the left of your best moves, the opponent what they like."""
    known, book, who = choices(game), game.book, game.opponent

    def played(state: State, random: Random) -> AnyMove:
        moves = known(state)
        return moves[0] if book.mover(state) == "you" else settle(who, moves, random)

    return played


def _follow(game: Game, played: Policy) -> list[AnyMove]:
    """The moves from here to the last card; ties at random are broken alike each time."""
    book, state, moves, random = game.book, game.state, list[AnyMove](), Random(0)
    while book.moves(state):
        moves.append(played(state, random))
        state = book.after(state, moves[-1])
    return moves


def _urgencies(game: Game, rest: Row) -> dict[str, Any]:
    """The urgencies of the whole row, and the verdict on the ends of this position."""
    row, now = game.shape.cards, game.position
    known = oracle(row)
    verdict = None
    if len(rest) > 1:
        left, right = known.left[now.start], known.right[now.stop - 1]
        sides = "left or right" if left == right else "left" if left > right else "right"
        verdict = {"left": json_number(row.show(left)), "right": json_number(row.show(right)), "take": sides}
    return {
        "left": [json_number(row.show(urgency)) for urgency in known.left],
        "right": [json_number(row.show(urgency)) for urgency in known.right],
        "verdict": verdict,
    }


def _contraction(rest: Row) -> dict[str, Any]:
    """The folds in order: coins at, at+1, at+2 of the row as it stands become the one coin `value`."""
    known = contraction(rest)
    told = json_contraction(known)
    texts = [explain.fold_text(rest, fold) for _, fold in known.steps if fold is not None]
    folds = [
        {"at": fold["at"], "value": fold["coin"], "text": text}
        for fold, text in zip(told["folds"], texts, strict=True)
    ]
    return {"coins": told["coins"], "folds": folds, "text": explain.margin_text(known)}


def _triangle(row: Row, against: Opponent) -> dict[str, Any]:
    """Every position if you are to move there, by length, then by start.

    best    a string for each length 1..n: L, R, or B where both ends bring the same
    shade   a string for each length: 0..9, what the wrong end costs against the most that it costs
    totals  your total, of short rows; null else
    costs   what the wrong end costs, of short rows; null else
    """
    # A picture of expectations needs no exact fractions.
    values: Sequence[Any] = tuple(map(float, row.values)) if against.stochastic else row.values
    table = bottom_up.table(values, against)
    n = len(row)
    costs: list[list[Total]] = [[0] * n]
    for length in range(2, n + 1):
        theirs = table.theirs[length - 1]
        costs.append(
            [
                abs(values[i] + theirs[i + 1] - values[i + length - 1] - theirs[i])
                for i in range(n + 1 - length)
            ]
        )
    most = max((max(each) for each in costs[1:]), default=0)
    least = most / 10**DIGITS_OF_A_COST if against.stochastic else 0
    with_totals = n <= MOST_CARDS_WITH_TOTALS
    return {
        "best": [
            "".join(
                "B" if cost <= least and length > 1 else table.best[length][i][0].value
                for i, cost in enumerate(each)
            )
            for length, each in enumerate(costs, 1)
        ],
        "shade": ["".join(str(_shade(cost, most)) for cost in each) for each in costs],
        "totals": _shown(row, table.yours[1:]) if with_totals else None,
        "costs": _shown(row, costs) if with_totals else None,
    }


def _shade(cost: Total, most: Total) -> int:
    """From 0 to SHADES; the root, so that small costs can still be told apart."""
    return round(SHADES * float(cost / most) ** 0.5) if most else 0


def _shown(row: Row, totals: Any) -> list[list[int | float | str]]:
    return [[json_number(row.show(total)) for total in each] for each in totals]
