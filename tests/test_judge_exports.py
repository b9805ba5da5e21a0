"""A task goes to other judges: Gradescope's autograder runs, and a package of Kattis is right in itself."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from command_line import run as twoends
from judged import PROGRAMS
from twoends.judge import TASKS


def graded(autograder: Path, submission: str | None) -> dict[str, object]:
    """Run the autograder as Gradescope does, in its folder, with no package but what it brings."""
    for name in ("submission", "results"):
        shutil.rmtree(autograder / name, ignore_errors=True)
        (autograder / name).mkdir()
    if submission is not None:
        shutil.copy(PROGRAMS / submission, autograder / "submission" / "answer.py")
    (autograder / "bin").mkdir(exist_ok=True)
    if not (autograder / "bin" / "python3").exists():  # the interpreter alone, without what is installed
        os.symlink(os.path.realpath(sys.executable), autograder / "bin" / "python3")
    environment = {"PATH": f"{autograder / 'bin'}:/usr/bin:/bin", "AUTOGRADER": str(autograder)}
    if not (autograder / "source" / "site").exists():
        subprocess.run([autograder / "source" / "setup.sh"], env=environment, check=True)
    run = subprocess.run([autograder / "source" / "run_autograder"], env=environment, check=False)
    assert run.returncode == 0
    results: dict[str, object] = json.loads((autograder / "results" / "results.json").read_text())
    return results


@pytest.mark.slow
def test_the_autograder_runs_as_gradescope_runs_it(tmp_path: Path) -> None:
    words = ("--task", "removal-game", "--max-n", "40", "--tests", "24", "--seed", "7", "--points", "10")
    run = twoends("judge", "export", "gradescope", "homework", *words, "--visibility", "small=hidden",
                  cwd=tmp_path)  # fmt: skip
    assert (run.status, run.err) == (0, ""), run
    source = tmp_path / "autograder" / "source"
    with zipfile.ZipFile(tmp_path / "homework" / "autograder.zip") as archive:
        archive.extractall(source)
        for entry in archive.infolist():
            if entry.external_attr >> 16:
                (source / entry.filename).chmod(entry.external_attr >> 16)
    assert sorted(path.name for path in source.iterdir()) == ["run_autograder", "setup.sh", "site"]
    right = graded(tmp_path / "autograder", "right_two_calls.py")
    assert right["score"] == 10
    wrong = graded(tmp_path / "autograder", "plays_greedily.py")
    assert 0 < float(str(wrong["score"])) <= 5
    assert str(wrong["output"]).startswith("WA  wrong answer"), wrong
    assert "smallest failure" not in str(wrong["output"]), "a group is hidden"
    nothing = graded(tmp_path / "autograder", None)
    assert nothing["score"] == 0
    assert str(nothing["output"]).startswith("CE  does not compile or start"), nothing
    (source / "site" / "twoends" / "cli" / "judge.py").write_text("broken(")
    assert graded(tmp_path / "autograder", "right_two_calls.py")["score"] == 0


def test_rows_of_your_own_go_along(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("8 15 3 7\n1 2\n")
    run = twoends("judge", "export", "gradescope", ".", "--task", "deque", "--file", "mine.txt", cwd=tmp_path)
    assert run.status == 0, run
    with zipfile.ZipFile(tmp_path / "autograder.zip") as archive:
        assert archive.read("rows.txt") == b"8 15 3 7\n1 2\n"
        assert b"'--file', 'rows.txt'" in archive.read("run_autograder")


@pytest.mark.parametrize(
    "task",
    [
        pytest.param(name, marks=() if name == "dumb-smart" else pytest.mark.slow)
        for name, task in TASKS.items()
        if task.rules.plain  # packages refuse other rules
    ],
)
def test_a_package_is_right_in_itself(task: str, tmp_path: Path) -> None:
    """Every input is valid, the accepted program prints what is expected, and the wrong ones do not."""
    run = twoends("judge", "export", "kattis", "package", "--task", task, "--max-n", "30", "--tests", "24",
                  cwd=tmp_path)  # fmt: skip
    assert (run.status, run.err) == (0, ""), run
    package = tmp_path / "package"
    inputs = sorted(package.glob("data/*/*.in"))
    assert len(inputs) >= 8
    (accepted,) = package.glob("submissions/accepted/*")
    wrong = dict.fromkeys(package.glob("submissions/wrong_answer/*"), 0)
    assert len(wrong) == 2
    validator = package / "input_validators" / "validate.py"
    for at, path in enumerate(inputs):
        content, expected = path.read_bytes(), path.with_suffix(".ans").read_bytes()
        assert _run(validator, content)[0] == 42, path
        assert _run(accepted, content) == (0, expected), path
        for program in wrong:
            wrong[program] += _run(program, content)[1] != expected
        if at < 3:
            for broken in (
                content[:-1],
                content + b"x\n",
                content.replace(b" ", b"  ", 1),
                b"",
                b"1 2 3\n4\n",
            ):
                assert broken == content or _run(validator, broken)[0] == 43, (path, broken)
    assert min(wrong.values()) > 0, wrong


def _run(program: Path, content: bytes) -> tuple[int, bytes]:
    run = subprocess.run(
        [sys.executable, "-I", "-S", program], input=content, capture_output=True, check=False
    )
    return run.returncode, run.stdout


@pytest.mark.skipif(
    not (shutil.which("verifyproblem") and shutil.which("pypy3") and shutil.which("lualatex")),
    reason="problemtools, PyPy and LuaLaTeX are not installed",
)
def test_verifyproblem_has_nothing_against_a_package(tmp_path: Path) -> None:
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
        (("gradescope", "x", "--weight", "smal=1"), "there is no group 'smal' here"),
        (("kattis", "full", "--task", "deque"), "full is not empty: name a new folder"),
        (("kattis", "x", "--file", "rows.txt"), "--file is not for a package"),
        (("kattis", "x", "--task", "chess"), "--task is 'chess': choose"),
        (("kattis", "Removal-Game"), "a-z and 0-9, not 'Removal-Game': name the folder removalgame"),
        (("kattis", "sub/tâche"), "not 'tâche': name the folder tche"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(words: tuple[str, ...], fault: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "rows.txt").write_text("1 2\n")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "kept").write_text("")
    run = twoends("judge", "export", *words, cwd=tmp_path)
    assert (run.status, run.out) == (2, ""), run
    assert fault in run.err
    assert len(run.err.splitlines()) == 1
