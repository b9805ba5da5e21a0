"""The JSON objects that the page draws: a position, and the explanation of a move.

An end is `L` or `R`; an opponent is text that `opponent()` reads. Numbers are those of the command line
(`json_number`); `for_browsers` keeps large ones exact. All of this also runs in a browser, without
NumPy and without a server.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import add
from typing import Any

from twoends.answers.policies import choices
from twoends.answers.reviews import MARKS
from twoends.answers.solution import solve
from twoends.engine import bottom_up
from twoends.engine.judge import mark_of, spread_of
from twoends.engine.method import Value, judge_totals
from twoends.engine.oracle import oracle
from twoends.engine.values import method_of
from twoends.rules.games import Game
from twoends.rules.moves import RIGHT, Move
from twoends.rules.notation import moves_text, write
from twoends.rules.numbers import Total
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import State
from twoends.rules.shapes import row_of
from twoends.views.json import json_number
from twoends.views.summaries import why

MAX_CARDS_IN_TRIANGLE = 200
"""The triangle has n²/2 cells: 20,000 here, about as many as a browser draws instantly."""

MAX_CARDS_WITH_TOTALS = 60
"""In longer rows the cells have no numbers."""

MAX_MOVES_AHEAD = 12
"""The length of the futures of a position."""

MAX_FUTURES = 4
"""The number of moves with a future, if there are more than two."""

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


def position(game: Game) -> dict[str, Any]:
    """Return a position: the game, both totals with best play, and the result of each of your moves.

    This takes one sweep, for the total of the player to move.
    """
    row = game.shape.cards
    method = method_of(game)
    (value,) = method.values(game.book, [game.state])
    yours, theirs = map(add, game.exact_totals, (value.yours, value.theirs))
    return {
        "game": write(game),
        "promised": {"yours": json_number(row.show(yours)), "theirs": json_number(row.show(theirs))},
        "moves": _moves(game, value, method.error, yours - theirs) if game.mover == "you" else [],
    }


def _moves(game: Game, value: Value, error: float, margin: Total) -> list[dict[str, Any]]:
    """Your moves in order, each marked as in the review; `margin` is that of best play."""
    row, after, legal, moves = game.shape.cards, value.after, game.moves(), []
    spread, (lost, best) = spread_of(row.values, 0), judge_totals(after, game.rules, error)
    yours, theirs = game.exact_totals
    for end, (total, other), loss, is_best in zip(legal, after, lost, best, strict=True):
        moves.append(
            {
                "end": str(end),
                "loss": json_number(row.show(loss)),
                "finish": json_number(row.show(yours + total)),
                "margin": json_number(row.show(yours + total - theirs - other)),
                "mark": MARKS[mark_of(loss, is_best == 1, game.rules.fixed_sum, margin, spread, error)],
            }
        )
    return moves


def explanation(game: Game) -> dict[str, Any]:
    """Explain the best move of a position: a sentence, urgencies, triangle.

    The triangle is null except for rows under plain rules. Urgencies are also null against any opponent but
    the optimal one.
    """
    row = row_of(game.shape) if game.rules.plain else None
    rest = None if row is None else game.rest.cards
    follow, has_urgencies = best_play(game), rest is not None and game.opponent.is_optimal
    # On the opponent's turn, the sentence about the rest of a row is what it would be on yours.
    solution = solve(game) if rest is None or game.mover == "you" else solve(rest, game.opponent)
    return {
        "game": write(game),
        "why": count_from_one(why(solution)),
        "line": None if game.opponent.stochastic else moves_text(follow(game.state), game.rules),
        "urgencies": _urgencies(game) if has_urgencies else None,
        "triangle": _triangle(row, game.opponent) if row and len(row) <= MAX_CARDS_IN_TRIANGLE else None,
        "most_cards_in_triangle": MAX_CARDS_IN_TRIANGLE,
    }


# --- the parts of an explanation ---------------------------------------------------------------


def count_from_one(sentence: str) -> str:
    """Return a sentence as the page counts: from 1, while commands count from 0, as the notation does.

    >>> count_from_one("Take the 9, the left end of component 2 counted from 0.")
    'Take the 9, the left end of row 3.'
    >>> count_from_one("Take any of 2 equal cards, counted from 0: the 8, card 1; the 8, card 3.")
    'Take any of 2 equal cards: the 8, card 2; the 8, card 4.'
    """
    sentence = re.sub(",? counted from 0", "", sentence)
    sentence = re.sub(r"of component (\d+)", lambda found: f"of row {int(found[1]) + 1}", sentence)
    return re.sub(r", card (\d+)", lambda found: f", card {int(found[1]) + 1}", sentence)


def future_lines(game: Game) -> list[dict[str, Any]]:
    """Return your moves, each with the best play that follows it, unless that is random; none on their turn.

    For a row under plain rules these are both ends, left before right; otherwise the best moves, best first.
    `margin` is that of the best one, from here.
    """
    if game.mover != "you" or game.over:
        return []
    solution, follow = solve(game), best_play(game)
    values = solution.moves[:MAX_FUTURES]
    if game.rules.plain and row_of(game.shape) is not None:
        values = tuple(sorted(values, key=lambda value: value.move == RIGHT))
    words, turn, futures = game.shape.cards.words(), len(game.ends), []
    for value in values:
        after = game.play(value.move)
        ahead = replace(after, ends=(*after.ends, *follow(after.state)[: MAX_MOVES_AHEAD - 1]))
        taken = [
            (mover, place)
            for mover, state, move in list(zip(ahead.movers, ahead.states, ahead.ends, strict=False))[turn:]
            for place in game.book.places(state, move)
        ]
        futures.append(
            {
                "end": str(value.move),
                "earns": json_number(game.earns(value.move)),
                "total": json_number(value.total),
                "loss": json_number(value.loss),
                "margin": json_number(solution.margin_first),
                "best": value.move in solution.best,
                "cards": [words[place] for _, place in taken],
                "by": [mover for mover, _ in taken],
                "whole": ahead.over,
            }
        )
    return futures


def best_play(game: Game) -> Callable[[State], list[Move]]:
    """Return a function that plays a state to its end, as you would at best and as the opponent would.

    Random ties are broken to the left; no move follows if the opponent moves at random.
    """
    if game.opponent.stochastic:
        return lambda state: []
    best, book, who = choices(game), game.book, game.opponent

    def follow(state: State) -> list[Move]:
        moves = list[Move]()
        while book.moves(state):
            mine = book.mover(state) == "you"
            moves.append(best(state)[0] if mine else who.break_ties(best(state))[0])
            state = book.after(state, moves[-1])
        return moves

    return follow


def _urgencies(game: Game) -> dict[str, Any]:
    """Return the urgencies of the whole row, and the verdict on the ends of this position."""
    row, now = game.shape.cards, game.position
    known = oracle(row)
    verdict = None
    if len(now) > 1:
        left, right = known.left[now.start], known.right[now.stop - 1]
        take = "left or right" if left == right else "left" if left > right else "right"
        verdict = {"left": json_number(left), "right": json_number(right), "take": take}
    return {
        "left": list(map(json_number, known.left)),
        "right": list(map(json_number, known.right)),
        "verdict": verdict,
    }


def _triangle(row: Row, against: Opponent) -> dict[str, Any]:
    """Return every position with you to move, by length, then by start.

    best    a string for each length 1..n: L, R, or B if both ends are equal
    shade   a string for each length: 0..9, the cost of the wrong end relative to the largest such cost
    totals  your totals in short rows, else null
    costs   the costs of the wrong end in short rows, else null
    """
    # Floats are good enough to draw expectations.
    values: Sequence[Any] = tuple(map(float, row.values)) if against.stochastic else row.values
    yours, theirs, best = zip(*bottom_up.columns_by_length(values, against), strict=True)
    n = len(row)
    # A smaller cost is a rounding error: each of n steps adds a few of the 53rd bit of the sum.
    rounding = n * sum(map(abs, values)) * 2**-50 if against.stochastic else 0
    costs: list[list[Total]] = [[0] * n]
    for length, after in enumerate(theirs[1:n], 2):
        pairs = zip(values, values[length - 1 :], after[1:], after, strict=False)
        each = (abs(left + by_left - right - by_right) for left, right, by_left, by_right in pairs)
        costs.append([cost if cost > rounding else 0 for cost in each])
    most = max((max(each) for each in costs[1:]), default=0) or 1
    with_totals = n <= MAX_CARDS_WITH_TOTALS
    return {
        "best": [
            "".join(
                "B" if cost == 0 and length > 1 else str(best[length][i][0]) for i, cost in enumerate(each)
            )
            for length, each in enumerate(costs, 1)
        ],
        # The square root makes small costs differ visibly.
        "shade": ["".join(str(round(SHADES * float(cost / most) ** 0.5)) for cost in each) for each in costs],
        "totals": _shown(row, yours[1:]) if with_totals else None,
        "costs": _shown(row, costs) if with_totals else None,
    }


def _shown(row: Row, totals: Any) -> list[list[Any]]:
    return [[json_number(row.show(total)) for total in each] for each in totals]
