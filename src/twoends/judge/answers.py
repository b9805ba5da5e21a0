"""Judging answers: try the rows, shrink a failure, name the mistake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from twoends.judge.containment.contained import Supervisor, locate, supervisor_or_own
from twoends.judge.mistakes import Mistake
from twoends.judge.naming import name_mistakes
from twoends.judge.shrink import shrink, smallest
from twoends.judge.tasks import Task, TaskError, Values
from twoends.judge.trials import OWN, bundle, trials
from twoends.judge.verdicts import Outcome, Program, Verdict

ROWS = 300
"""Rows tried unless told otherwise: some tens of seconds at most for a program that starts in 50 ms."""

MOST_RUNS_AT_THE_LIMIT = 4
"""After so many runs that used up their time or memory the rest is left out."""


@dataclass(frozen=True)
class Judgement:
    """What became of a program.

    command   the program and its arguments, as given
    task      what it had to do
    seed      of the rows
    outcomes  one for each run, in order
    left_out  how many runs were not made, because too many used up their limits
    shrunk    the smallest failure of the kind of the verdict; None when accepted
    mistakes  every known mistake that explains all that was seen; where none does, all of one verdict

    >>> from twoends.judge import task
    >>> judged = judge_answers(["cat"], task("deque"), rows=[(8, 15)])
    >>> judged.accepted, judged.outcomes[0].expected
    (False, ('7',))
    """

    command: tuple[str, ...]
    task: Task
    seed: int
    outcomes: tuple[Outcome, ...]
    left_out: int
    shrunk: Outcome | None
    mistakes: tuple[Mistake, ...]

    @property
    def accepted(self) -> bool:
        """Whether every run was accepted."""
        return self.verdict is Verdict.AC

    @property
    def verdict(self) -> Verdict:
        """The verdict of the first run that failed, or AC."""
        return next((each.verdict for each in self.outcomes if each.verdict is not Verdict.AC), Verdict.AC)

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many runs had each verdict; verdicts that did not occur are left out."""
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
    supervisor: Supervisor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Judgement:
    """Judge a program that reads rows and prints answers.

    `rows` are tried instead of the judge's own, of which there are `count`, the same for the same
    `seed`. `supervisor` runs the program, or one started for it. `progress` is called with (runs
    made, runs in all). Raises TaskError for rows outside the limits of the task, and for limits
    that allow none; CommandError for a program that cannot be started.

    >>> from twoends.judge import task
    >>> judge_answers(["cat"], task("removal-game"), rows=[(7,)]).verdict
    <Verdict.PE: 'presentation error'>
    """
    for at, row in enumerate(rows, 1):
        if objection := task.objection(row):
            raise TaskError(f"row {at} has {objection}")
    chosen = list(bundle(task, OWN, list(rows))) if rows else trials(task, count, seed)
    if not chosen:
        raise TaskError(f"the limits of the task leave no rows: {task.limits}")
    outcomes: list[Outcome] = []
    at_the_limit = 0
    with supervisor_or_own(supervisor) as running:
        program = Program(running, locate(command), task)
        for trial in chosen:
            outcomes.append(program.try_out(trial))
            if progress is not None:
                progress(len(outcomes), len(chosen))
            at_the_limit += outcomes[-1].verdict in (Verdict.TLE, Verdict.MLE)
            if at_the_limit == MOST_RUNS_AT_THE_LIMIT:
                break
        judgement = Judgement(
            tuple(command), task, seed, tuple(outcomes), len(chosen) - len(outcomes), None, ()
        )
        if judgement.accepted:
            return judgement
        alike = [outcome for outcome in outcomes if outcome.verdict is judgement.verdict]
        shrunk, seen = shrink(program, smallest(alike))
        if len(shrunk.trial.rows) > 1:
            mistakes = _of_several_rows(shrunk.verdict)
        else:
            mistakes = name_mistakes(program, outcomes, seen, Random(seed))
    return replace(judgement, shrunk=shrunk, mistakes=tuple(mistakes))


def _of_several_rows(verdict: Verdict) -> list[Mistake]:
    """What there is to say where only several rows in one run fail."""
    if verdict in (Verdict.WA, Verdict.RE):
        return [CARRIES_OVER]
    if verdict in (Verdict.TLE, Verdict.MLE):
        return [TOO_SLOW if verdict is Verdict.TLE else TOO_LARGE]
    return []


CARRIES_OVER = Mistake(
    "carries over from case to case",
    "each row alone is answered rightly: something is kept from the row before, such as a cache",
    lambda values: None,
)
TOO_SLOW = Mistake(
    "too slow for several rows in one run",
    "no row alone was seen to use up the time, several in one run do",
    lambda values: None,
)
TOO_LARGE = Mistake(
    "too large for several rows in one run",
    "no row alone was seen to use up the memory, several in one run do",
    lambda values: None,
)
