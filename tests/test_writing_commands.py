"""Commands that write are interrupted: each file is complete or missing, and running again repairs all.

Each command runs in a process of its own and meets a signal at one of twenty moments, a full disk, a
read-only folder, or a closed pipe.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import PATIENCE, PROGRESS
from twoends.views.files import UNFINISHED

if sys.platform == "win32":
    pytest.skip("these signals and disks are those of POSIX", allow_module_level=True)

TWOENDS = [sys.executable, "-m", "twoends"]

STUDY = ["study", "--rows", "uniform 1 9", "--length", "6", "-n", "200", "--keep-rows", "--out", "made/study"]

JUDGE = ["judge", "answers", "--task", "deque", "--tests", "3", "--gradescope", "made/r.json", "--", "false"]
"""All commands write by one function, so the quick tests interrupt this one; the program fails: status 1."""

SIGNALS = (signal.SIGINT, signal.SIGKILL, signal.SIGTERM)

MOMENTS = 20

VARIES = re.compile(rb'time="[^"]*"|"execution_time": [^,}]*|slowest [^;\\\n]*')

SENDER = """\
import os, signal, sys

from twoends.cli import main

CHANGES = ("os.mkdir", "os.rename", "os.remove")
kind, moment, number = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
seen = {"any": 0, "files": 0}

def note(event, arguments):
    changes = event in CHANGES or (event == "open" and isinstance(arguments[1], str) and "w" in arguments[1])
    for each in ("any", "files") if changes else ("any",):
        seen[each] += 1
        if each == kind and seen[each] == moment:
            os.kill(os.getpid(), number)

sys.addaudithook(note)
try:
    main(sys.argv[4:])
finally:
    if kind == "count":
        sys.__stderr__.write(f"moments: {seen['any']} {seen['files']}")
"""
"""Runs the command and sends itself a signal at one audit event, or counts the events."""


Written = dict[str, bytes]


def place(folder: Path) -> Path:
    """An empty folder to write into, beside the sender of signals."""
    folder.mkdir(exist_ok=True)
    (folder / "made").mkdir()
    (folder / "sender.py").write_text(SENDER)
    return folder


def run(folder: Path, *words: str, stdout: int = subprocess.DEVNULL) -> tuple[int, str]:
    """Exit status and standard error of a command line."""
    ran = subprocess.run(
        words, cwd=folder, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=PATIENCE
    )
    return ran.returncode, PROGRESS.sub("", ran.stderr)


def content(made: Path) -> Written:
    """All files below a folder, without the seconds in reports."""
    return {
        str(path.relative_to(made)): VARIES.sub(b"", path.read_bytes())
        for path in sorted(made.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """What the study writes if nothing interrupts it."""
    folder = place(tmp_path_factory.mktemp("study"))
    assert run(folder, *TWOENDS, *STUDY)[0] == 0
    return content(folder / "made")


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """What the judge writes if nothing interrupts it."""
    folder = place(tmp_path_factory.mktemp("judged"))
    assert run(folder, *TWOENDS, *JUDGE)[0] == 1
    return content(folder / "made")


def one_sentence(err: str, *parts: str) -> None:
    (line,) = filter(None, err.splitlines())
    assert line.startswith("twoends: ")
    for part in parts:
        assert part in line


# --- signals -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_signal_at_any_of_twenty_moments_leaves_complete_files(study: Written, tmp_path: Path) -> None:
    sender = [sys.executable, "sender.py"]
    _, err = run(place(tmp_path / "count"), *sender, "count", "0", "0", *STUDY)
    counts = re.search(r"moments: (\d+) (\d+)$", err)
    assert counts is not None, err
    for moment in range(MOMENTS):
        # Half of the moments lie anywhere, half right before a file or a folder changes.
        kind, events = (("any", int(counts[1])), ("files", int(counts[2])))[moment % 2]
        at = max(1, events * (moment // 2 + 1) // (MOMENTS // 2 + 1))
        number = SIGNALS[moment // 2 % len(SIGNALS)]
        folder = place(tmp_path / f"{moment} {number.name}")
        status, err = run(folder, *sender, kind, str(at), str(number.value), *STUDY)
        if number is signal.SIGINT:
            assert status == 130, err
            one_sentence(err)
        else:
            assert (status, err) == (-number, "")
        there = content(folder / "made")
        left = [name for name in there if name.endswith(UNFINISHED)]
        assert len(left) <= (number is not signal.SIGINT), "a killed process may leave one"
        for name in there.keys() - set(left):
            assert there[name] == study[name], f"{name} is half-written"
        assert run(folder, *TWOENDS, *STUDY)[0] == 0
        assert content(folder / "made") == study


# --- disks and folders -------------------------------------------------------------------------

NAMESPACE = ["unshare", "--map-root-user", "--mount", "sh", "-c"]


@pytest.fixture(scope="module")
def mounts() -> None:
    """Skip where a small disk cannot be mounted: it takes Linux and user namespaces."""
    script = "mount -t tmpfs -o size=4k none /mnt"
    ran = shutil.which("unshare") and subprocess.run([*NAMESPACE, script], capture_output=True, text=True)
    if not ran or ran.returncode:
        pytest.skip(f"no disk can be mounted here: {ran.stderr.strip() if ran else 'there is no unshare'}")


FULL = """\
mount -t tmpfs -o size=4k none made && echo in use >made/page && "$@"
status=$?
rm made/page
mkdir after && cp -R made/. after/ && exit $status
"""


@pytest.mark.usefixtures("mounts")
def test_a_full_disk_is_reported_in_one_sentence_and_leaves_no_file(judged: Written, tmp_path: Path) -> None:
    folder = place(tmp_path / "place")
    status, err = run(folder, *NAMESPACE, FULL, "sh", *TWOENDS, *JUDGE)
    assert status == 2, err
    one_sentence(err, "No space left on device", "cannot be written", "correct that and run again")
    assert content(folder / "after") == {}
    assert run(folder, *TWOENDS, *JUDGE)[0] == 1
    assert content(folder / "made") == judged


READ_ONLY = """\
mount -t tmpfs none disk && cp -R made/. disk/ && mount -o remount,ro disk || exit 99
mount --bind disk made && exec "$@"
"""


@pytest.mark.slow
@pytest.mark.usefixtures("mounts")
def test_a_finished_study_in_a_read_only_folder_is_printed(study: Written, tmp_path: Path) -> None:
    folder = place(tmp_path / "place")
    (folder / "disk").mkdir()
    run(folder, *TWOENDS, *STUDY)
    (folder / "made" / "study" / f"half{UNFINISHED}").write_text("of a run that was killed")
    command = [*TWOENDS, "study", "--out", "made/study", "--json"]
    with (folder / "output").open("wb") as out:
        status, err = run(folder, *NAMESPACE, READ_ONLY, "sh", *command, stdout=out.fileno())
    assert status == 0, err
    assert err == "made/study is read-only: its tables and pictures are not updated\n"
    assert (folder / "output").read_bytes() == study["study/results.json"]
    status, err = run(folder, *NAMESPACE, READ_ONLY, "sh", *command, "--count", "300")
    assert status == 2
    one_sentence(err, "study.toml cannot be written: Read-only file system")


# --- pipes -------------------------------------------------------------------------------------


def test_a_closed_pipe_does_not_keep_files_from_being_written(judged: Written, tmp_path: Path) -> None:
    folder = place(tmp_path / "place")
    end, pipe = os.pipe()
    os.close(end)
    status, err = run(folder, *TWOENDS, *JUDGE, stdout=pipe)
    os.close(pipe)
    assert "Traceback" not in err
    assert "twoends: " not in err
    assert status in (0, 1)
    assert content(folder / "made") == judged
