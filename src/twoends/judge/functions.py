"""Judging a function instead of a program: the same rows, the same limits, the same containment.

A small program of ours calls the function for each line that it reads. In Python that is calling.py;
in C, C++ and Java it is compiled together with the file. As on LeetCode a method of `class Solution`
does as well as a free function, and what people take for granted there is imported. A parameter that
is a list or a pointer gets the values, and one that is a number gets how many there are, or K.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from twoends.judge.containment import calling
from twoends.judge.entry import bare, fits, text_of
from twoends.judge.languages import (
    CPP,
    Built,
    Workshop,
    build,
    check_python,
    compile_c,
    compile_java,
    in_its_package,
    java_classes,
    language_of,
    renamed_by_class,
    run_java,
)
from twoends.judge.questions import ASKS
from twoends.judge.submissions import CompileError
from twoends.judge.tasks import Task, TaskError


def of_functions(task: Task) -> Task:
    """The same task for functions: from a list of values to an answer, several rows in one process."""
    return replace(
        task, form="values-stop-lines" if task.stops else "lines", sentence=None, time_per_row=True
    )


def require_name(function: str) -> None:
    """Refuse what cannot be a function's name. Raises TaskError."""
    if not function.isidentifier():
        raise TaskError(f"'{function}' is not a name of a function: give one as in --function solve")


def build_function(
    files: Sequence[Path], workshop: Workshop, function: str, task: Task, entry: str = ""
) -> Built:
    """Make a command that calls a function of one of the files for every row. Raises CompileError.

    The file is the one that has the name in it; where several have, they are chosen from like programs.
    """
    require_name(function)
    has = re.compile(rf"\b{function}\s*\(")
    chosen = [each for each in files if not entry or fits(each, entry, workshop.source)]
    known = [each for each in chosen if (language := language_of(each)) and language.name in _CALLS]
    having = [each for each in known if has.search(bare(text_of(each)))]
    if not known:
        raise CompileError(f"there is no file in {', '.join(_CALLS)}, whose functions can be called")
    if not having:
        raise CompileError(f"there is no function of the name {function}")
    said = str(bool(ASKS[task.asks].choices) and ASKS[task.asks].choices[0] == "true").lower()
    words = (f"{task.seconds:g}", said)

    def make(main: Path, sources: Sequence[Path], workshop: Workshop) -> Built:
        language = language_of(main)
        assert language is not None, "only files of known languages are chosen from"
        built = _CALLS[language.name](main, function, workshop)
        return Built(
            (*built.command, *words), check=lambda: (*checked, *words) if (checked := built.check()) else ()
        )

    return build(having, workshop, entry, make)


def _python(main: Path, function: str, workshop: Workshop) -> Built:
    check_python(main, workshop)
    return Built(calls(str(main), function))


def calls(path: str, function: str) -> tuple[str, ...]:
    """The command that calls a function of a Python file; seconds for a row and "true" for a bool follow.

    >>> calls("answer.py", "solve")[-1]
    'solve'
    """
    return (sys.executable, "-I", calling.__file__, path, function)


def _cpp(main: Path, function: str, workshop: Workshop) -> Built:
    text = bare(text_of(main))
    solution = re.search(r"\b(class|struct)\s+Solution\b[^;{]*\{", text)
    inside = solution and re.search(rf"\b{function}\s*\(", text[solution.end() :])
    called = f"&Solution::{function}" if inside else f"&{function}"
    theirs = f'#define main main_of_theirs\n#include "{main}"\n#undef main'
    return _compiled(theirs, called, (), workshop)


INCLUDED_IN_C = "".join(
    f"#include <{name}.h>\n"
    for name in ("ctype", "limits", "math", "stdbool", "stdint", "stdio", "stdlib", "string")
)


def _c(main: Path, function: str, workshop: Workshop) -> Built:
    """C is compiled as C, and hands its function over to the calls, which are in C++."""
    text = re.sub(r"^\s*#.*$", "", bare(text_of(main)), flags=re.MULTILINE)
    head = re.search(rf"((?:\w+\s+|\w+\s*\*+\s*)+){function}\s*\(([^)]*)\)\s*\{{", text)
    if head is None:
        raise CompileError(f"there is no function of the name {function}")
    returns = re.sub(r"\b(static|inline|extern)\b", "", head[1]).replace("_Bool", "bool")
    parameters = ", ".join(re.sub(r"(\w+)\s*\[[^]]*\]", r"*\1", each) for each in head[2].split(","))
    theirs = workshop.source / "twoends_theirs.c"
    theirs.write_text(
        f'{INCLUDED_IN_C}#define main main_of_theirs\n#include "{main}"\n'
        f"__typeof__(&{function}) twoends_called = &{function};\n"
    )
    declared = f'extern "C" {returns} (*twoends_called)({parameters});'
    return _compiled(declared, "twoends_called", ("-x", "c", str(theirs), "-x", "c++"), workshop)


def _compiled(theirs: str, called: str, parts: Sequence[str], workshop: Workshop) -> Built:
    calls = _taken_along("calling.cpp", workshop)
    (workshop.source / "twoends_theirs.h").write_text(theirs)
    workshop.supervisor.share(workshop.source)
    return compile_c((*CPP, f"-DTWOENDS_CALLED={called}"), (*parts, str(calls)), workshop)


def _taken_along(name: str, workshop: Workshop) -> Path:
    """A file of ours that is compiled together with theirs."""
    return Path(shutil.copy(Path(calling.__file__).with_name(name), workshop.source))


def _java(main: Path, function: str, workshop: Workshop) -> Built:
    text = text_of(main)
    if not re.search(r"^\s*package\b", bare(text), re.MULTILINE):  # on the first line, so that no line moves
        main.write_text(f"import java.util.*; import java.util.stream.*; {text}")
    _taken_along("TwoEndsCalls.java", workshop)
    sources = [renamed_by_class(each) for each in workshop.source.rglob("*.java")]
    workshop.supervisor.share(workshop.source)
    compile_java(sources, workshop)
    names = [in_its_package(name, text) for name, _, _ in java_classes(text)]
    names.sort(key=lambda name: not name.endswith("Solution"))
    return Built((*run_java("TwoEndsCalls", workshop), function, *names))


_CALLS: dict[str, Callable[[Path, str, Workshop], Built]] = {
    "Python": _python, "Java": _java, "C++": _cpp, "C": _c,
}  # fmt: skip
"""How a function is called in each language."""
