"""Submissions: find them in a folder, identify their authors, and copy their files.

A submission is a file or a folder. File names in exports of Moodle, Canvas and Gradescope name the author;
several files of one author side by side are one submission. A copy has the authors' own file names and
unpacked archives, and contains nothing from outside of the submission.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path, PurePath, PurePosixPath
from typing import IO

from twoends.rules.errors import TwoEndsError, printable

_CANVAS = re.compile(r"(?P<name>[^_]+)(?P<late>_LATE)?_(?P<number>\d+)_\d+_(?P<file>.+)")
_EXPORTS = (
    re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)"),  # Moodle
    _CANVAS,
    re.compile(r"(?P<name>submission)_(?P<number>\d+)(?P<file>)"),  # Gradescope
)

METADATA = "submission_metadata.yml"
"""Gradescope's file with the names of the authors."""


class CompileError(Exception):
    """A submission cannot be made into a program; the message may be the compiler's first error."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One author's submission.

    key     its unique name within the folder
    paths   a folder, or one or several files
    name    the author's name, if the export gives it
    number  the export's number of the author or submission; empty if there is none
    late    whether the export marks it as late
    """

    key: str
    paths: tuple[Path, ...]
    name: str = ""
    number: str = ""
    late: bool = False

    @property
    def author(self) -> str:
        """The author's name; if it is not known, the name within the folder."""
        return self.name or self.key

    @property
    def files(self) -> Iterator[tuple[Path, str]]:
        """Every file and link with its author's path for it, without hidden files and package folders."""
        for path in self.paths:
            if not path.is_dir() or path.is_symlink():
                yield path, _original_name(path.name)
                continue
            for folder, folders, names in os.walk(path):
                parent = Path(folder)
                links = [name for name in folders if (parent / name).is_symlink()]
                folders[:] = sorted(name for name in folders if not _is_ignored(Path(name)))
                for name in sorted([*names, *links]):
                    if not _is_ignored(Path(name)):
                        yield parent / name, str((parent / name).relative_to(path))


def _is_ignored(path: PurePath) -> bool:
    prefixes, packages = (".", "__MACOSX", "__pycache__"), ("node_modules", "venv", "site-packages")
    return any(part.startswith(prefixes) or part in packages for part in path.parts)


def _original_name(name: str) -> str:
    """The author's name of a file, without the prefix of an export and Canvas's suffix such as -1."""
    for export in _EXPORTS:
        if (match := export.fullmatch(name)) and match["file"]:
            return re.sub(r"-\d+(?=\.\w+$)", "", match["file"]) if export is _CANVAS else match["file"]
    return name


def submissions(folder: Path) -> list[Submission]:
    """The submissions in a folder, sorted by file name. Raises TwoEndsError."""
    if not folder.is_dir():
        raise TwoEndsError(f"there is no folder {folder}: give the folder of the submissions")
    names = _names_of_gradescope(folder / METADATA)
    found: dict[str, Submission] = {}
    for path in sorted(folder.iterdir()):
        if _is_ignored(Path(path.name)) or path.name == METADATA:
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
        found[key] = Submission(key, (*before, path), name, number, late)
    if not found:
        raise TwoEndsError(f"{folder} is empty: give the folder of the submissions")
    return list(found.values())


def _names_of_gradescope(metadata: Path) -> dict[str, str]:
    """Read the authors of each folder from the few lines of the YAML file that name them."""
    names: dict[str, str] = {}
    folder = ""
    lines = metadata.read_text("utf-8", "replace").splitlines() if metadata.is_file() else []
    for line in lines:
        if match := re.fullmatch(r"(submission_\d+):\s*", line):
            folder = match[1]
        elif match := re.fullmatch(r"\s+(?:- )?:?name: (.*)", line):
            name = match[1].strip().strip("'\"")
            names[folder] = f"{names[folder]}, {name}" if folder in names else name
    return names


# --- a copy of its files -----------------------------------------------------------------------

MAX_FILES, MAX_BYTES = 2000, 50 << 20
"""Limits on one submission when unpacked: more would be an archive meant to fill the disk."""


def copy(submission: Submission, folder: Path) -> list[Path]:
    """Copy a submission into an empty folder; return its files. Raises CompileError, OSError.

    Archives are unpacked, and the code of each notebook becomes a Python file beside it,
    unless one of that name is there.
    """
    content: dict[str, bytes] = {}
    executables = set()
    for path, name in submission.files:
        name = path.name if name in content else name  # two names may differ only in Canvas's -1
        content[name] = _read(path, submission)
        executables |= {name} if os.access(path, os.X_OK) else set()
        _require_small(content)
    archives = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
    for name in [each for each in content if each.lower().endswith(archives)]:
        for inside, unpacked in _unpack(name, content.pop(name)):
            content[str(PurePosixPath(name).parent / inside)] = unpacked
            _require_small(content)
    for name in [each for each in content if each.endswith(".ipynb")]:
        script = f"{name.removesuffix('.ipynb')}.py"
        if script not in content:
            content[script] = _code_of_notebook(content[name], name)
    for name, each in content.items():
        if name.lower().endswith(".java"):  # javac takes a byte order mark for a character of the program
            each = each.removeprefix(b"\xef\xbb\xbf")
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(each)
        path.chmod(0o755 if name in executables else 0o644)
    return sorted(folder / name for name in content)


def _read(path: Path, submission: Submission) -> bytes:
    """The content of a file. Raises CompileError for a link that leaves the submission, and for a device."""
    real = path.resolve()
    if path.is_symlink() and not any(
        real.exists() and each.is_dir() and not each.is_symlink() and real.is_relative_to(each.resolve())
        for each in submission.paths
    ):
        raise CompileError(
            f"{printable(path.name)} is a link to a file outside of the submission: submit the file itself"
        )
    return read(real)


def read(path: Path) -> bytes:
    """The content of a plain file, up to one byte more than allowed. Raises CompileError, OSError."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise CompileError(f"{printable(path.name)} is not a file: leave it out")
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _require_small(content: dict[str, bytes]) -> None:
    if len(content) > MAX_FILES or sum(map(len, content.values())) > MAX_BYTES:
        raise CompileError(
            f"it holds more than {MAX_FILES} files or {MAX_BYTES >> 20} MB: submit only the program"
        )


def _unpack(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """Every plain file of an archive. Raises CompileError if it is broken, encrypted or too large."""
    try:
        entries = _zip_entries if name.lower().endswith(".zip") else _tar_entries
        for inside, is_link, file in entries(content):
            if is_link:
                raise CompileError(f"{printable(inside)} is a link in an archive: pack the file itself")
            path = _safe(inside)
            if file is not None and not _is_ignored(path):
                yield str(path), file.read(MAX_BYTES + 1)
    except (zipfile.BadZipFile, tarfile.TarError, lzma.LZMAError, zlib.error, EOFError, OSError, RuntimeError,
            NotImplementedError, ValueError) as fault:  # fmt: skip
        raise CompileError(f"{printable(name)} cannot be unpacked: {printable(str(fault))[:100]}") from None


Entry = tuple[str, bool, IO[bytes] | None]
"""An entry of an archive: its name, whether it is a link, and its content if it is a plain file."""


def _zip_entries(content: bytes) -> Iterator[Entry]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for entry in archive.infolist():
            is_link = stat.S_ISLNK(entry.external_attr >> 16)
            with nullcontext() if entry.is_dir() else archive.open(entry) as file:
                yield entry.filename, is_link, file


def _tar_entries(content: bytes) -> Iterator[Entry]:
    for magic, open_packed in ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ", lzma.open)):
        if content.startswith(magic):  # unpack it all first: even a header may claim to be gigabytes long
            with open_packed(io.BytesIO(content)) as packed:
                content = packed.read(MAX_BYTES + 1)
            if len(content) > MAX_BYTES:
                raise CompileError(f"it unpacks to more than {MAX_BYTES >> 20} MB: submit only the program")
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for entry in archive:
            is_link = entry.issym() or entry.islnk()
            with (archive.extractfile(entry) if entry.isreg() else None) or nullcontext() as file:
                yield entry.name, is_link, file


def _safe(name: str) -> PurePosixPath:
    """The relative path of a file in an archive. Raises CompileError if it leads out of the archive."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", name) or "\0" in name:
        raise CompileError(f"the archive holds {printable(name)[:100]}, a path outside of it: pack it again")
    return path


def _code_of_notebook(content: bytes, name: str) -> bytes:
    """The code cells of a notebook, with blank lines for magics and shell commands. Raises CompileError."""
    try:
        cells = [
            "".join(cell["source"]) for cell in json.loads(content)["cells"] if cell["cell_type"] == "code"
        ]
        lines = [line for cell in cells for line in cell.splitlines()]
        return "".join(f"{'' if line.startswith(('%', '!')) else line}\n" for line in lines).encode()
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CompileError(f"{printable(name)} is not a Jupyter notebook: save it again") from None


# --- its texts and names -----------------------------------------------------------------------


def text_of(file: Path) -> str:
    """The text of a file, with invalid bytes replaced."""
    return file.read_text("utf-8", "replace")


def require_utf8(file: Path, source: Path) -> None:
    """Raise CompileError for a text in UTF-16, in which compilers only find odd characters."""
    with file.open("rb") as content:
        start = content.read(200)
    if b"\0" in start:
        kind = "text in UTF-16" if start.startswith((b"\xff\xfe", b"\xfe\xff")) else "not text"
        raise CompileError(f"{name_of(file, source)} is {kind}: save it as UTF-8")


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


def bare_python(text: str) -> str:
    """Blank out comments and strings in triple quotes, such as docstrings, in Python source.

    Other strings stay, because a file may be opened by its name.
    """
    blanked = r"#[^\n]*|(?P<quotes>'''|\"\"\")(?:\\.|.)*?(?:(?P=quotes)|\Z)"
    kept = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|\\."
    pattern = rf"{blanked}|(?P<kept>{kept})"
    return re.sub(pattern, lambda match: match["kept"] or " " * len(match[0]), text, flags=re.DOTALL)
