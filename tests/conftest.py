"""Settings and fixtures for all tests."""

import platform
import signal
import tempfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
from hypothesis import settings

from twoends.engine import counters

# Examples have no deadline, so that no test fails on a busy machine.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
# Mutants meet the same few examples in every run (mutmut).
settings.register_profile("mutants", deadline=None, max_examples=5, derandomize=True, database=None)

# A shell without job control makes background processes ignore Ctrl-C, and the programs that a test
# starts and interrupts would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not measure the coverage of processes that a test starts, because Ctrl-C may hang them.

    It may arrive while coverage holds its lock, and the handler then waits for that lock forever.
    """
    for name in ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def fresh_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled depends on no other test."""
    for counter in vars(counters).values():
        if isinstance(counter, counters.Counter):
            monkeypatch.setattr(counter, "spent", 0.0)


@pytest.fixture
def always_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a kernel for every row with a card."""
    for name in ("SECONDS_OF_ARRAYS", "SECONDS_TO_START", "SECONDS_TO_LOAD"):
        monkeypatch.setattr(counters, name, 1e-9)
    for counter in vars(counters).values():
        if isinstance(counter, counters.Counter):
            monkeypatch.setattr(counter, "compiling", 0.0)


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """A supervisor with a temporary folder of its own."""
    from twoends.judge import Supervisor

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with Supervisor() as made:
        yield made


@pytest.fixture
def unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge neither shrinks nor names a failure, which takes hundreds of runs."""
    monkeypatch.setattr("twoends.judge.answers.shrink", lambda program, failure, seconds: (failure, []))
    monkeypatch.setattr("twoends.judge.answers.name_mistakes", lambda *_: [])


NEED_LINUX = (
    "test_judge_*",
    "test_study_commands*",
    "test_study_running*",
    "test_terminal*",
    "test_documents*",
)
"""They judge programs, which needs Linux, or need a pseudo-terminal or the resource usage of Unix."""

ON_LINUX = platform.system() == "Linux"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    left_out = not ON_LINUX and any(fnmatch(collection_path.name, name) for name in NEED_LINUX)
    return left_out or None


def pytest_report_header() -> list[str]:
    sentence = f"judging and pseudo-terminals need Linux, so these are left out: {', '.join(NEED_LINUX)}"
    return [] if ON_LINUX else [sentence]
