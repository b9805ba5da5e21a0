"""What the page draws, as JSON objects: a position, why a move is right, a row against everybody.

An end is text, `L` or `R`; an opponent is text that `opponent()` reads. Numbers are as on the command
line (`json_number`); `for_browsers` keeps large ones exact. Everything here also runs in a browser, so
that it needs neither NumPy nor a server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twoends.answers.positions import Policy, oracle, policy, prospects
from twoends.answers.reviews import mark, spread
from twoends.answers.solution import Solution, solve, winner_of
from twoends.answers.tables import contraction
from twoends.rules.games import Game
from twoends.rules.notation import write
from twoends.rules.numbers import Total
from twoends.rules.opponents import every_opponent
from twoends.rules.replies import HABITS, Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, AnyEnd, Side
from twoends.solvers import Prospects, bottom_up
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


def opponents() -> list[dict[str, Any]]:
    """Who may sit opposite: a name, a sentence, whether ties matter, whether moves are by chance alone."""
    return [
        {
            "name": habit.name,
            "sentence": habit.sentence,
            "ties": len(habit.ties) > 1,
            "by_chance": habit.looks_at == "nothing",
        }
        for habit in HABITS.values()
    ]


def position(game: Game) -> dict[str, Any]:
    """A position of a game: the cards, the totals so far and as promised, what each end brings.

    One sweep for one total: what is promised to whoever is to move.
    """
    row, now, against = game.shape.cards, game.position, game.opponent
    rest = row[now.start : now.stop]
    held = prospects(rest, against, [(0, len(rest))], you_first=game.your_turn) if len(rest) else None
    promised = game.yours + held.total[0] if held else game.yours
    return {
        "game": write(game),
        "row": row.words(),
        "opponent": str(against),
        "opponent_text": opponent_text(against),
        "by_chance": against.stochastic,
        "you_first": game.you_first,
        "taken": "".join(map(str, game.ends)),
        "start": now.start,
        "stop": now.stop,
        "your_turn": game.your_turn and not game.over,
        "over": game.over,
        "yours": json_number(row.show(game.yours)),
        "theirs": json_number(row.show(game.theirs)),
        "span": json_number(row.show(sum(max(value, -value) for value in row.values))),
        "leader": winner_of(game.yours - game.theirs),
        "promised": {
            "yours": json_number(row.show(promised)),
            "theirs": json_number(row.show(sum(row.values) - promised)),
            "exact": not (held and held.error),
        },
        "moves": _moves(game, held) if held and game.your_turn else [],
    }


def _moves(game: Game, held: Prospects) -> list[dict[str, Any]]:
    """Your moves, left before right, each marked as the review will mark it."""
    row, now = game.shape.cards, game.position
    margin = 2 * (game.yours + held.total[0]) - sum(row.values)
    ends = [(LEFT, now.start, held.left[0]), (RIGHT, now.stop - 1, held.right[0])]
    moves = []
    for end, place, total in ends if len(now) > 1 else ends[:1]:
        loss = held.total[0] - total
        known = loss > 2 * held.error
        moves.append(
            {
                "end": end.value,
                "card": json_number(row[place]),
                "total": json_number(row.show(total)),
                "loss": json_number(row.show(loss if known else 0)),
                "finish": json_number(row.show(game.yours + total)),
                "mark": mark(loss, spread(row), margin, held.error) if known else "best",
            }
        )
    return moves


def explanation(game: Game) -> dict[str, Any]:
    """Why a move is right, in this position: words, futures, urgencies, triangle, contraction.

    Urgencies and contraction are of two optimal players, and null against any other opponent.
    """
    row, now, against = game.shape.cards, game.position, game.opponent
    rest = row[now.start : now.stop]
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
        "triangle": _triangle(row, against) if len(row) <= MOST_CARDS_IN_TRIANGLE else None,
        "most_cards_in_triangle": MOST_CARDS_IN_TRIANGLE,
    }


def comparison(row: Row) -> list[dict[str, Any]]:
    """A row against everybody: both totals, and who should go first."""
    answers = []
    for who in every_opponent():
        solution = solve(row, who)
        assert solution.second is not None, "of a row everybody's moves are known"
        assert solution.margin_second is not None, "of a row everybody's moves are known"
        answers.append(
            {
                "opponent": str(who),
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
    if solution.either:
        return "either"
    return "first" if solution.go_first else "second"


# --- the parts of an explanation ---------------------------------------------------------------


def _futures(rest: Row, played: Policy | None, solution: Solution) -> list[dict[str, Any]]:
    """Both ends and what follows each, best play from there on; no moves where they are random."""
    n = len(rest)
    futures = []
    for move in sorted(solution.moves, key=lambda move: move.end is RIGHT):
        start, stop = (1, n) if move.end is LEFT else (0, n - 1)
        ahead = [] if played is None else _follow(played, start, stop)
        sides = [move.end, *ahead][:MOST_MOVES_AHEAD]
        futures.append(
            {
                "end": str(move.end),
                "total": json_number(move.total),
                "loss": json_number(move.loss),
                "cards": _cards_taken(rest, sides),
                "whole": len(sides) == n,
            }
        )
    return futures


def _follow(played: Policy, start: int, stop: int) -> list[Side]:
    """The sides played from [start, stop) to the last card."""
    sides = []
    while start < stop:
        side = played(start, stop)
        assert side is not None, "the built-in rules never mix"
        sides.append(side)
        start, stop = start + (side is LEFT), stop - (side is RIGHT)
    return sides


def _cards_taken(row: Row, sides: Sequence[AnyEnd]) -> list[str]:
    words = row.words()
    return [words.pop(0 if side is LEFT else -1) for side in sides]


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
    folds = []
    known = contraction(rest)
    for state, fold in known.steps:
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
        "text": explain.margin_text(known),
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
