"""A function is judged in its own language, in the forms that LeetCode and the sources use."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from cases import slow
from command_line import run as twoends
from expected import calls_are_expected
from judged import write_files, write_task
from twoends.judge import TASKS, Supervisor, Task
from twoends.judge.building import BuildContext
from twoends.judge.functions import build_function, files_of_function, function_task
from twoends.judge.outcomes import Outcome, Program
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial

WINS = replace(TASKS["predict-the-winner"], function="wins")
TOTAL = replace(TASKS["removal-game"], function="total")
BOTH = replace(TASKS["usaco-game"], function="both")
PAIRS = ((8, 15), (3, 7), (5, 5))


@pytest.mark.parametrize("file", ["calls_of_functions.txt", *slow("calls_of_compiled_functions.txt")])
def test_a_function_is_told_from_a_program_and_judged(file: str, tmp_path: Path) -> None:
    def is_function(name: str, text: str) -> bool:
        """Whether a file defines `wins` and reads no input."""
        (source,) = write_files(tmp_path, name, text=text)
        assert files_of_function([source], tmp_path, "") == []
        assert files_of_function([source], tmp_path, "wins", "b.*") == []
        return files_of_function([source], tmp_path, "wins") == [source]

    def outcome_of(name: str, text: str, task: Task, *rows: Values) -> Outcome:
        for suffix, tool in ((".cpp", "c++"), (".c", "cc"), (".java", "javac")):
            if name.endswith(suffix) and shutil.which(tool) is None:
                pytest.skip(f"there is no {tool}")
        task, folder = function_task(task), Path(mkdtemp(dir=tmp_path))
        (source,) = write_files(folder, name, text=text)
        write_files(folder, "beside.py", text="SEVEN = 7")
        with Supervisor() as supervisor:
            context = BuildContext(folder, Path(mkdtemp(dir=tmp_path)), supervisor, task.memory)
            built = build_function(files_of_function([source], folder, task.function), context, task)
            return Program(supervisor, built.command, task).try_out(Trial("own", rows))

    def ran(*given: Any) -> str:
        outcome = outcome_of(*given)
        return f"{outcome.verdict} {outcome.note}"

    def answered(*given: Any) -> tuple[str, ...] | None:
        return outcome_of(*given).got

    calls_are_expected(file, globals() | {each.__name__: each for each in (is_function, ran, answered)})


OVERRUNS = """#include <stdio.h>
#include <stdlib.h>
int main(void) {
    long long n, x;
    scanf("%lld %lld", &n, &x);
    char *seen = malloc(n);
    for (int i = 0; i <= n; i++) seen[i] = 1;
    printf("%lld", x);
}
"""


@pytest.mark.usefixtures("unexplained")
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no cc")
def test_an_invalid_memory_access_is_found_even_if_the_answers_are_right(tmp_path: Path) -> None:
    (tmp_path / "answer.c").write_text(OVERRUNS)
    words = ("--task", write_task(tmp_path, "removal-game", rows={"most": 1}), "--tests", "4", "--json")
    report = json.loads(twoends("judge", "submission", "answer.c", *words, cwd=tmp_path).out)
    assert (report["verdict"], report["smallest_failure"]["note"]) == (
        "RE", "heap-buffer-overflow: access to memory that is not its own (answer.c:7)",
    )  # fmt: skip
    assert [each["name"] for each in report["mistakes"]] == ["invalid memory access"]
