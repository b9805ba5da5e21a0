"""Search: the rows that maximise an objective, found exhaustively or by hill climbing.

`search` tries every row of a given length and values, or climbs from random rows if there are too many. A row
and its mirror image count as one, with the larger of their two values. Rows are measured in chunks that
depend only on their number, so that the result depends on the seed and not on the number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from operator import index
from typing import Any

from twoends.rules.errors import TwoEndsError, format_exception, require_fast, shortened

require_fast("a search")

import numpy as np
from numpy.typing import NDArray

from twoends.solvers import Progress
from twoends.study.running import by_processes, require_workers

MOST_ROWS = 20_000_000
"""The most rows that are searched exhaustively; if there are more, the search climbs."""

ROWS_IN_A_CHUNK = 1 << 16

CLIMBS_IN_A_CHUNK = 64

PATIENCE = 20
"""The climbs of a chunk stop after this many steps in which no value grows."""

KEPT = 10
"""The number of best rows that a result lists, the first in lexicographic order."""

# --- objectives --------------------------------------------------------------------------------

Rows = NDArray[np.int64]
"""Rows of one length, shape (m, n)."""

Values = NDArray[np.int64]
"""A number for each row, shape (m,)."""


class SearchError(TwoEndsError):
    """A search with invalid arguments, or an objective that fails.

    >>> from twoends.search import search
    >>> search("greedy loss", 0)
    Traceback (most recent call last):
    twoends.search.SearchError: length is 0: give 1 card or more
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
    measure: Callable[[Rows], Values]

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


def _one_by_one(function: Callable[[tuple[int, ...]], Any], rows: Rows) -> Values:
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


def _loss(you: str, other: str, rows: Rows) -> Values:
    """What you lose against the best response to the other player, moving first."""
    from twoends.answers.batch import solve_rows
    from twoends.answers.batch_games import play_rows

    loss: Values = solve_rows(rows, other.split()[0]).first - play_rows(rows, you, other)[:, 0]
    return loss


def _gap(sign: int, opponent: str, rows: Rows) -> Values:
    """The gain of moving first over moving second (sign 1), or of second over first (sign -1)."""
    from twoends.answers.batch import solve_rows

    solved = solve_rows(rows, opponent)
    gap: Values = sign * (solved.first - solved.second)
    return gap


def _lines(rows: Rows) -> Values:
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


_GREEDY = "what greedy gives away moving first against an optimal opponent"
_OPTIMAL = "what optimal play gives away moving first against a greedy opponent"
_SECOND = "by how much moving second beats moving first"

OBJECTIVES = {
    name: Objective(name, description, measure)
    for name, description, measure in (
        ("greedy loss", f"{_GREEDY}, ties left", partial(_loss, "greedy", "optimal left")),
        ("greedy loss least", f"{_GREEDY}, each tie for the least", partial(_loss, "greedy", "optimal best")),
        ("greedy loss most", f"{_GREEDY}, each tie for the most", partial(_loss, "greedy", "optimal worst")),
        ("optimal loss", f"{_OPTIMAL}, ties left", partial(_loss, "optimal left", "greedy")),
        (
            "optimal loss least",
            f"{_OPTIMAL}, each tie for the least",
            partial(_loss, "optimal worst", "greedy"),
        ),
        ("optimal loss most", f"{_OPTIMAL}, each tie for the most", partial(_loss, "optimal best", "greedy")),
        ("first", "by how much moving first beats moving second, both optimal", partial(_gap, 1, "optimal")),
        ("second", f"{_SECOND}, both optimal", partial(_gap, -1, "optimal")),
        (
            "second against greedy",
            f"{_SECOND}, the best response against greedy",
            partial(_gap, -1, "greedy"),
        ),
        ("lines", "how many games two optimal players may play", _lines),
    )
}
"""The named objectives; greedy takes the right one of two equal ends."""


# --- the search --------------------------------------------------------------------------------


@dataclass(frozen=True)
class SearchResult:
    """The largest value of an objective, and the rows that attain it.

    objective  its name
    length     cards in a row
    values     the values that a card may have
    value      the largest value found
    rows       at most KEPT rows that attain it, one of each mirror pair, in lexicographic order
    count      the number of such rows up to mirror images; None for climbs
    looked_at  the number of rows tried, up to mirror images; for climbs, the number of climbs

    >>> from twoends.search import search
    >>> found = search("greedy loss", 4, range(3))
    >>> found.value, found.count, found.rows
    (2, 1, ((0, 0, 2, 0),))
    """

    objective: str
    length: int
    values: tuple[int, ...]
    value: int
    rows: tuple[tuple[int, ...], ...]
    count: int | None
    looked_at: int

    @property
    def complete(self) -> bool:
        """Whether every row was tried, so that no value is larger."""
        return self.count is not None

    def merged(self, other: SearchResult) -> SearchResult:
        """The result on these rows and on those of another result together."""
        looked_at = self.looked_at + other.looked_at
        if self.value != other.value:
            return replace(max(self, other, key=lambda result: result.value), looked_at=looked_at)
        rows = tuple(sorted({*self.rows, *other.rows})[:KEPT])
        return replace(self, rows=rows, count=(self.count or 0) + (other.count or 0), looked_at=looked_at)


def search(
    objective: object,
    length: int,
    values: Iterable[int] = (0, 1),
    *,
    climbs: int = 1024,
    seed: int = 1,
    workers: int = 1,
    progress: Progress | None = None,
) -> SearchResult:
    """Find the rows that maximise an objective: a name of OBJECTIVES, or a function of a row.

    Tries all k**n rows of n cards with k values if there are at most MOST_ROWS; otherwise improves `climbs`
    random rows, drawn with `seed`, card by card. Calls progress(chunks done, all chunks). Raises SearchError.

    >>> search(lambda row: sum(row) == 3 and row[0] == row[-1], 3, range(3)).rows
    ((1, 1, 1),)
    """
    objective, cards = Objective.of(objective), _values(values)
    if length < 1:
        raise SearchError(f"length is {length}: give 1 card or more")
    require_workers(workers)
    if climbs < 1:
        raise SearchError(f"climbs are {climbs}: give 1 or more")
    rows = len(cards) ** length
    complete = rows <= MOST_ROWS
    if complete:
        chunks = -(-rows // ROWS_IN_A_CHUNK)
        measure = partial(_best_of_all, objective, length, cards)
    else:
        chunks = -(-climbs // CLIMBS_IN_A_CHUNK)
        measure = partial(_best_of_climbs, objective, length, cards, climbs, seed)
    numbers = iter(range(chunks))
    results = by_processes(measure, numbers, workers) if workers > 1 else ((n, measure(n)) for n in numbers)
    best = SearchResult(objective.name, length, cards, -(2**63), (), 0, 0)
    for done, (_, part) in enumerate(results, 1):
        best = best.merged(part)
        if progress is not None:
            progress(done, chunks)
    return best if complete else replace(best, count=None, looked_at=climbs)


def _values(values: Iterable[int]) -> tuple[int, ...]:
    try:
        given: list[object] = list(values)
    except TypeError:
        given = []
    whole = [
        int(value) for value in given if isinstance(value, int | np.integer) and not isinstance(value, bool)
    ]
    if not given or len(whole) < len(given) or max(map(abs, whole)) > 2**31:
        shown = repr(given or values)
        raise SearchError(f"values are {shown}: give one or more whole numbers within 32 bits")
    return tuple(sorted(set(whole)))


def _best_of_all(objective: Objective, length: int, cards: tuple[int, ...], chunk: int) -> SearchResult:
    """Measure the rows of a chunk; the base-k digits of a row's number index the k cards."""
    k = len(cards)
    numbers = np.arange(chunk * ROWS_IN_A_CHUNK, min(k**length, (chunk + 1) * ROWS_IN_A_CHUNK))
    places = numbers[:, np.newaxis] // k ** np.arange(length - 1, -1, -1) % k
    mirrored = places @ k ** np.arange(length)
    rows = np.array(cards, np.int64)[places[numbers <= mirrored]]
    if not len(rows):
        return SearchResult(objective.name, length, cards, -(2**63), (), 0, 0)
    return _best(objective, cards, rows, *_measured(objective, rows))


def _best_of_climbs(
    objective: Objective, length: int, cards: tuple[int, ...], climbs: int, seed: int, chunk: int
) -> SearchResult:
    """Climb from the random rows of a chunk, each step to the best row that differs in at most one card."""
    random = np.random.default_rng([seed, length, chunk])
    m = min(CLIMBS_IN_A_CHUNK, climbs - chunk * CLIMBS_IN_A_CHUNK)
    rows = random.choice(np.array(cards, np.int64), (m, length))
    own, mirrored = _measured(objective, rows)
    best = _best(objective, cards, rows, own, mirrored)
    reached, patience = np.maximum(own, mirrored), PATIENCE
    while patience:
        neighbours = np.repeat(rows[:, np.newaxis], length * len(cards), axis=1)
        for at, (place, value) in enumerate(product(range(length), cards)):
            neighbours[:, at, place] = value
        measured = _measured(objective, neighbours.reshape(-1, length))
        own, mirrored = (values.reshape(m, -1) for values in measured)
        values = np.maximum(own, mirrored)
        # Ties are broken at random, so that a climb on a plateau wanders over it.
        largest = values == values.max(axis=1, keepdims=True)
        chosen = np.arange(m), (largest * random.random(values.shape)).argmax(axis=1)
        rows, before, reached = neighbours[chosen], reached, values[chosen]
        patience = PATIENCE if (reached > before).any() else patience - 1
        best = best.merged(_best(objective, cards, rows, own[chosen], mirrored[chosen]))
    return best


def _measured(objective: Objective, rows: Rows) -> tuple[Values, Values]:
    """The values of the rows and of their mirror images."""
    own, mirrored = map(np.ascontiguousarray, (rows, rows[:, ::-1]))
    return objective.measure(own), objective.measure(mirrored)


def _best(
    objective: Objective, cards: tuple[int, ...], rows: Rows, own: Values, mirrored: Values
) -> SearchResult:
    """The result on these rows; a best row is listed as the lesser of its images that attain the value."""
    values = np.maximum(own, mirrored)
    value = int(values.max())
    best = set()
    for at in np.flatnonzero(values == value):
        row = tuple(rows[at].tolist())
        images = ((row, own[at]), (row[::-1], mirrored[at]))
        best.add(min(image for image, attained in images if attained == value))
    return SearchResult(
        objective.name, rows.shape[1], cards, value, tuple(sorted(best)[:KEPT]), len(best), len(rows)
    )
