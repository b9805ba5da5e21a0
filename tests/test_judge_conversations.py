"""Conversations with a program, line by line: what it says, how patiently it is heard, and its errors."""

from __future__ import annotations

import math
import os
import select
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from judged import PYTHON
from twoends.judge import CommandError, Limits, Supervisor
from twoends.judge.containment import conversation, processes
from twoends.judge.containment.conversation import (
    MOST_OF_A_LINE,
    Conversation,
    ConversationError,
    _ResponseTimer,
)
from twoends.judge.containment.supervisor import WALL_FACTOR


def test_lines_are_heard_one_by_one_and_what_is_left_is_unasked(running: Supervisor) -> None:
    program = (
        "import sys; print('one\\n\\xff', flush=True); input(); print('two'); print('three', end='')\n"
        "print('no idea', file=sys.stderr); sys.exit(4)"
    )
    with Conversation(running, [*PYTHON, "-c", program], Limits(seconds=5)) as talk:
        assert talk.receive(20) == "one"
        assert talk.receive(20) == "\xff"
        talk.send("on", 20)
        assert talk.receive(20) == "two"
        ended = talk.end(20)
        said = ended.ended, ended.status, ended.output, ended.errors, ended.limits
        assert said == ("by itself", 4, b"", b"no idea\n", Limits(seconds=5))
        assert talk.pending_output == "three"
        assert talk.end(0) is ended


def test_whoever_has_gone_is_gone(running: Supervisor) -> None:
    with Conversation(running, ["/bin/true"]) as talk:
        with pytest.raises(ConversationError) as fault:
            talk.receive(20)
        assert (fault.value.why, str(fault.value)) == ("gone", "the program is gone")
        assert talk.end(20).limits == Limits()


def test_a_line_is_said_piece_by_piece_to_whoever_is_there(
    running: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Conversation(running, ["/bin/cat"]) as talk:
        write = os.write
        pieces: list[bytes | OSError] = [b"row", b" 8 1", BlockingIOError(), b"5\n", BrokenPipeError()]

        def piece(descriptor: int, text: bytes) -> int:
            each = pieces.pop(0)
            if not isinstance(each, bytes):
                raise each
            assert text.startswith(each)
            return write(descriptor, each)

        monkeypatch.setattr(os, "write", piece)
        talk.send("row 8 15", 20)
        assert talk.receive(20) == "row 8 15"
        with pytest.raises(ConversationError, match="the program is gone"):
            talk.send("move", 20)
        monkeypatch.undo()


@pytest.mark.parametrize(("count", "why"), [(MOST_OF_A_LINE, ""), (MOST_OF_A_LINE + 1, "long")])
def test_a_line_has_a_longest_length(count: int, why: str, running: Supervisor) -> None:
    assert MOST_OF_A_LINE == 1000
    program = f"import time; print('x' * {count}, end='', flush=True); input(); print()"
    with Conversation(running, [*PYTHON, "-c", program]) as talk:
        if why:
            with pytest.raises(ConversationError) as fault:
                talk.receive(20)
            assert fault.value.why == why
        else:
            talk.send("on", 20)
            assert talk.receive(20) == "x" * count


def test_a_conversation_that_never_began_ends_as_often_as_you_like(
    running: Supervisor, tmp_path: Path
) -> None:
    script = tmp_path / "script"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    talk = Conversation(running, [str(script)])
    for _ in range(3):
        with pytest.raises(CommandError, match="does not start: No such file or directory"):
            talk.end(5)
    assert talk.pending_output == ""


def test_whoever_says_nothing_is_silent_and_whoever_reads_nothing_is_not_waited_for(
    running: Supervisor,
) -> None:
    """A time below nothing has run out: as poll reads it, it would be time without end."""
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
    """A clock that moves on when somebody waits, and a machine on which one process lives."""

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


def runs_out(timer: _ResponseTimer) -> None:
    with pytest.raises(ConversationError, match="the program is silent"):
        timer.wait(7, select.POLLIN)


def test_a_program_that_stands_idle_has_its_seconds_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    runs_out(_ResponseTimer(4711, 0.12))
    assert clock.waits == pytest.approx([0, 0.05, 0.05, 0.02])
    assert clock.now == pytest.approx(100.12)


def test_a_program_that_waits_for_its_turn_is_charged_what_it_used(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    clock.wants, clock.gain = True, 1
    used = 1 / processes.TICK
    assert used < 0.05
    runs_out(_ResponseTimer(4711, 0.05 + 3.5 * used))
    # At the first look nothing is known yet: what was waited counts. Then each look finds one tick more.
    left = [3.5 * used, 2.5 * used, 1.5 * used, 0.5 * used]
    assert clock.waits == pytest.approx([0, 0.05, *(min(each, 0.05) for each in left)])


def test_even_whoever_never_has_a_turn_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    clock.wants = True
    runs_out(_ResponseTimer(4711, 0.2))
    assert clock.now == pytest.approx(100 + 0.2 * WALL_FACTOR, abs=0.06)


def test_the_time_of_an_answer_is_counted_over_all_its_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    timer = _ResponseTimer(4711, 0.12)
    clock.ready_after = 100.03
    timer.wait(7, select.POLLIN)
    timer.wait(7, select.POLLIN)  # what is there is there
    clock.ready_after = math.inf
    clock.waits.clear()
    runs_out(timer)
    assert sum(clock.waits) == pytest.approx(0.12 - 0.05)
    clock.waits.clear()
    runs_out(timer)
    assert clock.waits == [0], "it is asked once more, and not waited for"
