"""An instructor's own exercise: from a reference, a checker and a TOML file to a class report."""

from __future__ import annotations

import json
import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from command_line import Ran, refused
from command_line import run as twoends
from expected import is_expected
from judged import class_of, printing, write_files
from test_judge_exports import graded, set_up
from twoends.judge import own as owns
from twoends.judge.exercises import CUSTOM, read_exercise, with_reference
from twoends.judge.own import Own, ProgramError
from twoends.judge.tasks import TaskError
from twoends.judge.trials import Trial
from twoends.judge.verdicts import Program

pytestmark = pytest.mark.usefixtures("unexplained")

PYTHON = f"{sys.executable} -S"
READ = "n = int(input()); v = list(map(int, input().split()))\n"
PLACES = f"{READ}print(max(sum(v[::2]), sum(v[1::2])))\n"
PROGRAMS = {
    "solution.py": PLACES,
    "wrong/short.py": f"{READ}print(max(sum(v[::2]), sum(v[1::2])) if n < 5 else 0)\n",
    "gen.py": "import sys\nfor at in range(int(sys.argv[1])): print(*range(int(sys.argv[2]), at + 12))\n",
    "rows.txt": "8 15 3 7\n1 2\n",
    "exercise.toml": f"""
name = "places"
statement = "Print the larger of the sums in odd and in even places."
reference = "{PYTHON} solution.py"

[limits]
least = 2
seconds = 1.5
memory = 128

[[groups]]
name = "by hand"
points = 30
rows = "rows.txt"

[[groups]]
name = "drawn"
points = 70
generator = "{PYTHON} gen.py"
tests = 1

[scores]
"solution.py" = 100
"wrong/short.py" = 30
""",
}


@pytest.fixture
def exercise(tmp_path: Path) -> Path:
    """A folder with the exercise."""
    folder = tmp_path / "homework"
    for name, text in PROGRAMS.items():
        write_files(folder, name, text=text)
    return folder


def answers(folder: Path, *words: str, program: str, reference: str = "") -> Ran:
    """Judge a program in the folder of the exercise, by another reference if one is given."""
    (folder / "answer.py").write_text(program)
    if reference:
        (folder / "any.py").write_text(reference)
        words = ("--reference", f"{PYTHON} any.py", *words)
    command = ["answer.py"] if "--function" in words else [sys.executable, "-S", "answer.py"]
    return twoends("judge", "answers", *words, "--", *command, cwd=folder)


def test_a_toml_file_sets_the_limits_the_groups_and_the_scores(exercise: Path) -> None:
    task = read_exercise(exercise / "exercise.toml", seed=3)
    assert (task.name, task.source, task.seconds, task.memory) == ("places", "exercise.toml", 1.5, 128 << 20)
    assert [(each.name, int(each.points), len(each.rows)) for each in task.groups] == [
        ("by hand", 30, 2),
        ("drawn", 70, 1),
    ]
    assert task.groups[1].rows[0] == (3, 4, 5, 6, 7, 8, 9, 10, 11), "the generator gets the seed"
    assert (task.least, task.most, task.low, task.high) == (2, 9, 1, 15), "the range of the rows"
    assert dict(task.scores) == {"solution.py": 100, "wrong/short.py": 30}
    assert task.answer((8, 15, 3, 7)) == "22"
    (exercise / "solution.py").write_text(PLACES.replace("max", "min"))
    changed = read_exercise(exercise / "exercise.toml", seed=3)
    assert repr(changed) != repr(task), "so that a class is judged again"


def test_a_class_is_judged_by_the_groups_and_points_of_a_toml_file(exercise: Path, tmp_path: Path) -> None:
    for name in ("solution.py", "wrong/short.py"):
        write_files(tmp_path / "class", Path(name).name, text=PROGRAMS[name])
    run = twoends("judge", "class", "class", "--task", "homework/exercise.toml", cwd=tmp_path)
    assert run.status == 0, run
    lines = class_of(tmp_path / "class-judged")
    assert {name: (line["verdict"], line["score"]) for name, line in lines.items()} == {
        "solution": ("AC", "100.0"),
        "short": ("WA", "30.0"),
    }
    failed = list(map(int, lines["short"]["smallest failure"].split()))
    assert lines["short"]["expected"] == str(max(sum(failed[::2]), sum(failed[1::2])))
    report = (tmp_path / "class-judged" / "short.py" / "report.txt").read_text()
    assert "task places (exercise.toml), right answers match its reference" in report


def test_a_self_test_finds_a_program_with_a_wrong_score(exercise: Path) -> None:
    text = PROGRAMS["exercise.toml"].replace('short.py" = 30', 'short.py" = 40')
    wrong = "wrong/short.py 40 30 WA wrong score"
    for scores, status, more in ((text, 1, [wrong]), (text[: text.index('"wrong')], 0, [])):
        (exercise / "exercise.toml").write_text(scores)
        run = twoends("judge", "selftest", "homework", cwd=exercise.parent)
        lines = [" ".join(line.split()) for line in run.out.splitlines()]
        assert (run.status, lines[1:]) == (status, ["solution.py 100 100 AC", *more]), run


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (("--generator", f"{PYTHON} gen.py", "--tests", "2"), 2),
        (("--file", "rows.txt"), 2),
        (("--task", "deque", "--tests", "3", "--max-n", "9"), 3),
        (("--function", "solve", "--file", "rows.txt"), 2),
    ],
)
def test_the_rows_come_from_a_file_a_generator_or_a_known_task(
    words: tuple[str, ...], rows: int, exercise: Path
) -> None:
    right = "def solve(v): return max(sum(v[::2]), sum(v[1::2]))\n" if "solve" in words else PLACES
    run = answers(exercise, *words, "--json", program=right, reference=PLACES)
    judged = json.loads(run.out)
    assert (judged["verdict"], sum(len(each["rows"]) for each in judged["runs"])) == ("AC", rows), run


SPIES = """import sys
for name in ('solution.py', 'gen.py', 'exercise.toml', 'rows.txt', 'wrong/short.py', 'beside.py'):
    try: open(sys.path[0] + '/' + name).read(); print(name)
    except OSError: pass
"""


def test_a_program_cannot_read_the_files_of_the_exercise(exercise: Path) -> None:
    """They are in the folder of the program, from which it may import."""
    (exercise / "beside.py").write_text("")
    judged = json.loads(answers(exercise, "--task", "exercise.toml", "--json", program=SPIES).out)
    if "Landlock" in judged["sandbox"] or "bubblewrap" in judged["sandbox"]:
        assert "'beside.py'" in judged["runs"][0]["note"], judged["runs"][0]


CHECKER = """import pathlib, sys
given, answer, feedback = sys.argv[1:]
values = open(given).read().split()
printed = sys.stdin.read().split()
if printed == ["crash"]:
    raise SystemExit(1)
if len(printed) == 1 and printed[0] in values:
    raise SystemExit(42)
pathlib.Path(feedback, "teammessage.txt").write_text("that is no card of the row")
raise SystemExit(43)
"""


def verdict_on(output: str, right: str, *checker: str) -> tuple[str, str]:
    """The verdict and note on this output for the row 5 6, if the reference prints the right answer."""
    task = replace(CUSTOM, own=Own("values", ("/bin/echo", right), checker))
    outcome = Program(printing(lambda text: output), ["it"], task).try_out(Trial("own", ((5, 6),)))
    return str(outcome.verdict), outcome.note


@pytest.mark.parametrize(
    ("output", "verdict", "note"),
    [
        ("6", "AC", ""),
        ("7777", "WA", "the answer is wrong: that is no card of the row"),
        (
            "crash",
            "PE",
            "the checker ended with exit status 1 on the row 5 6: it must be 42 for right or 43 for wrong",
        ),
    ],
)
def test_a_checker_accepts_other_answers_or_says_why_not(
    output: str, verdict: str, note: str, tmp_path: Path
) -> None:
    (checker,) = write_files(tmp_path, "checker.py", text=CHECKER)
    assert verdict_on(output, "5", sys.executable, "-S", str(checker)) == (verdict, note)


@pytest.mark.parametrize(
    ("right", "output", "verdict"),
    [
        ("YES 5", "yes\n 5", "AC"),
        ("YES 5", "no 5", "WA"),
        ("5", "5.0", "PE"),
        ("5 6", "5", "PE"),
        ("5", "", "PE"),
    ],
)
def test_without_a_checker_words_are_compared_and_numbers_must_be_numbers(
    right: str, output: str, verdict: str
) -> None:
    assert verdict_on(output, right)[0] == verdict


@pytest.mark.parametrize(
    ("reference", "fault"),
    [
        ("raise SystemExit(3)", "on the row 8 15 3 7 the reference ended with exit status 3"),
        ("import os; os.kill(os.getpid(), 11)", "on the row 8 15 3 7 the reference was killed by SIGSEGV"),
        ("", "on the row 8 15 3 7 the reference printed nothing"),
        ("while True: pass", "on the row 8 15 3 7 the reference was still running after 0.2 s"),
        ("import time; print(time.time_ns())", "gave two answers to the row 8 15 3 7: it must have one"),
    ],
)
def test_a_reference_that_fails_is_reported_with_the_row(
    reference: str, fault: str, exercise: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owns, "SECONDS", 0.2 if "while" in reference else 20.0)
    (exercise / "bad.py").write_text(reference)
    monkeypatch.chdir(exercise)
    own = with_reference(CUSTOM, f"{PYTHON} bad.py", "").own
    assert own is not None
    with pytest.raises(ProgramError, match=fault):
        own.require_works((8, 15, 3, 7))


WRONG_OPTIONS = (
    ("--reference", f"{PYTHON} crash.py", "--file", "rows.txt"),
    ("--reference", "python3 none.py"),
    ("--reference", f"{PYTHON} solution.py", "--checker", f"{PYTHON} no.py", "--file", "rows.txt"),
    ("--reference", f"{PYTHON} solution.py", "--asks", "margin"),
    ("--checker", f"{PYTHON} no.py"),
    ("--generator", f"{PYTHON} crash.py"),
    ("--generator", f"{PYTHON} gen.py", "--file", "rows.txt"),
    ("--task", "exercise.toml", "--file", "rows.txt"),
    ("--task", "exercise.toml", "--max-n", "3"),
    ("--task", "none.toml"),
    ("--rules", "goal least"),
    ("--rules", "take some"),
    ("--rules", "turns A", "--asks", "margin"),
    ("--rules", "turns A", "--opponent", "greedy"),
    ("--rules", "take 1-2", "--asks", "cases"),
)
WRONG_FILES = (
    (f'reference = "{PYTHON} solution.py"', ""),
    ("least = 2", "fewest = 2"),
    ("least = 2", "least = true"),
    ("least = 2", "least = 0"),
    ("seconds = 1.5", "seconds = nan"),
    ("memory = 128", "memory = 1"),
    ('name = "drawn"', 'name = "by hand"'),
    ("points = 30", "points = -1"),
    ('rows = "rows.txt"', ""),
    ('rows = "rows.txt"', "rows = [1, 2]"),
    ('rows = "rows.txt"', 'rows = ["1 x"]'),
    ('name = "places"', 'input = "xml"'),
    ("wrong/short.py", "wrong/none.py"),
    ('short.py" = 30', 'short.py" = 200'),
    ("least = 2", "least = 20"),
    ("least = 2", "most = 9"),
    ("least = 2", "low = 16"),
    (f"{PYTHON} solution.py", "python3 none.py"),
    (f"{PYTHON} gen.py", "python3 none.py"),
    ("[limits]", "[limits"),
)
"""A part of the file, and its replacement."""


def test_each_error_in_an_exercise_is_one_sentence(exercise: Path) -> None:
    (exercise / "crash.py").write_text("raise SystemExit(1)")
    (exercise / "no.py").write_text("raise SystemExit(43)")
    lines = []
    for words in WRONG_OPTIONS:
        run = answers(exercise, *words, program=PLACES)
        assert (run.status, run.out, run.err.count("\n")) == (2, "", 1), (words, run)
        lines += [f"$ twoends judge answers {shlex.join(words)} -- answer.py", run.err.rstrip()]
    path = exercise / "exercise.toml"
    for old, new in WRONG_FILES:
        path.write_text(PROGRAMS["exercise.toml"].replace(old, new, 1))
        with pytest.raises((TaskError, ProgramError, ValueError)) as fault:
            read_exercise(path)
        sentence = str(fault.value).replace(str(path), path.name).replace(str(exercise), "FOLDER")
        lines += [f"{old} -> {new or 'nothing'}", re.sub("not TOML: .*", "not TOML: …", sentence)]
    is_expected("exercise_errors.txt", "\n".join([*lines, ""]).replace(PYTHON, "python3 -S"))


def test_a_row_on_which_the_reference_fails_is_not_allowed(
    exercise: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shrinking therefore never tries it."""
    monkeypatch.chdir(exercise)
    (exercise / "sevens.py").write_text(f"{READ}assert 7 in v\nprint(len(v))\n")
    task = with_reference(CUSTOM, f"{PYTHON} sevens.py", "")
    assert [task.allows(row) for row in ((7, 1), (4, 1))] == [True, False]


def test_a_kattis_package_contains_the_programs_of_the_exercise(exercise: Path) -> None:
    (exercise / "checker.py").write_text(CHECKER.replace("printed[0] in values", "True"))
    text = f'checker = "{PYTHON} checker.py"\n{PROGRAMS["exercise.toml"]}'
    (exercise / "exercise.toml").write_text(text)
    run = twoends("judge", "export", "kattis", "places", "--task", "exercise.toml", cwd=exercise)
    assert run.status == 0, run
    package = exercise / "places"
    assert (package / "submissions/accepted/solution.py").read_text() == PLACES
    assert (package / "output_validators/checker/checker.py").exists()
    assert "validation: custom" in (package / "problem.yaml").read_text()
    assert "larger of the sums" in (package / "problem_statement/problem.en.md").read_text()
    assert (package / "data/sample/001-by-hand.ans").read_text() == "22\n"
    own = ("--reference", "/bin/cat", "--file", "rows.txt")
    for judge, fault in (
        ("kattis", "replace --file by --tests and --seed"),
        ("gradescope", "write FILE.toml and give --task FILE.toml"),
    ):
        refused(twoends("judge", "export", judge, "other", *own, cwd=exercise), fault)


@pytest.mark.slow
def test_a_gradescope_autograder_contains_the_folder_of_the_exercise(exercise: Path) -> None:
    run = twoends(
        "judge", "export", "gradescope", ".", "--task", "homework/exercise.toml", cwd=exercise.parent
    )
    assert run.status == 0, run
    set_up(exercise.parent / "autograder", exercise.parent / "autograder.zip")
    greedy = (Path(__file__).parent / "programs" / "plays_greedily.py").read_text()
    assert graded(exercise.parent / "autograder", greedy)["score"] == 70
