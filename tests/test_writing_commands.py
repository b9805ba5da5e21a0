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

from cases import slow_but
from command_line import PATIENCE, PROGRESS
from twoends.views.files import UNFINISHED

if sys.platform == "win32":
    pytest.skip("these signals and disks are those of POSIX", allow_module_level=True)

SMALL = ["--rows", "uniform 1 9", "--length", "6", "--out", "made/study"]
JUDGE = ["judge", "answers", "--task", "deque", "--tests", "3", "--gradescope", "made/results.json"]

COMMANDS = {
    "study": ["study", *SMALL, "--count", "200", "--keep-rows"],
    "judge answers": [*JUDGE, "--", sys.executable, "fails.py"],
}
"""Each command that writes files, into the folder `made`."""

UNDISTURBED = {"study": 0, "judge answers": 1}
"""Their exit status: a program that fails is not accepted."""

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


def place(folder: Path) -> Path:
    """An empty folder to write into, beside the programs that are judged."""
    folder.mkdir(exist_ok=True)
    (folder / "made").mkdir()
    (folder / "fails.py").write_text("raise SystemExit(3)\n")
    (folder / "sender.py").write_text(SENDER)
    return folder


def run(folder: Path, *words: str, stdout: int = subprocess.DEVNULL) -> tuple[int, str]:
    """Exit status and standard error of a command line."""
    ran = subprocess.run(
        words, cwd=folder, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=PATIENCE
    )
    return ran.returncode, PROGRESS.sub("", ran.stderr)


def twoends(name: str) -> list[str]:
    return [sys.executable, "-m", "twoends", *COMMANDS[name]]


def content(made: Path) -> dict[str, bytes]:
    """All files below a folder, without the seconds in reports."""
    return {
        str(path.relative_to(made)): VARIES.sub(b"", path.read_bytes())
        for path in sorted(made.rglob("*"))
        if path.is_file()
    }


# All write by one function, so the quick tests interrupt one of them.
@pytest.fixture(scope="module", params=slow_but(["judge answers"], COMMANDS))
def expected(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Expected:
    """A command, and what it writes if nothing interrupts it."""
    folder = place(tmp_path_factory.mktemp("undisturbed"))
    status, err = run(folder, *twoends(request.param))
    assert status == UNDISTURBED[request.param]
    assert "Traceback" not in err, err
    return request.param, content(folder / "made")


Expected = tuple[str, dict[str, bytes]]


def nothing_is_half_written(made: Path, expected: Expected, *, unfinished: bool = False) -> None:
    """Each file is complete; `unfinished` allows one that a killed process could not remove."""
    there = content(made)
    left = [name for name in there if name.endswith(UNFINISHED)]
    assert len(left) <= unfinished, left
    for name in there.keys() - set(left):
        assert there[name] == expected[1][name], f"{name} is half-written"


def a_rerun_repairs_all(folder: Path, expected: Expected) -> None:
    status, err = run(folder, *twoends(expected[0]))
    assert status == UNDISTURBED[expected[0]], err
    assert content(folder / "made") == expected[1]


def one_sentence(err: str, *parts: str) -> None:
    (line,) = filter(None, err.splitlines())
    assert line.startswith("twoends: ")
    for part in parts:
        assert part in line


# --- signals -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_signal_at_any_of_twenty_moments_leaves_complete_files(expected: Expected, tmp_path: Path) -> None:
    sender = [sys.executable, "sender.py"]
    _, err = run(place(tmp_path / "count"), *sender, "count", "0", "0", *COMMANDS[expected[0]])
    counts = re.search(r"moments: (\d+) (\d+)$", err)
    assert counts is not None, err
    stopped = 0
    for moment in range(MOMENTS):
        # Half of the moments lie anywhere, half right before a file or a folder changes.
        kind, events = (("any", int(counts[1])), ("files", int(counts[2])))[moment % 2]
        at = max(1, events * (moment // 2 + 1) // (MOMENTS // 2 + 1))
        number = SIGNALS[moment // 2 % len(SIGNALS)]
        folder = place(tmp_path / f"{moment} {number.name}")
        status, err = run(folder, *sender, kind, str(at), str(number.value), *COMMANDS[expected[0]])
        assert "Traceback" not in err, f"{number.name} at {kind} {at}: {err}"
        if status == UNDISTURBED[expected[0]]:  # programs that are judged take time, and moments vary with it
            continue
        stopped += 1
        if number is signal.SIGINT:
            assert status == 130, err
            one_sentence(err)
        else:
            assert status == -number
            assert err == ""
        nothing_is_half_written(folder / "made", expected, unfinished=number is not signal.SIGINT)
        if expected[0] == "study":  # the others begin anew
            a_rerun_repairs_all(folder, expected)
    assert stopped > MOMENTS // 2


# --- disks and folders -------------------------------------------------------------------------

NAMESPACE = ["unshare", "--map-root-user", "--mount", "sh", "-c"]


@pytest.fixture(scope="module")
def mounts() -> None:
    """Skip where a small disk cannot be mounted: it takes Linux and user namespaces."""
    script = "mount -t tmpfs -o size=4k none /mnt"
    ran = shutil.which("unshare") and subprocess.run([*NAMESPACE, script], capture_output=True, text=True)
    if not ran or ran.returncode:
        pytest.skip(f"no disk can be mounted here: {ran.stderr.strip() if ran else 'there is no unshare'}")


def run_on_a_disk(folder: Path, kilobytes: int, *words: str) -> tuple[int, str]:
    """Run a command while `made` has so much room, after a page in use; afterwards it holds what it wrote."""
    script = """\
mount -t tmpfs -o size="$(($0 + 4))"k none made && echo in use >made/page && "$@"
status=$?
rm made/page
mkdir after && cp -R made/. after/ && exit $status
"""
    result = run(folder, *NAMESPACE, script, str(kilobytes), *words)
    shutil.rmtree(folder / "made")
    (folder / "after").rename(folder / "made")
    return result


@pytest.mark.usefixtures("mounts")
def test_a_full_disk_is_reported_in_one_sentence_and_leaves_complete_files(
    expected: Expected, tmp_path: Path
) -> None:
    folder, kilobytes = place(tmp_path / "place"), 16 if expected[0] == "study" else 0
    status, err = run_on_a_disk(folder, kilobytes, *twoends(expected[0]))
    assert status == 2, err
    one_sentence(err, "No space left on device", "cannot be written", "correct that and run again")
    nothing_is_half_written(folder / "made", expected)
    a_rerun_repairs_all(folder, expected)


READ_ONLY = """\
mount -t tmpfs none disk && cp -R made/. disk/ && mount -o remount,ro disk || exit 99
mount --bind disk made && exec "$@"
"""


@pytest.mark.usefixtures("mounts")
def test_a_read_only_folder_is_reported_in_one_sentence(expected: Expected, tmp_path: Path) -> None:
    folder = place(tmp_path / "place")
    (folder / "disk").mkdir()
    status, err = run(folder, *NAMESPACE, READ_ONLY, "sh", *twoends(expected[0]))
    assert status == 2, err
    one_sentence(err, "Read-only file system")


@pytest.mark.usefixtures("mounts")
@pytest.mark.parametrize("expected", ["study"], indirect=True)
@pytest.mark.slow
def test_a_finished_study_in_a_read_only_folder_is_printed(expected: Expected, tmp_path: Path) -> None:
    folder = place(tmp_path / "place")
    (folder / "disk").mkdir()
    run(folder, *twoends("study"))
    (folder / "made" / "study" / f"half{UNFINISHED}").write_text("of a run that was killed")
    command = [sys.executable, "-m", "twoends", "study", "--out", "made/study", "--json"]
    with (folder / "output").open("wb") as out:
        status, err = run(folder, *NAMESPACE, READ_ONLY, "sh", *command, stdout=out.fileno())
    assert status == 0, err
    assert err == "made/study is read-only: its tables and pictures are not updated\n"
    assert (folder / "output").read_bytes() == expected[1]["study/results.json"]
    status, err = run(folder, *NAMESPACE, READ_ONLY, "sh", *command, "--count", "300")
    assert status == 2
    one_sentence(err, "study.toml cannot be written: Read-only file system")


# --- pipes -------------------------------------------------------------------------------------


def test_a_closed_pipe_does_not_keep_files_from_being_written(expected: Expected, tmp_path: Path) -> None:
    folder = place(tmp_path / "place")
    end, pipe = os.pipe()
    os.close(end)
    status, err = run(folder, *twoends(expected[0]), stdout=pipe)
    os.close(pipe)
    assert "Traceback" not in err
    assert "twoends: " not in err
    assert status in (0, UNDISTURBED[expected[0]])
    assert content(folder / "made") == expected[1]
