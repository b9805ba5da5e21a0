"""The folder of a study has the same bytes for any number of workers and after any interruption."""

from __future__ import annotations

import multiprocessing
import operator
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice, repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from command_line import wait_until
from test_study import error_of
from test_study_provenance import bytes_of
from twoends.__main__ import main
from twoends.engine.options import THREADS_VARIABLE
from twoends.rules.errors import install
from twoends.study import Chunk, Study, StudyError, load, run, running
from twoends.study import folder as folders
from twoends.study.description import describe
from twoends.study.folder import read_description
from twoends.study.running import by_processes

STUDY = {"lengths": "8,9", "count": 2000, "seed": 5, "chunk_cards": 1500, "pairings": ["best against greedy"]}


def study() -> Study:
    return describe(dict(STUDY))


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The bytes of an undisturbed run by one worker."""
    folder = tmp_path_factory.mktemp("undisturbed") / "study"
    run(study(), folder)
    return bytes_of(folder)


def test_two_workers_write_the_same_bytes_as_one_in_any_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: dict[str, str]
) -> None:
    started: list[int] = []

    def in_reverse(call: Any, chunks: Iterator[Chunk], workers: int) -> Iterator[tuple[Chunk, Any]]:
        started.append(workers)
        return iter(list(by_processes(call, chunks, workers))[::-1])

    monkeypatch.setattr(running, "by_processes", in_reverse)
    run(study(), tmp_path / "study", workers=2)
    assert started == [2]
    assert bytes_of(tmp_path / "study") == expected


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    """Start the study, in a session of its own."""
    (folder.parent / "s.toml").write_text(study().toml())
    described = [str(folder.parent / "s.toml"), "--out", str(folder)]
    return subprocess.Popen(
        [sys.executable, "-m", "twoends", "study", *described, *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


WORKS_FOR_EVER = """
from itertools import repeat
from time import sleep
from twoends.study.running import by_processes
for _ in by_processes(sleep, repeat(0.01), 2):
    print(flush=True)
"""


def test_workers_end_when_their_study_is_killed() -> None:
    process = subprocess.Popen([sys.executable, "-c", WORKS_FOR_EVER], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    children = children_of(process.pid)
    assert children
    process.kill()
    process.communicate()
    wait_until(lambda: not any(map(is_alive, children)), f"none of {children} is alive")


@pytest.mark.usefixtures("unmeasured")
def test_ctrl_c_leaves_a_folder_that_can_be_resumed_and_says_how(
    tmp_path: Path, expected: dict[str, str]
) -> None:
    folder = tmp_path / "study"
    process = start(folder)
    wait_until(lambda: len(list(folder.glob("counts/*.parquet"))) > 1, "two chunks are stored")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130, err
    assert f"twoends study --out {folder} resumes it" in err.splitlines()[-1]
    assert "Traceback" not in err
    (folder / "counts" / "tmpabc.unfinished").write_bytes(b"half a chunk, of a run that was killed")
    run(read_description(folder), folder)
    assert bytes_of(folder) == expected


def test_ctrl_c_in_a_callback_that_ignores_it_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    ignored: Any = SimpleNamespace(exc_type=KeyboardInterrupt)
    monkeypatch.setattr("sys.unraisablehook", None)
    for changed in ("gc.set_threshold", "gc.freeze"):  # in the process of all tests
        monkeypatch.setattr(changed, Mock())
    monkeypatch.setattr("sys.argv", ["twoends", "--version"])
    with pytest.raises(SystemExit):
        main()

    def work_on() -> None:
        sys.unraisablehook(ignored)
        wait_until(lambda: False, "Ctrl-C is repeated")

    with pytest.raises(KeyboardInterrupt):
        work_on()


@pytest.mark.usefixtures("unmeasured")
def test_ctrl_c_stops_workers_that_are_starting_with_one_sentence(tmp_path: Path) -> None:
    process = start(tmp_path / "study", "--workers", "2")
    wait_until(lambda: any(map(imports_numpy, children_of(process.pid))), "a worker imports NumPy")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
    _, err = process.communicate()
    assert (process.returncode, err) == (
        130,
        f"twoends: stopped after 0 of 4,000 rows; twoends study --out {tmp_path / 'study'} resumes it\n",
    )


LONG_ANSWERS = partial(operator.mul, b"x")
"""An answer of this many bytes, which a pipe does not hold: a worker is always in the middle of one."""


def test_closing_the_answers_does_not_wait_for_one_that_is_half_written() -> None:
    answers = by_processes(LONG_ANSWERS, repeat(300_000), 2)
    assert next(answers) == (300_000, b"x" * 300_000)
    answers.close()  # type: ignore[attr-defined]  # an iterator in its type, a generator in fact
    assert not multiprocessing.active_children()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows kills in other ways")
@pytest.mark.parametrize("seconds", [0, 0.3], ids=["before its answer", "in the middle of it"])
def test_a_worker_that_is_killed_while_it_answers_is_reported(seconds: float) -> None:
    answers = by_processes(LONG_ANSWERS, repeat(300_000), 1)
    next(answers)
    time.sleep(seconds)
    for worker in multiprocessing.active_children():
        os.kill(worker.pid or 0, signal.SIGKILL)
    with pytest.raises(StudyError, match="a worker process was killed"):
        list(answers)
    assert not multiprocessing.active_children()


def test_a_worker_has_one_thread_and_its_error_is_raised_with_its_traceback() -> None:
    assert list(by_processes(os.getenv, iter([THREADS_VARIABLE]), 1)) == [(THREADS_VARIABLE, "1")]
    with pytest.raises(TypeError, match="can't multiply") as fault:
        list(by_processes(LONG_ANSWERS, iter(["three"]), 3))
    assert "in _work" in fault.value.__notes__[0]


def test_an_error_between_two_tasks_of_the_last_worker_ends_it() -> None:
    """As an interrupt there would: without that, the wait for the worker would never end."""

    def tasks() -> Iterator[int]:
        yield 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(by_processes(abs, islice(tasks(), 2), 1))
    assert not multiprocessing.active_children()


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def imports_numpy(pid: int) -> bool:
    """Whether a process is a worker that is being started, with the first library of NumPy loaded."""
    process = Path(f"/proc/{pid}")
    is_worker = "spawn_main" in (process / "cmdline").read_text()
    return is_worker and "_multiarray_umath" in (process / "maps").read_text()


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_chunks_are_created_only_as_they_are_measured(tmp_path: Path) -> None:
    class StoppedError(Exception):
        pass

    def stop_after_the_first(done: int, total: int) -> None:
        if done:
            raise StoppedError

    endless = Study(rows="uniform 1 9", lengths=(4,), count=10**12, chunk_cards=40)
    for _ in range(2):
        with pytest.raises(StoppedError):
            run(endless, tmp_path / "study", progress=stop_after_the_first)


# --- a cluster, and the folder ------------------------------------------------------------------


SMALL = describe({"lengths": [4, 5], "count": 7, "chunk_cards": 10, "pairings": ["best against greedy"]})
"""Chunks of 2 rows, of which the last of each length has one."""


def same_bytes_as_here(study: Study, folder: Path, here: Path) -> None:
    run(study, here)
    for chunk in study.chunks():
        name = f"counts/{chunk.name}.parquet"
        assert (folder / name).read_bytes() == (here / name).read_bytes(), name


@pytest.mark.filterwarnings("ignore")  # Dask's own
def test_a_cluster_writes_the_same_bytes_and_says_that_it_lost_its_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed", reason="needs Dask: the extra cluster")
    with distributed.LocalCluster(1, processes=False, dashboard_address=None) as cluster:
        run(SMALL, tmp_path / "cluster", dask=cluster.scheduler_address)
        same_bytes_as_here(SMALL, tmp_path / "cluster", tmp_path / "here")
        monkeypatch.setattr(running, "measure", lose)
        error = error_of(run, SMALL, dask=cluster.scheduler_address)
        assert error.startswith("the cluster lost its workers: run again to resume (")
    monkeypatch.setattr(running, "SECONDS_TO_CONNECT", 0.1)
    assert "no Dask scheduler at tcp://127.0.0.1:9" in error_of(run, SMALL, dask="tcp://127.0.0.1:9")


def lose(*_: object) -> None:
    """Fail as a worker that is lost again and again."""
    from distributed.client import FutureCancelledError

    raise FutureCancelledError("a chunk", "lost")


def test_a_cluster_without_dask_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert error_of(run, SMALL, dask="tcp://here:1") == f"a cluster needs Dask: {install('cluster')}"


# --- a run and its folder ----------------------------------------------------------------------


def test_a_run_reports_its_progress_and_resumes_where_it_stopped(tmp_path: Path) -> None:
    folder, study, done = tmp_path / "s", describe({"count": 3}, SMALL), list[int]()
    run(study, str(folder), progress=lambda rows, total: done.append(rows))
    run(study, progress=lambda rows, total: done.append(rows))
    assert done == 2 * [0, 2, 3, 5, 6]
    (folder / "counts" / "4-000001.parquet").unlink()
    again = f"{folder} has 5 of 6 rows so far: twoends study --out {folder} resumes it"
    assert error_of(load, folder) == again
    run(study, folder, progress=lambda rows, total: done.append(rows))
    assert done[10:] == [5, 6]


def test_too_many_workers_for_the_machine_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for processors, most in ((5, 20), (None, 16)):
        monkeypatch.setattr(os, "cpu_count", lambda processors=processors: processors)
        for workers in (0, most + 1):
            assert error_of(running.require_workers, workers) == (
                f"workers are {workers}: give 1 to {most} on a machine of {processors or 1} processors"
            )
        running.require_workers(most)


def test_errors_of_folders_say_what_is_wrong(tmp_path: Path) -> None:
    assert error_of(run, 5) == "5 is not a study: give a Study; study.read(path) reads one"
    assert error_of(run, SMALL, tmp_path / "s", workers=0).startswith("workers are 0: give 1 to ")
    assert error_of(run, SMALL, workers=0).startswith("workers are 0: give 1 to ")
    assert not (tmp_path / "s").exists()
    none = f"{tmp_path} holds no study: give the folder of a study, or describe a new one"
    assert error_of(load, tmp_path) == none
    (tmp_path / "file").write_text("x")
    assert error_of(run, SMALL, tmp_path) == (
        f"{tmp_path} has files but no study.toml: give an empty folder or a new one"
    )
    assert error_of(run, SMALL, tmp_path / "file" / "s") == (
        f"{tmp_path / 'file' / 's'} cannot be a study's folder: Not a directory"
    )
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "tmpabc.unfinished").write_text("of a description whose run was killed")
    folders.claim(folder, SMALL)
    assert [path.name for path in folder.iterdir()] == ["study.toml"]
    other = describe({"count": 6, "moves_first": "you", "reduced": True}, SMALL)
    assert error_of(run, other, folder) == (
        f"{folder} belongs to another study: count: 7 there, 6 now; moves first: both there, you now; "
        "reduced: off there, on now; describe the same study or give another folder"
    )


def test_counts_that_do_not_match_the_description_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    run(SMALL, folder)
    error = error_of(folders.merge, folder, describe({"count": 6}, SMALL))
    assert error.startswith(f"{folder} counts 7 rows for best against greedy right, ")
    assert error.endswith(", not 6: its files were changed; run the study in a new folder")
    others = describe({"pairings": ["modest against greedy"], "count": 7}, SMALL)
    assert ", not 0: its files" in error_of(folders.merge, folder, others)


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "provenance", lambda study, chunk: {"version": "another"})
    assert error_of(list, running.measure_chunks(SMALL, SMALL.chunks())) == (
        "a worker has different players or a different version of twoends: "
        "restart all workers from the same files"
    )
