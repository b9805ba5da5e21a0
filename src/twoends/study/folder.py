"""The folder of a study: its description and one file of counts per finished chunk, no other state.

    study.toml               the description, written first; a folder belongs to one study
    counts/52-000007.parquet the counts of chunk 7 of 52 cards; if it exists, the chunk is done
    rows/52-000007.parquet   the chunk's rows with their results, if the study keeps rows

Each Parquet file contains its provenance; a folder is resumed only if that of every file matches the study
as it is now (twoends.study.provenance). The count may grow: chunk boundaries do not depend on it, so only
the last chunk of each length is measured again. Files are written atomically, by renaming a temporary file.
Two runs may share a folder: they write the same bytes.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from twoends import __version__
from twoends.study.description import Chunk, Study, read
from twoends.study.files import StudyError, content
from twoends.study.measure import Measured
from twoends.study.provenance import differing, provenance, read_provenance, require_provenance
from twoends.views.files import UNFINISHED, write_whole

if TYPE_CHECKING:
    import polars as pl

DESCRIPTION, COUNTS, ROWS = "study.toml", "counts", "rows"


def claim(folder: Path, study: Study) -> None:
    """Create the study's folder, or check that an existing one is the study's, up to a count that has grown.

    Raises StudyError if the folder belongs to another study.
    """
    if (folder / DESCRIPTION).exists():
        stored, current = read_description(folder).plain(), study.plain()
        if current["count"] > stored["count"]:  # which is allowed
            current["count"] = stored["count"]
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
    for path in folder.rglob(f"*{UNFINISHED}"):  # left by a run that was killed
        with suppress(OSError):  # the folder may be read-only
            path.unlink()


def update_count(folder: Path, study: Study) -> None:
    """Rewrite study.toml if the count was increased. Check all chunks first."""
    if read_description(folder) != study:
        write_whole(folder / DESCRIPTION, study.toml().encode())


def read_description(folder: Path) -> Study:
    """Read the description of a study's folder. Raises StudyError if there is none."""
    if not (folder / DESCRIPTION).exists():
        raise StudyError(f"{folder} holds no study: give the folder of a study, or describe a new one")
    return read(folder / DESCRIPTION)


def finished_chunks(folder: Path, study: Study, *, require_all: bool = False) -> dict[Chunk, str]:
    """Return the finished chunks, each with the version that made it, and check that they are this study's.

    An empty or truncated file is ignored, or an error if `require_all` is true. Raises StudyError, with
    what differs and how to go on, for a file that was made for something else, or changed.
    """
    done: dict[Chunk, str] = {}
    counts, current = study.counts(), provenance(study)
    for path in sorted((folder / COUNTS).glob("*.parquet")):
        chunk = _chunk_of_name(path.stem, study, counts)
        if chunk is None:
            raise StudyError(f"{path} is not a chunk of this study: delete it and run again")
        made_by = read_provenance(content(path), path)
        if made_by is None and require_all:
            command = f"twoends study --out {shlex.quote(str(folder))}"
            raise StudyError(f"{path} is empty or cut off: {command} measures it again")
        if made_by is None:
            continue
        require_provenance(path, made_by, current, chunk)
        cut_short = made_by["chunk"]["stop"] < chunk.stop  # the last chunk, before the count grew
        if not cut_short and (not study.keep_rows or path_of(folder, ROWS, chunk).exists()):
            done[chunk] = made_by["version"]
    return done


def require_one_version(folder: Path, versions: Collection[str], *, measuring: bool) -> None:
    """Raise StudyError if the chunks were made by several versions; `measuring` adds chunks of this one."""
    used = sorted({*versions, __version__} if measuring else set(versions))
    if len(used) > 1:
        raise StudyError(
            f"{folder} would mix results of several versions of twoends ({' and '.join(used)}): "
            "go on with the version that began it, or give another folder"
        )


def _chunk_of_name(name: str, study: Study, counts: dict[int, int]) -> Chunk | None:
    """Return the chunk that a file name stands for; None if the study has no such chunk."""
    length, _, number = name.partition("-")
    if not (length.isdecimal() and number.isdecimal() and int(length) in counts):
        return None
    chunk = study.chunk(int(length), int(number), counts[int(length)])
    return chunk if chunk.name == name and chunk.start < chunk.stop else None


def path_of(folder: Path, kind: str, chunk: Chunk) -> Path:
    """Return the path of the COUNTS or the ROWS of a chunk."""
    return folder / kind / f"{chunk.name}.parquet"


def store(folder: Path, chunk: Chunk, measured: Measured) -> None:
    """Store a measured chunk; its counts come last, because they mark it as done."""
    if measured.rows is not None:
        write_whole(path_of(folder, ROWS, chunk), measured.rows)
    write_whole(path_of(folder, COUNTS, chunk), measured.counts)


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
