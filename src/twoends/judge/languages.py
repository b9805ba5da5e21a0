"""Languages: how the files of a submission become a command, and a correct program in each."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from twoends.judge.containment.commands import CommandError
from twoends.judge.containment.contained import Limits, Supervisor
from twoends.judge.entry import bare, fits, main_of, name_of, names_of, rank, text_of
from twoends.judge.submissions import CompileError
from twoends.judge.tasks import printable
from twoends.rules.errors import TwoEndsError

LIMITS_OF_COMPILERS = Limits(
    seconds=60, memory=2 << 30, output=256 << 20, disk=2 << 30, files=1024, processes=256, stack=64 << 20
)
"""Far above what any homework takes: tuning, so that a compiler that hangs or grows comes to an end."""


class SandboxError(TwoEndsError):
    """A sandbox in which a program that is right does not run."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What a compiler is given: the files, where they lie, where it writes, and what it may use.

    source   the folder of the files
    made     the folder that what is made goes into
    memory   bytes that the program may have
    """

    source: Path
    made: Path
    supervisor: Supervisor
    memory: int

    def compile(self, *command: str) -> None:
        """Run a compiler, contained. Raises CompileError with its first error."""
        run = self.supervisor.run(command, b"", LIMITS_OF_COMPILERS, compiles_into=str(self.made))
        if run.ended != "by itself":
            raise CompileError(f"the compiler came to its limits: {run.ended}")
        if run.status:
            said = run.errors.decode(errors="replace").replace(f"{self.source}/", "")
            raise CompileError(first_error(said.splitlines()))


@dataclass(frozen=True, slots=True)
class Built:
    """A submission as a command.

    program  which of its files is the program, in words
    guess    why another one might have been meant; empty where there was no choice
    check    compiles the same program with checks of its memory: a command, empty where there are none
    """

    command: tuple[str, ...]
    program: str = ""
    guess: str = ""
    check: Callable[[], tuple[str, ...]] = tuple


def build(files: Sequence[Path], workshop: Workshop, entry: str = "", make: Make | None = None) -> Built:
    """Make a command of files; one that fits the pattern `entry` is the program. Raises CompileError.

    `make` takes the place of how the language makes programs; then no file needs a main.
    """
    chosen = [file for file in files if not entry or fits(file, entry, workshop.source)]
    if entry and not chosen:
        raise CompileError(f"no file is called {entry}: {names_of(files)}")
    kinds = {
        language: sources
        for language in LANGUAGES
        if (sources := [each for each in files if each.suffix.lower() in language.suffixes])
        and any(each in chosen for each in sources)
    }
    if not kinds:
        for file in chosen:
            if os.access(file, os.X_OK):
                return Built((str(file),), name_of(file, workshop.source))
        raise CompileError(
            f"no program found among {names_of(files)}"
            if files
            else "no program found: the submission is empty"
        )
    mains = {
        language: main_of(sources, _ANYTHING if make else language.main, chosen, workshop.source)
        for language, sources in kinds.items()
    }
    # A file with the name of a program goes before a language that comes first.
    language = min(mains, key=lambda each: (rank(mains[each][0], workshop.source), LANGUAGES.index(each)))
    main, guess = mains[language]
    if len(mains) > 1 and not guess:
        others = ", ".join(
            name_of(other, workshop.source) for each, (other, _) in mains.items() if each is not language
        )
        guess = f"there is {others}, too"
    built = (make or language.make)(main, kinds[language], workshop)
    return replace(built, program=f"{name_of(main, workshop.source)} ({language.name})", guess=guess)


# --- the languages -----------------------------------------------------------------------------


Make = Callable[[Path, Sequence[Path], "Workshop"], "Built"]
"""Compiles a program: from its main file, all files of the language, and the workshop."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language by the endings of its files.

    main   what a file has in it that can be started
    tool   without which there is none of it
    right  a program that prints the sum of the numbers that it reads
    """

    name: str
    suffixes: tuple[str, ...]
    tool: str
    main: re.Pattern[str]
    make: Make
    right: str


def _python(main: Path, sources: Sequence[Path], workshop: Workshop) -> Built:
    check_python(main, workshop)
    return Built((sys.executable, str(main)))


def check_python(main: Path, workshop: Workshop) -> None:
    """See whether Python can read a file at all. Raises CompileError."""
    check = "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')"
    workshop.compile(sys.executable, "-I", "-S", "-c", check, str(main))


def _javascript(main: Path, sources: Sequence[Path], workshop: Workshop) -> Built:
    node = tool("node")
    workshop.compile(node, "--check", str(main))
    return Built((node, str(main)))


CHECKS = (
    "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
    "-fno-sanitize=signed-integer-overflow,shift,vptr,alignment",
)  # fmt: skip
"""Memory that is not the program's own. A sum that overflows is caught where it makes an answer wrong."""

UNINITIALISED = "-ftrivial-auto-var-init=pattern"


C, CPP = ("cc", "-w", "-DONLINE_JUDGE"), ("c++", "-w", "-std=c++17", "-DONLINE_JUDGE")


def _c(compiler: Sequence[str], main: Path, sources: Sequence[Path], workshop: Workshop) -> Built:
    """All sources of a program: others with a main are programs of their own."""
    parts = [str(each) for each in sources if each == main or not _MAIN_IN_C.search(bare(text_of(each)))]
    return compile_c(compiler, parts, workshop)


def compile_c(compiler: Sequence[str], parts: Sequence[str], workshop: Workshop) -> Built:
    """Compile a program, and once more with checks when they are asked for, where the compiler has any."""
    command = (tool(compiler[0]), *compiler[1:], "-I", str(workshop.source))

    def make(name: str, *more: str) -> tuple[str, ...]:
        made = str(workshop.made / name)
        workshop.compile(*command, *more, "-o", made, *parts, "-lm")
        return (made,)

    def check() -> tuple[str, ...]:
        for checks in ((*CHECKS, UNINITIALISED), CHECKS):
            with suppress(CompileError):
                return make("checked", *checks)
        return ()

    return Built(make("program", "-O2"), check=check)


_MAIN_IN_C = re.compile(r"\bmain\s*\(")


def _java(main: Path, sources: Sequence[Path], workshop: Workshop) -> Built:
    renamed = [renamed_by_class(each) for each in sources]
    compile_java(renamed, workshop)
    text = text_of(renamed[list(sources).index(main)])
    began = _MAIN_IN_JAVA.search(bare(text))
    if began is None:
        raise CompileError("no class has a method main")
    classes = [name for name, _, at in java_classes(text) if at < began.start()]
    if not classes:
        raise CompileError("the method main is in no class")
    return Built(run_java(in_its_package(classes[-1], text), workshop))


_MAIN_IN_JAVA = re.compile(r"\bvoid\s+main\s*\(")


def compile_java(sources: Sequence[Path], workshop: Workshop) -> None:
    """Compile classes, without what would run meanwhile. Raises CompileError."""
    options = ["-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", str(workshop.made)]
    workshop.compile(tool("javac"), *options, *map(str, sources))


def run_java(name: str, workshop: Workshop) -> tuple[str, ...]:
    """The command that runs a class, quick to start and within the memory of the task."""
    heap, stack = max(workshop.memory * 3 // 4 >> 20, 8), max(workshop.memory // 4 >> 20, 1)
    quick = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")  # half the time to start
    return (tool("java"), *quick, f"-Xmx{heap}m", f"-Xss{stack}m", "-cp", str(workshop.made), name)


def java_classes(text: str) -> list[tuple[str, bool, int]]:
    """The classes of a file that lie in no other: name, whether public, and where each begins in `bare`."""
    text = bare(text)
    return [
        (match[2], "public" in match[1].split(), match.start())
        for match in re.finditer(r"((?:\b\w+\s+)*)\b(?:class|interface|enum|record)\s+(\w+)", text)
        if text.count("{", 0, match.start()) == text.count("}", 0, match.start())
    ]


def in_its_package(name: str, text: str) -> str:
    """A class of a file as Java finds it: with the file's package in front, if it has one."""
    package = re.search(r"^\s*package\s+([\w.]+)\s*;", text, re.MULTILINE)
    return f"{package[1]}.{name}" if package else name


def renamed_by_class(file: Path) -> Path:
    """Give a file the name of its public class, as javac wants it."""
    public = [name for name, public, _ in java_classes(text_of(file)) if public]
    if not public or file.stem == public[0]:
        return file
    right = file.with_name(f"{public[0]}.java")
    if right.exists():
        raise CompileError(f"two files have a public class {public[0]}: leave one")
    return file.rename(right)


def _rust(main: Path, sources: Sequence[Path], workshop: Workshop) -> Built:
    program = str(workshop.made / "program")
    # rustup's stand-in looks for the compiler in a home that a contained program does not have. It is asked
    # from the root: a submission's own rust-toolchain.toml would name a program to be run outside.
    rustc = tool("rustc")
    asked = subprocess.run(
        [rustc, "--print", "sysroot"], capture_output=True, text=True, check=False, cwd="/"
    )
    compiler = os.path.join(asked.stdout.strip(), "bin", "rustc") if asked.returncode == 0 else rustc
    workshop.compile(compiler, "-O", "-A", "warnings", "-o", program, str(main))
    return Built((program,))


def _go(main: Path, sources: Sequence[Path], workshop: Workshop) -> Built:
    program = str(workshop.made / "program")
    beside = [
        str(each) for each in sources if each.parent == main.parent and not each.name.endswith("_test.go")
    ]
    workshop.compile(tool("go"), "build", "-o", program, *beside)
    return Built((program,))


_ANYTHING = re.compile("")

LANGUAGES = (
    Language(
        "Python", (".py",), "python3", _ANYTHING, _python,
        "print(sum(map(int, open(0).read().split())))",
    ),
    Language(
        "Java", (".java",), "javac", _MAIN_IN_JAVA, _java,
        "public class Main { public static void main(String[] words) { long sum = 0; java.util.Scanner in ="
        " new java.util.Scanner(System.in); while (in.hasNext()) sum += in.nextLong();"
        " System.out.println(sum); } }",
    ),
    Language(
        "C++", (".cpp", ".cc", ".cxx", ".c++"), "c++", _MAIN_IN_C, partial(_c, CPP),
        "#include <iostream>\nint main() { long long sum = 0, each; while (std::cin >> each) sum += each;"
        " std::cout << sum << std::endl; }",
    ),
    Language(
        "C", (".c",), "cc", _MAIN_IN_C, partial(_c, C),
        '#include <stdio.h>\nint main(void) { long long sum = 0, each; while (scanf("%lld", &each) == 1)'
        ' sum += each; printf("%lld\\n", sum); return 0; }',
    ),
    Language(
        "Rust", (".rs",), "rustc", re.compile(r"\bfn\s+main\b"), _rust,
        "fn main() { let text = std::io::read_to_string(std::io::stdin()).unwrap();"
        ' println!("{}", text.split_whitespace().map(|x| x.parse::<i64>().unwrap()).sum::<i64>()); }',
    ),
    Language(
        "Go", (".go",), "go", re.compile(r"\bfunc\s+main\b"), _go,
        'package main\nimport "fmt"\nfunc main() { sum, each := 0, 0'
        "; for { if n, _ := fmt.Scan(&each); n == 0 { break }; sum += each }; fmt.Println(sum) }",
    ),
    Language(
        "JavaScript", (".js", ".mjs", ".cjs"), "node", _ANYTHING, _javascript,
        "console.log(String(require('fs').readFileSync(0, 'utf8').split(/\\s+/).filter(Boolean).map(Number)"
        ".reduce((sum, each) => sum + each, 0)))",
    ),
)  # fmt: skip
"""Every language; of two with a program each, the first is taken."""


LIMITS_OF_A_RIGHT_PROGRAM = Limits(seconds=20, memory=512 << 20)
"""Far above what any language takes to start, so that only what the sandbox hides can make it fail; a task
may allow more memory."""


def require_right(endings: set[str], room: Path, supervisor: Supervisor, memory: int) -> None:
    """Run a right program of each language that is used, before anybody is judged. Raises SandboxError.

    A language without its compiler is left out: that is the verdict of whoever uses it.
    """
    limits = replace(LIMITS_OF_A_RIGHT_PROGRAM, memory=max(memory, LIMITS_OF_A_RIGHT_PROGRAM.memory))
    for language in LANGUAGES:
        if not endings.intersection(language.suffixes) or shutil.which(language.tool) is None:
            continue
        folder = room / language.name
        workshop = Workshop(folder / "source", folder / "made", supervisor, memory)
        for each in (workshop.source, workshop.made):
            each.mkdir(parents=True)
        main = workshop.source / f"Main{language.suffixes[0]}"
        main.write_text(language.right)
        supervisor.share(room)
        try:
            command = language.make(main, [main], workshop).command
            supervisor.share(room)
            run = supervisor.run(command, b"8 15 3 7\n", limits)
            said = run.output.decode(errors="replace").strip() or run.errors.decode(errors="replace").strip()
        except (CompileError, CommandError) as fault:
            said = str(fault)
        if said != "33":
            raise SandboxError(
                f"a program in {language.name} that is right does not run in the sandbox "
                f"({printable(said)[-200:]}), so nobody is judged: name what is missing by --readable PATH"
            )


def language_of(file: Path) -> Language | None:
    """The language of a file, by its ending."""
    return next((each for each in LANGUAGES if file.suffix.lower() in each.suffixes), None)


def tool(name: str) -> str:
    """The path of a compiler or interpreter. Raises CompileError."""
    found = shutil.which(name)
    if found is None:
        raise CompileError(f"there is no {name} on this machine: install one, or leave this submission out")
    return os.path.abspath(found)


# --- what a compiler says ----------------------------------------------------------------------


def first_error(lines: Sequence[str]) -> str:
    """The first error of a compiler, with its place."""
    said = [line.strip() for line in lines if line.strip()]
    errors = [at for at, line in enumerate(said) if re.search(r"\berror\b|Error:", line)]
    if not errors:
        return printable(said[-1])[:300] if said else "the compiler failed and said nothing"
    first = said[errors[0]]
    places = list(_places(said))  # Python and Rust say on another line where it is
    where = "" if not places else places[-1] if places[-1].count(", line") else places[0]
    return printable(f"{first} ({where})" if where and where not in first else first)[:300]


def _places(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if match := re.match(r'File ".*?([^/"]+)", (line \d+)', line):
            yield f"{match[1]}, {match[2]}"
        elif match := re.match(r"--> .*?([^/]+:\d+:\d+)", line):
            yield match[1]
