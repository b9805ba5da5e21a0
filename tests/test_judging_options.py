"""The options of the judge: the tasks, scores, games and reports that they describe, without judging."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import pytest

from expected import calls_are_expected
from twoends.cli.command import Command
from twoends.cli.judging import (
    assignment_of,
    assignment_options,
    folder_to_write,
    game_options,
    games_of,
    points_options,
    report_options,
    score_options,
    scoring_of,
    task_of,
    task_options,
)
from twoends.judge import TASKS, Task
from twoends.judge.classes import Assignment
from twoends.judge.games import OPPONENTS
from twoends.judge.scores import Scoring
from twoends.judge.tasks import Values
from twoends.judge.trials import group_names
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row

OWN = Task("custom", "your own", (opponent("optimal"),), "first", "count-then-values")


def read(options: Callable[[Any], Any], *words: str) -> dict[str, Any]:
    """The arguments of a command with these options."""
    arguments: dict[str, Any] = {}
    command = click.command(cls=Command)(options(lambda **given: arguments.update(given)))
    command.main(list(words), prog_name="probe", standalone_mode=False)
    return arguments


def of_task(*words: str) -> tuple[Task, list[Values]]:
    return task_of(read(task_options(300), *words))


# --- tasks -------------------------------------------------------------------------------------


def changed(words: str) -> tuple[str, dict[str, Any]]:
    """The task that these options describe, and the fields in which it differs from the one of its name."""
    task, rows = of_task(*shlex.split(words))
    assert rows == []
    before, names = TASKS.get(task.name, OWN), [field.name for field in fields(task)]
    changes = {name: getattr(task, name) for name in names if getattr(task, name) != getattr(before, name)}
    return task.name, changes


def scored(words: str) -> Scoring:
    return scoring_of(read(score_options, *words.split()), OWN, group_names(OWN))


def test_tasks_and_scores_are_described_by_their_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("decimal.txt").write_text("1\n2 3\n1 2.5")
    Path("empty.txt").write_text("1 2\n[]")
    Path("board.txt").write_text("1 2\n3 1 | 2")
    Path("long.txt").write_text("1 2\n3 1 2")
    calls_are_expected("calls_of_judging.txt", {"changed": changed, "scored": scored})


def test_own_rows_widen_the_limits_only_if_no_task_is_named(tmp_path: Path) -> None:
    rows = tmp_path / "rows.txt"
    rows.write_text(f"5000 -70000\n\n{'1 ' * 120}# long\n")
    given: list[Values] = [(5000, -70000), (1,) * 120]
    assert of_task("-f", str(rows)) == (replace(OWN, most=120, low=-70000, high=5000), given)
    rows.write_text("3 1 2\n4\n")
    assert of_task("-f", str(rows)) == (OWN, [(3, 1, 2), (4,)])
    assert of_task("-f", str(rows), "--task", "deque") == (TASKS["deque"], [(3, 1, 2), (4,)])


# --- games -------------------------------------------------------------------------------------


def of_games(*words: str) -> dict[str, Any]:
    return games_of(read(lambda command: game_options(report_options(command)), *words))


def test_games_are_described_by_their_options(tmp_path: Path) -> None:
    rows = tmp_path / "rows.txt"
    rows.write_text("8 15 3 7\n[5]\n")
    assert of_games() == {"opponents": OPPONENTS, "rows": (), "games": 20, "seed": 0, "perfect": False}
    words = ["-o", "greedy", "--opponent", "random", "--ties", "left", "--games", "3", "-s", "5", "--perfect"]
    assert of_games(*words, "-f", str(rows)) == {
        "opponents": [opponent("greedy left"), opponent("random")],
        "rows": [Row.of([8, 15, 3, 7]), Row.of([5])],
        "games": 3,
        "seed": 5,
        "perfect": True,
    }
    assert read(game_options)["seconds"] == 2.0
    assert read(game_options, "--time", "0.5")["seconds"] == 0.5


def test_a_folder_to_write_is_created_with_its_parents(tmp_path: Path) -> None:
    assert folder_to_write(str(tmp_path / "a" / "b")) == tmp_path / "a" / "b"
    assert folder_to_write(str(tmp_path / "a" / "b")).is_dir()
    (tmp_path / "file").write_text("")
    with pytest.raises(click.UsageError, match=r"/file is not a folder: name another one$"):
        folder_to_write(str(tmp_path / "file"))
    fault = r"/file/in cannot be created \(Not a directory\): name another folder$"
    with pytest.raises(click.UsageError, match=fault):
        folder_to_write(str(tmp_path / "file" / "in"))


# --- classes -----------------------------------------------------------------------------------


def test_an_assignment_is_described_by_its_options(tmp_path: Path) -> None:
    rows = tmp_path / "rows.txt"
    rows.write_text("8 15 3 7\n1 2\n")

    def of_class(command: Any) -> Any:
        return assignment_options(60)(points_options(command))

    assert assignment_of(read(of_class)) == Assignment(OWN, (), 60, visibility={})
    words = ["--task", "deque", "--tests", "9", "--seed", "4", "--function", "best", "--cap", "20"]
    words += ["--points", "7", "--visibility", "own=hidden", "--file", str(rows)]
    words += ["--readable", "/opt", "--entry", "*.py"]
    assert assignment_of(read(of_class, *words)) == Assignment(
        TASKS["deque"], ((8, 15, 3, 7), (1, 2)), 9, 4, Scoring("groups", Fraction(1, 5), {}), "best",
        ("/opt",), "*.py", 7.0, {"own": "hidden"},
    )  # fmt: skip
