"""Exports to other judges: the autograder runs as on Gradescope, and a Kattis package is consistent.

On Gradescope the judge's own files lie beside the submissions.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cases import slow_but
from command_line import run as twoends
from judged import ASKS_THE_SOLVER, PROGRAMS, PYTHON, needs_landlock
from twoends.judge import TASKS

# --- Gradescope --------------------------------------------------------------------------------

FORGED = '{"score": 100, "output": "all is well"}'

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
    words = ("--task", "removal-game", "--max-n", "20", "--tests", "4", "--seed", "7", "--points", "10")
    run = twoends("judge", "export", "gradescope", str(folder), *words, "--visibility", "small=hidden")
    assert (run.status, run.err) == (0, ""), run
    set_up(folder, folder / "autograder.zip")
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
        "run_autograder", "setup.sh", "site",
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
        f"import os; open(os.environ['RESULTS'], 'w').write({FORGED!r}); os._exit(2)",
        f"import os; open('../results/results.json', 'w').write({FORGED!r}); os._exit(0)",
        "broken(",
    ],
    ids=["killed after results", "failed after results", "ended with forged results", "broken"],
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


def test_own_rows_are_part_of_an_autograder(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("8 15 3 7\n1 2\n")
    run = twoends("judge", "export", "gradescope", ".", "--task", "deque", "--file", "mine.txt", cwd=tmp_path)
    assert run.status == 0, run
    with zipfile.ZipFile(tmp_path / "autograder.zip") as archive:
        assert archive.read("rows.txt") == b"8 15 3 7\n1 2\n"
        assert b"'--file', 'rows.txt'" in archive.read("run_autograder")


# --- Kattis ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "task",
    # Packages refuse other rules.
    slow_but(["dumb-smart"], (name for name, task in TASKS.items() if task.rules.plain)),
)
def test_a_package_accepts_its_accepted_program_and_rejects_the_wrong_ones(task: str, tmp_path: Path) -> None:
    """Every input is valid. The inputs that a validator refuses are in test_judge_packages.py."""
    run = twoends("judge", "export", "kattis", "package", "--task", task, "--max-n", "30", "--tests", "24",
                  cwd=tmp_path)  # fmt: skip
    assert (run.status, run.err) == (0, ""), run
    package = tmp_path / "package"
    inputs = sorted(package.glob("data/*/*.in"))
    assert len(inputs) >= 8
    (accepted,) = package.glob("submissions/accepted/*")
    wrong = {*package.glob("submissions/wrong_answer/*")}
    assert len(wrong) == 2
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


@pytest.mark.skipif(
    not (shutil.which("verifyproblem") and shutil.which("pypy3") and shutil.which("lualatex")),
    reason="problemtools, PyPy and LuaLaTeX are not installed",
)
def test_verifyproblem_finds_no_error_in_a_package(tmp_path: Path) -> None:
    twoends(
        "judge", "export", "kattis", "removalgame", "--task", "removal-game", "--max-n", "60", cwd=tmp_path
    )
    run = subprocess.run(
        ["verifyproblem", tmp_path / "removalgame"], capture_output=True, text=True, check=False
    )
    assert "tested: 0 errors" in run.stdout + run.stderr, run


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("gradescope", "file", "--task", "deque"), "file is not a folder: name another one"),
        (("gradescope", "x", "--weight", "smal=1"), "there is no group 'smal'"),
        (("gradescope", "made", "--task", "deque"), "made/autograder.zip exists: remove it, or name another"),
        (("kattis", "full", "--task", "deque"), "full is not empty: name a new folder"),
        (("kattis", "x", "--file", "rows.txt"), "replace --file by --tests and --seed"),
        (("kattis", "x", "--task", "chess"), "--task is 'chess': choose"),
        (("kattis", "Removal-Game"), "a-z and 0-9, unlike 'Removal-Game': name the folder removalgame"),
        (("kattis", "sub/tâche"), "unlike 'tâche': name the folder tche"),
        (("kattis", "x", "--rules", "take 1-2"), "from either end, not 'take 1-2 either'"),
        (("kattis", "x", "--input", "values-then-stop"), "from either end, not rows that end in K"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(words: tuple[str, ...], fault: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "rows.txt").write_text("1 2\n")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "kept").write_text("")
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "autograder.zip").write_text("")
    run = twoends("judge", "export", *words, cwd=tmp_path)
    assert (run.status, run.out) == (2, ""), run
    assert fault in run.err
    assert len(run.err.splitlines()) == 1
