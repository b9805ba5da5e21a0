"""Scores: the grade of a judgement, out of 1, so that a wrong program cannot collect most of the points.

A program that always says yes answers half of all rows correctly, and greedy play even more. So a group of
rows counts only if all of it passes, and the score is capped after a wrong answer, or any failure on rows
that are not long. A correct program that is too slow or too deep for long rows is not capped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Literal

from twoends.judge.tasks import Task
from twoends.programs.verdicts import Verdict

By = Literal["groups", "runs"]
"""What earns points: groups that pass, as in answers, or single runs, as in games."""

LONG = ("longer", "longest")
"""The groups that separate good algorithms from bad ones."""

WEIGHTS = dict.fromkeys(LONG, Fraction(2))
"""Default weights of groups; all others weigh 1."""

WRONG = (Verdict.WA, Verdict.PE)
"""These verdicts cap a score in any group; the others do not in the groups of LONG."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a judgement is scored.

    by       groups or runs
    cap      with groups: the highest score, from 0 to 1, of a program that fails on more than long rows
    weights  of groups, overriding WEIGHTS

    >>> Scoring().weight("longest"), Scoring(weights={"longest": Fraction(5)}).weight("longest")
    (Fraction(2, 1), Fraction(5, 1))
    """

    by: By = "groups"
    cap: Fraction = Fraction(1, 2)
    weights: Mapping[str, Fraction] = field(default_factory=dict)

    def weight(self, group: str) -> Fraction:
        """The weight of a group."""
        return self.weights.get(group, WEIGHTS.get(group, Fraction(1)))


def scoring_of(task: Task) -> Scoring:
    """Score the groups of a task file by their points, without a cap; the judge's groups as usual."""
    if not task.groups:
        return Scoring()
    return Scoring(cap=Fraction(1), weights={group.name: group.points for group in task.groups})


@dataclass(frozen=True, slots=True)
class GroupScore:
    """The score of one group of rows.

    accepted, runs  the number of accepted runs, and of all runs
    left_out        the number of runs that were skipped
    worth, score    the highest possible score and the score, as parts of 1
    """

    name: str
    accepted: int
    runs: int
    left_out: int
    worth: Fraction
    score: Fraction

    @property
    def passed(self) -> bool:
        """Whether all of its runs were accepted."""
        return self.accepted == self.runs


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a judgement.

    total   as a part of 1
    groups  in the order of the judgement; if capped, their scores add up to more than the total
    capped  whether the cap has lowered the total
    """

    total: Fraction
    groups: tuple[GroupScore, ...]
    capped: bool

    def points(self, full: float = 100) -> tuple[float, list[tuple[float, float]]]:
        """The total in points, and the score and worth of each group, rounded to hundredths that add up.

        The worths add up to `full`, and unless capped, the scores add up to the total, which is rounded once.
        Groups of equal weight may differ by a hundredth, depending on which of them passed.

        >>> runs = [("small", Verdict.AC), ("ties", Verdict.AC), ("random", Verdict.WA)]
        >>> score(runs, Scoring(cap=Fraction(1))).points()
        (66.67, [(33.33, 33.33), (33.34, 33.34), (0.0, 33.33)])
        """
        cents = 100 * Fraction(str(full))
        # Groups that passed come first, so that their scores and worths are rounded alike.
        order = sorted(self.groups, key=lambda group: not group.passed)
        scores = _rounded([group.score * cents for group in order])
        worths = _rounded([group.worth * cents for group in order])
        points = {
            group.name: (score / 100, worth / 100)
            for group, score, worth in zip(order, scores, worths, strict=True)
        }
        total = round(self.total * cents) if self.capped else sum(scores)
        return total / 100, [points[group.name] for group in self.groups]


def _rounded(parts: Iterable[Fraction]) -> list[int]:
    """Round the parts to whole numbers that add up to their rounded sum; each is off by at most 1."""
    sums = [round(total) for total in accumulate(parts, initial=Fraction(0))]
    return [after - before for before, after in pairwise(sums)]


def score(runs: Sequence[tuple[str, Verdict | None]], scoring: Scoring) -> Score:
    """Score runs, given as group and verdict, which is None for a run that was left out.

    >>> runs = [("small", Verdict.AC), ("small", Verdict.WA), ("ties", Verdict.AC)]
    >>> score(runs, Scoring()).total, score(runs, Scoring(by="runs")).total
    (Fraction(1, 2), Fraction(2, 3))
    """
    by_group = scoring.by == "groups"
    verdicts: dict[str, list[Verdict | None]] = {}
    for group, verdict in runs:
        verdicts.setdefault(group, []).append(verdict)
    weights = {
        group: scoring.weight(group) if by_group else Fraction(len(results))
        for group, results in verdicts.items()
    }
    weight = sum(weights.values())
    groups = []
    for name, results in verdicts.items():
        accepted, worth = results.count(Verdict.AC), weights[name] / weight
        share = Fraction(accepted, len(results))
        if by_group:
            share = Fraction(share == 1)
        groups.append(GroupScore(name, accepted, len(results), results.count(None), worth, worth * share))
    total = sum((group.score for group in groups), Fraction(0))
    wrong = any(
        verdict in WRONG or (verdict not in (Verdict.AC, None) and group not in LONG)
        for group, verdict in runs
    )
    capped = by_group and wrong and total > scoring.cap
    return Score(scoring.cap if capped else total, tuple(groups), capped)
