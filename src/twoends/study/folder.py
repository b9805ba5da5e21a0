"""The folder of a study: its description and one file of counts per finished chunk, no other state.

    study.toml               the description, written first; a folder belongs to one study
    counts/52-000007.parquet the counts of chunk 7 of 52 cards; if it exists, the chunk is done
    rows/52-000007.parquet   the chunk's rows with their results, if the study keeps rows
    SHA256SUMS               the sums of the files of all chunks, for `sha256sum -c`

Files are written atomically, by renaming a temporary file. Two runs may share a folder: they write the same
bytes. The count may grow: chunk boundaries do not depend on it, so only the last chunk of each length is
measured again.

The sums of a chunk are listed before its files are written, which may replace those of a smaller count. So
while a study runs, a file may have two sums, and a sum may lack its file; a file without its sum was changed.
When the study is finished, the list is sorted. A sum is checked before any Parquet reader sees the file: some
damaged files make the reader end the process.

Each Parquet file contains its provenance as metadata; a folder is resumed only if that of every file matches
the study as it is now:

    twoends.version  the version of twoends
    twoends.study    the description as JSON, with the digest of a file of rows, without the count
    twoends.chunk    which rows: length, number, start, stop
    twoends.players  digests of the user's players: of a function's module, or of a bot's files
"""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twoends import __version__
from twoends.rules.rules import DEFAULT
from twoends.study.description import Chunk, Study, digest, read
from twoends.study.pairings import BOT, StudyError, is_own
from twoends.views.files import UNFINISHED, append, write_whole

if TYPE_CHECKING:
    import polars as pl

DESCRIPTION, COUNTS, ROWS, SUMS = "study.toml", "counts", "rows", "SHA256SUMS"

Files = dict[str, bytes]
"""The Parquet files of a chunk, by the folder of each: the rows, if they are kept, and then the counts."""

Provenance = dict[str, Any]
"""What made a chunk: version, study, players, chunk."""

Sums = dict[str, str]
"""The SHA-256 sums of files in hexadecimal, by path in the folder."""


def claim(folder: Path, study: Study) -> None:
    """Create the study's folder, or check that an existing one is the study's, up to a count that has grown.

    Raises StudyError if the folder belongs to another study.
    """
    if (folder / DESCRIPTION).exists():
        stored, current = read_description(folder).plain(), study.plain()
        current["count"] = min(current["count"], stored["count"])  # it may grow
        if differences := list(differing(stored, current)):
            raise StudyError(
                f"{folder} belongs to another study: {'; '.join(differences)}; "
                "describe the same study or give another folder"
            )
    else:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            foreign = [path.name for path in folder.iterdir() if not path.name.endswith(UNFINISHED)]
        except OSError as fault:
            raise StudyError(f"{folder} cannot be a study's folder: {fault.strerror}") from None
        if foreign:
            raise StudyError(f"{folder} has files but no {DESCRIPTION}: give an empty folder or a new one")
        write_whole(folder / DESCRIPTION, study.toml().encode())
    with suppress(OSError):  # the folder may be read-only
        for path in folder.rglob(f"*{UNFINISHED}"):  # left by a run that was killed
            path.unlink()
        if (folder / SUMS).read_bytes()[-1:] not in (b"", b"\n"):  # likewise
            append(folder / SUMS, b"\n")


def update_count(folder: Path, study: Study) -> None:
    """Rewrite study.toml if the count was increased. Check all chunks first."""
    if read_description(folder) != study:
        write_whole(folder / DESCRIPTION, study.toml().encode())


def read_description(folder: Path) -> Study:
    """Read the description of a study's folder. Raises StudyError if there is none."""
    if not (folder / DESCRIPTION).exists():
        raise StudyError(f"{folder} holds no study: give the folder of a study, or describe a new one")
    return read(folder / DESCRIPTION)


def finished_chunks(folder: Path, study: Study) -> dict[Chunk, Sums]:
    """Return the finished chunks and their sums, and check that they are this study's and one version's.

    That is this version if chunks are missing. Raises StudyError, with what differs and how to go on, for a
    file that was made for something else, or damaged, or changed.
    """
    done, versions = dict[Chunk, Sums](), set[str]()
    counts, current, listed = study.counts(), provenance(study), read_sums(folder)
    for path in sorted((folder / COUNTS).glob("*.parquet")):
        length, _, number = path.stem.partition("-")
        known = length.isdecimal() and number.isdecimal() and int(length) in counts
        chunk = study.chunk(int(length), int(number), counts[int(length)]) if known else None
        if chunk is None or chunk.name != path.stem or chunk.rows == 0:
            raise StudyError(f"{path} is not a chunk of this study: delete it and run again")
        rows = path_of(folder, ROWS, chunk)
        if study.keep_rows and not rows.exists():
            continue
        files = [rows, path] if study.keep_rows else [path]
        sums = dict(checked_sum(folder, file, listed) for file in files)
        made_by = read_provenance(path)
        require_provenance(path, made_by, current, chunk)
        if made_by["chunk"]["stop"] == chunk.stop:  # else it was the last chunk, before the count grew
            done[chunk] = sums
            versions.add(made_by["version"])
    if sum(chunk.rows for chunk in done) < study.total:
        versions.add(__version__)
    if len(versions) > 1:
        raise StudyError(
            f"{folder} would mix results of several versions of twoends ({' and '.join(sorted(versions))}): "
            "go on with the version that began it, or give another folder"
        )
    return done


def path_of(folder: Path, kind: str, chunk: Chunk) -> Path:
    """Return the path of the COUNTS or the ROWS of a chunk."""
    return folder / kind / f"{chunk.name}.parquet"


def store(folder: Path, chunk: Chunk, files: Files) -> Sums:
    """Store a measured chunk and return its sums; its counts come last, because they mark it as done."""
    paths = {path_of(folder, kind, chunk): file for kind, file in files.items()}
    sums = {_name(folder, path): hashlib.sha256(file).hexdigest() for path, file in paths.items()}
    append(folder / SUMS, _lines(sums))
    for path, file in paths.items():
        write_whole(path, file)
    return sums


def merge(folder: Path, study: Study) -> pl.DataFrame:
    """Add up the counts of all chunks: a frame of length, pairing, measure, value, count, sorted.

    Memory grows with the number of different values, not with the number of rows. Raises StudyError if a
    file cannot be read or the counts do not cover the study's rows exactly.
    """
    import polars as pl

    try:
        counts = (
            pl.scan_parquet(folder / COUNTS / "*.parquet")
            .group_by("length", "pairing", "measure", "value")
            .agg(pl.col("count").sum())
            .sort("length", "pairing", "measure", "value")
            .collect(engine="streaming")
        )
    except pl.exceptions.PolarsError:
        raise StudyError(f"{folder / COUNTS} was changed while it was read: run again") from None
    rows_of, pairings = study.counts(), {*map(str, study.pairings), ""}
    for (length, pairing, measure), rows in counts.group_by("length", "pairing", "measure"):
        expected = rows_of.get(int(str(length)), 0) if pairing in pairings else 0
        if rows["count"].sum() != expected:
            raise StudyError(
                f"{folder} counts {rows['count'].sum():,} rows for {pairing}, {measure}, not {expected:,}: "
                "its files were changed; run the study in a new folder"
            )
    return counts


# --- sums --------------------------------------------------------------------------------------


def read_sums(folder: Path) -> dict[str, set[str]]:
    """Read the sums that are listed for each file; an incomplete line of a run that was killed is no sum."""
    listed: dict[str, set[str]] = {}
    with suppress(FileNotFoundError):
        for line in (folder / SUMS).read_text("utf-8", "replace").splitlines():
            sum_of_file, _, name = line.partition("  ")
            listed.setdefault(name, set()).add(sum_of_file)
    return listed


def checked_sum(folder: Path, path: Path, listed: dict[str, set[str]]) -> tuple[str, str]:
    """Return the path of a file in the folder and its sum. Raises StudyError unless the sum is listed."""
    name, found = _name(folder, path), digest(path)
    if name not in listed:
        raise StudyError(f"{path} is not listed in {SUMS}: restore the list, or delete it and run again")
    if found not in listed[name]:
        raise StudyError(
            f"{path} was damaged or changed: its checksum does not match {SUMS}; delete it and run again"
        )
    return name, found


def write_sums(folder: Path, sums: Sums) -> None:
    """Write the sums of a finished study, sorted, unless they are there."""
    lines = _lines(sums)
    if not (folder / SUMS).exists() or (folder / SUMS).read_bytes() != lines:  # the folder may be read-only
        write_whole(folder / SUMS, lines)


def _name(folder: Path, path: Path) -> str:
    return path.relative_to(folder).as_posix()


def _lines(sums: Sums) -> bytes:
    return "".join(f"{sums[name]}  {name}\n" for name in sorted(sums)).encode()


# --- provenance --------------------------------------------------------------------------------


def provenance(study: Study, chunk: Chunk | None = None) -> Provenance:
    """Return the provenance of what this process would measure: the whole study, or one chunk.

    The user's players have digests of their files. Raises StudyError if the module of a player has changed
    since this process loaded it.
    """
    description = {name: value for name, value in study.plain().items() if name != "count"}
    players = {name: _digest_of_player(name) for name in sorted(study.players) if is_own(name)}
    made_by = {"version": __version__, "study": description, "players": players}
    return made_by if chunk is None else made_by | {"chunk": asdict(chunk)}


def write_with_provenance(frame: pl.DataFrame, made_by: Provenance) -> bytes:
    """Return a frame as a Parquet file with its provenance; equal arguments give the same bytes."""
    metadata = {f"twoends.{name}": json.dumps(value, ensure_ascii=False) for name, value in made_by.items()}
    file = BytesIO()
    frame.write_parquet(file, metadata=metadata)
    return file.getvalue()


def read_provenance(file: Path | BytesIO) -> Provenance:
    """Read the provenance of a chunk's Parquet file."""
    import polars as pl

    metadata = pl.read_parquet_metadata(file)
    return {
        name: json.loads(metadata[f"twoends.{name}"]) for name in ("version", "study", "players", "chunk")
    }


def require_provenance(path: Path, stored: Provenance, current: Provenance, chunk: Chunk) -> None:
    """Raise StudyError if a file was made for another study, for other rows or with other players.

    Versions are not compared, and a chunk may end early, as the last chunk of a smaller count does.
    """
    if differences := list(differing(stored["study"], current["study"])):
        raise StudyError(
            f"{path} was made for another study: {'; '.join(differences)}; "
            "restore study.toml, or give another folder"
        )
    made = Chunk(**stored["chunk"])
    if replace(made, stop=chunk.stop) != chunk or made.stop > chunk.stop:
        raise StudyError(
            f"{path} holds rows {made.start:,} to {made.stop:,} of {made.length:,} cards, "
            f"not {chunk.start:,} to {chunk.stop:,} of {chunk.length:,}: delete it and run again"
        )
    for player, current_digest in current["players"].items():
        if current_digest and stored["players"].get(player) != current_digest:
            raise StudyError(
                f"{player} has changed since {path} was made: restore its files, or give another folder"
            )


def differing(stored: dict[str, Any], current: dict[str, Any]) -> Iterator[str]:
    """Yield a phrase for each difference between two descriptions, given as plain values."""
    stored, current = ({"rules": str(DEFAULT)} | values for values in (stored, current))
    from_file = any(values["rows"].startswith("file ") for values in (stored, current))
    if stored["rows"] == current["rows"] and stored["digest"] != current["digest"]:
        yield f"{current['rows'].removeprefix('file ')} has changed"
    for name, value in stored.items():
        if name == "digest" or (name in ("lengths", "count") and from_file):
            continue  # the file determines it
        if value != current.get(name):
            yield f"{name.replace('_', ' ')}: {_as_text(value)} there, {_as_text(current.get(name))} now"


def _as_text(value: object) -> str:
    match value:
        case bool():
            return "on" if value else "off"
        case [*items]:
            return ", ".join(map(str, items)) or "not given"
        case _:
            return str(value)


# --- players -----------------------------------------------------------------------------------


def _digest_of_player(name: str) -> str:
    """Hash the files of a player; "" for a bot whose program is not found.

    Those of a bot are the program and every file that its command names; those of a function the module in
    its name, and the one that defines it, if that is another one.
    """
    if name.startswith(BOT):
        program, *words = shlex.split(name.removeprefix(BOT))
        path = shutil.which(program)
        if path is None:
            return ""
        files = [path, *(word for word in words if Path(word).is_file())]
    else:
        module, _, attribute = name.split()[0].partition(":")
        function = getattr(import_module(module), attribute)
        modules = {module: None, getattr(function, "__module__", module): None}
        files = [file for each in modules if (file := getattr(sys.modules.get(each), "__file__", None))]
        for file in files:
            if digest(file) != _digest_when_loaded(file):
                raise StudyError(f"{file} has changed since Python loaded it: run again, in a new process")
    return hashlib.sha256(" ".join(map(digest, files)).encode()).hexdigest()


@cache
def _digest_when_loaded(file: str) -> str:
    """The digest at the first call, right after the module was loaded."""
    return digest(file)
