"""The options of the judge: the tasks, scores, games and reports that they describe, without judging."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest

from judged import write_task
from twoends.cli.command import Command
from twoends.cli.judging import (
    assignment_of,
    assignment_options,
    folder_to_write,
    game_options,
    games_of,
    points_options,
    report_options,
    task_of,
    task_options,
)
from twoends.judge import TASKS, Task
from twoends.judge.classes import Assignment
from twoends.judge.games import OPPONENTS
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row


def read(options: Callable[[Any], Any], *words: str) -> dict[str, Any]:
    """The arguments of a command with these options."""
    arguments: dict[str, Any] = {}
    command = click.command(cls=Command)(options(lambda **given: arguments.update(given)))
    command.main(list(words), prog_name="probe", standalone_mode=False)
    return arguments


# --- tasks -------------------------------------------------------------------------------------


def of_task(*words: str) -> Task:
    return task_of(read(task_options(300), *words))


def test_a_task_is_built_in_or_a_file_with_more_time_for_a_slow_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_task(tmp_path, question="margin")
    assert of_task("--task", "deque") == TASKS["deque"]
    assert of_task("--task", "deque", "--language-factor", "2.5") == replace(TASKS["deque"], seconds=5.0)
    assert of_task("--task", "it.toml").question == "margin"
    assert read(task_options(300), "--task", "deque")["tests"] == 300
    with pytest.raises(click.MissingParameter):
        of_task()


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
    with pytest.raises(click.UsageError, match=r"/file is not a folder: choose another one$"):
        folder_to_write(str(tmp_path / "file"))
    fault = r"/file/in cannot be created \(Not a directory\): choose another folder$"
    with pytest.raises(click.UsageError, match=fault):
        folder_to_write(str(tmp_path / "file" / "in"))


# --- classes -----------------------------------------------------------------------------------


def test_an_assignment_is_described_by_its_options() -> None:
    def of_class(command: Any) -> Any:
        return assignment_options(60)(points_options(command))

    assert assignment_of(read(of_class, "--task", "deque")) == Assignment(TASKS["deque"], 60, visibility={})
    words = ["--task", "deque", "--tests", "9", "--seed", "4", "--points", "7", "--visibility", "ties=hidden"]
    words += ["--readable", "/opt", "--entry", "*.py"]
    assert assignment_of(read(of_class, *words)) == Assignment(
        TASKS["deque"], 9, 4, ("/opt",), "*.py", 7.0, {"ties": "hidden"}
    )
