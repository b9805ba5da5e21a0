"""Running a study: its chunks measured here, by processes of this machine, or by a Dask cluster.

Measuring a chunk is a pure function, and only this process writes into the folder, so that the
bytes do not depend on who did the work, and workers need no disk in common.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from pickle import PicklingError
from tempfile import TemporaryDirectory
from traceback import format_exception
from typing import Any, TypeVar

from twoends.rules.errors import shortened
from twoends.rules.extras import require_study
from twoends.solvers import Progress, threads
from twoends.study import folder as folders
from twoends.study.description import Chunk, Study
from twoends.study.files import StudyError
from twoends.study.measure import Measured, measure
from twoends.study.provenance import provenance, read_provenance
from twoends.study.statistics import Results

AHEAD = 3
"""Chunks handed out for each worker: one at work and two waiting, whatever the size of the study."""

WORKERS_ANYWHERE, WORKERS_OF_A_PROCESSOR = 16, 4
"""The most workers: so many on any machine, and on a large one so many for each of its processors."""

RETRIES = 5
"""How often a cluster tries a chunk again whose worker failed."""

SECONDS_TO_CONNECT = 10

SIGNALS_HAVE_MASKS = hasattr(signal, "pthread_sigmask")  # not on Windows
Piece = TypeVar("Piece")
Answer = TypeVar("Answer")


def run(
    study: Study,
    folder: str | Path | None = None,
    *,
    workers: int = 1,
    dask: str | None = None,
    progress: Progress | None = None,
) -> Results:
    """Run a study, or what is left of it in its folder, and add it up.

    Equal results, to the byte, for any number of workers and any interruptions. Without a folder
    nothing is kept but the results. Memory does not grow with the count. Raises StudyError for what is no
    study, for a folder that belongs to another study and for workers that are lost, FileError for a file
    that cannot be written.

    >>> run(Study(lengths=(4,), count=100)).summary("best against greedy", "margin first").rows
    100
    """
    require_study("a study")
    if not isinstance(study, Study):
        raise StudyError(f"{shortened(repr(study))} is not a study: give a Study; study.read(path) reads one")
    if folder is None:
        with TemporaryDirectory(prefix="twoends-study-") as temporary:
            return run(study, temporary, workers=workers, dask=dask, progress=progress)
    require_workers(workers)
    folder = Path(folder)
    folders.claim(folder, study)
    finished = folders.finished_chunks(folder, study)
    left = (chunk for chunk in study.chunks() if chunk not in finished)
    rows = sum(chunk.rows for chunk in finished)
    folders.require_one_version(folder, finished.values(), measuring=rows < study.total)
    folders.update_count(folder, study)
    progress = progress or (lambda done, total: None)
    progress(rows, study.total)
    for chunk, result in measure_chunks(study, left, workers=workers, dask=dask):
        folders.store(folder, chunk, result)
        rows += chunk.rows
        progress(rows, study.total)
    return Results(study, folders.merge(folder, study))


def load(folder: str | Path) -> Results:
    """Load the results of a study that is done from its folder. Raises StudyError if it is not, or changed.

    >>> load("/nowhere")
    Traceback (most recent call last):
    twoends.study.files.StudyError: /nowhere holds no study: describe one, or give the folder of one
    """
    require_study("a study")
    folder = Path(folder)
    study = folders.read_description(folder)
    finished = folders.finished_chunks(folder, study)
    rows = sum(chunk.rows for chunk in finished)
    if rows < study.total:
        raise StudyError(
            f"{folder} has {rows:,} of {study.total:,} rows so far: twoends study --out {folder} resumes it"
        )
    folders.require_one_version(folder, finished.values(), measuring=False)
    return Results(study, folders.merge(folder, study))


def measure_chunks(
    study: Study, chunks: Iterator[Chunk], *, workers: int = 1, dask: str | None = None
) -> Iterator[tuple[Chunk, Measured]]:
    """Measure chunks, each where it may be; results come as they are done, whichever order that is.

    Raises StudyError where whoever measured is not who would measure here: other players, or another version.
    """
    if dask is not None:
        results = _on_cluster(study, chunks, dask)
    elif workers > 1:
        results = by_processes(partial(measure, study), chunks, workers)
    else:
        results = ((chunk, measure(study, chunk)) for chunk in chunks)
    for chunk, result in results:
        if read_provenance(result.counts, Path(chunk.name)) != provenance(study, chunk):
            raise StudyError(
                "a worker's players or version of twoends are not those of this process: "
                "restart all workers from the same files"
            )
        yield chunk, result


def require_workers(workers: int) -> None:
    """Raise StudyError unless so many processes are of use on this machine."""
    processors = os.cpu_count() or 1
    most = max(WORKERS_ANYWHERE, processors * WORKERS_OF_A_PROCESSOR)
    if not 1 <= workers <= most:
        raise StudyError(f"workers are {workers}: give 1 to {most} on a machine of {processors} processors")


def by_processes(
    ask: Callable[[Piece], Answer], pieces: Iterator[Piece], workers: int
) -> Iterator[tuple[Piece, Answer]]:
    """Ask about each piece in processes of this machine, no more than pieces; answers come as they are done.

    Raises StudyError for a worker that is killed and for functions that only this process knows. Each
    worker has a pipe of its own, because concurrent.futures has one for all, and what a killed worker has
    written half is waited for there without an end.
    """
    # Spawned, not forked: threads of Polars and Numba do not survive a fork.
    context = multiprocessing.get_context("spawn")
    processes: list[SpawnProcess] = []
    at_work: dict[Connection[Any, Any], deque[Piece]] = {}
    stopped = True
    try:
        with _interrupts_held_back():
            for piece in islice(pieces, workers):
                ours, theirs = context.Pipe()
                at_work[ours] = deque()
                process = context.Process(target=_work, args=(ask, theirs), daemon=True)
                try:
                    process.start()
                except (PicklingError, AttributeError, TypeError) as reason:
                    raise StudyError(
                        f"workers cannot be told what to do, because {reason}: "
                        "define functions at the top of a module, or take one worker"
                    ) from None
                processes.append(process)
                theirs.close()
                _hand_out(iter([piece]), ours, at_work[ours])
        for _ in range(AHEAD - 1):
            for pipe, handed_out in at_work.items():
                _hand_out(pieces, pipe, handed_out)
        while busy := [pipe for pipe, handed_out in at_work.items() if handed_out]:
            answered = wait(busy)
            for pipe in busy:
                if pipe not in answered:
                    continue
                answer, fault = pipe.recv()
                if fault is not None:
                    raise fault
                piece = at_work[pipe].popleft()
                _hand_out(pieces, pipe, at_work[pipe])
                yield piece, answer
        stopped = False
    except (EOFError, ConnectionError):
        raise StudyError(
            "a worker process was killed, perhaps for want of memory: run again to go on, "
            "with fewer workers or smaller chunks"
        ) from None
    finally:
        for pipe in at_work:
            pipe.close()  # which ends whoever waits for more
        for process in processes:
            if stopped:  # in the middle: nobody waits for what they are at
                process.terminate()
        for process in processes:
            process.join()


def _hand_out(pieces: Iterator[Piece], pipe: Connection[Any, Any], handed_out: deque[Piece]) -> None:
    for piece in islice(pieces, 1):
        pipe.send(piece)
        handed_out.append(piece)


def _work(ask: Callable[[Piece], Answer], pipe: Connection[Any, Any]) -> None:
    """Answer as long as anything is asked: the answer and None, or None and the fault."""
    _end_with_the_parent()
    with suppress(EOFError, ConnectionError):
        while True:
            piece = pipe.recv()
            try:
                answer = ask(piece)
            except Exception as fault:  # for whoever asked
                fault.add_note("".join(format_exception(fault)))
                pipe.send((None, fault))
            else:
                pipe.send((answer, None))


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Keep Ctrl-C waiting until the end of the block, and in processes that it starts until they let it in.

    They import for a second before they come to `_end_with_the_parent`, and would spill a traceback,
    as would one whose start was broken off. A mask alone does not do: it holds for this thread, and the
    handler runs whichever thread got the signal. Windows has no masks.
    """
    noted: list[int] = []
    here = threading.current_thread() is threading.main_thread()  # only there is anything interrupted
    handler = signal.signal(signal.SIGINT, lambda number, _: noted.append(number)) if here else None
    if SIGNALS_HAVE_MASKS:
        resource_tracker.ensure_running()  # which the first process would do, and take the mask off
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if SIGNALS_HAVE_MASKS else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if here:
            signal.signal(signal.SIGINT, handler)
        if noted:
            signal.raise_signal(signal.SIGINT)


def _end_with_the_parent() -> None:
    """Set a worker up to stop at once, in silence, on Ctrl-C and when its parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if SIGNALS_HAVE_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.environ[threads.VARIABLE] = "1"  # the workers are as many as are to work
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _on_cluster(study: Study, chunks: Iterator[Chunk], address: str) -> Iterator[tuple[Chunk, Measured]]:
    """Measure chunks on a Dask cluster; it hands the chunks of a worker that dies to another one."""
    try:
        from distributed import Client, as_completed
        from distributed.client import FutureCancelledError
        from distributed.comm import resolve_address
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise StudyError("a cluster needs Dask: pip install 'twoends[cluster]'") from None
    try:
        resolve_address(address)  # a client of no address goes on trying, and complains when it is forgotten
        client = Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise StudyError(f"there is no Dask scheduler at {address}: {fault}") from None
    with client:
        workers = max(1, len(client.scheduler_info()["workers"]))
        at_work = {
            client.submit(measure, study, chunk, pure=False, retries=RETRIES): chunk
            for chunk in islice(chunks, AHEAD * workers)
        }
        arriving = as_completed(list(at_work), loop=client.loop)
        try:
            for future in arriving:
                chunk = at_work.pop(future)
                yield chunk, future.result()
                for chunk in islice(chunks, 1):
                    another = client.submit(measure, study, chunk, pure=False, retries=RETRIES)
                    at_work[another] = chunk
                    arriving.add(another)
        except (KilledWorker, FutureCancelledError) as fault:
            raise StudyError(f"the cluster lost its workers: run again to go on ({fault})") from None
