"""The folder of a study: its description, one file of counts for each finished chunk, no other state.

    study.toml            the description, written first; a folder belongs to one study
    counts/000007.parquet the counts of chunk 7: where it is there, the chunk is done
    rows/000007.parquet   its rows with their results, if the study keeps rows

A file is written under a temporary name and then renamed, so that it is there whole or not at all.
Two runs that share a folder do no harm: they write the same bytes.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from twoends.study.description import Study, StudyError, parse
from twoends.study.measure import Measured

if TYPE_CHECKING:
    import polars as pl

DESCRIPTION = "study.toml"
_UNFINISHED = ".unfinished"


def claim(folder: Path, study: Study) -> None:
    """Make the folder the study's own, or see that it is. Raises StudyError for another study's folder."""
    if (folder / DESCRIPTION).exists():
        there = described(folder).plain()
        differences = [
            f"its {name} {_is(name)} {_told(there[name])}, not {_told(value)}"
            for name, value in study.plain().items()
            if value != there[name]
        ]
        if differences:
            raise StudyError(
                f"{folder} belongs to another study than the one described now: {'; '.join(differences)}; "
                "describe the same study or give another folder"
            )
    else:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            strangers = [path.name for path in folder.iterdir() if not path.name.endswith(_UNFINISHED)]
        except OSError as fault:
            raise StudyError(f"{folder} cannot be a study's folder: {fault.strerror}") from None
        if strangers:
            raise StudyError(f"{folder} has files but no {DESCRIPTION}: give an empty folder or a new one")
        write(folder / DESCRIPTION, study.toml().encode())
    for path in folder.rglob(f"*{_UNFINISHED}"):  # of a run that was killed
        path.unlink(missing_ok=True)


def _is(name: str) -> str:
    return "are" if name in ("rows", "lengths", "pairings") else "is"


def _told(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def described(folder: Path) -> Study:
    """Read the description of a study's folder. Raises StudyError if there is none."""
    path = folder / DESCRIPTION
    try:
        return parse(path.read_text("utf-8"), str(path))
    except OSError:
        raise StudyError(f"{folder} holds no study: describe one by options or --file") from None


def finished(folder: Path) -> set[int]:
    """Number the chunks that are done."""
    return {int(path.stem) for path in (folder / "counts").glob("*.parquet")}


def store(folder: Path, number: int, measured: Measured) -> None:
    """Store a measured chunk; its counts come last, for they mark it as done."""
    if measured.rows is not None:
        write(folder / "rows" / f"{number:06}.parquet", measured.rows)
    write(folder / "counts" / f"{number:06}.parquet", measured.counts)


def write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, whenever the program or the machine may stop. Raises StudyError."""
    try:
        path.parent.mkdir(exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, suffix=_UNFINISHED, delete=False) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(file.name, 0o644)
        os.replace(file.name, path)
    except OSError as fault:
        raise StudyError(f"{path} cannot be written: {fault.strerror}; mend that and run again") from None


def merge(folder: Path, study: Study) -> pl.DataFrame:
    """Add the counts of all chunks up: length, pairing, measure, value, count, sorted.

    Memory grows with the number of different values, not with the number of rows. Raises
    StudyError if a file cannot be read or the counts are not those of the study's rows.
    """
    import polars as pl

    try:
        counts = (
            pl.scan_parquet(folder / "counts" / "*.parquet")
            .group_by("length", "pairing", "measure", "value")
            .agg(pl.col("count").sum())
            .sort("length", "pairing", "measure", "value")
            .collect(engine="streaming")
        )
    except pl.exceptions.PolarsError as fault:
        raise StudyError(
            f"{folder / 'counts'} has a file that cannot be read: delete it and run again ({fault})"
        ) from None
    for (length, pairing, measure), rows in counts.group_by("length", "pairing", "measure"):
        if rows["count"].sum() != (expected := study.counts()[int(str(length))]):
            raise StudyError(
                f"{folder} counts {rows['count'].sum():,} rows for {pairing}, {measure}, not {expected:,}: "
                "its files were changed; run the study in a new folder"
            )
    return counts
