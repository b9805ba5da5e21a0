"""Exports to other judges: the autograder runs as on Gradescope, and a Kattis package is consistent.

On Gradescope the judge's own files lie beside the submissions.
"""

from __future__ import annotations

import fnmatch
import json
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cases import slow_but
from command_line import run as twoends
from expected import calls_are_expected
from judged import OWN as JUDGED
from judged import PROGRAMS, PYTHON, needs_landlock, write_files, write_task
from twoends.answers.questions import QUESTIONS
from twoends.judge import TASKS, Task
from twoends.judge.exports import answer, kattis, validate
from twoends.judge.tasks import Group, Values
from twoends.judge.trials import trials
from twoends.reading.formats import FORMATS
from twoends.rules.opponent_names import every_opponent, opponent
from twoends.rules.opponents import Opponent

# --- Gradescope --------------------------------------------------------------------------------

FORGED = '{"score": 100, "output": "all is well"}'

ASKS_THE_SOLVER = "import twoends; print(twoends.solve(list(map(int, open(0).read().split()[1:]))).first)"

FORGES = f"""
import os, signal
def parent(pid): return int(open(f"/proc/{{pid}}/stat").read().rsplit(")", 1)[1].split()[1])
for place in ("RESULTS", "../results/results.json", "/autograder/results/results.json"):
    try: open(place, "w").write({FORGED!r})
    except OSError: pass
try:
    judge = parent(os.getppid())
except OSError:
    judge = os.getppid()
for pid in (judge, os.getppid()):
    try: os.kill(pid, signal.SIGKILL)
    except OSError: pass
print("no answer")
"""


def set_up(autograder: Path, archive: Path) -> None:
    """Set an autograder up as Gradescope does, without any installed Python package."""
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(autograder / "source")
        for entry in packed.infolist():
            if entry.external_attr >> 16:
                (autograder / "source" / entry.filename).chmod(entry.external_attr >> 16)
    (autograder / "bin").mkdir()
    (autograder / "bin" / "python3").symlink_to(os.path.realpath(sys.executable))
    subprocess.run([autograder / "source" / "setup.sh"], env=_environment(autograder), check=True)


@pytest.fixture(scope="module")
def autograder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An autograder as it is exported and set up."""
    folder = tmp_path_factory.mktemp("autograder")
    task = folder / write_task(folder, "removal-game", rows={"most": 9})
    words = ["--task", str(task), "--language-factor", "1.5", "--tests", "4", "--seed", "7"]
    words += ["--readable", "/usr", "--readable", "/bin", "--entry", "*.py", "--points", "10"]
    words += ["--visibility", "small=hidden", "--visibility", "ties=visible"]
    run = twoends("judge", "export", "gradescope", str(folder / "a/b"), *words)
    assert (run.status, run.err) == (0, ""), run
    archive = folder / "a/b/autograder.zip"
    assert run.out == f"{archive}: upload it to Gradescope as the autograder\n"
    set_up(folder, archive)
    words[1], words[15] = f"task/{task.name}", "10.0"
    assert str(words)[:-1] in (folder / "source" / "run_autograder").read_text(), "no other options"
    return folder


def _environment(folder: Path) -> dict[str, str]:
    return {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "AUTOGRADER": str(folder)}


def graded(autograder: Path, text: str | None) -> dict[str, object]:
    """The results of a submission of this program; None: of an empty submission."""
    for name in ("submission", "results"):
        shutil.rmtree(autograder / name, ignore_errors=True)
        (autograder / name).mkdir()
    results = autograder / "results" / "results.json"
    results.write_text(FORGED)  # as if an earlier run had left it
    if text is not None:
        (autograder / "submission" / "answer.py").write_text(text.replace("RESULTS", str(results)))
    script = autograder / "source" / "run_autograder"
    run = subprocess.run([script], env=_environment(autograder), capture_output=True, text=True, check=False)
    assert run.returncode == 0
    report: dict[str, object] = json.loads(results.read_text())
    return {**report, "shown": run.stdout + run.stderr}


@pytest.mark.slow
def test_the_autograder_runs_as_gradescope_runs_it(autograder: Path) -> None:
    assert sorted(path.name for path in (autograder / "source").iterdir()) == [
        "run_autograder", "setup.sh", "site", "task",
    ]  # fmt: skip
    assert graded(autograder, (PROGRAMS / "right_two_calls.py").read_text())["score"] == 10
    wrong = graded(autograder, (PROGRAMS / "plays_greedily.py").read_text())
    assert 0 < float(str(wrong["score"])) <= 5
    assert str(wrong["output"]).startswith("WA  wrong answer"), wrong
    assert "smallest failure" not in str(wrong["output"]), "a group is hidden"
    nothing = graded(autograder, None)
    assert nothing["score"] == 0
    assert str(nothing["output"]).startswith("CE  does not compile or start"), nothing


@needs_landlock(6)
@pytest.mark.parametrize("text", [ASKS_THE_SOLVER, FORGES], ids=["asks the solver", "forges its results"])
def test_the_autograder_reports_what_the_judge_found(text: str, autograder: Path) -> None:
    report = graded(autograder, text)
    assert report["score"] == 0
    assert str(report["output"]).startswith(("RE  run-time error", "PE  "))
    for path in (autograder / "source", autograder / "source" / "run_autograder"):
        assert path.stat().st_mode & 0o777 == 0o700, "another user could read it"


@pytest.mark.parametrize(
    "dies",
    [
        f"import os; open(os.environ['RESULTS'], 'w').write({FORGED!r}); os.kill(os.getpid(), 9)",
        "import os; os.makedirs('../results/results.json/forged'); os._exit(0)",
    ],
    ids=["killed after results", "ended with a folder in their place"],
)
def test_the_autograder_scores_zero_if_the_judge_fails(dies: str, autograder: Path) -> None:
    """As if a program had ended the judge: here it ends by itself."""
    command = autograder / "source" / "site" / "twoends" / "__main__.py"
    text = command.read_text()
    command.write_text(f"def main():\n    {dies}\n")
    try:
        report = graded(autograder, "print(7)")
    finally:
        command.write_text(text)
    assert report["score"] == 0
    assert "The judge failed" in str(report["output"])


# --- Kattis ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "task",
    # Packages refuse other rules.
    slow_but(["dumb-smart"], [name for name, task in TASKS.items() if task.rules.plain]),
)
def test_a_package_accepts_its_accepted_program_and_rejects_the_wrong_ones(task: str, tmp_path: Path) -> None:
    """Every input is valid."""
    file = write_task(tmp_path, task, rows={"most": min(TASKS[task].most, 30)})
    run = twoends("judge", "export", "kattis", "package", "--task", file, "--tests", "24", cwd=tmp_path)
    assert (run.status, run.err) == (0, ""), run
    package = tmp_path / "package"
    inputs = sorted(package.glob("data/*/*.in"))
    assert len(inputs) >= 8
    (accepted,) = package.glob("submissions/accepted/*")
    wrong = {*package.glob("submissions/wrong_answer/*")}
    assert len(wrong) == (1 if task == "sereja-and-dima" else 2), "greedy play is right if both are greedy"
    validator = package / "input_validators" / "validate.py"
    for path in inputs:
        content, expected = path.read_bytes(), path.with_suffix(".ans").read_bytes()
        assert _run(validator, content)[0] == 42, path
        assert _run(accepted, content) == (0, expected), path
        wrong -= {program for program in wrong if _run(program, content)[1] != expected}
    assert not wrong, "these are right on every input"
    assert _run(validator, b"x\n")[0] == 43


def _run(program: Path, content: bytes) -> tuple[int, bytes]:
    run = subprocess.run([*PYTHON, program], input=content, capture_output=True, check=False)
    return run.returncode, run.stdout


# --- the contents of packages ------------------------------------------------------------------

OWN = replace(JUDGED, name="own-task")

ROWS: tuple[Values, ...] = (
    (8, 15, 3, 7), (1, 30, 100, 15, 2), (6,), (-4, -9), (4, 4, 1, 4, 9, 9), (-1, 2, -3, 5, -3, 7, -1), (5, 5),
    (0, 7, 0), (2, 9, 9, 2), (3, 1, 2, 3), (300, 100, 10, 500, 1000, 100),
)  # fmt: skip


def embedded(task: Task) -> dict[str, Any]:
    """A task as a package embeds it in the answer program."""
    return {
        "format": task.format,
        "question": task.question,
        "player": [task.player.name, task.player.ties] if task.player else ["best", None],
        "opponents": [[who.name, who.ties] for who in task.opponents],
        "sentence": task.sentence,
    }


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_packaged_answers_are_those_of_the_judge(question: str) -> None:
    either_end = [opponent("left"), opponent("right")]
    opponents = [(who,) for who in (*every_opponent(stochastic=False), *either_end)]
    games: list[tuple[Opponent | None, tuple[Opponent, ...]]] = [
        *((None, against) for against in (*opponents, (opponent("generous"), opponent("optimal")))),
        *((who, (opponent("greedy"),)) for who in either_end),
    ]
    for player, against in games:
        task = replace(OWN, question=question, player=player, opponents=against)
        for row in ROWS:
            packaged = answer.answer(list(row), embedded(task))
            assert packaged == task.answer(row), f"{row}, {player or 'best'} against {against}"
            if all(who.looks_at_cards for who in against):
                greedy = replace(task, player=opponent("greedy right"))
                assert answer.answer(list(row), embedded(task), "greedily") == greedy.answer(row), row
        always = {answer.answer(list(row), embedded(task), "one answer to everything") for row in ROWS}
        assert len(always) == 1


# --- validators --------------------------------------------------------------------------------


def valid(task: Task, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The error of the validator on an input; empty if it is valid."""
    monkeypatch.setattr(validate, "TASK", task.bounds._asdict())
    return validate.violation(text)


@pytest.mark.parametrize("format", FORMATS)
def test_the_validator_accepts_every_input_of_the_judge(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = replace(OWN, format=format, most=50)
    for trial in trials(task, 60, seed=1):
        assert valid(task, task.write(trial.rows).decode(), monkeypatch) == "", trial


# --- packages for Kattis -----------------------------------------------------------------------


def test_a_package_says_what_its_task_says_in_latex_and_with_safe_names() -> None:
    groups = (Group("a/b: ü", Fraction(1), ((1, 2), (3, 4))),)
    task = replace(OWN, title='7% "of" a_b', groups=groups, question="second", sentence="{answer} & #{game}")
    task = replace(task, format="cases", seconds=1.5, memory=64 << 20)
    files = dict(kattis.package(task, 8, seed=3))
    configuration = files["problem.yaml"].decode()
    assert configuration.startswith('name: "7% \\"of\\" a_b"\n')
    assert configuration.endswith("limits:\n  memory: 64\n")
    assert files[".timelimit"] == b"1.5\n"
    assert files["data/sample/001-a-b---.ans"] == b"1 & #1\n3 & #2\n"
    statement = files["problem_statement/problem.en.tex"].decode()
    assert statement.startswith('\\problemname{7\\% "of" a\\_b}\n')
    assert "take turns, and the opponent goes first." in statement
    assert f". Each row has {task.bounds.text}.\n" in statement
    assert "\nPrint one line per row: " in statement
    assert statement.endswith(
        "where \\{game\\} is the number of the row, counted from 1, and \\{answer\\} is the answer: "
        "\\{answer\\} \\& \\#\\{game\\}\n"
    )
    assert dict(kattis.package(task, 8, seed=3)) == files
    theirs = dict(kattis.package(replace(task, statement=" Take a card.\n"), 8, seed=3))
    text = theirs["problem_statement/problem.en.md"].decode()
    assert text.startswith("Take a card.\n\n## Input\n\nThe number of cases")
    assert f". Each row has {task.bounds.text}.\n\n## Output\n\nPrint one line per row: " in text
    assert text.endswith("{answer} is the answer: {answer} & #{game}\n")
    other = dict(kattis.package(replace(task, most=14), 8, seed=3))
    assert other["problem.yaml"] != files["problem.yaml"], "another task has another uuid"
    names = [name for name, _ in kattis.package(OWN, 8, seed=3)]
    assert len(fnmatch.filter(names, "data/sample/*.in")) == 2


def test_inputs_statements_and_wrong_programs_are_those_of_the_task_and_wrong_use_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path, "file", "full/kept", "made/autograder.zip")

    def export(*words: str) -> str:
        run = twoends("judge", "export", *words, cwd=tmp_path)
        assert (run.status, run.out) == (2, ""), run
        return run.err

    def faults(format: str, *texts: str, **changed: Any) -> list[str]:
        task, form = replace(OWN, format=format, **changed), f"the input is not {FORMATS[format].text}"
        return [valid(task, text, monkeypatch).replace(form, "not so") for text in texts]

    def statement(opponents: str = "optimal", player: str = "", **changed: Any) -> list[str]:
        """The lines of the statement in which it differs from that of the task with a generous opponent."""
        against = tuple(map(opponent, opponents.split(", ")))
        task = replace(OWN, opponents=against, player=opponent(player) if player else None, **changed)
        program = dict(kattis.package(task, 8, seed=3))["submissions/accepted/answer.py"].decode()
        assert f"'player': {embedded(task)['player']!r}" in program, "with its ties"
        known = kattis.statement(replace(OWN, opponents=(opponent("generous"),))).splitlines()
        return [line for line in kattis.statement(task).splitlines() if line not in known]

    def wrong_programs(task: Task, **changed: Any) -> list[str]:
        """Without those that no row reveals; the first player is never beaten on an even row."""
        made = kattis.package(replace(task, **changed), 10, seed=1)
        return [Path(name).stem for name, _ in made if "wrong" in name]

    written = {"written": partial(write_task, tmp_path)}
    calls_are_expected("calls_of_exports.txt", globals() | locals() | written)
