"""Several threads compute the same as one thread, to the byte."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial

import numpy as np
import pytest

from twoends import TwoEndsError, play_rows, solve_rows
from twoends.answers import group_totals
from twoends.engine import bottom_up
from twoends.engine.kernels.threads import run_jobs
from twoends.engine.options import THREADS_VARIABLE, thread_count

THREADS = (1, 2, 5)


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Divide small inputs among threads, too, and into many pieces."""
    monkeypatch.setattr(bottom_up, "CELLS_AT_ONCE", 2_000)
    monkeypatch.setattr(group_totals, "STEPS_FOR_THREADS", 1)


@pytest.mark.usefixtures("small_pieces", "always_compiled")
@pytest.mark.parametrize("name", ["optimal", "greedy", "random"])
def test_many_rows_give_the_same_on_any_number_of_threads(name: str) -> None:
    rng = np.random.default_rng(3)
    for m, n in ((0, 5), (1, 9), (150, 9)):
        rows = rng.integers(-50, 51, (m, n))
        solved = [solve_rows(rows, name, threads=threads) for threads in THREADS]
        for threads, batch in zip(THREADS, solved, strict=True):
            for column in ("first", "second", "best"):
                got, expected = getattr(batch, column), getattr(solved[0], column)
                assert got.tobytes() == expected.tobytes(), (m, n, threads, column)
        for names in (("best", name), (name, "modest")):
            played = [
                play_rows(rows, *names, seed=5, threads=threads).totals.tobytes() for threads in THREADS
            ]
            assert played == played[:1] * len(THREADS), (m, n, names)


def test_the_number_of_threads_is_an_argument_a_variable_or_the_number_of_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(THREADS_VARIABLE, raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 2, 5}, raising=False)
    assert (thread_count(), thread_count(1)) == (3, 1)
    monkeypatch.delattr(os, "sched_getaffinity")  # as on macOS and Windows
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert thread_count() == 1
    monkeypatch.setenv(THREADS_VARIABLE, "9999")
    assert (thread_count(), thread_count(5)) == (9999, 5)
    for value in ("0", "1.5", "12345", "٣"):
        monkeypatch.setenv(THREADS_VARIABLE, value)
        with pytest.raises(TwoEndsError, match=f"^{THREADS_VARIABLE} is '{value}': give a positive integer$"):
            thread_count()


def test_jobs_return_results_in_order_and_raise_errors() -> None:
    assert run_jobs([partial(pow, k, 2) for k in range(20)], 3) == [k * k for k in range(20)]
    with pytest.raises(ZeroDivisionError):
        run_jobs([partial(divmod, 1, k) for k in range(3)], 3)
    assert run_jobs([partial(int, "7")] * 2, 3) == [7, 7], "it still works"
    assert run_jobs([], 3) == []


@pytest.mark.parametrize("in_caller", [True, False])
def test_after_an_error_no_job_begins_and_running_jobs_are_awaited(in_caller: bool) -> None:
    caller, at_work = threading.get_ident(), threading.Event()
    begun: list[int] = []
    ended: list[int] = []

    def job(k: int) -> None:
        if (threading.get_ident() == caller) == in_caller:
            assert at_work.wait(60)
            raise OverflowError("while another thread is at work")
        begun.append(k)
        at_work.set()
        time.sleep(0.1)
        ended.append(k)

    with pytest.raises(OverflowError, match="at work"):
        run_jobs([partial(job, k) for k in range(20)], 2)
    assert begun == ended, "running jobs are awaited"
    assert len(begun) < 19
    time.sleep(0.03)
    assert begun == ended, "no thread works on"


def together(size: int) -> set[int]:
    """The threads of so many jobs that wait for each other, on as many threads."""
    barrier = threading.Barrier(size, timeout=60)

    def job() -> int:
        barrier.wait()
        return threading.get_ident()

    return set(run_jobs([job] * size, size))


def test_threads_are_reused_and_callers_at_the_same_time_do_not_wait_for_each_other() -> None:
    used = [together(3) for _ in range(30)]
    assert {(len(threads), threading.get_ident() in threads) for threads in used} == {(3, True)}
    assert len(set[int]().union(*used)) < 30, "not 61: only one that has just ended its work is not idle yet"
    nested = run_jobs([partial(together, 3)] * 2, 2)
    assert [len(threads) for threads in nested] == [3, 3]


LONG = """
import numpy as np
from twoends import solve_rows
table = np.zeros((200_000, 52), int)
solve_rows(table, "greedy")  # loads the compiled code, in which Python may drop a signal
print("begun", flush=True)
while True:
    solve_rows(table, "greedy")
"""


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal to one process there")
def test_ctrl_c_interrupts_a_long_computation() -> None:
    command = [sys.executable, "-c", LONG]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.1)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate()
    assert stderr.splitlines()[-1] == "KeyboardInterrupt", stderr
    assert process.returncode == -signal.SIGINT


FORKED = """
import os, sys, threading
from twoends.engine.kernels.threads import run_jobs
def two_at_work():
    barrier = threading.Barrier(2, timeout=10)
    return len(run_jobs([barrier.wait] * 2, 2))
two_at_work()
if (child := os.fork()) == 0:
    os._exit(0 if two_at_work() == 2 else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_creates_its_own_threads() -> None:
    ended = subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED], timeout=60)
    assert ended.returncode == 0
