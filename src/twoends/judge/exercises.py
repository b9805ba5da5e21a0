"""Exercises of an instructor's own, from a TOML file: statement, programs, limits, and groups of rows."""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import chdir
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from twoends.judge.containment.commands import CommandError, locate
from twoends.judge.own import Own, ProgramError, run
from twoends.judge.presets import task as preset
from twoends.judge.questions import FORMS
from twoends.judge.scores import Scoring
from twoends.judge.tasks import Group, Task, TaskError, Values
from twoends.reading.lines import numbered_rows
from twoends.reading.sources import lines_of, source_of
from twoends.rules.notation import write
from twoends.rules.opponents import opponent

CUSTOM = Task("custom", "your own", opponent("optimal"), "first", "count-then-values")
"""What a program must do unless told otherwise."""

ROWS = 20
"""Rows of a group that a generator prints, unless told otherwise."""

KEYS: dict[str, type] = {
    "name": str, "statement": str, "task": str, "input": str, "reference": str, "checker": str,
    "limits": dict, "groups": list, "scores": dict,
}  # fmt: skip
LIMITS: dict[str, type] = {
    "least": int, "most": int, "low": int, "high": int, "even_only": bool, "odd_sum": bool, "most_sum": int,
    "seconds": float, "memory": int, "stack": int,
}  # fmt: skip
GROUP: dict[str, type] = {"name": str, "points": float, "rows": object, "generator": str, "tests": int}
"""The keys of a file, of its limits (memory and stack in megabytes), and of a group: what each is."""

KINDS = {str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false",
         dict: "a table", list: "a list of tables"}  # fmt: skip


def read_exercise(path: Path, seed: int = 0) -> Task:
    """Read a task of an instructor's own from a TOML file; its generators are run with this seed.

    The other programs are run while something is judged. Raises TaskError and ProgramError.

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
    if "reference" not in content:
        raise TaskError(f"{path} has no reference: name the program that prints the right answers")
    folder = path.parent.absolute()
    try:
        with chdir(folder):
            return _task(content, limits, path, seed)
    except ProgramError as fault:
        raise ProgramError(f"{path}, whose programs run in {folder}: {fault}") from None


def _task(content: Mapping[str, Any], limits: dict[str, Any], path: Path, seed: int) -> Task:
    """The task of an exercise, from the folder of its file. Raises TaskError and ProgramError."""
    tables = content.get("groups", [])
    groups = tuple(_group(each, f"{path}, group {at}", seed) for at, each in enumerate(tables, 1))
    base = preset(content["task"]) if "task" in content else CUSTOM
    if (form := content.get("input", base.form)) not in FORMS:
        raise TaskError(f"{path}: there is no input '{form}': choose {', '.join(FORMS)}")
    base = replace(base, name=content.get("name", path.stem), source=path.name, form=form, groups=groups)
    if groups and "task" not in content:
        base = as_wide_as(base, [row for group in groups for row in group.rows])
    limits |= {name: limits[name] << 20 for name in ("memory", "stack") if name in limits}
    task = replace(base, scores=_scores(content.get("scores", {}), path), **limits)
    _require_within_limits(task, path)
    files = [path.name, *dict(task.scores)]
    for each in tables:
        files += [str(each.get("rows", "")), *shlex.split(each.get("generator", ""))]
    statement = content.get("statement", "").strip()
    return with_reference(task, content["reference"], content.get("checker", ""), files, statement)


def _require_within_limits(task: Task, path: Path) -> None:
    """Refuse limits that exclude each other, or a row of the groups. Raises TaskError."""
    for what, least, most in (("number of cards", task.least, task.most), ("value", task.low, task.high)):
        if least > most:
            raise TaskError(
                f"{path}, [limits]: no {what} is at least {least} and at most {most}: change one; "
                "a limit that is not given is that of the task, or of the rows of the groups"
            )
    for group in task.groups:
        for at, row in enumerate(group.rows, 1):
            if objection := task.bounds.objection(row):
                raise TaskError(
                    f"{path}, group '{group.name}': row {at} has {objection}: change it, or [limits]"
                )


def with_reference(
    task: Task, reference: str, checker: str, others: Iterable[str] = (), statement: str = ""
) -> Task:
    """The task judged by an instructor's program; `others` are files of theirs. Raises ProgramError."""
    programs = [
        program(*each) for each in (("the reference", reference), ("the checker", checker)) if each[1]
    ]
    files = sorted({*map(os.path.realpath, filter(os.path.isfile, others)), *_files(programs)})
    digest = hashlib.sha256(b"\0".join(Path(each).read_bytes() for each in files)).hexdigest()[:16]
    own = Own(task.form, programs[0], (*programs, ())[1], os.getcwd(), tuple(files), digest, statement)
    return replace(task, own=own, asks="first", sentence=None, ties_open=False)


def default_scoring(task: Task) -> Scoring:
    """Groups by their points and no cap where an exercise has groups, else as the judge scores any task."""
    if not task.groups:
        return Scoring()
    return Scoring(cap=Fraction(1), weights={group.name: group.points for group in task.groups})


def program(what: str, text: str) -> tuple[str, ...]:
    """The words of a command, with its files as absolute paths. Raises ProgramError."""
    try:
        return locate(shlex.split(text))
    except (CommandError, ValueError) as fault:
        raise ProgramError(f"{what} cannot be run: {fault}") from None


def _files(programs: Iterable[Sequence[str]]) -> Iterable[str]:
    """The files that commands name, without the interpreters of this machine."""
    installed = {*os.environ.get("PATH", os.defpath).split(os.pathsep), os.path.dirname(sys.executable)}
    for first, *words in programs:
        named = words if os.path.dirname(first) in installed else [first, *words]
        yield from map(os.path.realpath, filter(os.path.isfile, named))


def run_generator(text: str, count: int, seed: int) -> list[Values]:
    """The rows that a generator prints, one a line: it is told how many, and the seed.

    Raises ProgramError, and what `rows_of` raises.
    """
    what = f"the generator {text}"
    status, output = run(what, (*program(what, text), str(count), str(seed)), os.getcwd())
    if status:
        raise ProgramError(f"{what} ended with exit status {status}")
    return [row for _, row in rows_of(output.decode(errors="replace").splitlines(), what)]


def rows_of(lines: Iterable[str], source: str) -> list[tuple[int, Values]]:
    """Rows for programs, each with its line. Raises TaskError and RowError naming `source` and line."""
    rows: list[tuple[int, Values]] = []
    for line, row in numbered_rows(lines, source):
        if row.kind != "integer" or not len(row):
            raise TaskError(
                f"{source}, line {line}: '{write(row)}' is not a row for a program: give whole numbers"
            )
        rows.append((line, tuple(int(value) for value in row.given)))
    return rows


def as_wide_as(task: Task, rows: Sequence[Values]) -> Task:
    """The task with the limits that rows keep, and no wider: shrinking makes no row beyond them."""
    cards = [row[:-1] if task.stops else row for row in rows]
    return replace(
        task,
        least=min(map(len, cards)),
        most=max(map(len, cards)),
        low=min(min(row, default=0) for row in cards),
        high=max(max(row, default=0) for row in cards),
    )


def _group(content: Any, where: str, seed: int) -> Group:
    _require_keys(content, GROUP, where)
    if "name" not in content or ("rows" in content) == ("generator" in content):
        raise TaskError(f"{where}: give a name, and either rows or a generator")
    rows = content.get("rows")
    if rows is None:
        found = run_generator(content["generator"], content.get("tests", ROWS), seed)
    elif isinstance(rows, str):
        found = [row for _, row in rows_of(lines_of(rows), source_of(rows))]
    elif isinstance(rows, list) and all(isinstance(row, str) for row in rows):
        found = [row for _, row in rows_of([f"[{row}]" for row in rows], where)]
    else:
        raise TaskError(f"{where}: rows are a file, or a list of texts as in ['8 15 3 7', '1 2']")
    return Group(content["name"], _points(content.get("points", 1), f"{where}: points"), tuple(found))


def _scores(content: Mapping[str, Any], path: Path) -> tuple[tuple[str, Fraction], ...]:
    if missing := [name for name in content if not os.path.exists(name)]:
        raise TaskError(f"{path}, [scores]: there is no {missing[0]}")
    return tuple((name, _points(score, f"{path}, [scores], {name}", 100)) for name, score in content.items())


def _points(number: Any, where: str, most: float = sys.float_info.max) -> Fraction:
    if not _is_a(number, float) or not 0 <= number <= most:
        allowed = "from 0 on" if most > 100 else f"from 0 to {most}"
        raise TaskError(f"{where}: {number!r} is not a number {allowed}")
    return Fraction(str(number))


def _require_keys(content: Any, keys: Mapping[str, type], where: str) -> None:
    """Refuse a table with other keys, or other kinds of values. Raises TaskError."""
    if not isinstance(content, dict):
        raise TaskError(f"{where}: give a table")
    for key, value in content.items():
        if key not in keys:
            raise TaskError(f"{where}: there is no key '{key}': choose {', '.join(keys)}")
        if not _is_a(value, keys[key]):
            raise TaskError(f"{where}: {key} is {value!r}: give {KINDS[keys[key]]}")


def _is_a(value: object, kind: type) -> bool:
    """Whether it is of that kind, where a whole number does for a number and a bool for neither."""
    return isinstance(value, (int, float) if kind is float else kind) and (
        kind in (bool, object) or not isinstance(value, bool)
    )
