"""How the files of a submission become a command: which is the program, what compiles it, what that says."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judged import handed
from twoends.judge import TASKS, Limits
from twoends.judge.containment.contained import Run
from twoends.judge.entry import bare
from twoends.judge.functions import build_function
from twoends.judge.languages import (
    CHECKS,
    LIMITS_OF_COMPILERS,
    UNINITIALISED,
    BuildContext,
    BuiltProgram,
    build,
    check_python,
    java_classes,
    package_of,
)
from twoends.judge.similarity import windows
from twoends.judge.submissions import CompileError

ENDED = Run("by itself", 0, b"", b"", 0.1, 0.1, 1 << 20, LIMITS_OF_COMPILERS)


class Compiling:
    """In the place of a supervisor: it keeps what it was told to run, and says how that ended."""

    def __init__(self, run: Run = ENDED) -> None:
        self._run = run
        self.told: list[list[str]] = []

    def run(self, command: Sequence[str], text: bytes, limits: Limits, *, compiles_into: str) -> Run:
        assert (text, limits, compiles_into) == (b"", LIMITS_OF_COMPILERS, "/made")
        self.told.append(list(command))
        return self._run


def built(
    files: Sequence[Path], folder: Path, entry: str = "", run: Run = ENDED, memory: int = 256 << 20
) -> tuple[list[list[str]], BuiltProgram]:
    supervisor: Any = Compiling(run)
    made = build(files, BuildContext(folder, Path("/made"), supervisor, memory), entry)
    return supervisor.told, made


# --- which file is the program -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "program", "guess"),
    [
        ({"x.py": ""}, "x.py (Python)", ""),
        ({"a.py": "", "b.py": "", "main.py": ""}, "main.py (Python)", ""),
        ({"a.py": "", "deep/Answer.py": ""}, "deep/Answer.py (Python)", ""),
        ({"src/removal.py": "", "test_removal.py": "", "setup.py": ""}, "src/removal.py (Python)", ""),
        ({"removal.py": "", "tests/main.py": "", "conftest.py": ""}, "removal.py (Python)", ""),
        ({"test_it.py": ""}, "test_it.py (Python)", ""),
        (
            {"row.py": "from helper import best", "helper.py": ""},
            "row.py (Python)",
            "there is helper.py, too",
        ),
        ({"src/a.py": "", "b.py": ""}, "src/a.py (Python)", "there is b.py, too"),
        ({"x/a.py": "", "b.py": ""}, "b.py (Python)", "there is a.py, too"),
        ({"a.py": "n = input()", "b.py": ""}, "a.py (Python)", "there is b.py, too"),
        ({"a.c": "int main() {}", "b.cpp": "int main() {}"}, "b.cpp (C++)", "there is a.c, too"),
        ({"main.c": "int main() {}", "b.cpp": "int main() {}"}, "main.c (C)", "there is b.cpp, too"),
        ({"a.c": "int main() {}", "b.c": "int best() {}"}, "a.c (C)", ""),
        ({"a.c": "// int main()\nint best();", "b.c": "int main() {}"}, "b.c (C)", ""),
        ({"A.java": "class A {}", "B.java": "class B { static void main() {} }"}, "B.java (Java)", ""),
        ({"a.rs": "", "b.rs": "fn main() {}"}, "b.rs (Rust)", ""),
    ],
)
def test_the_program_is_chosen_by_name_and_content_and_a_guess_is_said_to_be_one(
    files: dict[str, str], program: str, guess: str, tools: None, tmp_path: Path
) -> None:
    paths = []
    for name, text in files.items():
        paths += handed(tmp_path, name, text=text)
    _, made = built(paths, tmp_path)
    assert (made.program, made.guess) == (program, guess)


@pytest.mark.parametrize(
    ("entry", "program"), [("b.py", "b.py (Python)"), ("x/*.py", "x/a.py (Python)"), ("*.c", "c.c (C)")]
)
def test_a_pattern_chooses_the_program(entry: str, program: str, tools: None, tmp_path: Path) -> None:
    files = handed(tmp_path, "main.py", "b.py", "x/a.py", "c.c")
    assert built(files, tmp_path, entry)[1].program == program
    with pytest.raises(CompileError, match=r"^no file matches z\.py: main\.py, b\.py, a\.py, c\.c$"):
        built(files, tmp_path, "z.py")


def test_where_none_of_several_stands_out_five_of_them_are_named(tmp_path: Path) -> None:
    files = handed(tmp_path, *[f"{letter}\x1b.py" for letter in "abcdef"])
    with pytest.raises(CompileError) as fault:
        built(files, tmp_path)
    names = ", ".join(f"{letter}·.py" for letter in "abcde")
    assert str(fault.value) == (
        f"several files could be the program ({names}): leave one, name it main, or choose one by --entry"
    )


# --- how it is built ---------------------------------------------------------------------------


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every compiler is installed, and rustup knows where its own is."""
    monkeypatch.setattr(shutil, "which", lambda name: f"/tools/{name}")
    asked = SimpleNamespace(returncode=0, stdout=" /rust \n")

    def rust(command: list[str], **options: object) -> object:
        assert command == ["/tools/rustc", "--print", "sysroot"]
        assert options == {"capture_output": True, "text": True, "check": False, "cwd": "/"}, (
            "a submission may have a rust-toolchain.toml"
        )
        return asked

    monkeypatch.setattr(subprocess, "run", rust)


CHECK = "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')"
C = ["/tools/cc", "-w", "-DONLINE_JUDGE", "-I", "FOLDER"]
CPP = ["/tools/c++", "-w", "-std=c++17", "-DONLINE_JUDGE", "-I", "FOLDER"]
PROGRAM = ["-O2", "-o", "/made/program", "SOURCE"]
MADE = ("/made/program",)
FILLED = (*CHECKS, UNINITIALISED)
CHECKED = [*FILLED, "-o", "/made/checked", "SOURCE"]


@pytest.mark.parametrize(
    ("name", "compiling", "commands"),
    [
        ("a.py", [[sys.executable, "-I", "-S", "-c", CHECK, "SOURCE"]], [(sys.executable, "SOURCE")]),
        ("a.js", [["/tools/node", "--check", "SOURCE"]], [("/tools/node", "SOURCE")]),
        ("a.mjs", [["/tools/node", "--check", "SOURCE"]], [("/tools/node", "SOURCE")]),
        ("a.c", [[*C, *PROGRAM, "-lm"], [*C, *CHECKED, "-lm"]], [MADE, ("/made/checked",)]),
        *(
            (f"a.{suffix}", [[*CPP, *PROGRAM, "-lm"], [*CPP, *CHECKED, "-lm"]], [MADE, ("/made/checked",)])
            for suffix in ("cpp", "cc", "cxx", "c++", "CPP")
        ),
        ("a.rs", [["/rust/bin/rustc", "-O", "-A", "warnings", "-o", "/made/program", "SOURCE"]], [MADE]),
        ("a.go", [["/tools/go", "build", "-o", "/made/program", "SOURCE"]], [MADE]),
        (
            "A.java",
            [["/tools/javac", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", "/made", "SOURCE"]],
            [
                (
                    *("/tools/java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx192m", "-Xss64m"),
                    *("-cp", "/made", "A"),
                )
            ],
        ),
    ],
)
def test_a_file_of_each_language_is_compiled_and_run_as_that_language_is(
    name: str, compiling: list[list[str]], commands: list[tuple[str, ...]], tools: None, tmp_path: Path
) -> None:
    files = handed(tmp_path, name, text="class A { public static void main() {} }")
    said = {"SOURCE": str(files[0]), "FOLDER": str(tmp_path)}
    told, made = built(files, tmp_path)
    assert len(told) == 1, "what has checks is compiled when it is asked for"
    assert made.command == tuple(said.get(word, word) for word in commands[0])
    assert made.check() == (commands[1] if len(commands) > 1 else ())
    assert told == [[said.get(word, word) for word in words] for words in compiling]


def test_all_sources_of_a_language_are_compiled_together_but_for_other_programs(
    tools: None, tmp_path: Path
) -> None:
    files = handed(tmp_path, "main.c", "b.c", "c.h", text="int best();")
    files += handed(tmp_path, "other.c", text="int main() {}")
    files[0].write_text("int main() { }")
    told, _ = built(files, tmp_path)
    assert told[0][-3:] == [str(files[0]), str(files[1]), "-lm"]
    files = handed(tmp_path, "it/main.go", "it/b.go", "it/b_test.go")
    assert built(files, tmp_path)[0][0][4:] == list(map(str, files[:2]))


def test_where_a_compiler_has_no_checks_a_program_goes_without(tools: None, tmp_path: Path) -> None:
    """gcc before 12 fills no stack, and musl has no sanitizers."""
    for known, checked in ((set(CHECKS), ("/made/checked",)), (set(), ())):

        class Older(Compiling):
            def run(self, command: Sequence[str], *told: Any, **more: Any) -> Run:
                new = {word for word in command if word in FILLED} - known  # noqa: B023  # used at once
                return replace(super().run(command, *told, **more), status=bool(new))

        supervisor: Any = Older()
        files = handed(tmp_path, "a.c", text="int main() {}")
        made = build(files, BuildContext(tmp_path, Path("/made"), supervisor, 1 << 20))
        assert (made.command, made.check()) == (("/made/program",), checked)


def test_a_class_of_java_is_renamed_and_the_one_with_a_method_main_is_run(
    tools: None, tmp_path: Path
) -> None:
    files = handed(tmp_path, "a.java", "Other-1.java")
    files[0].write_text("/* class Not { */ public final class Cards { class Inner {} }")
    files[1].write_text(
        'package  our.game ;\nclass Pair {}\npublic class Other { String s = "}"; static class X {}\n'
        "  public static void main(String[] a) {} }\nclass Last {}"
    )
    told, made = built(files, tmp_path, memory=16 << 20)
    assert told[0][-2:] == [f"{tmp_path}/Cards.java", f"{tmp_path}/Other.java"]
    assert made.command[3:] == ("-Xmx12m", "-Xss4m", "-cp", "/made", "our.game.Other")
    files = [tmp_path / "Other.java", tmp_path / "Cards.java"]
    assert built(files, tmp_path, memory=3 << 20)[1].command[3:5] == ("-Xmx8m", "-Xss1m"), "at least"
    files[0].write_text("class Other {}")
    with pytest.raises(CompileError, match=r"^no class has a main method$"):
        built(files[:1], tmp_path)
    files = handed(tmp_path, "x/b.java", "x/Two.java", text="public class Two { void main() {} }")
    with pytest.raises(CompileError, match=r"^two files have a public class Two: leave one$"):
        built(files, tmp_path, "Two.java")


def test_comments_and_what_is_quoted_are_no_code() -> None:
    text = "// class A {\nclass B { char c = '\\''; String s = \"class C { \\\" }\"; }\n/* { */ enum D { }"
    assert len(bare(text)) == len(text)
    assert [(name, public) for name, public, _ in java_classes(text)] == [("B", False), ("D", False)]
    assert package_of("/*\npackage a;\n*/\n package b.c ;") == "b.c."


@pytest.mark.parametrize(
    "text", ["\\'", '\\"', "/* ", "\n", "'\\\n", "import \n", "a ", "aa", "class Solution "]
)
def test_a_hostile_text_is_read_in_linear_time(text: str, tmp_path: Path) -> None:
    """In quadratic time this would take many minutes, in which the judge cannot be interrupted."""
    hostile = text * (100_000 // len(text))
    assert len(bare(hostile)) == len(hostile)
    assert package_of(hostile) == ""
    java_classes(hostile)
    for name in ("a.c", "a.py"):
        windows({name: hostile})
    supervisor: Any = Compiling()
    functions = handed(tmp_path, "f.c", text=f"{hostile}*/\nsolve(")
    context = BuildContext(tmp_path, Path("/made"), supervisor, 1 << 20)
    with pytest.raises(CompileError, match="no function is named solve"):
        build_function(functions, context, "solve", TASKS["removal-game"])
    files = handed(tmp_path, "a.py", "b.py", text=hostile)
    with pytest.raises(CompileError, match="several files could be the program"):
        built(files, tmp_path)


def test_a_compiler_of_rust_that_was_not_set_up_by_rustup_is_taken_as_it_is(
    tools: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=1, stdout="/rust"))
    assert built(handed(tmp_path, "a.rs"), tmp_path)[0][0][0] == "/tools/rustc"


def test_an_executable_file_is_a_program_and_anything_else_is_named(tmp_path: Path) -> None:
    plain, program = handed(tmp_path, "a.txt", "b")
    program.chmod(0o755)
    assert built([plain, program], tmp_path) == ([], BuiltProgram((str(program),), "b"))
    for files, seen in (
        ([plain], "a.txt"),
        (handed(tmp_path, *(f"{each}\t" for each in "uvwxyz")), "u·, v·, w·, x·, y·"),
    ):
        with pytest.raises(CompileError) as fault:
            built(files, tmp_path)
        assert str(fault.value) == f"no program found among {seen}"
    with pytest.raises(CompileError, match="the submission is empty"):
        built([], tmp_path)


@pytest.mark.parametrize(
    ("name", "tool"),
    [
        ("a.c", "cc"),
        ("a.cc", "c++"),
        ("a.java", "javac"),
        ("a.rs", "rustc"),
        ("a.go", "go"),
        ("a.js", "node"),
    ],
)
def test_a_compiler_that_is_not_there_is_named(
    name: str, tool: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(CompileError) as fault:
        built(handed(tmp_path, name, text="void main"), tmp_path)
    said = f"{tool} is not installed here: install it, or leave this submission out"
    assert str(fault.value) == said


# --- what a compiler says ----------------------------------------------------------------------


def refusal(run: Run, source: Path) -> str:
    supervisor: Any = Compiling(run)
    with pytest.raises(CompileError) as fault:
        check_python(source, BuildContext(source.parent, Path("/made"), supervisor, 1 << 20))
    return str(fault.value)


@pytest.mark.parametrize(
    ("errors", "sentence"),
    [
        ("", "the compiler failed without a message"),
        ("one\n  two\n", "two"),
        ("FOLDER/a.py: error: no such thing\nFOLDER/a.py:9: error: later", "a.py: error: no such thing"),
        (
            "  File \"FOLDER/a.py\", line 3\n    x = (\n        ^\nSyntaxError: '(' was never closed\n",
            "SyntaxError: '(' was never closed (a.py, line 3)",
        ),
        (
            'Traceback\n  File "<string>", line 1\n  File "FOLDER/a.py", line 3\nValueError: null bytes',
            "ValueError: null bytes (a.py, line 3)",
        ),
        (
            "error[E0425]: cannot find value\n --> src/a.rs:3:5\n  |\nerror: aborting\n --> src/b.rs:1:1",
            "error[E0425]: cannot find value (a.rs:3:5)",
        ),
        ("x" * 301, "x" * 300),
        ("a\x1b[31m", "a·[31m"),
        ("\udcff", "\ufffd"),
    ],
)
def test_the_first_error_of_a_compiler_is_told_with_its_place(
    errors: str, sentence: str, tmp_path: Path
) -> None:
    (source,) = handed(tmp_path, "a.py")
    said = errors.replace("FOLDER", str(tmp_path)).encode(errors="surrogateescape")
    assert refusal(replace(ENDED, status=1, errors=said), source) == sentence


def test_a_compiler_that_comes_to_its_limits_is_told_off(tmp_path: Path) -> None:
    (source,) = handed(tmp_path, "a.py")
    assert refusal(replace(ENDED, ended="clock"), source) == "the compiler reached a limit: clock"
