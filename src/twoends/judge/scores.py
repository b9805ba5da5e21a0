"""Scores: what a judgement is worth, out of 1, so that a wrong program cannot collect most of the points.

A program that always says yes answers half of all rows rightly, and greedy play even more. So a
group of rows counts whole or not at all, and the score is capped by a wrong answer, and by whatever
else fails on rows that are not long. A program that is right, and too slow or too deep for long rows,
keeps what it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Literal, get_args

from twoends.judge.mistakes import Mistake, partial_mistakes
from twoends.judge.questions import ASKS
from twoends.judge.tasks import Task
from twoends.judge.trials import Trial, trials
from twoends.judge.verdicts import Verdict
from twoends.judge.zoo import always, exact_mistakes
from twoends.rules.errors import TwoEndsError

By = Literal["groups", "runs", "all"]
"""What is counted: whole groups, single runs, or nothing but the verdict on all."""

BYS: tuple[str, ...] = get_args(By)

LONG = ("longer", "longest")
"""The groups that tell a good algorithm from a bad one."""

WEIGHTS = dict.fromkeys(LONG, Fraction(2))
"""What a group weighs unless told otherwise, where that is not 1."""

WRONG = (Verdict.WA, Verdict.PE)
"""These cap a score wherever they occur; all else does so but on long rows."""


class ScoreError(TwoEndsError):
    """Weights that leave nothing to score."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a judgement is scored.

    by       groups, runs or all
    cap      with groups: the most that a program gets that fails on more than long rows, as a part of 1
    weights  of groups, where they are not those of WEIGHTS

    >>> Scoring().weight("longest"), Scoring(weights={"longest": Fraction(5)}).weight("longest")
    (Fraction(2, 1), Fraction(5, 1))
    """

    by: By = "groups"
    cap: Fraction = Fraction(1, 2)
    weights: Mapping[str, Fraction] = field(default_factory=dict)

    def weight(self, group: str) -> Fraction:
        """What a group weighs."""
        return self.weights.get(group, WEIGHTS.get(group, Fraction(1)))


@dataclass(frozen=True, slots=True)
class GroupScore:
    """One group of rows in a score.

    accepted, runs  how many of its runs were accepted, and how many there are
    left_out        how many of them were not made
    worth, score    as parts of 1: what it can bring, and what it brings
    """

    name: str
    accepted: int
    runs: int
    left_out: int
    worth: Fraction
    score: Fraction

    @property
    def whole(self) -> bool:
        """Whether all of it was accepted."""
        return self.accepted == self.runs


@dataclass(frozen=True, slots=True)
class Score:
    """A score with its groups.

    total   as a part of 1
    groups  in the order of the judgement; with a cap their scores may add up to more
    capped  whether the cap has taken something away
    """

    total: Fraction
    groups: tuple[GroupScore, ...]
    capped: bool

    def points(self, full: float = 100) -> tuple[float, list[tuple[float, float]]]:
        """The total in points, and the score and the worth of each group, in hundredths that add up.

        What all groups are worth adds up to `full`, and unless capped their scores add up to the total, which
        is rounded once. Of equal groups some are worth a hundredth more: which, depends on what was accepted.

        >>> runs = [("small", Verdict.AC), ("ties", Verdict.AC), ("random", Verdict.WA)]
        >>> score(runs, [], Scoring(cap=Fraction(1))).points()
        (66.67, [(33.33, 33.33), (33.34, 33.34), (0.0, 33.33)])
        """
        cents = 100 * Fraction(str(full))
        # Whole groups come first, so that the sum of their rounded scores is their rounded sum.
        order = sorted(range(len(self.groups)), key=lambda at: not self.groups[at].whole)
        scores, worths = (
            dict(zip(order, _rounded([part * cents for part in parts]), strict=True))
            for parts in (
                [self.groups[at].score for at in order],
                [self.groups[at].worth for at in order],
            )
        )
        total = round(self.total * cents) if self.capped else sum(scores.values())
        return total / 100, [(scores[at] / 100, worths[at] / 100) for at in range(len(self.groups))]


def _rounded(parts: Iterable[Fraction]) -> list[int]:
    """Whole numbers that add up to the rounded sum of the parts, each at most 1 from its part."""
    ends = [round(end) for end in accumulate(parts, initial=Fraction(0))]
    return [end - begin for begin, end in pairwise(ends)]


def score(runs: Sequence[tuple[str, Verdict]], left_out: Sequence[str], scoring: Scoring) -> Score:
    """Score runs, each a group and a verdict, and those that were left out, each a group.

    >>> runs = [("small", Verdict.AC), ("small", Verdict.WA), ("ties", Verdict.AC)]
    >>> score(runs, [], Scoring()).total, score(runs, [], Scoring(by="runs")).total
    (Fraction(1, 2), Fraction(2, 3))
    """
    verdicts: dict[str, list[Verdict | None]] = {}
    for group, verdict in runs:
        verdicts.setdefault(group, []).append(verdict)
    for group in left_out:
        verdicts.setdefault(group, []).append(None)
    weights = {
        group: scoring.weight(group) if scoring.by == "groups" else Fraction(len(each))
        for group, each in verdicts.items()
    }
    if not (whole := sum(weights.values())):
        raise ScoreError(f"the weights of all groups of this judgement are 0: {', '.join(weights)}")
    accepted = all(verdict is Verdict.AC for each in verdicts.values() for verdict in each)
    groups = []
    for name, each in verdicts.items():
        right, worth = each.count(Verdict.AC), weights[name] / whole
        share = Fraction(right, len(each))
        part = (
            share if scoring.by == "runs" else Fraction(share == 1 and (accepted or scoring.by == "groups"))
        )
        groups.append(GroupScore(name, right, len(each), each.count(None), worth, worth * part))
    total = sum((group.score for group in groups), Fraction(0))
    wrong = scoring.by == "groups" and any(
        verdict in WRONG or (verdict is not Verdict.AC and group not in LONG) for group, verdict in runs
    )
    capped = wrong and total > scoring.cap
    return Score(min(total, scoring.cap) if capped else total, tuple(groups), capped)


# --- what known mistakes are worth: the check that a score means something ---------------------

MOST_CARDS = 100
"""Rows are no longer here: each mistake costs O(n²) a row."""

CARDS_TO_EXPLORE = 24
"""A program that remembers nothing gets so far."""


def known_mistakes(task: Task) -> Iterator[Mistake]:
    """Every mistake that says on its own what becomes of each row."""
    ask = ASKS[task.asks]
    for answer in ask.choices or (" ".join(["0"] * ask.size),):
        yield always(answer)
    yield from exact_mistakes(task)
    yield from partial_mistakes(task)
    yield Mistake(
        "remembers nothing", "", task.answer, lambda values: len(values) > CARDS_TO_EXPLORE, 0, Verdict.TLE
    )


def worth(task: Task, count: int, seed: int, scoring: Scoring) -> dict[str, Fraction | None]:
    """The score of each known mistake, the best one where it has several forms; None if no row shows it."""
    task = replace(task, most=max(min(task.most, MOST_CARDS), task.least))
    chosen = [(trial, tuple(map(task.answer, trial.rows))) for trial in trials(task, count, seed)]
    best: dict[str, Fraction | None] = {}
    for mistake in known_mistakes(task):
        runs = [(trial.group, _verdict(mistake, trial, expected)) for trial, expected in chosen]
        if all(verdict is Verdict.AC for _, verdict in runs):
            best.setdefault(mistake.name, None)
        else:
            total = score(runs, [], scoring).total
            best[mistake.name] = max(total, best.get(mistake.name) or Fraction(0))
    return best


def _verdict(mistake: Mistake, trial: Trial, expected: tuple[str, ...]) -> Verdict:
    """Of a run of a program that makes a mistake."""
    for row, right in zip(trial.rows, expected, strict=True):
        if mistake.where(row) if mistake.where else mistake.says(row) != right:
            return mistake.verdict or Verdict.WA
    return Verdict.AC


def table(worths: dict[str, dict[str, Fraction | None]]) -> str:
    """A Markdown table: a line for each mistake, a column for each task, scores out of 100."""
    names = list(dict.fromkeys(name for each in worths.values() for name in each))
    lines = [f"| the mistake | {' | '.join(worths)} |", f"|---|{'---:|' * len(worths)}"]
    for name in names:
        cells = [_cell(each[name]) if name in each else "" for each in worths.values()]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(share: Fraction | None) -> str:
    return "–" if share is None else str(round(100 * share))
