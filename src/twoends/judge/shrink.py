"""Shrinking: the smallest trial on which a program still fails in the same way.

A simpler trial has fewer rows, then fewer cards, then smaller values. Bold proposals come first:
one row alone, its first few cards, zeros in place of its values, a half of it left out; then ever
smaller parts are left out, or made zero, and single values made smaller; until nothing helps, or
the time is over.
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
"""Shrinking ends with the smallest failure so far: a program at its time limit is slow to shrink."""


def shrink(
    program: Program, failure: Outcome, seconds: float = MOST_SECONDS
) -> tuple[Outcome, list[Outcome]]:
    """Shrink a failing trial; return the smallest failure, and all that was seen on the way.

    At most MOST_RUNS runs, none begun after so many seconds.
    """
    search = _Search(program, failure, seconds)
    while True:
        before = search.smallest
        _fewer_rows(search)
        for at in range(len(search.smallest.trial.rows)):
            _simplify(search, at)
        if search.smallest is before or search.over:
            return search.smallest, search.seen


class _Search:
    """The smallest failure so far, and every outcome on the way to it."""

    def __init__(self, program: Program, failure: Outcome, seconds: float) -> None:
        self._program = program
        self._until = time.monotonic() + seconds
        self._tried = {failure.trial.rows}
        self.smallest = failure
        self.seen: list[Outcome] = []

    @property
    def over(self) -> bool:
        """Whether the runs or the seconds are used up."""
        return len(self.seen) >= MOST_RUNS or time.monotonic() > self._until

    def fails(self, rows: tuple[Values, ...]) -> bool:
        """Try a trial that is simpler, allowed and new; if it fails in the same way, it is the smallest."""
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
        self.seen.append(outcome)
        if outcome.verdict is not self.smallest.verdict:
            return False
        self.smallest = outcome
        return True


def complexity(rows: tuple[Values, ...]) -> tuple[int, int, int, int]:
    """What shrinking makes smaller: rows, cards, the size of the values, how many are negative."""
    return (
        len(rows),
        sum(map(len, rows)),
        sum(abs(value) for row in rows for value in row),
        sum(value < 0 for row in rows for value in row),
    )


def _fewer_rows(search: _Search) -> None:
    rows = search.smallest.trial.rows
    if not any(search.fails((row,)) for row in rows):
        _leave_out(lambda: search.smallest.trial.rows, search.fails)


def _simplify(search: _Search, at: int) -> None:
    """One row: fewer cards first, and smaller values then."""

    def row() -> Values:
        return search.smallest.trial.rows[at]

    def fails(simpler: Values) -> bool:
        rows = search.smallest.trial.rows
        return search.fails((*rows[:at], simpler, *rows[at + 1 :]))

    whole = row()
    any(fails(part) for size in _powers_of_two(len(whole)) for part in (whole[:size], whole[-size:]))
    any(fails((value,) * len(row())) for value in (0, 1))
    _leave_out(row, fails)
    while fails(row()[1:-1]):  # both ends at once, where the number of cards must stay even
        pass
    ranks = {value: rank for rank, value in enumerate(sorted(set(row())))}
    any(fails(tuple(ranks[value] + start for value in row())) for start in (0, 1))
    while fails(tuple(int(value / 2) for value in row())):
        pass
    for size in reversed(list(_powers_of_two(len(row())))):
        for start in range(0, len(row()), size):
            kept = row()
            part = kept[start : start + size]
            any(fails(kept[:start] + (to,) * len(part) + kept[start + size :]) for to in (0, 1))
    for card in range(len(row())):

        def to(smaller: int, card: int = card) -> bool:
            return fails((*row()[:card], smaller, *row()[card + 1 :]))

        if not any(to(smaller) for smaller in (0, 1, abs(row()[card]))):
            step = abs(row()[card]) // 2
            while step:
                value = row()[card]
                if not to(value - step if value > 0 else value + step):
                    step //= 2


def _leave_out(sequence: Callable[[], tuple[T, ...]], fails: Callable[[tuple[T, ...]], bool]) -> None:
    """Leave out stretches for as long as what is left still fails: long ones first, then single elements.

    Lengths are powers of two, so that an even number of cards stays even until the last round.
    """
    for size in reversed(list(_powers_of_two(len(sequence())))):
        start = 0
        while start < len(sequence()):
            kept = sequence()
            if not fails(kept[:start] + kept[start + size :]):
                start += size if size > 2 else 1


def _powers_of_two(below: int) -> Iterator[int]:
    """The powers of two below a number, from 1."""
    size = 1
    while size < below:
        yield size
        size *= 2


def smallest(outcomes: Sequence[Outcome]) -> Outcome:
    """The failure to begin with: the one that has the smallest row among those that failed."""
    return min(outcomes, key=lambda outcome: min(complexity((row,)) for row in outcome.failed_rows))
