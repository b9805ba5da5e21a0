"""The folder of a study: its description, one file of counts for each finished chunk, no other state.

    study.toml            the description, written first; a folder belongs to one study
    counts/000007.parquet the counts of chunk 7: where it is there, the chunk is done
    rows/000007.parquet   its rows with their results, if the study keeps rows

A file is written under a temporary name and then renamed, so that it is there whole or not at all.
Two runs that share a folder do no harm: they write the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from twoends.study.description import Study, StudyError, parse
from twoends.study.measure import Measured
from twoends.views.files import UNFINISHED, write_whole

if TYPE_CHECKING:
    import polars as pl

DESCRIPTION = "study.toml"


def claim(folder: Path, study: Study) -> None:
    """Make the folder the study's own, or see that it is. Raises StudyError for another study's folder."""
    if (folder / DESCRIPTION).exists():
        if differences := list(_differences(described(folder), study)):
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
        path.unlink(missing_ok=True)


def _differences(there: Study, now: Study) -> Iterator[str]:
    """Say what differs between the folder's study and the one described now, part by part."""
    if there.rows == now.rows and there.digest != now.digest:
        yield f"{now.file} has changed"
    for name, value in there.plain().items():
        if name == "digest" or (name in ("lengths", "count") and (there.file or now.file)):
            continue  # follows from the rows
        other = now.plain()[name]
        if value != other:
            yield f"{name.replace('_', ' ')}: {_told(value)} there, {_told(other)} now"


def _told(value: object) -> str:
    match value:
        case bool():
            return "on" if value else "off"
        case [*several]:
            return ", ".join(map(str, several)) or "not given"
        case _:
            return str(value)


def described(folder: Path) -> Study:
    """Read the description of a study's folder. Raises StudyError if there is none."""
    path = folder / DESCRIPTION
    try:
        return parse(path.read_text("utf-8"), str(path))
    except OSError:
        raise StudyError(f"{folder} holds no study: describe one, or give the folder of one") from None
    except UnicodeDecodeError:
        raise StudyError(f"{path} is not text: describe the study anew in another folder") from None


def finished(folder: Path) -> set[int]:
    """Number the chunks that are done."""
    return {int(path.stem) for path in (folder / "counts").glob("*.parquet") if path.stem.isdecimal()}


def store(folder: Path, number: int, measured: Measured) -> None:
    """Store a measured chunk; its counts come last, because they mark it as done."""
    if measured.rows is not None:
        write_whole(folder / "rows" / f"{number:06}.parquet", measured.rows)
    write_whole(folder / "counts" / f"{number:06}.parquet", measured.counts)


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
    except pl.exceptions.PolarsError:
        raise StudyError(f"{_unreadable(folder)} cannot be read: delete it and run again") from None
    rows_of, pairings = study.counts(), {*map(str, study.pairings), ""}
    for (length, pairing, measure), rows in counts.group_by("length", "pairing", "measure"):
        expected = rows_of.get(int(str(length)), 0) if pairing in pairings else 0
        if rows["count"].sum() != expected:
            raise StudyError(
                f"{folder} counts {rows['count'].sum():,} rows for {pairing}, {measure}, not {expected:,}: "
                "its files were changed; run the study in a new folder"
            )
    return counts


def _unreadable(folder: Path) -> Path:
    """The first file of counts that is none, or their folder, if none of them is to blame alone."""
    import polars as pl

    for path in sorted((folder / "counts").glob("*.parquet")):
        try:
            pl.read_parquet(path)
        except pl.exceptions.PolarsError:
            return path
    return folder / "counts"
