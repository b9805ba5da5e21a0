"""The entry file of a submission, chosen by name and content."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fnmatch import fnmatch
from pathlib import Path

from twoends.judge.submissions import CompileError
from twoends.judge.tasks import printable

MAIN_NAMES = ("main", "answer", "solution", "program", "submission")
"""Names that suggest the main program."""

SUPPORT_FILES = re.compile(
    r"(test_.*|.*_test|.*Tests?|conftest|setup|noxfile|fabfile|gulpfile|.*\.(test|spec|config))"
)
SUPPORT_FOLDERS = {"test", "tests", "__tests__", "docs", "doc", "examples", "benchmarks", "scripts", "tools"}
"""Names of files and folders that support a program and are not the program."""


def main_of(
    sources: Sequence[Path], starts: re.Pattern[str], allowed: Sequence[Path], source: Path
) -> tuple[Path, str]:
    """Find the main program among files of one language; also name other candidates. Raises CompileError.

    `starts` matches the text of a program with an entry point; only files in `allowed` are considered.
    """
    files = [file for file in sources if file in allowed]
    files = [
        file
        for file in files
        if not SUPPORT_FILES.fullmatch(file.stem) and not SUPPORT_FOLDERS & _folders(file, source)
    ] or files
    top = min(len(file.parts) for file in files)
    preferences: tuple[Callable[[Path], bool], ...] = (
        lambda file: starts.search(bare(text_of(file))) is not None,
        lambda file: not _is_imported(file, sources),
        lambda file: file.stem.lower() in MAIN_NAMES,
        lambda file: "src" in _folders(file, source),
        lambda file: len(file.parts) == top,
        lambda file: re.search(r"\binput\(|stdin|\bopen\(0", text_of(file)) is not None,
    )
    best = files
    for preference in preferences:
        best = list(filter(preference, best)) or best
    if len(best) > 1:
        raise CompileError(
            f"several files could be the program ({names_of(best)}): "
            "leave one, name it main, or choose one by --entry"
        )
    named = best[0].stem.lower() in MAIN_NAMES
    others = [file for file in files if starts.search(bare(text_of(file))) and file not in best]
    if named or not others or len(allowed) < len(sources):
        return best[0], ""
    return best[0], f"there is {names_of(others)}, too"


def _folders(file: Path, source: Path) -> set[str]:
    return {folder.lower() for folder in file.relative_to(source).parts[:-1]}


def _is_imported(file: Path, sources: Sequence[Path]) -> bool:
    """Whether another Python or JavaScript file imports this one by name."""
    name = re.escape(file.stem)
    uses = re.compile(
        rf"^[^\S\n]*(from|import)\s[\w., \t]*\b{name}\b|(require\(|from\s*)['\"][./]*{name}", re.MULTILINE
    )
    return any(uses.search(text_of(each)) for each in sources if each != file)


def text_of(file: Path) -> str:
    """The text of a file, with invalid bytes replaced."""
    return file.read_text("utf-8", "replace")


def rank(file: Path, source: Path) -> int:
    """Rank the main programs of several languages by name: 0 is the likeliest."""
    return 0 if file.stem.lower() in MAIN_NAMES else 1 if "src" in _folders(file, source) else 2


def fits(file: Path, entry: str, source: Path) -> bool:
    """Whether a file's name, or its path within the submission, matches the pattern `entry`."""
    return fnmatch(file.name, entry) or fnmatch(name_of(file, source), entry)


def name_of(file: Path, source: Path) -> str:
    """The path of a file within its submission, printable."""
    return printable(str(file.relative_to(source)))


def names_of(files: Sequence[Path]) -> str:
    """The names of the first five files, as a list in a sentence."""
    return ", ".join(printable(file.name) for file in files[:5])


def bare(text: str) -> str:
    """Blank out comments and string literals in C or Java source."""
    # Skip escaped characters outside quotes: on hostile text each such quote would scan the whole line.
    pattern = r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|(?P<escaped>\\.)"
    return re.sub(pattern, lambda match: match["escaped"] or " " * len(match[0]), text, flags=re.DOTALL)
