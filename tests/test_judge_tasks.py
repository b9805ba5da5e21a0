"""Tasks: which rows are allowed, how answers are read, and what verdict a run has; no process."""

from __future__ import annotations

import signal
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

import twoends
from expected import is_expected
from twoends.judge import TASKS, CommandError, Limits, Task, TaskError, Verdict, task
from twoends.judge.containment.contained import Run
from twoends.judge.questions import ASKS, several
from twoends.judge.tasks import FormError, Values, printable, proof
from twoends.judge.trials import Trial, trials
from twoends.judge.verdicts import Outcome, Program, refusal, verdict_of
from twoends.rules.opponents import opponent

OWN = Task("own", "the tests", opponent("greedy left"), "first", "values")


TWO_ANSWERS = "two answers, because the task does not say which of two equal ends its opponent takes"


@pytest.mark.parametrize(
    ("changed", "row", "objection"),
    [
        ({}, (1,) * 100, ""),
        ({}, (1,) * 101, "101 cards, but 1 to 100 are allowed"),
        ({}, (), "0 cards, but 1 to 100 are allowed"),
        ({"least": 2}, (1,), "1 card, but 2 to 100 are allowed"),
        ({"least": 2}, (1, 1), ""),
        ({"even_only": True}, (1, 2, 3), "3 cards, but the number must be even"),
        ({"even_only": True}, (1, 2), ""),
        ({}, (-1000, 1000), ""),
        ({}, (5, -1001, 1001), "the value -1001, but -1000 to 1000 are allowed"),
        ({}, (5, 1001), "the value 1001, but -1000 to 1000 are allowed"),
        ({"odd_sum": True}, (1, 3), "the sum 4, but it must be odd"),
        ({"odd_sum": True}, (1, 2), ""),
        ({"most_sum": 6}, (3, 4), "the sum 7, but at most 6 is allowed"),
        ({"most_sum": 6}, (3, 3), ""),
        ({"ties_open": True}, (300, 100, 10, 500, 1000, 100), TWO_ANSWERS),
        ({"ties_open": True}, (4, 1, 9, 1), ""),
    ],
)
def test_a_row_outside_a_limit_is_refused_with_that_limit(
    changed: dict[str, object], row: Values, objection: str
) -> None:
    asked = replace(OWN, **changed)  # type: ignore[arg-type]  # fields by name
    assert asked.objection(row) == objection
    assert asked.allows(row) == (objection == "")


# --- answers -----------------------------------------------------------------------------------


READ = [
    ("first", "7\n", ["7"]),
    ("first", "\n  7  \n\n", ["7"]),
    ("first", "-007", ["-7"]),
    ("first", "1" * 1001, f"line 1 is '{'1' * 57}...', not a whole number"),
    ("first", "+7", "line 1 is '+7', not a whole number"),
    ("first", "٧", "line 1 is '٧', not a whole number"),
    ("first", "7 8", "line 1 is '7 8', not a whole number"),
    ("both", "7 -8", ["7 -8"]),
    ("both", "7", "line 1 is '7', not two whole numbers"),
    ("both", "7 8 9", "line 1 is '7 8 9', not two whole numbers"),
    ("cases", " 7\t8 ", ["7 8"]),
    ("winner", "First", ["first"]),
    ("winner", "me", "line 1 is 'me', not first or second or draw"),
    ("wins", "True", ["true"]),
    ("wins", "1", "line 1 is '1', not true or false"),
    ("first", "", "0 lines of output, 1 expected"),
    ("first", "7\n8", "2 lines of output, 1 expected: line 2 is '8'"),
    ("first", "a\u2060", "line 1 is 'a·', not a whole number: it contains WORD JOINER (U+2060)"),
]


@pytest.mark.parametrize(("asks", "output", "expected"), READ)
def test_an_answer_is_read_or_refused_with_one_sentence(
    asks: str, output: str, expected: list[str] | str
) -> None:
    asked = replace(OWN, asks=asks)
    if isinstance(expected, list):
        assert asked.read(output.encode(), 1) == expected
        return
    with pytest.raises(FormError) as fault:
        asked.read(output.encode(), 1)
    assert str(fault.value) == expected


def test_several_answers_are_read_one_per_line() -> None:
    assert OWN.read(b"7\n\n 8\n-0\n", 3) == ["7", "8", "0"]
    with pytest.raises(FormError, match=r"^1 line of output, 3 expected$"):
        OWN.read(b"7\n", 3)
    with pytest.raises(FormError, match=r"^line 2 is 'x', not a whole number$"):
        OWN.read(b"7\nx\n", 2)
    assert OWN.read(b"7\r\n8\r\n", 2) == ["7", "8"]
    with pytest.raises(FormError, match=r"^line 1 is '7\ufffd', not a whole number$"):
        OWN.read(b"7\xff", 1)


def test_an_answer_is_part_of_a_sentence_if_the_task_has_one() -> None:
    asked = replace(OWN, sentence="In game {game} it is {answer} points.")
    assert asked.show("7") == "In game 1 it is 7 points."
    assert asked.show("-7", 12) == "In game 12 it is -7 points."
    assert asked.read(b"In game 1 it is 7 points.\nIn game 2 it is  -8  points.\n", 2) == ["7", "-8"]
    wanted = "'In game 1 it is … points.'"
    for line, expected in (
        ("In game 2 it is 7 points.", wanted),
        ("In game 1 it is 7 points", wanted),
        ("7", wanted),
        ("In game 1 it is  points.", "a whole number"),
    ):
        with pytest.raises(FormError) as fault:
            asked.read(line.encode(), 1)
        assert str(fault.value) == f"line 1 is '{line}', not {expected}"
    assert OWN.show("7", 3) == "7"


def test_the_line_of_play_proves_the_answer() -> None:
    row = (8, 15, 3, 7)
    assert proof(replace(OWN, asks="second", opponent=opponent("optimal")), row) == (
        "against optimal: opponent right 7, you left 8, opponent left 15, you left 3; "
        "you have 11, the opponent 22"
    )
    assert proof(TASKS["dumb-smart"], row) == (
        "against generous: you left 8, opponent right 7, you left 15, opponent left 3; "
        "you have 23, the opponent 10\n"
        "against optimal: you right 7, opponent left 8, you left 15, opponent left 3; "
        "you have 22, the opponent 11"
    )


def test_cards_are_counted_with_the_right_plural_and_control_characters_shown_as_dots() -> None:
    assert [several(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert printable("8 ä\t\u200b\n…\udcff") == "8 ä···…·"


# --- right answers -----------------------------------------------------------------------------

PUBLISHED: list[tuple[str, Values, str, str]] = [
    ("removal-game", (4, 5, 1, 3), "4\n4 5 1 3\n", "8"),
    ("deque", (10, 80, 90, 30), "4\n10 80 90 30\n", "10"),
    ("two-ends", (3, 2, 10, 4), "4 3 2 10 4\n0\n", "7"),
    ("two-ends", (1, 2, 3, 4, 5, 6, 7, 8), "8 1 2 3 4 5 6 7 8\n0\n", "4"),
    ("two-ends", (300, 100, 10, 500, 1000, 100), "6 300 100 10 500 1000 100\n0\n", "610"),
    ("predict-the-winner", (1, 5, 2), "1 5 2\n", "false"),
    ("stone-game", (5, 3, 4, 5), "5 3 4 5\n", "true"),
    ("handout-281", (1, 30, 100, 15, 2), "5\n1 30 100 15 2\n", "103"),
    ("dumb-smart", (5, 7, 9, 1, 4, 2), "1\n6\n5 7 9 1 4 2\n", "21 18"),
    ("dumb-smart", (8, 15, 3, 7), "1\n4\n8 15 3 7\n", "23 22"),
    ("usaco-game", (4, 7, 2, 9, 5, 2), "6\n4 7 2 9 5 2\n", "18 11"),
    ("stone-game-ii", (2, 7, 9, 4, 4), "2 7 9 4 4\n", "10"),
    ("stone-game-ii", (1, 2, 3, 4, 5, 100), "1 2 3 4 5 100\n", "104"),
    ("stone-game-iii", (1, 2, 3, 7), "1 2 3 7\n", "Bob"),
    ("stone-game-iii", (1, 2, 3, -9), "1 2 3 -9\n", "Alice"),
    ("stone-game-iii", (1, 2, 3, 6), "1 2 3 6\n", "Tie"),
    ("stone-game-vii", (5, 3, 1, 4, 2), "5 3 1 4 2\n", "6"),
    ("stone-game-vii", (7, 90, 5, 1, 100, 10, 10, 2), "7 90 5 1 100 10 10 2\n", "122"),
    ("stone-game-viii", (-1, 2, -3, 4, -5), "-1 2 -3 4 -5\n", "5"),
    ("stone-game-viii", (7, -6, 5, 10, 5, -2, -6), "7 -6 5 10 5 -2 -6\n", "13"),
    ("stone-game-viii", (-10, -12), "-10 -12\n", "-22"),
    ("game-of-sum", (4, -10, -20, 7), "4\n4 -10 -20 7\n0\n", "7"),
    ("game-of-sum", (1, 2, 3, 4), "4\n1 2 3 4\n0\n", "10"),
    ("max-cards", (1, 2, 3, 4, 5, 6, 1, 3), "1 2 3 4 5 6 1\n3\n", "12"),
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
    *(replace(SMALL, asks=ask, opponent=opponent("optimal")) for ask in ASKS if ask != "cases"),
    *(replace(SMALL, asks=ask, opponent=opponent("modest")) for ask in ("both", "second", "margin")),
    *(replace(SMALL, asks=ask) for ask in ("both", "second")),
)
OTHER_RULES = (replace(each, most=30) for each in TASKS.values() if not each.rules.plain)


@pytest.mark.parametrize(
    "task", [*EVERY_QUESTION, *OTHER_RULES], ids=lambda task: f"{task.name}, {task.asks}, {task.opponent}"
)
def test_answers_agree_with_exhaustive_search(task: Task) -> None:
    rows = [row for trial in trials(task, 40, 1) for row in trial.rows if len(row) <= 6]
    assert len(rows) > 15
    for row in rows:
        cards, rules = task.game(row)
        solved = twoends.solve(cards, task.opponent, rules=rules, method="exhaustive")
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
        }[task.asks]
        assert task.answer(row) == expected, row


def test_every_task_has_its_recorded_question_and_limits() -> None:
    lines = [
        f"{name}: {each.source}; {each.phrase}\n  {each.bounds.text}; {each.seconds:g} s, "
        f"{each.memory >> 20} MB"
        for name, each in TASKS.items()
    ]
    is_expected("judge_tasks.txt", "\n".join([*lines, ""]))
    with pytest.raises(TaskError) as fault:
        task("nim")
    assert str(fault.value) == f"there is no task 'nim': choose {', '.join(TASKS)}"
    assert task("deque") is TASKS["deque"]


# --- verdicts ----------------------------------------------------------------------------------

LIMITS = Limits(seconds=1.5, memory=64 << 20, output=2048, processes=5)

ENDED = Run("by itself", 0, b"7\n", b"", seconds=0.25, wall=0.5, memory=10 << 20, limits=LIMITS)

TASK = Task("own", "the tests", opponent("optimal"), "first", "cases", seconds=1.5, memory=64 << 20, stack=8)

STACK = "a full stack, or an index out of bounds"

TOO_LARGE = "it used more than 64 MB of memory"

ABORT = "abort: an uncaught exception, or a damaged heap"

TOO_LONG = "it was still running after 1.5 s of processor time"


@pytest.mark.parametrize(
    ("changed", "verdict", "sentence"),
    [
        ({}, Verdict.AC, ""),
        ({"ended": "memory"}, Verdict.MLE, TOO_LARGE),
        ({"memory": 64 << 20}, Verdict.AC, ""),
        ({"memory": (64 << 20) + 1}, Verdict.MLE, TOO_LARGE),
        ({"memory": 65 << 20, "status": -11}, Verdict.RE, f"it was killed by SIGSEGV ({STACK})"),
        ({"memory": 65 << 20, "status": 11}, Verdict.MLE, TOO_LARGE),
        ({"memory": 65 << 20, "status": -11, "ended": "time"}, Verdict.MLE, TOO_LARGE),
        ({"ended": "time", "status": -9}, Verdict.TLE, TOO_LONG),
        ({"seconds": 1.5}, Verdict.AC, ""),
        ({"seconds": 1.51}, Verdict.TLE, TOO_LONG),
        ({"status": -signal.SIGXCPU}, Verdict.TLE, TOO_LONG),
        ({"status": signal.SIGXCPU}, Verdict.RE, f"it ended with exit status {int(signal.SIGXCPU)}"),
        (
            {"ended": "clock", "status": -9, "wall": 4.04},
            Verdict.TLE,
            "it hung: still running after 4.0 s, with 0.25 s of processor time used; "
            "it had printed output: is a thread still running, or does it wait for more input?",
        ),
        ({"ended": "processes", "status": -9}, Verdict.RE, "it had more than 5 processes at once"),
        ({"output": b"7" * 2047}, Verdict.AC, ""),
        ({"output": b"7" * 2048}, Verdict.PE, "it wrote more than 2 KB"),
        ({"output": b"7" * 2048, "status": -signal.SIGXFSZ}, Verdict.PE, "it wrote more than 2 KB"),
        ({"status": -signal.SIGBUS}, Verdict.RE, "it was killed by SIGBUS (an invalid address)"),
        ({"status": -63}, Verdict.RE, "it was killed by signal 63"),
        ({"status": 1}, Verdict.RE, "it ended with exit status 1"),
        ({"status": 3, "errors": b"one\n two \n\n \n"}, Verdict.RE, "it ended with exit status 3: two"),
        ({"status": -6, "errors": b"\xff\x1b"}, Verdict.RE, f"it was killed by SIGABRT ({ABORT}): \ufffd·"),
        ({"status": 3, "errors": b"x" * 201}, Verdict.RE, f"it ended with exit status 3: {'x' * 200}"),
    ],
)
def test_the_end_of_a_run_has_a_verdict_and_a_sentence(
    changed: dict[str, Any], verdict: Verdict, sentence: str
) -> None:
    assert verdict_of(replace(ENDED, **changed)) == (verdict, sentence)


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


def test_verdicts_have_the_names_of_contests() -> None:
    assert ", ".join(f"{each} {each.value}" for each in Verdict) == (
        "AC accepted, WA wrong answer, TLE time limit exceeded, MLE memory limit exceeded, "
        "RE run-time error, PE presentation error, CE does not compile or start"
    )
