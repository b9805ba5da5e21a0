"""Naming: which known mistakes explain all that a program has answered.

All mistakes that fit every answer are kept; where several do, new rows on which they differ are
drawn and tried until one is left or no row tells them apart. Where no single mistake explains
everything, one is sought for each verdict: a program may overflow here and be too slow there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from random import Random

from twoends.judge.exact_mistakes import constant, exact, unfilled
from twoends.judge.mistakes import Fact, Mistake
from twoends.judge.partial_mistakes import by_length, partial
from twoends.judge.tasks import Task, Values
from twoends.judge.trials import Trial, random_rows
from twoends.judge.verdicts import Outcome, Program, Verdict

FEWEST_ROWS = 12
"""On fewer rows, as somebody may give, much looks alike: more are drawn before a mistake is named."""

MOST_NEW_ROWS = 40


def name_mistakes(
    program: Program, outcomes: Sequence[Outcome], sought: Sequence[Outcome], random: Random
) -> list[Mistake]:
    """List the mistakes that explain all outcomes; where none does, those that explain a verdict.

    `outcomes` are those of the rows of the judgement, `sought` those that shrinking came upon.
    """
    facts = [fact for outcome in outcomes for fact in _facts(program, outcome)]
    facts += [fact for outcome in sought for fact in _facts(program, outcome, sought=True)]
    if any(fact.got is not None for fact in facts):
        few = FEWEST_ROWS - min(len(outcomes), FEWEST_ROWS)
        for row in islice(_allowed(program.task, random), few):
            facts += _tried(program, row)
    verdicts = list(dict.fromkeys(fact.verdict for fact in facts if not fact.right))
    named = _explaining(program, facts, verdicts, random)
    if not named and len(verdicts) > 1:
        for verdict in verdicts:
            found = _explaining(program, facts, [verdict], random)
            named += [replace(mistake, explains=verdict) for mistake in found]
    return named


def _explaining(
    program: Program, facts: Sequence[Fact], verdicts: Sequence[Verdict], random: Random
) -> list[Mistake]:
    """The mistakes that explain what goes right and what ends with these verdicts.

    New rows tell apart what they can.
    """
    task = program.task
    seen = [fact for fact in facts if fact.right or fact.verdict in verdicts]
    if all(fact.right for fact in seen):
        return []
    longest = max((len(fact.values) for fact in facts if fact.got is not None), default=0)
    by_place = [*partial(task), *by_length(task, seen, longest)]
    if len(seen) < len(facts):  # only these claim nothing of the rows that are left aside
        kinds = [[mistake for mistake in by_place if mistake.verdict is not None]]
    else:  # the simplest explanation first
        kinds = [[*constant(seen)], [*unfilled(task, seen), *exact(task)], by_place]
    for known in kinds:
        fitting = [mistake for mistake in known if mistake.fits(seen)]
        for _ in range(MOST_NEW_ROWS):
            telling = _telling_row(task, fitting, random)
            if telling is None:
                break
            seen += [fact for fact in _tried(program, telling) if fact.right or fact.verdict in verdicts]
            fitting = [mistake for mistake in fitting if mistake.fits(seen)]
        if fitting:
            return list({mistake.name: mistake for mistake in fitting}.values())
    return []


def _tried(program: Program, row: Values) -> Iterator[Fact]:
    return _facts(program, program.try_out(Trial("to name the mistake", (row,))))


def _facts(program: Program, outcome: Outcome, *, sought: bool = False) -> Iterator[Fact]:
    """One fact a row; where a run over several rows gave no answers, each row is run alone."""
    rows = outcome.trial.rows
    if outcome.got is None and len(rows) > 1:
        for row in rows:
            yield from _facts(program, program.try_out(Trial(outcome.trial.group, (row,))), sought=sought)
        return
    got = outcome.got or (None,)
    for values, expected, answer in zip(rows, outcome.expected, got, strict=True):
        yield Fact(values, expected, answer, outcome.verdict, sought)


def _telling_row(task: Task, mistakes: Sequence[Mistake], random: Random) -> Values | None:
    """Find an allowed row on which two of the mistakes differ."""
    for one, other in combinations(mistakes, 2):
        if one.name != other.name:
            for row in _allowed(task, random):
                if one.says(row) != other.says(row):
                    return row
    return None


def _allowed(task: Task, random: Random) -> Iterator[Values]:
    return filter(task.allows, islice(random_rows(task, random), 300))
