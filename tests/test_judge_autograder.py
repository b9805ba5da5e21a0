"""What a clever student tries on Gradescope, where the judge's own files lie beside the submission."""

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
from judged import ASKS_THE_SOLVER, needs_landlock

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


@pytest.fixture(scope="module")
def autograder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An autograder that is set up as on Gradescope, and run by the interpreter of this test."""
    folder = tmp_path_factory.mktemp("autograder")
    words = ("--task", "removal-game", "--max-n", "20", "--tests", "12", "--seed", "7")
    run = twoends("judge", "export", "gradescope", str(folder), *words)
    assert run.status == 0, run
    with zipfile.ZipFile(folder / "autograder.zip") as archive:
        archive.extractall(folder / "source")
    (folder / "bin").mkdir()
    (folder / "bin" / "python3").symlink_to(os.path.realpath(sys.executable))
    subprocess.run(["bash", folder / "source" / "setup.sh"], env=_environment(folder), check=True)
    return folder


def _environment(folder: Path) -> dict[str, str]:
    return {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "AUTOGRADER": str(folder)}


def graded(autograder: Path, text: str) -> dict[str, object]:
    for name in ("submission", "results"):
        shutil.rmtree(autograder / name, ignore_errors=True)
        (autograder / name).mkdir()
    results = autograder / "results" / "results.json"
    results.write_text(FORGED)  # what an earlier run has left
    (autograder / "submission" / "answer.py").write_text(text.replace("RESULTS", str(results)))
    script = autograder / "source" / "run_autograder"
    run = subprocess.run(
        ["bash", script], env=_environment(autograder), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0
    said: dict[str, object] = json.loads(results.read_text())
    return {**said, "shown": run.stdout + run.stderr}


@needs_landlock(6)
@pytest.mark.parametrize("text", [ASKS_THE_SOLVER, FORGES], ids=["asks the solver", "forges its results"])
def test_the_autograder_gives_what_the_judge_said(text: str, autograder: Path) -> None:
    said = graded(autograder, text)
    assert said["score"] == 0
    assert str(said["output"]).startswith(("RE  run-time error", "PE  "))
    for path in (autograder / "source", autograder / "source" / "run_autograder"):
        assert path.stat().st_mode & 0o777 == 0o700, "nobody else reads it"


@pytest.mark.parametrize(
    "dies",
    [
        "import os; os.kill(os.getpid(), 9)",
        f"import os; open(os.environ['RESULTS'], 'w').write({FORGED!r}); os.kill(os.getpid(), 9)",
        f"import os; open(os.environ['RESULTS'], 'w').write({FORGED!r}); os._exit(2)",
        f"import os; open('../results/results.json', 'w').write({FORGED!r}); os._exit(0)",
    ],
    ids=["killed", "killed after results", "failed after results", "ended with forged results"],
)
def test_where_the_judge_did_not_end_well_the_autograder_gives_nothing(dies: str, autograder: Path) -> None:
    """As where a program ends it: tried by a judge that does it itself."""
    command = autograder / "source" / "site" / "twoends" / "__main__.py"
    text = command.read_text()
    command.write_text(f"def main():\n    {dies}\n")
    try:
        said = graded(autograder, "print(7)")
    finally:
        command.write_text(text)
    assert said["score"] == 0
    assert "did not end well" in str(said["output"])
