"""What the page draws, as JSON objects: a position, why a move is right, a row against everybody.

Numbers are as on the command line (`report.json_number`); `over_http` makes them safe for browsers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from twoends.answers.positions import oracle, policy
from twoends.answers.solution import Solution, solve
from twoends.rules.games import Game
from twoends.rules.notation import write
from twoends.rules.numbers import Exact, Number, Total
from twoends.rules.opponents import opponent
from twoends.rules.replies import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.solvers import bottom_up, folding
from twoends.views import explain
from twoends.views.json import json_number
from twoends.views.words import opponent_text, why

MOST_CARDS_IN_TRIANGLE = 200
"""The triangle has n²/2 cells: 20,000 here, about what a browser draws at once."""

MOST_CARDS_WITH_TOTALS = 60
"""Up to here the cells carry their numbers too."""

MOST_MOVES_AHEAD = 12
"""How far ahead the two futures of a position are told."""

SHADES = 9

COMPARED = ("optimal", "greedy right", "greedy left", "modest right", "modest left", "generous", "random")

Played = Callable[[int, int], Side | None]
"""What both players do: the side played at [start, stop)."""

_LARGEST_SAFE = 2**53


def over_http(answer: Any) -> Any:
    """Write integers beyond 2^53 as text, for a browser reads every number as a float.

    >>> over_http({"first": 2**53 + 1, "moves": [3]})
    {'first': '9007199254740993', 'moves': [3]}
    """
    if isinstance(answer, dict):
        return {key: over_http(value) for key, value in answer.items()}
    if isinstance(answer, list):
        return [over_http(value) for value in answer]
    if isinstance(answer, int) and abs(answer) > _LARGEST_SAFE:
        return str(answer)
    return answer


def position(game: Game) -> dict[str, Any]:
    """A position of a game: the cards, the totals so far and as promised, what each end brings."""
    now = game.position
    rest = game.shape.cards[now.start : now.stop]
    solution = solve(rest, against)
    yours = _plus(game.shape.cards, game.yours, solution.first if game.your_turn else solution.second)
    return {
        "game": write(game),
        "row": game.shape.cards.words(),
        "opponent": str(against),
        "opponent_text": opponent_text(against),
        "you_first": game.you_first,
        "sides": "".join(map(str, game.ends)),
        "start": now.start,
        "stop": now.stop,
        "your_turn": game.your_turn and not game.over,
        "over": game.over,
        "yours": json_number(game.shape.cards.show(game.yours)),
        "theirs": json_number(game.shape.cards.show(game.theirs)),
        "leader": "draw" if game.yours == game.theirs else "you" if game.yours > game.theirs else "opponent",
        "promised": {
            "yours": json_number(yours),
            "theirs": json_number(_rest(game.shape.cards, yours)),
            "exact": solution.error == 0,
        },
        "moves": _moves(game, solution) if game.your_turn else [],
    }


def _moves(game: Game, solution: Solution) -> list[dict[str, Any]]:
    """Your moves, left before right, each marked as the review will mark it."""
    now = game.position
    return [
        {
            "side": str(move.end),
            "card": json_number(game.shape.cards[now.start if move.end is LEFT else now.stop - 1]),
            "total": json_number(move.total),
            "loss": json_number(move.loss),
            "finish": json_number(_plus(game.shape.cards, game.yours, move.total)),
            "mark": review(game.take(move.end), against).moves[-1].mark if move.loss else "best",
        }
        for move in sorted(solution.moves, key=lambda move: move.end is RIGHT)
    ]


def explanation(game: Game) -> dict[str, Any]:
    """Why a move is right, in this position: words, futures, urgencies, triangle, contraction.

    Urgencies and contraction are of two optimal players, and null against any other opponent.
    """
    now = game.position
    rest = game.shape.cards[now.start : now.stop]
    solution = solve(rest, against)
    optimal = str(against) == "optimal"
    played = None if against.stochastic else policy(rest, against, you_first=game.your_turn)
    return {
        "game": write(game),
        "why": why(solution),
        "line": None if played is None else "".join(map(str, _follow(played, 0, len(rest)))),
        "futures": _futures(rest, played, solution) if game.your_turn else [],
        "urgencies": _urgencies(game, rest) if optimal else None,
        "contraction": _contraction(rest) if optimal and len(rest) else None,
        "triangle": _triangle(game.shape.cards, against)
        if len(game.shape.cards) <= MOST_CARDS_IN_TRIANGLE
        else None,
        "most_cards_in_triangle": MOST_CARDS_IN_TRIANGLE,
    }


def comparison(row: Row) -> list[dict[str, Any]]:
    """A row against everybody: both totals, and who should go first."""
    answers = []
    for name in COMPARED:
        solution = solve(row, opponent(name))
        answers.append(
            {
                "opponent": name,
                "opponent_text": opponent_text(solution.opponent),
                "first": json_number(solution.first),
                "second": json_number(solution.second),
                "margin_first": json_number(solution.margin_first),
                "margin_second": json_number(solution.margin_second),
                "best": [str(end) for end in solution.best],
                "go": _go(solution),
                "exact": solution.error == 0,
            }
        )
    return answers


def _go(solution: Solution) -> str:
    if solution.first == solution.second:
        return "either"
    return "first" if solution.go_first else "second"


# --- the parts of an explanation ---------------------------------------------------------------


def _futures(rest: Row, played: Played | None, solution: Solution) -> list[dict[str, Any]]:
    """Both ends and what follows each, best play from there on; no moves where they are random."""
    n = len(rest)
    futures = []
    for move in sorted(solution.moves, key=lambda move: move.end is RIGHT):
        start, stop = (1, n) if move.end is LEFT else (0, n - 1)
        ahead = [] if played is None else _follow(played, start, stop)
        sides = [move.end, *ahead][:MOST_MOVES_AHEAD]
        futures.append(
            {
                "side": str(move.end),
                "total": json_number(move.total),
                "loss": json_number(move.loss),
                "cards": _cards_taken(rest, sides),
                "whole": len(sides) == n,
            }
        )
    return futures


def _follow(played: Played, start: int, stop: int) -> list[Side]:
    """The sides played from [start, stop) to the last card."""
    sides = []
    while start < stop:
        side = played(start, stop)
        assert side is not None, "the built-in rules never mix"
        sides.append(side if stop - start > 1 else LEFT)
        start, stop = start + (side is LEFT), stop - (side is RIGHT)
    return sides


def _cards_taken(row: Row, sides: list[Side]) -> list[str]:
    words = row.words()
    return [words.pop(0 if side is LEFT else -1) for side in sides]


def _urgencies(game: Game, rest: Row) -> dict[str, Any]:
    """The urgencies of the whole row, and the verdict on the ends of this position."""
    row, now = game.shape.cards, game.position
    known = oracle(row)
    verdict = None
    if len(rest) > 1:
        left, right = known.left[now.start], known.right[now.stop - 1]
        sides = " or ".join(side.name.lower() for side in known.best(now.start, now.stop))
        verdict = {"left": json_number(row.show(left)), "right": json_number(row.show(right)), "take": sides}
    return {
        "left": [json_number(row.show(urgency)) for urgency in known.left],
        "right": [json_number(row.show(urgency)) for urgency in known.right],
        "verdict": verdict,
    }


def _contraction(rest: Row) -> dict[str, Any]:
    """The folds in order: coins at, at+1, at+2 of the row as it stands become the one coin `value`."""
    folds = []
    for state, fold in folding.folds(rest.values):
        if fold is not None:
            folds.append(
                {
                    "at": state.index(fold.before),
                    "value": json_number(rest.show(fold.coin.value)),
                    "text": explain.fold_text(rest, fold),
                }
            )
    return {
        "coins": [json_number(value) for value in rest.given],
        "folds": folds,
        "text": explain.margin_text(rest),
    }


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
    least = most / 10**9 if against.stochastic else 0
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


# --- sums of exact and shown numbers -----------------------------------------------------------


def _plus(row: Row, so_far: Exact, coming: Number) -> Number:
    """A total so far plus one that is promised, in the row's kind of number."""
    if isinstance(coming, float):
        return float(so_far) + coming
    return row.show(so_far + Fraction(coming))


def _rest(row: Row, yours: Number) -> Number:
    """What is left of the row's sum for the opponent."""
    whole = sum(row.values)
    if isinstance(yours, float):
        return float(whole) - yours
    return row.show(whole - Fraction(yours))
