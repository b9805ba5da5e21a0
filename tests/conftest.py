"""What holds for all tests."""

import signal
from collections import Counter

import pytest
from hypothesis import settings

from twoends.solvers import dispatch

# An example may take as long as it takes: a busy machine fails no test.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
# A mutant meets the same few examples in every run (make mutants).
settings.register_profile("mutants", deadline=None, max_examples=5, derandomize=True, database=None)

# A shell without job control lets what it starts in the background ignore Ctrl-C, and so would every
# program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


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
