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


@pytest.fixture
def batches_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    from twoends.answers import batch  # late: it loads Numba, which few tests need

    monkeypatch.setattr(batch, "STEPS_IN_PYTHON", (0, 0, 0))


@pytest.fixture
def always_compiled(monkeypatch: pytest.MonkeyPatch, batches_compiled: None) -> None:
    monkeypatch.setattr(dispatch, "CARDS_THAT_PAY", dict.fromkeys(dispatch.CARDS_THAT_PAY, (1, 1, 1)))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """No two tests share a name, because workers run all that share one as a single test."""
    twice = sorted(name for name, times in Counter(item.nodeid for item in items).items() if times > 1)
    if twice:
        raise pytest.UsageError(
            f"several tests share a name, and only one of each would run: {', '.join(twice)}"
        )
