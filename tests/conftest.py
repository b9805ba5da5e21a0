"""What holds for all tests."""

import signal
from collections import Counter

import pytest
from hypothesis import settings

from twoends.solvers import dispatch

# An example may take as long as it takes: a busy machine fails no test.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# A shell without job control lets what it starts in the background ignore Ctrl-C, and so would every
# program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _home_is_left_alone(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are played in a test are recorded in a folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))


@pytest.fixture
def always_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    for pays in ("CARDS_THAT_PAY", "CARDS_THAT_PAY_LOADED"):
        monkeypatch.setattr(dispatch, pays, dict.fromkeys(dispatch.CARDS_THAT_PAY, 1))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """No two tests share a name, because workers run all that share one as a single test."""
    twice = sorted(name for name, times in Counter(item.nodeid for item in items).items() if times > 1)
    if twice:
        raise pytest.UsageError(
            f"several tests share a name, and only one of each would run: {', '.join(twice)}"
        )
