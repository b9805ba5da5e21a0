"""The folder of a study has the same bytes for any number of workers and after any interruption."""

from __future__ import annotations

import multiprocessing
import operator
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice, repeat
from pathlib import Path
from typing import Any

import pytest

from command_line import PROGRESS, wait_until
from test_study_provenance import bytes_of
from twoends.study import Chunk, StudyError, run, running
from twoends.study.description import Study, describe
from twoends.study.folder import read_description
from twoends.study.running import by_processes

STUDY = {"lengths": "8,9", "count": 1200, "seed": 5, "chunk_cards": 1500, "pairings": ["best against greedy"]}


def study() -> Study:
    return describe(dict(STUDY))


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The bytes of an undisturbed run by one worker."""
    folder = tmp_path_factory.mktemp("undisturbed") / "study"
    run(study(), folder)
    return bytes_of(folder)


@pytest.mark.slow
def test_two_workers_write_the_same_bytes_as_one(tmp_path: Path, expected: dict[str, str]) -> None:
    run(study(), tmp_path / "study", workers=2)
    assert bytes_of(tmp_path / "study") == expected


def test_workers_that_answer_in_another_order_write_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: dict[str, str]
) -> None:
    started: list[int] = []

    def in_reverse(call: Any, chunks: Iterator[Chunk], workers: int) -> Iterator[tuple[Chunk, Any]]:
        started.append(workers)
        call = pickle.loads(pickle.dumps(call))  # as for another process
        yield from ((chunk, call(chunk)) for chunk in reversed(list(chunks)))

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


FALLS_INTO_A_CALLBACK = """
import signal, sys, weakref
from twoends.__main__ import main
from twoends.study import folder

class Garbage:
    pass

def collect():
    garbage = Garbage()
    weakref.finalize(garbage, signal.raise_signal, signal.SIGINT).atexit = False
    del garbage  # the signal comes here, and Python ignores what its handler raises

store = folder.store
folder.store = lambda *chunk: (store(*chunk), collect())[0]
sys.argv[0] = "twoends"
main()
"""


@pytest.mark.slow
@pytest.mark.usefixtures("unmeasured")
def test_ctrl_c_stops_a_study_even_in_a_callback_that_ignores_it(tmp_path: Path) -> None:
    options = ["--length", "8", "--count", "1000000", "--out", str(tmp_path / "study")]
    program = [sys.executable, "-c", FALLS_INTO_A_CALLBACK, "study", *options]
    ran = subprocess.run(program, capture_output=True, text=True)
    assert ran.returncode == 130, ran.stderr
    assert re.fullmatch("twoends: stopped after .*\n", PROGRESS.sub("", ran.stderr)), ran.stderr


@pytest.mark.usefixtures("unmeasured")
def test_ctrl_c_stops_workers_that_are_starting_with_one_sentence(tmp_path: Path) -> None:
    process = start(tmp_path / "study", "--workers", "2")
    wait_until(lambda: any(map(imports_numpy, children_of(process.pid))), "a worker imports NumPy")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
    _, err = process.communicate()
    assert (process.returncode, err) == (
        130,
        f"twoends: stopped after 0 of 2,400 rows; twoends study --out {tmp_path / 'study'} resumes it\n",
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


def test_an_error_in_a_worker_is_raised_with_its_traceback() -> None:
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
