"""Programming languages: how the files of a submission become a command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from twoends.judge.building import BuildContext, BuiltProgram, CompilerLimitError, tool
from twoends.judge.submissions import CompileError, bare, fits, name_of, names_of, require_utf8, text_of
from twoends.programs.client import CommandError, Limits, Supervisor
from twoends.rules.errors import TwoEndsError, printable


def build(
    files: Sequence[Path], context: BuildContext, entry: str = "", make: Make | None = None
) -> BuiltProgram:
    """Find the main file, which must match the pattern `entry`, and compile it. Raises CompileError.

    `make` replaces the language's own way to make a program; then no file needs a main function.
    """
    chosen = [file for file in files if not entry or fits(file, entry, context.source)]
    if entry and not chosen:
        raise CompileError(f"no file matches {entry}: {names_of(files)}")
    programs = {file: language for file in chosen if (language := language_of(file))}
    if not programs:
        for file in chosen:
            if os.access(file, os.X_OK):
                return BuiltProgram((str(file),), name_of(file, context.source))
        for file in chosen:
            if other := NOT_JUDGED.get(file.suffix.lower()):
                known = ", ".join(each.name for each in LANGUAGES)
                raise CompileError(
                    f"{name_of(file, context.source)} is in {other}, which is not judged: use {known}"
                )
        where = f" among {names_of(files)}" if files else ": the submission is empty"
        raise CompileError(f"no program found{where}")
    main, others = main_of(programs, files, context.source, any_file=make is not None)
    require_utf8(main, context.source)
    language, is_clear = programs[main], not others or len(chosen) < len(files)
    guess = "" if is_clear else f"there is {names_of(others)}, too"
    sources = [file for file in files if language_of(file) is language]
    source, program = text_of(main), f"{name_of(main, context.source)} ({language.name})"
    built = (make or language.make)(main, sources, context)
    return replace(built, program=program, source=source, guess=guess)


# --- the main file -----------------------------------------------------------------------------

MAIN_NAMES = ("main", "answer", "solution", "program", "submission")
"""Names that suggest the main program."""

SUPPORT_FILES = re.compile(
    r"(test_.*|.*_test|.*Tests?|conftest|setup|noxfile|fabfile|gulpfile|.*\.(test|spec|config))"
)
SUPPORT_FOLDERS = {"test", "tests", "__tests__", "docs", "doc", "examples", "benchmarks", "scripts", "tools"}
"""Names of files and folders that support a program and are not the program."""


def main_of(
    programs: Mapping[Path, Language], files: Sequence[Path], source: Path, *, any_file: bool
) -> tuple[Path, list[Path]]:
    """Find the main file among programs, and the others that could be meant. Raises CompileError.

    `files` are all files of the submission. With `any_file` no main function is needed.
    """
    candidates = [
        file
        for file in programs
        if not SUPPORT_FILES.fullmatch(file.stem) and not SUPPORT_FOLDERS & _folders(file, source)
    ] or [*programs]
    starting = [file for file in candidates if any_file or programs[file].main.search(bare(text_of(file)))]
    top = min(len(file.parts) for file in candidates)
    preferences: tuple[Callable[[Path], bool], ...] = (
        lambda file: file in starting,
        lambda file: not _is_imported(file, files),
        lambda file: file.stem.lower() in MAIN_NAMES,
        lambda file: "src" in _folders(file, source),
        lambda file: len(file.parts) == top,
        lambda file: re.search(r"\binput\(|stdin|\bopen\(0", text_of(file)) is not None,
        *(lambda file, known=language: programs[file] is known for language in LANGUAGES),
    )
    best = candidates
    for preference in preferences:
        best = list(filter(preference, best)) or best
    if len(best) > 1:
        raise CompileError(
            f"several files could be the program ({names_of(best)}): "
            "leave one, name it main, or choose one by --entry"
        )
    main, named = best[0], best[0].stem.lower() in MAIN_NAMES
    return main, [] if named else [file for file in starting if file != main]


def _folders(file: Path, source: Path) -> set[str]:
    return {folder.lower() for folder in file.relative_to(source).parts[:-1]}


def _is_imported(file: Path, files: Sequence[Path]) -> bool:
    """Whether another file of the same language imports this one by name, as in Python or JavaScript."""
    name = re.escape(file.stem)
    uses = re.compile(
        rf"^[^\S\n]*(from|import)\s[\w., \t]*\b{name}\b|(require\(|from\s*)['\"][./]*{name}", re.MULTILINE
    )
    others = (each for each in files if each != file and language_of(each) is language_of(file))
    return any(uses.search(text_of(each)) for each in others)


# --- the languages -----------------------------------------------------------------------------

Make = Callable[[Path, Sequence[Path], "BuildContext"], "BuiltProgram"]
"""Makes a program from its main file, all files of its language, and the context."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A programming language, recognised by file suffixes.

    tool  the compiler or interpreter it needs
    main  matches the code of a file with a main function
    """

    name: str
    suffixes: tuple[str, ...]
    tool: str
    main: re.Pattern[str]
    make: Make


def _python(main: Path, sources: Sequence[Path], context: BuildContext) -> BuiltProgram:
    check_python(main, context)
    return BuiltProgram((sys.executable, str(main)))


def check_python(main: Path, context: BuildContext) -> None:
    """Check a file's syntax. Raises CompileError."""
    check = "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')"
    context.compile(sys.executable, "-I", "-S", "-c", check, str(main))


def _javascript(main: Path, sources: Sequence[Path], context: BuildContext) -> BuiltProgram:
    node = tool("node")
    context.compile(node, "--check", str(main))
    return BuiltProgram((node, str(main)))


CHECKS = (
    "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
    "-fno-sanitize=signed-integer-overflow,shift,vptr,alignment",
)  # fmt: skip
"""Options that detect invalid memory access. Overflow is left to wrong answers."""

UNINITIALISED = "-ftrivial-auto-var-init=pattern"

C, CPP = ("cc", "-w", "-DONLINE_JUDGE"), ("c++", "-w", "-DONLINE_JUDGE")

STANDARDS = {
    "cc": ("", "-std=gnu2x", "-std=gnu89"),
    "c++": ("-std=gnu++2c", "-std=gnu++2b", "-std=gnu++2a", "-std=gnu++17", "-std=gnu++14"),
}
"""The standards of a compiler in the order in which they are tried: people use the newest, and old code uses
words that newer standards reserve. C begins with the compiler's own choice, because C23 refuses older C."""


@lru_cache
def standards(compiler: str) -> tuple[str, ...]:
    """The options for the standards that a compiler knows, each of which may accept other programs."""

    def is_known(option: str) -> bool:
        probe = [tool(compiler), *filter(None, [option]), "-x", compiler.replace("cc", "c"), "-E", os.devnull]
        return subprocess.run(probe, capture_output=True, check=False, cwd="/").returncode == 0

    known = list(filter(is_known, STANDARDS[compiler]))
    newest = known[:1]
    return tuple(newest + [each for each in known[1:] if each in STANDARDS[compiler][-2:]])


def _c(compiler: Sequence[str], main: Path, sources: Sequence[Path], context: BuildContext) -> BuiltProgram:
    """Compile the main file with all others that have no main function of their own."""
    parts = [str(each) for each in sources if each == main or not _MAIN_IN_C.search(bare(text_of(each)))]
    return compile_c(compiler, parts, context)


def compile_c(compiler: Sequence[str], parts: Sequence[str], context: BuildContext) -> BuiltProgram:
    """Compile a program; its `check` compiles it again with the memory checks that the compiler supports."""
    command = (tool(compiler[0]), *compiler[1:], "-I", str(context.source))

    def make(name: str, *options: str) -> tuple[str, ...]:
        output = str(context.output / name)
        context.compile(*command, *filter(None, options), "-o", output, *parts, "-lm")
        return (output,)

    def check() -> tuple[str, ...]:
        for checks in ((*CHECKS, UNINITIALISED), CHECKS):
            with suppress(CompileError):
                return make("checked", standard, *checks)
        return ()

    faults: list[CompileError] = []
    for standard in standards(compiler[0]):
        try:
            return BuiltProgram(make("program", standard, "-O2"), check=check)
        except CompilerLimitError:
            raise
        except CompileError as fault:
            faults.append(fault)
    raise faults[0]


_MAIN_IN_C = re.compile(r"\bmain\s*\(")


def _java(main: Path, sources: Sequence[Path], context: BuildContext) -> BuiltProgram:
    renamed = [rename_after_class(each) for each in sources]
    compile_java(renamed, context)
    text = text_of(renamed[list(sources).index(main)])
    method = _MAIN_IN_JAVA.search(bare(text))
    if method is None:
        raise CompileError("no class has a main method")
    classes = [name for name, _, at in java_classes(text) if at < method.start()]
    if not classes:
        raise CompileError("the main method is outside of any class")
    return BuiltProgram(run_java(f"{package_of(text)}{classes[-1]}", context))


_MAIN_IN_JAVA = re.compile(r"\bvoid\s+main\s*\(")


def compile_java(sources: Sequence[Path], context: BuildContext) -> None:
    """Compile classes, without annotation processors, which would run code. Raises CompileError."""
    options = ["-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", str(context.output)]
    context.compile(tool("javac"), *options, *map(str, sources))


def run_java(name: str, context: BuildContext) -> tuple[str, ...]:
    """The command that runs a class with a fast start, within the memory of the task."""
    heap, stack = context.memory * 3 // 4 >> 20, context.memory // 4 >> 20
    quick = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")  # half the time to start
    return (tool("java"), *quick, f"-Xmx{heap}m", f"-Xss{stack}m", "-cp", str(context.output), name)


def java_classes(text: str) -> list[tuple[str, bool, int]]:
    """The top-level classes of a file: name, whether public, and offset in `bare(text)`."""
    text = bare(text)
    return [
        (match[2], "public" in match[1].split(), match.start())
        for match in re.finditer(r"((?:\b\w+\s+){0,9})\b(?:class|interface|enum|record)\s+(\w+)", text)
        if text.count("{", 0, match.start()) == text.count("}", 0, match.start())
    ]


def package_of(text: str) -> str:
    """The package of a Java file as a prefix of its classes' names: empty, or ending in a dot."""
    package = re.search(r"^[^\S\n]*package\s+([\w.]+)\s*;", bare(text), re.MULTILINE)
    return f"{package[1]}." if package else ""


def rename_after_class(file: Path) -> Path:
    """Rename a file after its public class, as javac requires. Raises CompileError."""
    public = [name for name, public, _ in java_classes(text_of(file)) if public]
    if not public or file.stem == public[0]:
        return file
    renamed = file.with_name(f"{public[0]}.java")
    if renamed.exists():
        raise CompileError(f"two files have a public class {public[0]}: leave one")
    return file.rename(renamed)


def _rust(main: Path, sources: Sequence[Path], context: BuildContext) -> BuiltProgram:
    program = str(context.output / "program")
    # rustup's proxy looks for the compiler in the home folder, which the sandbox hides, so it is asked here;
    # in the root folder, because a rust-toolchain.toml in the submission could make it run another program.
    rustc = tool("rustc")
    sysroot = subprocess.run(
        [rustc, "--print", "sysroot"], capture_output=True, text=True, check=False, cwd="/"
    )
    compiler = os.path.join(sysroot.stdout.strip(), "bin", "rustc") if sysroot.returncode == 0 else rustc
    context.compile(compiler, "-O", "-A", "warnings", "-o", program, str(main))
    return BuiltProgram((program,))


def _go(main: Path, sources: Sequence[Path], context: BuildContext) -> BuiltProgram:
    program = str(context.output / "program")
    package = [
        str(each) for each in sources if each.parent == main.parent and not each.name.endswith("_test.go")
    ]
    context.compile(tool("go"), "build", "-o", program, *package)
    return BuiltProgram((program,))


_ANYTHING = re.compile("")

LANGUAGES = (
    Language("Python", (".py",), "python3", _ANYTHING, _python),
    Language("Java", (".java",), "javac", _MAIN_IN_JAVA, _java),
    Language("C++", (".cpp", ".cc", ".cxx", ".c++"), "c++", _MAIN_IN_C, partial(_c, CPP)),
    Language("C", (".c",), "cc", _MAIN_IN_C, partial(_c, C)),
    Language("Rust", (".rs",), "rustc", re.compile(r"\bfn\s+main\b"), _rust),
    Language("Go", (".go",), "go", re.compile(r"\bfunc\s+main\b"), _go),
    Language("JavaScript", (".js", ".mjs", ".cjs"), "node", _ANYTHING, _javascript),
)
"""Every language, in the order of preference if several have a main file."""

NOT_JUDGED = {
    ".kt": "Kotlin", ".ts": "TypeScript", ".cs": "C#", ".rb": "Ruby", ".pas": "Pascal", ".swift": "Swift",
    ".scala": "Scala", ".hs": "Haskell", ".php": "PHP", ".pl": "Perl", ".lua": "Lua", ".ml": "OCaml",
}  # fmt: skip
"""Languages that people submit, by the endings of their files, for a message."""

SAMPLES = Path(__file__).parent / "samples"
"""A correct program in each language: `sum` with its first suffix prints the sum of the numbers it reads."""


def require_samples_run(endings: set[str], room: Path, supervisor: Supervisor, memory: int) -> None:
    """Run the sample program of each language with one of these file endings. Raises TwoEndsError.

    A language whose compiler is missing is skipped: submissions in it get the verdict CE.
    """
    # Far above what any language needs to start, so that a sample fails only if the sandbox hides something.
    limits = Limits(seconds=20, memory=max(memory, 512 << 20))
    for language in LANGUAGES:
        if not endings.intersection(language.suffixes) or shutil.which(language.tool) is None:
            continue
        folder = room / language.name
        context = BuildContext(folder / "source", folder / "made", supervisor, memory)
        for each in (context.source, context.output):
            each.mkdir(parents=True)
        main = Path(shutil.copy(SAMPLES / f"sum{language.suffixes[0]}", context.source))
        supervisor.share(room)
        try:
            command = language.make(main, [main], context).command
            supervisor.share(room)
            run = supervisor.run(command, b"8 15 3 7\n", limits)
            output = (run.output.strip() or run.errors.strip()).decode(errors="replace")
        except (CompileError, CommandError) as fault:
            output = str(fault)
        if output != "33":
            raise TwoEndsError(
                f"a correct program in {language.name} does not run in the sandbox "
                f"({printable(output)[-200:]}), so nothing was judged: add what it needs by --readable PATH"
            )


def language_of(file: Path) -> Language | None:
    """The language of a file, by its suffix."""
    return next((each for each in LANGUAGES if file.suffix.lower() in each.suffixes), None)
