"""A study on a real Dask cluster of separate processes, one of which is killed at work."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import PATIENCE, wait_until
from twoends.study import StudyError, run, running
from twoends.study.description import describe

pytestmark = pytest.mark.slow  # test_study_workers.py has a mock cluster

STUDY = describe({"lengths": 40, "count": 4000, "chunk_cards": 4000, "pairings": ["best against greedy"]})


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers on loopback; yields its address and the workers' processes."""
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    here = ["--scheduler-file", str(file)]
    options = [*here, "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
    started = [_dask("scheduler", *options, log=tmp_path / "scheduler.log")]
    try:
        wait_until(file.exists, "the scheduler runs")
        for name in ("one", "two"):
            options = [*here, "--name", name, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
            options += ["--host", "127.0.0.1", "--local-directory", str(tmp_path)]
            started.append(_dask("worker", *options, log=tmp_path / f"{name}.log"))
        from distributed import Client

        with Client(scheduler_file=str(file), set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
            address = client.scheduler.address
        yield address, started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def _dask(*arguments: str, log: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dask", *arguments]
    return subprocess.Popen(command, stdout=log.open("wb"), stderr=subprocess.STDOUT)


@pytest.mark.filterwarnings("ignore")  # Dask's own
def test_a_cluster_that_loses_a_worker_writes_the_same_bytes(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    chunks = len(list(STUDY.chunks()))
    stored = []

    def kill_one(done: int, total: int) -> None:
        stored.append(done)
        if len(stored) == chunks // 4:
            workers[0].send_signal(signal.SIGKILL)

    run(STUDY, tmp_path / "cluster", dask=address, progress=kill_one)
    assert workers[0].wait(PATIENCE) == -signal.SIGKILL
    assert len(stored) == chunks + 1, "every chunk is stored once"
    run(STUDY, tmp_path / "here")
    for path in sorted((tmp_path / "here" / "counts").iterdir()):
        assert (tmp_path / "cluster" / "counts" / path.name).read_bytes() == path.read_bytes(), path.name


def test_an_address_without_a_scheduler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(running, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(StudyError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:9"):
        run(STUDY, dask="tcp://127.0.0.1:9")
