"""Judging a program, from its rows to its mistake, on simulated runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock
from unittest.mock import Mock, call

import pytest

import judged
from expected import calls_are_expected
from twoends.judge import CommandError, Limits, Task, Verdict, answers, classes, judge_answers
from twoends.judge.answers import Judgement, reject, shrink, smallest
from twoends.judge.outcomes import Outcome
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial, trials
from twoends.programs import bots
from twoends.programs.server import SECONDS_BETWEEN_LOOKS

OWN = replace(judged.OWN, most=30)

Ends = Callable[[tuple[Values, ...]], Verdict | str]


class Together(judged.Pretended):
    """A program that has one verdict for all rows of a run, or an answer to the first of them."""

    def answers(self, rows: tuple[Values, ...]) -> list[object]:
        end: object = self.says(rows)
        right = list(map(self.task.answer, rows))
        return [*right] if end is Verdict.AC else [end, *right[1:]]


def judge(
    ends: Ends, task: Task = OWN, checked_ends: Ends | None = None, **options: Any
) -> tuple[Judgement, Any]:
    """The judgement, and the program; with memory checks it ends otherwise."""
    program: Any = Together(ends, task)
    program.checked = Together(checked_ends or ends, task)
    supervisor: Any = SimpleNamespace(restrictions="walls")

    def program_of(running: Any, command: Any, asked: Task, source: str = "", checked: bool = False) -> Any:
        expected = ("checked",) if checked else ("/here/answer", "-v")
        assert (running, tuple(command), asked) == (supervisor, expected, task)
        return program.checked if checked else program

    if checked_ends:
        options["check"] = lambda: ("checked",)
    located = mock.patch.object(answers, "locate", lambda command: ("/here/answer", *command[1:]))
    with mock.patch.object(answers, "Program", program_of), located:
        return judge_answers(["answer", "-v"], task, supervisor=supervisor, **options), program


def summary(ends: Ends, *rows: Values, task: Task = OWN, **options: Any) -> tuple[object, ...]:
    """The number of each verdict and of runs that are left out, the smallest failure, and the mistakes."""
    progress = Mock()
    done, program = judge(ends, task, rows=rows, progress=progress, **options)
    own = [Trial("own", rows)] if task.many else [Trial("own", (row,)) for row in rows]
    planned = own if rows else trials(task, options.get("count", 300), options.get("seed", 0))
    assert [*(each.trial for each in done.outcomes), *done.missed] == planned
    assert program.tried[: len(done.outcomes)] == planned[: len(done.outcomes)], "each runs once"
    steps = [call(made, len(planned)) for made in range(1, len(done.outcomes) + 1)]
    assert progress.call_args_list == steps
    assert (done.command, done.seed) == (("answer", "-v"), options.get("seed", 0))
    first = next((each.verdict for each in done.outcomes if each.verdict is not Verdict.AC), Verdict.AC)
    assert (done.verdict, done.accepted) == (first, first is Verdict.AC)
    assert done.shrunk is None or done.shrunk.verdict is first
    counts = {verdict.name: number for verdict, number in done.counts.items()}
    named = [mistake.name for mistake in done.mistakes]
    return counts, done.left_out, done.shrunk and done.shrunk.trial.rows, named


def test_a_script_is_read_whatever_its_bytes_and_a_missing_program_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.py").write_bytes(b"open('in')  # \xff")
    program_of = Mock(return_value=Together(lambda rows: Verdict.AC))
    monkeypatch.setattr(answers, "Program", program_of)
    for script in ("a.py", "none.py", "a.txt"):
        monkeypatch.setattr(answers, "locate", lambda command, it=script: ("/python3", str(tmp_path / it)))
        judge_answers(["it"], OWN, count=1, supervisor=Mock())
    texts = [call.kwargs["source"] for call in program_of.call_args_list]
    assert texts == ["open('in')  # \ufffd", "", ""]
    monkeypatch.setattr(answers, "locate", Mock(side_effect=CommandError("there is no such program")))
    supervisor: Any = SimpleNamespace(restrictions="")
    refused = judge_answers(["answer"], OWN, count=5, supervisor=supervisor)
    assert refused == reject(["answer"], OWN, "there is no such program", count=5)


def test_memory_checks_try_a_short_row_of_each_group_first() -> None:
    """Twenty rows at most are considered, and of these the ones of up to 200 cards."""
    planned = [Trial("a", ((at, at),)) for at in range(30)]
    planned += [Trial(group, ((9,) * n,)) for group, n in (("b", 5), ("b", 3), ("c", 200), ("d", 201))]
    for fails_at, verdicts in ((0, {Verdict.AC: 34}), (200, {Verdict.AC: 33, Verdict.RE: 1})):

        def checked(rows: tuple[Values, ...], fails_at: int = fails_at) -> Verdict:
            return Verdict.RE if len(rows[0]) == fails_at else Verdict.AC

        done, program = judge(lambda rows: Verdict.AC, checked_ends=checked, planned=planned)
        order = [planned[0], *planned[31:33], *planned[1:17]]
        assert program.checked.tried[: 3 if fails_at else None] == order[: 3 if fails_at else None]
        assert (done.counts, [*done.mistakes]) == (verdicts, [answers.INVALID_MEMORY] * bool(fails_at))
        assert done.shrunk is (done.outcomes[32] if fails_at else None)


# --- shrinking ---------------------------------------------------------------------------------


def shrunk(
    fails: Callable[[tuple[Values, ...]], bool], *rows: Values, task: Task = OWN
) -> tuple[tuple[Values, ...], list[tuple[Values, ...]]]:
    """The smallest failing rows, and all that were tried on the way."""
    program: Any = Together(lambda rows: Verdict.WA if fails(rows) else Verdict.AC, task)
    first = program.try_out(Trial("small", rows))
    program.tried.clear()
    result, seen = shrink(program, first, 30.0)
    assert [outcome.trial for outcome in seen] == program.tried
    assert {trial.group for trial in program.tried} <= {"small"}
    assert result is first or result in seen
    return result.trial.rows, [trial.rows for trial in program.tried]


def simpler(rows: tuple[Values, ...]) -> Iterator[tuple[Values, ...]]:
    """The same rows without some neighbouring rows or cards, or with one value nearer to 0."""
    for start, stop in combinations(range(len(rows) + 1), 2):
        yield rows[:start] + rows[stop:]
    for at, row in enumerate(rows):
        changed = [row[:start] + row[stop:] for start, stop in combinations(range(len(row) + 1), 2)]
        for place, value in enumerate(row):
            nearer = (abs(value), *range(min(value, 0), max(value, 0)))
            changed += [(*row[:place], each, *row[place + 1 :]) for each in nearer if each != value]
        yield from ((*rows[:at], each, *rows[at + 1 :]) for each in changed)


CASES = replace(OWN, format="cases")
EVEN = replace(OWN, least=2, even_only=True, low=-20)


def minimal(given: str, task: Task, fails: Callable[[tuple[Values, ...]], bool]) -> tuple[str, int]:
    """The smallest failing rows, and how many runs that took. Large steps are tried first."""
    result, tried = shrunk(fails, *(tuple(map(int, row.split())) for row in given.split(", ")), task=task)
    assert len(tried) == len(set(tried)), "no row is tried twice"
    assert all(task.allows(row) for each in tried for row in each)
    for each in (each for each in simpler(result) if each and all(map(task.allows, each))):
        assert not fails(each), f"{result} is no minimum, because {each} fails, too"
    return ", ".join(" ".join(map(str, row)) for row in result), len(tried)


def starts_from(*runs: tuple[int, tuple[Values, ...]]) -> tuple[Values, ...]:
    """The rows of the run from which shrinking starts, of runs with one wrong row each."""
    outcomes = []
    for wrong, rows in runs:
        got = tuple("x" if at == wrong else "0" for at in range(len(rows)))
        outcomes.append(Outcome(Trial("g", rows), Verdict.WA, "", ("0",) * len(rows), got, 0.0, 0.0, 0))
    return smallest(outcomes).trial.rows


def documented(phrase: str, limit: float) -> float:
    """A limit that docs/judge.md describes by this phrase."""
    text = (Path(__file__).parent.parent / "docs" / "judge.md").read_text("utf-8")
    assert phrase in " ".join(text.split())
    return limit


def test_judgements_have_all_runs_minimal_failures_and_documented_limits() -> None:
    limits = {"Limits": Limits, "bots": bots, "classes": classes, "LOOKS": SECONDS_BETWEEN_LOOKS}
    calls_are_expected("calls_of_judging.txt", vars(answers) | globals() | limits | {"pairwise": pairwise})
