"""Judging a program, from its rows to its mistake, on simulated runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

import judged
from expected import calls_are_expected
from twoends.judge import CommandError, Limits, Task, Verdict, answers, classes, judge_answers
from twoends.judge.answers import Judgement, complexity, reject, shrink, smallest
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
    ends: Ends,
    monkeypatch: pytest.MonkeyPatch,
    task: Task = OWN,
    checked_ends: Ends | None = None,
    **options: Any,
) -> tuple[Judgement, Any]:
    """The judgement, and the program; with memory checks it ends otherwise."""
    program: Any = Together(ends, task)
    program.checked = Together(checked_ends or ends, task)
    supervisor: Any = SimpleNamespace(restrictions="walls")

    def program_of(running: Any, command: Any, asked: Task, source: str = "", checked: bool = False) -> Any:
        expected = ("checked",) if checked else ("/here/answer", "-v")
        assert (running, tuple(command), asked) == (supervisor, expected, task)
        return program.checked if checked else program

    monkeypatch.setattr(answers, "Program", program_of)
    monkeypatch.setattr(answers, "locate", lambda command: ("/here/answer", *command[1:]))
    if checked_ends:
        options["check"] = lambda: ("checked",)
    return judge_answers(["answer", "-v"], task, supervisor=supervisor, **options), program


def test_a_right_program_runs_once_on_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    progress = Mock()
    default, program = judge(lambda rows: Verdict.AC, monkeypatch)
    assert (default.seed, program.tried) == (0, trials(OWN, 300, seed=0))
    done, program = judge(lambda rows: Verdict.AC, monkeypatch, count=9, seed=4, progress=progress)
    assert program.tried == trials(OWN, 9, seed=4)
    assert [call.args for call in progress.call_args_list] == [(made, 9) for made in range(1, 10)]
    assert (done.command, done.seed, done.accepted, done.missed) == (("answer", "-v"), 4, True, ())
    assert (done.shrunk, done.mistakes, done.counts) == (None, (), {Verdict.AC: 9})


def test_a_script_is_read_whatever_its_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_bytes(b"open('in')  # \xff")
    program_of = Mock(return_value=Together(lambda rows: Verdict.AC))
    monkeypatch.setattr(answers, "Program", program_of)
    for script in ("a.py", "none.py", "a.txt"):
        monkeypatch.setattr(answers, "locate", lambda command, it=script: ("/python3", str(tmp_path / it)))
        judge_answers(["it"], OWN, count=1, supervisor=Mock())
    texts = [call.kwargs["source"] for call in program_of.call_args_list]
    assert texts == ["open('in')  # \ufffd", "", ""]


def test_given_rows_replace_those_of_the_task(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[Values] = [(1, 2), (3,), (1, 2)]
    _, program = judge(lambda rows: Verdict.AC, monkeypatch, rows=rows)
    assert program.tried == [Trial("own", (row,)) for row in rows]
    several = replace(OWN, format="cases")
    _, program = judge(lambda rows: Verdict.AC, monkeypatch, several, rows=rows)
    assert program.tried == [Trial("own", tuple(rows))]


@pytest.mark.parametrize("verdict", [Verdict.TLE, Verdict.MLE])
def test_after_four_runs_at_a_limit_the_rest_are_left_out(
    verdict: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    def says(rows: tuple[Values, ...]) -> Verdict:
        return verdict if len(rows[0]) == 4 else Verdict.AC

    rows: list[Values] = [(8, 15, 3, 7), (1,), (5, 3, 7, 1), (2, 2, 2, 2), (3,), (9, 2, 1, 4), (7,), (5,)]
    progress = Mock()
    judgement, _ = judge(says, monkeypatch, rows=rows, progress=progress)
    assert [outcome.trial.rows[0] for outcome in judgement.outcomes] == rows[:6]
    assert [trial.rows[0] for trial in judgement.missed] == rows[6:]
    assert (judgement.left_out, judgement.verdict) == (2, verdict)
    progress.assert_called_with(6, 8)
    assert judgement.shrunk is not None
    assert judgement.shrunk.verdict is verdict


def test_a_program_that_does_not_start_runs_once_and_the_other_rows_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    progress = Mock()
    judgement, program = judge(lambda rows: Verdict.CE, monkeypatch, count=5, progress=progress)
    assert (judgement.verdict, len(program.tried), judgement.left_out) == (Verdict.CE, 1, 4)
    progress.assert_called_once_with(1, 5)
    assert (judgement.shrunk, judgement.mistakes) == (None, ())
    monkeypatch.setattr(answers, "locate", Mock(side_effect=CommandError("there is no such program")))
    supervisor: Any = SimpleNamespace(restrictions="")
    refused = judge_answers(["answer"], OWN, count=5, supervisor=supervisor)
    assert refused == reject(["answer"], OWN, "there is no such program", count=5)


def test_a_failure_of_the_first_verdict_is_shrunk_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def says(rows: tuple[Values, ...]) -> Verdict | str:
        return Verdict.RE if rows[0] == (1,) else str(sum(rows[0]))

    rows: list[Values] = [(9,), (8, 15, 3, 7), (1,), (9, 4, 6)]
    judgement, _ = judge(says, monkeypatch, rows=rows)
    assert judgement.verdict is Verdict.WA
    assert judgement.counts == {Verdict.AC: 1, Verdict.WA: 2, Verdict.RE: 1}
    assert judgement.shrunk is not None
    assert (judgement.shrunk.verdict, judgement.shrunk.trial) == (Verdict.WA, Trial("own", ((1, 1),)))
    assert [(mistake.name, mistake.explains) for mistake in judgement.mistakes] == [
        ("a single card", Verdict.RE),
        ("adds what the opponent gets", Verdict.WA),
    ]


def test_memory_checks_try_a_short_row_of_each_group_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty rows at most are considered, and of these the ones of up to 200 cards."""
    planned = [Trial("a", ((at, at),)) for at in range(30)]
    planned += [Trial(group, ((9,) * n,)) for group, n in (("b", 5), ("b", 3), ("c", 200), ("d", 201))]
    for fails_at, verdicts in ((0, {Verdict.AC: 34}), (200, {Verdict.AC: 33, Verdict.RE: 1})):

        def checked(rows: tuple[Values, ...], fails_at: int = fails_at) -> Verdict:
            return Verdict.RE if len(rows[0]) == fails_at else Verdict.AC

        done, program = judge(lambda rows: Verdict.AC, monkeypatch, checked_ends=checked, planned=planned)
        order = [planned[0], *planned[31:33], *planned[1:17]]
        assert program.checked.tried[: 3 if fails_at else None] == order[: 3 if fails_at else None]
        assert (done.counts, [*done.mistakes]) == (verdicts, [answers.INVALID_MEMORY] * bool(fails_at))
        assert done.shrunk is (done.outcomes[32] if fails_at else None)


NEED_SEVERAL: dict[Verdict, list[object]] = {Verdict.RE: [answers.CARRIES_OVER], Verdict.PE: []}
NEED_SEVERAL |= {Verdict.TLE: [answers.TOO_SLOW], Verdict.MLE: [answers.TOO_LARGE]}


@pytest.mark.parametrize(("end", "named"), [*NEED_SEVERAL.items(), ("-7", [answers.CARRIES_OVER])])
def test_a_failure_that_needs_several_rows_is_named_by_its_verdict(
    end: Verdict | str, named: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def says(rows: tuple[Values, ...]) -> Verdict | str:
        return end if len(rows) > 1 else Verdict.AC

    judgement, _ = judge(says, monkeypatch, replace(OWN, format="cases"), rows=[(4,), (5, 5), (6,)])
    assert judgement.shrunk is not None
    assert judgement.shrunk.trial.rows == ((0,), (0,))
    assert list(judgement.mistakes) == named


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


def documented(phrase: str, limit: float) -> float:
    """A limit that docs/judge.md describes by this phrase."""
    text = (Path(__file__).parent.parent / "docs" / "judge.md").read_text("utf-8")
    assert phrase in " ".join(text.split())
    return limit


def test_the_smallest_failing_rows_are_minimal_and_limits_are_documented() -> None:
    limits = {"Limits": Limits, "bots": bots, "classes": classes, "LOOKS": SECONDS_BETWEEN_LOOKS}
    calls_are_expected("calls_of_judging.txt", globals() | limits | {"pairwise": pairwise})


def test_shrinking_stops_after_a_thousand_runs() -> None:
    task = replace(OWN, high=10**9)
    row = tuple(10**9 - at for at in range(30))
    _, tried = shrunk(lambda rows: rows == (row,), row, task=task)
    assert len(tried) == 1000


def test_shrinking_starts_from_the_run_with_the_smallest_failed_row() -> None:
    def outcome(*rows: Values, wrong: int) -> Outcome:
        got = tuple("x" if at == wrong else "0" for at in range(len(rows)))
        return Outcome(Trial("g", rows), Verdict.WA, "", ("0",) * len(rows), got, 0.0, 0.0, 0)

    long, small = outcome((1,), (9, 9), wrong=1), outcome((1, 1, 1), (2, 2), wrong=1)
    assert smallest([long, small]) is small
    assert smallest([small, outcome((3,), wrong=0), long]).trial.rows == ((3,),)
    assert complexity(((3, -4), (-1,), (0,))) == (3, 4, 8, 2)
