"""Every small row, or climbs on larger ones: where an objective is as large as it gets.

A row and its mirror image are one, and the larger of their two values is theirs. Rows are
measured in chunks that depend on nothing but their number, so that any number of workers finds the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, product

import numpy as np
from numpy.typing import NDArray

from twoends.search.objectives import Objective, Rows, SearchError
from twoends.solvers import Progress
from twoends.study.running import by_processes, require_workers

MOST_ROWS = 20_000_000
"""So many rows of a length are all looked at; of more, some are climbed on."""

ROWS_IN_A_CHUNK = 1 << 16

CLIMBS_IN_A_CHUNK = 64

PATIENCE = 20
"""A climb goes on over so many steps on which nothing gets larger."""

KEPT = 10
"""Of the best rows so many are told, the first ones in their order."""


@dataclass(frozen=True)
class SearchResult:
    """The largest value of an objective, and where it is attained.

    objective  its name
    length     cards in a row
    values     the values that a card may have
    value      the largest value found
    rows       rows that attain it, no mirror image beside its row, at most KEPT, in their order
    count      how many such rows there are, each counted once with its mirror image; None for climbs
    looked_at  how many rows there are up to mirror images; for climbs, how many started

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
        """Whether every row was looked at, so that no value is larger."""
        return self.count is not None

    def with_(self, other: SearchResult) -> SearchResult:
        """The same of these rows and of others, in any order."""
        looked_at = self.looked_at + other.looked_at
        if self.value != other.value:
            return replace(max(self, other, key=lambda found: found.value), looked_at=looked_at)
        rows = tuple(islice(sorted({*self.rows, *other.rows}), KEPT))
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
    """Find the rows on which an objective is largest: a name of OBJECTIVES, or a function of a row.

    All k**n rows of n cards with k values are looked at if they are at most MOST_ROWS; else `climbs`
    rows, drawn from `seed`, are changed card by card as long as it helps. `progress` is told (chunks done,
    all chunks). Raises SearchError.

    >>> search(lambda row: sum(row) == 3 and row[0] == row[-1], 3, range(3)).rows
    ((1, 1, 1),)
    """
    what, cards = Objective.of(objective), _values(values)
    if length < 1:
        raise SearchError(f"length is {length}: give 1 card or more")
    require_workers(workers)
    if climbs < 1:
        raise SearchError(f"climbs are {climbs}: give 1 or more")
    rows = len(cards) ** length
    complete = rows <= MOST_ROWS
    if complete:
        chunks = -(-rows // ROWS_IN_A_CHUNK)
        ask = partial(_best_of_all, what, length, cards)
    else:
        chunks = -(-climbs // CLIMBS_IN_A_CHUNK)
        ask = partial(_best_of_climbs, what, length, cards, climbs, seed)
    numbers = iter(range(chunks))
    told = by_processes(ask, numbers, workers) if workers > 1 else ((each, ask(each)) for each in numbers)
    best: SearchResult | None = None
    for done, (_, part) in enumerate(told, 1):
        best = part if best is None else best.with_(part)
        if progress is not None:
            progress(done, chunks)
    assert best is not None, "there is at least one chunk"
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


def _best_of_all(what: Objective, length: int, cards: tuple[int, ...], chunk: int) -> SearchResult:
    """Measure the rows whose number, read to the base of how many values there are, is in the chunk."""
    k = len(cards)
    numbers = np.arange(chunk * ROWS_IN_A_CHUNK, min(k**length, (chunk + 1) * ROWS_IN_A_CHUNK))
    places = numbers[:, np.newaxis] // k ** np.arange(length - 1, -1, -1) % k
    mirrored = places @ k ** np.arange(length)
    rows = np.array(cards, np.int64)[places[numbers <= mirrored]]
    if not len(rows):
        return SearchResult(what.name, length, cards, -(2**63), (), 0, 0)
    return _best(what, cards, rows, *_measured(what, rows))


def _best_of_climbs(
    what: Objective, length: int, cards: tuple[int, ...], climbs: int, seed: int, chunk: int
) -> SearchResult:
    """Climb from rows of this chunk, step by step to the best row that differs in one card at most."""
    random = np.random.default_rng([seed, length, chunk])
    m = min(CLIMBS_IN_A_CHUNK, climbs - chunk * CLIMBS_IN_A_CHUNK)
    rows = random.choice(np.array(cards, np.int64), (m, length))
    own, mirrored = _measured(what, rows)
    best, reached, patience = _best(what, cards, rows, own, mirrored), np.maximum(own, mirrored), PATIENCE
    while patience:
        near = np.repeat(rows[:, np.newaxis], length * len(cards), axis=1)
        for at, (place, value) in enumerate(product(range(length), cards)):
            near[:, at, place] = value
        own, mirrored = (of.reshape(m, -1) for of in _measured(what, near.reshape(-1, length)))
        values = np.maximum(own, mirrored)
        # Among equals chance decides: a climb that stands on level ground wanders over it.
        level = values == values.max(axis=1, keepdims=True)
        chosen = np.arange(m), (level * random.random(values.shape)).argmax(axis=1)
        rows, before, reached = near[chosen], reached, values[chosen]
        patience = PATIENCE if (reached > before).any() else patience - 1
        best = best.with_(_best(what, cards, rows, own[chosen], mirrored[chosen]))
    return best


def _measured(what: Objective, rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The values of the rows, and those of their mirror images."""
    return what.measure(np.ascontiguousarray(rows)), what.measure(np.ascontiguousarray(rows[:, ::-1]))


def _best(
    what: Objective, cards: tuple[int, ...], rows: Rows, own: NDArray[np.int64], mirrored: NDArray[np.int64]
) -> SearchResult:
    """The best of these rows, each told as it attains its value; where its image does too, as the first."""
    values = np.maximum(own, mirrored)
    value = int(values.max())
    attain = set()
    for at in np.flatnonzero(values == value):
        row = tuple(rows[at].tolist())
        images = ((row, own[at]), (row[::-1], mirrored[at]))
        attain.add(min(image for image, of_image in images if of_image == value))
    kept = tuple(islice(sorted(attain), KEPT))
    return SearchResult(what.name, rows.shape[1], cards, value, kept, len(attain), len(rows))
