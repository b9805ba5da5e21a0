"""An instructor's own exercise: a TOML file, from its keys to a class report."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from command_line import run as twoends
from expected import is_expected
from judged import PROGRAMS, class_of, write_files
from test_judge_exports import graded, set_up
from twoends.judge.exercises import read_exercise
from twoends.judge.tasks import TaskError

pytestmark = pytest.mark.usefixtures("unexplained")

RIGHT = (PROGRAMS / "right_two_calls.py").read_text()
FILES = {
    "short.py": RIGHT.replace("print(", "print((n < 5) * "),
    "right.py": RIGHT,
    "rows.txt": "8 15 3 7\n1 2\n",
    "exercise.toml": """
name = "ends"

[limits]
least = 2
seconds = 1.5
memory = 128

[[groups]]
name = "by hand"
points = 30
rows = "rows.txt"

[[groups]]
name = "long"
points = 70
rows = ["3 4 5 6 7 8 9 10 11"]
""",
}


@pytest.fixture
def exercise(tmp_path: Path) -> Path:
    """A folder with the exercise."""
    folder = tmp_path / "homework"
    for name, text in FILES.items():
        write_files(folder, name, text=text)
    return folder


def test_a_toml_file_sets_the_limits_and_the_groups(exercise: Path) -> None:
    task = read_exercise(exercise / "exercise.toml")
    assert (task.name, task.source, task.seconds, task.memory) == ("ends", "exercise.toml", 1.5, 128 << 20)
    assert [(each.name, int(each.points), each.rows) for each in task.groups] == [
        ("by hand", 30, ((8, 15, 3, 7), (1, 2))),
        ("long", 70, ((3, 4, 5, 6, 7, 8, 9, 10, 11),)),
    ]
    assert (task.least, task.most, task.low, task.high) == (2, 9, 1, 15), "the range of the rows"
    assert task.answer((8, 15, 3, 7)) == "22"


def test_a_class_is_judged_by_the_groups_and_points_of_a_toml_file(exercise: Path, tmp_path: Path) -> None:
    for name in ("right.py", "short.py"):
        write_files(tmp_path / "class", name, text=FILES[name])
    run = twoends("judge", "class", "class", "--task", "homework/exercise.toml", cwd=tmp_path)
    assert run.status == 0, run
    lines = class_of(tmp_path / "class-judged")
    assert {name: (line["verdict"], line["score"]) for name, line in lines.items()} == {
        "right": ("AC", "100.0"),
        "short": ("WA", "30.0"),
    }
    report = (tmp_path / "class-judged" / "short.py" / "report.txt").read_text()
    assert "task ends (exercise.toml), your total moving first, against optimal" in report


WRONG_OPTIONS = (
    ("--task", "exercise.toml", "--file", "rows.txt"),
    ("--task", "exercise.toml", "--max-n", "3"),
    ("--task", "none.toml"),
    ("--rules", "take some"),
    ("--rules", "turns A", "--question", "margin"),
    ("--rules", "turns A", "--opponent", "greedy"),
)
WRONG_FILES = (
    ("least = 2", "fewest = 2"),
    ("least = 2", "least = true"),
    ("least = 2", "least = 0"),
    ("seconds = 1.5", "seconds = nan"),
    ("memory = 128", "memory = 1"),
    ('name = "long"', 'name = "by hand"'),
    ("points = 30", "points = -1"),
    ('rows = "rows.txt"', ""),
    ('rows = "rows.txt"', "rows = [1, 2]"),
    ('rows = "rows.txt"', 'rows = ["1 x"]'),
    ('name = "ends"', 'format = "xml"'),
    ("least = 2", "least = 20"),
    ("least = 2", "most = 8"),
    ("least = 2", "low = 16"),
    ("[limits]", "[limits"),
)
"""A part of the file, and its replacement."""


def test_each_error_in_an_exercise_is_one_sentence(exercise: Path) -> None:
    lines = []
    for words in WRONG_OPTIONS:
        run = twoends("judge", "answers", *words, "--", sys.executable, "right.py", cwd=exercise)
        assert (run.status, run.out, run.err.count("\n")) == (2, "", 1), (words, run)
        lines += [f"$ twoends judge answers {shlex.join(words)} -- right.py", run.err.rstrip()]
    path = exercise / "exercise.toml"
    for old, new in WRONG_FILES:
        path.write_text(FILES["exercise.toml"].replace(old, new, 1))
        with pytest.raises((TaskError, ValueError)) as fault:
            read_exercise(path)
        sentence = str(fault.value).replace(str(path), path.name)
        lines += [f"{old} -> {new or 'nothing'}", re.sub("not TOML: .*", "not TOML: …", sentence)]
    is_expected("exercise_errors.txt", "\n".join([*lines, ""]))


@pytest.mark.slow
def test_a_gradescope_autograder_contains_the_folder_of_the_exercise(exercise: Path) -> None:
    run = twoends(
        "judge", "export", "gradescope", ".", "--task", "homework/exercise.toml", cwd=exercise.parent
    )
    assert run.status == 0, run
    set_up(exercise.parent / "autograder", exercise.parent / "autograder.zip")
    assert graded(exercise.parent / "autograder", FILES["short.py"])["score"] == 30
