"""The contents of packages for other judges: answers, validators, statements; all in this process."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import judged
from expected import is_expected
from twoends.judge import TASKS, Task, questions
from twoends.judge.exports import answer, autograder, kattis, validate
from twoends.judge.questions import ASKS, FORMS
from twoends.judge.tasks import Values
from twoends.judge.trials import trials
from twoends.judge.zoo import exact_mistakes
from twoends.rules.opponents import every_opponent, opponent

OWN = replace(judged.OWN, name="own-task")

ROWS: tuple[Values, ...] = (
    (8, 15, 3, 7), (1, 30, 100, 15, 2), (6,), (-4, -9), (4, 4, 1, 4, 9, 9), (-1, 2, -3, 5, -3, 7, -1), (5, 5),
    (0, 7, 0), (2, 9, 9, 2), (3, 1, 2, 3), (300, 100, 10, 500, 1000, 100),
)  # fmt: skip


def embedded(task: Task) -> dict[str, Any]:
    """A task as a package embeds it in the answer program."""
    return {
        "form": task.form,
        "asks": task.asks,
        "opponents": [[who.name, who.ties] for who in task.opponents],
        "sentence": task.sentence,
    }


@pytest.mark.parametrize("asks", ASKS)
def test_the_packaged_answers_are_those_of_the_judge(asks: str) -> None:
    for who in every_opponent(stochastic=False):
        task = replace(OWN, asks=asks, opponent=who)
        for row in ROWS:
            assert answer.answer(list(row), embedded(task)) == task.answer(row), f"{row}, against {who}"
    assert answer.answer([8, 15, 3, 7]) == "22", "without a task it plays best"


@pytest.mark.parametrize("asks", ["first", "margin", "not-beaten"])
def test_the_packaged_wrong_answers_are_those_of_the_mistakes(asks: str) -> None:
    task = replace(OWN, asks=asks, opponent=opponent("greedy left"))
    forms = [mistake.says for mistake in exact_mistakes(task) if mistake.name == "plays greedily"]
    wrong = [answer.answer(list(row), embedded(task), "greedily") for row in ROWS]
    assert wrong in [[says(row) for row in ROWS] for says in forms]
    assert wrong != [task.answer(row) for row in ROWS]
    always = {answer.answer(list(row), embedded(task), "one answer to everything") for row in ROWS}
    assert always == {"true" if asks == "not-beaten" else "0"}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_reads_the_rows_that_it_writes(form: str) -> None:
    task = replace(OWN, form=form)
    rows: list[Values] = [(5, 7, -9), (3,), (2, 2), tuple(range(45))]
    for several in [rows] if task.many else [[row] for row in rows]:
        assert FORMS[form].read(task.write(several).decode()) == [list(row) for row in several]


# --- validators --------------------------------------------------------------------------------


def valid(task: Task, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The error of the validator on an input; empty if it is valid."""
    monkeypatch.setattr(validate, "TASK", task.bounds._asdict())
    return validate.objection(text)


@pytest.mark.parametrize("form", FORMS)
def test_the_validator_accepts_every_input_of_the_judge(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = replace(OWN, form=form, most=50)
    for trial in trials(task, 60, seed=1):
        assert valid(task, task.write(trial.rows).decode(), monkeypatch) == "", trial


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("count-then-lines", f"20\n{'7 ' * 19}7\n"),
        ("count-then-lines", f"21\n{'7 ' * 19}7\n7\n"),
        ("cases", "2\n1\n7\n2\n8 9\n"),
        ("counted-lines", "0\n"),
        ("lines", "1\n2 3\n"),
        ("values-then-stop", "8 15 3\n2\n"),
        ("values-stop-lines", "8 15 | 1\n3 7 | 2\n"),
    ],
)
def test_an_input_in_its_form_is_valid(form: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert valid(replace(OWN, form=form), text, monkeypatch) == ""


WRONG_INPUTS = {
    "values": ["1 2", "", "1  2\n", "01\n", "-0\n", " 1\n", "1\n2\n", "x\n", "1_0\n"],
    "lines": ["1\nx\n", ""],
    "counted-lines": ["1 7\n", "2 7\n0\n", "0 7\n0\n"],
    "cases": ["2\n1\n7\n", "1\n1\n7\n1\n8\n", "1\n2\n7\n"],
    "count-then-values": ["2\n7\n", "2\n7\n8\n", "0\n1\n", "1\n7\n1\n8\n"],
    "count-then-lines": [f"41\n{'7 ' * 19}7\n{'7 ' * 18}7\n7 7\n", f"21\n{'7 ' * 20}7\n"],
    "values-then-stop": ["\n"],
    "values-stop-lines": ["8 15 1\n"],
}


@pytest.mark.parametrize("form", WRONG_INPUTS)
def test_an_input_in_another_form_is_refused(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in WRONG_INPUTS[form]:
        fault = valid(replace(OWN, form=form), text, monkeypatch)
        assert fault == f"the input is not {FORMS[form].text}", text


@pytest.mark.parametrize(("row", "n"), [("", "0 cards"), ("1 2 3", "3 cards")])
def test_the_validator_refuses_a_row_outside_the_limits(
    row: str, n: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = replace(OWN, form="lines", most=2)
    assert valid(task, f"1 2\n{row}\n", monkeypatch) == f"{n}, but 1 to 2 are allowed"


# --- packages for Kattis -----------------------------------------------------------------------


def test_the_statement_gives_the_form_the_limits_and_the_opponents() -> None:
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
    """Short stand-ins for the packaged programs."""
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


def test_a_kattis_package_has_its_recorded_files(programs: None) -> None:
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
        # The first player is never beaten on an even row, so that "true" is always right.
        (replace(TASKS["predict-the-winner"], most=6, even_only=True), ["plays_greedily"]),
        (replace(OWN, most=2), ["one_answer_to_everything"]),
        (replace(OWN, most=2, low=0, high=0), []),
        (replace(OWN, least=101, most=101), []),
        (replace(OWN, least=100, most=100), ["plays_greedily", "one_answer_to_everything"]),
    ],
)
def test_a_mistake_that_no_row_reveals_is_not_packaged(
    programs: None, task: Task, expected: list[str]
) -> None:
    wrong = [Path(name).stem for name, _ in kattis.package(task, 10, seed=1) if "wrong" in name]
    assert wrong == expected


def test_special_characters_of_latex_are_escaped() -> None:
    assert kattis.statement(replace(OWN, sentence="{answer} 7% of_a & b #1 $")).endswith(
        "The line is: \\{answer\\} 7\\% of\\_a \\& b \\#1 \\$\n"
    )
    assert kattis.statement(OWN).endswith("Print one line: your total moving first.\n")


# --- autograders for Gradescope ----------------------------------------------------------------


def test_an_autograder_contains_a_package_without_its_compiled_files(
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
