"""What goes along in a package for another judge, run in this process: answers, validators, statements."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from expected import is_expected
from twoends.judge import TASKS, Task, questions
from twoends.judge.exports import answer, autograder, kattis, validate
from twoends.judge.questions import ASKS, FORMS
from twoends.judge.tasks import Values
from twoends.judge.trials import trials
from twoends.judge.zoo import exact_mistakes
from twoends.rules.opponents import every_opponent, opponent

OWN = Task("own-task", "the tests", opponent("optimal"), "first", "count-then-values")

ROWS: tuple[Values, ...] = (
    (8, 15, 3, 7), (1, 30, 100, 15, 2), (6,), (-4, -9), (4, 4, 1, 4, 9, 9), (-1, 2, -3, 5, -3, 7, -1), (5, 5),
    (0, 7, 0), (2, 9, 9, 2), (3, 1, 2, 3), (300, 100, 10, 500, 1000, 100),
)  # fmt: skip


def asked_of(task: Task) -> dict[str, Any]:
    """A task, as a package tells it to the program for an answer."""
    return {
        "form": task.form,
        "asks": task.asks,
        "opponents": [[who.name, who.ties] for who in task.opponents],
        "sentence": task.sentence,
    }


@pytest.mark.parametrize("asks", ASKS)
def test_the_answer_that_goes_along_is_the_judges(asks: str) -> None:
    for who in every_opponent(stochastic=False):
        task = replace(OWN, asks=asks, opponent=who)
        for row in ROWS:
            assert answer.answer(list(row), asked_of(task)) == task.answer(row), f"{row}, against {who}"
    assert answer.answer([8, 15, 3, 7]) == "22", "as it is it plays best"


@pytest.mark.parametrize("asks", ["first", "margin", "not-beaten"])
def test_the_wrong_answers_that_go_along_are_those_of_the_mistakes(asks: str) -> None:
    task = replace(OWN, asks=asks, opponent=opponent("greedy left"))
    forms = [mistake.says for mistake in exact_mistakes(task) if mistake.name == "plays greedily"]
    said = [answer.answer(list(row), asked_of(task), "greedily") for row in ROWS]
    assert said in [[says(row) for row in ROWS] for says in forms]
    assert said != [task.answer(row) for row in ROWS]
    always = {answer.answer(list(row), asked_of(task), "one answer to everything") for row in ROWS}
    assert always == {"true" if asks == "not-beaten" else "0"}


SEVERAL: list[Values] = [(5, 7, -9), (3,), (2, 2)]


@pytest.mark.parametrize("form", FORMS)
def test_the_rows_of_every_form_are_read_as_they_are_written(form: str) -> None:
    task = replace(OWN, form=form)
    for rows in [SEVERAL, SEVERAL[1:2], [tuple(range(45))]]:
        given = rows if task.many else rows[:1]
        assert FORMS[form].read(task.write(given).decode()) == [list(row) for row in given]


# --- validators --------------------------------------------------------------------------------


def valid(task: Task, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the validator has against an input; empty if nothing."""
    monkeypatch.setattr(validate, "TASK", task.bounds._asdict())
    return validate.objection(text)


@pytest.mark.parametrize("form", FORMS)
def test_every_input_of_the_judge_is_valid(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = replace(OWN, form=form, most=50)
    for trial in trials(task, 60, seed=1):
        assert valid(task, task.write(trial.rows).decode(), monkeypatch) == "", trial


@pytest.mark.parametrize(
    ("form", "text", "right"),
    [
        ("values", "1 2", False),
        ("values", "", False),
        ("values", "1  2\n", False),
        ("values", "01\n", False),
        ("values", "-0\n", False),
        ("values", " 1\n", False),
        ("lines", "1\nx\n", False),
        ("values", "1\n2\n", False),
        ("counted-lines", "1 7\n", False),
        ("counted-lines", "2 7\n0\n", False),
        ("counted-lines", "0 7\n0\n", False),
        ("cases", "2\n1\n7\n", False),
        ("cases", "1\n1\n7\n1\n8\n", False),
        ("cases", "1\n2\n7\n", False),
        ("count-then-values", "2\n7\n", False),
        ("count-then-values", "2\n7\n8\n", False),
        ("count-then-values", "0\n1\n", False),
        ("count-then-values", "1\n7\n1\n8\n", False),
        ("count-then-lines", f"41\n{'7 ' * 19}7\n{'7 ' * 18}7\n7 7\n", False),
        ("count-then-lines", f"21\n{'7 ' * 20}7\n", False),
        ("count-then-lines", f"20\n{'7 ' * 19}7\n", True),
        ("count-then-lines", f"21\n{'7 ' * 19}7\n7\n", True),
        ("cases", "2\n1\n7\n2\n8 9\n", True),
        ("counted-lines", "0\n", True),
        ("lines", "1\n2 3\n", True),
        ("lines", "", False),
        ("values", "x\n", False),
        ("values", "1_0\n", False),
        ("values-then-stop", "8 15 3\n2\n", True),
        ("values-then-stop", "\n", False),
        ("values-stop-lines", "8 15 | 1\n3 7 | 2\n", True),
        ("values-stop-lines", "8 15 1\n", False),
    ],
)
def test_an_input_out_of_form_is_refused(
    form: str, text: str, right: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = "" if right else f"the input is not {FORMS[form].text}"
    assert valid(replace(OWN, form=form), text, monkeypatch) == fault


@pytest.mark.parametrize(("row", "n"), [("", "0 cards"), ("1 2 3", "3 cards")])
def test_a_row_outside_of_a_limit_is_refused(row: str, n: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = replace(OWN, form="lines", most=2)
    assert valid(task, f"1 2\n{row}\n", monkeypatch) == f"{n}, but 1 to 2 are allowed"


# --- a package of Kattis -----------------------------------------------------------------------


def test_the_statement_says_what_the_task_is() -> None:
    stones = kattis.statement(TASKS["stone-game"])
    assert "\nThe values on one line. The row has 2 to 500 cards, values from 1 to 500, an even" in stones
    assert "\nPrint one line: whether you, moving first, win. Print one of: true, false.\n" in stones
    both = kattis.statement(TASKS["dumb-smart"])
    assert (
        "\nThe opponent wants you to win and maximises your total."
        " Or: The opponent plays optimally and minimises your total.\n"
    ) in both


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Short programs in the place of those that go along."""
    (tmp_path / "questions.py").write_text('"""Q"""\n\nfrom __future__ import annotations\n\nFORMS = {}\n')
    monkeypatch.setattr(questions, "__file__", str(tmp_path / "questions.py"))
    (tmp_path / "validate.py").write_text(
        "import sys\nfrom twoends.judge.questions import FORMS, Bounds\n\n"
        'TASK: dict[str, Any] = {"form": "x",\n        "least": 1}  # fmt: skip\nprint(TASK)\n'
    )
    (tmp_path / "answer.py").write_text(
        '# {it}\nTASK: dict[str, Any] = {\n    "é": 1,\n}\nPLAYS = "best"  # or\n'
    )
    monkeypatch.setattr(validate, "__file__", str(tmp_path / "validate.py"))
    monkeypatch.setattr(answer, "__file__", str(tmp_path / "answer.py"))


def test_a_package_is_made_of_these_files(programs: None) -> None:
    task = replace(TASKS["two-ends"], most=12)
    files = dict(kattis.package(task, 8, seed=3))
    shown = "".join(f"=== {name}\n{content.decode()}" for name, content in files.items())
    is_expected("kattis_package.txt", re.sub(r"uuid: [\w-]{36}\n", "uuid: …\n", shown))
    assert dict(kattis.package(task, 8, seed=3)) == files
    other = dict(kattis.package(replace(task, most=14), 8, seed=3))
    assert other["problem.yaml"] != files["problem.yaml"], "another task has another uuid"


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        (replace(TASKS["stone-game"], most=6), ["plays_greedily", "one_answer_to_everything"]),
        # Whoever moves first on an even row is never beaten.
        (replace(TASKS["predict-the-winner"], most=6, even_only=True), ["plays_greedily"]),
        (replace(OWN, most=2), ["one_answer_to_everything"]),
        (replace(OWN, most=2, low=0, high=0), []),
        (replace(OWN, least=101, most=101), []),
        (replace(OWN, least=100, most=100), ["plays_greedily", "one_answer_to_everything"]),
    ],
)
def test_a_mistake_that_no_row_shows_does_not_go_along(
    programs: None, task: Task, expected: list[str]
) -> None:
    wrong = [Path(name).stem for name, _ in kattis.package(task, 10, seed=1) if "wrong" in name]
    assert wrong == expected


def test_what_latex_would_read_is_escaped() -> None:
    assert kattis.statement(replace(OWN, sentence="{answer} 7% of_a & b #1 $")).endswith(
        "The line is: \\{answer\\} 7\\% of\\_a \\& b \\#1 \\$\n"
    )
    assert kattis.statement(OWN).endswith("Print one line: your total moving first.\n")


# --- an autograder of Gradescope ---------------------------------------------------------------


def test_a_package_goes_along_as_it_is_but_for_what_was_compiled_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "mine"
    (package / "sub").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "sub" / "data.txt").write_text("seven")
    for name in ("a.pyc", "a.nbi", "a.nbc"):
        (package / name).write_text("compiled here")
    module = type("Module", (), {"__file__": str(package / "__init__.py")})
    monkeypatch.setattr(autograder, "import_module", {"mine": module}.__getitem__)
    assert list(autograder.files_of("mine")) == [("mine/__init__.py", b""), ("mine/sub/data.txt", b"seven")]
