"""Objectives: the functions of a row that a search maximises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twoends.rules.errors import TwoEndsError, format_exception, shortened

Rows = NDArray[np.int64]


class SearchError(TwoEndsError):
    """A search with invalid arguments, or an objective that fails.

    >>> from twoends.search import search
    >>> search("greedy loss", 0)
    Traceback (most recent call last):
    twoends.search.objectives.SearchError: length is 0: give 1 card or more
    """


@dataclass(frozen=True)
class Objective:
    """A function to maximise.

    name         one or several words
    description  a phrase
    measure      gives the values, shape (m,), of the rows of an array of shape (m, n)

    >>> OBJECTIVES["greedy loss"].measure(np.array([[8, 15, 3, 7], [5, 3, 7, 10]])).tolist()
    [7, 0]
    """

    name: str
    description: str
    measure: Callable[[Rows], NDArray[np.int64]]

    @classmethod
    def of(cls, what: object) -> Objective:
        """Look up an objective by name, or make one from a function of a row.

        The function takes a tuple of ints and returns an int or a bool. Raises SearchError.

        >>> Objective.of(lambda row: row == row[::-1]).measure(np.array([[1, 2, 1], [1, 2, 3]])).tolist()
        [1, 0]
        """
        if isinstance(what, Objective):
            return what
        if isinstance(what, str) and what in OBJECTIVES:
            return OBJECTIVES[what]
        if not callable(what):
            names = ", ".join(OBJECTIVES)
            raise SearchError(f"there is no objective {what!r}: choose {names}, or give a function of a row")
        name = getattr(what, "__name__", "your function")
        return cls(name, f"what {name} returns", partial(_one_by_one, what))


def _one_by_one(function: Callable[[tuple[int, ...]], Any], rows: Rows) -> NDArray[np.int64]:
    """The values of a function of one row, for each row."""
    values = []
    for row in rows.tolist():
        try:
            value = function(tuple(row))
        except (Exception, SystemExit) as fault:  # a user's function may fail in any way
            raise SearchError(f"the function failed for {row}: {format_exception(fault)}") from fault
        try:
            values.append(index(value))
        except TypeError:
            raise SearchError(
                f"the function returned {shortened(repr(value))} for {row}: "
                "return a whole number, or True or False"
            ) from None
    return np.array(values, np.int64)


# The imports of Numba below are late, so that an unknown objective is reported at once.


def _loss(you: str, other: str, rows: Rows) -> NDArray[np.int64]:
    """What you lose against the best response to the other player, moving first."""
    from twoends.answers.batch import solve_rows
    from twoends.answers.batch_games import play_rows

    played = play_rows(rows, you, other)[:, 0]
    loss: NDArray[np.int64] = solve_rows(rows, other.split()[0]).first - played
    return loss


def _gap(sign: int, opponent: str, rows: Rows) -> NDArray[np.int64]:
    """The gain of moving first over moving second (sign 1), or of second over first (sign -1)."""
    from twoends.answers.batch import solve_rows

    solved = solve_rows(rows, opponent)
    gap: NDArray[np.int64] = sign * (solved.first - solved.second)
    return gap


def _lines(rows: Rows) -> NDArray[np.int64]:
    """The number of optimal lines, from a table of all intervals; O(m n²).

    A row of n cards has at most 2**(n - 1) lines, so counts fit up to 63 cards.
    """
    m, n = rows.shape
    if n > 63:
        raise SearchError(f"{n} cards may have more than 2**62 optimal lines: give at most 63 cards")
    margins, counts = list(rows.T), [np.ones(m, np.int64)] * n
    for length in range(2, n + 1):
        last = n - length + 1
        left = [rows[:, i] - margins[i + 1] for i in range(last)]
        right = [rows[:, i + length - 1] - margins[i] for i in range(last)]
        margins = [np.maximum(*both) for both in zip(left, right, strict=True)]
        counts = [
            (left[i] >= right[i]) * counts[i + 1] + (right[i] >= left[i]) * counts[i] for i in range(last)
        ]
    return counts[0]


TIES = (
    ("", "ties left", "left", "left"),
    (" least", "each tie for the least", "best", "worst"),
    (" most", "each tie for the most", "worst", "best"),
)
"""How the optimal player breaks ties: the end of the objective's name, the end of its description, and the
tie-breaking rule when the greedy player loses and when the optimal player does."""

OBJECTIVES: dict[str, Objective] = {
    objective.name: objective
    for objective in (
        *(
            Objective(
                f"greedy loss{name}",
                f"what greedy gives away moving first against an optimal opponent, {ties}",
                partial(_loss, "greedy", f"optimal {for_greedy}"),
            )
            for name, ties, for_greedy, _ in TIES
        ),
        *(
            Objective(
                f"optimal loss{name}",
                f"what optimal play gives away moving first against a greedy opponent, {ties}",
                partial(_loss, f"optimal {for_optimal}", "greedy"),
            )
            for name, ties, _, for_optimal in TIES
        ),
        Objective(
            "first", "by how much moving first beats moving second, both optimal", partial(_gap, 1, "optimal")
        ),
        Objective(
            "second",
            "by how much moving second beats moving first, both optimal",
            partial(_gap, -1, "optimal"),
        ),
        Objective(
            "second against greedy",
            "by how much moving second beats moving first, the best response against greedy",
            partial(_gap, -1, "greedy"),
        ),
        Objective("lines", "how many games two optimal players may play", _lines),
    )
}
"""The named objectives; greedy takes the right one of two equal ends."""
