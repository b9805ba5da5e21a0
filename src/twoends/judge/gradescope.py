"""Gradescope's results.json, written from the test cases of a judgement of answers or of a bot."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal, NamedTuple, get_args

from twoends.judge.answers import Judgement
from twoends.judge.games import BotJudgement
from twoends.judge.reports import failure_text, text
from twoends.judge.scores import Score, Scoring, score
from twoends.programs.verdicts import Verdict
from twoends.rules.errors import TwoEndsError, shortened
from twoends.rules.notation import write
from twoends.rules.opponents import Opponent
from twoends.views.numbers import number
from twoends.views.words import loss_text

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
"""When Gradescope shows a test to the student."""

THE_END = "the end"
"""The group of a bot's exit after the last game."""

LEFT_OUT = "left out"
"""The group of games that were not played."""


class Case(NamedTuple):
    """One test case in a report."""

    group: str
    name: str
    verdict: Verdict
    text: str


def cases(judgement: Judgement | BotJudgement) -> tuple[list[Case], Score]:
    """The test cases of a judgement: one for each run or game, and one for a bot's bad exit; and the score.

    Each game counts the same.
    """
    listed = []
    if isinstance(judgement, Judgement):
        for at, run in enumerate(judgement.outcomes, 1):
            row, *more = run.trial.rows
            title = f"{1 + len(more)} rows" if more else shortened(" ".join(map(str, row)), 60)
            listed.append(Case(run.trial.group, f"{at}: {title}", run.verdict, failure_text(judgement, run)))
        return listed, judgement.score
    for at, played in enumerate(judgement.games, 1):
        verdict, text = played.foul or (Verdict.AC, "")
        if judgement.perfect and played.loss and not played.foul:
            verdict = Verdict.WA
            text = f"its moves gave away {loss_text(number(played.show(played.loss)), played.game.rules)}"
        listed.append(Case(_group(played.game.opponent), f"{at}: {write(played.game)}", verdict, text))
    if judgement.ending is not None:
        listed.append(Case(THE_END, THE_END, *judgement.ending))
    runs = [*((case.group, case.verdict) for case in listed), *[(LEFT_OUT, None)] * judgement.left_out]
    return listed, score(runs, Scoring(by="runs"))


def game_groups(opponents: Sequence[Opponent]) -> list[str]:
    """Every group that a judgement of games with these opponents may have."""
    return [*map(_group, opponents), THE_END]


def _group(against: Opponent) -> str:
    return f"against {against}"


def for_student(
    judgement: Judgement | BotJudgement, visibility: Mapping[str, Visibility], full: float = 100
) -> str:
    """The report that a student may read, with the score out of `full`.

    The seed is omitted, because it determines the rows. If some group is not visible, only the verdict and
    the counts remain, because the smallest failure may belong to a hidden group.
    """
    report = text(judgement, seed=False, full=full)
    return report if all(when == "visible" for when in visibility.values()) else report.partition("\n\n")[0]


def gradescope_json(
    judgement: Judgement | BotJudgement, full: float, visibility: Mapping[str, Visibility]
) -> str:
    """Gradescope's results.json: one test for each group of rows, or for each opponent.

    `full` is the score of a correct program. If the total is capped, the tests may add up to more.
    `visibility` is by group; groups that it does not name are visible.
    """
    listed, scored = cases(judgement)
    failed = {case.group: case for case in reversed(listed) if case.verdict is not Verdict.AC}
    tests = []
    total, by_group = scored.points(full)
    for group, (mine, worth) in zip(scored.groups, by_group, strict=True):
        output = f"{group.accepted} of {group.runs} accepted"
        output += f", {group.left_out} left out" if group.left_out else ""
        if first := failed.get(group.name):
            output += f"\n{first.name}\n{first.text}"
        tests.append(
            {
                "name": group.name,
                "score": mine,
                "max_score": worth,
                "status": "passed" if group.passed else "failed",
                "output": output,
                "output_format": "text",
                "visibility": visibility.get(group.name, "visible"),
            }
        )
    results = {
        "score": total,
        "output": for_student(judgement, visibility, full),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    return json.dumps(results, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def read_visibility(words: Iterable[str]) -> dict[str, Visibility]:
    """Read GROUP=WHEN pairs. Raises TwoEndsError."""
    known: dict[str, Visibility] = {each: each for each in get_args(Visibility)}
    visibility: dict[str, Visibility] = {}
    for word in words:
        group, sign, when = word.rpartition("=")  # an instructor's group may have one in its name
        if not sign or when not in known:
            raise TwoEndsError(f"'{word}' is not GROUP=WHEN: WHEN is one of {', '.join(known)}")
        visibility[group] = known[when]
    return visibility


def require_groups(named: Iterable[str], known: Sequence[str]) -> None:
    """Raise TwoEndsError if a named group is not known."""
    for group in named:
        if group not in known:
            raise TwoEndsError(f"there is no group '{group}': choose {', '.join(known)}")


def require_writable(path: Path) -> None:
    """Raise TwoEndsError if a file cannot be written, so that a long judgement is not lost."""
    if path.exists() and not path.is_file():
        raise TwoEndsError(f"{path} cannot be written: it is not a file; name a file in your own folder")
    try:
        with TemporaryFile(dir=path.parent):  # it has no name, so nothing remains if the run is killed
            pass
    except OSError as fault:
        raise TwoEndsError(
            f"{path} cannot be written in the folder {path.parent}: {fault.strerror}; choose another folder"
        ) from None
