"""The folder of a study has the same bytes after any interruption, and refuses what does not fit."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import operator
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock, create_autospec

import polars as pl
import pytest

from command_line import wait_until
from test_study import FEW, error_of
from twoends import __version__
from twoends.__main__ import main
from twoends.engine.options import THREADS_VARIABLE
from twoends.rules.errors import install
from twoends.study import Study, StudyError, load, measure, run, running
from twoends.study import folder as folders
from twoends.study.description import describe
from twoends.study.running import by_processes
from twoends.views.files import append, write_whole

GREEDY = (Path(__file__).parents[1] / "examples" / "bots" / "larger_end.py").read_text("utf-8")
"""Takes the larger end, of equal ones the left."""

STUDY = {"lengths": "6,7", "count": 300, "seed": 5, "chunk_cards": 600, "pairings": ["best against greedy"]}
"""Chunks of 100 rows of 6 cards, and of 85 of 7."""

CHANGED = "was damaged or changed: its checksum does not match SHA256SUMS; delete it and run again"

LAST, FIRST = "7-000003.parquet", "6-000000.parquet"


def study(**changes: object) -> Study:
    return describe(STUDY | changes)


def bytes_of(folder: Path) -> dict[str, str]:
    """The digest of each file of a study except its tables and charts."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(("results", "margins", "edge"))
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished study that keeps its rows; tests copy it before they break it."""
    folder = tmp_path_factory.mktemp("made") / "study"
    run(study(keep_rows=True), folder)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "a b"))


def refused(folder: Path, sentence: str, described: Study | None = None) -> None:
    """Resuming and loading raise this error, and leave the folder as it is."""
    before = bytes_of(folder)
    for attempt in (partial(run, described or study(keep_rows=True), folder), partial(load, folder)):
        with pytest.raises(StudyError) as fault:
            attempt()
        assert re.fullmatch(sentence, str(fault.value)), str(fault.value)
        assert "\n" not in str(fault.value)
    assert bytes_of(folder) == before


# --- what a file records -----------------------------------------------------------------------


def test_every_file_records_what_made_it_and_the_sums_are_those_that_sha256sum_checks(made: Path) -> None:
    metadata = pl.read_parquet_metadata(made / "rows" / "6-000001.parquet")
    assert json.loads(metadata["twoends.version"]) == __version__
    assert json.loads(metadata["twoends.chunk"]) == {"length": 6, "number": 1, "start": 100, "stop": 200}
    assert json.loads(metadata["twoends.players"]) == {}
    description = json.loads(metadata["twoends.study"])
    assert describe(description | {"count": 300}) == study(keep_rows=True)
    lines = (made / "SHA256SUMS").read_text().splitlines()
    names = [f"{kind}/{path.name}" for kind in ("counts", "rows") for path in sorted((made / kind).iterdir())]
    assert lines == [f"{bytes_of(made)[name]}  {name}" for name in names]
    assert len(lines) == 14
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=made, check=True)


# --- what does not fit -------------------------------------------------------------------------

FOREIGN = "is not a chunk of this study: delete it and run again"
RUINED: list[tuple[str, Callable[[bytes], bytes] | None, str, dict[str, Any]]] = [
    *((f"counts/{name}.parquet", None, FOREIGN, {"count": 400}) for name in ("copy", "6-000009", "6-1")),
    ("counts/8-000000.parquet", None, FOREIGN, {"count": 400}),
    ("counts/6-000001.parquet", None, CHANGED, {"count": 400}),
    *((f"{kind}/{FIRST}", change, CHANGED, {}) for kind in ("counts", "rows") for change in (
        lambda _: b"", lambda _: b"PAR1", lambda file: file[:-100],
        lambda file: file[:40] + bytes([file[40] ^ 1]) + file[41:],
    )),
    ("SHA256SUMS", lambda sums: b"".join(line for line in sums.splitlines(True) if b"counts" in line),
     "6-000000.parquet is not listed in SHA256SUMS: restore the list, or delete it and run again", {}),
    ("study.toml", lambda text: text.replace(b"seed = 5", b"seed = 6"),
     "6-000000.parquet was made for another study: seed: 5 there, 6 now; restore study.toml, or give another "
     "folder", {"seed": 6}),
    ("study.toml", lambda text: text.replace(b"count = 300", b"count = 250"),
     "6-000002.parquet holds rows 200 to 300 of 6 cards, not 200 to 250 of 6: delete it and run again",
     {"count": 250}),
]  # fmt: skip
"""A file, its new content (else that of another chunk), what is said, and the study that is described."""


def test_what_does_not_fit_is_refused_until_it_is_deleted_or_restored(folder: Path) -> None:
    expected = bytes_of(folder)
    for name, change, sentence, changes in RUINED:
        path = folder / name
        before = path.read_bytes() if path.exists() else b""
        path.write_bytes(change(before) if change else (folder / "counts" / FIRST).read_bytes())
        told = sentence if ".parquet" in sentence else f"{path.name} {sentence}"
        refused(folder, f".*/{re.escape(told)}", study(**{"keep_rows": True} | changes))
        path.unlink()
        if path.suffix != ".parquet":
            path.write_bytes(before)
        run(study(keep_rows=True), folder)
        assert bytes_of(folder) == expected, name


def test_a_study_of_another_version_is_loaded_and_never_continued(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    monkeypatch.setattr("twoends.study.folder.__version__", "99.0")
    assert run(study(keep_rows=True), folder).summaries
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before, "nothing is written"
    (folder / "counts" / LAST).unlink()
    refused(folder, rf".* would mix results of several versions of twoends \({__version__} and 99.0\): .*")


# --- players -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["script", "program", "its_own", "shown_again"])
def test_a_study_whose_players_have_changed_is_refused_even_if_it_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A bot's script or program, the module that is named, or the one that defines what it shows again."""
    bot, *modules = (tmp_path / f"{each}_if_{kind}_changes.py" for each in ("bot", "its_own", "shown_again"))
    bot.write_text(f"#!{sys.executable}\n{GREEDY}")
    bot.chmod(0o755)
    modules[0].write_text("def player(position):\n    return 'L'\n")
    modules[1].write_text(f"from {modules[0].stem} import player\n")
    monkeypatch.syspath_prepend(tmp_path)
    names = {"script": f"bot {sys.executable} {bot}", "program": f"bot {bot}"}
    player = names.get(kind, f"{modules[1].stem}:player trembling 1/9")
    described = study(lengths=4, count=2, pairings=[f"{player} against greedy"])
    results = run(described, tmp_path / "s")
    file = {"its_own": modules[0], "shown_again": modules[1]}.get(kind, bot)
    file.write_text(file.read_text() + "\n")
    if file != bot:
        error = error_of(run, described, tmp_path / "another")
        assert error == f"{file} has changed since Python loaded it: run again, in a new process"
        assert not list((tmp_path / "another").glob("counts/*"))
        folders._digest_when_loaded.cache_clear()  # as in a new process
    changed = rf"{re.escape(player)} has changed since .*/4-000000\.parquet was made: .*"
    refused(tmp_path / "s", changed, described)
    if kind == "program":
        bot.unlink()
        for again in (run(described, tmp_path / "s"), load(tmp_path / "s")):
            assert again.summaries == results.summaries, "the study of a program that is gone"


# --- growing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("writes", [1, 3, 4, 5, 99])
def test_a_study_that_grows_or_is_killed_then_and_resumed_equals_the_larger_one(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """In a new chunk, at any write of the last one of 7 cards, measured again: sums, rows, counts; or not."""
    larger = study(keep_rows=True, count=320)
    run(larger, tmp_path / "at once")
    whole = {path: path.stat().st_mtime_ns for path in folder.glob("*/*.parquet") if path.name != LAST}
    calls = iter(range(1000))

    def killed(write: Callable[[Path, bytes], None], path: Path, content: bytes) -> None:
        if path.name == "study.toml":
            write(path, content)
        elif next(calls) == writes:
            if write is append:
                append(path, content[:100])
            raise KeyboardInterrupt
        else:
            write(path, content)

    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        for write in (append, write_whole):
            patch.setattr(folders, write.__name__, partial(killed, write))
        run(larger, folder)
    run(larger, folder)
    assert bytes_of(folder) == bytes_of(tmp_path / "at once")
    assert {path: path.stat().st_mtime_ns for path in whole} == whole, "a whole chunk is not measured again"


# --- workers -----------------------------------------------------------------------------------


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    """Start a study long enough to be interrupted, in a session of its own."""
    (folder.parent / "s.toml").write_text(study(count=6000).toml())
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
def test_ctrl_c_leaves_a_folder_that_two_workers_resume_to_the_same_bytes_and_says_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    started = Mock(wraps=by_processes)
    monkeypatch.setattr(running, "by_processes", started)
    run(folders.read_description(folder), folder, workers=2)
    assert started.call_args.args[2] == 2
    run(study(count=6000), tmp_path / "at once")
    assert bytes_of(folder) == bytes_of(tmp_path / "at once")


def test_ctrl_c_in_a_callback_that_ignores_it_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    ignored: Any = SimpleNamespace(exc_type=KeyboardInterrupt)
    monkeypatch.setattr("sys.unraisablehook", None)
    for changed in ("gc.set_threshold", "gc.freeze"):  # in the process of all tests
        monkeypatch.setattr(changed, Mock())
    monkeypatch.setattr("sys.argv", ["twoends", "--version"])
    with pytest.raises(SystemExit):
        main()

    monkeypatch.setattr("sys.__unraisablehook__", shown := Mock())
    sys.unraisablehook(other := cast(Any, SimpleNamespace(exc_type=ValueError)))
    shown.assert_called_once_with(other)

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
        f"twoends: stopped after 0 of 12,000 rows; twoends study --out {tmp_path / 'study'} resumes it\n",
    )


LONG_ANSWERS = partial(operator.mul, b"x")
"""An answer of this many bytes, which a pipe does not hold: a worker is always in the middle of one."""


@pytest.mark.parametrize("seconds", [0, 0.3, None], ids=["before its answer", "in the middle of it", "not"])
def test_a_worker_that_is_killed_while_it_answers_is_reported_and_closing_does_not_wait_for_one(
    seconds: float | None,
) -> None:
    answers: Any = by_processes(LONG_ANSWERS, repeat(300_000), 1 if seconds is not None else 2)
    assert next(answers) == (300_000, b"x" * 300_000)
    if seconds is None:
        answers.close()
    else:
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
    with pytest.raises(ZeroDivisionError):
        list(by_processes(abs, (1 // one for one in (1, 0)), 1))
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


# --- a cluster ---------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")  # Dask's own
def test_a_cluster_writes_the_same_bytes_and_says_that_it_lost_its_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed", reason="needs Dask: the extra cluster")
    submit, ahead = distributed.Client.submit, list[int]()
    sent = create_autospec(submit, side_effect=submit)
    monkeypatch.setattr(distributed.Client, "submit", sent)
    run(FEW, tmp_path / "here")
    with distributed.LocalCluster(n_workers=2, processes=False, dashboard_address=None) as cluster:
        dask, note = cluster.scheduler_address, lambda *_: ahead.append(sent.call_count)
        run(FEW, tmp_path / "cluster", dask=dask, progress=note)
        assert bytes_of(tmp_path / "cluster") == bytes_of(tmp_path / "here")
        assert ahead == [0, 6, 7, *[8] * 6], "three of the eight chunks wait for each of two workers"
        for call in sent.call_args_list:
            assert (call.args[0].status, call.kwargs["retries"]) == ("closed", running.RETRIES)
        monkeypatch.setattr(running, "measure", lose)
        error = error_of(run, FEW, dask=cluster.scheduler_address)
        assert error.startswith("the cluster lost its workers: run again to resume (")
    monkeypatch.setattr(running, "SECONDS_TO_CONNECT", 0.1)
    for address in ("tcp://127.0.0.1:9", "no://where"):
        assert f"no Dask scheduler at {address}: " in error_of(run, FEW, dask=address)


def lose(*_: object) -> None:
    """Fail as a worker that is lost again and again."""
    from distributed.client import FutureCancelledError

    raise FutureCancelledError("a chunk", "lost")


def test_a_cluster_without_dask_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert error_of(run, FEW, dask="tcp://here:1") == f"a cluster needs Dask: {install('cluster')}"
    for name, broken in (("distributed", Mock()), ("distributed.client", None)):
        monkeypatch.setitem(sys.modules, name, broken)
    with pytest.raises(ModuleNotFoundError, match=r"distributed\.client"):
        run(FEW, dask="tcp://here:1")


# --- a run and its folder ----------------------------------------------------------------------


def test_a_run_reports_its_progress_and_resumes_where_it_stopped(tmp_path: Path) -> None:
    folder, study, done = tmp_path / "s", describe({"count": 3}, FEW), list[int]()
    run(study, str(folder), progress=lambda rows, total: done.append(rows))
    run(study, progress=lambda rows, total: done.append(rows))
    assert done == 2 * [0, 2, 3, 5, 6]
    (folder / "counts" / "4-000001.parquet").unlink()
    again = f"{folder} has 5 of 6 rows so far: twoends study --out {folder} resumes it"
    assert error_of(load, folder) == again
    run(study, folder, progress=lambda rows, total: done.append(rows))
    assert done[10:] == [5, 6]


def test_chunks_are_created_only_as_they_are_measured(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    endless = Study(rows="uniform 1 9", lengths=(4,), count=10**12, chunk_cards=40)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            run(endless, tmp_path / "study", progress=stop)


def test_files_that_change_meanwhile_or_differ_elsewhere_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(import_module("twoends.study.measure"), "provenance", lambda *_: object())
        error = error_of(measure, FEW, next(FEW.chunks()))
        assert error == "the files of a player changed during the study: run again"
    monkeypatch.setattr(folders, "provenance", lambda study, chunk: {"version": "another"})
    assert error_of(list, running.measure_chunks(FEW, FEW.chunks())) == (
        "a worker has different players or a different version of twoends: "
        "restart all workers from the same files"
    )
