"""What lies in a folder of submissions, and how each becomes a command: no compiler and no process."""

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

from twoends.judge import Limits
from twoends.judge.containment.contained import Run
from twoends.judge.hand_ins import (
    LIMITS_OF_COMPILERS,
    METADATA,
    CompileError,
    HandIn,
    HandInError,
    build,
    check_python,
    hand_ins,
    one_of_several,
)

ENDED = Run("by itself", 0, b"", b"", 0.1, 0.1, 1 << 20, LIMITS_OF_COMPILERS)


class Compiling:
    """In the place of a supervisor: it keeps what it was told to run, and says how that ended."""

    def __init__(self, run: Run = ENDED) -> None:
        self._run = run
        self.told: list[list[str]] = []

    def run(self, command: Sequence[str], text: bytes, limits: Limits) -> Run:
        assert (text, limits) == (b"", LIMITS_OF_COMPILERS)
        self.told.append(list(command))
        return self._run


def handed(folder: Path, *names: str, text: str = "") -> list[Path]:
    """Files in a folder, in the order of their names."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return [folder / name for name in names]


# --- who handed in -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("plain.py", ("plain.py", "plain", "", False)),
        ("two.words.py", ("two.words.py", "two.words", "", False)),
        ("Ada L_123_assignsubmission_file_a.py", ("Ada L_123", "Ada L", "123", False)),
        ("Ada_L_123_assignsubmission_file_a.py", ("Ada_L_123", "Ada_L", "123", False)),
        ("Ada L_123_assignsubmission_onlinetext_a.html", ("Ada L_123", "Ada L", "123", False)),
        (
            "Ada L_123_assignsubmission_blog_a.py",
            ("Ada L_123_assignsubmission_blog_a.py", "Ada L_123_assignsubmission_blog_a", "", False),
        ),
        ("doejane_77_8899_answer.py", ("doejane_77", "doejane", "77", False)),
        ("doejane_LATE_77_8899_answer.py", ("doejane_77", "doejane", "77", True)),
        ("doejane_late_77_8899_a.py", ("doejane_late_77_8899_a.py", "doejane_late_77_8899_a", "", False)),
        ("doejane_77_answer.py", ("doejane_77_answer.py", "doejane_77_answer", "", False)),
        ("submission_4711", ("submission_4711", "submission", "4711", False)),
        ("submission_x.py", ("submission_x.py", "submission_x", "", False)),
    ],
)
def test_a_file_says_in_its_name_who_handed_it_in(
    name: str, expected: tuple[str, str, str, bool], tmp_path: Path
) -> None:
    (path,) = handed(tmp_path, name)
    assert hand_ins(tmp_path) == [HandIn(*expected, (path,))]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ada L_123_assignsubmission_file_", ("Ada L", "123", False)),
        ("Ada L_123_assignsubmission_file", ("Ada L", "123", False)),
        ("submission_4711", ("submission", "4711", False)),
        ("some.folder", ("some.folder", "", False)),
    ],
)
def test_a_folder_says_so_too_and_its_name_is_its_key(
    name: str, expected: tuple[str, str, bool], tmp_path: Path
) -> None:
    handed(tmp_path, f"{name}/a.py")
    assert hand_ins(tmp_path) == [HandIn(name, *expected, (tmp_path / name,))]


def test_several_files_of_one_person_are_one_hand_in(tmp_path: Path) -> None:
    files = handed(
        tmp_path,
        "b_1_2_x.py",
        "b_1_3_y.py",
        "b_LATE_1_4_z.py",
        "c_2_1_x.py",
        ".b_1_9_x.py",
        "__MACOSX",
        "__pycache__.x",
    )
    found = hand_ins(tmp_path)
    assert [(each.key, each.late, each.paths) for each in found] == [
        ("b_1", True, tuple(files[:3])),
        ("c_2", False, (files[3],)),
    ]


def test_the_names_of_gradescope_are_read_from_its_metadata(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        handed(tmp_path, f"submission_{number}/a.py")
    (tmp_path / METADATA).write_bytes(
        b"---\nname: Nobody\nsubmission_1:\n  :submitters:\n  - :name: \"Ada L\"\n    :sid: 7\n"
        b"  - :name:  'Bob' \n  :created_at: now\nsubmission_2:  \n  name: Eve\nsubmission_9:\n  :name: X\n"
    )  # fmt: skip
    assert METADATA == "submission_metadata.yml"
    assert [each.name for each in hand_ins(tmp_path)] == ["Ada L, Bob", "Eve", "submission"]
    (tmp_path / METADATA).write_bytes(b"submission_1:\n  :name: A\xff\n")
    assert [each.name for each in hand_ins(tmp_path)] == ["A\ufffd", "submission", "submission"]


def test_files_that_computers_add_are_left_out(tmp_path: Path) -> None:
    one, other = handed(tmp_path, "it/a.py", "it/sub/b.py")
    handed(tmp_path, "it/.git/c.py", "it/__MACOSX/d.py", "it/sub/__pycache__/e.py", "it/sub/.f.py")
    (tmp_path / "it" / "link").symlink_to(tmp_path / "nowhere")
    assert HandIn("it", "it", "", False, (tmp_path / "it",)).files == [one, other]
    (single,) = handed(tmp_path, "z.py")
    assert HandIn("z", "z", "", False, (single, tmp_path / "it")).files == [one, other, single]


def test_a_folder_without_hand_ins_is_refused(tmp_path: Path) -> None:
    for path, said in {
        tmp_path / "no": f"there is no folder {tmp_path}/no: name the one that the hand-ins lie in",
        tmp_path: f"{tmp_path} is empty: name the folder that the hand-ins lie in",
    }.items():
        with pytest.raises(HandInError) as fault:
            hand_ins(path)
        assert str(fault.value) == said


# --- which file is the program -----------------------------------------------------------------


def test_the_only_file_is_the_program_whatever_its_name(tmp_path: Path) -> None:
    files = handed(tmp_path, "x.py")
    assert one_of_several(files) == files[0]


@pytest.mark.parametrize("name", ["main", "Answer", "SOLUTION", "program", "submission"])
def test_a_file_with_the_name_of_a_program_is_the_program(name: str, tmp_path: Path) -> None:
    files = handed(tmp_path, "a.py", f"deep/{name}.py", "b.py")
    assert one_of_several(files) == files[1]


def test_otherwise_the_one_that_lies_on_top_and_then_the_one_that_reads(tmp_path: Path) -> None:
    files = handed(tmp_path, "it/x/a.py", "it/b.py", "it/x/c.py")
    assert one_of_several(files) == files[1]
    for reads in ("n = int(input())", "import sys; sys.stdin.read()"):
        files = handed(tmp_path, "a.py", "b.py")
        files[1].write_text(reads)
        assert one_of_several(files) == files[1]
    files = handed(tmp_path, "main.py", "it/answer.py", text="input()")
    assert one_of_several(files) == files[0], "two have such a name, and one of them lies on top"


def test_where_none_of_several_stands_out_five_of_them_are_named(tmp_path: Path) -> None:
    files = handed(tmp_path, *[f"{letter}\x1b.py" for letter in "abcdef"])
    with pytest.raises(CompileError) as fault:
        one_of_several(files)
    names = ", ".join(f"{letter}·.py" for letter in "abcde")
    assert str(fault.value) == f"several files could be the program ({names}): leave one, or name it main"


# --- how it is built ---------------------------------------------------------------------------


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every compiler is installed, and rustup knows where its own is."""
    monkeypatch.setattr(shutil, "which", lambda name: f"/tools/{name}")
    asked = SimpleNamespace(returncode=0, stdout=" /rust \n")

    def rust(command: list[str], **options: object) -> object:
        assert command == ["/tools/rustc", "--print", "sysroot"]
        assert options == {"capture_output": True, "text": True, "check": False}
        return asked

    monkeypatch.setattr(subprocess, "run", rust)


def built(
    files: Sequence[Path], room: Path, memory: int = 256 << 20
) -> tuple[list[list[str]], tuple[str, ...]]:
    supervisor: Any = Compiling()
    return supervisor.told, build(files, room, supervisor, memory)


CHECK = "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')"


@pytest.mark.parametrize(
    ("name", "compiling", "command"),
    [
        ("a.py", [sys.executable, "-I", "-S", "-c", CHECK, "SOURCE"], (sys.executable, "SOURCE")),
        ("a.PY", [sys.executable, "-I", "-S", "-c", CHECK, "SOURCE"], (sys.executable, "SOURCE")),
        ("a.js", ["/tools/node", "--check", "SOURCE"], ("/tools/node", "SOURCE")),
        ("a.mjs", ["/tools/node", "--check", "SOURCE"], ("/tools/node", "SOURCE")),
        ("a.c", ["/tools/cc", "-O2", "-w", "-o", "/room/program", "SOURCE", "-lm"], ("/room/program",)),
        *(
            (
                f"a.{suffix}",
                ["/tools/c++", "-O2", "-std=c++17", "-w", "-o", "/room/program", "SOURCE"],
                ("/room/program",),
            )
            for suffix in ("cpp", "cc", "cxx", "c++", "CPP")
        ),
        (
            "a.rs",
            ["/rust/bin/rustc", "-O", "-A", "warnings", "-o", "/room/program", "SOURCE"],
            ("/room/program",),
        ),
        ("a.go", ["/tools/go", "build", "-o", "/room/program", "SOURCE"], ("/room/program",)),
        (
            "A.java",
            ["/tools/javac", "-nowarn", "-encoding", "UTF-8", "-d", "/room", "SOURCE"],
            (
                *("/tools/java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx192m", "-Xss64m"),
                *("-cp", "/room", "A"),
            ),
        ),
    ],
)
def test_a_file_of_each_language_is_compiled_and_run_as_that_language_is(
    name: str,
    compiling: list[str],
    command: tuple[str, ...],
    tools: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    handed(tmp_path, name, text="public static void main")
    source = str(tmp_path / name)
    told, made = built([Path(name)], Path("/room"))
    assert told == [[source if word == "SOURCE" else word for word in compiling]]
    assert made == tuple(source if word == "SOURCE" else word for word in command)


def test_all_sources_of_a_language_are_compiled_together(tools: None, tmp_path: Path) -> None:
    files = handed(tmp_path, "a.c", "b.c", "notes.txt", "c.h")
    told, _ = built(files, Path("/room"))
    assert told[0][5:] == [str(files[0]), str(files[1]), "-lm"]
    files = handed(tmp_path, "a.cpp", "b.cc")
    assert built(files, Path("/room"))[0][0][6:] == list(map(str, files))
    files = handed(tmp_path, "a.go", "b.go")
    assert built(files, Path("/room"))[0][0][4:] == list(map(str, files))


def test_where_there_are_several_languages_one_goes_before_the_other(tools: None, tmp_path: Path) -> None:
    names = ["a.mjs", "a.go", "a.rs", "a.c", "a.cc", "A.java", "a.py"]
    files = handed(tmp_path, *names, text="void main")
    for left in range(7, 0, -1):
        (told,), _ = built(files[:left], Path("/room"))
        assert str(files[left - 1]) in told


def test_a_class_of_java_is_the_one_with_a_method_main_in_its_package(tools: None, tmp_path: Path) -> None:
    files = handed(tmp_path, "A.java", "Other.java", "it/Third.java")
    files[1].write_text("// it\n  package  our.game ;\nclass Other { static void main() }")
    told, command = built(files, Path("/room"), memory=16 << 20)
    assert told[0][6:] == list(map(str, files))
    assert command[3:] == ("-Xmx12m", "-Xss4m", "-cp", "/room", "our.game.Other")
    assert built(files, Path("/room"), memory=4 << 20)[1][3:5] == ("-Xmx8m", "-Xss1m")
    assert built(files, Path("/room"), memory=3 << 20)[1][3:5] == ("-Xmx8m", "-Xss1m"), "at least"
    files[1].write_text("class Other {}")
    with pytest.raises(CompileError, match=r"^no class has a method main$"):
        built(files, Path("/room"))


def test_of_several_files_of_rust_the_one_with_a_main_is_compiled(
    tools: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = handed(tmp_path, "a.rs", "b.rs")
    files[1].write_text("fn main() {}")
    assert built(files, Path("/room"))[0][0][-1] == str(files[1])
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=1, stdout="/rust"))
    assert built(files, Path("/room"))[0][0][0] == "/tools/rustc", "one that was not set up by rustup"


def test_an_executable_file_is_a_program_and_anything_else_is_named(tmp_path: Path) -> None:
    plain, program = handed(tmp_path, "a.txt", "b")
    program.chmod(0o755)
    assert built([plain, program], Path("/room")) == ([], (str(program),))
    for files, seen in (
        ([plain], "a.txt"),
        ([], "nothing at all"),
        (handed(tmp_path, *(f"{each}\t" for each in "uvwxyz")), "u·, v·, w·, x·, y·"),
    ):
        with pytest.raises(CompileError) as fault:
            built(files, Path("/room"))
        assert str(fault.value) == f"there is no program that is known here, but {seen}"


def test_a_program_that_is_named_from_here_is_found_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed(tmp_path, "it")
    (tmp_path / "it").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert built([Path("it")], Path("/room"))[1] == (str(tmp_path / "it"),)


@pytest.mark.parametrize(
    ("name", "tool"),
    [
        ("a.c", "cc"),
        ("a.cc", "c++"),
        ("a.java", "java"),
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
        built(handed(tmp_path, name, text="void main"), Path("/room"))
    said = f"there is no {tool} on this machine: install one, or leave this hand-in out"
    assert str(fault.value) == said
    found = {"java": "/tools/java"}
    monkeypatch.setattr(shutil, "which", found.get)
    if tool == "java":
        with pytest.raises(CompileError, match="there is no javac on this machine"):
            built(handed(tmp_path, name, text="void main"), Path("/room"))


def test_a_compiler_is_named_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: f"bin/{name}")
    (told,), _ = built(handed(tmp_path, "a.c"), Path("/room"))
    assert told[0] == str(tmp_path / "bin" / "cc")


# --- what a compiler says ----------------------------------------------------------------------


def refusal(run: Run, source: Path) -> str:
    supervisor: Any = Compiling(run)
    with pytest.raises(CompileError) as fault:
        check_python(source, supervisor)
    return str(fault.value)


@pytest.mark.parametrize(
    ("errors", "sentence"),
    [
        ("", "the compiler failed and said nothing"),
        (" \n\n", "the compiler failed and said nothing"),
        ("one\n  two\n", "two"),
        ("FOLDER/a.py: error: no such thing\nFOLDER/a.py:9: error: later", "a.py: error: no such thing"),
        ("warning\nerrors happen\na.cpp:3:5: error: 'x'", "a.cpp:3:5: error: 'x'"),
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
        ("error: no place", "error: no place"),
        ("x" * 301, "x" * 300),
        (f"error: {'x' * 301}", f"error: {'x' * 293}"),
        ("a\x1b[31m", "a·[31m"),
        ("error: \x1b[31m", "error: ·[31m"),
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
    assert refusal(replace(ENDED, ended="clock"), source) == "the compiler came to its limits: clock"
    assert replace(LIMITS_OF_COMPILERS) == Limits(
        seconds=60, memory=2 << 30, output=256 << 20, files=1024, processes=256, stack=64 << 20
    )


def test_a_script_that_node_refuses_does_not_become_a_program(tools: None, tmp_path: Path) -> None:
    supervisor: Any = Compiling(replace(ENDED, status=1, errors=b"SyntaxError: Unexpected end of input"))
    with pytest.raises(CompileError, match=r"^SyntaxError: Unexpected end of input$"):
        build(handed(tmp_path, "a.js"), Path("/room"), supervisor, 1 << 20)
