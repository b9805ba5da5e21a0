"""Judge a program that answers rows: try the rows, shrink a failure, name the mistake."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from twoends.judge.mistakes import Mistake
from twoends.judge.naming import name_by_source, name_misprints, name_mistakes
from twoends.judge.outcomes import MAX_CARDS_FILLED, Outcome, Program, refusal
from twoends.judge.scores import Score, Scoring, score, scoring_of
from twoends.judge.tasks import Task, TaskError, Values
from twoends.judge.trials import OWN, Trial, bundle, trials
from twoends.programs.client import SCRIPTS, CommandError, Supervisor, locate, supervisor_or_own
from twoends.programs.verdicts import Verdict

T = TypeVar("T")

ROWS = 300
"""Default number of rows: some tens of seconds at most for a program that starts in 50 ms."""

MAX_RUNS_AT_THE_LIMIT = 4
"""After this many runs that used up their time or memory the rest are left out."""

MAX_CHARACTERS_OF_A_SCRIPT = 1 << 20
"""Characters of a script that are read to name its mistake."""

MAX_RUNS = 1000
MAX_SECONDS = 10.0
"""Limits on shrinking, which then ends with the smallest failure so far."""


@dataclass(frozen=True)
class Judgement:
    """The result of judging a program.

    command   the program and its arguments, as given
    task      the task it was judged on
    seed      the seed of the rows
    outcomes  one for each run, in order
    missed    the trials left out because too many runs used up their limits or the program does not start
    shrunk    the smallest failure with this verdict; None if accepted or not shrunk
    mistakes  every known mistake that explains all outcomes, or else all outcomes of one verdict
    sandbox   what the program had no access to, in words; empty if nothing was run
    program   the file of a submission that was run; empty for a command
    guess     why another file might have been meant; empty if there was no choice

    >>> from twoends.judge import task
    >>> judged = judge_answers(["cat"], task("deque"), rows=[(8, 15)])
    >>> judged.accepted, judged.outcomes[0].expected
    (False, ('7',))
    """

    command: tuple[str, ...]
    task: Task
    seed: int
    outcomes: tuple[Outcome, ...]
    missed: tuple[Trial, ...]
    shrunk: Outcome | None
    mistakes: tuple[Mistake, ...]
    sandbox: str = ""
    program: str = ""
    guess: str = ""

    @property
    def accepted(self) -> bool:
        """Whether every run was accepted."""
        return self.verdict is Verdict.AC

    @property
    def verdict(self) -> Verdict:
        """The verdict of the first run that failed, or AC."""
        return next((each.verdict for each in self.outcomes if each.verdict is not Verdict.AC), Verdict.AC)

    @property
    def left_out(self) -> int:
        """The number of trials that were left out."""
        return len(self.missed)

    @property
    def scoring(self) -> Scoring:
        """How it is scored."""
        return scoring_of(self.task)

    @property
    def score(self) -> Score:
        """The score, out of 1."""
        runs = [(outcome.trial.group, outcome.verdict) for outcome in self.outcomes]
        return score([*runs, *((trial.group, None) for trial in self.missed)], self.scoring)

    @property
    def counts(self) -> dict[Verdict, int]:
        """The number of runs with each verdict that occurred."""
        verdicts = [outcome.verdict for outcome in self.outcomes]
        return {verdict: verdicts.count(verdict) for verdict in Verdict if verdict in verdicts}

    @property
    def slowest(self) -> Outcome:
        """The run that took the most processor time."""
        return max(self.outcomes, key=lambda outcome: outcome.seconds)


def judge_answers(
    command: Sequence[str],
    task: Task,
    *,
    rows: Sequence[Values] = (),
    count: int = ROWS,
    seed: int = 0,
    planned: Sequence[Trial] = (),
    source: str = "",
    shrink_seconds: float = MAX_SECONDS,
    supervisor: Supervisor | None = None,
    progress: Callable[[int, int], object] | None = None,
    check: Callable[[], Sequence[str]] = tuple,
) -> Judgement:
    """Judge a program that reads rows and prints answers.

    `rows` replace the judge's own, which are `count` rows determined by `seed`; `planned` are trials that
    were chosen before. `source` is the text of the program, if the command does not name it. The program
    runs under `supervisor`, or under a new one. `progress` is called with (runs made, runs in all).
    Shrinking takes at most `shrink_seconds`; with 0 a failure is neither shrunk nor named. `check` compiles
    the program with memory checks and returns the command; a program without failures is run again with it
    on a few short rows. A program that does not start has the verdict CE. Raises TaskError for rows outside
    the limits of the task, and for limits that allow no rows.

    >>> from twoends.judge import task
    >>> judge_answers(["cat"], task("removal-game"), rows=[(7,)]).verdict
    <Verdict.PE: 'presentation error'>
    """
    planned = planned or choose(task, rows, count, seed)
    shrunk: Outcome | None = None
    mistakes: Sequence[Mistake] = ()
    with supervisor_or_own(supervisor) as running:
        try:
            located = locate(command)
            program = Program(running, located, task, source=source or _text_of_script(located))
        except CommandError as fault:
            outcomes = [refusal(task, planned[0], str(fault))]
        else:
            outcomes = _try_all(program, planned, progress)
            accepted = all(outcome.verdict is Verdict.AC for outcome in outcomes)
            if accepted and (checked_command := check()):
                checked = Program(running, checked_command, task, checked=True)
                if (failed := _check(checked, outcomes)) is not None:
                    shrunk, _ = shrink(checked, failed, shrink_seconds)
                    mistakes = [INVALID_MEMORY]
            elif not accepted and shrink_seconds and outcomes[-1].verdict is not Verdict.CE:
                shrunk, mistakes = _explain(program, outcomes, shrink_seconds, seed)
        sandbox = running.restrictions
    made, missed = tuple(outcomes), tuple(planned[len(outcomes) :])
    return Judgement(tuple(command), task, seed, made, missed, shrunk, tuple(mistakes), sandbox)


def _text_of_script(command: Sequence[str]) -> str:
    """The text of the script that a command runs; empty for other programs."""
    script = next((word for word in command if word.endswith(SCRIPTS)), os.devnull)
    try:
        with open(script, encoding="utf-8", errors="replace") as file:
            return file.read(MAX_CHARACTERS_OF_A_SCRIPT)
    except OSError:
        return ""


def _try_all(
    program: Program, planned: Sequence[Trial], progress: Callable[[int, int], object] | None
) -> list[Outcome]:
    """Try the program until a CE, or until MAX_RUNS_AT_THE_LIMIT runs have used up their limits."""
    outcomes: list[Outcome] = []
    at_the_limit = 0
    for trial in planned:
        outcomes.append(program.try_out(trial))
        if progress is not None:
            progress(len(outcomes), len(planned))
        at_the_limit += outcomes[-1].verdict in (Verdict.TLE, Verdict.MLE)
        if outcomes[-1].verdict is Verdict.CE or at_the_limit == MAX_RUNS_AT_THE_LIMIT:
            break
    return outcomes


def _explain(
    program: Program, outcomes: Sequence[Outcome], seconds: float, seed: int
) -> tuple[Outcome, list[Mistake]]:
    """The smallest failure with the verdict of the first, and the known mistakes that explain it."""
    verdict = next(outcome.verdict for outcome in outcomes if outcome.verdict is not Verdict.AC)
    failures = [outcome for outcome in outcomes if outcome.verdict is verdict]
    shrunk, seen = shrink(program, smallest(failures), seconds)
    if len(shrunk.trial.rows) == 1:
        return shrunk, name_mistakes(program, outcomes, seen, Random(seed))
    mistake = OF_SEVERAL_ROWS.get(verdict)
    return shrunk, [mistake] if mistake else [*name_misprints(program.task, failures)]


MAX_CHECKS = 20


def _check(checked: Program, outcomes: list[Outcome]) -> Outcome | None:
    """Try the shortest rows of each group first; put the first failure in the place of its outcome."""
    shortest: dict[str, int] = {}
    for at in sorted(range(len(outcomes)), key=lambda at: sum(map(len, outcomes[at].trial.rows))):
        shortest.setdefault(outcomes[at].trial.group, at)
    order = dict.fromkeys([*shortest.values(), *range(len(outcomes))])
    for at in list(order)[:MAX_CHECKS]:
        if sum(map(len, outcomes[at].trial.rows)) <= MAX_CARDS_FILLED:
            outcome = checked.try_out(outcomes[at].trial)
            if outcome.verdict is not Verdict.AC:
                outcomes[at] = outcome
                return outcome
    return None


def reject(
    command: Sequence[str],
    task: Task,
    why: str,
    *,
    verdict: Verdict = Verdict.CE,
    count: int = ROWS,
    seed: int = 0,
    planned: Sequence[Trial] = (),
) -> Judgement:
    """The judgement on a program that is not run: one sentence says why, and every group scores 0."""
    first, *others = planned or choose(task, (), count, seed)
    outcomes = (refusal(task, first, why, verdict),)
    mistakes = tuple(name_by_source("", outcomes))
    return Judgement(tuple(command), task, seed, outcomes, tuple(others), None, mistakes)


def choose(
    task: Task,
    rows: Sequence[Values],
    count: int,
    seed: int,
    progress: Callable[[int, int], object] | None = None,
) -> list[Trial]:
    """The trials to make, with answers: of the given `rows`, or else `count` rows of the task's own.

    `progress` is called with (rows done, rows in all). Raises TaskError for rows outside the limits of
    the task, and for limits that allow no rows.
    """
    groups = [("", rows)] if rows else [(f"group {group.name}, ", group.rows) for group in task.groups]
    for where, group in groups:
        for at, row in enumerate(group, 1):
            if violation := task.violation(row):
                raise TaskError(f"{where}row {at} has {violation}")
    chosen = list(bundle(task, OWN, list(rows))) if rows else trials(task, count, seed, progress)
    if not chosen:
        raise TaskError(f"the limits of the task leave no rows: {task.bounds.text}")
    return [trial.answered(task) for trial in chosen]


CARRIES_OVER = Mistake(
    "carries over from case to case",
    "it answers each row alone correctly, but keeps something from the row before, such as a cache",
)
INVALID_MEMORY = Mistake(
    "invalid memory access",
    "it uses memory that is not its own or was never set; its answers are right by luck",
)
TOO_SLOW, TOO_LARGE = (
    Mistake(
        f"too {much} for several rows in one run",
        f"no row alone was seen to exceed the {limit} limit, but several in one run do",
    )
    for much, limit in (("slow", "time"), ("large", "memory"))
)
OF_SEVERAL_ROWS = {
    Verdict.WA: CARRIES_OVER, Verdict.RE: CARRIES_OVER, Verdict.TLE: TOO_SLOW, Verdict.MLE: TOO_LARGE,
}  # fmt: skip
"""The mistake if only several rows in one run fail, by verdict."""


# --- shrinking ---------------------------------------------------------------------------------

Rows = tuple[Values, ...]


def shrink(program: Program, failure: Outcome, seconds: float = MAX_SECONDS) -> tuple[Outcome, list[Outcome]]:
    """Find the smallest trial that still fails in the same way; also return the outcomes on the way.

    A simpler trial has fewer rows, then fewer cards, then smaller values. Large simplifications are tried
    first: a single row, its first few cards, zeros for its values, half of it left out. Then ever smaller
    parts are left out or set to zero, and single values reduced, until nothing helps. Makes at most MAX_RUNS
    runs, and starts none after `seconds`.
    """
    until, best, tried = time.monotonic() + seconds, failure, {failure.trial.rows}
    outcomes: list[Outcome] = []

    def fails(rows: Rows) -> bool:
        """Try a simpler trial that is allowed and new; make it the best if it fails in the same way."""
        nonlocal best
        # Comparing two long rows takes time, too: a long row has many thousands of parts.
        if len(outcomes) >= MAX_RUNS or time.monotonic() > until:
            raise _BudgetError
        simpler = rows and rows not in tried and complexity(rows) < complexity(best.trial.rows)
        if not simpler or not all(map(program.task.allows, rows)):
            return False
        tried.add(rows)
        outcomes.append(program.try_out(Trial(best.trial.group, rows)))
        if outcomes[-1].verdict is not best.verdict:
            return False
        best = outcomes[-1]
        return True

    def simplify(at: int) -> None:
        def fails_with(row: Values) -> bool:
            rows = best.trial.rows
            return fails((*rows[:at], row, *rows[at + 1 :]))

        _simplify(lambda: best.trial.rows[at], fails_with)

    before = None
    with suppress(_BudgetError):
        while best is not before:
            before = best
            if not any(fails((row,)) for row in before.trial.rows):
                _leave_out(lambda: best.trial.rows, fails)
            for at in range(len(best.trial.rows)):
                simplify(at)
    return best, outcomes


class _BudgetError(Exception):
    """Shrinking has used up its runs or its time."""


def complexity(rows: Rows) -> tuple[int, int, int, int]:
    """What shrinking minimises: rows, cards, absolute values, negative values."""
    values = [value for row in rows for value in row]
    return len(rows), len(values), sum(map(abs, values)), sum(value < 0 for value in values)


def _simplify(row: Callable[[], Values], fails: Callable[[Values], bool]) -> None:
    """Simplify one row: first fewer cards, then smaller values."""
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

    def fails_with(value: int, start: int, size: int = 1) -> bool:
        cards = row()
        stop = min(start + size, len(cards))
        return fails((*cards[:start], *[value] * (stop - start), *cards[stop:]))

    for size in reversed(_powers_of_two(len(row()))):
        for start in range(0, len(row()), size):
            any(fails_with(value, start, size) for value in (0, 1))
    for card in range(len(row())):
        if not any(fails_with(value, card) for value in (0, 1, abs(row()[card]))):
            step = abs(row()[card]) // 2
            while step:
                value = row()[card]
                if not fails_with(value - step if value > 0 else value + step, card):
                    step //= 2


def _leave_out(sequence: Callable[[], tuple[T, ...]], fails: Callable[[tuple[T, ...]], bool]) -> None:
    """Leave out stretches while the rest still fails: long ones first, single elements last.

    Lengths are powers of two, so that an even number of cards stays even until the last round.
    """
    for size in reversed(_powers_of_two(len(sequence()))):
        start = 0
        while start < len(sequence()):
            elements = sequence()
            if not fails(elements[:start] + elements[start + size :]):
                start += size if size > 2 else 1


def _powers_of_two(below: int) -> list[int]:
    return [1 << at for at in range((below - 1).bit_length())]


def smallest(outcomes: Sequence[Outcome]) -> Outcome:
    """The failure to start shrinking from: the one with the simplest failed row."""
    return min(outcomes, key=lambda outcome: min(complexity((row,)) for row in outcome.failed_rows))
