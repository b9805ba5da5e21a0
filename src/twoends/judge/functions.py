"""Judge a function instead of a program, with the same rows, limits and sandbox.

A small program of ours calls the function once for each input line: calling.py for Python; in C, C++ and
Java it is compiled together with the file. As on LeetCode, the function may be a method of `class Solution`,
and common imports are added. A list or pointer parameter gets the values; an integer parameter gets their
number, or K. If weights follow the values, the second list and the second integer are for them.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from twoends.answers.questions import QUESTIONS
from twoends.judge import calling
from twoends.judge.building import BuildContext, BuiltProgram
from twoends.judge.languages import (
    CPP,
    build,
    check_python,
    compile_c,
    compile_java,
    java_classes,
    language_of,
    package_of,
    rename_after_class,
    run_java,
)
from twoends.judge.submissions import CompileError, bare, bare_python, fits, text_of
from twoends.judge.tasks import Task


def function_task(task: Task) -> Task:
    """The same task for functions: the input format of our caller, with several rows in one process."""
    format = "values-stop-lines" if task.stops else "values-weights-lines" if task.weighs else "lines"
    return replace(task, format=format, sentence=None, time_per_row=True)


READS_INPUT = re.compile(
    r"\binput\s*\(|\bstdin\b|\bopen\(\s*0\b|\bcin\b|\b\w*scanf\s*\(|\bget(?:s|char|line)\s*\(|\bSystem\s*\.\s*in\b"
)


def files_of_function(files: Sequence[Path], source: Path, function: str, entry: str = "") -> list[Path]:
    """The files that define a function; none if one of them reads input, and so is a program.

    `entry` is a pattern for the files to look at.
    """
    if not function:
        return []
    defining = []
    for file in files:
        language = language_of(file)
        if language is None or language.name not in _BUILDERS or (entry and not fits(file, entry, source)):
            continue
        if name_in(file, function):
            is_python = language.name == "Python"
            if READS_INPUT.search((bare_python if is_python else bare)(text_of(file))):
                return []
            defining.append(file)
    return defining


def name_in(file: Path, function: str) -> str:
    """The name under which a file defines a function; empty if it does not.

    Case and underscores do not matter: PredictTheWinner is predict_the_winner.
    """
    name = f"(?P<name>{'_?'.join(function.replace('_', ''))})"
    if file.suffix.lower() == ".py":
        text, pattern = bare_python(text_of(file)), rf"^[^\S\n]*(?:async\s+)?def\s+{name}\s*\("
    else:
        text, pattern = bare(text_of(file)), rf"[\w>\]&*]\s*[\s&*]{name}\s*\([^;{{}}()]*\)[^;{{}}()]*\{{"
    names = [match["name"] for match in re.finditer(pattern, text, re.MULTILINE | re.IGNORECASE)]
    return function if function in names else names[0] if names else ""


def build_function(files: Sequence[Path], context: BuildContext, task: Task) -> BuiltProgram:
    """Build a program that calls the function of a task for every row. Raises CompileError.

    If there are several files, one is chosen in the way a main file is.
    """
    is_bool = QUESTIONS[task.question].choices[:1] == ("true",)
    arguments = (f"{task.seconds:g}", *(str(each).lower() for each in (is_bool, task.weighs)))

    def make(main: Path, sources: Sequence[Path], context: BuildContext) -> BuiltProgram:
        language = language_of(main)
        assert language is not None, "files_of_function chose it"
        built = _BUILDERS[language.name](main, name_in(main, task.function) or task.function, context)
        return BuiltProgram(
            (*built.command, *arguments),
            check=lambda: (*checked, *arguments) if (checked := built.check()) else (),
        )

    return build(files, context, make=make)


def _python(main: Path, function: str, context: BuildContext) -> BuiltProgram:
    check_python(main, context)
    return BuiltProgram((sys.executable, "-I", calling.__file__, str(main), function))


def _cpp(main: Path, function: str, context: BuildContext) -> BuiltProgram:
    text = bare(text_of(main))
    solution = re.search(r"\b(class|struct)\s+Solution\b[^;{]{0,200}\{", text)
    inside = solution and re.search(rf"\b{function}\s*\(", text[solution.end() :])
    pointer = f"&Solution::{function}" if inside else f"&{function}"
    header = f'{INCLUDED_IN_CPP}#define main main_of_theirs\n#include "{main}"\n#undef main'
    return _with_caller(header, pointer, (), context)


INCLUDED_IN_C, INCLUDED_IN_CPP = (
    "".join(f"#include <{name}>\n" for name in names.split())
    for names in (
        "ctype.h limits.h math.h stdbool.h stdint.h stdio.h stdlib.h string.h",
        "array bitset climits cmath deque functional limits list map memory numeric queue set stack "
        "unordered_map unordered_set",
    )
)
"""What a function may use without an include of its own, besides what calling.cpp itself includes."""


def _c(main: Path, function: str, context: BuildContext) -> BuiltProgram:
    """Compile C as C; the caller, which is in C++, gets a pointer to the function."""
    text = re.sub(r"^[^\S\n]*#.*$", "", bare(text_of(main)), flags=re.MULTILINE)
    head = re.search(rf"\b((?:\w+\s+|\w+\s*\*+\s*){{1,9}}){function}\s*\(([^)]*)\)\s*\{{", text)
    if head is None:
        raise CompileError(f"no function is named {function}")
    returns = re.sub(r"\b(static|inline|extern)\b", "", head[1]).replace("_Bool", "bool")
    parameters = ", ".join(re.sub(r"(\w+)\s*\[[^]]*\]", r"*\1", each) for each in head[2].split(","))
    wrapper = context.source / "twoends_theirs.c"
    wrapper.write_text(
        f'{INCLUDED_IN_C}#define main main_of_theirs\n#include "{main}"\n'
        f"__typeof__(&{function}) twoends_called = &{function};\n"
    )
    header = f'extern "C" {returns} (*twoends_called)({parameters});'
    return _with_caller(header, "twoends_called", ("-x", "c", str(wrapper), "-x", "c++"), context)


def _with_caller(header: str, pointer: str, parts: Sequence[str], context: BuildContext) -> BuiltProgram:
    """Compile our caller in C++; `header` declares the function, `pointer` is an expression for it."""
    caller = _copy_caller("calling.cpp", context)
    (context.source / "twoends_theirs.h").write_text(header)
    context.supervisor.share(context.source)
    return compile_c((*CPP, f"-DTWOENDS_CALLED={pointer}"), (*parts, str(caller)), context)


def _copy_caller(name: str, context: BuildContext) -> Path:
    return Path(shutil.copy(Path(calling.__file__).with_name(name), context.source))


def _java(main: Path, function: str, context: BuildContext) -> BuiltProgram:
    text = text_of(main)
    if not package_of(text):  # on the first line, to keep line numbers
        main.write_text(f"import java.util.*; import java.util.stream.*; {text}")
    _copy_caller("TwoEndsCalls.java", context)
    sources = [rename_after_class(each) for each in context.source.rglob("*.java")]
    context.supervisor.share(context.source)
    compile_java(sources, context)
    names = [f"{package_of(text)}{name}" for name, _, _ in java_classes(text)]
    names.sort(key=lambda name: not name.endswith("Solution"))
    return BuiltProgram((*run_java("TwoEndsCalls", context), function, *names))


_BUILDERS: dict[str, Callable[[Path, str, BuildContext], BuiltProgram]] = {
    "Python": _python, "Java": _java, "C++": _cpp, "C": _c,
}  # fmt: skip
"""Builds a program that calls a function, by language."""
