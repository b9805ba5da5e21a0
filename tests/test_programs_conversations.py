"""Conversations with a program: its lines, the time that it has to answer, and its errors."""

from __future__ import annotations

import math
import select
import time
from types import SimpleNamespace

import pytest

from judged import PYTHON
from twoends.judge import Limits, Supervisor
from twoends.programs import conversation, processes
from twoends.programs.conversation import Conversation, ConversationError, _ResponseTimer
from twoends.programs.server import WALL_FACTOR


def test_lines_are_received_one_by_one_and_the_rest_is_pending(running: Supervisor) -> None:
    program = (
        "import sys; print('one\\n\\xff', flush=True); input(); print('two'); print('three', end='')\n"
        "print('no idea', file=sys.stderr); sys.exit(4)"
    )
    with Conversation(running, [*PYTHON, "-c", program], Limits(seconds=5)) as talk:
        assert talk.receive(20) == "one"
        assert talk.receive(20) == "\xff"
        talk.send("on", 20)
        assert talk.receive(20) == "two"
        with pytest.raises(ConversationError, match=r"^the program is gone$") as fault:
            talk.receive(20)
        assert fault.value.why == "gone"
        ended = talk.end(20)
        assert (ended.ended, ended.status, ended.output) == ("by itself", 4, b"")
        assert (ended.errors, ended.limits) == (b"no idea\n", Limits(seconds=5))
        assert talk.pending_output == "three"
        assert talk.end(0) is ended


def test_a_line_has_at_most_a_thousand_characters(running: Supervisor) -> None:
    program = "for count in (1000, 1001): print('x' * count, end='', flush=True); input(); print(flush=True)"
    with Conversation(running, [*PYTHON, "-c", program]) as talk:
        talk.send("on", 20)
        assert talk.receive(20) == "x" * 1000
        with pytest.raises(ConversationError) as fault:
            talk.receive(20)
        assert fault.value.why == "long"


def test_a_program_that_neither_writes_nor_reads_is_silent(running: Supervisor) -> None:
    """A negative time has run out; poll would wait for ever."""
    with Conversation(running, ["/bin/sleep", "600"]) as talk:
        for seconds in (0.01, -1):
            with pytest.raises(ConversationError, match=r"^the program is silent$") as fault:
                talk.receive(seconds)
            assert fault.value.why == "silent"
        with pytest.raises(ConversationError, match="silent"):
            talk.send("row " + "8 " * 200_000, 0.1)
    assert talk.end(0).ended == "stopped"


# --- timer ----------------------------------------------------------------------------------


class Clock:
    """A clock that advances with every wait, on a machine with one process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.waits = 100.0, list[float]()
        self.ready_after = math.inf
        self.ticks, self.gain, self.wants = 0, 0, False
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(conversation, "ready", self.ready)
        monkeypatch.setattr(processes, "descendants", self.descendants)
        monkeypatch.setattr(processes, "is_runnable", lambda seen: self.wants)

    def ready(self, descriptor: int, event: int, seconds: float) -> bool:
        assert (descriptor, event) == (7, select.POLLIN)
        if self.now >= self.ready_after:
            return True
        self.waits.append(seconds)
        self.now += seconds and max(seconds, 0.001)  # no wait is so short that no time passes
        return self.now >= self.ready_after

    def descendants(self, pid: int) -> list[object]:
        assert pid == 4711
        self.ticks += self.gain
        return [SimpleNamespace(ticks=self.ticks)]


def wait_in_vain(timer: _ResponseTimer) -> None:
    with pytest.raises(ConversationError, match="the program is silent"):
        timer.wait(7, select.POLLIN)


def test_a_program_that_waits_for_a_processor_is_charged_what_it_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    clock.wants, clock.gain = True, 1
    used = 1 / processes.TICK
    assert used < 0.05
    wait_in_vain(_ResponseTimer(4711, 0.05 + 3.5 * used))
    # The first check has nothing to compare with, so the wait counts. Each later one finds one tick more.
    left = [3.5 * used, 2.5 * used, 1.5 * used, 0.5 * used]
    assert clock.waits == pytest.approx([0, 0.05, *(min(seconds, 0.05) for seconds in left)])


def test_a_program_that_never_gets_a_processor_is_stopped_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    clock.wants = True
    wait_in_vain(_ResponseTimer(4711, 0.2))
    assert clock.now == pytest.approx(100 + 0.2 * WALL_FACTOR, abs=0.06)


def test_the_waits_for_an_answer_share_one_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    timer = _ResponseTimer(4711, 0.12)
    clock.ready_after = 100.03
    timer.wait(7, select.POLLIN)
    timer.wait(7, select.POLLIN)  # it is ready already
    clock.ready_after = math.inf
    clock.waits.clear()
    wait_in_vain(timer)
    assert sum(clock.waits) == pytest.approx(0.12 - 0.05)
    clock.waits.clear()
    wait_in_vain(timer)
    assert clock.waits == [0], "it is checked once more, without a wait"
