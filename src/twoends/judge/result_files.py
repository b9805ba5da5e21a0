"""Result files for other programs: JUnit XML and Gradescope's results.json.

Both formats are written from a list of test cases, into which judgements of answers and of players are
converted.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Literal, get_args
from xml.etree import ElementTree

from twoends.judge.answers import Judgement
from twoends.judge.games import PlayerJudgement
from twoends.judge.reports import failure_text, text
from twoends.judge.scores import Scoring, score
from twoends.judge.verdicts import Verdict
from twoends.rules.errors import TwoEndsError, shortened
from twoends.rules.notation import write
from twoends.rules.preferences import Opponent
from twoends.views.numbers import number

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
"""When Gradescope shows a test to the student."""

THE_END = "the end"
"""The group of a bot's exit after the last game."""


@dataclass(frozen=True, slots=True)
class Case:
    """One test case in a report."""

    group: str
    name: str
    verdict: Verdict
    text: str
    seconds: float


def cases(judgement: Judgement | PlayerJudgement) -> list[Case]:
    """The test cases of a judgement: one for each run or game, and one for a bot's bad exit."""
    listed = []
    if isinstance(judgement, Judgement):
        for at, run in enumerate(judgement.outcomes, 1):
            row, *more = run.trial.rows
            title = f"{1 + len(more)} rows" if more else shortened(" ".join(map(str, row)), 60)
            text = failure_text(judgement, run)
            listed.append(Case(run.trial.group, f"{at}: {title}", run.verdict, text, run.seconds))
        return listed
    for at, played in enumerate(judgement.games, 1):
        verdict, text = played.foul or (Verdict.AC, "")
        if judgement.perfect and played.loss and not played.foul:
            verdict = Verdict.WA
            text = f"its moves gave away {number(played.game.shape.cards.show(played.loss))}"
        listed.append(Case(_group(played.against), f"{at}: {write(played.game)}", verdict, text, 0.0))
    if judgement.ending is not None:
        listed.append(Case(THE_END, THE_END, judgement.ending.verdict, judgement.ending.sentence, 0.0))
    return listed


def player_groups(opponents: Sequence[Opponent]) -> list[str]:
    """Every group that a judgement of games with these opponents may have."""
    return [*map(_group, opponents), THE_END]


def _group(against: Opponent) -> str:
    return f"against {against}"


def junit_xml(judgement: Judgement | PlayerJudgement) -> str:
    """JUnit XML; wrong answers and presentation errors are failures, other verdicts are errors."""
    listed = cases(judgement)
    counts = Counter(case.verdict for case in listed)
    failures = counts[Verdict.WA] + counts[Verdict.PE]
    left_out = _left_out(judgement)
    suite = ElementTree.Element(
        "testsuite",
        name=f"twoends judge {judgement.task.name if isinstance(judgement, Judgement) else 'bot'}",
        tests=str(len(listed) + len(left_out)),
        failures=str(failures),
        errors=str(len(listed) - counts[Verdict.AC] - failures),
        skipped=str(len(left_out)),
        time=f"{sum(case.seconds for case in listed):.3f}",
    )
    for case in listed:
        element = ElementTree.SubElement(
            suite, "testcase", classname=case.group, name=case.name, time=f"{case.seconds:.3f}"
        )
        if case.verdict is not Verdict.AC:
            kind = "failure" if case.verdict in (Verdict.WA, Verdict.PE) else "error"
            fault = ElementTree.SubElement(element, kind, type=case.verdict.name, message=case.verdict.value)
            fault.text = case.text
    for group, count in left_out.items():
        element = ElementTree.SubElement(suite, "testcase", classname=group, name="left out", time="0")
        ElementTree.SubElement(
            element, "skipped", message=f"{count} {'was' if count == 1 else 'were'} left out"
        )
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, "unicode")}\n'


def _left_out(judgement: Judgement | PlayerJudgement) -> Counter[str]:
    """The number of trials or games left out, by group."""
    if isinstance(judgement, Judgement):
        return Counter(trial.group for trial in judgement.missed)
    return Counter({"left out": judgement.left_out} if judgement.left_out else {})


def for_student(judgement: Judgement | PlayerJudgement, visibility: Mapping[str, Visibility]) -> str:
    """The report that a student may read.

    The seed is omitted, because it determines the rows. If some group is not visible, only the verdict and
    the counts remain, because the smallest failure may belong to a hidden group.
    """
    report = text(judgement, seed=False)
    return report if all(when == "visible" for when in visibility.values()) else report.partition("\n\n")[0]


def gradescope_json(
    judgement: Judgement | PlayerJudgement, full: float, visibility: Mapping[str, Visibility]
) -> str:
    """Gradescope's results.json: one test for each group of rows, or for each opponent.

    `full` is the score of a correct program. Each game counts the same; answers are scored by the
    judgement's own scoring, and if that caps the total, the tests may add up to more. `visibility` is
    by group; groups that it does not name are visible.
    """
    listed = cases(judgement)
    if isinstance(judgement, Judgement):
        scored = judgement.score
    else:
        left_out = list(_left_out(judgement).elements())
        scored = score([(case.group, case.verdict) for case in listed], left_out, Scoring(by="runs"))
    tests: list[dict[str, Any]] = []
    total, by_group = scored.points(full)
    for group, (mine, worth) in zip(scored.groups, by_group, strict=True):
        failed = next(
            (case for case in listed if case.group == group.name and case.verdict is not Verdict.AC), None
        )
        output = f"{group.accepted} of {group.runs} accepted"
        output += f", {group.left_out} left out" if group.left_out else ""
        tests.append(
            {
                "name": group.name,
                "score": mine,
                "max_score": worth,
                "status": "passed" if group.passed else "failed",
                "output": output + (f"\n{failed.name}\n{failed.text}" if failed else ""),
                "output_format": "text",
                "visibility": visibility.get(group.name, "visible"),
            }
        )
    results = {
        "score": total,
        "output": for_student(judgement, visibility),
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
        group, _, when = word.partition("=")
        if when not in known:
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
    if not path.parent.is_dir():
        raise TwoEndsError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.exists() and not path.is_file():
        raise TwoEndsError(f"{path} cannot be written: it is not a file; name a file in your own folder")
    try:
        with TemporaryFile(dir=path.parent):  # it has no name, so nothing remains if the run is killed
            pass
    except OSError as fault:
        raise TwoEndsError(
            f"{path} cannot be written in the folder {path.parent}: {fault.strerror}; choose another folder"
        ) from None
