"""The recurrences of the game with one thing wrong in them, as programs have it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from twoends.judge.tasks import ASKS, Task, Totals, Values
from twoends.rules.numbers import Exact
from twoends.rules.preferences import Opponent

Choice = Callable[[Exact, Exact, Exact, Exact], Exact]
"""Your own move: (left card, right card, total of taking left, of taking right) -> the total you go for."""


def best(left: Exact, right: Exact, take_left: Exact, take_right: Exact) -> Exact:
    """The move that there is nothing wrong with."""
    return max(take_left, take_right)


def sweep(values: Values, opponent: Opponent, choose: Choice, last: int = 1) -> Totals:
    """Both recurrences with another rule for your own move; a last single card counts `last` times."""
    n = len(values)
    reply = opponent.over(values)
    yours: list[int] = [0] * (n + 1)
    theirs: list[int] = [0] * (n + 1)
    for length in range(1, n + 1):
        f, g = yours, theirs
        yours, theirs = [], []
        for i in range(n + 1 - length):
            left, right = values[i], values[i + length - 1]
            if length == 1:
                left = right = left * last
            yours.append(int(choose(left, right, left + g[i + 1], right + g[i])))
            theirs.append(int(reply(i, i + length, f[i + 1], f[i])))
    return yours[0], theirs[0]


def by_sums(values: Values) -> Totals:
    """Two calls and the sum of the interval, with nothing for a single card."""
    totals_ = [0] * len(values)
    for length in range(2, len(values) + 1):
        totals_ = [
            sum(values[i : i + length]) - min(totals_[i + 1], totals_[i])
            for i in range(len(values) + 1 - length)
        ]
    first = totals_[0]
    return first, sum(values) - first


def both_worst(values: Values) -> Totals:
    """Margins with a minimum in the place of the maximum."""
    margins = list(values)
    for length in range(2, len(values) + 1):
        margins = [
            min(values[i] - margins[i + 1], values[i + length - 1] - margins[i])
            for i in range(len(values) + 1 - length)
        ]
    first = (sum(values) + margins[0]) // 2
    return first, sum(values) - first


def by_margins(values: Values, task: Task) -> str | None:
    """Margins alone, 0 for a single card; a total is half of the sum and the margin, rounded down."""
    n = len(values)
    margins = [0] * n
    for length in range(2, n + 1):
        margins = [
            max(values[i] - margins[i + 1], values[i + length - 1] - margins[i])
            for i in range(n + 1 - length)
        ]
    margin, whole = margins[0], sum(values)
    if ASKS[task.asks].choices:  # which ask for the sign of 2 first - sum alone
        doubled = tuple(2 * value for value in values)
        return ASKS[task.asks].answer(doubled, (whole + margin, whole - margin))
    answers = {"margin": margin, "first": (whole + margin) // 2, "second": (whole - margin) // 2}
    return str(answers[task.asks]) if task.asks in answers else None


def _by_two_cards(values: Values, one: Callable[[int], int], two: Callable[[int, int], int],
                  left_over: Callable[[int, int], int]) -> int:  # fmt: skip
    """The recursion over your own moves alone: the total from what two lengths below bring."""
    n = len(values)
    cells = [one(value) for value in values], [two(*both) for both in pairwise(values)]
    shorter, longer = cells
    if n < 2:
        return shorter[0]
    for length in range(3, n + 1):
        shorter, longer = (
            longer,
            [
                max(
                    values[i] + left_over(shorter[i + 2], shorter[i + 1]),
                    values[i + length - 1] + left_over(shorter[i + 1], shorter[i]),
                )
                for i in range(n + 1 - length)
            ],
        )
    return longer[0]


def without_pairs(values: Values) -> Totals:
    """Two last cards bring nothing."""
    first = _by_two_cards(values, lambda card: card, lambda left, right: 0, min)
    return first, sum(values) - first


def adding(values: Values) -> Totals:
    """What is left after either reply is added up."""
    first = _by_two_cards(values, lambda card: card, max, lambda one, other: one + other)
    return first, sum(values) - first


def by_places(values: Values) -> Totals:
    """All cards in even places against all in odd ones."""
    even, odd = sum(values[::2]), sum(values[1::2])
    return max(even, odd), min(even, odd)
