"""The rows that a judgement tries, how they share runs, and how a failing one is made smaller: no process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from twoends.judge import TASKS, Task, Verdict, answers, judge_answers
from twoends.judge.shrink import shrink
from twoends.judge.tasks import Values
from twoends.judge.trials import MOST_CARDS_OF_A_TRIAL, MOST_ROWS_OF_A_TRIAL, Trial, bundle, trials
from twoends.judge.verdicts import Outcome
from twoends.rules.opponents import opponent

OWN = Task("own", "the tests", opponent("optimal"), "first", "count-then-values")
SEVERAL = replace(OWN, form="cases")


class Pretended:
    """A program that fails on the trials that are named, without a process."""

    task = OWN

    def __init__(self, fails: Callable[[tuple[Values, ...]], bool]) -> None:
        self._fails = fails

    def try_out(self, trial: Trial) -> Outcome:
        verdict = Verdict.WA if self._fails(trial.rows) else Verdict.AC
        return Outcome(trial, verdict, "", ("1",), ("0",), 0.0, 0.0, 0)


def sizes(found: Iterator[Trial]) -> list[int]:
    return [len(trial.rows) for trial in found]


def test_rows_share_a_run_up_to_a_number_of_rows_and_of_cards() -> None:
    rows: list[Values] = [(value,) for value in range(2 * MOST_ROWS_OF_A_TRIAL + 1)]
    assert MOST_ROWS_OF_A_TRIAL == 25
    for count, expected in ((25, [25]), (26, [25, 1]), (50, [25, 25]), (51, [25, 25, 1])):
        found = list(bundle(SEVERAL, "own", rows[:count]))
        assert sizes(iter(found)) == expected
        assert [row for trial in found for row in trial.rows] == rows[:count]
    half = (0,) * (MOST_CARDS_OF_A_TRIAL // 2)
    assert sizes(bundle(SEVERAL, "own", [half, half])) == [2]
    assert sizes(bundle(SEVERAL, "own", [half, half, (7,)])) == [2, 1]
    assert sizes(bundle(OWN, "own", rows[:3])) == [1, 1, 1], "its input has one row"


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_another_seed_gives_other_rows(task: Task) -> None:
    assert trials(task, 60, seed=1) != trials(task, 60, seed=2)


def test_a_judgement_tries_the_rows_of_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "Program", lambda *_: Pretended(lambda rows: False))
    monkeypatch.setattr(answers, "locate", lambda command: command)
    for seed in (1, 2):
        held: Any = SimpleNamespace(in_force="")  # nothing is run
        judged: Any = judge_answers(["nothing"], OWN, count=60, seed=seed, supervisor=held)
        assert judged.seed == seed
        assert [outcome.trial for outcome in judged.outcomes] == trials(OWN, 60, seed)


@pytest.mark.parametrize("row", [(9, 1, 2, 3, 4, 7), (9, 1, 7, 7), (9, 5, 5, 5, 5, 5, 5, 7)])
def test_cards_are_left_out_in_pairs_from_every_place(row: Values) -> None:
    """Where the number of cards must stay even and both ends must stay: the pair begins at an odd place."""

    def fails(rows: tuple[Values, ...]) -> bool:
        return all(len(each) % 2 == 0 and (each[:1], each[-1:]) == ((9,), (7,)) for each in rows)

    program: Any = Pretended(fails)
    found, seen = shrink(program, program.try_out(Trial("own", (row,))))
    assert found.trial.rows == ((9, 7),)
    assert found.verdict is Verdict.WA
    assert {outcome.verdict for outcome in seen} <= {Verdict.WA, Verdict.AC}
