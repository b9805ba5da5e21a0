"""Judging answers: try the rows, shrink a failure, name the mistake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from twoends.judge.containment.commands import CommandError, locate
from twoends.judge.containment.contained import Supervisor, supervisor_or_own
from twoends.judge.mistakes import Mistake
from twoends.judge.naming import name_misprints, name_mistakes
from twoends.judge.scores import Score, Scoring, score
from twoends.judge.shrink import MOST_SECONDS, shrink, smallest
from twoends.judge.tasks import Task, TaskError, Values
from twoends.judge.trials import OWN, Trial, bundle, trials
from twoends.judge.verdicts import MOST_CARDS_FILLED, Outcome, Program, Verdict, refusal

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
    missed    what was not tried, because too many runs used up their limits or the program does not start
    shrunk    the smallest failure of the kind of the verdict; None when accepted
    mistakes  every known mistake that explains all that was seen; where none does, all of one verdict
    scoring   how it is scored
    sandbox   what the program had no access to, in words; empty where nothing was run
    program   which file of a submission was run, in words; empty for a command
    guess     why another file might have been meant; empty where there was no choice

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
    scoring: Scoring = field(default_factory=Scoring)
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
        """How many runs were not made."""
        return len(self.missed)

    @property
    def score(self) -> Score:
        """What it is worth, out of 1."""
        runs = [(outcome.trial.group, outcome.verdict) for outcome in self.outcomes]
        return score(runs, [trial.group for trial in self.missed], self.scoring)

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
    scoring: Scoring | None = None,
    shrink_seconds: float = MOST_SECONDS,
    supervisor: Supervisor | None = None,
    progress: Callable[[int, int], object] | None = None,
    check: Callable[[], Sequence[str]] = tuple,
) -> Judgement:
    """Judge a program that reads rows and prints answers.

    `rows` are tried instead of the judge's own, of which there are `count`, the same for the same
    `seed`. `supervisor` runs the program, or one started for it. `progress` is called with (runs
    made, runs in all), and shrinking takes `shrink_seconds` at most; with 0 a failure is neither shrunk
    nor named. `check` compiles the same program with checks of its memory: if all is right, that is tried
    on a few short rows. A program
    that does not start has the verdict CE. Raises TaskError for rows outside the limits of the task,
    and for limits that allow none.

    >>> from twoends.judge import task
    >>> judge_answers(["cat"], task("removal-game"), rows=[(7,)]).verdict
    <Verdict.PE: 'presentation error'>
    """
    chosen = choose(task, rows, count, seed)
    scoring = scoring or Scoring()
    outcomes: list[Outcome] = []

    def judged(shrunk: Outcome | None = None, mistakes: Sequence[Mistake] = ()) -> Judgement:
        missed = tuple(chosen[len(outcomes) :])
        return Judgement(
            tuple(command),
            task,
            seed,
            tuple(outcomes),
            missed,
            shrunk,
            tuple(mistakes),
            scoring,
            running.in_force,
        )

    with supervisor_or_own(supervisor) as running:
        try:
            program = Program(running, locate(command), task)
        except CommandError as fault:
            outcomes.append(refusal(task, chosen[0], str(fault)))
            return judged()
        at_the_limit = 0
        for trial in chosen:
            outcomes.append(program.try_out(trial))
            if progress is not None:
                progress(len(outcomes), len(chosen))
            if outcomes[-1].verdict is Verdict.CE:
                return judged()
            at_the_limit += outcomes[-1].verdict in (Verdict.TLE, Verdict.MLE)
            if at_the_limit == MOST_RUNS_AT_THE_LIMIT:
                break
        if (so_far := judged()).accepted:
            if not (checks := check()):
                return so_far
            checked = Program(running, checks, task, checked=True)
            if (failed := _check(checked, outcomes)) is None:
                return so_far
            shrunk, _ = shrink(checked, failed, shrink_seconds)
            return judged(shrunk, [NOT_ITS_OWN])
        if not shrink_seconds:
            return so_far
        alike = [outcome for outcome in outcomes if outcome.verdict is so_far.verdict]
        shrunk, seen = shrink(program, smallest(alike), shrink_seconds)
        if len(shrunk.trial.rows) > 1:
            known = OF_SEVERAL_ROWS.get(shrunk.verdict)
            return judged(shrunk, [known] if known else [*name_misprints(task, alike)])
        return judged(shrunk, name_mistakes(program, outcomes, seen, Random(seed)))


MOST_CHECKS = 20


def _check(program: Program, outcomes: list[Outcome]) -> Outcome | None:
    """Try a program with checks on the shortest rows of each group; the first failure takes a place."""
    shortest: dict[str, int] = {}
    for at in sorted(range(len(outcomes)), key=lambda at: sum(map(len, outcomes[at].trial.rows))):
        shortest.setdefault(outcomes[at].trial.group, at)
    chosen = [*shortest.values(), *range(len(outcomes))]
    for at in list(dict.fromkeys(chosen))[:MOST_CHECKS]:
        if sum(map(len, outcomes[at].trial.rows)) <= MOST_CARDS_FILLED:
            outcome = program.try_out(outcomes[at].trial)
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
    rows: Sequence[Values] = (),
    count: int = ROWS,
    seed: int = 0,
    scoring: Scoring | None = None,
) -> Judgement:
    """The judgement on a program that is not run, in one sentence, and every group of rows with 0."""
    first, *others = choose(task, rows, count, seed)
    outcomes = (refusal(task, first, why, verdict),)
    return Judgement(tuple(command), task, seed, outcomes, tuple(others), None, (), scoring or Scoring())


def choose(task: Task, rows: Sequence[Values], count: int, seed: int) -> list[Trial]:
    """The trials to make: of rows that are given, or of the task's own, which there are `count` of.

    Raises TaskError, and ProgramError for a reference or checker that does not work on one of the rows.
    """
    given = [("", rows)] if rows else [(f"group {group.name}, ", group.rows) for group in task.groups]
    for where, each in given:
        for at, row in enumerate(each, 1):
            if objection := task.objection(row):
                raise TaskError(f"{where}row {at} has {objection}")
    chosen = list(bundle(task, OWN, list(rows))) if rows else trials(task, count, seed)
    if not chosen:
        raise TaskError(f"the limits of the task leave no rows: {task.limits}")
    if task.own is not None:
        every = [row for trial in chosen for row in trial.rows]
        for row in every[::ROWS_TO_ONE_ASKED_TWICE]:
            task.own.require_works(row)
        for row in every:
            task.answer(row)
    return chosen


ROWS_TO_ONE_ASKED_TWICE = 5
"""Of so many rows one is given to a reference twice, and its answer to the checker."""


CARRIES_OVER = Mistake(
    "carries over from case to case",
    "each row alone is answered rightly: something is kept from the row before, such as a cache",
)
NOT_ITS_OWN = Mistake(
    "memory that is not its own",
    "it reads or writes memory that is not its own or was never set; its answers are right by luck",
)
TOO_SLOW = Mistake(
    "too slow for several rows in one run",
    "no row alone was seen to use up the time, several in one run do",
)
TOO_LARGE = Mistake(
    "too large for several rows in one run",
    "no row alone was seen to use up the memory, several in one run do",
)
OF_SEVERAL_ROWS = {
    Verdict.WA: CARRIES_OVER, Verdict.RE: CARRIES_OVER, Verdict.TLE: TOO_SLOW, Verdict.MLE: TOO_LARGE,
}  # fmt: skip
"""What there is to say where only several rows in one run fail, by the verdict."""
