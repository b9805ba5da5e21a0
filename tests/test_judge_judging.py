"""Judging a program from its rows to its mistake, by runs that are made up: nothing is started."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from expected import is_expected
from twoends.judge import CommandError, Scoring, Task, TaskError, Verdict, answers, judge_answers
from twoends.judge.answers import CARRIES_OVER, TOO_LARGE, TOO_SLOW, Judgement, reject
from twoends.judge.containment import calling
from twoends.judge.functions import call_command, function_task, require_function_name
from twoends.judge.shrink import complexity, shrink, smallest
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial, trials
from twoends.judge.verdicts import Outcome
from twoends.rules.opponents import opponent

OWN = Task("own", "the tests", opponent("optimal"), "first", "count-then-values", most=30)

Ends = Callable[[tuple[Values, ...]], Verdict | str]


class Pretended:
    """A program in this process: for the rows of a run a verdict, or an answer to the first of them."""

    def __init__(self, says: Ends, task: Task = OWN) -> None:
        self.says, self.task = says, task
        self.tried: list[Trial] = []

    def try_out(self, trial: Trial) -> Outcome:
        self.tried.append(trial)
        expected = tuple(map(self.task.answer, trial.rows))
        said = self.says(trial.rows)
        seconds = len(self.tried) % 7 / 10
        if isinstance(said, Verdict):
            got = expected if said is Verdict.AC else None
            return Outcome(trial, said, "", expected, got, seconds, 0.0, 0)
        got = (said, *expected[1:])
        verdict = Verdict.AC if got == expected else Verdict.WA
        return Outcome(trial, verdict, "", expected, got, seconds, 0.0, 0)


def judged(
    says: Ends, monkeypatch: pytest.MonkeyPatch, task: Task = OWN, **told: Any
) -> tuple[Judgement, Pretended]:
    program = Pretended(says, task)
    supervisor: Any = SimpleNamespace(restrictions="walls")

    def made(running: object, command: Sequence[str], asked: Task) -> Pretended:
        assert (running, tuple(command), asked) == (supervisor, ("/here/answer", "-v"), task)
        return program

    monkeypatch.setattr(answers, "Program", made)
    monkeypatch.setattr(answers, "locate", lambda command: ("/here/answer", *command[1:]))
    return judge_answers(["answer", "-v"], task, supervisor=supervisor, **told), program


def test_a_right_program_is_tried_on_every_row_once(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[int, int]] = []
    unasked, program = judged(lambda rows: Verdict.AC, monkeypatch)
    assert (unasked.seed, program.tried) == (0, trials(OWN, 300, seed=0))
    found, program = judged(
        lambda rows: Verdict.AC, monkeypatch, count=9, seed=4, progress=lambda *step: steps.append(step)
    )
    assert program.tried == trials(OWN, 9, seed=4)
    assert steps == [(made, 9) for made in range(1, 10)]
    assert (found.command, found.task, found.seed, found.scoring) == (("answer", "-v"), OWN, 4, Scoring())
    assert (found.accepted, found.verdict, found.missed, found.left_out) == (True, Verdict.AC, (), 0)
    assert (found.shrunk, found.mistakes, found.counts) == (None, (), {Verdict.AC: 9})
    assert found.slowest is found.outcomes[5]
    assert [found.score.total, len(found.outcomes)] == [1, 9]


def test_rows_of_ones_own_are_tried_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[Values] = [(1, 2), (3,), (1, 2)]
    _, program = judged(lambda rows: Verdict.AC, monkeypatch, rows=rows)
    assert program.tried == [Trial("own", (row,)) for row in rows]
    several = replace(OWN, form="cases")
    _, program = judged(lambda rows: Verdict.AC, monkeypatch, several, rows=rows)
    assert program.tried == [Trial("own", tuple(rows))]
    with pytest.raises(TaskError) as fault:
        judge_answers(["answer"], OWN, rows=[(1,), (2000,)])
    assert str(fault.value) == "row 2 has the value 2000, but -1000 to 1000 are allowed"
    with pytest.raises(TaskError) as fault:
        judge_answers(["answer"], replace(OWN, low=2, high=1))
    assert str(fault.value) == "the limits of the task leave no rows: 1 to 30 cards, values from 2 to 1"


@pytest.mark.parametrize("verdict", [Verdict.TLE, Verdict.MLE])
def test_after_four_runs_at_the_limit_the_rest_is_left_out(
    verdict: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    def says(rows: tuple[Values, ...]) -> Verdict:
        return verdict if len(rows[0]) == 4 else Verdict.AC

    rows: list[Values] = [
        (8, 15, 3, 7),
        (1,),
        (5, 3, 7, 1),
        (2, 2, 2, 2),
        (3,),
        (9, 2, 1, 4),
        (7,),
        (5, 5, 5, 5),
    ]
    steps: list[tuple[int, int]] = []
    found, _ = judged(
        says, monkeypatch, rows=rows, scoring=Scoring(by="runs"), progress=lambda *step: steps.append(step)
    )
    assert [outcome.trial.rows[0] for outcome in found.outcomes] == rows[:6]
    assert [trial.rows[0] for trial in found.missed] == rows[6:]
    assert (found.left_out, found.verdict) == (2, verdict)
    assert steps[-1] == (6, 8)
    assert found.scoring == Scoring(by="runs")
    assert float(found.score.total) == 2 / 8
    assert found.shrunk is not None
    assert found.shrunk.verdict is verdict


def test_what_does_not_start_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[int, int]] = []
    found, program = judged(
        lambda rows: Verdict.CE, monkeypatch, count=5, progress=lambda *step: steps.append(step)
    )
    assert (found.verdict, len(program.tried), found.left_out, steps) == (Verdict.CE, 1, 4, [(1, 5)])
    assert (found.shrunk, found.mistakes) == (None, ())

    def none(command: Sequence[str]) -> tuple[str, ...]:
        raise CommandError("there is no such program")

    monkeypatch.setattr(answers, "locate", none)
    supervisor: Any = SimpleNamespace(restrictions="")
    scoring = Scoring(by="all")
    refused = judge_answers(["answer"], OWN, count=5, supervisor=supervisor, scoring=scoring)
    assert refused == reject(["answer"], OWN, "there is no such program", count=5, scoring=scoring)
    assert [outcome.note for outcome in refused.outcomes] == ["there is no such program"]
    assert (refused.verdict, refused.left_out) == (Verdict.CE, 4)
    assert reject(["a"], OWN, "no").seed == 0
    assert len(reject(["a"], OWN, "no").missed) == 299
    assert reject(["a"], OWN, "no", seed=3, count=2).outcomes[0].trial == trials(OWN, 2, 3)[0]


def test_a_failure_of_the_first_verdict_is_shrunk_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def says(rows: tuple[Values, ...]) -> Verdict | str:
        return Verdict.RE if rows[0] == (1,) else str(sum(rows[0]))

    rows: list[Values] = [(9,), (8, 15, 3, 7), (1,), (9, 4, 6)]
    found, _ = judged(says, monkeypatch, rows=rows)
    assert found.verdict is Verdict.WA
    assert found.counts == {Verdict.AC: 1, Verdict.WA: 2, Verdict.RE: 1}
    assert found.shrunk is not None
    assert (found.shrunk.verdict, found.shrunk.trial) == (Verdict.WA, Trial("own", ((1, 1),)))
    assert [mistake.name for mistake in found.mistakes] == ["adds what the opponent gets"]


@pytest.mark.parametrize(
    ("verdict", "named"),
    [
        (Verdict.RE, [CARRIES_OVER]),
        (Verdict.TLE, [TOO_SLOW]),
        (Verdict.MLE, [TOO_LARGE]),
        (Verdict.PE, []),
    ],
)
def test_where_only_several_rows_fail_together_that_is_the_mistake(
    verdict: Verdict, named: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def says(rows: tuple[Values, ...]) -> Verdict | str:
        return verdict if len(rows) > 1 else Verdict.AC

    found, _ = judged(says, monkeypatch, replace(OWN, form="cases"), rows=[(4,), (5, 5), (6,)])
    assert found.shrunk is not None
    assert found.shrunk.trial.rows == ((0,), (0,))
    assert list(found.mistakes) == named
    wrong, _ = judged(
        lambda rows: "-7" if len(rows) > 1 else Verdict.AC,
        monkeypatch,
        replace(OWN, form="cases"),
        rows=[(4,), (5, 5), (6,)],
    )
    assert wrong.mistakes == (CARRIES_OVER,)


def test_shrinking_ends_after_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    row = tuple(range(100, 120))
    found, program = judged(lambda rows: "-7", monkeypatch, rows=[row], shrink_seconds=-1.0)
    assert found.shrunk is found.outcomes[0]
    unexplained, _ = judged(lambda rows: "-7", monkeypatch, rows=[row], shrink_seconds=0)
    assert (unexplained.verdict, unexplained.shrunk, unexplained.mistakes) == (Verdict.WA, None, ())
    assert program.tried[0] == Trial("own", (row,))


# --- shrinking ---------------------------------------------------------------------------------


def shrunk(
    fails: Callable[[tuple[Values, ...]], bool], *rows: Values, task: Task = OWN
) -> tuple[tuple[Values, ...], list[tuple[Values, ...]]]:
    """The smallest failing rows, and all that were tried on the way."""
    program: Any = Pretended(lambda rows: Verdict.WA if fails(rows) else Verdict.AC, task)
    first = program.try_out(Trial("small", rows))
    program.tried.clear()
    found, seen = shrink(program, first, 30.0)
    assert [outcome.trial for outcome in seen] == program.tried
    assert {trial.group for trial in program.tried} <= {"small"}
    assert found is first or found in seen
    return found.trial.rows, [trial.rows for trial in program.tried]


def written(rows: tuple[Values, ...]) -> str:
    return ", ".join(" ".join(map(str, row)) for row in rows)


CASES = replace(OWN, form="cases")
EVEN = replace(OWN, least=2, even_only=True, low=-20)

SEQUENCES: list[tuple[str, Task, Callable[[tuple[Values, ...]], bool]]] = [
    ("4 9 -2 7", CASES, lambda rows: len(rows[0]) > 2 and max(rows[0]) > 5),
    ("-40 7 33 -40 7", CASES, lambda rows: sum(map(abs, rows[0])) > 60),
    ("2 0", CASES, lambda rows: rows == ((2, 0),)),
    ("5, 6 1, 7, 8 2, 9", CASES, lambda rows: len(rows) > 1 and len(rows[-1]) == 1),
    ("1 2 3, 4 5, 6 7 8", CASES, lambda rows: sum(map(len, rows)) > 5 and len(rows) > 1),
    ("8 15 3 7 2", CASES, lambda rows: rows == ((8, 15, 3, 7, 2),)),
    ("5, 6 1, 7, 8 2, 9", CASES, lambda rows: any(len(row) == 2 and sum(row) > 7 for row in rows)),
    ("5, 6 1, 7, 8 2, 9", CASES, lambda rows: sum(map(sum, rows)) > 30 and len(rows) > 3),
    ("3 17 12", OWN, lambda rows: max(rows[0]) >= 17),
    ("3 -17 12", OWN, lambda rows: min(rows[0]) <= -17),
    ("4 -9 -2 -7 3 1", EVEN, lambda rows: sum(rows[0]) < -9),
    ("9 1 2 3 4 7", EVEN, lambda rows: (rows[0][0], rows[0][-1]) == (9, 7)),
    ("9 5 5 5 5 5 5 7", EVEN, lambda rows: (rows[0][0], rows[0][-1]) == (9, 7)),
]


def test_shrinking_tries_bold_steps_first_and_nothing_twice() -> None:
    """Each step is simpler and allowed, and the simplest that fails is the result."""
    lines = []
    for given, task, fails in SEQUENCES:
        rows = tuple(tuple(map(int, row.split())) for row in given.split(", "))
        found, tried = shrunk(fails, *rows, task=task)
        assert len(tried) == len(set(tried))
        assert max(map(complexity, tried)) < complexity(rows)
        assert all(task.allows(row) for each in tried for row in each)
        assert found == min((each for each in [*tried, rows] if fails(each)), key=complexity)
        lines += [f"{given} is shrunk to {written(found)}:", *(f"  {written(each)}" for each in tried)]
    is_expected("shrinking.txt", "\n".join([*lines, ""]))


def test_shrinking_ends_after_a_thousand_runs() -> None:
    task = replace(OWN, high=10**9)
    row = tuple(10**9 - at for at in range(30))
    _, tried = shrunk(lambda rows: rows == (row,), row, task=task)
    assert len(tried) == 1000


def test_a_failure_of_another_verdict_is_another_failure() -> None:
    program: Any = Pretended(lambda rows: Verdict.RE if len(rows[0]) < 3 else Verdict.WA)
    found, _ = shrink(program, program.try_out(Trial("small", ((5, 6, 7, 8),))))
    assert (found.verdict, found.trial.rows) == (Verdict.WA, ((0, 0, 0),))


def test_the_failure_to_begin_with_has_the_smallest_row_among_those_that_failed() -> None:
    def outcome(*rows: Values, wrong: int) -> Outcome:
        got = tuple("x" if at == wrong else "0" for at in range(len(rows)))
        return Outcome(Trial("g", rows), Verdict.WA, "", ("0",) * len(rows), got, 0.0, 0.0, 0)

    long, small = outcome((1,), (9, 9), wrong=1), outcome((1, 1, 1), (2, 2), wrong=1)
    assert smallest([long, small]) is small
    assert smallest([small, outcome((3,), wrong=0), long]).trial.rows == ((3,),)
    assert complexity(((3, -4), (-1,), (0,))) == (3, 4, 8, 2)


# --- functions ---------------------------------------------------------------------------------


def test_a_function_is_called_by_a_program_of_ours() -> None:
    assert call_command("it/a.py", "best") == (*(sys.executable, "-I", calling.__file__, "it/a.py", "best"),)
    with pytest.raises(TaskError) as fault:
        require_function_name("a.f")
    assert str(fault.value) == "'a.f' is not a function name: write a name, as in --function solve"
    asked = replace(OWN, sentence="{answer}")
    assert function_task(asked) == replace(asked, form="lines", sentence=None, time_per_row=True)
