"""What each known mistake is worth on a task: the check that a score means something.

Programs that make exactly one mistake are imagined, and scored on the rows that the judge would try.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from twoends.judge.mistakes import Mistake
from twoends.judge.partial_mistakes import partial
from twoends.judge.scores import Scoring, score
from twoends.judge.tasks import ASKS, Task, Values
from twoends.judge.trials import Trial, trials
from twoends.judge.verdicts import Verdict
from twoends.judge.zoo import always, exact

MOST_CARDS = 100
"""Rows are no longer here: each mistake costs O(n²) a row."""

CARDS_TO_EXPLORE = 24
"""A program that remembers nothing gets so far."""


def imagined(task: Task) -> Iterator[Mistake]:
    """Every mistake that says on its own what becomes of each row."""
    ask = ASKS[task.asks]
    for answer in ask.choices or (" ".join(["0"] * ask.size),):
        yield always(answer)
    yield from exact(task)
    yield from partial(task)
    yield Mistake(
        "remembers nothing", "", task.answer, lambda values: len(values) > CARDS_TO_EXPLORE, 0, Verdict.TLE
    )


def worth(task: Task, count: int, seed: int, scoring: Scoring) -> dict[str, Fraction | None]:
    """The score of each known mistake, the best one where it has several forms; None if no row shows it."""
    task = replace(task, most=max(min(task.most, MOST_CARDS), task.least))
    chosen = [(trial, tuple(map(task.answer, trial.rows))) for trial in trials(task, count, seed)]
    best: dict[str, Fraction | None] = {}
    for mistake in imagined(task):
        runs = [(trial.group, _verdict(mistake, trial, expected)) for trial, expected in chosen]
        if all(verdict is Verdict.AC for _, verdict in runs):
            best.setdefault(mistake.name, None)
        else:
            total = score(runs, [], scoring).total
            best[mistake.name] = max(total, best.get(mistake.name) or Fraction(0))
    return best


def _verdict(mistake: Mistake, trial: Trial, expected: tuple[str, ...]) -> Verdict:
    verdicts = [_of_row(mistake, row, right) for row, right in zip(trial.rows, expected, strict=True)]
    return next((each for each in verdicts if each is not Verdict.AC), Verdict.AC)


def _of_row(mistake: Mistake, row: Values, right: str) -> Verdict:
    if mistake.where is not None:
        return (mistake.verdict or Verdict.WA) if mistake.where(row) else Verdict.AC
    return Verdict.AC if mistake.says(row) == right else Verdict.WA


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
