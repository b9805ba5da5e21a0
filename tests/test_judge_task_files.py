"""Tasks in TOML files: what each key does, and what is refused."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import twoends
from expected import calls_are_expected
from judged import write_files, write_task
from twoends.judge import TASKS, Scoring, Task, TaskError, task
from twoends.judge.answers import choose
from twoends.judge.scores import scoring_of
from twoends.judge.task_files import FOLDER, GROUP, KEYS, LIMITS, ROWS
from twoends.judge.tasks import Group
from twoends.judge.trials import group_names, trials
from twoends.rules.opponent_names import opponent
from twoends.rules.rules import Rules

ENDS = """
title = "Both ends"
source = "a course"
statement = "Take a card from either end."

[rows]
least = 2

[limits]
seconds = 1.5
memory = 128
stack = 8

[[groups]]
name = "by hand"
points = 30
rows = ["8 15 3 7", "1 2"]

[[groups]]
name = "long"
rows = ["3,4, 5 6 7 8 9 10 11"]
"""


def test_a_file_may_set_every_part_of_a_task(tmp_path: Path) -> None:
    (file,) = write_files(tmp_path, "ends.toml", text=ENDS)
    made = task(str(file))
    expected = Task(
        "ends", "a course", (opponent("optimal"),), "first", "count-then-values", title="Both ends",
        statement="Take a card from either end.", least=2, most=9, low=1, high=15, seconds=1.5,
        memory=128 << 20, stack=8 << 20,
        groups=(Group("by hand", Fraction(30), ((8, 15, 3, 7), (1, 2))),
                Group("long", Fraction(1), ((3, 4, 5, 6, 7, 8, 9, 10, 11),))),
    )  # fmt: skip
    for field in fields(Task):
        assert getattr(made, field.name) == getattr(expected, field.name), field.name
    assert scoring_of(made) == Scoring(
        cap=Fraction(1), weights={"by hand": Fraction(30), "long": Fraction(1)}
    )
    assert [(each.group, each.rows) for each in choose(made, (), 1, 0)] == [
        *(("by hand", (row,)) for row in made.groups[0].rows), ("long", made.groups[1].rows),
    ]  # fmt: skip
    assert group_names(made) == ["by hand", "long"], "which may be hidden"
    missing = task(str(tmp_path / write_task(tmp_path, rules="take 1-2", rows={"most": 9})))
    assert (missing.name, missing.title, missing.source, missing.groups) == ("it", "it", "it.toml", ())
    assert (missing.rules, missing.least, missing.most, missing.low) == (Rules.of("take 1-2"), 1, 9, -1000)
    assert (missing.seconds, missing.memory, missing.stack) == (2, 256 << 20, None)
    said = task(
        str(tmp_path / write_task(tmp_path, opponent="Greedy Left", sentence="Game {game}: {answer}!"))
    )
    assert (said.opponents, said.show("7", 2)) == ((opponent("greedy left"),), "Game 2: 7!")


def test_every_built_in_task_is_a_file_that_sets_the_same_keys() -> None:
    assert [*TASKS] == sorted(path.stem for path in FOLDER.iterdir())
    for name, each in TASKS.items():
        assert each.name == name
        assert each.title, name
        assert each.function.isidentifier(), name
        assert not each.groups, name


# --- a named player ------------------------------------------------------------------------------


def test_the_answers_of_a_named_player_are_those_of_matches(tmp_path: Path) -> None:
    who, other, rules = "modest left", "greedy left", "take 1-3 left"
    parts: dict[str, Any] = {"player": who, "opponent": other, "rules": rules, "rows": {"most": 9}}
    first, second = (
        task(str(tmp_path / write_task(tmp_path, question=asked, **parts))) for asked in ("both", "second")
    )
    for row in (row for trial in trials(first, 12, 1) for row in trial.rows):
        game = twoends.match(twoends.Row.of(row), who, other, rules=rules).game
        assert first.answer(row) == f"{game.yours} {game.theirs}", row
        game = twoends.match(twoends.Row.of(row), other, who, rules=rules).game
        assert second.answer(row) == str(game.theirs), row


# --- what is refused -----------------------------------------------------------------------------


def test_each_error_in_a_file_is_one_sentence_with_the_file_and_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def read(text: str) -> str:
        Path("it.toml").write_text(text)
        with pytest.raises(TaskError) as fault:
            task("it.toml")
        return re.sub("not TOML: .*", "not TOML: …", str(fault.value))

    def changed(old: str, new: str) -> str:
        return read(ENDS.replace(old, new, 1))

    calls_are_expected("task_file_errors.txt", {"read": read, "changed": changed, "task": task})


# --- documented ------------------------------------------------------------------------------------

DOCUMENT = (Path(__file__).parents[1] / "docs" / "judge.md").read_text("utf-8")


def test_the_example_of_the_documentation_is_a_task(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```toml\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    (tmp_path / "sereja.toml").write_text(example)
    made = task(str(tmp_path / "sereja.toml"))
    assert [made.answer(row) for row in made.groups[0].rows] == ["12 5", "16 12"]
    assert tomllib.loads(example).keys() == KEYS.keys() - {"sentence", "rules", "ties_open"} | {"rows"}


def test_every_key_and_every_function_is_documented() -> None:
    table = DOCUMENT[DOCUMENT.index("| key |") : DOCUMENT.index("With groups, missing limits")]
    keys = {
        word for first in re.findall(r"^\|([^|]*)", table, re.M) for word in re.findall(r"`\[*(\w+)", first)
    }
    assert keys == {*KEYS, *ROWS, *LIMITS, *GROUP}
    for name, each in TASKS.items():
        (line,) = re.findall(rf"^\| `{name}` \| `{each.function}` \|.*", DOCUMENT, re.MULTILINE)
        values = f"±{short(each.high)}" if each.low < 0 else f"{each.low} to {short(each.high)}"
        values = values if each.most_sum is None else f"sum at most {short(each.most_sum)}"
        rows = f"{each.least} to {short(each.most)} cards" + ", even; " * each.even_only
        limits = f"{values}{', odd sum' * each.odd_sum} | {each.seconds:g} s, {each.memory >> 20} MB |"
        assert (rows in line, line.endswith(limits)) == (True, True), (rows, limits, line)
        assert ("all different" in line) == each.all_different, name


def short(number: int) -> str:
    """A limit of rows as the documentation writes it."""
    zeros = len(f"{number}") - 1
    power = f"10{'⁰¹²³⁴⁵⁶⁷⁸⁹'[zeros]}"
    return f"{number}" if number < 10**4 else power if number == 10**zeros else f"{number:,}"
