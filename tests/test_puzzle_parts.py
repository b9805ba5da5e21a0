"""What `twoends puzzle` says around a puzzle: the row of the day, the ladder, whether it was solved."""

from __future__ import annotations

from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from twoends import puzzles
from twoends.rules.sides import LEFT, RIGHT
from twoends.terminal import days

command: Any = import_module("twoends.cli.puzzle")
DAY = date(2026, 11, 22)
SHARED = "Two Ends, row of the day 2026-11-22: {}. 10 cards, depth 6{}.\n"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def posed(monkeypatch: pytest.MonkeyPatch, *answers: bool | None) -> list[Any]:
    """What is posed, with its title, where each puzzle is answered in turn."""
    seen: list[Any] = []
    waiting = iter(answers)

    def pose(asked: puzzles.Puzzle, title: str) -> bool | None:
        seen.append((asked, title))
        return next(waiting)

    monkeypatch.setattr(command, "_pose", pose)
    return seen


@pytest.mark.parametrize(
    ("solved", "shared"),
    [(True, SHARED.format("solved", ", 2 days in a row")), (False, SHARED.format("missed", ""))],
)
def test_the_row_of_the_day_is_posed_once_and_shared_twice(
    solved: bool, shared: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    days.add(date(2026, 11, 21), solved=True)
    asked = puzzles.puzzle(DAY)
    seen = posed(monkeypatch, solved)
    command._daily(DAY)
    assert seen == [(asked, "Row of the day, 2026-11-22")]
    assert days.read() == {date(2026, 11, 21): True, DAY: solved}
    assert capsys.readouterr().out == f"\n{shared}"
    command._daily(DAY)
    assert len(seen) == 1
    assert capsys.readouterr().out == (
        f"Row of the day, 2026-11-22: {asked.rest}\n"
        f"You have had your try. {command_answer(asked)}\n\n{shared}"
    )


def command_answer(asked: puzzles.Puzzle) -> str:
    from twoends.views.explain import futures_text
    from twoends.views.puzzles import reason

    return "\n".join([reason(asked), "", futures_text(asked.game)])


def test_who_leaves_the_row_of_the_day_is_told_nothing(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    posed(monkeypatch, None)
    command._daily(DAY)
    assert (days.read(), capsys.readouterr().out) == ({}, "")


@pytest.mark.parametrize(
    ("first", "answers", "said"),
    [
        (18, [True, True, True], "\n\n\nYou stand at the top of the ladder.\n"),
        (3, [True, False], "\n\nYou stand on rung 3 of 20. Go on: twoends puzzle --ladder 4\n"),
        (1, [None], "\nYou stand on rung 0 of 20. Go on: twoends puzzle --ladder 1\n"),
    ],
)
def test_the_ladder_is_climbed_rung_by_rung(
    first: int, answers: list[bool | None], said: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    seen = posed(monkeypatch, *answers)
    command._climb(first)
    rungs = puzzles.ladder()
    assert seen == [(rungs[at - 1], f"Rung {at} of 20") for at in range(first, first + len(answers))]
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(("taken", "solved"), [("best", True), ("other", False), (None, None)])
def test_a_puzzle_is_solved_by_its_best_end(
    taken: str | None, solved: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from twoends.terminal import puzzles as terminal

    made = puzzles.named("1-8-3-42")
    side = {"best": made.best, "other": LEFT if made.best is RIGHT else RIGHT, None: None}[taken]
    asked: list[Any] = []

    def pose(*told: Any, keys: bool) -> Any:
        asked.append((*told, keys))
        return side

    monkeypatch.setattr(terminal, "pose", pose)
    monkeypatch.setattr(command, "width_of_terminal", width := object())
    monkeypatch.setattr(command, "on_a_terminal", lambda: "keys")
    assert command._pose(made, "Title") is solved
    assert asked == [(made, "Title", width, "keys")]


def test_a_rung_is_a_number_and_alone_it_lists_them() -> None:
    rung = command.Rung(1, 20)
    assert [rung.convert(text, None, None) for text in ("", "1", "20")] == [0, 1, 20]
