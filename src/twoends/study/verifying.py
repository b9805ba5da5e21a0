"""Verifying: measure chunks of a folder again and compare them byte by byte."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

from twoends.solvers import Progress
from twoends.study.files import StudyError, content
from twoends.study.folder import (
    COUNTS,
    ROWS,
    finished_chunks,
    path_of,
    read_description,
    require_one_version,
)
from twoends.study.running import measure_chunks

SAMPLE = 10
"""Chunks that are measured again by default."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of verifying a folder; no file differs if all are what the description produces.

    there      the number of chunks in the folder, all of which have a matching provenance
    again      the number of chunks that were measured again
    differing  the files whose bytes differ, sorted
    left       the number of rows of the study that are still to be measured

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
    """Measure a random sample of the chunks of a study's folder again, or all of them if `sample` is None.

    Writes nothing. The provenance of every chunk is checked, measured again or not. Raises StudyError if the
    folder holds no study, or if a file was truncated, changed or made by something else.

    >>> from tempfile import TemporaryDirectory
    >>> from twoends.study import Study, run
    >>> with TemporaryDirectory() as folder:
    ...     _ = run(Study(lengths=(4,), count=10), folder)
    ...     verify(folder)
    Verified(there=1, again=1, differing=(), left=0)
    """
    folder = Path(folder)
    study = read_description(folder)
    done = finished_chunks(folder, study, require_all=True)
    require_one_version(folder, done.values(), measuring=True)
    if not done:
        raise StudyError(f"{folder} has no finished chunk to verify: run the study first")
    chosen = sorted(done)
    if sample is not None and sample < len(done):
        chosen = sorted(SystemRandom().sample(chosen, sample))  # which nobody can predict
    rows, total = 0, sum(chunk.rows for chunk in chosen)
    differing: list[Path] = []
    progress = progress or (lambda done, total: None)
    progress(rows, total)
    for chunk, again in measure_chunks(study, iter(chosen), workers=workers, dask=dask):
        for kind, expected in ((COUNTS, again.counts), (ROWS, again.rows)):
            path = path_of(folder, kind, chunk)
            if expected is not None and content(path) != expected:
                differing.append(path)
        rows += chunk.rows
        progress(rows, total)
    left = study.total - sum(chunk.rows for chunk in done)
    return Verified(len(done), len(chosen), tuple(sorted(differing)), left)
