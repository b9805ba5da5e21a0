"""A command that writes meets a full disk or a closed pipe: each file is complete or missing.

The command runs in a process of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import PATIENCE, PROGRESS

if sys.platform == "win32":
    pytest.skip("these disks are those of POSIX", allow_module_level=True)

TWOENDS = [sys.executable, "-m", "twoends"]

JUDGE = ["judge", "answers", "--task", "deque", "--tests", "3", "--gradescope", "made/r.json", "--", "false"]
"""All commands write by one function, so the tests interrupt this one; the program fails: status 1."""

VARIES = re.compile(rb'time="[^"]*"|"execution_time": [^,}]*|slowest [^;\\\n]*')

Written = dict[str, bytes]


def place(folder: Path) -> Path:
    """An empty folder to write into."""
    folder.mkdir(exist_ok=True)
    (folder / "made").mkdir()
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
