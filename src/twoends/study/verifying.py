"""Verifying: chunks of a folder measured again, here and now, and compared byte by byte."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

from twoends.solvers import Progress
from twoends.study.files import StudyError
from twoends.study.folder import (
    COUNTS,
    ROWS,
    content,
    finished_chunks,
    path_of,
    read_description,
    require_one_version,
)
from twoends.study.running import measure_chunks

SAMPLE = 10
"""Chunks that are measured again where nobody asks for all of them."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found: nothing differs if the folder is what its description makes.

    there      how many chunks the folder has; each of them told a provenance that fits
    again      how many of them were measured again
    differing  the files whose bytes are others, in order
    left       rows of the study that are still to be measured

    >>> Verified(there=3, again=3, differing=(), left=0).differing
    ()
    """

    there: int
    again: int
    differing: tuple[Path, ...]
    left: int


def verify(
    folder: str | Path,
    sample: int | None = SAMPLE,
    *,
    workers: int = 1,
    dask: str | None = None,
    progress: Progress | None = None,
) -> Verified:
    """Measure so many chunks of a study's folder again, drawn by chance, or all of them for None.

    Writes nothing. Raises StudyError where the folder holds no study, or where a file was cut off, changed
    or made by something else; what they tell of themselves is checked of all of them.

    >>> from tempfile import TemporaryDirectory
    >>> from twoends.study import Study, run
    >>> with TemporaryDirectory() as folder:
    ...     _ = run(Study(lengths=(4,), count=10), folder)
    ...     verify(folder)
    Verified(there=1, again=1, differing=(), left=0)
    """
    folder = Path(folder)
    study = read_description(folder)
    done = finished_chunks(folder, study, whole=True)
    require_one_version(folder, done.values(), measuring=True)
    there = sorted(done)
    if not there:
        raise StudyError(f"{folder} has no finished chunk to verify: run the study first")
    chosen = there
    if sample is not None and sample < len(there):
        chosen = sorted(SystemRandom().sample(there, sample))  # nobody knows before which ones
    rows, total = 0, sum(chunk.rows for chunk in chosen)
    differing: list[Path] = []
    progress = progress or (lambda done, total: None)
    progress(rows, total)
    for chunk, again in measure_chunks(study, iter(chosen), workers=workers, dask=dask):
        for what, made in ((COUNTS, again.counts), (ROWS, again.rows)):
            path = path_of(folder, what, chunk)
            if made is not None and content(path) != made:
                differing.append(path)
        rows += chunk.rows
        progress(rows, total)
    left = study.total - sum(chunk.rows for chunk in there)
    return Verified(len(there), len(chosen), tuple(sorted(differing)), left)
