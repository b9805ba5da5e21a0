"""Tasks: which rows are allowed, how answers are read, and what verdict a run has; no process."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

import twoends
from expected import calls_are_expected
from twoends.answers.questions import QUESTIONS
from twoends.judge import TASKS, CommandError, Limits, Task, Verdict
from twoends.judge.outcomes import Outcome, Program, refusal
from twoends.judge.tasks import Values, proof
from twoends.judge.trials import Trial, trials
from twoends.programs.client import Run
from twoends.programs.verdicts import verdict_of
from twoends.rules.opponents import opponent

OWN = Task("own", "the tests", (opponent("greedy left"),), "first", "values")


def own(**changed: Any) -> Task:
    return replace(OWN, **changed)


def ended(**changed: Any) -> str:
    """The verdict on a run that printed 7 and ended in time, except for these changes."""
    verdict, sentence = verdict_of(replace(ENDED, **changed))
    return f"{verdict} {sentence}"


def test_rows_answers_and_ends_of_runs_are_accepted_or_get_one_sentence() -> None:
    functions = (own, ended, proof, opponent)
    names: dict[str, Any] = {each.__name__: each for each in functions}
    calls_are_expected("calls_of_tasks.txt", names)


# --- right answers -----------------------------------------------------------------------------

PUBLISHED: list[tuple[str, Values, str, str]] = [
    ("removal-game", (4, 5, 1, 3), "4\n4 5 1 3\n", "8"),
    ("deque", (10, 80, 90, 30), "4\n10 80 90 30\n", "10"),
    ("two-ends", (300, 100, 10, 500, 1000, 100), "6 300 100 10 500 1000 100\n0\n", "610"),
    ("predict-the-winner", (1, 5, 2), "1 5 2\n", "false"),
    ("stone-game", (5, 3, 4, 5), "5 3 4 5\n", "true"),
    ("handout-281", (1, 30, 100, 15, 2), "5\n1 30 100 15 2\n", "103"),
    ("dumb-smart", (5, 7, 9, 1, 4, 2), "1\n6\n5 7 9 1 4 2\n", "21 18"),
    ("usaco-game", (4, 7, 2, 9, 5, 2), "6\n4 7 2 9 5 2\n", "18 11"),
    ("stone-game-ii", (2, 7, 9, 4, 4), "2 7 9 4 4\n", "10"),
    ("stone-game-iii", (1, 2, 3, 7), "1 2 3 7\n", "Bob"),
    ("stone-game-iii", (1, 2, 3, 6), "1 2 3 6\n", "Tie"),
    ("stone-game-vii", (7, 90, 5, 1, 100, 10, 10, 2), "7 90 5 1 100 10 10 2\n", "122"),
    ("stone-game-viii", (7, -6, 5, 10, 5, -2, -6), "7 -6 5 10 5 -2 -6\n", "13"),
    ("stone-game-viii", (-10, -12), "-10 -12\n", "-22"),
    ("game-of-sum", (4, -10, -20, 7), "4\n4 -10 -20 7\n0\n", "7"),
    ("max-cards", (1, 2, 3, 4, 5, 6, 1, 3), "1 2 3 4 5 6 1\n3\n", "12"),
    ("sereja-and-dima", (4, 1, 2, 10), "4\n4 1 2 10\n", "12 5"),
    (
        "multiplication-score",
        (-5, -3, -3, -2, 7, 1, -10, -5, 3, 4, 6, 5),
        "-5 -3 -3 -2 7 1\n-10 -5 3 4 6\n",
        "102",
    ),
    ("treats", (1, 3, 1, 5, 2), "5\n1\n3\n1\n5\n2\n", "43"),
]


@pytest.mark.parametrize(("name", "row", "text", "answer"), PUBLISHED)
def test_a_task_has_the_published_form_and_answer(name: str, row: Values, text: str, answer: str) -> None:
    task = TASKS[name]
    assert task.allows(row)
    assert (task.write([row]).decode(), task.answer(row)) == (text, answer)
    assert task.read(f"{task.show(answer.lower())}\n".encode(), 1) == [answer], "words may have any case"
    assert proof(task, row), "there is a line of play"


SMALL = replace(OWN, most=6)
EVERY_QUESTION = (
    *(replace(SMALL, question=ask, opponents=(opponent("optimal"),)) for ask in QUESTIONS),
    *(replace(SMALL, question=ask, opponents=(opponent("modest"),)) for ask in ("both", "second", "margin")),
    *(replace(SMALL, question=ask) for ask in ("both", "second")),
)
OTHER_RULES = (replace(each, most=30) for each in TASKS.values() if not each.rules.plain)


@pytest.mark.parametrize(
    "task",
    [*EVERY_QUESTION, *OTHER_RULES],
    ids=lambda task: f"{task.name}, {task.question}, {task.opponents[0]}",
)
def test_answers_agree_with_exhaustive_search(task: Task) -> None:
    rows = [row for trial in trials(task, 30, 1) for row in trial.rows if len(task.cards(row)) <= 5]
    assert len(rows) > 8
    for row in rows:
        cards, rules = task.game(row)
        solved = twoends.solve(cards, task.opponents[0], rules=rules, method="exhaustive")
        margin, first, second = solved.margin_first, solved.first, solved.second
        expected = {
            "first": f"{first}",
            "second": f"{second}",
            "margin": f"{margin}",
            "both": f"{first} {sum(cards) - first}",
            "winner": "first" if margin > 0 else "second" if margin < 0 else "draw",
            "alice": "Alice" if margin > 0 else "Bob" if margin < 0 else "Tie",
            "not-beaten": "true" if margin >= 0 else "false",
            "wins": "true" if margin > 0 else "false",
        }[task.question]
        assert task.answer(row) == expected, row


# --- verdicts ----------------------------------------------------------------------------------

LIMITS = Limits(seconds=1.5, memory=64 << 20, output=2048, processes=5)

ENDED = Run("by itself", 0, b"7\n", b"", seconds=0.25, wall=0.5, memory=10 << 20, limits=LIMITS)

TASK = Task(
    "own", "the tests", (opponent("optimal"),), "first", "cases", seconds=1.5, memory=64 << 20, stack=8
)


def supervisor_of(end: Run | CommandError) -> Any:
    """A stand-in for a supervisor whose only run ends like this."""
    return Mock(run=Mock(side_effect=[end]))


TRIAL = Trial("small", ((3, 9), (4,)))


@pytest.mark.parametrize(
    ("rows", "output", "verdict", "note", "got"),
    [
        (((3, 9), (4,)), b"9\n4\n", Verdict.AC, "", ("9", "4")),
        (((3, 9), (4,)), b"9\n5\n", Verdict.WA, "1 of 2 answers is wrong", ("9", "5")),
        (((3, 9), (4,)), b"8\n5\n", Verdict.WA, "2 of 2 answers are wrong", ("8", "5")),
        (((3, 9),), b"8\n", Verdict.WA, "the answer is wrong", ("8",)),
        (((3, 9), (4,)), b"9\n", Verdict.PE, "1 line of output, 2 expected", None),
    ],
)
def test_a_run_becomes_an_outcome(
    rows: tuple[Values, ...], output: bytes, verdict: Verdict, note: str, got: tuple[str, ...] | None
) -> None:
    supervisor = supervisor_of(replace(ENDED, output=output))
    trial = Trial("small", rows)
    outcome = Program(supervisor, ["./answer", "-v"], TASK).try_out(trial)
    expected = tuple("9" if row == (3, 9) else "4" for row in rows)
    kept = output.decode() if verdict is Verdict.PE else ""
    assert outcome == Outcome(trial, verdict, note, expected, got, 0.25, 0.5, 10 << 20, kept)
    limits = Limits(seconds=1.5, memory=64 << 20, stack=8)
    assert supervisor.run.call_args.args == (["./answer", "-v"], TASK.write(rows), limits)
    wrong = [row for row, one, other in zip(rows, expected, got or (None,) * 2, strict=True) if one != other]
    assert outcome.failed_rows == wrong


def test_the_output_of_a_failed_run_is_not_read() -> None:
    supervisor = supervisor_of(replace(ENDED, output=b"9\n4\n", status=1))
    outcome = Program(supervisor, ["./answer"], TASK).try_out(TRIAL)
    assert (outcome.verdict, outcome.got, outcome.failed_rows) == (Verdict.RE, None, [(3, 9), (4,)])


def test_the_error_of_a_program_that_does_not_start_is_printable() -> None:
    expected = Outcome(TRIAL, Verdict.CE, "no ·[31m", ("9", "4"), None, 0.0, 0.0, 0)
    assert refusal(TASK, TRIAL, "no \x1b[31m") == expected
    assert Program(supervisor_of(CommandError("no \x1b[31m")), ["./answer"], TASK).try_out(TRIAL) == expected
