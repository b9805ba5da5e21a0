"""Shrinking: the smallest trial on which a program still fails in the same way.

A simpler trial has fewer rows, then fewer cards, then smaller values. Large simplifications are tried first:
a single row, its first few cards, zeros for its values, half of it left out. Then ever smaller parts are left
out or set to zero, and single values reduced, until nothing helps or the time is up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from twoends.judge.tasks import Values
from twoends.judge.trials import Trial
from twoends.judge.verdicts import Outcome, Program

T = TypeVar("T")

MOST_RUNS = 1000
MOST_SECONDS = 10.0
"""Limits on shrinking, which then ends with the smallest failure so far."""


def shrink(
    program: Program, failure: Outcome, seconds: float = MOST_SECONDS
) -> tuple[Outcome, list[Outcome]]:
    """Shrink a failing trial; return the smallest failure, and the outcomes of all trials on the way.

    Makes at most MOST_RUNS runs, and starts none after `seconds`.
    """
    search = _Search(program, failure, seconds)
    while True:
        before = search.smallest
        if not any(search.fails((row,)) for row in before.trial.rows):
            _leave_out(lambda: search.smallest.trial.rows, search.fails)
        for at in range(len(search.smallest.trial.rows)):
            _simplify(search, at)
        if search.smallest is before or search.over:
            return search.smallest, search.outcomes


class _Search:
    """The smallest failure so far, and the outcome of every trial."""

    def __init__(self, program: Program, failure: Outcome, seconds: float) -> None:
        self._program = program
        self._until = time.monotonic() + seconds
        self._tried = {failure.trial.rows}
        self.smallest = failure
        self.outcomes: list[Outcome] = []

    @property
    def over(self) -> bool:
        """Whether the runs or the time are used up."""
        return len(self.outcomes) >= MOST_RUNS or time.monotonic() > self._until

    def fails(self, rows: tuple[Values, ...]) -> bool:
        """Try a simpler trial that is allowed and new; make it the smallest if it fails in the same way."""
        if (
            self.over
            or rows in self._tried
            or not rows
            or complexity(rows) >= complexity(self.smallest.trial.rows)
            or not all(map(self._program.task.allows, rows))
        ):
            return False
        self._tried.add(rows)
        outcome = self._program.try_out(Trial(self.smallest.trial.group, rows))
        self.outcomes.append(outcome)
        if outcome.verdict is not self.smallest.verdict:
            return False
        self.smallest = outcome
        return True


def complexity(rows: tuple[Values, ...]) -> tuple[int, int, int, int]:
    """What shrinking minimises: rows, cards, absolute values, negative values."""
    return (
        len(rows),
        sum(map(len, rows)),
        sum(abs(value) for row in rows for value in row),
        sum(value < 0 for row in rows for value in row),
    )


def _simplify(search: _Search, at: int) -> None:
    """Simplify one row: first fewer cards, then smaller values."""

    def row() -> Values:
        return search.smallest.trial.rows[at]

    def fails(simpler: Values) -> bool:
        rows = search.smallest.trial.rows
        return search.fails((*rows[:at], simpler, *rows[at + 1 :]))

    cards = row()
    any(fails(part) for size in _powers_of_two(len(cards)) for part in (cards[:size], cards[-size:]))
    any(fails((value,) * len(row())) for value in (0, 1))
    _leave_out(row, fails)
    while fails(row()[1:-1]):  # both ends at once, because the number of cards may have to stay even
        pass
    ranks = {value: rank for rank, value in enumerate(sorted(set(row())))}
    any(fails(tuple(ranks[value] + lowest for value in row())) for lowest in (0, 1))
    while fails(tuple(int(value / 2) for value in row())):
        pass
    for size in reversed(list(_powers_of_two(len(row())))):
        for start in range(0, len(row()), size):
            cards = row()
            part = cards[start : start + size]
            any(fails(cards[:start] + (value,) * len(part) + cards[start + size :]) for value in (0, 1))
    for card in range(len(row())):

        def fails_with(value: int, card: int = card) -> bool:
            return fails((*row()[:card], value, *row()[card + 1 :]))

        if not any(fails_with(value) for value in (0, 1, abs(row()[card]))):
            step = abs(row()[card]) // 2
            while step:
                value = row()[card]
                if not fails_with(value - step if value > 0 else value + step):
                    step //= 2


def _leave_out(sequence: Callable[[], tuple[T, ...]], fails: Callable[[tuple[T, ...]], bool]) -> None:
    """Leave out stretches while the rest still fails: long ones first, single elements last.

    Lengths are powers of two, so that an even number of cards stays even until the last round.
    """
    for size in reversed(list(_powers_of_two(len(sequence())))):
        start = 0
        while start < len(sequence()):
            elements = sequence()
            if not fails(elements[:start] + elements[start + size :]):
                start += size if size > 2 else 1


def _powers_of_two(below: int) -> Iterator[int]:
    """The powers of two below a number, from 1."""
    size = 1
    while size < below:
        yield size
        size *= 2


def smallest(outcomes: Sequence[Outcome]) -> Outcome:
    """The failure to start shrinking from: the one with the simplest failed row."""
    return min(outcomes, key=lambda outcome: min(complexity((row,)) for row in outcome.failed_rows))
