"""What holds for all tests."""

import signal

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
def always_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    for pays in ("CARDS_THAT_PAY", "CARDS_THAT_PAY_LOADED"):
        monkeypatch.setattr(dispatch, pays, dict.fromkeys(dispatch.CARDS_THAT_PAY, 1))
