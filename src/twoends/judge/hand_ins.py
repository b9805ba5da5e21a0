"""Hand-ins: what lies in a folder of submissions, who made it, and how it becomes a command.

A hand-in is a file or a folder. Exports of Moodle, Canvas and Gradescope say in their names who
handed in; several files of one person that lie side by side are one hand-in.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from twoends.judge.containment.contained import Limits, Supervisor
from twoends.judge.tasks import printable
from twoends.rules.errors import TwoEndsError

_EXPORTS = (
    re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)"),  # Moodle
    re.compile(r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<number>\d+)_\d+_(?P<file>.+)"),  # Canvas
    re.compile(r"(?P<name>submission)_(?P<number>\d+)(?P<file>)"),  # Gradescope
)

METADATA = "submission_metadata.yml"
"""Gradescope's file with the names of those who handed in."""

LIMITS_OF_COMPILERS = Limits(
    seconds=60, memory=2 << 30, output=256 << 20, files=1024, processes=256, stack=64 << 20
)


class HandInError(TwoEndsError):
    """A folder that holds no hand-ins."""


class CompileError(Exception):
    """A hand-in that does not become a program; one sentence, the compiler's first error if there is one."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """What somebody handed in.

    key     its own name within the folder
    name    whose it is, as far as the export says
    number  the export's number of the person or submission; empty where there is none
    late    whether the export says so
    paths   a folder, or one or several files
    """

    key: str
    name: str
    number: str
    late: bool
    paths: tuple[Path, ...]

    @property
    def files(self) -> list[Path]:
        """Every file of it, without what computers add of their own."""
        found = []
        for path in self.paths:
            inside = path.rglob("*") if path.is_dir() else [path]
            found += [each for each in inside if each.is_file() and not _added(each.relative_to(path.parent))]
        return sorted(found)


def _added(path: Path) -> bool:
    return any(part.startswith((".", "__MACOSX", "__pycache__")) for part in path.parts)


def hand_ins(folder: Path) -> list[HandIn]:
    """Everything in a folder that somebody may have handed in, by name. Raises HandInError."""
    if not folder.is_dir():
        raise HandInError(f"there is no folder {folder}: name the one that the hand-ins lie in")
    names = _names_of_gradescope(folder / METADATA)
    found: dict[str, HandIn] = {}
    for path in sorted(folder.iterdir()):
        if _added(Path(path.name)) or path.name == METADATA:
            continue
        export = next((match for each in _EXPORTS if (match := each.fullmatch(path.name))), None)
        if export is None:
            key, name, number, late = path.name, path.name if path.is_dir() else path.stem, "", False
        else:
            parts = export.groupdict()
            number, late = parts["number"], bool(parts.get("late"))
            name = names.get(path.name, parts["name"])
            key = path.name if path.is_dir() else f"{parts['name']}_{number}"
        before = found[key].paths if key in found else ()
        found[key] = HandIn(key, name, number, late, (*before, path))
    if not found:
        raise HandInError(f"{folder} is empty: name the folder that the hand-ins lie in")
    return list(found.values())


def _names_of_gradescope(metadata: Path) -> dict[str, str]:
    """Read who stands behind each folder: the few lines of its YAML that say so, and no more."""
    names: dict[str, str] = {}
    folder = ""
    lines = metadata.read_text("utf-8", "replace").splitlines() if metadata.is_file() else []
    for line in lines:
        if match := re.fullmatch(r"(submission_\d+):\s*", line):
            folder = match[1]
        elif folder and (match := re.fullmatch(r"\s+(?:- )?:?name: (.*)", line)):
            name = match[1].strip().strip("'\"")
            names[folder] = f"{names[folder]}, {name}" if folder in names else name
    return names


# --- from files to a command -------------------------------------------------------------------

MAIN_NAMES = ("main", "answer", "solution", "program", "submission")
"""Which of several Python or JavaScript files is the program, if nothing else tells."""


def build(files: Sequence[Path], room: Path, supervisor: Supervisor, memory: int) -> tuple[str, ...]:
    """Make a command of a hand-in; what a compiler writes goes into `room`. Raises CompileError."""
    for suffixes, make in _LANGUAGES.items():
        sources = [file for file in files if file.suffix.lower() in suffixes]
        if sources:
            return make(sources, room, supervisor, memory)
    for file in files:
        if os.access(file, os.X_OK):
            return (str(file.absolute()),)
    seen = ", ".join(printable(file.name) for file in files[:5]) or "nothing at all"
    raise CompileError(f"there is no program that is known here, but {seen}")


def one_of_several(sources: Sequence[Path]) -> Path:
    """The file to run. Raises CompileError where none of several stands out."""
    if len(sources) == 1:
        return sources[0]
    top = min(len(source.parts) for source in sources)
    for chosen in (
        [source for source in sources if source.stem.lower() in MAIN_NAMES],
        [source for source in sources if len(source.parts) == top],
        [source for source in sources if b"input(" in source.read_bytes() or b"stdin" in source.read_bytes()],
    ):
        if len(chosen) == 1:
            return chosen[0]
    seen = ", ".join(printable(source.name) for source in sources[:5])
    raise CompileError(f"several files could be the program ({seen}): leave one, or name it main")


def _python(sources: Sequence[Path], room: Path, supervisor: Supervisor, memory: int) -> tuple[str, ...]:
    source = one_of_several(sources)
    check_python(source, supervisor)
    return (sys.executable, str(source.absolute()))


def check_python(source: Path, supervisor: Supervisor) -> None:
    """See whether Python can read a file at all. Raises CompileError."""
    check = "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')"
    _compile([sys.executable, "-I", "-S", "-c", check, str(source.absolute())], supervisor)


def _javascript(sources: Sequence[Path], room: Path, supervisor: Supervisor, memory: int) -> tuple[str, ...]:
    node, source = _tool("node"), str(one_of_several(sources).absolute())
    _compile([node, "--check", source], supervisor)
    return (node, source)


def _c(sources: Sequence[Path], room: Path, supervisor: Supervisor, memory: int) -> tuple[str, ...]:
    program = str(room / "program")
    _compile([_tool("cc"), "-O2", "-w", "-o", program, *_absolute(sources), "-lm"], supervisor)
    return (program,)


def _cpp(sources: Sequence[Path], room: Path, supervisor: Supervisor, memory: int) -> tuple[str, ...]:
    program = str(room / "program")
    _compile([_tool("c++"), "-O2", "-std=c++17", "-w", "-o", program, *_absolute(sources)], supervisor)
    return (program,)


def _java(sources: Sequence[Path], room: Path, supervisor: Supervisor, memory: int) -> tuple[str, ...]:
    java = _tool("java")
    options = ["-nowarn", "-encoding", "UTF-8", "-d", str(room)]
    _compile([_tool("javac"), *options, *_absolute(sources)], supervisor)
    mains = [source for source in sources if b"void main" in source.read_bytes()]
    if not mains:
        raise CompileError("no class has a method main")
    main = one_of_several(mains)
    package = re.search(r"^\s*package\s+([\w.]+)\s*;", main.read_text("utf-8", "replace"), re.MULTILINE)
    name = f"{package[1]}.{main.stem}" if package else main.stem
    heap, stack = max(memory * 3 // 4 >> 20, 8), max(memory // 4 >> 20, 1)
    quick = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")  # half the time to start
    return (java, *quick, f"-Xmx{heap}m", f"-Xss{stack}m", "-cp", str(room), name)


def _rust(sources: Sequence[Path], room: Path, supervisor: Supervisor, memory: int) -> tuple[str, ...]:
    program = str(room / "program")
    # rustup's stand-in looks for the compiler in a home that a contained program does not have.
    rustc = _tool("rustc")
    asked = subprocess.run([rustc, "--print", "sysroot"], capture_output=True, text=True, check=False)
    compiler = os.path.join(asked.stdout.strip(), "bin", "rustc") if asked.returncode == 0 else rustc
    main = one_of_several([source for source in sources if b"fn main" in source.read_bytes()] or sources)
    _compile([compiler, "-O", "-A", "warnings", "-o", program, str(main.absolute())], supervisor)
    return (program,)


def _go(sources: Sequence[Path], room: Path, supervisor: Supervisor, memory: int) -> tuple[str, ...]:
    program = str(room / "program")
    _compile([_tool("go"), "build", "-o", program, *_absolute(sources)], supervisor)
    return (program,)


_LANGUAGES: dict[tuple[str, ...], Callable[[Sequence[Path], Path, Supervisor, int], tuple[str, ...]]] = {
    (".py",): _python,
    (".java",): _java,
    (".cpp", ".cc", ".cxx", ".c++"): _cpp,
    (".c",): _c,
    (".rs",): _rust,
    (".go",): _go,
    (".js", ".mjs"): _javascript,
}


def _absolute(sources: Sequence[Path]) -> list[str]:
    return [str(source.absolute()) for source in sources]


def _tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise CompileError(f"there is no {name} on this machine: install one, or leave this hand-in out")
    return os.path.abspath(found)


def _compile(command: Sequence[str], supervisor: Supervisor) -> None:
    """Run a compiler, contained. Raises CompileError with its first error."""
    run = supervisor.run(command, b"", LIMITS_OF_COMPILERS)
    if run.ended != "by itself":
        raise CompileError(f"the compiler came to its limits: {run.ended}")
    if run.status:
        said = run.errors.decode(errors="replace")
        for folder in {os.path.dirname(word) for word in command[1:] if os.path.isfile(word)}:
            said = said.replace(f"{folder}/", "")
        raise CompileError(_first_error(said.splitlines()))


def _first_error(lines: Sequence[str]) -> str:
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
