"""Shrinking: the smallest trial on which a program still fails in the same way.

Greedy: of all simpler trials take the first that still fails, and begin again from there. Simpler
means fewer rows, then fewer cards, then smaller values, so that shrinking ends.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

from twoends.judge.tasks import Values
from twoends.judge.trials import Trial
from twoends.judge.verdicts import Outcome, Program

T = TypeVar("T")

MOST_RUNS = 500
MOST_SECONDS = 10.0
"""Shrinking ends with the smallest failure so far: a program at its time limit is slow to shrink."""


def shrink(program: Program, failure: Outcome) -> Outcome:
    """Shrink a failing trial; at most MOST_RUNS runs, none begun after MOST_SECONDS."""
    until = time.monotonic() + MOST_SECONDS
    runs = 0
    tried = {failure.trial.rows}

    def simpler_failure() -> Outcome | None:
        nonlocal runs
        for rows in _simpler(failure.trial.rows):
            if rows in tried or not all(row and program.task.allows(row) for row in rows):
                continue
            if runs == MOST_RUNS or time.monotonic() > until:
                return None
            tried.add(rows)
            runs += 1
            outcome = program.try_out(Trial(failure.trial.group, rows))
            if outcome.verdict is failure.verdict:
                return outcome
        return None

    while (found := simpler_failure()) is not None:
        failure = found
    return failure


def complexity(rows: tuple[Values, ...]) -> tuple[int, int, int, int]:
    """What shrinking makes smaller: rows, cards, the size of the values, how many are negative."""
    return (
        len(rows),
        sum(map(len, rows)),
        sum(abs(value) for row in rows for value in row),
        sum(value < 0 for row in rows for value in row),
    )


def _simpler(rows: tuple[Values, ...]) -> Iterator[tuple[Values, ...]]:
    """Propose simpler trials, the boldest first."""
    now = complexity(rows)
    for proposed in _proposals(rows):
        if proposed and complexity(proposed) < now:
            yield proposed


def _proposals(rows: tuple[Values, ...]) -> Iterator[tuple[Values, ...]]:
    yield from ((row,) for row in rows)
    yield from _without_a_part(rows)
    for at, row in enumerate(rows):
        for simpler in _simpler_rows(row):
            yield (*rows[:at], simpler, *rows[at + 1 :])


def _without_a_part(sequence: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """Leave out stretches, from half of the whole down to single elements."""
    half = (len(sequence) + 1) // 2
    while half:
        for size in (half + 1, half) if half % 2 else (half,):  # even stretches, where n must stay even
            for at in range(0, len(sequence), size):
                yield sequence[:at] + sequence[at + size :]
        half //= 2


def _simpler_rows(row: Values) -> Iterator[Values]:
    yield from _without_a_part(row)
    yield from (row[:at] + row[at + 2 :] for at in range(1, len(row) - 1, 2))  # and the pairs between those
    ranks = {value: rank for rank, value in enumerate(sorted(set(row)))}
    for start in (0, 1):
        yield tuple(ranks[value] + start for value in row)
    yield tuple(int(value / 2) for value in row)
    for at, value in enumerate(row):
        for smaller in sorted({0, 1, int(value / 2), abs(value), abs(value) - 1, -abs(value) + 1}, key=abs):
            yield (*row[:at], smaller, *row[at + 1 :])


def smallest(outcomes: Sequence[Outcome]) -> Outcome:
    """The failure to begin with: the one that has the smallest row among those that failed."""

    def size(outcome: Outcome) -> tuple[int, int, int, int]:
        rows = outcome.trial.rows
        got = outcome.got or (None,) * len(rows)
        return min(
            complexity((row,))
            for row, answer, expected in zip(rows, got, outcome.expected, strict=True)
            if answer != expected
        )

    return min(outcomes, key=size)
