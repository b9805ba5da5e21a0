"""Who measures the chunks of a study, with a mock cluster and with a real one of which a worker is killed."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from test_study_described import error_of
from twoends.rules.errors import install
from twoends.study import Chunk, Study, load, run, running
from twoends.study import folder as folders
from twoends.study.description import content, describe

STUDY = describe({"lengths": [4, 5], "count": 7, "chunk_cards": 10, "pairings": ["best against greedy"]})
"""Chunks of 2 rows, of which the last of each length has one."""


# --- a cluster ---------------------------------------------------------------------------------


class LostError(Exception):
    """The error of a cluster whose workers died."""


class Future:
    """An answer to come."""

    def __init__(self, result: Any) -> None:
        self.result = result


class Cluster:
    """A scheduler with two workers that answers at once, and records the chunks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fault: Exception | None = None) -> None:
        self.submitted: list[Any] = []
        self.open = 0
        self.fault = fault
        self.loop = "loop"
        names = ("distributed", "distributed.client", "distributed.comm", "distributed.scheduler")
        distributed, client, comm, scheduler = map(ModuleType, names)
        for module, name, value in (
            (distributed, "Client", self.connect), (distributed, "as_completed", self.completed),
            (client, "FutureCancelledError", LostError), (comm, "resolve_address", str),
            (scheduler, "KilledWorker", LostError),
        ):  # fmt: skip
            setattr(module, name, value)
            monkeypatch.setitem(sys.modules, module.__name__, module)

    def connect(self, address: str, **settings: object) -> Cluster:
        assert (address, settings) == ("tcp://here:1", {"timeout": 10, "set_as_default": False})
        return self

    def __enter__(self) -> None:
        self.open += 1

    def __exit__(self, *_: object) -> None:
        self.open -= 1

    def scheduler_info(self) -> dict[str, Any]:
        return {"workers": ["one", "two"]}

    def submit(self, work: Any, study: Study, chunk: Chunk, **settings: object) -> Any:
        assert settings == {"pure": False, "retries": 5}
        assert self.open == 1
        self.submitted.append(chunk)
        return Future(partial(self.answer, work, study, chunk))

    def answer(self, work: Any, study: Study, chunk: Chunk) -> Any:
        if self.fault is not None:
            raise self.fault
        return work(study, chunk)

    def completed(self, futures: list[Any], *, loop: str) -> Any:
        assert loop == self.loop
        self.first = len(self.submitted)
        arriving = deque(futures)

        class Arriving:
            add = arriving.append

            def __iter__(self) -> Iterator[Any]:
                while arriving:
                    yield arriving.popleft()

        return Arriving()


def measured() -> list[Chunk]:
    """The chunks as a cluster measures them, one after the other."""
    return [chunk for chunk, _ in running.measure_chunks(STUDY, STUDY.chunks(), dask="tcp://here:1")]


def test_a_cluster_gets_three_chunks_per_worker_and_then_one_for_each_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cluster = Cluster(monkeypatch)
    assert measured() == cluster.submitted == list(STUDY.chunks())
    assert (cluster.first, cluster.open) == (6, 0)


def test_a_cluster_that_loses_its_workers_is_reported_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Cluster(monkeypatch, LostError("gone"))
    assert error_of(measured) == "the cluster lost its workers: run again to resume (gone)"


def test_a_missing_cluster_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise ValueError("no route")

    Cluster(monkeypatch)
    monkeypatch.setattr(sys.modules["distributed"], "Client", refused)
    assert error_of(measured) == "there is no Dask scheduler at tcp://here:1: no route"
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert error_of(measured) == f"a cluster needs Dask: {install('cluster')}"


# --- a run and its folder ----------------------------------------------------------------------


def test_a_run_reports_its_progress_and_resumes_where_it_stopped(tmp_path: Path) -> None:
    folder, study, progress = tmp_path / "s", describe({"count": 3}, STUDY), list[tuple[int, int]]()

    def note(done: int, total: int) -> None:
        progress.append((done, total))

    run(study, str(folder), progress=note)
    assert progress == [(0, 6), (2, 6), (3, 6), (5, 6), (6, 6)]
    assert [path.name for path in sorted((folder / "counts").iterdir())] == [
        f"{length}-{number:06}.parquet" for length in (4, 5) for number in range(2)
    ]
    (folder / "counts" / "4-000001.parquet").unlink()
    assert (
        error_of(load, folder) == f"{folder} has 5 of 6 rows so far: twoends study --out {folder} resumes it"
    )
    progress.clear()
    run(study, folder, progress=note)
    assert progress == [(5, 6), (6, 6)]


@pytest.mark.parametrize(("processors", "most"), [(4, 16), (5, 20), (None, 16)])
def test_too_many_workers_for_the_machine_are_refused(
    processors: int | None, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    for workers in (0, most + 1):
        assert error_of(running.require_workers, workers) == (
            f"workers are {workers}: give 1 to {most} on a machine of {processors or 1} processors"
        )
    running.require_workers(1)
    running.require_workers(most)


def test_errors_of_folders_say_what_is_wrong(tmp_path: Path) -> None:
    assert error_of(run, 5) == "5 is not a study: give a Study; study.read(path) reads one"
    for folder in (None, tmp_path / "s"):
        assert error_of(run, STUDY, folder, workers=0).startswith("workers are 0: give 1 to ")
    assert not (tmp_path / "s").exists()
    none = f"{tmp_path} holds no study: give the folder of a study, or describe a new one"
    assert error_of(load, tmp_path) == none
    (tmp_path / "file").write_text("x")
    assert error_of(run, STUDY, tmp_path) == (
        f"{tmp_path} has files but no study.toml: give an empty folder or a new one"
    )
    assert error_of(run, STUDY, tmp_path / "file" / "s") == (
        f"{tmp_path / 'file' / 's'} cannot be a study's folder: Not a directory"
    )
    folder = tmp_path / "new"
    folders.claim(folder, STUDY)
    assert (
        error_of(load, folder) == f"{folder} has 0 of 14 rows so far: twoends study --out {folder} resumes it"
    )
    other = describe({"seed": 9, "moves_first": "you", "reduced": True}, STUDY)
    assert error_of(run, other, folder) == (
        f"{folder} belongs to another study: seed: 1 there, 9 now; moves first: both there, you now; "
        "reduced: off there, on now; describe the same study or give another folder"
    )
    assert error_of(run, describe({"count": 6}, STUDY), folder) == (
        f"{folder} belongs to another study: count: 7 there, 6 now; "
        "describe the same study or give another folder"
    )
    (folder / "study.toml").write_bytes(b"\xff")
    assert error_of(load, folder) == f"{folder / 'study.toml'} is not text: give a description in TOML"
    assert error_of(content, folder) == f"{folder} cannot be read: Is a directory"


def test_counts_that_do_not_match_the_description_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    run(STUDY, folder)
    error = error_of(folders.merge, folder, describe({"count": 6}, STUDY))
    assert error.startswith(f"{folder} counts 7 rows for best against greedy right, ")
    assert error.endswith(", not 6: its files were changed; run the study in a new folder")
    others = describe({"pairings": ["modest against greedy"], "count": 7}, STUDY)
    assert ", not 0: its files" in error_of(folders.merge, folder, others)


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "provenance", lambda study, chunk: {"version": "another"})
    assert error_of(list, running.measure_chunks(STUDY, STUDY.chunks())) == (
        "a worker has different players or a different version of twoends: "
        "restart all workers from the same files"
    )


# --- a real cluster ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Dask's own
def test_a_cluster_that_loses_a_worker_writes_the_same_bytes(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    study = describe({"lengths": 40, "count": 4000, "chunk_cards": 4000}, STUDY)
    chunks, stored = list(study.chunks()), list[int]()
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:

        def kill_one(done: int, total: int) -> None:
            stored.append(done)
            if len(stored) == len(chunks) // 4:
                os.kill(cluster.workers[0].pid, signal.SIGKILL)

        run(study, tmp_path / "cluster", dask=cluster.scheduler_address, progress=kill_one)
    assert len(stored) == len(chunks) + 1, "every chunk is stored once"
    run(study, tmp_path / "here")
    for chunk in chunks:
        name = f"counts/{chunk.name}.parquet"
        assert (tmp_path / "cluster" / name).read_bytes() == (tmp_path / "here" / name).read_bytes(), name


@pytest.mark.slow
def test_an_address_without_a_scheduler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(running, "SECONDS_TO_CONNECT", 1)
    assert "no Dask scheduler at tcp://127.0.0.1:9" in error_of(run, STUDY, dask="tcp://127.0.0.1:9")
