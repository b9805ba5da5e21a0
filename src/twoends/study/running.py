"""Running a study: in this process, in several of this machine, or on a Dask cluster.

Measuring a chunk is a pure function, and only this process writes to the folder. The bytes therefore do not
depend on who did the work, and workers need no shared disk.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import format_exception
from typing import Any, TypeVar

from twoends.engine.options import THREADS_VARIABLE, Progress
from twoends.rules.errors import install, require_study, shortened
from twoends.study import folder as folders
from twoends.study.description import Chunk, Study
from twoends.study.measure import measure
from twoends.study.pairings import BOT, StudyError
from twoends.study.statistics import Results

AHEAD = 3
"""Chunks handed out to each worker of a cluster: one in progress and two queued."""

WORKERS_ANYWHERE, WORKERS_OF_A_PROCESSOR = 16, 4
"""The most workers: 16 on any machine, or 4 per processor if that is more."""

RETRIES = 5
"""How often a cluster retries a chunk whose worker failed."""

SECONDS_TO_CONNECT = 10

Task = TypeVar("Task")
Result = TypeVar("Result")


def run(
    study: Study,
    folder: str | Path | None = None,
    *,
    workers: int = 1,
    dask: str | None = None,
    progress: Progress | None = None,
) -> Results:
    """Run a study, or resume it in its folder, and return its results.

    Results are equal, to the byte, for any number of workers and after any interruption. Without a folder
    only the results are kept. Memory does not grow with the count. Raises StudyError if `study` is not a
    Study, if the folder belongs to another study or if workers are lost, CommandError if a new study has a
    bot whose program is missing, FileError if a file cannot be written.

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
    bots = [player for player in study.players if player.startswith(BOT)]
    if bots and not (folder / folders.DESCRIPTION).exists():
        from twoends.study.bots import command_of  # late: it loads what runs programs

        for player in bots:
            command_of(player)  # refuses a missing program before there is a folder
    folders.claim(folder, study)
    finished = folders.finished_chunks(folder, study)
    missing = (chunk for chunk in study.chunks() if chunk not in finished)
    folders.update_count(folder, study)
    sums = {name: each for of_chunk in finished.values() for name, each in of_chunk.items()}
    rows = sum(chunk.rows for chunk in finished), study.total
    for chunk, files in measure_chunks(study, missing, rows, workers=workers, dask=dask, progress=progress):
        sums |= folders.store(folder, chunk, files)
    folders.write_sums(folder, sums)
    return Results(study, folders.merge(folder, study))


def load(folder: str | Path) -> Results:
    """Load the results of a finished study. Raises StudyError if its folder is incomplete or was changed.

    >>> load("/nowhere")
    Traceback (most recent call last):
    twoends.study.pairings.StudyError: /nowhere holds no study: give the folder of a study, or ...
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
    return Results(study, folders.merge(folder, study))


def measure_chunks(
    study: Study,
    chunks: Iterator[Chunk],
    rows: tuple[int, int] = (0, 0),
    *,
    workers: int = 1,
    dask: str | None = None,
    progress: Progress | None = None,
) -> Iterator[tuple[Chunk, folders.Files]]:
    """Measure chunks, here or in workers, and yield each as soon as it is done, in any order.

    `rows` are the rows done and all rows, which `progress` gets. Raises StudyError if a worker has different
    players or a different version of twoends.
    """
    (done, total), progress = rows, progress or (lambda done, total: None)
    progress(done, total)
    if dask is not None:
        results = _on_cluster(study, chunks, dask)
    elif workers > 1:
        results = by_processes(partial(measure, study), chunks, workers)
    else:
        results = ((chunk, measure(study, chunk)) for chunk in chunks)
    for chunk, files in results:
        made_by = folders.read_provenance(BytesIO(files[folders.COUNTS]))
        if made_by != folders.provenance(study, chunk):
            raise StudyError(
                "a worker has different players or a different version of twoends: "
                "restart all workers from the same files"
            )
        yield chunk, files
        progress(done := done + chunk.rows, total)


def require_workers(workers: int) -> None:
    """Raise StudyError unless this number of processes is sensible on this machine."""
    processors = os.cpu_count() or 1
    most = max(WORKERS_ANYWHERE, processors * WORKERS_OF_A_PROCESSOR)
    if not 1 <= workers <= most:
        on = f"a machine of {processors} processor{'s' * (processors > 1)}"
        raise StudyError(f"workers are {workers}: give 1 to {most} on {on}")


def by_processes(
    call: Callable[[Task], Result], tasks: Iterator[Task], workers: int
) -> Iterator[tuple[Task, Result]]:
    """Call a function on each task in processes of this machine; yield (task, result) in order of completion.

    Starts no more processes than there are tasks. Raises StudyError if a worker is killed. Each worker has a
    pipe of its own: concurrent.futures has one for all, and waits there forever for the rest of a message
    that a killed worker had begun.
    """
    # Spawn, do not fork: the threads of Polars and Numba do not survive a fork.
    context = multiprocessing.get_context("spawn")
    processes: list[SpawnProcess] = []
    busy: dict[Connection[Any, Any], Task] = {}
    try:
        for task in islice(tasks, workers):
            pipe, theirs = context.Pipe()
            process = context.Process(target=_work, args=(call, theirs), daemon=True)
            with _ignore_interrupts():
                process.start()
                processes.append(process)
            theirs.close()
            busy[pipe] = task
            pipe.send(task)
        while busy:
            ready = wait(busy)
            for pipe in [pipe for pipe in busy if pipe in ready]:
                try:
                    result, error = pipe.recv()
                except OSError as fault:  # the worker was killed in the middle of its message
                    raise EOFError from fault
                if error is not None:
                    raise error
                done, more = busy[pipe], next(tasks, None)  # a worker counts as busy until its pipe is closed
                if more is None:
                    pipe.close()  # which ends the worker
                    del busy[pipe]
                else:
                    pipe.send(more)
                    busy[pipe] = more
                yield done, result
    except (EOFError, ConnectionError):
        raise StudyError(
            "a worker process was killed, perhaps because memory ran out: run again to resume, "
            "with fewer workers or smaller chunks"
        ) from None
    finally:
        for process in processes:
            if busy:
                process.terminate()
            process.join()


def _work(call: Callable[[Task], Result], pipe: Connection[Any, Any]) -> None:
    """Call the function on each task that arrives; send back the result and None, or None and the error.

    Stop at once and silently on Ctrl-C, and when the parent is killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.environ[THREADS_VARIABLE] = "1"  # the number of workers is the number of threads wanted
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    with suppress(EOFError, ConnectionError):
        while True:
            task = pipe.recv()
            try:
                result = call(task)
            except Exception as error:  # raised in the parent
                error.add_note("".join(format_exception(error)))
                pipe.send((None, error))
            else:
                pipe.send((result, None))


@contextmanager
def _ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C in the block, which takes milliseconds, and in processes started in it until `_work`.

    These inherit that. They spend a second on imports before `_work`, and an interrupt would make them print
    a traceback. Only the main thread can set it.
    """
    main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    try:
        yield
    finally:
        if main:
            signal.signal(signal.SIGINT, handler)


def _on_cluster(study: Study, chunks: Iterator[Chunk], address: str) -> Iterator[tuple[Chunk, folders.Files]]:
    """Measure chunks on a Dask cluster, which hands the chunks of a worker that dies to another one."""
    try:
        from distributed import Client, as_completed
        from distributed.client import FutureCancelledError
        from distributed.comm import resolve_address
        from distributed.scheduler import KilledWorker
    except ModuleNotFoundError as fault:
        if fault.name != "distributed":
            raise
        raise StudyError(f"a cluster needs Dask: {install('cluster')}") from None
    try:
        resolve_address(address)  # a client of an invalid address retries, and complains when it is deleted
        client = Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise StudyError(f"there is no Dask scheduler at {address}: {fault}") from None
    with client:
        workers = max(1, len(client.nthreads()))  # scheduler_info() tells of five at most in some versions
        submit = partial(client.submit, measure, study, pure=False, retries=RETRIES)
        in_progress = {submit(chunk): chunk for chunk in islice(chunks, AHEAD * workers)}
        completed = as_completed(list(in_progress), loop=client.loop)
        try:
            for future in completed:
                yield in_progress.pop(future), future.result()
                for chunk in islice(chunks, 1):
                    future = submit(chunk)
                    in_progress[future] = chunk
                    completed.add(future)
        except (KilledWorker, FutureCancelledError) as fault:
            raise StudyError(f"the cluster lost its workers: run again to resume ({fault})") from None
