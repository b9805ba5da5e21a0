"""The zoo of programs in tests/programs, programs without a process, and helpers for tests of the judge."""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest

from twoends.judge import BotJudgement, Limits, Task, Verdict, games, judge_bot
from twoends.judge.mistakes import Fact
from twoends.judge.outcomes import Outcome
from twoends.judge.task_files import FOLDER
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial
from twoends.programs.client import Run
from twoends.programs.sandbox import landlock_version
from twoends.programs.seccomp import calls_filter
from twoends.rules.games import Game
from twoends.rules.moves import MoveLike
from twoends.rules.opponent_names import opponent
from twoends.rules.rulebook import Player

PROGRAMS = Path(__file__).parent / "programs"

COMPILED = tempfile.TemporaryDirectory(prefix="zoo-")
"""For the compiled programs of this session."""

PYTHON = [sys.executable, "-I", "-S"]
"""The options make Python start in half the time."""


def command(words: str) -> list[str]:
    """The command of a program of the zoo and its arguments, such as `misbehaves.c forks`."""
    name, *arguments = words.split()
    if name.endswith(".c"):
        return [compiled(PROGRAMS / name), *arguments]
    return [*PYTHON, str(PROGRAMS / name), *arguments]


@functools.cache
def compiled(source: Path) -> str:
    """Compile a C program once a session."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    program = Path(COMPILED.name) / source.stem
    subprocess.run([compiler, "-O2", "-w", "-o", program, source], check=True)
    return str(program)


LANDLOCK = landlock_version() if sys.platform == "linux" else 0
"""The version of Landlock in this kernel; 0 if it has none."""


def needs_landlock(version: int) -> pytest.MarkDecorator:
    have = f"this kernel has version {LANDLOCK}" if LANDLOCK else "this kernel has no Landlock"
    return pytest.mark.skipif(version > LANDLOCK, reason=f"it needs version {version} of Landlock; {have}")


needs_filter = pytest.mark.skipif(not calls_filter(modes=False), reason="no filter for this processor")


def write_files(folder: Path, *names: str, text: str = "") -> list[Path]:
    """Write files with the same text into a folder and return their paths."""
    paths = [folder / name for name in names]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return paths


def write_task(folder: Path, base: str = "", name: str = "it.toml", **changes: Any) -> str:
    """Write a task file into a folder: a built-in task with other keys, or only these keys; return its name.

    The keys of a table are changed one by one.
    """
    content = tomllib.loads((FOLDER / f"{base}.toml").read_text("utf-8")) if base else {}
    for key, value in changes.items():
        content[key] = {**content.get(key, {}), **value} if isinstance(value, dict) else value
    groups = [("[[groups]]", group) for group in content.pop("groups", [])]
    tables = [(f"[{key}]", content.pop(key)) for key in ("rows", "limits") if key in content]
    lines: list[str] = []
    for table, keys in [("", content), *tables, *groups]:
        lines += [table, *(f"{key} = {json.dumps(value)}" for key, value in keys.items())]
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("\n".join(lines[1:]))
    return name


# --- programs without a process ----------------------------------------------------------------

OWN = Task("own", "the tests", (opponent("optimal"),), "first", "count-then-values")


def fact(
    values: Values,
    got: str | None = "right",
    verdict: Verdict | None = None,
    *,
    from_shrinker: bool = False,
    seconds: float = 0.0,
) -> Fact:
    """A row and its answer: "right" is the right one, None is none."""
    expected = OWN.answer(values)
    got = expected if got == "right" else got
    verdict = verdict or (Verdict.AC if got == expected else Verdict.RE if got is None else Verdict.WA)
    return Fact(values, expected, got, verdict, from_shrinker, seconds)


def printing(program: Callable[[str], str]) -> Any:
    """A fake supervisor that runs a function from the input to the output."""

    def run(command: object, text: bytes, limits: Limits, environment: object = None) -> Run:
        return Run("by itself", 0, program(text.decode()).encode(), b"", 0.0, 0.0, 0, limits)

    return SimpleNamespace(run=run)


class Moves:
    """A stand-in for a bot: it makes the moves of a function."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def begin(self, *given: object) -> None:
        """Do nothing."""

    end_game = end = stop = begin

    def __call__(self, game: Game) -> MoveLike:
        return self._player(game.position)


def judge_moves(player: Player, **settings: Any) -> BotJudgement:
    """The judgement of a bot, named mine, that makes the moves of a function."""
    with mock.patch.object(games, "Bot", return_value=Moves(player)), mock.patch.object(games, "locate"):
        return judge_bot(["mine"], supervisor=mock.Mock(), **settings)


@dataclass
class Pretended:
    """A program in this process: its answer to each row, or the verdict with which it ends."""

    says: Callable[[Any], object]
    task: Task = OWN
    tried: list[Trial] = field(default_factory=list)
    source: str = ""

    def answers(self, rows: tuple[Values, ...]) -> list[object]:
        return [self.says(values) for values in rows]

    def try_out(self, trial: Trial) -> Outcome:
        self.tried.append(trial)
        expected = tuple(map(self.task.answer, trial.rows))
        answers = self.answers(trial.rows)
        verdict = next((answer for answer in answers if isinstance(answer, Verdict)), None)
        got = tuple(map(str, answers)) if verdict is None else None
        verdict = verdict or (Verdict.AC if got == expected else Verdict.WA)
        return Outcome(trial, verdict, "", expected, got, 0.0, 0.0, 0)
