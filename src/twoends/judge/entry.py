"""The entry of a submission: which of its files is the program, by name and by content."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fnmatch import fnmatch
from pathlib import Path

from twoends.judge.submissions import CompileError
from twoends.judge.tasks import printable

MAIN_NAMES = ("main", "answer", "solution", "program", "submission")
"""What a file is called that is the program, if nothing else tells."""

AROUND = re.compile(
    r"(test_.*|.*_test|.*Tests?|conftest|setup|noxfile|fabfile|gulpfile|.*\.(test|spec|config))"
)
FOLDERS_AROUND = {"test", "tests", "__tests__", "docs", "doc", "examples", "benchmarks", "scripts", "tools"}
"""Files and folders that lie around a program."""


def main_of(
    sources: Sequence[Path], starts: re.Pattern[str], allowed: Sequence[Path], source: Path
) -> tuple[Path, str]:
    """The program among files of one language, and why another might have been meant. Raises CompileError."""
    at_first = [each for each in sources if each in allowed]
    own = [each for each in at_first if not _is_around(each, source)]
    left = own = own or at_first
    top = min(len(each.parts) for each in left)
    preferences: tuple[Callable[[Path], bool], ...] = (
        lambda each: starts.search(bare(text_of(each))) is not None,
        lambda each: not _is_imported(each, sources),
        lambda each: each.stem.lower() in MAIN_NAMES,
        lambda each: "src" in _folders(each, source),
        lambda each: len(each.parts) == top,
        lambda each: re.search(r"\binput\(|stdin|\bopen\(0", text_of(each)) is not None,
    )
    for better in preferences:
        left = [each for each in left if better(each)] or left
    if len(left) > 1:
        raise CompileError(
            f"several files could be the program ({names_of(left)}): "
            "leave one, name it main, or choose one by --entry"
        )
    named = left[0].stem.lower() in MAIN_NAMES
    programs = [each for each in own if starts.search(bare(text_of(each))) and each not in left]
    if named or not programs or len(allowed) < len(sources):
        return left[0], ""
    return left[0], f"there is {names_of(programs)}, too"


def _is_around(file: Path, source: Path) -> bool:
    return bool(AROUND.fullmatch(file.stem) or FOLDERS_AROUND & _folders(file, source))


def _folders(file: Path, source: Path) -> set[str]:
    return {each.lower() for each in file.relative_to(source).parts[:-1]}


def _is_imported(file: Path, sources: Sequence[Path]) -> bool:
    """Whether another file of Python or JavaScript imports this one by its name."""
    name = re.escape(file.stem)
    uses = re.compile(
        rf"^[^\S\n]*(from|import)\s[\w., \t]*\b{name}\b|(require\(|from\s*)['\"][./]*{name}", re.MULTILINE
    )
    return any(uses.search(text_of(each)) for each in sources if each != file)


def text_of(file: Path) -> str:
    """The text of a file, whatever its bytes are."""
    return file.read_text("utf-8", "replace")


def rank(file: Path, source: Path) -> int:
    """How far its name is from that of a program, among the programs of several languages."""
    return 0 if file.stem.lower() in MAIN_NAMES else 1 if "src" in _folders(file, source) else 2


def fits(file: Path, entry: str, source: Path) -> bool:
    """Whether a file's name, or its path within the submission, fits a pattern."""
    return fnmatch(file.name, entry) or fnmatch(name_of(file, source), entry)


def name_of(file: Path, source: Path) -> str:
    """The path of a file within its submission, in words."""
    return printable(str(file.relative_to(source)))


def names_of(files: Sequence[Path]) -> str:
    """The names of the first files, in words."""
    return ", ".join(printable(file.name) for file in files[:5])


def bare(text: str) -> str:
    """A text of C or Java with blanks in place of comments and of what stands in quotes."""
    # Skip escaped characters outside of quotes: on hostile text each such quote would scan the whole line.
    pattern = r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|(?P<escaped>\\.)"
    return re.sub(pattern, lambda match: match["escaped"] or " " * len(match[0]), text, flags=re.DOTALL)
