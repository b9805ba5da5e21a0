"""Exercises: well-known tasks, and an instructor's own from TOML files.

The tasks have the limits of their sources (docs/judge.md says which limits we chose). A TOML file holds an
input format, limits, and groups of rows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import chdir
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from twoends.judge.scores import Scoring
from twoends.judge.tasks import Group, Task, TaskError, Values
from twoends.programs.bots import A_DAY
from twoends.reading.formats import FORMATS
from twoends.reading.sources import lines_of, read_rows, source_of
from twoends.rules.notation import write
from twoends.rules.opponents import opponent
from twoends.rules.rules import Rules

# --- well-known tasks --------------------------------------------------------------------------

OPTIMAL = (opponent("optimal"),)


def _stones(numeral: str, number: str, question: str, rules: str, **limits: Any) -> Task:
    """A Stone Game problem of LeetCode, as a program instead of a function."""
    name, source = f"stone-game-{numeral.lower()}", f"LeetCode {number}, Stone Game {numeral}, as a program"
    return replace(Task(name, source, OPTIMAL, question, "values", rules=Rules.of(rules)), **limits)


TASKS = {
    task.name: task
    for task in (
        Task(
            "removal-game", "CSES 1097", OPTIMAL, "first", "count-then-values",
            most=5000, low=-(10**9), high=10**9, seconds=1, memory=512 << 20,
        ),
        Task(
            "deque", "AtCoder Educational DP Contest, L", OPTIMAL, "margin", "count-then-values",
            most=3000, low=1, high=10**9, memory=1024 << 20,
        ),
        Task(
            "two-ends", "ACM East Central North America 2005, H", (opponent("greedy left"),), "margin",
            "counted-lines", least=2, most=1000, low=1, high=10**6, even_only=True, most_sum=10**6, seconds=1,
            sentence="In game {game}, the greedy strategy might lose by as many as {answer} points.",
        ),
        Task(
            "predict-the-winner", "LeetCode 486, as a program", OPTIMAL, "not-beaten", "values",
            most=20, low=0, high=10**7,
        ),
        Task(
            "stone-game", "LeetCode 877, as a program", OPTIMAL, "wins", "values",
            least=2, most=500, low=1, high=500, even_only=True, odd_sum=True,
        ),
        Task(
            "handout-281", "Winning Games, a handout of EECS 281", (opponent("greedy"),), "first",
            "count-then-values", low=0, ties_open=True,
        ),
        Task(
            "dumb-smart", "2 player game on a row of coins", (opponent("generous"), *OPTIMAL), "first",
            "cases", low=1,
        ),
        Task(
            "usaco-game", "IOI 1996 and USACO training, A Game", OPTIMAL, "both",
            "count-then-lines", least=2, low=1, high=200, seconds=1,
        ),
        _stones("II", "1140", "first", "take 1-2M left", most=100, low=1, high=10**4),
        _stones("III", "1406", "alice", "take 1-3 left", most=50_000, low=-1000, high=1000),
        _stones("VII", "1690", "margin", "score rest", least=2, most=1000, low=1, high=1000, seconds=4),
        _stones(
            "VIII", "1872", "margin", "take 2-any left, merge", least=2, most=10**5, low=-10_000, high=10_000,
        ),
        Task(
            "game-of-sum", "UVa 10891, Game of Sum", OPTIMAL, "margin", "cases-then-0",
            rules=Rules.of("take any either"), seconds=3,
        ),
        Task(
            "max-cards", "LeetCode 1423, Maximum Points from Cards, as a program", OPTIMAL,
            "first", "values-then-stop", most=10**5, low=1, high=10**4, rules=Rules.of("turns A"),
        ),
        Task(
            "treats", "USACO 2006 February, Treats for the Cows", OPTIMAL, "first",
            "count-then-column", most=2000, low=1, rules=Rules.of("turns A, score turn"), seconds=1,
        ),
    )
}  # fmt: skip
"""The tasks by name."""


def task(name: str) -> Task:
    """Find a task by its name. Raises TaskError.

    >>> task("two-ends").opponents[0].ties
    'left'
    """
    if name not in TASKS:
        raise TaskError(f"there is no task '{name}': choose {', '.join(TASKS)}")
    return TASKS[name]


# --- exercises in TOML files -------------------------------------------------------------------

CUSTOM = Task("custom", "your own", OPTIMAL, "first", "count-then-values")
"""The default task, which options and exercises change."""

SECONDS, MEGABYTES, MEGABYTES_OF_MEMORY = (0.01, A_DAY), (1, 1 << 20), (16, 1 << 20)
"""The ranges of limits. The kernel cannot limit address spaces far beyond a terabyte."""

KINDS = {
    str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false",
    dict: "a table", list: "a list of tables",
}  # fmt: skip
Keys = Mapping[str, tuple[Any, ...]]
"""The type that each key of a table requires, and its range if any. A float may be a whole number."""

KEYS: Keys = {
    "name": (str,), "task": (str,), "format": (str,), "limits": (dict,), "groups": (list,),
}  # fmt: skip
LIMITS: Keys = {
    "least": (int, 1, 10**9), "most": (int, 1, 10**9), "low": (int,), "high": (int,), "most_sum": (int,),
    "even_only": (bool,), "odd_sum": (bool,),
    "seconds": (float, *SECONDS), "memory": (int, *MEGABYTES_OF_MEMORY), "stack": (int, *MEGABYTES),
}  # fmt: skip
GROUP: Keys = {
    "name": (str,), "points": (float, 0, 10**9), "rows": (object,),
}  # fmt: skip


def read_exercise(path: Path) -> Task:
    """Read an instructor's task from a TOML file. Raises TaskError.

    >>> read_exercise(Path("homework.toml"))
    Traceback (most recent call last):
    twoends.judge.tasks.TaskError: homework.toml cannot be read: No such file or directory
    """
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as fault:
        raise TaskError(f"{path} cannot be read: {fault.strerror}") from None
    except ValueError as fault:
        raise TaskError(f"{path} is not TOML: {fault}") from None
    _require_keys(content, KEYS, str(path))
    limits = content.get("limits", {})
    _require_keys(limits, LIMITS, f"{path}, [limits]")
    with chdir(path.parent):
        tables = enumerate(content.get("groups", []), 1)
        groups = tuple(_group(table, f"{path}, group {at}") for at, table in tables)
    if len({group.name for group in groups}) < len(groups):
        raise TaskError(f"{path}: two groups have the same name: give each its own")
    base = task(content["task"]) if "task" in content else CUSTOM
    if (format := content.get("format", base.format)) not in FORMATS:
        raise TaskError(f"{path}: there is no format '{format}': choose {', '.join(FORMATS)}")
    base = replace(base, name=content.get("name", path.stem), source=path.name, format=format, groups=groups)
    if groups and "task" not in content:
        base = as_wide_as(base, [row for group in groups for row in group.rows])
    limits |= {name: limits[name] << 20 for name in ("memory", "stack") if name in limits}
    exercise = replace(base, **limits)
    _require_within_limits(exercise, path)
    return exercise


def _require_within_limits(task: Task, path: Path) -> None:
    """Raise TaskError for limits that contradict each other or exclude a row of the groups."""
    for quantity, least, most in (("number of cards", task.least, task.most), ("value", task.low, task.high)):
        if least > most:
            raise TaskError(
                f"{path}, [limits]: the least {quantity}, {least}, is above the largest, {most}: change one; "
                "missing limits are those of the task, or of the rows of the groups"
            )
    for group in task.groups:
        for at, row in enumerate(group.rows, 1):
            if objection := task.bounds.objection(row):
                raise TaskError(
                    f"{path}, group '{group.name}': row {at} has {objection}: change it, or [limits]"
                )


def default_scoring(task: Task) -> Scoring:
    """Score the groups of an exercise by their points, without a cap; a task without groups as usual."""
    if not task.groups:
        return Scoring()
    return Scoring(cap=Fraction(1), weights={group.name: group.points for group in task.groups})


def rows_of(lines: Iterable[str], source: str) -> list[tuple[int, Values]]:
    """Read rows, with their line numbers. Raises TaskError and RowError, which name `source` and line."""
    rows: list[tuple[int, Values]] = []
    for line, row in read_rows(lines, source):
        if row.kind != "integer" or not len(row):
            raise TaskError(
                f"{source}, line {line}: '{write(row)}' is not a row of whole numbers, which programs read"
            )
        rows.append((line, tuple(int(value) for value in row.given)))
    return rows


def as_wide_as(task: Task, rows: Sequence[Values]) -> Task:
    """Set the limits of the task to those of the rows, so that shrinking does not go beyond them."""
    cards = [row[:-1] if task.stops else row for row in rows]
    return replace(
        task,
        least=min(map(len, cards)),
        most=max(map(len, cards)),
        low=min(min(row, default=0) for row in cards),
        high=max(max(row, default=0) for row in cards),
    )


def _group(content: Any, where: str) -> Group:
    _require_keys(content, GROUP, where)
    if missing := {"name", "rows"} - content.keys():
        raise TaskError(f"{where}: give {' and '.join(sorted(missing))}")
    rows = content["rows"]
    if isinstance(rows, str):
        numbered = rows_of(lines_of(rows), source_of(rows))
    elif isinstance(rows, list) and all(isinstance(row, str) for row in rows):
        numbered = rows_of([f"[{row}]" for row in rows], where)
    else:
        raise TaskError(f"{where}: rows must be a file or a list of texts, such as ['8 15 3 7', '1 2']")
    points = Fraction(str(content.get("points", 1)))
    return Group(content["name"], points, tuple(row for _, row in numbered))


def _require_keys(content: Any, keys: Keys, where: str) -> None:
    """Raise TaskError unless `content` is a table with only these keys, and values as they require."""
    if not isinstance(content, dict):
        raise TaskError(f"{where}: give a table")
    for key, value in content.items():
        if key not in keys:
            raise TaskError(f"{where}: there is no key '{key}': choose {', '.join(keys)}")
        kind, *between = keys[key]
        fits = kind is object or type(value) is kind or (type(value), kind) == (int, float)
        if not fits or (between and not between[0] <= value <= between[1]):
            text = f"{KINDS[kind]} from {between[0]} to {between[1]}" if between else KINDS[kind]
            raise TaskError(f"{where}: {key} is {value!r}: give {text}")
