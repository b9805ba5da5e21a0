"""Answers as people read them and as programs read them: sentences, numbers as text, JSON.

Every surface shows the same words and the same objects, so they are made here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

from twoends.answers.solution import Solution, solve
from twoends.rules.replies import Opponent
from twoends.rules.rows import Number, Row, as_decimal
from twoends.rules.sides import LEFT, Line, Side, places
from twoends.solvers import MethodError

MOST_CARDS_SHOWN = 24
MOST_CARDS_SPELT_OUT = 12
MOST_RUNS_SHOWN = 12
MOST_CARDS_WITH_A_REASON = 200


# --- for programs ------------------------------------------------------------------------------


def json_number(value: Number) -> int | float | str:
    """A whole number or a float as a JSON number, any other exact number as text.

    >>> json_number(3), json_number(Fraction(1, 2)), json_number(Decimal("2.50")), json_number(Decimal("2.0"))
    (3, '1/2', '2.50', 2)
    """
    if type(value) is int or isinstance(value, float):
        return value
    return int(value) if value == int(value) else str(value)


def json_solution(solution: Solution) -> dict[str, Any]:
    """A solution as a JSON object; a line is null where moves are random, or where it takes too much room."""
    opponent = solution.opponent
    return {
        "row": [json_number(value) for value in solution.row.given],
        "opponent": opponent.name,
        "ties": opponent.ties,
        "epsilon": str(opponent.stray) if opponent.by_chance and opponent.name != "random" else None,
        "p_left": str(opponent.stray_left) if opponent.by_chance else None,
        "method": solution.method,
        "first": json_number(solution.first),
        "second": json_number(solution.second),
        "go_first": solution.go_first,
        "best": [side.value for side in solution.best],
        "winner": solution.winner,
        "margin_first": json_number(solution.margin_first),
        "margin_second": json_number(solution.margin_second),
        "line": _line(solution, you_first=True),
        "line_second": _line(solution, you_first=False),
        "moves": [
            {"side": move.side.value, "total": json_number(move.total), "loss": json_number(move.loss)}
            for move in solution.moves
        ],
        "exact": solution.exact,
        "error": json_number(solution.error),
        "positions": solution.positions,
    }


def _line(solution: Solution, *, you_first: bool) -> str | None:
    try:
        line = solution.line if you_first else solution.line_second
    except MethodError:
        return None
    return None if line is None else str(line)


# --- for people --------------------------------------------------------------------------------


def number(value: Number, error: Number = 0) -> str:
    """A number as a person likes to read it: 18.25 and not 73/4, but 1/3 as it is.

    A float that is right to within `error` has no digits beyond it.

    >>> number(Fraction(73, 4)), number(Fraction(1, 3)), number(Fraction(10**9 + 1, 3**9))
    ('18.25', '1/3', '1000000001/19683 ≈ 50805.263')
    >>> number(8.41049963317, error=2e-6)
    '8.4105'
    """
    if isinstance(value, float):
        return f"{round(value, -math.floor(math.log10(error))) if error else value:.12g}"
    if not isinstance(value, Fraction):
        return str(value)
    if 10**4 % value.denominator == 0:
        return str(as_decimal(value))
    if value.denominator <= 100:
        return str(value)
    rounded = f"≈ {_rounded(value, 8)}"
    return rounded if value.denominator > 10**6 else f"{value} {rounded}"


def _rounded(value: Fraction, digits: int) -> str:
    """The leading digits of a fraction of any size; a float would overflow."""
    return f"{Context(prec=digits).divide(Decimal(value.numerator), Decimal(value.denominator)):g}"


def brief(value: Number) -> str:
    """The same where there is little room: a long fraction is rounded to four digits.

    >>> brief(Fraction(73, 4)), brief(Fraction(10**9 + 1, 3**9))
    ('18.25', '≈ 5.081e+4')
    """
    if not isinstance(value, Fraction) or len(number(value)) <= 8:
        return number(value)
    return f"≈ {Decimal(value.numerator) / value.denominator:.4g}"


def signed(margin: Number) -> str:
    """A margin with its sign, in little room.

    >>> signed(11), signed(0), signed(Fraction(10**6, 3**9))
    ('+11', '0', '≈ +50.81')
    """
    text = brief(margin)
    return text if margin <= 0 else text.replace("≈ ", "≈ +") if "≈" in text else f"+{text}"


def row_text(row: Row) -> str:
    """The row, shortened in the middle if it is long.

    >>> row_text(Row.of(range(100)))
    '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 … 96 97 98 99 (100 cards)'
    """
    if len(row) <= MOST_CARDS_SHOWN:
        return str(row) or "an empty row"
    head, tail = MOST_CARDS_SHOWN * 2 // 3, MOST_CARDS_SHOWN // 6
    return f"{row[:head]} … {row[-tail:]} ({len(row):,} cards)"


def opponent_text(opponent: Opponent) -> str:
    """The opponent in a sentence.

    >>> from twoends.rules.opponents import opponent
    >>> opponent_text(opponent("greedy")), opponent_text(opponent("random 0.25"))
    ('a greedy opponent (ties right)', 'a random opponent who goes left with probability 0.25')
    """
    if opponent.your_own:
        text = f"your own opponent {opponent.name}"
    else:
        text = f"{'an' if opponent.name[0] in 'aeiou' else 'a'} {opponent.name} opponent"
    if opponent.ties:
        text += f" (ties {opponent.ties})"
    habits = []
    if opponent.by_chance and opponent.name != "random":
        habits.append(f"trembles with probability {number(opponent.stray)}")
    if opponent.by_chance and opponent.stray_left != Fraction(1, 2):
        habits.append(f"goes left with probability {number(opponent.stray_left)}")
    return f"{text} who {' and then '.join(habits)}" if habits else text


def line_text(line: Line) -> str:
    """A line of play: the sides of a short one, the first runs of a long one."""
    if (
        len(line.runs) <= MOST_CARDS_SHOWN and len(line) <= MOST_CARDS_SHOWN
    ):  # of millions of runs none is added up
        return str(line)
    more = len(line.runs) - MOST_RUNS_SHOWN
    shown = " ".join(f"{count}{side}" for count, side in line.runs[:MOST_RUNS_SHOWN])
    return f"{shown} … ({more:,} more runs)" if more > 0 else shown


def verdict(margin: Number, opponent: Opponent, error: Number = 0) -> str:
    """Who wins, and by how much, given your margin.

    >>> from twoends.rules.opponents import optimal
    >>> verdict(-3, optimal())
    'you lose by 3'
    """
    average = " on average" if opponent.by_chance else ""
    if margin == 0:
        return f"a draw{average}"
    amount = max(margin, -margin)
    text = number(amount, error) if error else brief(amount)
    return f"you {'win' if margin > 0 else 'lose'} by {text}{average}"


def sparkline(values: Sequence[Number], width: int) -> str:
    """A row of blocks as high as the values, the highest one full; at most `width` of them.

    >>> sparkline([11, 11, 4, -3], 80), sparkline([5, 5, 5], 80)
    ('██▅▁', '▄▄▄')
    """
    if len(values) > width:
        values = [values[place * (len(values) - 1) // (width - 1)] for place in range(width)]
    exact = [Fraction(value) for value in values]
    low, high = min(exact), max(exact)
    if low == high:
        return "▄" * len(exact)
    return "".join("▁▂▃▄▅▆▇█"[round(7 * (value - low) / (high - low))] for value in exact)


def why(solution: Solution) -> str:
    """Which end to take now, and what the other one would expose and cost, in a sentence.

    >>> why(solve([8, 15, 3, 7]))
    'Take the right end, 7: the left end, 8, exposes the 15 and costs you 7.'
    """
    row = solution.row
    if not solution.moves:
        return "There is no card to take."
    if len(row) == 1:
        return f"Take the only card, {row[0]!s}."
    average = " on average" if solution.opponent.by_chance else ""
    if len(solution.best) == 2:
        return f"Take either end: both are best{average}."
    best, other = solution.moves
    costs = f"costs you {number(other.loss, solution.error)}{average}"
    reply = _reply(solution, other.side)
    return f"Take {_end(row, best.side)}: {_end(row, other.side)}, {f'{reply} and ' if reply else ''}{costs}."


def _reply(solution: Solution, side: Side) -> str | None:
    """What the opponent takes after your move, and whether your card hid it; None if that is not known."""
    row, opponent = solution.row, solution.opponent
    n = len(row)
    if opponent.by_chance or n > MOST_CARDS_WITH_A_REASON:
        return None
    start, stop, behind = (1, n, 1) if side is LEFT else (0, n - 1, n - 2)
    taken: Side | None
    if opponent.is_optimal:  # he does what you would do in his place, and contraction is loaded already
        taken = solve(row[start:stop]).best[0]
    else:
        from twoends.answers.positions import policy

        taken = policy(row, opponent, you_first=True)(start, stop)
        if taken is None:
            return None
    place = start if taken is LEFT else stop - 1
    exposed = place == behind and n > 2 and opponent.name in ("optimal", "greedy")  # they like what they get
    return f"{'exposes' if exposed else 'leaves him'} the {row[place]!s}"


def advice(solution: Solution) -> str:
    """Whether to let the opponent go first, and the move now."""
    if solution.first == solution.second:
        return f"Go first or second: it is the same. {why(solution)}"
    if solution.go_first:
        return f"Go first. {why(solution)}"
    return f"Let the opponent go first. If you must move: {why(solution)[0].lower()}{why(solution)[1:]}"


def summary(solution: Solution) -> str:
    """The whole answer as a short text of a few lines."""
    row, opponent = solution.row, solution.opponent
    lines = [f"{row_text(row)}   against {opponent_text(opponent)}", ""]
    error = solution.error
    turns = [
        ("You move first ", solution.first, solution.margin_first),
        ("You move second", solution.second, solution.margin_second),
    ]
    lines += compared(row, solution.sum, turns, opponent, error)
    if error:
        lines.append(f"  (computed in floats; each total is right to within {float(error):.1g})")
    elif not solution.exact:
        lines.append(f"  (rounded, for {solution.opponent.name} answers in floats)")
    lines += ["", advice(solution)]
    if len(row) > 1:
        lines.append(_best_play(solution))
    return "\n".join(lines)


def compared(
    row: Row, whole: Number, turns: Sequence[tuple[str, Number, Number]], opponent: Opponent, error: Number
) -> list[str]:
    """A line for each turn, (who moves first, your total, your margin): both totals, and who wins."""
    yours = [number(total, error) for _, total, _ in turns]
    theirs = [_rest(row, whole, total, error) for _, total, _ in turns]
    width, rest_width = max(map(len, yours)), max(map(len, theirs))
    return [
        f"  {turn}  {total:>{width}} : {rest:<{rest_width}}   {verdict(margin, opponent, error)}"
        for (turn, _, margin), total, rest in zip(turns, yours, theirs, strict=True)
    ]


def _end(row: Row, side: Side) -> str:
    return f"the {side.name.lower()} end, {row[0] if side is LEFT else row[-1]!s}"


def _rest(row: Row, whole: Number, total: Number, error: Number) -> str:
    if row.kind == "float" or isinstance(total, float):
        return number(float(whole) - float(total), error)
    return number(row.show(Fraction(whole) - Fraction(total)))


def _best_play(solution: Solution) -> str:
    """The line of play, or why there is none."""
    if solution.opponent.by_chance:
        return "His moves are random, so there is no line of play: ask again at each position."
    try:
        line = solution.line
    except MethodError as fault:
        return f"No line of play: {fault}."
    if line is None:
        return "His rule mixes both sides, so there is no line of play: ask again at each position."
    text = f"Best play: {line_text(line)}"
    if len(line) > MOST_CARDS_SPELT_OUT:
        return text
    taken = places(line.sides, len(line))
    yours, theirs = _sum_of(taken[::2], solution.row), _sum_of(taken[1::2], solution.row)
    return f"{text}   you {yours}, the opponent {theirs}"


def _sum_of(places: Sequence[int], row: Row) -> str:
    words = [str(row[place]) for place in places]
    total = sum((Fraction(row.values[place]) for place in places), start=Fraction(0))
    if len(words) < 2:
        return words[0] if words else "nothing"
    return f"{' + '.join(words)} = {number(row.show(total))}".replace("+ -", "- ")
