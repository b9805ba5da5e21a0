"""How files become a command: a main program, its compiler, or the caller of a function; compile errors."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cases import slow
from command_line import run as twoends
from expected import calls_are_expected
from judged import write_files, write_task
from twoends.judge import TASKS, Limits, Supervisor, Task, languages
from twoends.judge.building import LIMITS_OF_COMPILERS, BuildContext, BuiltProgram
from twoends.judge.functions import build_function, files_of_function, function_task
from twoends.judge.languages import (
    CHECKS,
    UNINITIALISED,
    build,
    check_python,
    java_classes,
    package_of,
    standards,
)
from twoends.judge.outcomes import Outcome, Program
from twoends.judge.submissions import CompileError, bare
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial
from twoends.programs.client import Run

ENDED = Run("by itself", 0, b"", b"", 0.1, 0.1, 1 << 20, LIMITS_OF_COMPILERS)


class Compiling:
    """A stand-in for a supervisor: it records the commands of compilers and returns this run for each."""

    def __init__(self, run: Run = ENDED) -> None:
        self._run = run
        self.commands: list[list[str]] = []

    def run(self, command: Sequence[str], text: bytes, limits: Limits, *, compiles_into: str) -> Run:
        assert (text, limits, compiles_into) == (b"", LIMITS_OF_COMPILERS, "/made")
        self.commands.append(list(command))
        return self._run


def built(
    files: Sequence[Path], folder: Path, entry: str = "", memory: int = 256 << 20
) -> tuple[list[list[str]], BuiltProgram]:
    """The commands of the compiler, and the program."""
    supervisor: Any = Compiling()
    made = build(files, BuildContext(folder, Path("/made"), supervisor, memory), entry)
    return supervisor.commands, made


# --- the main program --------------------------------------------------------------------------


def test_main_programs_are_chosen_and_the_first_compile_error_is_quoted_with_its_place(
    tools: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def program(files: dict[str, str], entry: str = "") -> str:
        folder = Path(tempfile.mkdtemp(dir=tmp_path))
        paths = [path for name, text in files.items() for path in write_files(folder, name, text=text)]
        for path in paths:
            path.chmod(0o755 if files[str(path.relative_to(folder))].startswith("#!") else 0o644)
        _, made = built(paths, folder, entry)
        return made.program + (made.guess and f", a guess: {made.guess}")

    def commands(files: dict[str, str], memory: int = 256) -> list[str]:
        """The commands that compile and run a program of these files, with so many megabytes."""
        folder = Path(tempfile.mkdtemp(dir=tmp_path))
        paths = [path for name, text in files.items() for path in write_files(folder, name, text=text)]
        compiling, made = built(paths, folder, memory=memory << 20)
        lines = [" ".join(words) for words in (*compiling, made.command)]
        return [line.replace(str(folder), "HERE").replace(sys.executable, "PYTHON") for line in lines]

    def run(words: list[str], cwd: str, **options: Any) -> Any:
        assert cwd == "/", "a file of a submission could name another compiler"
        return SimpleNamespace(returncode="-std=gnu++2c" in words, stdout="/sys\n")

    def without_tools(name: str) -> str:
        with monkeypatch.context() as patch:
            patch.setattr(shutil, "which", lambda name: None)
            return program({name: "void main"})

    def encoded(content: bytes) -> None:
        (tmp_path / "a.py").write_bytes(content)
        built([tmp_path / "a.py"], tmp_path)

    def failed(errors: str = "", **ended: str) -> None:
        (source,) = write_files(tmp_path, "a.py")
        output = errors.replace("FOLDER", str(tmp_path)).encode(errors="surrogateescape")
        supervisor: Any = Compiling(replace(ENDED, status=1, errors=output, **ended))  # type: ignore[arg-type]  # ended names fields
        check_python(source, BuildContext(tmp_path, Path("/made"), supervisor, 1 << 20))

    monkeypatch.setattr(languages, "subprocess", SimpleNamespace(run=run))
    uncached = {"standards": standards.__wrapped__}
    calls_are_expected("calls_of_languages.txt", globals() | locals() | uncached)


# --- compilers and interpreters ----------------------------------------------------------------


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every compiler is installed."""
    monkeypatch.setattr(shutil, "which", lambda name: f"/tools/{name}")
    monkeypatch.setattr(languages, "standards", lambda compiler: ("-std=newest", ""))


class Refusing(Compiling):
    """A compiler that refuses these options, and says which standard it was asked for."""

    def __init__(self, *refused: str) -> None:
        super().__init__()
        self._refused = {*refused}

    def run(self, command: Sequence[str], *args: Any, **options: Any) -> Run:
        errors = f"a.cpp:1: error: by {[word for word in command if '-std' in word]}".encode()
        run = super().run(command, *args, **options)
        return replace(run, status=bool(self._refused & {*command}), errors=errors)


def test_a_program_is_compiled_by_the_newest_standard_and_with_the_checks_that_its_compiler_has(
    tools: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """gcc before 12 fills no stack, and musl has no sanitizers."""
    monkeypatch.setattr(languages, "standards", lambda compiler: ("-std=new", "-std=old"))

    def made_by(*refused: str, name: str = "a.cpp") -> tuple[list[str], Sequence[str]]:
        files, supervisor = write_files(tmp_path, name, text="int main() {}"), Refusing(*refused)
        asked: Any = supervisor
        made = build(files, BuildContext(tmp_path, Path("/made"), asked, 1 << 20))
        assert made.command == ("/made/program",)
        checked = made.check()
        return [word for command in supervisor.commands for word in command if "-std" in word], checked

    assert made_by() == (["-std=new"] * 2, ("/made/checked",)), "checks have the standard of the program"
    assert made_by("-std=new")[0] == ["-std=new", "-std=old", "-std=old"]
    with pytest.raises(CompileError, match=r"error: by \['-std=new'\]$"):
        made_by("-std=new", "-std=old")
    for lacks, checked in (((UNINITIALISED,), ("/made/checked",)), ((*CHECKS, UNINITIALISED), ())):
        assert made_by(*lacks, name="a.c")[1] == checked


@pytest.mark.parametrize(
    "text",
    ["\\'", '""" ', "/* ", "import \n", "aa", "class Solution "],
)
def test_a_hostile_text_is_read_in_linear_time(text: str, tmp_path: Path) -> None:
    """In quadratic time this would take minutes, in which the judge cannot be interrupted."""
    hostile = text * (50_000 // len(text))
    assert len(bare(hostile)) == len(hostile)
    assert package_of(hostile) == ""
    java_classes(hostile)
    supervisor: Any = Compiling()
    functions = write_files(tmp_path, "f.c", "f.py", "F.java", text=f"{hostile}*/\nsolve(")
    assert files_of_function(functions, tmp_path, "solve") == []
    context = BuildContext(tmp_path, Path("/made"), supervisor, 1 << 20)
    with pytest.raises(CompileError, match="no function is named solve"):
        build_function(functions[:1], context, replace(TASKS["removal-game"], function="solve"))
    files = write_files(tmp_path, "a.py", "b.py", text=hostile)
    with pytest.raises(CompileError, match="several files could be the program"):
        built(files, tmp_path)


# --- functions instead of programs --------------------------------------------------------------

WINS = replace(TASKS["predict-the-winner"], function="wins")
TOTAL = replace(TASKS["removal-game"], function="total")
BOTH = replace(TASKS["usaco-game"], function="both")
PAIRS = ((8, 15), (3, 7), (5, 5))


@pytest.mark.parametrize("file", ["calls_of_functions.txt", *slow("calls_of_compiled_functions.txt")])
def test_a_function_is_told_from_a_program_and_judged(file: str, tmp_path: Path) -> None:
    def functions_in(files: dict[str, str], entry: str = "") -> list[str]:
        """The files that define `wins`, if none of them reads input."""
        folder = Path(tempfile.mkdtemp(dir=tmp_path))
        paths = [path for name, text in files.items() for path in write_files(folder, name, text=text)]
        assert files_of_function(paths, folder, "", entry) == []
        return [str(path.relative_to(folder)) for path in files_of_function(paths, folder, "wins", entry)]

    def is_function(name: str, text: str) -> bool:
        return functions_in({name: text}) == [name]

    def outcome_of(name: str, text: str, task: Task, *rows: Values) -> Outcome:
        for suffix, tool in ((".cpp", "c++"), (".c", "cc"), (".java", "javac")):
            if name.endswith(suffix) and shutil.which(tool) is None:
                pytest.skip(f"there is no {tool}")
        task, folder = function_task(task), Path(tempfile.mkdtemp(dir=tmp_path))
        (source,) = write_files(folder, name, text=text)
        write_files(folder, "beside.py", text="SEVEN = 7")
        with Supervisor() as supervisor:
            context = BuildContext(folder, Path(tempfile.mkdtemp(dir=tmp_path)), supervisor, task.memory)
            built = build_function(files_of_function([source], folder, task.function), context, task)
            return Program(supervisor, built.command, task).try_out(Trial("own", rows))

    def ran(*given: Any) -> str:
        outcome = outcome_of(*given)
        return f"{outcome.verdict} {outcome.note}"

    def answered(*given: Any) -> tuple[str, ...] | None:
        return outcome_of(*given).got

    calls_are_expected(file, globals() | locals())


OVERRUNS = """#include <stdio.h>
#include <stdlib.h>
int main(void) { long long n, x; scanf("%lld %lld", &n, &x); char *seen = malloc(n);
for (int i = 0; i <= n; i++) seen[i] = 1;
printf("%lld", x); }
"""


@pytest.mark.usefixtures("unexplained")
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no cc")
def test_an_invalid_memory_access_is_found_even_if_the_answers_are_right(tmp_path: Path) -> None:
    (tmp_path / "answer.c").write_text(OVERRUNS)
    words = ("--task", write_task(tmp_path, "removal-game", rows={"most": 1}), "--tests", "4", "--json")
    report = json.loads(twoends("judge", "submission", "answer.c", *words, cwd=tmp_path).out)
    assert (report["verdict"], report["smallest_failure"]["note"]) == (
        "RE", "heap-buffer-overflow: access to memory that is not its own (answer.c:4)",
    )  # fmt: skip
    assert [each["name"] for each in report["mistakes"]] == ["invalid memory access"]
