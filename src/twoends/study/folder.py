"""The folder of a study: its description, one file of counts for each finished chunk, no other state.

    study.toml               the description, written first; a folder belongs to one study
    counts/52-000007.parquet the counts of chunk 7 of 52 cards: where it is there, the chunk is done
    rows/52-000007.parquet   its rows with their results, if the study keeps rows

Each Parquet file tells its provenance, and a folder is gone on with only where each of them is that of
the study as it is now (twoends.study.provenance). The count may grow: chunks are cut without it, so
that all but the last of each length stay. A file is written under a temporary name and then renamed, so
that it is there whole or not at all. Two runs that share a folder do no harm: they write the same bytes.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from twoends import __version__
from twoends.study.description import Chunk, Study, read
from twoends.study.files import StudyError
from twoends.study.measure import Measured
from twoends.study.provenance import (
    differing,
    provenance,
    read_provenance,
    require_provenance,
)
from twoends.views.files import UNFINISHED, write_whole

if TYPE_CHECKING:
    import polars as pl

DESCRIPTION, COUNTS, ROWS = "study.toml", "counts", "rows"


def claim(folder: Path, study: Study) -> None:
    """Make the folder the study's own, or see that it is, but for a count that has grown since.

    Raises StudyError for another study's folder.
    """
    if (folder / DESCRIPTION).exists():
        there, now = read_description(folder).plain(), study.plain()
        grown = now["count"] > there["count"]
        if differences := list(differing(there, now | {"count": there["count"]} if grown else now)):
            raise StudyError(
                f"{folder} belongs to another study: {'; '.join(differences)}; "
                "describe the same study or give another folder"
            )
    else:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            strangers = [path.name for path in folder.iterdir() if not path.name.endswith(UNFINISHED)]
        except OSError as fault:
            raise StudyError(f"{folder} cannot be a study's folder: {fault.strerror}") from None
        if strangers:
            raise StudyError(f"{folder} has files but no {DESCRIPTION}: give an empty folder or a new one")
        write_whole(folder / DESCRIPTION, study.toml().encode())
    for path in folder.rglob(f"*{UNFINISHED}"):  # of a run that was killed
        with suppress(OSError):  # whoever only reads leaves it
            path.unlink()


def update_count(folder: Path, study: Study) -> None:
    """Rewrite study.toml after the count of rows was increased, once all chunks have been checked."""
    if read_description(folder) != study:
        write_whole(folder / DESCRIPTION, study.toml().encode())


def read_description(folder: Path) -> Study:
    """Read the description of a study's folder. Raises StudyError if there is none."""
    if not (folder / DESCRIPTION).exists():
        raise StudyError(f"{folder} holds no study: describe one, or give the folder of one")
    return read(folder / DESCRIPTION)


def finished_chunks(folder: Path, study: Study, *, whole: bool = False) -> dict[Chunk, str]:
    """Find the chunks that are done, each with its version, and see that they are this study's.

    A file that is empty or cut off counts as none, or as a fault where all are to be `whole`. Raises
    StudyError, in one sentence that says what differs and how to go on, for a file that something else has
    made or changed.
    """
    done: dict[Chunk, str] = {}
    counts, here = study.counts(), provenance(study)
    for path in sorted((folder / COUNTS).glob("*.parquet")):
        chunk = _named(path.stem, study, counts)
        if chunk is None:
            raise StudyError(f"{path} is not a chunk of this study: delete it and run again")
        told = read_provenance(content(path), path)
        if told is None and whole:
            command = f"twoends study --out {shlex.quote(str(folder))}"
            raise StudyError(f"{path} is empty or cut off: {command} measures it again")
        if told is None:
            continue
        require_provenance(path, told, here, chunk)
        cut_short = told["chunk"]["stop"] < chunk.stop  # the last one of a study that has grown since
        if not cut_short and (not study.keep_rows or path_of(folder, ROWS, chunk).exists()):
            done[chunk] = told["version"]
    return done


def require_one_version(folder: Path, versions: Collection[str], *, measuring: bool) -> None:
    """Raise StudyError where chunks of several versions would be added up, or ours to those of another."""
    several = sorted({*versions, __version__} if measuring else set(versions))
    if len(several) > 1:
        raise StudyError(
            f"{folder} was begun by another version of twoends ({' and '.join(several)} would meet): "
            "go on with the one that began it, or give another folder"
        )


def _named(name: str, study: Study, counts: dict[int, int]) -> Chunk | None:
    """The chunk that a file's name stands for, if the study has one."""
    length, _, number = name.partition("-")
    if not (length.isdecimal() and number.isdecimal() and int(length) in counts):
        return None
    chunk = study.chunk(int(length), int(number), counts[int(length)])
    return chunk if chunk.name == name and chunk.start < chunk.stop else None


def path_of(folder: Path, what: str, chunk: Chunk) -> Path:
    """Where the COUNTS or the ROWS of a chunk are."""
    return folder / what / f"{chunk.name}.parquet"


def content(path: Path) -> bytes:
    """Read a file of the folder. Raises StudyError."""
    try:
        return path.read_bytes()
    except OSError as fault:
        raise StudyError(f"{path} cannot be read: {fault.strerror}") from None


def store(folder: Path, chunk: Chunk, measured: Measured) -> None:
    """Store a measured chunk; its counts come last, because they mark it as done."""
    if measured.rows is not None:
        write_whole(path_of(folder, ROWS, chunk), measured.rows)
    write_whole(path_of(folder, COUNTS, chunk), measured.counts)


def merge(folder: Path, study: Study) -> pl.DataFrame:
    """Add the counts of all chunks up: length, pairing, measure, value, count, sorted.

    Memory grows with the number of different values, not with the number of rows. Raises
    StudyError if a file cannot be read or the counts are not those of the study's rows.
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
