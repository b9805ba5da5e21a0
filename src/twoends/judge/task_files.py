"""Task files: read a task from TOML. The built-in tasks are such files, in the folder `tasks`.

docs/judge.md describes the keys, and says where the limits of the built-in tasks come from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

from twoends.answers.questions import QUESTIONS
from twoends.judge.tasks import Group, Task, TaskError, Values
from twoends.judge.trials import trials
from twoends.programs.bots import A_DAY
from twoends.reading.formats import FORMATS, Format, whole_number
from twoends.rules.errors import TwoEndsError
from twoends.rules.opponent_names import opponent
from twoends.rules.opponents import NAMES, USUAL_TIES, Opponent
from twoends.rules.rules import Rules

T = TypeVar("T")

FOLDER = Path(__file__).parent / "tasks"

SUFFIX = ".toml"

# --- by name ---------------------------------------------------------------------------------


class BuiltInTasks(Mapping[str, Task]):
    """The built-in tasks by name, each read when it is first needed."""

    def __init__(self) -> None:
        self._paths = {
            name: FOLDER / f"{name}{SUFFIX}" for name in sorted(each.stem for each in FOLDER.iterdir())
        }
        self._tasks: dict[str, Task] = {}

    def __getitem__(self, name: str) -> Task:
        if name not in self._tasks:
            self._tasks[name] = read_task(self._paths[name])
        return self._tasks[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


TASKS = BuiltInTasks()
"""The built-in tasks by name."""


def task(name: str) -> Task:
    """Find a built-in task by its name, or read a file whose name ends in .toml. Raises TaskError.

    >>> task("two-ends").opponents[0].ties
    'left'
    >>> task("homework.toml")
    Traceback (most recent call last):
    twoends.judge.tasks.TaskError: homework.toml cannot be read: No such file or directory
    """
    if name.endswith(SUFFIX):
        return read_task(Path(name))
    if name not in TASKS:
        raise TaskError(f"there is no task '{name}': {_choose(name, TASKS)}, or a file that ends in {SUFFIX}")
    return TASKS[name]


# --- keys and their values -------------------------------------------------------------------

SECONDS, MEGABYTES, MEGABYTES_OF_MEMORY = (0.01, A_DAY), (1, 1 << 20), (16, 1 << 20)
"""The ranges of limits. The kernel cannot limit address spaces far beyond a terabyte."""

KINDS = {
    str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false",
    dict: "a table", list: "a list",
}  # fmt: skip
Keys = Mapping[str, tuple[Any, ...]]
"""The type that each key of a table requires, and its range if any. A float may be a whole number."""

KEYS: Keys = {
    "title": (str,), "source": (str,), "statement": (str,), "opponent": (object,), "player": (str,),
    "question": (str,), "sentence": (str,), "function": (str,), "rules": (str,), "format": (str,),
    "ties_open": (bool,), "rows": (dict,), "limits": (dict,), "groups": (list,),
}  # fmt: skip
ROWS: Keys = {
    "least": (int, 1, 10**9), "most": (int, 1, 10**9), "low": (int,), "high": (int,), "most_sum": (int,),
    "even_only": (bool,), "odd_sum": (bool,), "all_different": (bool,),
}  # fmt: skip
LIMITS: Keys = {
    "seconds": (float, *SECONDS), "memory": (int, *MEGABYTES_OF_MEMORY), "stack": (int, *MEGABYTES),
}  # fmt: skip
GIVEN = ("title", "source", "statement", "sentence", "function", "ties_open")
"""The keys whose values a task has as they are."""

GROUP: Keys = {"name": (str,), "points": (float, 0, 10**9), "rows": (list,)}


def read_task(path: Path) -> Task:
    """Read a task from a TOML file. Raises TaskError: one sentence with the file and the key."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as fault:
        raise TaskError(f"{path} cannot be read: {fault.strerror}") from None
    except ValueError as fault:
        raise TaskError(f"{path} is not TOML: {fault}") from None
    _require_keys(content, KEYS, str(path))
    rows, limits = content.get("rows", {}), content.get("limits", {})
    _require_keys(rows, ROWS, f"{path}, [rows]")
    _require_keys(limits, LIMITS, f"{path}, [limits]")
    groups = tuple(
        _group(each, f"{path}, group {at}") for at, each in enumerate(content.get("groups", []), 1)
    )
    if len({group.name for group in groups}) < len(groups):
        raise TaskError(f"{path}: two groups have the same name: give each its own")
    if groups and not any(group.points for group in groups):
        raise TaskError(f"{path}: no group has points: give at least one of them points above 0")
    form = _read_name(content, "format", "count-then-values", FORMATS, path)
    if groups:
        rows = {**_range_of(groups, FORMATS[form]), **rows}
    parts: dict[str, Any] = {
        "title": path.stem, "source": path.name,
        **{key: content[key] for key in GIVEN if key in content},
        "opponents": _opponents(content.get("opponent", "optimal"), path),
        "player": _player(content.get("player", "best"), path),
        "question": _read_name(content, "question", "first", QUESTIONS, path),
        "rules": _read(Rules.of, content.get("rules", ""), f"{path}: rules"),
        **rows,
        **{key: value if key == "seconds" else value << 20 for key, value in limits.items()},
    }  # fmt: skip
    made = _read(lambda name: Task(name=name, format=form, groups=groups, **parts), path.stem, str(path))
    _require_sentence(made, path)
    _require_rows(made, path)
    return made


def _read_name(
    content: Mapping[str, Any], key: str, default: str, known: Mapping[str, object], path: Path
) -> str:
    """The value of a key that must be a known name."""
    name: str = content.get(key, default)
    if name not in known:
        raise TaskError(f"{path}: {key} is '{name}': {_choose(name, known)}")
    return name


def _read(parse: Callable[[str], T], text: str, where: str) -> T:
    """Parse the text of a key. Raises TaskError."""
    try:
        return parse(text)
    except TwoEndsError as fault:
        raise TaskError(f"{where}: {fault}") from None


def _opponents(value: object, path: Path) -> tuple[Opponent, ...]:
    words: list[Any] = value if isinstance(value, list) else [value]
    if not words or not all(isinstance(word, str) for word in words):
        raise TaskError(f"{path}: opponent is {value!r}: give a name in quotes, or a list of names")
    return tuple(_built_in_player(word, f"{path}: opponent") for word in words)


def _player(name: str, path: Path) -> Opponent | None:
    return None if name == "best" else _built_in_player(name, f"{path}: player")


def _built_in_player(name: str, where: str) -> Opponent:
    first, *_ = name.lower().split() or [""]
    if first not in NAMES:
        raise TaskError(f"{where} is '{name}': {_choose(first, USUAL_TIES)}")
    return _read(opponent, name, where)


def _group(content: Any, where: str) -> Group:
    _require_keys(content, GROUP, where)
    for key in ("name", "rows"):
        if not content.get(key):
            raise TaskError(
                f"{where}: {key} is {'empty: fill it in' if key in content else 'missing: give it'}"
            )
    points = Fraction(str(content.get("points", 1)))
    rows = tuple(_row(text, f"{where}, row {at}") for at, text in enumerate(content["rows"], 1))
    return Group(content["name"], points, rows)


def _row(text: object, where: str) -> Values:
    if not isinstance(text, str) or not text.strip():
        raise TaskError(f"{where} is {text!r}: give whole numbers in quotes, such as '8 15 3 7'")
    try:
        return tuple(map(whole_number, text.replace(",", " ").split()))
    except ValueError as fault:
        raise TaskError(f"{where}: {fault}; programs read rows of whole numbers") from None


def _range_of(groups: Sequence[Group], form: Format) -> dict[str, int]:
    """The limits of the rows of the groups, so that shrinking does not go beyond them."""
    cards = [form.cards(row) for group in groups for row in group.rows]
    return {
        "least": max(min(map(len, cards)), 1),
        "most": max(map(len, cards)),
        "low": min(min(row, default=0) for row in cards),
        "high": max(max(row, default=0) for row in cards),
    }


# --- what does not fit together --------------------------------------------------------------


def _require_sentence(task: Task, path: Path) -> None:
    """Raise TaskError for a sentence without the answer, and for a function without a name."""
    if task.function and not task.function.isidentifier():
        raise TaskError(f"{path}: function is '{task.function}': give a name, such as solve")
    if task.sentence is None:
        return
    try:
        fields = [field for _, field, _, _ in Formatter().parse(task.sentence) if field is not None]
    except ValueError:
        fields = []
    if fields.count("answer") != 1 or not {*fields} <= {"answer", "game"} or "|" in task.sentence:
        raise TaskError(
            f"{path}: sentence is '{task.sentence}': write {{answer}} once, and {{game}} for the row's number"
        )


def _require_rows(task: Task, path: Path) -> None:
    """Raise TaskError for limits that contradict each other, or that exclude a row of the groups."""
    for key, other in (("least", "most"), ("low", "high")):
        low, high = getattr(task, key), getattr(task, other)
        if low > high:
            raise TaskError(
                f"{path}, [rows]: {key} is {low} and {other} is {high}: change one; a missing limit is "
                f"{'that of the rows of the groups' if task.groups else 'its default'}"
            )
    for group in task.groups:
        for at, row in enumerate(group.rows, 1):
            if violation := task.violation(row):
                raise TaskError(
                    f"{path}, group '{group.name}': row {at} has {violation}: change it, or [rows]"
                )
    if not trials(task, 1, seed=0):
        raise TaskError(f"{path}, [rows]: the limits leave no rows: {task.bounds.text}")


def _require_keys(content: Any, keys: Keys, where: str) -> None:
    """Raise TaskError unless `content` is a table with only these keys, and values as they require."""
    if not isinstance(content, dict):
        raise TaskError(f"{where}: give a table")
    for key, value in content.items():
        if key not in keys:
            raise TaskError(f"{where}: there is no key '{key}': {_choose(key, keys)}")
        kind, *between = keys[key]
        fits = kind is object or type(value) is kind or (type(value), kind) == (int, float)
        if not fits or (between and not between[0] <= value <= between[1]):
            text = f"{KINDS[kind]} from {between[0]} to {between[1]}" if between else KINDS[kind]
            raise TaskError(f"{where}: {key} is {value!r}: give {text}")


def _choose(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the nearest known one, and all of them."""
    known = [*known]
    near = get_close_matches(name.lower(), known, n=1)
    return f"{f'did you mean {near[0]}? Choose' if near else 'choose'} {', '.join(known)}"
